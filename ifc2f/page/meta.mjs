// What a model says for people: its META section, read as strictly as ifc2f/files/meta.py does.

const MAX_DEPTH = 50;
const MAX_DIGITS = 300;

/** A class label as Python writes it: JavaScript does not distinguish 1 from 1.0. */
class Label {
  /**
   * @param {string} text
   * @param {string} [inTables] as tables write it: whole numbers without decimals
   */
  constructor(text, inTables = text) {
    this.text = text;
    this.inTables = inTables;
  }
}

/**
 * Read JSON. Texts stay texts; with `labels`, what stands in the outer object's "classes" becomes `Label`s.
 * @param {string} text
 * @returns {any}
 */
function parseJson(text) {
  let at = 0;
  const fail = (/** @type {string} */ why) => new Error(`${why} at character ${at}`);
  const literal = /(?:true|false|null)/y;
  const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
  const space = /[ \t\n\r]*/y;
  const take = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };
  const expect = (/** @type {string} */ mark) => {
    take(space);
    if (text[at] !== mark) throw fail(`“${mark}” is missing`);
    at += 1;
  };
  const next = () => {
    take(space);
    return text[at];
  };
  const scalar = (/** @type {boolean} */ isLabel) => {
    const word = take(literal);
    if (word !== null) {
      const value = JSON.parse(word[0]);
      return isLabel && value !== null ? new Label(value ? "True" : "False") : value;
    }
    const found = take(number);
    if (found === null) throw fail("no value");
    const value = Number(found[0]);
    const isWhole = found[1] === undefined && found[2] === undefined;
    if (!Number.isFinite(value) || (isWhole && found[0].length > MAX_DIGITS)) {
      throw new Error(`the number ${found[0].slice(0, 40)} is out of range`);
    }
    if (!isLabel) return value;
    if (isWhole) return new Label(found[0] === "-0" ? "0" : found[0]);
    return new Label(floatText(value), Number.isInteger(value) ? String(BigInt(value)) : floatText(value));
  };
  const quoted = () => {
    const found = take(string);
    if (found === null) throw fail("a text does not end");
    const value = JSON.parse(found[0]);
    if (!isUnicode(value)) throw new Error("unpaired surrogate");
    return value;
  };
  /** @type {(depth: number, isLabel: boolean) => any} */
  const value = (depth, isLabel) => {
    if (depth > MAX_DEPTH) throw new Error(`lists or objects are nested more than ${MAX_DEPTH} deep`);
    const mark = next();
    if (mark === '"') return quoted();
    if (mark === "[") return list(depth, isLabel);
    if (mark === "{") return object(depth);
    return scalar(isLabel);
  };
  /** @type {(depth: number, isLabel: boolean) => any[]} */
  const list = (depth, isLabel) => {
    /** @type {any[]} */
    const found = [];
    expect("[");
    if (next() !== "]") {
      do found.push(value(depth + 1, isLabel));
      while (next() === "," && ++at);
    }
    expect("]");
    return found;
  };
  const object = (/** @type {number} */ depth) => {
    const found = Object.create(null);
    expect("{");
    if (next() !== "}") {
      do {
        next();
        const key = quoted();
        expect(":");
        found[key] = value(depth + 1, depth === 1 && key === "classes");
      } while (next() === "," && ++at);
    }
    expect("}");
    return found;
  };
  const read = value(1, false);
  if (next() !== undefined) throw fail("something follows");
  return read;
}

/**
 * Whether a text is one in every encoding: without half of a letter's pair.
 * @param {string} text
 */
export function isUnicode(text) {
  return !/[\ud800-\udfff]/u.test(text);
}

/**
 * Write a number as Python's `str` of a float does.
 * @param {number} value
 */
function floatText(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits, power] = value.toExponential().split("e");
    return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

/**
 * Read a META section, and complete it with names where there are none.
 * @param {Uint8Array | null} section
 * @param {number} nClasses
 * @param {number} nGroups
 * @param {(number | null)[]} nCategories of every feature, null for a numeric one
 * @returns {Record<string, any>} with `classes` as texts
 */
export function readMeta(section, nClasses, nGroups, nCategories) {
  const text = section === null ? "{}" : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(section);
  const meta = parseJson(text);
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) throw new Error("it is not a JSON object");
  meta.features ??= nCategories.map((_, k) => ({ name: `feature ${k}` }));
  meta.classes ??= Array.from({ length: nClasses }, (_, i) => new Label(String(i)));
  meta.groups ??= Array.from({ length: nGroups }, (_, i) => String(i));
  meta.classes = checkedClasses(meta.classes, nClasses);
  checkFeatures(meta.features, nCategories);
  checkGuarantee(meta.guarantee);
  if (!areTexts(meta.groups, nGroups)) throw new Error(`${nGroups} group names were expected`);
  return meta;
}

/**
 * @param {unknown} classes
 * @param {number} n
 */
function checkedClasses(classes, n) {
  if (!Array.isArray(classes) || classes.length !== n) throw new Error(`${n} class labels were expected`);
  if (!classes.every((label) => typeof label === "string" || label instanceof Label)) {
    throw new Error("class labels are texts, numbers or booleans");
  }
  const seen = classes.map((label) => (typeof label === "string" ? label : label.inTables));
  if (new Set(seen).size !== n) throw new Error("two classes have the same name");
  return classes.map((label) => (typeof label === "string" ? label : label.text));
}

/**
 * @param {any} features
 * @param {(number | null)[]} nCategories
 */
function checkFeatures(features, nCategories) {
  if (!Array.isArray(features) || features.length !== nCategories.length) {
    throw new Error(`${nCategories.length} features were expected`);
  }
  const seen = new Set();
  features.forEach((entry, k) => {
    const name = isObject(entry) ? entry.name : null;
    if (typeof name !== "string") throw new Error(`feature ${k} has no name`);
    const shown = `“${name.slice(0, 40)}”`;
    if (seen.has(name)) throw new Error(`two features are called ${shown}`);
    seen.add(name);
    if (!("labels" in entry)) return;
    const n = nCategories[k];
    if (n === null) throw new Error(`feature ${shown} is numeric, but has category texts`);
    if (!areTexts(entry.labels, n) || new Set(entry.labels).size !== n) {
      throw new Error(`${n} different category texts were expected for feature ${shown}`);
    }
  });
}

/** @param {any} guarantee */
function checkGuarantee(guarantee) {
  if (guarantee === undefined || guarantee === null) return;
  const threshold = isObject(guarantee) && "threshold" in guarantee ? guarantee.threshold : "";
  if (threshold !== null && typeof threshold !== "number") throw new Error("the guarantee has no threshold");
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @param {number} n
 */
function areTexts(value, n) {
  return Array.isArray(value) && value.length === n && value.every((text) => typeof text === "string");
}
