// What follows from a case. The runtime computes every number, in a new session after each change.

import { Agreement } from "./agreement.mjs";
import { PAID, TELLING } from "./case.mjs";
import { isOutside, valueTexts } from "./describe.mjs";
import { graphCost } from "./graph.mjs";
import { Session } from "./session.mjs";

/** @typedef {import("./case.mjs").Case} Case */
/** @typedef {import("./case.mjs").Finding} Finding */
/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./model.mjs").Model} Model */

const SURE = 0.9; // level of intervals
const UNLIKELY_NATS = Math.log(100); // answers fit together so badly in at most 1 case of 100, if the model is right

/**
 * @typedef {object} Step One answer in the course of the case.
 * @property {number} feature
 * @property {Float32Array} before
 * @property {Float32Array} after
 * @property {number} cost so far
 */

/**
 * @typedef {object} Open An open feature, and what its answer is expected to save if the case is decided after it.
 * @property {number} feature
 * @property {number} cost
 * @property {import("./session.mjs").Worth} worth
 * @property {number} net saving less cost
 */

/**
 * @typedef {object} Possible An answer that a question may get.
 * @property {string} text
 * @property {number} probability
 * @property {number[]} posterior then
 * @property {boolean} changes whether another class would be decided
 */

/** @type {WeakMap<Model, Agreement | null>} */
const agreements = new WeakMap();

/** What the model says about a case. Figures are computed when first asked for, and kept. */
export class Consequences {
  /**
   * @param {Model} model
   * @param {Described[]} features
   * @param {Case} case_ as it is now
   */
  constructor(model, features, case_) {
    this.model = model;
    this.features = features;
    this.findings = case_.findings();
    this._known = new Set(this.findings.map(([k]) => k));
    this.prior = case_.prior;
    this.budget = case_.budget ?? model.budget;
    this.session = new Session(model, { prior: this.prior, budget: this.budget });
    this.start = this.session.posterior;
    /** @type {Step[]} */
    this.steps = [];
    let before = this.start;
    for (const [k, finding] of this.findings) {
      this._tell(this.session, k, finding);
      const after = this.session.posterior;
      this.steps.push({ feature: k, before, after, cost: this.session.cost });
      before = after;
    }
    this.posterior = before;
    /** @type {Map<string, any>} */
    this._kept = new Map();
  }

  /** Free the memory of its sessions. */
  free() {
    this.session.free();
    this._kept.get("adviser")?.free();
  }

  /**
   * Pass a finding to a session. Paused: its cost was spent, its value does not count.
   * @param {Session} session
   * @param {number} k
   * @param {Finding} finding
   */
  _tell(session, k, finding) {
    const { choices } = this.features[k];
    if (!TELLING.includes(finding.state) || finding.paused) {
      session.missing(k, { paid: PAID.includes(finding.state) && !finding.known });
    } else if (finding.likelihoods !== null) session.answerLikelihoods(k, finding.likelihoods);
    else if (finding.known) session.know(k, this._inModel(k, finding));
    else if (choices !== null) session.answerBin(k, choices.indexOf(String(finding.value)));
    else session.answer(k, /** @type {number} */ (finding.value));
  }

  /**
   * A value as the model takes it: the text of a category, or its number where the choices are numbers as shown.
   * @param {number} k
   * @param {Finding} finding
   */
  _inModel(k, finding) {
    const { choices } = this.features[k];
    if (choices === null || this.model.meta.features[k].labels !== undefined) return finding.value ?? NaN;
    return this.model.values(k)[choices.indexOf(String(finding.value))];
  }

  /**
   * Compute a figure once.
   * @template T
   * @param {string} name
   * @param {() => T} compute
   * @returns {T}
   */
  _once(name, compute) {
    if (!this._kept.has(name)) this._kept.set(name, compute());
    return this._kept.get(name);
  }

