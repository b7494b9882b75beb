// The report of a case: all that is needed to check how a result came about.

import { costHead, costText, unitOfCosts } from "./advice.mjs";
import { cardSections } from "./card.mjs";
import { now } from "./case.mjs";
import { course, influenceBar, symbol } from "./charts.mjs";
import { decisionNotes, reasonToClose } from "./decided.mjs";
import { className, classNames, modelTitle, unitOf } from "./describe.mjs";
import { facts, h, table } from "./html.mjs";
import { fixed, probability, withUnit } from "./numbers.mjs";
import { Session } from "./session.mjs";
import { isolated, tr } from "./texts.mjs";
import { shownTime } from "./times.mjs";
import { findingText, scaleOfStrength, strength, warnings } from "./words.mjs";

/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./card.mjs").About} About */
/** @typedef {import("./card.mjs").Rows} Rows */
/** @typedef {import("./model.mjs").Model} Model */

const MOST_COLUMNS = 6; // of classes in one table: more would not fit on a page

/** What stands under every figure that a person reads. */
export function disclaimer() {
  return tr("The figures support a decision by a qualified person; they are not a decision themselves.");
}

/**
 * What a case is called: its name, or when it began, to the minute.
 * @param {Desk} desk
 */
export function caseTitle(desk) {
  const { name, started } = desk.case;
  return name || tr("Case of {time}", { time: shownTime(started) });
}

/**
 * The result and what it rests on.
 * @param {Desk} desk
 * @param {About} about
 * @returns {Rows}
 */
function resultRows(desk, about) {
  const { found, model } = desk;
  const { decision } = desk.case;
  const outcome =
    decision === null
      ? tr("still open")
      : `${className(model, decision.label)}, ${reasonToClose(decision)} (${shownTime(decision.time)})`;
  const spent = { spent: costText(model, found.session.cost), all: costText(model, costOfAll(model)) };
  const rows = [
    [tr("Model"), `${isolated(modelTitle(model))}, ${about.sha256.slice(0, 12)}`],
    [tr("Result"), outcome],
    ...(decision === null ? [] : decisionNotes(model, decision)),
    ...classNames(model).map((name, i) => [tr("Probability of {name}", { name }), withInterval(desk, i)]),
    [tr("Pre-test probabilities"), priorText(desk)],
    [tr("Advice"), desk.advice.text],
    [tr("Cost"), tr("{spent} of {all} for all questions", spent)],
    [tr("Budget"), budgetText(desk)],
    [tr("Expected cost of mistakes"), costText(model, found.costOfDeciding(decision?.label ?? found.decision))],
    [tr("Unit of costs"), unitOfCosts(model)],
  ];
  return /** @type {Rows} */ (rows);
}

/**
 * A probability, and between what ends the training rows leave it.
 * @param {Desk} desk
 * @param {number} i
 */
function withInterval({ found }, i) {
  const p = probability(found.posterior[i]);
  if (found.interval === null) return p;
  const [low, high] = found.interval[i].map(probability);
  return tr("{p} (90 % interval {low} to {high})", { p, low, high });
}

/** @param {Desk} desk */
function priorText(desk) {
  const shares = classNames(desk.model).map((name, i) => `${isolated(name)} ${probability(desk.found.start[i])}`);
  const origin = desk.found.prior === null ? tr("the model’s") : tr("set by the user");
  return `${shares.join(", ")} (${origin})`;
}

/** @param {Desk} desk */
function budgetText(desk) {
  if (desk.found.budget === Infinity) return tr("no limit");
  const origin = desk.case.budget === null ? tr("the model’s") : tr("set by the user");
  return `${costText(desk.model, desk.found.budget)} (${origin})`;
}

/** @param {Model} model */
function costOfAll(model) {
  const session = new Session(model);
  for (let k = 0; k < model.nFeatures; ++k) session.missing(k, { paid: true });
  const { cost } = session;
  session.free();
  return cost;
}

/**
 * The answers in their order, a row for each.
 * @param {Desk} desk
 */
function answerRows(desk) {
  return desk.found.findings.map(([k, finding], i) => {
    const feature = desk.features[k];
    const own = feature.units[0];
    let text = findingText(feature, finding);
    if (finding.entered !== null && unitOf(feature, finding.unit) !== own) {
      text += ` (= ${withUnit(fixed(Number(finding.value), 3), own.name)})`;
    }
    if (finding.paused) text += ` ${tr("(paused, not counted)")}`;
    const cost = fixed(desk.found.steps[i].cost, desk.decimals);
    return [String(i + 1), feature.question, text, shownTime(finding.time), cost];
  });
}

/** @param {Desk} desk */
function strengthRows(desk) {
  const name = classNames(desk.model)[desk.explained];
  return desk.found
    .influences(desk.explained)
    .map((each) => [desk.features[each.feature].name, strength(each.logFactor, name), probability(each.without)]);
}

