//! Ask one feature at a time, update the class probabilities, and stop when another answer is not worth its cost.
//!
//! A [`Model`] is a view of bytes that `ifc2f export --target float32` wrote, and a [`Session`] is one case, in memory of the
//! caller. Nothing is allocated, and every error is a [`Status`]. The work is done by the C runtime, which this crate holds.
//!
//! ```no_run
//! # fn read_sensor(_feature: u32) -> Option<f32> { None }
//! # fn classify(bytes: &[u8]) -> Result<u32, ifc2f::Status> {
//! let model = ifc2f::Model::open(bytes)?;
//! let mut memory = [0u32; 512]; // model.session_bytes() says how much a model needs
//! let mut session = model.begin(&mut memory)?;
//! while let Some(feature) = session.next()? {
//!     match read_sensor(feature) {
//!         Some(value) => session.answer(feature, value)?,
//!         None => session.missing(feature)?,
//!     }
//! }
//! Ok(session.decide())
//! # }
//! ```
#![no_std]
#![warn(missing_docs)]

use core::ffi::{c_char, c_void, CStr};
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The C library's objects, kept where they are; sizes.c holds their sizes to these.
type CModel = MaybeUninit<[*const c_void; 40]>;
type CSession = MaybeUninit<[*const c_void; 8]>;

const STOP: i32 = -1;

extern "C" {
    fn ifc2f_open(model: *mut CModel, bytes: *const c_void, length: u32) -> i32;
    fn ifc2f_open_known(model: *mut CModel, bytes: *const c_void, length: u32, id: u32) -> i32;
    fn ifc2f_session_bytes(model: *const CModel) -> u32;
    fn ifc2f_begin(
        session: *mut CSession,
        model: *const CModel,
        memory: *mut c_void,
        bytes: u32,
    ) -> i32;
    fn ifc2f_next(session: *const CSession) -> i32;
    fn ifc2f_answer(session: *mut CSession, feature: u32, value: f32) -> i32;
    fn ifc2f_missing(session: *mut CSession, feature: u32, paid: i32) -> i32;
    fn ifc2f_decide(session: *const CSession) -> i32;
    fn ifc2f_posterior(session: *const CSession, posterior: *mut f32) -> i32;
    fn ifc2f_cost(session: *const CSession) -> f32;
    fn ifc2f_strerror(status: i32) -> *const c_char;
}

/// Why a call was refused; the number is that of `ifc2f_status` in `ifc2f.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub i32);

/// The memory is too small.
pub const MEMORY: Status = Status(-8);
/// An argument is out of range.
pub const ARGUMENT: Status = Status(-15);

impl fmt::Display for Status {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The texts are constants of the C library, in ASCII.
        let text = unsafe { CStr::from_ptr(ifc2f_strerror(self.0)) };
        to.write_str(text.to_str().unwrap_or("unknown status"))
    }
}

/// A number >= 0, or the status that stands in its place.
fn checked(found: i32) -> Result<u32, Status> {
    u32::try_from(found).map_err(|_| Status(found))
}

fn length_of(n_bytes: usize) -> u32 {
    u32::try_from(n_bytes).unwrap_or(u32::MAX)
}

/// An opened model: a view of its bytes.
pub struct Model<'bytes> {
    model: CModel,
    bytes: PhantomData<&'bytes [u8]>,
}

impl<'bytes> Model<'bytes> {
    /// Open any model; its length, checksum, indices and numbers are checked.
    pub fn open(bytes: &'bytes [u8]) -> Result<Self, Status> {
        Self::opened(|model| unsafe {
            ifc2f_open(model, bytes.as_ptr().cast(), length_of(bytes.len()))
        })
    }

    /// Open the model of this checksum only, which the header of `ifc2f export` has as `..._ID`.
    pub fn open_known(bytes: &'bytes [u8], id: u32) -> Result<Self, Status> {
        Self::opened(|model| unsafe {
            ifc2f_open_known(model, bytes.as_ptr().cast(), length_of(bytes.len()), id)
        })
    }

    fn opened(open: impl FnOnce(*mut CModel) -> i32) -> Result<Self, Status> {
        let mut model = CModel::uninit();
        checked(open(&mut model))?;
        Ok(Self {
            model,
            bytes: PhantomData,
        })
    }

    /// Number of features.
    pub fn n_features(&self) -> u32 {
        self.count(0)
    }

    /// Number of classes.
    pub fn n_classes(&self) -> u32 {
        self.count(1)
    }

    /// One of the counts at the beginning of `ifc2f_model`, which callers may read.
    fn count(&self, i: usize) -> u32 {
        unsafe { self.model.as_ptr().cast::<u32>().add(i).read() }
    }

    /// Bytes of memory that a session needs.
    pub fn session_bytes(&self) -> u32 {
        unsafe { ifc2f_session_bytes(&self.model) }
    }

    /// Begin a session without answers, with the prior as posterior and the model's budget.
    pub fn begin<'session>(
        &'session self,
        memory: &'session mut [u32],
    ) -> Result<Session<'session>, Status> {
        let mut session = CSession::uninit();
        let n_bytes = length_of(core::mem::size_of_val(memory));
        checked(unsafe {
            ifc2f_begin(
                &mut session,
                &self.model,
                memory.as_mut_ptr().cast(),
                n_bytes,
            )
        })?;
        Ok(Session {
            session,
            n_classes: self.n_classes(),
            memory: PhantomData,
        })
    }
}

/// One case. A call that is refused leaves it as it was.
pub struct Session<'session> {
    session: CSession,
    n_classes: u32,
    memory: PhantomData<&'session mut [u32]>,
}

impl Session<'_> {
    /// The feature to acquire next; `None` if another answer is not worth its cost.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&self) -> Result<Option<u32>, Status> {
        match unsafe { ifc2f_next(&self.session) } {
            STOP => Ok(None),
            found => checked(found).map(Some),
        }
    }

    /// Answer a feature with a value in its own unit, or with the number of a category.
    pub fn answer(&mut self, feature: u32, value: f32) -> Result<(), Status> {
        checked(unsafe { ifc2f_answer(&mut self.session, feature, value) }).map(drop)
    }

    /// Mark a feature as missing; the attempt is paid for.
    pub fn missing(&mut self, feature: u32) -> Result<(), Status> {
        checked(unsafe { ifc2f_missing(&mut self.session, feature, 1) }).map(drop)
    }

    /// The class with the smallest expected cost of a mistake, at any time.
    pub fn decide(&self) -> u32 {
        unsafe { ifc2f_decide(&self.session) }.unsigned_abs() // never below 0
    }

    /// Write the class probabilities to the first numbers of `posterior`, one for each class.
    pub fn posterior(&self, posterior: &mut [f32]) -> Result<(), Status> {
        if posterior.len() < self.n_classes as usize {
            return Err(ARGUMENT);
        }
        checked(unsafe { ifc2f_posterior(&self.session, posterior.as_mut_ptr()) }).map(drop)
    }

    /// Cost of the features acquired.
    pub fn cost(&self) -> f32 {
        unsafe { ifc2f_cost(&self.session) }
    }
}
