// Stop or go on: sentences with their numbers, which are the window's.

import { className, classNames, costUnit } from "./describe.mjs";
import { isObject } from "./meta.mjs";
import { fixed, roundedToEven, withUnit } from "./numbers.mjs";
import { mistakeCost } from "./outlook.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./evidence.mjs").Consequences} Consequences */
/** @typedef {import("./model.mjs").Model} Model */

/**
 * @typedef {object} Advice
 * @property {string} text
 * @property {boolean} stop whether it says to stop
 * @property {boolean} isSafe whether deciding then needs no second look
 */

/**
 * The decimals that show the model's smallest cost with two digits; at least two.
 * @param {Model} model
 */
export function costDecimals(model) {
  const costs = [...model.testCosts, ...model.misclassification.flat()].filter((cost) => cost > 0);
  const smallest = costs.length === 0 ? 1 : Math.min(...costs);
  return Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(smallest * 1.0001))));
}

/**
 * What following the advice is expected to cost from here on, mistakes included. Of an adaptive policy a bound is known at
 * once; the outlook follows it through the most probable courses.
 * @param {Consequences} found
 * @param {number} decimals
 * @param {import("./outlook.mjs").Outlook | null} outlook
 */
export function furtherCost(found, decimals, outlook) {
  const shown = (/** @type {number} */ cost) => costText(found.model, cost, decimals);
  if (!found.isBound) return shown(found.stillToCome);
  const cost = costAhead(found, outlook);
  if (cost === null) return tr("at most {cost}", { cost: shown(found.stillToCome) });
  return tr("about {cost}", { cost: shown(cost) });
}

/**
 * The further cost that the outlook tells, null where it tells no more than the bound does.
 * @param {Consequences} found
 * @param {import("./outlook.mjs").Outlook | null} outlook
 */
export function costAhead(found, outlook) {
  const cost = outlook === null ? Infinity : outlook.mistakes + outlook.spent;
  return cost < found.stillToCome ? cost : null;
}

/**
 * A cost in the model's unit, if it names one.
 * @param {Model} model
 * @param {number} cost
 * @param {number} [decimals]
 */
export function costText(model, cost, decimals = costDecimals(model)) {
  return withUnit(fixed(cost, decimals), costUnit(model));
}

/**
 * The head of a column of costs, with their unit.
 * @param {Model} model
 * @param {string} head
 */
export function costHead(model, head) {
  const unit = costUnit(model);
  return unit ? tr("{what}, in {unit}", { what: head, unit }) : head;
}

/**
 * What the model's costs are measured in, and by: what mistakes cost.
 * @param {Model} model
 */
export function unitOfCosts(model) {
  return `${costUnit(model) || tr("not stated")}; ${ofMistakes(model)}`;
}

/** @param {Model} model */
function ofMistakes(model) {
  const mistakes = model.misclassification.flatMap((row, i) => row.filter((_, j) => j !== i));
  if (!mistakes.some((cost) => cost > 0)) return tr("mistakes cost nothing");
  const [low, high] = [Math.min(...mistakes), Math.max(...mistakes)].map((cost) => fixed(cost, costDecimals(model)));
  return low === high
    ? tr("a mistake costs {cost}", { cost: low })
    : tr("mistakes cost {low} to {high}", { low, high });
}

/**
 * Why the model asks its question, where the list of open questions does not show it.
 * @param {Consequences} found
 * @param {number} decimals
 */
export function whyAsked(found, decimals) {
  const asked = found.policyNext === null ? null : found.row(found.policyNext);
  if (asked === null || found.next !== found.policyNext) return "";
  const best = found.open.reduce((a, b) => (b.net > a.net || (b.net === a.net && b === asked) ? b : a));
  if (fixed(best.net, decimals) === fixed(asked.net, decimals)) return paysLater(found, asked, decimals);
  const { name } = found.features[best.feature];
  if (found.isOrdered) {
    return tr(
      "The model asks in an order fixed in training. By itself, {name} is expected to save more; you may answer it first.",
      { name },
    );
  }
  return tr(
    "The model plans several questions ahead. The list below rates each question by itself, and there {name} saves more; you may answer it first.",
    { name },
  );
}

/**
 * Says so where a question pays only together with those that it may lead to.
 * @param {Consequences} found
 * @param {import("./evidence.mjs").Open} asked
 * @param {number} decimals
 */
