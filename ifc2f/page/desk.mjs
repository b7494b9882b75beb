// The open case, and what follows from it: what the page reads, and what changes a case.

import { Case } from "./case.mjs";
import { describe } from "./describe.mjs";
import { Consequences } from "./evidence.mjs";
import { lookingAhead, mistakeCost } from "./outlook.mjs";
import { advise, costDecimals } from "./advice.mjs";

/** @typedef {import("./model.mjs").Model} Model */

/** A model, a case, and the question that is asked. `changed` is called after every change. */
export class Desk {
  /**
   * @param {Model} model
   * @param {() => void} changed
   */
  constructor(model, changed = () => {}) {
    this.model = model;
    this.features = describe(model);
    this.decimals = costDecimals(model);
    this.changed = changed;
    /** @type {number | null} the class that Why explains; null: the leading one */
    this.target = null;
    this.case = new Case();
    this.found = new Consequences(model, this.features, this.case);
    /** @type {Float32Array | null} */
    this._before = null;
    /** @type {number | null} a feature the user wants asked (or edited) before what the model suggests */
    this.chosen = null;
    this.goesOn = false; // the user wants another question although the advice is to stop
    /** @type {number | null} an open feature whose worth the user looks at, without asking it */
    this.regarded = null;
    this.regardedChanged = () => {};
    this.tellsCosts = false; // in place of mistakes in 100 cases, where these can be told
    /** @type {import("./outlook.mjs").Outlook | null} what lies ahead; null until it is worked out */
    this.outlook = null;
    this._steps = lookingAhead(this.found);
    this._take(this.case);
  }

  /**
   * Let a case know what its history tells of the model.
   * @param {Case} case_
   */
  _take(case_) {
    case_.moment = () => this._moment();
    case_.featureNames = this.model.featureNames;
  }

  /** What the model says to the case as it is, for its history. */
  _moment() {
    const { features, found, model } = this;
    const decide = found.hasPolicy ? { decide: found.decision } : {};
    const isPanel = found.next !== null && found.together(found.next).length > 0;
    const ask = found.next === null ? "" : isPanel ? features[found.next].panel : model.featureNames[found.next];
    const advised = found.next === null ? decide : { ask };
    return { advised, posterior: Object.fromEntries(model.classes.map((name, i) => [name, found.posterior[i]])) };
  }

  /**
   * Take another case of the same model.
   * @param {Case} case_
   */
  useCase(case_) {
    const found = new Consequences(this.model, this.features, case_);
    this.found.free();
    this.case = case_;
    this.found = found;
    this._take(case_);
    this._before = null;
    this._lookAhead();
    this._resetChoice();
    this.changed();
  }

  /** Tell everything anew, in the language of now. */
  retell() {
    const last = this.found;
    this.features = describe(this.model);
    this.found = new Consequences(this.model, this.features, this.case);
    this._lookAhead();
    last.free();
  }

  _resetChoice() {
    this.chosen = null;
    this.goesOn = false;
  }

  /** The posterior before an answer last changed; of a case just opened, before its last answer. */
  get before() {
    return this._before ?? this.found.beforeLast;
  }

  /** The feature that is asked now; null when the advice is to stop and nothing was chosen. */
  get asked() {
    if (this.chosen !== null) return this.chosen;
    if (this.case.decision !== null) return null;
    if (this.found.next === null && this.goesOn) return this.found.open[0]?.feature ?? null;
    return this.found.next;
  }

  /** The open features that the test which is asked shows; empty where it shows one. */
  get askedTogether() {
    return this.asked === null ? [] : this.found.together(this.asked);
  }

  /**
   * Of a class: from which probability on it is decided and, of two classes, between which asking pays, once that is known.
   * @param {number} target
   * @returns {import("./charts.mjs").Limits}
   */
  limitsOf(target) {
    const asking = this.outlook?.asking ?? null;
    const isFirst = asking !== null && target === 0;
    return { threshold: this.found.thresholds[target], asking: isFirst ? [1 - asking[1], 1 - asking[0]] : asking };
  }

  /** Those of the explained class where there are two; of more the ratios of the others change over the course. */
  get limits() {
    return this.model.nClasses === 2 ? this.limitsOf(this.explained) : { threshold: null, asking: null };
  }

  get advice() {
    return advise(this.found, this.decimals, this.outlook, !this.tellsCosts);
  }

  /**
   * Show what a feature is worth; null: that of the question asked.
   * @param {number | null} feature
   */
  regard(feature) {
    if (feature === this.regarded) return;
    this.regarded = feature;
    this.regardedChanged();
  }

  /** The open feature whose worth is shown. */
  get shown() {
    return this.regarded !== null && this.case.finding(this.regarded) === null ? this.regarded : this.asked;
  }

  /** Whether all mistakes cost the same, so that they can be counted in 100 cases. */
  get canTellCases() {
    return mistakeCost(this.model) !== null;
  }

  /**
   * Tell expected costs, or how many of 100 cases are decided wrongly.
   * @param {boolean} wanted
   */
  tellCosts(wanted) {
    this.tellsCosts = wanted;
    this.changed();
  }

  _lookAhead() {
    this.outlook = null;
    this.regarded = null;
    this._steps.return(); // of the case as it was
    this._steps = lookingAhead(this.found);
  }