  /** Findings that move the posterior. */
  get counted() {
    return this.findings.filter(([, found]) => TELLING.includes(found.state) && !found.paused);
  }

  /** Posterior before the last answer; the prior if there is none. */
  get beforeLast() {
    return this.steps.at(-1)?.before ?? this.start;
  }

  /** The feature to ask: mandatory ones first, then what the policy asks; null to stop. */
  get next() {
    return this._once("next", () => {
      const mandatory = this.features.filter((feature) => feature.mandatory);
      return this._ranked(mandatory)[0]?.feature ?? this.policyNext;
    });
  }

  /** The policy's next feature; null if it stops or the model has no policy. */
  get policyNext() {
    return this._once("policyNext", () => (this.hasPolicy ? this.askingSession.next() : null));
  }

  /** Whether the model can say what to ask next. */
  get hasPolicy() {
    return this.model.policy !== null;
  }

  /** Whether no question was answered before one that the ordered policy asks earlier. */
  get inTurn() {
    return this._once("inTurn", () => {
      const last = Math.max(0, ...this.counted.map(([k]) => Math.min(k, this.model.nStages)));
      return Array.from({ length: last }, (_, j) => j).every((j) => this._known.has(j));
    });
  }

  /** The case in a session of the adaptive policy, which depends on the answers and not on their order. */
  get adviser() {
    return this._once("adviser", () => {
      const session = new Session(this.model.adaptive, { prior: this.prior, budget: this.budget });
      for (const [k, finding] of this.findings) this._tell(session, k, finding);
      return session;
    });
  }

  /** Whether the policy's questions come in an order that is the same for every case. */
  get isOrdered() {
    return this.inTurn && this.model.nStages > 0;
  }

  /** The session whose policy asks: the adaptive one after answers out of an ordered policy's order. */
  get askingSession() {
    return this.inTurn || this.model.nStages === 0 ? this.session : this.adviser;
  }

  /** The session that says what going on costs: an ordered policy's while it is in turn. */
  get _pricing() {
    return this.isOrdered ? this.session : this.adviser;
  }

  /** Expected misclassification cost of deciding now. */
  get stopping() {
    return this._once("stopping", () => this.session.costOfStopping);
  }

  /**
   * Expected further cost of going on with the policy's next question; null if there is none.
   *
   * Where the policy stops, with the question that costs least then: its next one, or any that is open. Of a test with
   * several values a bound may look at one at a time; it is then what all of them leave.
   */
  get continuing() {
    return this._once("continuing", () => {
      if (!this.hasPolicy) return null;
      if (this.policyNext !== null) {
        if (!this.model.hasGraph) return this._askingNext(this.policyNext);
        const isModels = this.prior === null;
        return isModels
          ? this.session.costOfContinuing(this.policyNext)
          : Math.fround(graphCost(this.session, Array.from(this.start)));
      }
      const planned = this._pricing === this.session ? this.session.costOfContinuing() : Infinity;
      if (planned === null || this.nOpen === 0) return null;
      return Math.min(planned, ...this.open.map((row) => this.stopping - row.net));
    });
  }

  /**
   * What going on costs by a policy that asks and is no graph.
   * @param {number} feature
   */
  _askingNext(feature) {
    const cost = this._pricing.costOfContinuing(feature);
    const whole = this.isBound ? this.jointWorth(feature) : null;
    if (cost === null || whole === null) return cost;
    return Math.min(cost, this.stopping - whole.saving + this.session.featureCost(feature));
  }

  /**
   * Whether the budget does not pay for an open feature; it may be answered all the same.
   * @param {Open} row
   */
  isOverBudget(row) {
    return Math.fround(this.session.cost + row.cost) > Math.fround(this.budget);
  }

