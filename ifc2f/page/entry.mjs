// Inputs for an answer: a number with its unit, or one of some choices.

import { fromModel, isOutside, toModel, unitOf } from "./describe.mjs";
import { button, h, onReturn, textLine } from "./html.mjs";
import { editable, oneLine, plain, readNumber, tooLarge, withUnit } from "./numbers.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./describe.mjs").Unit} Unit */
/** @typedef {import("./case.mjs").Finding} Finding */
/** @typedef {(value: number | string, entered: number | null, unit: string) => void} HandOn */

/**
 * @typedef {object} Entry The input of one question.
 * @property {HTMLElement} element
 * @property {() => void} submit hands on what is entered, or says what is wrong with it
 * @property {() => void} focus
 * @property {(problem: string) => void} refuse shows why the answer was not taken
 * @property {(key: string) => boolean} key takes a key that is pressed elsewhere; whether it was for the entry
 */

const MOST_BUTTONS = 9; // choices that have a number key

/**
 * @param {Described} feature
 * @param {Finding | null} finding
 * @param {HandOn} handOn
 * @returns {Entry}
 */
export function entryOf(feature, finding, handOn) {
  return feature.choices === null ? numberEntry(feature, finding, handOn) : choiceEntry(feature, finding, handOn);
}

/**
 * A number with its unit; below it the usual range or, instead, what is wrong. A value outside the training range, or a
 * text with two meanings, needs a button of its own: pressing Return twice is an easy slip.
 * @param {Described} feature
 * @param {Finding | null} finding
 * @param {HandOn} handOn
 * @returns {Entry}
 */
function numberEntry(feature, finding, handOn) {
  const line = textLine({
    id: "entry",
    inputmode: "decimal",
    "aria-label": feature.question,
    "aria-describedby": "hint problem",
    onkeydown: onReturn(() => submit()),
    oninput: () => edited(),
    onpaste: (event) => paste(event, line),
  });
  const units = h(
    "select",
    { id: "unit", "aria-label": tr("Unit"), onchange: () => edited() },
    ...feature.units.map((unit, i) => h("option", { value: i }, unit.name)),
  );
  const hint = h("p", { id: "hint", class: "quiet" });
  const problem = h("p", { id: "problem", class: "bad", role: "alert" });
  const offers = h("div", { class: "buttons" });
  if (finding !== null && finding.entered !== null) {
    units.selectedIndex = feature.units.indexOf(unitOf(feature, finding.unit));
    line.value = editable(finding.entered);
  }
  const unit = () => feature.units[units.selectedIndex];
  const say = (/** @type {string} */ text) => {
    offers.replaceChildren();
    problem.textContent = text === "" ? "" : `⚠ ${text}`;
    line.setAttribute("aria-invalid", String(text !== ""));
    if (text !== "") line.focus();
  };
  const edited = () => {
    say("");
    hint.textContent = hintOf(feature, unit(), line.value);
  };
  const offer = (/** @type {string} */ text, /** @type {() => void} */ act) => offers.append(button(text, act));
  const take = (/** @type {number} */ entered) => {
    const { problem: wrong, isUnusual } = checked(feature, unit(), entered);
    const handOver = () => handOn(toModel(unit(), entered), entered, unit().name);
    if (wrong !== "") say(wrong);
    else if (isUnusual) {
      const named = withUnit(plain(entered), unit().name);
      say(unusual());
      offer(tr("Use {value} anyway", { value: named }), handOver);
    } else handOver();
  };
  const submit = () => {
    const { values, problem: wrong } = readIn(feature, unit(), line.value);
    if (values.length === 1) take(values[0]);
    else say(wrong);
    if (values.length > 1) for (const value of values) offer(plain(value), () => take(value));
  };
  edited();
  const ofUnit = feature.units.length > 1 ? units : feature.units[0].name && h("span", {}, feature.units[0].name);
  const element = h("div", {}, h("div", { class: "number" }, line, ofUnit), hint, problem, offers);
  const focus = () => {
    line.focus();
    if (line.value !== "") line.select();
  };
  return { element, submit, focus, refuse: say, key: () => false };
}

/**
 * What stands below a number: what is possible, what training has seen, and the number in the model's unit.
 * @param {Described} feature
 * @param {Unit} unit
 * @param {string} text
 */
function hintOf(feature, unit, text) {
  const { limits, range } = feature;
  const values = readNumber(text).values;
  const isOther = unit !== feature.units[0] && values.length === 1;
  const converted = { value: plain(toModel(unit, values[0] ?? 0)), unit: feature.units[0].name };
  const isRange = range !== null && JSON.stringify(range) !== JSON.stringify(limits);
  const lines = [
    limits === null ? "" : tr("Possible: {low} to {high} {unit}", span(unit, limits)).trimEnd(),
    isRange ? tr("Seen in training: {low} to {high} {unit}", span(unit, range)).trimEnd() : "",
    isOther ? tr("= {value} {unit}", converted) : "",
  ];
  return lines.filter((each) => each !== "").join("\n");
}

