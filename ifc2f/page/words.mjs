// Answers, their strength, warnings: the window's sentences.

import { ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNCERTAIN, UNKNOWN } from "./case.mjs";
import { closedAs } from "./decided.mjs";
import { classNames, fromModel, unitOf } from "./describe.mjs";
import { percent, plain, probability, roundedToEven, withUnit } from "./numbers.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./case.mjs").Finding} Finding */
/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./evidence.mjs").Consequences} Consequences */
/** @typedef {import("./model.mjs").Model} Model */

const [TELLS_NOTHING, MOST_TIMES] = [1.05, 1000]; // factors of the odds

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
  if (desk.found.isOverBudget(row)) name = tr("{name} (over budget)", { name });
  if (mandatory) name = tr("{name} (always asked)", { name });
  return isAsked(desk, row.feature) ? `▸ ${name}` : name;
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
 * An answer with its unit, as it was entered.
 * @param {Described} feature
 * @param {Finding} finding
 */
export function findingText(feature, finding) {
  if (finding.state === ANSWERED) {
    if (finding.entered === null || feature.choices !== null) {
      return typeof finding.value === "string" ? finding.value : plain(finding.value ?? 0);
    }
    return withUnit(plain(finding.entered), finding.unit);
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
  if (factor > MOST_TIMES) {
    const most = { n: String(MOST_TIMES) };
    return logFactor > 0 ? tr("over {n} times as likely", most) : tr("over {n} times less likely", most);
  }
  const n = plain(Number(factor.toPrecision(factor < 2 || factor >= 10 ? 2 : 1)));
  return logFactor > 0 ? tr("about {n} times as likely", { n }) : tr("about {n} times less likely", { n });
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
