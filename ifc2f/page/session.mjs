// Sessions over the C runtime: the same bits as in Python.

import { ERR_ARGUMENT, ERR_FEATURE, Ifc2fError, STOP } from "./core.mjs";

/** @typedef {import("./model.mjs").Model} Model */

const ERR_VALUE = -10;
const ERR_PRIOR = -11;
const ERR_POLICY = -13;
const STATE_NAMES = new Map([
  [-20, "open"],
  [-21, "missing"],
  [-22, "missing, paid"],
  [-23, "uncertain"],
]);

/**
 * @typedef {object} Influence What one answer does to the probability of a class, all other answers as they are.
 * @property {number} feature
 * @property {number} logFactor by which the answer multiplies the odds of the class, as a natural logarithm
 * @property {number} without probability of the class without the answer
 */

/**
 * @typedef {object} Worth What an answer to a feature is worth by itself.
 * @property {number} feature
 * @property {number} change probability of an answer after which another class would be decided
 * @property {number} saving by how much the expected cost of a mistake falls; the cost of the answer is not counted
 * @property {number[]} probability of each of its values
 * @property {number[][]} posterior P(class | answers, value); NaN for a value that is not possible
 */

/**
 * @typedef {object} JointWorth What answers to several features are worth together, such as to all of a panel.
 * @property {number} change probability of the answers after which another class would be decided
 * @property {number} saving by how much the expected cost of a mistake falls; the costs of the answers are not counted
 * @property {number} missed 0 where all sets of answers were followed; else both are lower bounds, the saving by at most this
 */

/** Ask, answer, decide: a session of the C runtime. Features are given by index or name. */
export class Session {
  /**
   * @param {Model} model
   * @param {{prior?: ArrayLike<number> | null, budget?: number | null}} [options] in place of the model's
   */
  constructor(model, options = {}) {
    this.model = model;
    this._core = model._core;
    this._at = model._slots.take(this);
    const { view, bytes } = model._slots;
    this._core.check(this._core.c.ifc2f_begin(this._at, model._at, this._at + view, bytes));
    this._hasModelsPrior = true;
    if (options.prior !== undefined && options.prior !== null) this.setPrior(options.prior);
    if (options.budget !== undefined && options.budget !== null) this.setBudget(options.budget);
  }

  /** Give the session's memory back at once. It may not be used any more. */
  free() {
    if (this._at !== 0) this.model._slots.release(this, this._at);
    this._at = 0;
  }

  /** Return a session with the same answers, prior and budget. */
  copy() {
    const { view, bytes } = this.model._slots;
    const twin = new Session(this.model);
    this._core.bytes(twin._at + view, bytes).set(this._core.bytes(this._here + view, bytes));
    this._core.check(this._core.c.ifc2f_resume(twin._at, this.model._at, twin._at + view, bytes));
    twin._hasModelsPrior = this._hasModelsPrior;
    return twin;
  }

  get _here() {
    if (this._at === 0) throw new Ifc2fError("the session was released by free()");
    return this._at;
  }

  /**
   * Replace the class prior; answers are kept.
   * @param {ArrayLike<number>} prior
   */
  setPrior(prior) {
    const n = this.model.nClasses;
    if (prior?.length !== n) throw new Ifc2fError(`the prior must be ${n} numbers, one per class`, ERR_PRIOR);
    this._core.floats(this.model._scratch, n).set(prior);
    this._core.check(this._core.c.ifc2f_set_prior(this._here, this.model._scratch));
    this._hasModelsPrior = this.model.prior.every((p, i) => p === Math.fround(prior[i]));
  }

  /**
   * Set the largest cost that the policy may spend.
   * @param {number} budget
   */
  setBudget(budget) {
    if (typeof budget !== "number" || !(budget >= 0)) {
      throw new Ifc2fError(`the budget is a number of 0 or more, not ${budget}`, ERR_ARGUMENT);
    }
    this._core.check(this._core.c.ifc2f_set_budget(this._here, budget));
  }

  /** Forget all answers; prior and budget stay. */
  restart() {
    this._core.check(this._core.c.ifc2f_restart(this._here));
  }

  /**
   * The index of the feature to acquire next, or null to stop.
   * @returns {number | null}
   */
  next() {
    const feature = this._core.c.ifc2f_next(this._here);
    return feature === STOP ? null : this._core.check(feature);
  }

  /**
   * Answer a feature, or replace its answer: by a number in its units, or the text of a category.
   * @param {number | string} feature
   * @param {number | string} value
   */
  answer(feature, value) {
    const k = this.model.featureIndex(feature);
    const bin = this._category(k, value);
    if (bin === null) this._took(k, this._core.c.ifc2f_answer(this._here, k, value));
    else this.answerBin(k, bin);
  }

