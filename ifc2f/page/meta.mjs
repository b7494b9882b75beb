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
 * Read JSON. Texts stay texts; what stands in the outer object's "classes" becomes `Label`s.
 * @param {string} text
 * @returns {any}
 */
function parseJson(text) {
  const reader = new JsonReader(text);
  const found = reader.value(1, false);
  if (reader.next() !== undefined) throw reader.failure("something follows");
  return found;
}

/** Reads a text of JSON from its beginning to its end. */
class JsonReader {
  /** @param {string} text */
  constructor(text) {
    this._text = text;
    this._at = 0;
  }

  /** @param {string} why */
  failure(why) {
    return new Error(`${why} at character ${this._at}`);
  }

  /** The next character that is no space, which is not taken yet. */
  next() {
    this._take(/[ \t\n\r]*/y);
    return this._text[this._at];
  }

  /**
   * @param {number} depth
   * @param {boolean} isLabel
   * @returns {any}
   */
  value(depth, isLabel) {
    if (depth > MAX_DEPTH) throw new Error(`lists or objects are nested more than ${MAX_DEPTH} deep`);
    const mark = this.next();
    if (mark === '"') return this._quoted();
    if (mark === "[") return this._list(depth, isLabel);
    if (mark === "{") return this._object(depth);
    return this._scalar(isLabel);
  }

  /** @param {RegExp} pattern */
  _take(pattern) {
    pattern.lastIndex = this._at;
    const found = pattern.exec(this._text);
    if (found !== null) this._at += found[0].length;
    return found;
  }

  /** @param {string} mark */
  _expect(mark) {
    if (this.next() !== mark) throw this.failure(`“${mark}” is missing`);
    this._at += 1;
  }

  /** @param {boolean} isLabel */
  _scalar(isLabel) {
    const word = this._take(/(?:true|false|null)/y);
    if (word !== null) {
      const value = JSON.parse(word[0]);
      return isLabel && value !== null ? new Label(value ? "True" : "False") : value;
    }
    const found = this._take(/-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y);
    if (found === null) throw this.failure("no value");
    const value = Number(found[0]);
    const isWhole = found[1] === undefined && found[2] === undefined;
    if (!Number.isFinite(value) || (isWhole && found[0].length > MAX_DIGITS)) {
      throw new Error(`the number ${found[0].slice(0, 40)} is out of range`);
    }
    if (!isLabel) return value;
    if (isWhole) return new Label(found[0] === "-0" ? "0" : found[0]);
    return new Label(floatText(value), Number.isInteger(value) ? String(BigInt(value)) : floatText(value));
  }

  _quoted() {
    const found = this._take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    if (found === null) throw this.failure("a text does not end");
    const value = JSON.parse(found[0]);
    if (!isUnicode(value)) throw new Error("unpaired surrogate");
    return value;
  }

  /**
   * @param {number} depth
   * @param {boolean} isLabel
   */
  _list(depth, isLabel) {
    /** @type {any[]} */
    const found = [];
    this._expect("[");
    if (this.next() !== "]") {
      do found.push(this.value(depth + 1, isLabel));
      while (this._isGoingOn());
    }
    this._expect("]");
    return found;
  }

  /** @param {number} depth */
  _object(depth) {
    const found = Object.create(null);
    this._expect("{");
    if (this.next() !== "}") {
      do {
        this.next();
        const key = this._quoted();
        this._expect(":");
        found[key] = this.value(depth + 1, depth === 1 && key === "classes");
      } while (this._isGoingOn());
    }
    this._expect("}");
    return found;
  }

  /** Whether a comma follows; it is taken. */
  _isGoingOn() {
    if (this.next() !== ",") return false;
    this._at += 1;
    return true;
  }
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
