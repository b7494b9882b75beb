// Case files: the window's, JSON that people can read, tied to one model by its SHA-256.

import { ANSWERED, Case, HOWS, PARTS, REASONS, STATES, UNCERTAIN } from "./case.mjs";
import { modelTitle, toModel, unitOf } from "./describe.mjs";
import { Consequences } from "./evidence.mjs";
import { isObject, isUnicode } from "./meta.mjs";
import { tr } from "./texts.mjs";

/** @typedef {import("./describe.mjs").Described} Described */
/** @typedef {import("./model.mjs").Model} Model */

const FORMAT = "ifc2f case";
const VERSION = 1;
export const SUFFIX = ".case.json";
export const LARGEST_BYTES = 10_000_000;
const MOST_SHOWN = 60;
const MOST_DEPTH = 20; // of lists and objects in each other, so that what is read can be written
const LAST_PLACE = 2 ** 50; // in the order, so that there are places after it
/** @type {Record<string, (side: unknown) => boolean>} what each part is in JSON */
const PART_IS = {
  answer: isObject,
  override: isObject,
  decision: isObject,
  prior: Array.isArray,
  budget: (side) => typeof side === "number",
  name: (side) => typeof side === "string",
};

/**
 * The text of a case file.
 * @param {Case} case_
 * @param {Model} model
 * @param {Described[]} features
 * @param {{program: string, sha256: string}} about
 */
