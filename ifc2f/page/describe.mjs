// A model's texts as people see them: question, unit, choices, range; defaults where the model tells nothing.

import { isObject } from "./meta.mjs";
import { edge, oneLine, plain, strip } from "./numbers.mjs";
import { currentLanguage, tr } from "./texts.mjs";

/** @typedef {import("./model.mjs").Model} Model */

/**
 * @typedef {object} Unit A unit people enter: model value = factor * entered + offset.
 * @property {string} name
 * @property {number} factor
 * @property {number} offset
 */

/**
 * @typedef {object} Described
 * @property {number} index
 * @property {string} name
 * @property {string} question the name if the model tells none
 * @property {string} help
 * @property {string} delay
 * @property {Unit[]} units the model's own first
 * @property {string[] | null} choices in the order of the bins; null for a number
 * @property {[number, number] | null} range smallest and largest value in training
 * @property {[number, number] | null} limits smallest and largest value that is possible at all
 * @property {boolean} mandatory to be asked before anything else
 * @property {string} group those groups of its tests in which a test costs less after another one
 * @property {string} panel the test that shows it with others, at one price; empty if there is none
 * @property {number} n_values bins or categories
 */

/**
 * The model's features as people see them. Entries that make no sense are passed over.
 * @param {Model} model
 * @returns {Described[]}
 */
export function describe(model) {
  const panels = panelNames(model);
  return model.featureNames.map((given, k) => {
    const entry = model.meta.features[k];
    const name = oneLine(ownWords(model, given));
    return {
      index: k,
      name,
      question: ownWords(model, textOf(entry, "question")) || name,
      help: ownWords(model, textOf(entry, "help")),
      delay: ownWords(model, textOf(entry, "delay")),
      units: units(entry),
      choices: choices(model, k),
      range: interval(entry.range),
      limits: interval(entry.limits),
      mandatory: entry.mandatory === true,
      group: groups(model, k),
      panel: panels[k],
      n_values: model.nValues(k),
    };
  });
}

/**
 * The name of each feature's panel, empty where there is none: a panel shows several features.
 * @param {Model} model
 */
function panelNames(model) {
  const groups = model.featureNames.map((_, k) => model.panelOf(k));
  return groups.map((group) =>
    group !== null && groups.filter((other) => other === group).length > 1 ? oneLine(model.meta.groups[group]) : "",
  );
}

/**
 * @param {Model} model
 * @param {number} k
 */
function groups(model, k) {
  return model
    .groupsOf(k)
    .filter((group) => model.groupsWithDiscounts.has(group))
    .map((group) => model.meta.groups[group])
    .join(", ");
}

/**
 * @param {Model} model
 * @param {number} k
 */
function choices(model, k) {
  if (!model.isCategorical(k)) return null;
  return /** @type {string[]} */ (model.meta.features[k].labels ?? model.values(k).map((value) => plain(value)));
}

/**
 * A text for each bin or category of a feature, in the user's words.
 * @param {Model} model
 * @param {Described} feature
 */
export function valueTexts(model, feature) {
  if (feature.choices !== null) return feature.choices.map(oneLine);
  const edges = Array.from(model.values(feature.index), edge);
  if (edges.length === 0) return [tr("any")];
  const between = edges.slice(1).map((high, i) => tr("{low} to {high}", { low: edges[i], high }));
  return [`< ${edges[0]}`, ...between, `≥ ${edges[edges.length - 1]}`];
}

/**
 * The model's unit and those that convert to it.
 * @param {Record<string, any>} entry
 * @returns {Unit[]}
 */
function units(entry) {
  let own = { name: textOf(entry, "unit"), factor: 1, offset: 0 };
  const others = [];
  for (const given of Array.isArray(entry.units) ? entry.units : []) {
    if (!isObject(given)) continue;
    const name = textOf(given, "name");
    const factor = numberOf("factor" in given ? given.factor : 1);
    const offset = numberOf("offset" in given ? given.offset : 0);
    if (name === "" || factor === null || offset === null || factor === 0) continue;
    if (own.name === "" && factor === 1 && offset === 0) own = { name, factor, offset };
    else if (name !== own.name) others.push({ name, factor, offset });
  }
  return [own, ...others];
}

/**
 * @param {unknown} given
 * @returns {[number, number] | null}
 */
function interval(given) {
  if (!Array.isArray(given) || given.length !== 2) return null;
  const [low, high] = given.map(numberOf);
  return low !== null && high !== null && low <= high ? [low, high] : null;
}

/** @param {unknown} given */
function numberOf(given) {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}

/**
 * @param {Record<string, any>} entry
 * @param {string} key
 */
function textOf(entry, key) {
  return typeof entry[key] === "string" ? strip(entry[key]) : "";
}

/**
 * A unit by its name, or the model's own.
 * @param {Described} feature
 * @param {string} name
 */
export function unitOf(feature, name) {
  return feature.units.find((unit) => unit.name === name) ?? feature.units[0];
}

/**
 * @param {Unit} unit
 * @param {number} entered
 */
export function toModel(unit, entered) {
  return unit.factor * entered + unit.offset;
}

/**
 * @param {Unit} unit
 * @param {number} value
 */
export function fromModel(unit, value) {
  return (value - unit.offset) / unit.factor;
}

/**
 * Whether a value lies outside the range of the training data.
 * @param {Described} feature
 * @param {number} value
 */
export function isOutside(feature, value) {
  return feature.range !== null && !(feature.range[0] <= value && value <= feature.range[1]);
}

/**
 * The classes as people see them.
 * @param {Model} model
 */
export function classNames(model) {
  return model.classes.map((label) => className(model, label));
}

/**
 * A class as people see it.
 * @param {Model} model
 * @param {string} label
 */
export function className(model, label) {
  return oneLine(ownWords(model, label));
}

/**
 * One of a model's texts in the user's language, where the model tells it.
 * @param {Model} model
 * @param {string} text
 * @returns {string}
 */
export function ownWords(model, text) {
  const told = model.meta.translations;
  const words = isObject(told) ? told[currentLanguage()] : null;
  const found = isObject(words) && Object.hasOwn(words, text) ? words[text] : null;
  return typeof found === "string" && strip(found) !== "" ? found : text;
}

/**
 * What the model's costs are measured in, such as euros; empty if it does not tell.
 * @param {Model} model
 */
export function costUnit(model) {
  return oneLine(ownWords(model, textOf(model.meta, "unit_of_costs")));
}

/** @param {Model} model */
export function modelTitle(model) {
  return oneLine(ownWords(model, textOf(model.meta, "title"))) || tr("Untitled model");
}

/**
 * The version the model's makers gave it, or an empty text.
 * @param {Model} model
 */
export function modelVersion(model) {
  return textOf(model.meta, "model_version") || textOf(model.meta, "version");
}