  /** What the policy would ask next if the budget paid for it; null if it asks, or stops in any case. */
  get wanted() {
    return this._once("wanted", () => {
      if (!this.hasPolicy || this.policyNext !== null || this.budget === Infinity) return null;
      const asking = this.askingSession;
      asking.setBudget(Infinity);
      const wanted = asking.next();
      asking.setBudget(this.budget);
      return wanted;
    });
  }

  /** Expected further cost, mistakes included, if the advice is followed. */
  get stillToCome() {
    return this.policyNext === null || this.continuing === null ? this.stopping : this.continuing;
  }

  /** Whether `stillToCome` is only an upper bound, as with adaptive policies. */
  get isBound() {
    return this.policyNext !== null && !this.model.hasGraph && this._pricing !== this.session;
  }

  /** For each class the probability from which on it is decided, if the others keep their ratios, or null. */
  get thresholds() {
    return this._once("thresholds", () => this.session.decisionThresholds());
  }

  /** The probability from which on the second of two classes is decided; null if there is none. */
  get threshold() {
    return this.model.nClasses === 2 ? this.thresholds[1] : null;
  }

  /** Intervals of the posterior at the level `SURE`; null if the model does not say how many rows it has seen. */
  get interval() {
    return this._once("interval", () => (this.model._nRows === null ? null : this.session.interval(SURE)));
  }

  /** Expected misclassification cost of deciding now for each class; the smallest is `stopping`. */
  get costsOfDeciding() {
    const mistakes = this.model.misclassification;
    return mistakes.map((_, j) => this.posterior.reduce((sum, p, c) => sum + p * mistakes[c][j], 0));
  }

  /**
   * Expected misclassification cost of deciding now for a class; of the best one it is `stopping`.
   * @param {string} label
   */
  costOfDeciding(label) {
    return label === this.decision ? this.stopping : this.costsOfDeciding[this.model.classes.indexOf(label)];
  }

  /** The class with the smallest expected misclassification cost. */
  get decision() {
    return this._once("decision", () => this.session.decide());
  }

  /**
   * Open features: mandatory ones, then free ones, then by net saving.
   * @returns {Open[]}
   */
  get open() {
    return this._once("open", () => this._ranked(this.features));
  }

  /** The number of open features, found without computing what they are worth. */
  get nOpen() {
    return this.features.length - this._known.size;
  }

  /**
   * @param {Described[]} features
   * @returns {Open[]} those that are open
   */
  _ranked(features) {
    const rank = (/** @type {Open} */ row) => [
      this.features[row.feature].mandatory ? 0 : 1,
      row.cost > 0 ? 1 : 0,
      -row.net,
      row.feature,
    ];
    const rows = features.flatMap(({ index }) => this.row(index) ?? []);
    return rows.sort((a, b) => compare(rank(a), rank(b)));
  }

  /**
   * An open feature with what it is worth; null if it is answered.
   * @param {number} k
   * @returns {Open | null}
   */
  row(k) {
    if (this._known.has(k)) return null;
    return this._once(`row ${k}`, () => {
      const [cost, worth] = [this.session.featureCost(k), this.session.worth(k)];
      return { feature: k, cost, worth, net: worth.saving - cost };
    });
  }

  /**
   * The open features that one test shows with an open one; empty if it is open alone.
   * @param {number} feature
   * @returns {number[]}
   */
  together(feature) {
    return this._once(`together ${feature}`, () => {
      const { panel } = this.features[feature];
      const shown = this.features.filter((each) => each.panel === panel && !this._known.has(each.index));
      const isOne = panel !== "" && shown.length > 1 && !this._known.has(feature);
      return isOne ? shown.map(({ index }) => index) : [];
    });
  }

  /**
   * What the values of one test are worth together; null if it shows one.
   * @param {number} feature
   */
  jointWorth(feature) {
    const together = this.together(feature);
    if (together.length === 0) return null;
    return this._once(`joint ${together}`, () => this.session.jointWorth(together));
  }