  /**
   * Look ahead for a moment; without one to the end.
   * @param {number} [milliseconds]
   * @returns {boolean} whether there is more to look at
   */
  lookOn(milliseconds = Infinity) {
    const end = performance.now() + milliseconds;
    do {
      const step = this._steps.next();
      if (step.done === true) return false;
      this.outlook = step.value ?? this.outlook;
    } while (performance.now() < end);
    return true;
  }

  /** The class that Why explains. */
  get explained() {
    return this.target ?? this.found.leading;
  }

  /**
   * Explain another class; null: the leading one.
   * @param {number | null} target
   */
  explain(target) {
    this.target = target;
    this.changed();
  }

  /**
   * Ask (or edit) a feature next; null: what the model suggests.
   * @param {number | null} feature
   */
  ask(feature) {
    const isSuggested = this.case.decision === null && feature === this.found.next;
    this.chosen = isSuggested ? null : feature;
    this.goesOn = false;
    this.changed();
  }

  /**
   * Record an answer to a feature.
   * @param {number} feature
   * @param {string} state
   * @param {number | string | null} [value]
   * @param {number | null} [entered]
   * @param {string} [unit]
   * @throws {Error} if the model does not take the value; the case is then as before
   */
  answer(feature, state, value = null, entered = null, unit = "") {
    this._record((into) => into.record(feature, state, value, entered, unit));
  }

  /**
   * Record what is found of several open features as one change, such as what a panel showed.
   * @param {Map<number, import("./case.mjs").Given>} given
   * @throws {Error} if the model does not take one of them; the case is then as before
   */
  answerTogether(given) {
    this._record((into) => into.recordTogether(given));
  }

  /** @param {(into: Case) => void} record */
  _record(record) {
    const trial = this.case.copy();
    record(trial);
    new Consequences(this.model, this.features, trial).free();
    this._change(() => {
      record(this.case);
      this._resetChoice();
    });
  }

  /** @param {number} feature */
  retract(feature) {
    this._change(() => this.case.retract(feature));
  }

  /**
   * @param {number} feature
   * @param {boolean} paused
   */
  pause(feature, paused) {
    this._change(() => this.case.pause(feature, paused));
  }

  /** @param {number[] | null} prior */
  setPrior(prior) {
    this._change(() => this.case.setPrior(prior));
  }

  /** @param {number | null} budget */
  setBudget(budget) {
    this._change(() => this.case.setBudget(budget));
  }

  /** @param {string} name */
  setName(name) {
    this._change(() => this.case.setName(name));
  }

  undo() {
    this._change(() => {
      this.case.undo();
      this._resetChoice();
    });
  }

  redo() {
    this._change(() => {
      this.case.redo();
      this._resetChoice();
    });
  }

  /** Whether going on would change anything: it does not where the question to go on with is asked. */
  get canGoOn() {
    const isAsked = this.asked !== null && this.chosen === null;
    return this.case.decision !== null || (this.found.nOpen > 0 && !isAsked);
  }

  /** Whether going on now is an override: the advice is to stop, and there is something to ask. */
  get goesAgainstAdvice() {
    return this.case.decision === null && this.advice.stop && this.found.nOpen > 0;
  }

  /**
   * Ask another question although the advice is to stop (an override), or take a decision back.
   * @param {string} why the user's reason, where one was asked for
   */
  goOn(why = "") {
    this._change(() => {
      const { found, advice } = this;
      if (this.case.decision !== null) this.case.reopen();
      if (advice.stop && found.nOpen > 0) {
        this.case.override("continued", found.stopping, found.continuing, why);
      }
      this._resetChoice();
      this.goesOn = true;
    });
  }

  /** Whether the advice is to go on, or to leave the case to a person. */
  get decidesAgainstAdvice() {
    return this.found.hasPolicy && (!this.advice.stop || this.found.deferred);
  }

  /**
   * Close the case with a class, by default that of the lowest expected cost.
   * @param {string} why the user's reason, where one was asked for
   * @param {string} label
   */
  decide(why = "", label = this.found.decision) {
    if (this.case.decision !== null) return;
    this._change(() => {
      const { found } = this;
      const [reason, advised] = [this._reasonToClose(label), found.decision];
      if (reason !== "override") this.case.decide(label, reason, why, advised);
      else this.case.decideAgainstAdvice(label, why, advised, found.costOfDeciding(label), found.continuing);
      this._resetChoice();
    });
  }

  /**
   * Which of `REASONS` closing the case with a class has now; a decision's `advised` tells another one.
   * @param {string} label
   */
  _reasonToClose(label) {
    const { found } = this;
    if (!found.hasPolicy) return "no advice";
    if (!this.advice.stop) return "override";
    if (found.deferred) return "deferred";
    if (label !== found.decision) return "other class";
    return found.nOpen > 0 ? "advice" : "no question left";
  }

  /** @param {() => void} change */
  _change(change) {
    change();
    const last = this.found;
    this.found = new Consequences(this.model, this.features, this.case);
    if (JSON.stringify(last.findings) !== JSON.stringify(this.found.findings)) this._before = last.posterior;
    this._lookAhead();
    last.free();
    this.changed();
  }
}
