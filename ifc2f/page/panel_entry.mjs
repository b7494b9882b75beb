// The input of a test that shows several values: one form, which may be left empty in part.

import { ANSWERED, NOT_AVAILABLE, PENDING } from "./case.mjs";
import { toModel } from "./describe.mjs";
import { checked, paste, readIn, unusual } from "./entry.mjs";
import { h, onReturn, textLine } from "./html.mjs";
import { oneLine, plain, withUnit } from "./numbers.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./case.mjs").Given} Given */
/** @typedef {{given: Given | null, problem: string, isUnusual: boolean}} Read `given` is null for what is left empty */

/**
 * @typedef {object} Row The input of one value.
 * @property {Described} feature
 * @property {HTMLElement} element
 * @property {HTMLElement} line which has the focus
 * @property {any} units beside it
 * @property {() => Read} read
 * @property {(problem: string) => void} say
 */

/**
 * Takes what a panel showed; what is left empty was not reported, or is still to come.
 * @param {Described[]} features those of the panel that are open
 * @param {(given: Map<number, Given>) => void} handOn
 * @returns {import("./entry.mjs").Entry}
 */
export function panelEntry(features, handOn) {
  const rows = features.map((feature) => (feature.choices === null ? numberRow(feature) : choiceRow(feature)));
  const problem = h("p", { id: "problem", class: "bad", role: "alert" });
  const unusualBox = h("input", { type: "checkbox" });
  const allTheSame = h(
    "label",
    { class: "choice", hidden: true },
    unusualBox,
    h("span", {}, tr("Use values outside the training range anyway")),
  );
  const rest = h(
    "select",
    { id: "rest", "aria-label": tr("Empty fields") },
    h("option", { value: NOT_AVAILABLE }, tr("Empty fields were not reported")),
    h("option", { value: PENDING }, tr("Empty fields are still pending")),
  );
  const refuse = (/** @type {string} */ text) => {
    problem.textContent = text === "" ? "" : `⚠ ${text}`;
  };
  const submit = () => {
    const read = rows.map((row) => ({ row, ...row.read() }));
    for (const { row, problem: wrong, isUnusual } of read) row.say(wrong || (isUnusual ? unusual() : ""));
    const wrong = read.filter((each) => each.problem !== "");
    const outside = read.filter((each) => each.isUnusual);
    allTheSame.hidden = outside.length === 0;
    const doubtful = wrong.length > 0 || unusualBox.checked ? wrong : outside;
    if (doubtful.length > 0) {
      const names = doubtful.map(({ row }) => row.feature.name).join(", ");
      refuse(tr("Please check: {names}.", { names }));
      doubtful[0].row.line.focus();
    } else if (read.every(({ given }) => given === null)) {
      refuse(tr("Please enter a value, or say below that there is none."));
      rows[0].line.focus();
    } else {
      const empty = { state: rest.value, value: null, entered: null, unit: "" };
      handOn(new Map(read.map(({ row, given }) => [row.feature.index, given ?? empty])));
    }
  };
  const step = (/** @type {KeyboardEvent} */ event) => {
    const at = rows.findIndex(({ line, units }) => line === event.target || units === event.target);
    if (at + 1 < rows.length) rows[at + 1].line.focus();
    else submit();
  };
  const label = tr("Values of {panel}", { panel: features[0].panel });
  const list = h(
    "div",
    { role: "group", "aria-label": label, onkeydown: onReturn(step) },
    ...rows.map((row) => row.element),
  );
  const element = h("div", { class: "values" }, list, problem, allTheSame, rest);
  return { element, submit, focus: () => rows[0].line.focus(), refuse, key: () => false };
}

/**
 * @param {Described} feature
 * @param {HTMLElement} line
 * @param {any} beside
 * @param {string} hint
 * @param {() => Read} read
 * @returns {Row}
 */
function rowOf(feature, line, beside, hint, read) {
  const told = h("p", { id: `hint${feature.index}`, class: "quiet" }, hint);
  line.setAttribute("aria-describedby", told.id);
  const name = h("label", { for: line.id, title: feature.help || null }, feature.question);
  const element = h("div", { class: "field" }, name, h("div", { class: "number" }, line, beside), told);
  const say = (/** @type {string} */ problem) => {
    told.textContent = problem === "" ? hint : `⚠ ${problem}`;
    told.className = problem === "" ? "quiet" : "bad";
    line.setAttribute("aria-invalid", String(problem !== ""));
  };
  return { feature, element, line, units: beside, read, say };
}

const EMPTY = { given: null, problem: "", isUnusual: false };

/**
 * @param {Described} feature
 * @returns {Row}
 */
function numberRow(feature) {
  const line = textLine({
    id: `value${feature.index}`,
    inputmode: "decimal",
    onpaste: (event) => paste(event, line),
  });
  const options = feature.units.map((each, i) => h("option", { value: i }, each.name));
  const units = h("select", { "aria-label": `${tr("Unit")}: ${feature.name}` }, ...options);
  const read = () => {
    if (line.value.trim() === "") return EMPTY;
    const unit = feature.units[units.selectedIndex];
    const { values, problem } = readIn(feature, unit, line.value);
    if (values.length !== 1) return { given: null, problem, isUnusual: false };
    const [entered] = values;
    const given = { state: ANSWERED, value: toModel(unit, entered), entered, unit: unit.name };
    return { given, ...checked(feature, unit, entered) };
  };
  const { range, limits } = feature;
  const ends = range ?? limits;
  const [low, high] = (ends ?? []).map((end) => plain(end));
  const hint = ends === null ? "" : withUnit(tr("{low} to {high}", { low, high }), feature.units[0].name);
  const ofUnit = feature.units.length > 1 ? units : feature.units[0].name && h("span", {}, feature.units[0].name);
  return rowOf(feature, line, ofUnit, hint, read);
}

/**
 * @param {Described} feature
 * @returns {Row}
 */
function choiceRow(feature) {
  const choices = /** @type {string[]} */ (feature.choices);
  const options = choices.map((text, i) => h("option", { value: i }, oneLine(text)));
  const line = h("select", { id: `value${feature.index}` }, h("option", { value: -1 }, "–"), ...options);
  const read = () => {
    const i = Number(line.value);
    return i < 0 ? EMPTY : { ...EMPTY, given: { state: ANSWERED, value: choices[i], entered: null, unit: "" } };
  };
  return rowOf(feature, line, null, "", read);
}
