// The model card: what the model is for, what it was made from, and what it is known to do.

import { costHead, costText, unitOfCosts } from "./advice.mjs";
import { classNames, modelTitle, modelVersion, ownWords } from "./describe.mjs";
import { facts, h, table } from "./html.mjs";
import { isObject } from "./meta.mjs";
import { fixed, plain, probability, withUnit } from "./numbers.mjs";
import { Session } from "./session.mjs";
import { settingsInWords } from "./settings.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./model.mjs").Model} Model */
/** @typedef {{program: string, sha256: string}} About */
/** @typedef {[string, string][]} Rows */

/**
 * (heading, [(what, told)]) of everything the model tells of itself.
 * @param {Model} model
 * @param {About} about
 * @returns {[string, Rows][]}
 */
export function cardSections(model, about) {
  const { meta } = model;
  const told = tr("Not stated in the model.");
  const guarantee = mapping(meta.guarantee);
  const rows = (/** @type {Record<string, any>} */ of) => {
    const found = Object.entries(of).map(([key, value]) => [words(key), described(model, key, value)]);
    return /** @type {Rows} */ (found.length > 0 ? found : [["", told]]);
  };
  const nothing = tr("none: every case is left to a person");
  return [
    [
      tr("Model"),
      [
        [tr("Title"), modelTitle(model)],
        [tr("Version"), modelVersion(model) || told],
        [tr("SHA-256"), about.sha256],
        ...policyRows(model, tr("Policy")),
        ...dependences(model),
        [tr("Classes"), classNames(model).join(", ")],
        [tr("Questions"), String(model.nFeatures)],
      ],
    ],
    [
      tr("Use"),
      [
        [tr("Intended use"), ownWords(model, inWords(meta.intended_use)) || told],
        [tr("Limits"), ownWords(model, inWords(meta.limits)) || told],
      ],
    ],
    .../** @type {[string, Rows][]} */ (
      Object.keys(guarantee).length === 0
        ? []
        : [
            [
              tr("Guarantee"),
              Object.entries(guarantee).map(([key, value]) => [words(key), value === null ? nothing : inWords(value)]),
            ],
          ]
    ),
    .../** @type {[string, Rows][]} */ (
      choice(model).length === 0 ? [] : [[tr("Choice of the policy"), choice(model)]]
    ),
    [tr("Training"), rows(training(model))],
    [tr("Validation"), rows(mapping(meta.validation))],
    ...technical(model),
  ];
}

/**
 * The settings that the training ran with, for those who would repeat it.
 * @param {Model} model
 * @returns {[string, Rows][]}
 */
function technical(model) {
  const { settings } = mapping(model.meta.training);
  return isObject(settings) ? [[tr("Technical settings"), [["", settingsInWords(settings)]]]] : [];
}

/**
 * What is told of the training, rows with the names of their classes.
 * @param {Model} model
 */
function training(model) {
  const told = { ...mapping(model.meta.training) };
  delete told.settings;
  const counts = told.class_counts;
  const names = classNames(model);
  if (!Array.isArray(counts) || counts.length !== names.length) return told;
  return { ...told, class_counts: Object.fromEntries(names.map((name, i) => [name, counts[i]])) };
}

/**
 * What the model's policy is called, and what that means.
 * @param {Model} model
 * @param {string} what
 * @returns {Rows}
 */
function policyRows(model, what) {
  if (mapping(model.meta.policy).name === "nothing") return [[what, tr("none: no answer was worth its cost")]];
  /** @type {Map<string | null, string[]>} */
  const named = new Map([
    ["ordered", [tr("ordered"), tr("The questions come in one order for all cases.")]],
    ["adaptive", [tr("adaptive"), tr("The next question depends on the answers; computed as they come.")]],
    ["graph", [tr("graph"), tr("The next question depends on the answers; computed in advance.")]],
  ]);
  const told = named.get(model.policy);
  return told ? [[what, told.join(": ")]] : [];
}

/**
 * What a factor of the network means.
 * @param {Model} model
 * @returns {Rows}
 */
function dependences(model) {
  if (mapping(mapping(model.meta.training).settings).structure !== "factor") return [];
  return [[tr("Dependences"), tr("Measurements with a common cause count together, not each by itself (a factor).")]];
}

/**
 * Which policy was chosen, and what cross-validation found, if it was.
 * @param {Model} model
 */