  /**
   * The place of a category that is given by its text; null for a number.
   * @param {number} k
   * @param {number | string} value
   */
  _category(k, value) {
    const { labels } = this.model.meta.features[k];
    if (typeof value !== "string" && typeof value !== "number") {
      throw new Ifc2fError(`“${this._name(k)}”: an answer is a number or a text, not ${value}`, ERR_VALUE);
    }
    if (typeof value === "number" && labels === undefined) return null;
    const bin = labels?.indexOf(String(value)) ?? -1;
    if (bin < 0) {
      throw new Ifc2fError(`“${String(value).slice(0, 40)}” is not a category of “${this._name(k)}”`, ERR_VALUE);
    }
    return bin;
  }

  /**
   * Answer a feature with the index of a bin or category.
   * @param {number | string} feature
   * @param {number} bin
   */
  answerBin(feature, bin) {
    const k = this.model.featureIndex(feature);
    const isBin = Number.isInteger(bin) && bin >= 0 && bin < this.model.nValues(k); // WebAssembly takes 1.5 for 1
    this._took(k, isBin ? this._core.c.ifc2f_answer_bin(this._here, k, bin) : ERR_VALUE);
  }

  /**
   * Take a value, as `answer` does, that is known without an acquisition: it counts like an answer and costs nothing.
   * @param {number | string} feature
   * @param {number | string} value
   */
  know(feature, value) {
    const k = this.model.featureIndex(feature);
    const bin = this._category(k, value);
    this._took(k, this._core.c.ifc2f_know(this._here, k, bin === null ? value : this.model.values(k)[bin]));
  }

  /**
   * Say that a feature's value is not to be had; with `paid` its cost counts all the same.
   * @param {number | string} feature
   * @param {{paid?: boolean}} [options]
   */
  missing(feature, options = {}) {
    this._core.check(
      this._core.c.ifc2f_missing(this._here, this.model.featureIndex(feature), options.paid === true ? 1 : 0),
    );
  }

  /**
   * Take back an answer; the feature is open again and its cost no longer counted.
   * @param {number | string} feature
   */
  retract(feature) {
    this._core.check(this._core.c.ifc2f_retract(this._here, this.model.featureIndex(feature)));
  }

  /**
   * Answer a feature uncertainly: for each bin or category how probable what was seen is, if that is the value.
   * @param {number | string} feature
   * @param {ArrayLike<number>} likelihoods only their ratios count
   */
  answerLikelihoods(feature, likelihoods) {
    const k = this.model.featureIndex(feature);
    const n = this.model.nValues(k);
    const largest = Math.max(...Array.from(likelihoods));
    if (likelihoods.length !== n || !(largest > 0)) {
      throw new Ifc2fError(`“${this._name(k)}” needs ${n} likelihoods of 0 or more, not all 0`, ERR_VALUE);
    }
    const shares = Array.from(likelihoods, (each) => each / largest);
    this._core.floats(this.model._scratch, n).set(shares);
    this._took(k, this._core.c.ifc2f_answer_likelihoods(this._here, k, this.model._scratch));
  }

  /**
   * What was answered about a feature as likelihoods of its values, the largest 1. All are 1 without an answer.
   * @param {number | string} feature
   */
  likelihoods(feature) {
    const k = this.model.featureIndex(feature);
    const n = this.model.nValues(k);
    const state = this.state(k);
    if (state !== "uncertain")
      return Float32Array.from({ length: n }, (_, v) => Number(typeof state === "string" || v === state));
    this._core.check(this._core.c.ifc2f_read_likelihoods(this._here, k, this.model._scratch));
    return this._core.floats(this.model._scratch, n).slice();
  }

  /**
   * What an answer to a feature is worth by itself, whatever the policy asks after it.
   * @param {number | string} feature
   * @returns {Worth}
   */
  worth(feature) {
    const k = this.model.featureIndex(feature);
    const [n, nValues] = [this.model.nClasses, this.model.nValues(k)];
    const joint = this.model._scratch;
    const told = joint + 4 * n * nValues;
    this._core.check(this._core.c.ifc2f_worth(this._here, k, joint, told, told + 4));
    const [saving, change] = this._core.floats(told, 2);
    const rows = Array.from({ length: nValues }, (_, v) => Array.from(this._core.floats(joint + 4 * v * n, n)));
    const probability = rows.map(sum);
    const posterior = rows.map((row, v) => row.map((p) => p / probability[v]));
    return { feature: k, change, saving, probability, posterior };
  }