  /**
   * What a question is called: its panel while others of it are open, or else its own name.
   * @param {number} feature
   */
  testName(feature) {
    const { name, panel } = this.features[feature];
    return this.together(feature).length > 0 ? panel : name;
  }

  /**
   * The answers that a question may get, in the order of its values; none if it is answered.
   * @param {number} feature
   * @returns {Possible[]}
   */
  possible(feature) {
    const row = this.row(feature);
    if (row === null) return [];
    const { probability, posterior, change } = row.worth;
    const texts = valueTexts(this.model, this.features[feature]);
    const mistakes = this.model.misclassification;
    const now = this.model.classes.indexOf(this.decision);
    return texts.flatMap((text, v) => {
      if (!(probability[v] > 0)) return [];
      const costs = mistakes.map((_, j) => posterior[v].reduce((sum, p, c) => sum + p * mistakes[c][j], 0));
      const changes = change > 0 && Math.min(...costs) < costs[now] - 1e-9;
      return [{ text, probability: probability[v], posterior: posterior[v], changes }];
    });
  }

  /** Index of the most probable class; the lower one on a tie. */
  get leading() {
    return this.posterior.indexOf(Math.max(...this.posterior));
  }

  /**
   * What each counted answer does to the probability of a class, in the order of the case.
   * @param {number} target
   * @returns {import("./session.mjs").Influence[]}
   */
  influences(target) {
    return this._once(`influences ${target}`, () => {
      const found = new Map(this.session.influences(target).map((each) => [each.feature, each]));
      return this.counted.flatMap(([k]) => found.get(k) ?? []);
    });
  }

  /** Whether the answers have probability 0 under the model. */
  get contradiction() {
    return this._once("contradiction", () => this.session.conflict);
  }

  /** How much less probable the answers are together than one by one: ln of prod P(answer) / P(all). */
  get surprise() {
    return this._once("surprise", () => {
      if (this.counted.length === 0) return 0;
      const together = new Session(this.model, { prior: this.prior });
      const single = new Session(this.model, { prior: this.prior });
      let alone = 0;
      for (const [k, finding] of this.counted) {
        this._tell(single, k, finding);
        this._tell(together, k, finding);
        alone += single.logEvidence;
        single.retract(k);
      }
      const surprise = alone - together.logEvidence;
      together.free();
      single.free();
      return surprise;
    });
  }

  /** The number that fits the others worst, if they do not fit together; else null. */
  get doubtful() {
    return this._once("doubtful", () => {
      if (!agreements.has(this.model)) agreements.set(this.model, Agreement.of(this.model));
      const numbers = this.counted.filter(([, found]) => typeof found.value === "number");
      const values = new Map(numbers.map(([k, found]) => [k, /** @type {number} */ (found.value)]));
      return agreements.get(this.model)?.doubtful(values) ?? null;
    });
  }

  /** Whether the answers hardly fit together under the model. */
  get isImprobable() {
    return this.surprise > UNLIKELY_NATS;
  }

  /** Counted numbers outside the range of the training data. */
  get outsideTraining() {
    return this.counted
      .filter(([k, found]) => typeof found.value === "number" && isOutside(this.features[k], found.value))
      .map(([k]) => k);
  }

  get _threshold() {
    const { guarantee } = this.model.meta;
    return guarantee === undefined || guarantee === null ? 0 : (guarantee.threshold ?? Infinity);
  }

  /** Whether the model's guarantee does not cover a decision now: the case is for a person to decide. */
  get deferred() {
    return Math.max(...this.posterior) < this._threshold;
  }

  /** Whether the model has a guarantee that another prior or budget takes away. */
  get guaranteeIsVoid() {
    return this._threshold > 0 && (this.prior !== null || this.budget !== this.model.budget);
  }
}

/**
 * Compare lists of numbers from their beginnings on.
 * @param {number[]} a
 * @param {number[]} b
 */
function compare(a, b) {
  const at = a.findIndex((each, i) => each !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}