function paysLater(found, asked, decimals) {
  const gain = found.continuing === null ? 0 : found.stopping - found.continuing;
  if (asked.net >= 0 || gain <= 0 || fixed(gain, decimals) === fixed(0, decimals)) return "";
  const shown = costText(found.model, gain, decimals);
  const less = found.isBound ? tr("at least {saving}", { saving: shown }) : shown;
  return tr(
    "By itself, this question saves less than it costs. Counting the questions that may follow, going on is expected to save {less} compared with deciding now.",
    { less },
  );
}

/**
 * Whether to go on: with the expected costs of both, or with the mistakes in 100 cases.
 * @param {Consequences} found
 * @param {number} decimals
 * @param {import("./outlook.mjs").Outlook | null} outlook
 * @param {boolean} isInCases
 * @returns {Advice}
 */
export function advise(found, decimals, outlook = null, isInCases = false) {
  const advice = adviseByCosts(found, decimals, outlook);
  const told = isInCases ? adviseByCases(found, decimals, outlook) : "";
  return told === "" ? advice : { ...advice, text: told };
}

/**
 * Say it by how many of 100 cases are decided wrongly; an empty text where that does not fit.
 * @param {Consequences} found
 * @param {number} decimals
 * @param {import("./outlook.mjs").Outlook | null} outlook
 */
function adviseByCases(found, decimals, outlook) {
  const mistake = mistakeCost(found.model);
  const isMandatory = found.next !== null && found.features[found.next].mandatory;
  if (mistake === null || found.contradiction || isMandatory || !found.hasPolicy || found.nOpen === 0) return "";
  const n = ofHundred(found.stopping / mistake);
  const now = tr("If you decide now, {n} of 100 such cases are decided wrongly.", { n });
  if (found.policyNext === null) {
    if (found.wanted !== null || found.continuing === null || wouldPay(found, decimals)) return "";
    return withGuarantee(found, [now, tr("Another answer is not worth its cost."), ...cautions(found)].join(" "));
  }
  const name = found.testName(found.policyNext);
  if (outlook === null) return `${now} ${tr("Ask {name}.", { name })}`;
  const more = Math.max(1, roundedToEven(outlook.answers));
  const then = ofHundred(outlook.mistakes / mistake);
  const ahead =
    more === 1
      ? tr("With about one more answer, {then} of 100. Ask {name}.", { then, name })
      : tr("With about {n} more answers, {then} of 100. Ask {name}.", { n: more, then, name });
  return `${now} ${ahead}`;
}

/**
 * That expected costs are the model's own estimate, and how often held-out rows went wrong; empty if the advice tells none.
 * @param {Consequences} found
 */
export function whoseEstimate(found) {
  const isMandatory = found.next !== null && found.features[found.next].mandatory;
  if (found.contradiction || isMandatory || found.model.classes.length === 1) return "";
  const text = tr("These figures are the model’s own estimates for cases with these answers.");
  const { validation } = found.model.meta;
  if ("guarantee" in found.model.meta) return text; // it decides fewer of these cases
  const { accuracy, rows } = isObject(validation) ? validation : {};
  if (!Number.isInteger(rows) || typeof accuracy !== "number" || !(accuracy >= 0 && accuracy <= 1)) return text;
  const told = { rows, n: ofHundred(1 - accuracy) };
  return `${text} ${tr("When training was tested on {rows} held-out cases, {n} in 100 final decisions were wrong.", told)}`;
}

/**
 * A share as a number of 100 cases; what is not certain is never none or all of them.
 * @param {number} share
 */
function ofHundred(share) {
  if (share > 0 && share < 0.005) return tr("fewer than 1");
  if (share >= 0.995 && share < 1) return tr("more than 99");
  return String(roundedToEven(100 * share));
}

/**
 * How often the answer to a question would change the decision.
 * @param {number} change
 */
export function changeInWords(change) {
  if (change <= 0) return tr("No answer to it alone would change the decision.");
  if (change < 0.005) return tr("Would change the decision in fewer than 1 of 100 cases.");
  if (change > 0.95) return tr("Nearly every answer would change the decision.");
  const of = change < 0.095 ? 100 : 10;
  return tr("Would change the decision in about {n} of {of} cases.", { n: roundedToEven(of * change), of });
}

/**
 * What several answers save together, or at least.
 * @param {import("./session.mjs").JointWorth} worth
 * @param {number} decimals
 */
export function savedTogether({ saving, missed }, decimals) {
  const text = fixed(saving, decimals);
  return fixed(saving + missed, decimals) === text ? text : tr("at least {saving}", { saving: text });
}

/**
 * Whether to go on, with the expected costs of both.
 * @param {Consequences} found
 * @param {number} decimals
 * @param {import("./outlook.mjs").Outlook | null} outlook
 * @returns {Advice}
 */
