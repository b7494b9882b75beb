//! A model of one sensor whose reading is above 512 more often in the second class.

use ifc2f::{Model, Status, ARGUMENT, MEMORY};

const MODEL: &[u8] = include_bytes!("one_sensor.ifc2f");

fn classify(reading: Option<f32>) -> (u32, f32, f32) {
    let model = Model::open(MODEL).unwrap();
    assert_eq!((model.n_features(), model.n_classes()), (1, 2));
    let mut memory = [0u32; 512];
    assert!(model.session_bytes() as usize <= std::mem::size_of_val(&memory));
    let mut session = model.begin(&mut memory).unwrap();
    while let Some(feature) = session.next().unwrap() {
        match reading {
            Some(value) => session.answer(feature, value).unwrap(),
            None => session.missing(feature).unwrap(),
        }
    }
    let mut posterior = [0.0; 2];
    session.posterior(&mut posterior).unwrap();
    (
        session.decide(),
        (posterior[1] * 100.0).round(),
        (session.cost() * 100.0).round(),
    )
}

#[test]
fn decides_as_the_c_library() {
    assert_eq!(classify(Some(700.0)), (1, 89.0, 1.0));
    assert_eq!(classify(Some(100.0)), (0, 18.0, 1.0));
    assert_eq!(classify(None), (0, 50.0, 1.0));
}

#[test]
fn refuses_what_cannot_be() {
    assert_eq!(
        Model::open(&[1, 2, 3, 4])
            .err()
            .map(|s| s.to_string())
            .as_deref(),
        Some("not a model: it does not begin as a model file does")
    );
    assert_eq!(Model::open_known(MODEL, 1).err(), Some(Status(-18)));
    let model = Model::open(MODEL).unwrap();
    assert_eq!(model.begin(&mut [0; 2]).err(), Some(MEMORY));
    let mut memory = [0; 512];
    let mut session = model.begin(&mut memory).unwrap();
    assert!(session.answer(0, f32::NAN).is_err() && session.answer(7, 1.0).is_err());
    assert_eq!(session.posterior(&mut [0.0; 1]), Err(ARGUMENT));
    assert_eq!(session.next(), Ok(Some(0)));
}
