// A case: its answers in their order, with undo. It knows nothing of pages or of inference.

export const ANSWERED = "answered";
export const UNKNOWN = "unknown";
export const NOT_AVAILABLE = "not available";
export const PENDING = "pending";
export const FAILED = "failed";
export const UNCERTAIN = "uncertain";
export const STATES = [ANSWERED, UNKNOWN, NOT_AVAILABLE, PENDING, FAILED, UNCERTAIN];
export const PAID = [ANSWERED, PENDING, FAILED, UNCERTAIN]; // states whose cost was spent
export const TELLING = [ANSWERED, UNCERTAIN]; // states that move the posterior
// for closing a case
export const REASONS = ["advice", "override", "other class", "deferred", "no question left", "no advice"];
const UNDO_STEPS = 1000;

/**
 * @typedef {object} Finding What is known of one feature.
 * @property {string} state one of `STATES`
 * @property {number | string | null} value if answered: a number in the model's unit, or the text of a category
 * @property {number | null} entered the number as entered, in `unit`
 * @property {string} unit
 * @property {string} time when it was entered, ISO 8601 with seconds
 * @property {number} at its place in the order of the case
 * @property {boolean} paused kept, but not counted
 * @property {boolean} known in hand before the case began: it is counted, and costs nothing
 * @property {number[] | null} likelihoods of the bins or categories, if it is an uncertain one
 * @property {[number, number] | null} span the range as entered, where that is what an uncertain answer says
 */

/**
 * @typedef {object} Given What is entered of one feature.
 * @property {string} state
 * @property {number | string | null} value
 * @property {number | null} entered
 * @property {string} unit
 */

const NOTHING_MORE = { paused: false, known: false, likelihoods: null, span: null };

/**
 * @typedef {object} Override The user went on where the advice was to stop, or decided where it was to go on.
 * @property {string} kind "continued" or "decided"
 * @property {string} time
 * @property {number} n_answers
 * @property {number} cost_of_stopping
 * @property {number | null} cost_of_continuing
 * @property {string} why
 */

/**
 * @typedef {object} Decision
 * @property {string} label
 * @property {string} time
 * @property {string} reason one of `REASONS`
 * @property {string} why
 * @property {string} advised the class that the model would have decided; empty in files that do not tell it
 */

/**
 * @typedef {object} Moment What the model said when a case was changed.
 * @property {{ask?: string, decide?: string}} advised
 * @property {Record<string, number>} posterior
 *
 * @typedef {object} Change
 * @property {string} time
 * @property {string} how one of `HOWS`
 * @property {string} part one of `PARTS`
 * @property {string | null} feature its name, if the part is an answer
 * @property {any} old the part before
 * @property {any} new and after
 *
 * @typedef {Change & Moment} Event
 */

export const HOWS = ["change", "undo", "redo", "what-if"];
export const PARTS = ["answer", "prior", "budget", "decision", "name", "override"];

/** The local time with its offset, to the second. */
export function now() {
  const date = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const offset = -date.getTimezoneOffset();
  const size = Math.abs(offset);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}T${time}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Findings by feature index, prior, budget, overrides and decision, with undo and redo. */
export class Case {
  /** @param {() => string} [clock] gives the time of an entry */
  constructor(clock = now) {
    this._clock = clock;
    /** @type {Map<number | string, any>} */
    this._parts = new Map();
    /** @type {[number | string, any, any][][]} */
    this._undo = [];
    /** @type {[number | string, any, any][][]} */
    this._redo = [];
    /** @type {object | undefined} */
    this._saved = undefined;
    this.started = clock();
    /** @type {Event[]} every change as it was made; undoing adds another event */
    this.history = [];
    /** @type {() => Moment} what the model says now; the desk's */
    this.moment = () => ({ advised: {}, posterior: {} });
    /** @type {string[]} */
    this.featureNames = [];
  }

  /**
   * (feature, finding) in the order of the case.
   * @returns {[number, Finding][]}
   */
  findings() {
    const found = /** @type {[number, Finding][]} */ ([...this._parts].filter(([key]) => typeof key === "number"));
    return found.sort((a, b) => a[1].at - b[1].at);
  }

  /**
   * @param {number} feature
   * @returns {Finding | null}
   */
  finding(feature) {
    return this._parts.get(feature) ?? null;
  }

  /** @returns {number[] | null} the user's pre-test probabilities, or null for the model's */
  get prior() {
    return this._parts.get("prior") ?? null;
  }

  /** @returns {number | null} the largest cost the user wants spent, or null for the model's */
  get budget() {
    return this._parts.get("budget") ?? null;
  }

  /** @returns {Decision | null} */
  get decision() {
    return this._parts.get("decision") ?? null;
  }

  /** @returns {string} a name the user gave the case */
  get name() {
    return this._parts.get("name") ?? "";
  }

  /** @returns {Override[]} */
  get overrides() {
    return [...this._parts].filter(([key]) => String(key).startsWith("override")).map(([, part]) => part);
  }

  /** Whether there are changes since the case was last saved. */
  get isDirty() {
    return this._undo.at(-1) !== this._saved;
  }

  get canUndo() {
    return this._undo.length > 0;
  }

  get canRedo() {
    return this._redo.length > 0;
  }

  /**
   * Record a finding, or replace one; its place in the order stays.
   * @param {number} feature
   * @param {string} state
   * @param {number | string | null} [value]
   * @param {number | null} [entered]
   * @param {string} [unit]
   */
  record(feature, state, value = null, entered = null, unit = "") {
    const at = this.finding(feature)?.at ?? this._last + 1;
    this._changeFinding(feature, { ...NOTHING_MORE, state, value, entered, unit, time: this._clock(), at });
  }

