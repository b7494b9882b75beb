// The C runtime, compiled to WebAssembly: its memory, its errors.

export const STOP = -1;
const ERR_MEMORY = -8;
export const ERR_FEATURE = -9;
export const ERR_ARGUMENT = -15;
const PAGE = 65536;

/** An error of the library, such as a damaged model. `status` is the C library's. */
export class Ifc2fError extends Error {
  /**
   * @param {string} message
   * @param {number} [status]
   */
  constructor(message, status = 0) {
    super(message);
    this.name = "Ifc2fError";
    this.status = status;
  }
}

/** The module's memory: blocks follow each other, and those of sessions are reused. */
export class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {Record<string, any>} */
    this.c = new WebAssembly.Instance(module).exports;
    /** @type {WebAssembly.Memory} */
    this.memory = this.c.memory;
    this.end = this.c.__heap_base.value;
  }

  /**
   * Return the address of new memory.
   * @param {number} bytes
   */
  take(bytes) {
    const start = (this.end + 15) & ~15;
    const missing = start + bytes - this.memory.buffer.byteLength;
    try {
      if (start + bytes > 0x7fffffff) throw new RangeError();
      if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw this.error(ERR_MEMORY);
    }
    this.end = start + bytes;
    return start;
  }

  /**
   * @param {number} at
   * @param {number} n
   */
  floats(at, n) {
    return new Float32Array(this.memory.buffer, at, n);
  }

  /**
   * @param {number} at
   * @param {number} n
   */
  doubles(at, n) {
    return new Float64Array(this.memory.buffer, at, n);
  }

  /**
   * @param {number} at
   * @param {number} n
   */
  halves(at, n) {
    return new Uint16Array(this.memory.buffer, at, n);
  }

  /**
   * @param {number} at
   * @param {number} n
   */
  bytes(at, n) {
    return new Uint8Array(this.memory.buffer, at, n);
  }

  /** @param {number} status */
  text(status) {
    const bytes = this.bytes(0, this.memory.buffer.byteLength);
    const start = this.c.ifc2f_strerror(status);
    return new TextDecoder().decode(bytes.slice(start, bytes.indexOf(0, start)));
  }

  /** @param {number} status */
  error(status) {
    return new Ifc2fError(this.text(status), status);
  }

  /**
   * Return a status that is no error.
   * @param {number} status
   */
  check(status) {
    if (status < 0) throw this.error(status);
    return status;
  }
}

/** Memory for a model's sessions, which all have the same size. The memory of a collected session is reused. */
export class Slots {
  /**
   * @param {Core} core
   * @param {number} model
   */
  constructor(core, model) {
    this.core = core;
    this.bytes = core.c.ifc2f_session_bytes(model) >>> 0;
    this.view = core.c.page_session_bytes();
    /** @type {number[]} */
    this.free = [];
    this.gone = new FinalizationRegistry((/** @type {number} */ at) => this.free.push(at));
  }

  /** @param {object} owner */
  take(owner) {
    const at = this.free.pop() ?? this.core.take(this.view + this.bytes);
    this.gone.register(owner, at, owner);
    return at;
  }

  /**
   * @param {object} owner
   * @param {number} at
   */
  release(owner, at) {
    this.gone.unregister(owner);
    this.free.push(at);
  }
}

/** @type {WebAssembly.Module | null} */
let compiled = null;

/**
 * Compile the C runtime. `ifc2f.mjs` does so by itself when it is loaded.
 * @param {Uint8Array<ArrayBuffer>} bytes of ifc2f.wasm
 */
export async function load(bytes) {
  compiled = await WebAssembly.compile(bytes);
}

/** The compiled runtime. */
export function runtime() {
  if (compiled === null) throw new Ifc2fError("the runtime is not loaded yet");
  return compiled;
}