/** @param {Desk} desk */
function overrideRows(desk) {
  const kinds = {
    continued: tr("went on although the advice was to stop"),
    decided: tr("decided although the advice was to go on"),
  };
  return desk.case.overrides.map((each) => [
    shownTime(each.time),
    kinds[/** @type {keyof typeof kinds} */ (each.kind)],
    String(each.n_answers),
    fixed(each.cost_of_stopping, desk.decimals),
    each.cost_of_continuing === null ? "–" : fixed(each.cost_of_continuing, desk.decimals),
    each.why || "–",
  ]);
}

/**
 * The report as elements.
 * @param {Desk} desk
 * @param {About} about
 */
export function report(desk, about) {
  const overrides = overrideRows(desk);
  const spent = costHead(desk.model, tr("Cost so far"));
  const answerHeads = [tr("No."), tr("Question"), tr("Answer given"), tr("Time"), spent];
  const heads = [
    tr("Time"),
    tr("What"),
    tr("Answers"),
    costHead(desk.model, tr("Cost of stopping")),
    costHead(desk.model, tr("Cost of going on")),
    tr("Reason given"),
  ];
  return h(
    "article",
    { class: "report" },
    h("h1", {}, caseTitle(desk)),
    h("h2", {}, tr("Result")),
    facts(resultRows(desk, about)),
    ...warnings(desk).map((text) => h("p", { class: "notice" }, `${tr("Note")}: ${text}`)),
    h("h2", {}, tr("Answers in their order")),
    table(answerHeads, answerRows(desk)),
    ...strengths(desk),
    ...courses(desk),
    h("h2", {}, tr("Overrides")),
    overrides.length > 0 ? table(heads, overrides, { class: "overrides" }) : h("p", {}, tr("None.")),
    ...cardSections(desk.model, about).flatMap(([heading, rows]) => [h("h2", {}, heading), facts(rows)]),
    h("h2", {}, tr("This report")),
    facts([
      [tr("Written"), shownTime(now())],
      [tr("Program"), about.program],
    ]),
    h("p", {}, disclaimer()),
  );
}

/** @param {Desk} desk */
function strengths(desk) {
  const name = classNames(desk.model)[desk.explained];
  const heading = h("h2", {}, tr("How strongly each answer speaks for {name}", { name }));
  const influences = desk.found.influences(desk.explained);
  if (influences.length === 0) return [heading, h("p", {}, tr("None."))];
  const largest = largestShown(influences);
  const heads = [tr("Question"), tr("The answer is"), tr("{name} without it", { name })];
  const rows = strengthRows(desk).map(([feature, text, p], i) => [
    feature,
    h("div", {}, text, influenceBar(influences[i], largest, desk.explained, desk.model.nClasses)),
    p,
  ]);
  return [heading, h("p", {}, scaleOfStrength(name)), table(heads, rows, { class: "strengths" })];
}

/**
 * The logarithm that the longest bar of influences stands for.
 * @param {import("./session.mjs").Influence[]} influences
 */
export function largestShown(influences) {
  const finite = influences.map((each) => Math.abs(each.logFactor)).filter(Number.isFinite);
  return Math.max(Math.log(10), ...finite);
}

/** @param {Desk} desk */
function courses(desk) {
  const { found } = desk;
  const names = classNames(desk.model);
  const title = tr("Course of the probabilities");
  const origin = found.prior === null ? tr("pre-test (model’s)") : tr("pre-test (set by the user)");
  const posteriors = [found.start, ...found.steps.map((step) => step.after)];
  const befores = [origin, ...found.steps.map((step) => desk.features[step.feature].name)];
  const tables = [];
  for (let at = 0; at < names.length; at += MOST_COLUMNS) {
    const rows = befores.map((before, k) => [
      before,
      ...Array.from(posteriors[k].slice(at, at + MOST_COLUMNS), probability),
    ]);
    const columns = names.slice(at, at + MOST_COLUMNS).map((name, i) => h("span", {}, symbol(at + i), ` ${name}`));
    tables.push(table([tr("After"), ...columns], rows)); // their symbols say which line is which class
  }
  const note = tr("0: before any answer; 1, 2, …: after the answer of that number.");
  return [h("h2", {}, title), course(names, posteriors, title), h("p", {}, note), ...tables];
}

/**
 * The report as a text for a record: what was found, by what, from which answers.
 * @param {Desk} desk
 * @param {About} about
 */
export function recordText(desk, about) {
  const lines = [caseTitle(desk), ...resultRows(desk, about).map(([what, told]) => `${what}: ${told}`)];
  lines.push(...warnings(desk).map((text) => `${tr("Note")}: ${text}`), "", `${tr("Answers in their order")}:`);
  const answers = answerRows(desk).map(([n, question, answer]) => `${n}. ${isolated(question)}: ${answer}`);
  lines.push(...(answers.length > 0 ? answers : [tr("None.")]), "");
  lines.push(`${tr("Written")}: ${shownTime(now())}, ${about.program}`, disclaimer());
  return `${lines.join("\n")}\n`.replaceAll("\u00a0", " "); // for other programs
}