/**
 * A range in a unit, in words.
 * @param {Unit} unit
 * @param {[number, number]} ends
 */
function span(unit, ends) {
  const [low, high] = ends.map((end) => fromModel(unit, end)).sort((a, b) => a - b);
  return { low: plain(low), high: plain(high), unit: unit.name };
}

/**
 * What a text says in a unit of a feature: of two readings the usual one, as far as only one is usual.
 * @param {Described} feature
 * @param {Unit} unit
 * @param {string} text
 * @returns {{values: number[], problem: string}}
 */
export function readIn(feature, unit, text) {
  const { values, problem } = readNumber(text);
  if (values.length < 2) return { values, problem };
  const usual = values.filter((value) => feature.range !== null && !isOutside(feature, toModel(unit, value)));
  if (usual.length === 1) return { values: usual, problem: "" };
  return { values, problem: tr("“{text}” can be read in two ways. Which is meant?", { text: text.trim() }) };
}

/**
 * What is wrong with a number, and whether it lies outside what was seen in training.
 * @param {Described} feature
 * @param {Unit} unit
 * @param {number} entered
 * @returns {{problem: string, isUnusual: boolean}}
 */
export function checked(feature, unit, entered) {
  const value = toModel(unit, entered);
  const { limits } = feature;
  if (tooLarge(value) !== "") return { problem: tooLarge(value), isUnusual: false };
  if (limits !== null && !(limits[0] <= value && value <= limits[1])) {
    const told = tr("Not possible: the value must lie between {low} and {high} {unit}", span(unit, limits));
    return { problem: `${told.trimEnd()}.`, isUnusual: false };
  }
  return { problem: "", isUnusual: isOutside(feature, value) };
}

/** What is said about a value outside the training range. */
export function unusual() {
  return tr("No training case had such a value. Is it mistyped, or in another unit?");
}

/**
 * Paste line breaks as a mark that no number has, so that two lines never read as one number.
 * @param {ClipboardEvent} event
 * @param {HTMLInputElement} line
 */
export function paste(event, line) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!/[\r\n]/.test(text.trim())) return;
  event.preventDefault();
  line.setRangeText(text.trim().replace(/[\r\n]+/g, "⏎"), line.selectionStart ?? 0, line.selectionEnd ?? 0, "end");
  line.dispatchEvent(new Event("input"));
}

/**
 * One of some choices: radio buttons with number keys, or a list where there are more than nine.
 * @param {Described} feature
 * @param {Finding | null} finding
 * @param {HandOn} handOn
 * @returns {Entry}
 */
function choiceEntry(feature, finding, handOn) {
  const choices = /** @type {string[]} */ (feature.choices);
  const hasKeys = choices.length <= MOST_BUTTONS;
  const problem = h("p", { id: "problem", class: "bad", role: "alert" });
  const onkeydown = onReturn(() => submit());
  /** @type {HTMLInputElement[]} */
  const radios = choices.map((_, i) =>
    h("input", { type: "radio", name: "choice", id: i === 0 ? "entry" : `choice${i}`, value: i, onkeydown }),
  );
  const list = h(
    "select",
    { id: "entry", size: MOST_BUTTONS, "aria-label": feature.question, onkeydown, ondblclick: () => submit() },
    ...choices.map((text, i) => h("option", { value: i }, oneLine(text))),
  );
  const rows = radios.map((radio, i) =>
    h(
      "label",
      { class: "choice" },
      radio,
      h("span", { class: "key" }, String(i + 1)),
      h("span", {}, oneLine(choices[i])),
    ),
  );
  const element = hasKeys
    ? h("div", { role: "radiogroup", "aria-label": feature.question, "aria-describedby": "problem" }, ...rows, problem)
    : h("div", {}, list, problem);
  const select = (/** @type {number} */ i) => {
    if (hasKeys) radios[i].checked = true;
    else list.selectedIndex = i;
  };
  const submit = () => {
    const i = hasKeys ? radios.findIndex((radio) => radio.checked) : list.selectedIndex;
    if (i >= 0) handOn(choices[i], null, "");
    else problem.textContent = `⚠ ${tr("Please choose one, or say that the answer is not known.")}`;
  };
  if (finding !== null && typeof finding.value === "string") select(choices.indexOf(finding.value));
  else list.selectedIndex = -1;
  const key = (/** @type {string} */ pressed) => {
    if (!hasKeys || !/^[0-9]$/.test(pressed)) return false;
    const i = Number(pressed) - 1;
    for (const [k, radio] of radios.entries()) radio.checked = k === i;
    const isOne = i >= 0 && i < choices.length;
    problem.textContent = isOne
      ? ""
      : `⚠ ${tr("The choices have the numbers 1 to {n}.", { n: String(choices.length) })}`;
    focus(); // so that Return answers; a digit alone does not, lest a value typed here answers with its first one
    return true;
  };
  const focus = () => (hasKeys ? (radios.find((radio) => radio.checked) ?? radios[0]) : list).focus();
  const refuse = (/** @type {string} */ text) => {
    problem.textContent = `⚠ ${text}`;
  };
  return { element, submit, focus, refuse, key };
}
