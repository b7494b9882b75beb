// Deciding a case, in words: what decides it, and how it was closed.

import { className } from "./describe.mjs";
import { shortened } from "./numbers.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./case.mjs").Decision} Decision */
/** @typedef {import("./model.mjs").Model} Model */

/**
 * What decides, for buttons: the beginning of a long name is enough.
 * @param {string} name of a class
 */
export function decideText(name) {
  return tr("Decide: {name}", { name: shortened(name, 24) });
}

/**
 * How a case was closed.
 * @param {Model} model
 * @param {Decision} decision
 */
export function closedAs(model, { label, reason, advised }) {
  const texts = [tr("Closed as {name}.", { name: className(model, label) })];
  if (reason === "override") texts.push(tr("The advice was to go on; this is recorded."));
  if (reason === "deferred") texts.push(tr("The model’s guarantee left this case to a person; this is recorded."));
  if (!["", label].includes(advised)) {
    texts.push(tr("The model would have chosen {name}; this is recorded.", { name: className(model, advised) }));
  }
  return texts.join(" ");
}

/**
 * Why a case was closed, for its report.
 * @param {Decision} decision
 */
export function reasonToClose(decision) {
  const reasons = {
    advice: tr("as the model advised"),
    override: tr("by the user, against the advice to go on"),
    "other class": tr("by the user, overriding the model"),
    "no question left": tr("no question was left"),
    deferred: tr("by the user; the model’s guarantee left the case to a person"),
    "no advice": tr("by the user; the model gives no advice"),
  };
  return reasons[/** @type {keyof typeof reasons} */ (decision.reason)];
}

/**
 * What stands beside a decision: the model's where it was another one, and the reason given.
 * @param {Model} model
 * @param {Decision} decision
 * @returns {[string, string][]}
 */
export function decisionNotes(model, decision) {
  /** @type {[string, string][]} */
  const notes = [];
  if (!["", decision.label].includes(decision.advised)) {
    notes.push([tr("The model’s choice"), className(model, decision.advised)]);
  }
  if (decision.why !== "") notes.push([tr("Reason given"), decision.why]);
  return notes;
}
