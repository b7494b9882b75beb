// Models over the C runtime: the same bits as in Python.

import { Core, ERR_FEATURE, Ifc2fError, STOP, Slots, runtime } from "./core.mjs";
import { isObject, readMeta } from "./meta.mjs";

const [FEATURES, VALUES, COSTS, MISCLASSIFICATION] = [1, 2, 5, 6]; // of the C library's ifc2f_section
const [ORDERED, ADAPTIVE, META] = [7, 9, 10];
export const GRAPH = 8;
const GINI_WEIGHT = 0.5; // as the adaptive policy of Python's adaptive_section()
const NO_GROUP = 0xffff;
const MOST_TOLD = 1e50; // of a number read from a file, such as rows: larger ones could overflow

/** A model: the bytes of a model file and a view of them through the C runtime. It does not change. */
export class Model {
  /**
   * Open a model.
   * @param {Uint8Array} data the bytes of a model file
   * @throws {Ifc2fError} if they are not a model or are damaged; the message says what is wrong
   */
  constructor(data) {
    if (!(data instanceof Uint8Array)) throw new Ifc2fError("a model is opened from a Uint8Array of its file's bytes");
    this._core = new Core(runtime());
    const core = this._core;
    this._at = core.take(core.c.page_model_bytes());
    const at = core.take(data.length);
    core.bytes(at, data.length).set(data);
    core.check(core.c.ifc2f_open(this._at, at, data.length));
    const count = (/** @type {number} */ what) => /** @type {number} */ (core.c.page_count(this._at, what));
    this.nFeatures = count(0);
    this.nClasses = count(1);
    this._nGroups = count(2);
    this.nStages = count(3);
    this._nTests = count(4);
    this._scratch = core.take(4 * (this.nClasses * 255 + 2));
    this._slots = new Slots(core, this._at);
    this._worthAt = 0;
    this._worthBytes = 0;
    try {
      this.meta = readMeta(this.section(META), this.nClasses, this._nGroups, this._categories());
    } catch (error) {
      throw new Ifc2fError(`the model's descriptive section is damaged: ${/** @type {Error} */ (error).message}`);
    }
    /** @type {string[]} the class labels, as texts */
    this.classes = this.meta.classes;
    /** @type {string[]} */
    this.featureNames = this.meta.features.map((/** @type {{name: string}} */ entry) => entry.name);
    this._index = new Map(this.featureNames.map((name, k) => [name, k]));
    /** @type {Model | null} */
    this._adaptive = null;
    this._room = 0;
    /** @type {Map<string, any>} */
    this._kept = new Map();
  }

  /** A work buffer of doubles, large enough for every call on a session. */
  get _doubles() {
    const { c } = this._core;
    if (this._room === 0) this._room = this._core.take(8 * (4 + 2 * this.nClasses + c.ifc2f_interval_work(this._at)));
    return this._room;
  }

  /** How many rows it was trained on; null if the model does not say. */
  get _nRows() {
    const { training } = this.meta;
    const found = isObject(training) ? training.n_rows : null;
    return Number.isInteger(found) && found > 0 && found < MOST_TOLD ? /** @type {number} */ (found) : null;
  }

  /** The power that training and calibration raised the likelihoods to; 1 if neither did. */
  get _power() {
    const told = (/** @type {any} */ entry) => {
      const power = isObject(entry) ? entry.power : null;
      return typeof power === "number" && Math.abs(power) < MOST_TOLD ? power : 1;
    };
    return told(this.meta.policy) * told(this.meta.calibration);
  }

  /** @returns {(number | null)[]} */
  _categories() {
    return Array.from({ length: this.nFeatures }, (_, k) => (this.isCategorical(k) ? this.nValues(k) : null));
  }

  /**
   * The bytes of a section by its place in the C library's `ifc2f_section`; null if the model has none.
   * @param {number} which
   * @returns {Uint8Array | null}
   */
  section(which) {
    const { c } = this._core;
    const start = c.page_section(this._at, which);
    return start === 0 ? null : this._core.bytes(start, c.page_section_length(this._at, which)).slice();
  }

  /** What decides which feature to acquire next: "graph", "adaptive", "ordered", or null. */
  get policy() {
    const has = (/** @type {number} */ which) => this._core.c.page_section_length(this._at, which) > 0;
    return has(GRAPH) ? "graph" : has(ADAPTIVE) ? "adaptive" : has(ORDERED) ? "ordered" : null;
  }

  /** Whether it has a policy graph. */
  get hasGraph() {
    return this._core.c.page_section_length(this._at, GRAPH) > 0;
  }

  /** The most that a session may spend; Infinity for no limit. */
  get budget() {
    return this._costs.getFloat32(0, true);
  }

  /** @returns {DataView} */
  get _costs() {
    return this._once("costs", () => new DataView(/** @type {Uint8Array} */ (this.section(COSTS)).buffer));
  }

  /** What each feature's test costs by itself. */
  get testCosts() {
    return Array.from({ length: this._nTests }, (_, test) => this._costs.getFloat32(4 + 12 * test, true));
  }

