// Stop or go on, answers, their strength, warnings: the window's sentences.

import { ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNCERTAIN, UNKNOWN } from "./case.mjs";
import { closedAs } from "./decided.mjs";
import { className, classNames, fromModel, unitOf } from "./describe.mjs";
import { fixed, percent, plain, probability } from "./numbers.mjs";
import { mistakeCost } from "./outlook.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./case.mjs").Finding} Finding */
/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./evidence.mjs").Consequences} Consequences */
/** @typedef {import("./model.mjs").Model} Model */

const [TELLS_NOTHING, MOST_TIMES] = [1.05, 1000]; // factors of the odds

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
 * What the model's costs are measured by: what mistakes cost.
 * @param {Model} model
 */
export function unitOfCosts(model) {
  const mistakes = model.misclassification.flat().filter((cost) => cost > 0);
  if (mistakes.length === 0) return tr("the model’s own, in which mistakes cost nothing");
  const [low, high] = [Math.min(...mistakes), Math.max(...mistakes)].map((cost) => fixed(cost, costDecimals(model)));
  if (low === high) return tr("the model’s own, in which a mistake costs {cost}", { cost: low });
  return tr("the model’s own, in which mistakes cost {low} to {high}", { low, high });
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
  const shown = fixed(gain, decimals);
  if (asked.net >= 0 || gain <= 0 || shown === fixed(0, decimals)) return "";
  const less = found.isBound ? tr("at least {saving}", { saving: shown }) : shown;
  return tr(
    "By itself it saves less than it costs. With the questions that may follow, going on is expected to cost {less} less than deciding now.",
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
  const advice = adviseByCosts(found, decimals);
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
 * A share as a number of 100 cases; what is not certain is never none or all of them.
 * @param {number} share
 */
function ofHundred(share) {
  if (share > 0 && share < 0.005) return tr("fewer than 1");
  if (share >= 0.995 && share < 1) return tr("more than 99");
  return String(roundedToEven(100 * share));
}

/**
 * Round as Python does: halves to the even number.
 * @param {number} value
 */
function roundedToEven(value) {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
}

/**
 * Whether a feature is asked now, by itself or with others that one test shows.
 * @param {Desk} desk
 * @param {number} feature
 */
export function isAsked(desk, feature) {
  return feature === desk.asked || desk.askedTogether.includes(feature);
}

/**
 * An open question in the list of all: with its panel, a mark where it is asked, and what is special about it.
 * @param {Desk} desk
 * @param {import("./evidence.mjs").Open} row
 */
export function openName(desk, row) {
  const { panel, mandatory, name: own } = desk.features[row.feature];
  let name = panel === "" ? own : `${own} · ${panel}`;
  if (isAsked(desk, row.feature)) name = `▸ ${name}`;
  if (desk.found.isOverBudget(row)) name = tr("{name} (over budget)", { name });
  return mandatory ? tr("{name} (always asked)", { name }) : name;
}

/**
 * How often the answer to a question would change the decision.
 * @param {number} change
 */
export function changeInWords(change) {
  if (change <= 0) return tr("No answer to it alone would change the decision.");
  if (change < 0.005) return tr("Fewer than 1 in 100 answers would change the decision.");
  if (change < 0.095) return tr("{n} in 100 answers would change the decision.", { n: roundedToEven(100 * change) });
  if (change > 0.95) return tr("Nearly every answer would change the decision.");
  return tr("{n} in 10 answers would change the decision.", { n: roundedToEven(10 * change) });
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
 * How often an answer changes the decision, for lists.
 * @param {number} change
 */
export function changeText(change) {
  return tr("{n} %", { n: change >= 0.005 || change === 0 ? percent(rounded(change, 2)) : "<1" });
}

/**
 * How often an answer is given.
 * @param {number} chance
 */
export function chanceText(chance) {
  return tr("{n} %", { n: percent(rounded(chance, chance >= 0.01 ? 2 : 3)) });
}

/**
 * Round as Python does, by the exact value: 0.525 is a little more than a half of a hundredth, 0.125 is one.
 * @param {number} value
 * @param {number} decimals
 */
function rounded(value, decimals) {
  const scaled = value * 10 ** decimals;
  const isHalf = Number.isInteger(value * 2 ** (decimals + 1)) && scaled - Math.floor(scaled) === 0.5;
  return isHalf ? roundedToEven(scaled) / 10 ** decimals : Number(value.toFixed(decimals));
}

/**
 * Whether to go on, with the expected costs of both.
 * @param {Consequences} found
 * @param {number} decimals
 * @returns {Advice}
 */
function adviseByCosts(found, decimals) {
  if (found.model.nClasses === 1) {
    const name = className(found.model, found.decision);
    const text = tr("This model knows only one class, {name}: no answer can change that.", { name });
    return { text, stop: true, isSafe: false };
  }
  const stop = fixed(found.stopping, decimals);
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
    const values = { go: fixed(found.continuing, decimals), stop, name: found.testName(found.policyNext) };
    const text = found.isBound
      ? tr("Going on is expected to cost at most {go}, deciding now {stop}: ask {name}.", values)
      : tr("Going on is expected to cost {go}, deciding now {stop}: ask {name}.", values);
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
  const go = fixed(found.continuing, decimals);
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

/**
 * An answer with its unit, as it was entered.
 * @param {Described} feature
 * @param {Finding} finding
 */
export function findingText(feature, finding) {
  if (finding.state === ANSWERED) {
    if (finding.entered === null || feature.choices !== null) {
      return typeof finding.value === "string" ? finding.value : plain(finding.value ?? 0);
    }
    return `${plain(finding.entered)} ${finding.unit}`.trimEnd();
  }
  if (finding.state === UNCERTAIN) return uncertainText(feature, finding);
  const texts = new Map([
    [UNKNOWN, tr("unknown")],
    [NOT_AVAILABLE, tr("not available")],
    [PENDING, tr("result pending")],
    [FAILED, tr("failed, no result")],
  ]);
  return texts.get(finding.state) ?? finding.state;
}

/**
 * An uncertain answer: a range as it was entered, or the values in the order of their shares.
 * @param {Described} feature
 * @param {Finding} finding
 */
function uncertainText(feature, finding) {
  if (finding.span !== null) {
    const [low, high] = finding.span.map((end) => plain(end));
    return tr("{low} to {high} {unit}", { low, high, unit: finding.unit }).trimEnd();
  }
  const likelihoods = finding.likelihoods ?? [];
  const total = likelihoods.reduce((sum, each) => sum + each, 0) || 1;
  const texts = feature.choices ?? likelihoods.map((_, v) => tr("bin {n}", { n: v + 1 }));
  return likelihoods
    .map((each, v) => ({ each, text: texts[v] }))
    .sort((a, b) => b.each - a.each)
    .filter(({ each }) => each > 0)
    .map(({ each, text }) => tr("{text} {n} %", { text, n: percent(rounded(each / total, 2)) }))
    .join(", ");
}

/**
 * How an answer speaks for or against a class, given the other answers.
 * @param {number} logFactor
 * @param {string} name
 */
export function strength(logFactor, name) {
  if (!Number.isFinite(logFactor)) {
    return logFactor > 0 ? tr("possible only if {name}", { name }) : tr("possible only if not {name}", { name });
  }
  const factor = Math.exp(Math.min(Math.abs(logFactor), 700));
  if (factor < TELLS_NOTHING) return tr("equally likely either way");
  const n = plain(Number(factor.toPrecision(factor < 2 || factor >= 10 ? 2 : 1)));
  const likely =
    factor > MOST_TIMES
      ? tr("over {n} times as likely", { n: String(MOST_TIMES) })
      : tr("about {n} times as likely", { n });
  return logFactor > 0 ? likely : tr("{likely} otherwise", { likely });
}

/**
 * Between what ends the training rows leave a probability.
 * @param {[number, number]} ends
 */
export function intervalWords(ends) {
  const [low, high] = ends.map(probability);
  return tr("{low} to {high}", { low, high });
}

/**
 * What the bars of influences mean.
 * @param {string} name
 */
export function scaleOfStrength(name) {
  return tr(
    "→ for {name}, ← against: how many times as likely the answer is if {name} is true as if it is not, given the other answers.",
    { name },
  );
}

/**
 * What the last answer did and what comes next, or how the case was closed, for those who do not see it.
 * @param {Desk} desk
 */
export function news(desk) {
  const { decision } = desk.case;
  if (decision !== null) return closedAs(desk.model, decision);
  const target = desk.explained;
  const [before, after] = [desk.before[target], desk.found.posterior[target]].map(probability);
  const moved = tr("{name} {before} → {after}", { name: classNames(desk.model)[target], before, after });
  if (desk.asked === null) return `${moved}. ${desk.advice.text}`;
  return `${moved}. ${tr("Next question: {question}", { question: desk.features[desk.asked].question })}`;
}

/**
 * What is to be careful about, in words.
 * @param {Desk} desk
 */
export function warnings(desk) {
  const { found } = desk;
  const texts = [];
  if (found.contradiction) {
    texts.push(
      tr("These answers cannot occur together under the model; the probabilities shown are the pre-test ones."),
    );
  } else if (found.doubtful !== null) {
    texts.push(
      tr(
        "These numbers hardly fit together: fewer than 1 in 20 cases like those in training would have such a combination. Is one of them mistyped, or from another case? {name} fits the others least.",
        { name: desk.features[found.doubtful].name },
      ),
    );
  } else if (found.isImprobable) {
    texts.push(
      tr(
        "These answers rarely occur together (in fewer than 1 of 100 cases under the model). Is one of them mistyped?",
      ),
    );
  }
  const pending = found.findings.filter(([, finding]) => finding.state === PENDING);
  if (pending.length > 0) {
    const names = pending.map(([k]) => desk.features[k].name).join(", ");
    texts.push(tr("Results still pending, not counted: {names}.", { names }));
  }
  return [...texts, ...found.outsideTraining.map((k) => outside(desk, k))];
}

/**
 * @param {Desk} desk
 * @param {number} k
 */
function outside(desk, k) {
  const feature = desk.features[k];
  const finding = /** @type {Finding} */ (desk.case.finding(k));
  const ends = /** @type {[number, number]} */ (feature.range);
  const [low, high] = ends
    .map((end) => fromModel(unitOf(feature, finding.unit), end))
    .sort((a, b) => a - b)
    .map((end) => plain(end));
  return tr(
    "{name}: {answer} is outside the range seen in training ({low} to {high}); it counts as the nearest value seen.",
    { name: feature.name, answer: findingText(feature, finding), low, high },
  );
}