export function caseToJson(case_, model, features, about) {
  const { prior } = case_;
  const byClass = (/** @type {ArrayLike<number>} */ of) =>
    Object.fromEntries(model.classes.map((name, i) => [name, of[i]]));
  const found = new Consequences(model, features, case_);
  const posterior = byClass(found.posterior);
  found.free();
  const content = {
    format: FORMAT,
    version: VERSION,
    program: about.program,
    model: { title: modelTitle(model), sha256: about.sha256, path: "" },
    name: case_.name,
    started: case_.started,
    prior: prior === null ? null : byClass(prior),
    budget: case_.budget,
    answers: case_.findings().map(([k, finding]) => ({
      feature: model.featureNames[k],
      question: features[k].question,
      ...(features[k].panel === "" ? {} : { panel: features[k].panel }),
      ...finding,
    })),
    overrides: case_.overrides,
    decision: case_.decision,
    posterior,
    history: case_.history,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Read a case of a model.
 * @param {string} text
 * @param {Model} model
 * @param {Described[]} features
 * @param {string} sha256 of the model
 * @returns {Case}
 * @throws {Error} if the text is no case, damaged, or of another model; the message names the place
 */
export function caseFromJson(text, model, features, sha256) {
  const content = JSON.parse(text);
  if (isDeeper(content, MOST_DEPTH)) throw new Error(tr("it is not UTF-8 text, or it is nested too deeply"));
  if (!isObject(content) || content.format !== FORMAT) throw new Error(tr("it does not identify itself as a case"));
  if (content.version !== VERSION) {
    const found = shown(content.version);
    throw new Error(
      tr("its format has version {found}, but this program reads version {known}", { found, known: VERSION }),
    );
  }
  const title = textIn(content.model, "title");
  if (textIn(content.model, "sha256") !== sha256) {
    throw new Error(tr("This case belongs to the model “{title}”.", { title }));
  }
  const read = new Case();
  const history = (content.history === undefined ? [] : listIn(content, "history")).map((entry) => event(entry, model));
  read.restore(parts(content, model, features), textIn(content, "started"), history);
  return read;
}

/**
 * @param {Record<string, any>} content
 * @param {Model} model
 * @param {Described[]} features
 * @returns {[number | string, any][]}
 */
function parts(content, model, features) {
  const findings = new Map();
  const places = new Set();
  for (const entry of listIn(content, "answers")) {
    const name = textIn(entry, "feature");
    const k = model.featureNames.indexOf(name);
    if (k < 0) throw new Error(tr("the feature {name} is not in this model", { name: shown(name) }));
    if (findings.has(k)) throw new Error(tr("the feature {name} is listed twice", { name: shown(name) }));
    findings.set(k, finding(entry, features[k]));
    places.add(findings.get(k).at);
  }
  if (places.size !== findings.size) throw new Error(tr("two answers have the same place in the order of answers"));
  const overrides = listIn(content, "overrides").map((entry, i) => [`override ${i}`, override(entry)]);
  return /** @type {[number | string, any][]} */ ([
    ...findings,
    ["prior", prior(valueIn(content, "prior"), model)],
    ["budget", budget(valueIn(content, "budget"))],
    ["decision", decision(valueIn(content, "decision"), model)],
    ["name", textIn(content, "name") || null],
    ...overrides,
  ]);
}

/**
 * @param {Record<string, any>} entry
 * @param {Described} feature
 * @returns {import("./case.mjs").Finding}
 */
function finding(entry, feature) {
  const [state, value] = [valueIn(entry, "state"), valueIn(entry, "value")];
  const name = shown(feature.name);
  if (!STATES.includes(state))
    throw new Error(tr("{name} has an unknown state, {state}", { name, state: shown(state) }));
  if (state === ANSWERED && feature.choices !== null && !feature.choices.includes(value)) {
    throw new Error(tr("{value} is not a category of {name}", { value: shown(value), name }));
  }
  if (state === ANSWERED && feature.choices === null) checkNumber(value);
  if (state !== ANSWERED && value !== null) throw new Error(tr("{name} is {state} but has a value", { name, state }));
  const entered = valueIn(entry, "entered");
  if (entered !== null) checkNumber(entered);
  const [at, paused, unit] = [valueIn(entry, "at"), valueIn(entry, "paused"), textIn(entry, "unit")];
  if (typeof paused !== "boolean" || !Number.isInteger(at) || Math.abs(at) > LAST_PLACE) {
    throw new Error(tr("{name} has a damaged entry", { name }));
  }
  if (entered !== null && typeof value === "number") {
    const meant = toModel(unitOf(feature, unit), entered);
    if (Math.abs(meant - value) > Math.max(1e-6 * Math.max(Math.abs(meant), Math.abs(value)), 1e-30)) {
      throw new Error(tr("the value of {name} differs from what was entered", { name }));
    }
  }
  const known = entry.known ?? false;
  const likelihoods = entry.likelihoods ?? null;
  const isSound = (likelihoods === null) === (state !== UNCERTAIN) && typeof known === "boolean";
  if (!isSound || (likelihoods !== null && !areLikelihoods(likelihoods, feature.n_values))) {
    throw new Error(tr("{name} has a damaged entry", { name }));
  }
  const span = entry.span ?? null;
  if (span !== null && !(Array.isArray(span) && span.length === 2 && span.every((end) => checkNumber(end) === end))) {
    throw new Error(tr("{name} has a damaged entry", { name }));
  }
  return { state, value, entered, unit, time: textIn(entry, "time"), at, paused, known, likelihoods, span };
}

/**
 * @param {unknown} given
 * @param {number} n
 */
function areLikelihoods(given, n) {
  if (!Array.isArray(given) || given.length !== n) return false;
  return given.every((each) => checkNumber(each) >= 0) && Math.max(...given) > 0;
}

/**
 * An event of the history. Its two sides are shown as they were written, and used for nothing else.
 * @param {Record<string, any>} entry
 * @param {Model} model
 * @returns {import("./case.mjs").Event}
 */
function event(entry, model) {
  const [how, part, feature] = [valueIn(entry, "how"), valueIn(entry, "part"), valueIn(entry, "feature")];
  const [before, after] = [valueIn(entry, "old"), valueIn(entry, "new")];
  const advised = valueIn(entry, "advised");
  const posterior = valueIn(entry, "posterior");
  const isSide = (/** @type {unknown} */ side) => side === null || PART_IS[part](side);
  const isSound = HOWS.includes(how) && PARTS.includes(part) && (feature === null) === (part !== "answer");
  if (!isSound || !isObject(advised) || !isObject(posterior) || !isSide(before) || !isSide(after)) {
    throw new Error(tr("the history is damaged"));
  }
  for (const key of Object.keys(advised)) textIn(advised, key);
  if (Object.keys(posterior).length > 0) for (const name of model.classes) checkNumber(valueIn(posterior, name));
  if (feature !== null) textIn(entry, "feature");
  return { time: textIn(entry, "time"), how, part, feature, old: before, new: after, advised, posterior };
}

/**
 * @param {any} given
 * @param {Model} model
 */
function prior(given, model) {
  if (given === null) return null;
  const found = model.classes.map((name) => checkNumber(valueIn(given, name)));
  const total = found.reduce((sum, p) => sum + p, 0);
  if (Object.keys(given).length !== found.length || Math.min(...found) < 0 || Math.abs(total - 1) > 1e-3) {
    throw new Error(tr("the pre-test probabilities are not those of the model’s classes"));
  }
  return found;
}

/** @param {any} given */
function budget(given) {
  if (given !== null && checkNumber(given) < 0) {
    throw new Error(tr("the budget {budget} is negative", { budget: given }));
  }
  return given;
}

/** @param {Record<string, any>} entry */
function override(entry) {
  const [kind, n] = [valueIn(entry, "kind"), valueIn(entry, "n_answers")];
  if (!["continued", "decided"].includes(kind) || !Number.isInteger(n)) {
    throw new Error(tr("an override is damaged"));
  }
  const going = valueIn(entry, "cost_of_continuing");
  return {
    kind,
    time: textIn(entry, "time"),
    n_answers: n,
    cost_of_stopping: checkNumber(valueIn(entry, "cost_of_stopping")),
    cost_of_continuing: going === null ? null : checkNumber(going),
    why: "why" in entry ? textIn(entry, "why") : "",
  };
}

/**
 * @param {any} entry
 * @param {Model} model
 */
function decision(entry, model) {
  if (entry === null) return null;
  const [label, reason] = [valueIn(entry, "label"), valueIn(entry, "reason")];
  const [why, advised] = ["why", "advised"].map((key) => (key in entry ? textIn(entry, key) : ""));
  const isSound = model.classes.includes(label) && REASONS.includes(reason) && ["", ...model.classes].includes(advised);
  if (!isSound) throw new Error(tr("the decision is damaged"));
  return { label, time: textIn(entry, "time"), reason, why, advised };
}

/**
 * Whether lists and objects stand in each other more than so deep.
 * @param {unknown} value
 * @param {number} depth
 * @returns {boolean}
 */
function isDeeper(value, depth) {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}

/** @param {unknown} value */
function shown(value) {
  return `“${typeof value === "string" ? value : JSON.stringify(value)}”`.slice(0, MOST_SHOWN);
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function checkNumber(value) {
  if (typeof value !== "number" || !(Math.abs(value) <= 3.4e38)) {
    throw new Error(tr("{value} is not a number", { value: shown(value) }));
  }
  return value;
}

/**
 * @param {unknown} given
 * @param {string} key
 * @returns {any}
 */
function valueIn(given, key) {
  if (!isObject(given) || !Object.hasOwn(given, key)) throw new Error(tr("{name} is missing", { name: shown(key) }));
  return given[key];
}

/**
 * @param {unknown} given
 * @param {string} key
 * @returns {any[]}
 */
function listIn(given, key) {
  const value = valueIn(given, key);
  if (!Array.isArray(value)) throw new Error(tr("{name} is missing", { name: shown(key) }));
  return value;
}

/**
 * @param {unknown} given
 * @param {string} key
 * @returns {string}
 */
function textIn(given, key) {
  const value = valueIn(given, key);
  if (typeof value !== "string" || !isUnicode(value))
    throw new Error(tr("{value} is not text", { value: shown(value) }));
  return value;
}