  /**
   * Read something once: a model does not change.
   * @template T
   * @param {string} name
   * @param {() => T} read
   * @returns {T}
   */
  _once(name, read) {
    if (!this._kept.has(name)) this._kept.set(name, read());
    return this._kept.get(name);
  }

  /**
   * Indices of the groups that a feature's tests belong to.
   * @param {number | string} feature
   */
  groupsOf(feature) {
    const k = this.featureIndex(feature);
    const costs = this._costs;
    const starts = 4 + 12 * this._nTests;
    const list = starts + 4 * (this.nFeatures + 1);
    const found = new Set();
    for (let i = costs.getUint32(starts + 4 * k, true); i < costs.getUint32(starts + 4 * (k + 1), true); ++i) {
      found.add(costs.getUint16(12 + 12 * costs.getUint16(list + 2 * i, true), true));
    }
    found.delete(NO_GROUP);
    return Array.from(found).sort((a, b) => a - b);
  }

  /**
   * Groups of several tests of which one costs less after another.
   * @returns {Set<number>}
   */
  get groupsWithDiscounts() {
    return this._once("discounts", () => {
      const seen = new Set();
      const several = new Set();
      const cheaper = new Set();
      for (let test = 0, at = 4; test < this._nTests; ++test, at += 12) {
        const group = this._costs.getUint16(at + 8, true);
        (seen.has(group) ? several : seen).add(group);
        if (this._costs.getFloat32(at + 4, true) < this._costs.getFloat32(at, true)) cheaper.add(group);
      }
      return new Set([...several].filter((group) => cheaper.has(group)));
    });
  }

  /**
   * Index of the group whose one test is all that shows a feature; null if there is none.
   * @param {number | string} feature
   */
  panelOf(feature) {
    const group = this._core.c.ifc2f_panel(this._at, this.featureIndex(feature));
    return group === STOP ? null : this._core.check(group);
  }

  /**
   * Memory for what n answers are worth together, kept for the next time.
   * @param {number} bytes
   * @param {number} n
   */
  _roomForWorth(bytes, n) {
    const needed = bytes + 12 + 2 * n;
    if (needed > this._worthBytes) {
      this._worthAt = this._core.take(needed);
      this._worthBytes = needed;
    }
    return { at: this._worthAt, told: this._worthAt + bytes, listed: this._worthAt + bytes + 12 };
  }

  /** The class prior of training. */
  get prior() {
    this._core.c.ifc2f_read_prior(this._at, this._scratch);
    return this._core.floats(this._scratch, this.nClasses).slice();
  }

  /**
   * Costs of mistakes, a row for each true class.
   * @returns {number[][]}
   */
  get misclassification() {
    return this._once("misclassification", () => {
      const view = new DataView(/** @type {Uint8Array} */ (this.section(MISCLASSIFICATION)).buffer);
      const row = (/** @type {number} */ i) =>
        Array.from({ length: this.nClasses }, (_, j) => view.getFloat32(4 * (i * this.nClasses + j), true));
      return Array.from({ length: this.nClasses }, (_, i) => row(i));
    });
  }

  /** @param {number | string} feature */
  isCategorical(feature) {
    return (this._word(this.featureIndex(feature), 0) & 1) === 1;
  }

  /**
   * Numbers of a numeric feature's edges, or of a categorical one's categories.
   * @param {number | string} feature
   */
  values(feature) {
    const k = this.featureIndex(feature);
    const section = this.section(VALUES);
    const view = section === null ? null : new DataView(section.buffer);
    const n = this.nValues(k) - (this.isCategorical(k) ? 0 : 1);
    return Array.from({ length: n }, (_, i) => view?.getFloat32(4 * (this._word(k, 3) + i), true) ?? 0);
  }

  /**
   * @param {number} k
   * @param {number} word
   */
  _word(k, word) {
    const start = this._core.c.page_section(this._at, FEATURES);
    return new DataView(this._core.memory.buffer).getUint32(start + 4 * (8 * k + word), true);
  }

  /** @param {number | string} feature */
  nValues(feature) {
    return this._core.check(this._core.c.ifc2f_n_values(this._at, this.featureIndex(feature)));
  }

  /**
   * The index of a feature given by index or name.
   * @param {number | string} feature
   * @returns {number}
   */
  featureIndex(feature) {
    const k = typeof feature === "string" ? this._index?.get(feature) : feature;
    if (k === undefined || !Number.isInteger(k) || k < 0 || k >= this.nFeatures) {
      throw new Ifc2fError(`the model has no feature “${String(feature).slice(0, 40)}”`, ERR_FEATURE);
    }
    return k;
  }

  /**
   * The same model with the adaptive policy instead of its own.
   * @returns {Model}
   */
  get adaptive() {
    if (this._adaptive === null) {
      const core = this._core;
      const other = core.take(core.c.page_model_bytes());
      const section = core.take(8);
      const view = new DataView(core.memory.buffer);
      view.setFloat32(section, GINI_WEIGHT, true);
      view.setUint32(section + 4, 0, true);
      core.c.page_make_adaptive(other, this._at, section);
      /** @type {Model} */
      const made = Object.create(Model.prototype);
      this._adaptive = Object.assign(made, this, { _at: other, nStages: 0, _slots: new Slots(core, other) });
    }
    return this._adaptive;
  }
}