function choice(model) {
  const { name, held_out_cost: cost, power } = mapping(model.meta.policy);
  const rows = name ? policyRows(model, tr("Chosen")) : [];
  if (typeof cost === "number") {
    rows.push([tr("Average cost of a case, in cross-validation"), costText(model, cost)]);
  }
  if (typeof power === "number" && power !== 1) {
    const weight = tr("{power} of what training says; this fits held-out rows best", { power: inWords(power) });
    rows.push([tr("Weight of each answer"), weight]);
  }
  return rows;
}

/**
 * @param {unknown} given
 * @returns {Record<string, any>}
 */
function mapping(given) {
  return isObject(given) ? given : given === null || given === undefined ? {} : { "": given };
}

/**
 * A share in percent, a cost in the model's unit, and all else in words.
 * @param {Model} model
 * @param {string} key
 * @param {unknown} value
 */
function described(model, key, value) {
  if (typeof value !== "number") return inWords(value);
  if (key === "accuracy") return tr("{n} %", { n: fixed(100 * value, 1) });
  if (key === "mean_questions") return fixed(value, 1);
  return key === "mean_cost" ? costText(model, value) : inWords(value);
}

/** @param {string} key */
function words(key) {
  /** @type {Map<string, string>} */
  const names = new Map([
    ["n_rows", tr("Rows")],
    ["rows", tr("Rows")],
    ["class_counts", tr("Rows of each class")],
    ["n_columns", tr("Columns")],
    ["settings", tr("Settings")],
    ["version", tr("Made with ifc2f")],
    ["accuracy", tr("Share decided correctly")],
    ["mean_cost", tr("Measured average cost, mistakes included")],
    ["mean_questions", tr("Questions asked on average")],
    ["how", tr("How it was found")],
    ["threshold", tr("Decided from a probability of")],
    ["alpha", tr("Largest share wrong among the decided")],
    ["delta", tr("Chance that this does not hold")],
    ["n_answered", tr("Rows decided")],
    ["n_wrong", tr("Rows decided wrongly")],
  ]);
  const spaced = key.replaceAll("_", " ").toLowerCase();
  return names.get(key) ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * A value of the model's description in words.
 * @param {unknown} value
 * @returns {string}
 */
function inWords(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (isObject(value)) {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([key, part]) => `${key}: ${inWords(part)}`).join(", ");
  }
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : plain(value, 4);
  if (typeof value === "boolean") return value ? "True" : "False";
  const own = tr("a model of three quarters of the rows, tried on the rest; then trained again on all rows");
  const isOwn = value === "a model of three quarters of the rows, tried on the rest; then trained again on all rows";
  return isOwn ? own : String(value);
}

/**
 * The card as elements.
 * @param {Desk} desk
 * @param {About} about
 */
export function card(desk, about) {
  const { model, features, decimals } = desk;
  const names = classNames(model);
  const session = new Session(model);
  const rows = features.map((feature) => [
    feature.question === feature.name ? feature.question : `${feature.question} (${feature.name})`,
    kindText(feature),
    fixed(session.featureCost(feature.index), decimals),
  ]);
  session.free();
  const prior = model.prior;
  return h(
    "div",
    {},
    ...cardSections(model, about).flatMap(([heading, told]) => [h("h3", {}, heading), facts(told)]),
    h("h3", {}, tr("Pre-test probabilities")),
    facts(names.map((name, i) => [name, probability(prior[i])])),
    h("h3", {}, costHead(model, tr("Costs of mistakes"))),
    table(
      [tr("rows: true class; columns: decision"), ...names],
      model.misclassification.map((row, i) => [names[i], ...row.map((cost) => fixed(cost, decimals))]),
    ),
    h("p", {}, tr("Unit of costs: {unit}.", { unit: unitOfCosts(model) })),
    h("h3", {}, tr("Questions")),
    table([tr("Question"), tr("Choices, or range seen in training"), costHead(model, tr("Cost"))], rows),
  );
}

/** @param {import("./describe.mjs").Described} feature */
function kindText(feature) {
  if (feature.choices !== null) return feature.choices.join(", ");
  if (feature.range === null) return feature.units[0].name;
  const [low, high] = feature.range.map((end) => plain(end));
  return withUnit(tr("{low} to {high}", { low, high }), feature.units[0].name);
}