  /**
   * What answers to several features are worth together, such as to those of a panel.
   * @param {(number | string)[]} features each once
   * @returns {JointWorth}
   */
  jointWorth(features) {
    const { _core: core, model } = this;
    const n = features.length;
    const indices = features.map((feature) => model.featureIndex(feature));
    const bytes = core.c.ifc2f_joint_worth_bytes(model._at, n) >>> 0;
    const { at, told, listed } = model._roomForWorth(bytes, n);
    core.halves(listed, n).set(indices);
    core.check(core.c.ifc2f_joint_worth(this._here, listed, n, at, bytes, told));
    const [saving, change, missed] = core.floats(told, 3);
    return { change, saving, missed };
  }

  /** The class with the smallest expected misclassification cost. */
  decide() {
    return this.model.classes[this._core.check(this._core.c.ifc2f_decide(this._here))];
  }

  /** P(class | answers). */
  get posterior() {
    this._core.check(this._core.c.ifc2f_posterior(this._here, this.model._scratch));
    return this._core.floats(this.model._scratch, this.model.nClasses).slice();
  }

  /**
   * An interval for each class's probability, lower and upper end: what the training rows leave open of the tables.
   * @param {number} [level] share of cases whose probability, had there been rows without end, lies in it
   * @returns {[number, number][]}
   */
  interval(level = 0.9) {
    const { model, _core: core } = this;
    if (!(level > 0 && level < 1)) throw new Ifc2fError(`level must be between 0 and 1, not ${level}`, ERR_ARGUMENT);
    if (model._nRows === null) {
      throw new Ifc2fError("no interval: the model does not say how many rows it was trained on", ERR_ARGUMENT);
    }
    const trained = model._doubles;
    const [ends, n] = [trained + 32, model.nClasses];
    core.doubles(trained, 3).set([model._nRows, model._power, level]);
    new Int32Array(core.memory.buffer, trained + 24, 1)[0] = Number(this._hasModelsPrior);
    core.check(core.c.ifc2f_interval(this._here, trained, ends, ends + 16 * n));
    return Array.from({ length: n }, (_, i) => {
      const [low, high] = core.doubles(ends + 16 * i, 2);
      return [low, high];
    });
  }

  /**
   * For each class from which probability on it is decided, if the others keep their ratios; null for one that is decided at
   * no probability below 1, or at all of them. Of two classes there are no ratios to keep: the thresholds stay.
   * @returns {(number | null)[]}
   */
  decisionThresholds() {
    const [at, n] = [this.model._doubles, this.model.nClasses];
    this._core.check(this._core.c.ifc2f_decision_thresholds(this._here, at));
    return Array.from(this._core.doubles(at, n), (each) => (Number.isNaN(each) ? null : each));
  }

  /** Whether the answers have probability 0 under the model; the posterior is then the prior. */
  get conflict() {
    return this._core.check(this._core.c.ifc2f_posterior(this._here, this.model._scratch)) === 1;
  }

  /** Natural logarithm of the probability of all answers; -Infinity if they contradict each other. */
  get logEvidence() {
    const at = this.model._scratch;
    this._core.check(this._core.c.ifc2f_evidence(this._here, at, at + 4));
    const view = new DataView(this._core.memory.buffer);
    return Math.log(view.getFloat32(at, true)) + 32 * view.getInt32(at + 4, true) * Math.log(2);
  }

  /**
   * P(feature = value, class | answers), a row for each value.
   * @param {number | string} feature
   */
  featurePosterior(feature) {
    const k = this.model.featureIndex(feature);
    const n = this.model.nClasses;
    this._core.check(this._core.c.ifc2f_feature_posterior(this._here, k, this.model._scratch));
    return Array.from({ length: this.model.nValues(k) }, (_, v) =>
      this._core.floats(this.model._scratch + 4 * v * n, n).slice(),
    );
  }

  /** Cost of the features acquired. */
  get cost() {
    return this._core.c.ifc2f_cost(this._here);
  }

  /** Indices of the features acquired, in the order of their acquisition. */
  get acquired() {
    const n = this._core.c.ifc2f_n_acquired(this._here);
    return Array.from({ length: n }, (_, i) => /** @type {number} */ (this._core.c.ifc2f_acquired(this._here, i)));
  }

  /**
   * A feature's bin, or "open", "missing", "missing, paid" or "uncertain".
   * @param {number | string} feature
   * @returns {number | string}
   */
  state(feature) {
    const state = this._core.c.ifc2f_state(this._here, this.model.featureIndex(feature));
    return STATE_NAMES.get(state) ?? state;
  }