function adviseByCosts(found, decimals, outlook) {
  if (found.model.nClasses === 1) {
    const name = className(found.model, found.decision);
    const text = tr("This model knows only one class, {name}: no answer can change that.", { name });
    return { text, stop: true, isSafe: false };
  }
  const stop = costText(found.model, found.stopping, decimals);
  const asked = found.next === null ? null : found.features[found.next];
  if (found.contradiction) {
    const text = tr("The answers contradict each other under this model: please check them before deciding.");
    return { text, stop: found.policyNext === null && asked?.mandatory !== true, isSafe: false };
  }
  if (asked?.mandatory === true) {
    const text = tr("Ask {name} first. This model always asks it.", { name: found.testName(asked.index) });
    return { text, stop: false, isSafe: false };
  }
  if (found.nOpen > 0 && !found.hasPolicy) {
    const text = tr("This model does not advise when to stop. Deciding now is expected to cost {stop}.", { stop });
    return { text: withGuarantee(found, text), stop: false, isSafe: false };
  }
  if (found.nOpen > 0 && found.policyNext !== null && found.continuing !== null) {
    const text = tr("Going on is expected to cost {go}, deciding now {stop}: ask {name}.", {
      go: furtherCost(found, decimals, outlook),
      stop,
      name: found.testName(found.policyNext),
    });
    return { text, stop: false, isSafe: false };
  }
  const text = [whyStop(found, stop, decimals), ...cautions(found)].join(" ");
  const isSafe = !found.deferred && found.outsideTraining.length === 0;
  return { text: withGuarantee(found, text), stop: true, isSafe };
}

/**
 * Whether an answer is worth its cost although the policy stops, by more than what is not shown.
 * @param {Consequences} found
 * @param {number} decimals
 */
function wouldPay(found, decimals) {
  const { stopping, continuing } = found;
  if (continuing === null || continuing >= stopping) return false;
  return fixed(continuing, decimals) !== fixed(stopping, decimals);
}

/**
 * @param {Consequences} found
 * @param {string} stop what deciding now is expected to cost
 * @param {number} decimals
 */
function whyStop(found, stop, decimals) {
  if (found.nOpen === 0) {
    return tr("No question is left. Deciding now is expected to cost {stop}.", { stop });
  }
  if (found.wanted !== null) {
    const name = found.testName(found.wanted);
    return tr(
      "What is left of the budget does not pay for {name}, the next question. Deciding now is expected to cost {stop}.",
      { name, stop },
    );
  }
  if (found.continuing === null) {
    return tr("Every question of the plan has been asked. Deciding now is expected to cost {stop}.", { stop });
  }
  const go = costText(found.model, found.continuing, decimals);
  if (wouldPay(found, decimals)) {
    return tr(
      "The plan stops here. Deciding now is expected to cost {stop}; one more question might bring this down to {go}.",
      { stop, go },
    );
  }
  return tr("Deciding now is expected to cost {stop}, going on {go}: another answer is not worth its cost.", {
    stop,
    go,
  });
}

/**
 * What to think of before deciding.
 * @param {Consequences} found
 */
function cautions(found) {
  return [cheaperThanLikelier(found), checkFirst(found)].filter((each) => each !== "");
}

/**
 * Name the answers that lie outside training, for no decision should rest on them unseen.
 * @param {Consequences} found
 */
function checkFirst(found) {
  const names = found.outsideTraining.map((k) => found.features[k].name).join(", ");
  return names === ""
    ? ""
    : tr("First check these answers, which are outside the range seen in training: {names}.", { names });
}

/**
 * Say so if the class with the smallest expected cost is not the most probable one.
 * @param {Consequences} found
 */
export function cheaperThanLikelier(found) {
  const likeliest = classNames(found.model)[found.leading];
  const cheapest = className(found.model, found.decision);
  if (cheapest === likeliest) return "";
  return tr("{cheapest} has the lowest expected cost, although {likeliest} is more probable.", {
    cheapest,
    likeliest,
  });
}

/**
 * @param {Consequences} found
 * @param {string} text
 */
function withGuarantee(found, text) {
  const notes = [text];
  if (found.deferred) {
    notes.push(tr("The model’s guarantee does not cover this case: a person must decide."));
  }
  if (found.guaranteeIsVoid) {
    notes.push(
      tr(
        "The guarantee does not hold with another pre-test probability or budget; its threshold still applies, as a caution.",
      ),
    );
  }
  return notes.join(" ");
}