  /**
   * Record what is found of several open features as one change.
   * @param {Map<number, Given>} given
   */
  recordTogether(given) {
    const [last, time] = [this._last, this._clock()];
    /** @type {[number, Finding][]} */
    const pairs = Array.from(given, ([k, each], i) => [k, { ...NOTHING_MORE, ...each, time, at: last + i + 1 }]);
    this._change([...this._reopened(), ...pairs]);
  }

  /** The last place in the order; 0 without a finding. */
  get _last() {
    return Math.max(0, ...this.findings().map(([, found]) => found.at));
  }

  /** @param {number} feature */
  retract(feature) {
    this._changeFinding(feature, null);
  }

  /**
   * Keep a finding without counting it, or count it again.
   * @param {number} feature
   * @param {boolean} paused
   */
  pause(feature, paused) {
    const found = this.finding(feature);
    if (found !== null && found.paused !== paused) this._changeFinding(feature, { ...found, paused });
  }

  /** @param {number[] | null} prior */
  setPrior(prior) {
    this._change([...this._reopened(), ["prior", prior]]);
  }

  /** @param {number | null} budget */
  setBudget(budget) {
    this._change([...this._reopened(), ["budget", budget]]);
  }

  /** @param {string} name */
  setName(name) {
    this._change([["name", name || null]]);
  }

  /**
   * Record that the user did not follow the advice to go on or to stop.
   * @param {string} kind
   * @param {number} stopping
   * @param {number | null} continuing
   * @param {string} why
   */
  override(kind, stopping, continuing, why) {
    this._change([this._newOverride(kind, stopping, continuing, why)]);
  }

  /**
   * Close the case.
   * @param {string} label
   * @param {string} reason
   * @param {string} why
   * @param {string} advised the class that the model would have decided
   */
  decide(label, reason, why, advised) {
    this._change([["decision", { label, time: this._clock(), reason, why, advised }]]);
  }

  /**
   * Close the case where the advice is to go on; the override is recorded with it.
   * @param {string} label
   * @param {string} why
   * @param {string} advised the class that the model would have decided
   * @param {number} stopping
   * @param {number | null} continuing
   */
  decideAgainstAdvice(label, why, advised, stopping, continuing) {
    const decision = { label, time: this._clock(), reason: "override", why, advised };
    this._change([this._newOverride("decided", stopping, continuing, why), ["decision", decision]]);
  }

  /** Take the decision back. */
  reopen() {
    this._change(this._reopened());
  }

  /** Return a case with the same parts and a history of its own. */
  copy() {
    const copied = new Case(this._clock);
    copied._parts = new Map(this._parts);
    copied.started = this.started;
    copied.history = [...this.history];
    return copied;
  }

  undo() {
    const change = this._undo.pop();
    if (change === undefined) return;
    this._redo.push(change);
    const back = change.map(
      ([key, before, after]) => /** @type {[number | string, any, any]} */ ([key, after, before]),
    );
    this._log("undo", back);
    for (const [key, before] of change) this._put(key, before);
  }

  redo() {
    const change = this._redo.pop();
    if (change === undefined) return;
    this._undo.push(change);
    this._log("redo", change);
    for (const [key, , after] of change) this._put(key, after);
  }

  /** Remember this state as the saved one. */
  markSaved() {
    this._saved = this._undo.at(-1);
  }

  /**
   * Fill an empty case with what a file holds; there is nothing to undo afterwards.
   * @param {[number | string, any][]} parts
   * @param {string} started
   * @param {Event[]} history
   */
  restore(parts, started, history) {
    for (const [key, part] of parts) this._put(key, part);
    this.started = started;
    this.history = history;
  }

  /**
   * Add what changed to the history; only ever at its end.
   * @param {string} how
   * @param {[number | string, any, any][]} change
   */
  _log(how, change) {
    const [moment, time] = [this.moment(), this._clock()];
    for (const [key, before, after] of change) {
      const part = typeof key === "number" ? "answer" : key.split(" ")[0];
      const feature = typeof key === "number" ? (this.featureNames[key] ?? String(key)) : null;
      this.history.push({ time, how, part, feature, old: before, new: after, ...moment });
    }
  }

  /**
   * Change a finding; a decision made on other findings does not stand.
   * @param {number} feature
   * @param {Finding | null} finding
   */
  _changeFinding(feature, finding) {
    this._change([...this._reopened(), [feature, finding]]);
  }

  /** @returns {[string, any][]} */
  _reopened() {
    return this.decision === null ? [] : [["decision", null]];
  }

  /**
   * @param {string} kind
   * @param {number} stopping
   * @param {number | null} continuing
   * @param {string} why
   * @returns {[string, Override]}
   */
  _newOverride(kind, stopping, continuing, why) {
    const told = {
      kind,
      time: this._clock(),
      n_answers: this.findings().length,
      cost_of_stopping: stopping,
      cost_of_continuing: continuing,
      why,
    };
    return [`override ${this.overrides.length}`, told];
  }

  /** @param {[number | string, any][]} pairs */
  _change(pairs) {
    const same = (/** @type {any} */ a, /** @type {any} */ b) =>
      JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
    const changed = pairs.filter(([key, after]) => !same(this._parts.get(key), after));
    if (changed.length === 0) return;
    if (this._undo.length === UNDO_STEPS) {
      this._undo.shift();
      this._saved ??= {}; // undo no longer leads back to the state that needs no file
    }
    this._undo.push(changed.map(([key, after]) => [key, this._parts.get(key) ?? null, after]));
    this._redo = [];
    this._log("change", this._undo[this._undo.length - 1]);
    for (const [key, after] of changed) this._put(key, after);
  }

  /**
   * @param {number | string} key
   * @param {any} part
   */
  _put(key, part) {
    if (part === null) this._parts.delete(key);
    else this._parts.set(key, part);
  }
}