  /**
   * What acquiring a feature would cost now; 0 for one that was acquired.
   * @param {number | string} feature
   */
  featureCost(feature) {
    return this._core.c.ifc2f_feature_cost(this._here, this.model.featureIndex(feature));
  }

  /** Expected misclassification cost of deciding now. */
  get costOfStopping() {
    return this._core.c.ifc2f_cost_of_stopping(this._here);
  }

  /**
   * Expected further cost, with mistakes, of acquiring a feature and then going on; null where the policy does not tell.
   * @param {number | string} [feature] default: the next feature of the policy's order
   * @returns {number | null}
   */
  costOfContinuing(feature) {
    const k = feature === undefined ? this._nextInOrder() : this.model.featureIndex(feature);
    if (k === null) return null;
    const status = this._core.c.ifc2f_cost_of_continuing(this._here, k, this.model._scratch);
    if (status === ERR_POLICY || status === ERR_FEATURE) return null;
    this._core.check(status);
    return this._core.floats(this.model._scratch, 1)[0];
  }

  _nextInOrder() {
    const next = this.model.policy === "ordered" ? null : this.next();
    if (next !== null) return next;
    for (let k = 0; k < this.model.nStages; ++k) if (this.state(k) === "open") return k;
    return null;
  }

  /**
   * What each answer does to the probability of a class, one answer left out at a time.
   * @param {number} target index of the class
   * @returns {Influence[]} in the order of acquisition, values that were known without one last
   */
  influences(target) {
    const isClass = Number.isInteger(target) && target >= 0 && target < this.model.nClasses;
    if (!isClass) throw new Ifc2fError(`there is no class ${target}`, ERR_ARGUMENT);
    const now = this.posterior[target];
    const without = this.copy();
    const sides = this._certainAndRuledOut(target).map((prior) => {
      const side = this.copy();
      side.setPrior(prior);
      return side;
    });
    const ratio = () => difference(sides[0].logEvidence, sides[1].logEvidence);
    const total = ratio();
    const found = [];
    for (const k of this._told()) {
      const answer = this.likelihoods(k);
      for (const session of [...sides, without]) session.retract(k);
      const logFactor = difference(total, ratio());
      const p = without.posterior[target];
      const isGraph = this.model.policy === "graph"; // whose posterior is its own while nothing is left out
      found.push({ feature: k, logFactor, without: isGraph ? withoutFactor(now, logFactor, p) : p });
      for (const session of [...sides, without]) session.answerLikelihoods(k, answer);
    }
    for (const session of [...sides, without]) session.free();
    return found;
  }

  /** The features that are answered, those that were known behind those acquired. */
  _told() {
    const { acquired } = this;
    const rest = Array.from({ length: this.model.nFeatures }, (_, k) => k).filter((k) => !acquired.includes(k));
    return [...acquired, ...rest].filter((k) => typeof this.state(k) === "number" || this.state(k) === "uncertain");
  }

  /**
   * Priors under which a class is certain, and under which it is ruled out.
   * @param {number} target
   */
  _certainAndRuledOut(target) {
    const start = this.copy();
    start.restart();
    const certain = Array.from(start.posterior, (_, i) => (i === target ? 1 : 0));
    let others = Array.from(start.posterior, (p, i) => (i === target ? 0 : p));
    start.free();
    if (sum(others) === 0) others = others.length > 1 ? certain.map((p) => 1 - p) : certain;
    const all = sum(others);
    return [certain, others.map((p) => p / all)];
  }

  /** @param {number} k */
  _name(k) {
    return this.model.featureNames[k].slice(0, 40);
  }

  /**
   * @param {number} k
   * @param {number} status
   */
  _took(k, status) {
    if (status < 0) throw new Ifc2fError(`“${this._name(k)}”: ${this._core.text(status)}`, status);
  }
}

/** @param {ArrayLike<number>} numbers */
function sum(numbers) {
  return Array.from(numbers).reduce((total, each) => total + each, 0);
}

/**
 * Subtract logarithms; of two that are infinite alike nothing is told.
 * @param {number} a
 * @param {number} b
 */
function difference(a, b) {
  return !Number.isFinite(a) && a === b ? 0 : a - b;
}

/**
 * A probability whose odds lack a factor; `otherwise` where these are 0 or infinite.
 * @param {number} p
 * @param {number} logFactor
 * @param {number} otherwise
 */
function withoutFactor(p, logFactor, otherwise) {
  if (!(p > 0 && p < 1) || !Number.isFinite(logFactor)) return otherwise;
  return 1 / (1 + Math.exp(Math.min(700, -(Math.log(p) - Math.log1p(-p) - logFactor))));
}
