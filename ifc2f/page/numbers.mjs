// Numbers as people write them: read without guessing, shown with the language's decimal sign.

import { currentLanguage, tr } from "./texts.mjs";

const LARGEST = 3.4028234663852886e38; // of single precision
const STEP = 2 ** -23; // of single precision, at most, for each unit of a number
const SPACE_MARKS = "\u00a0\u202f\u2009\u066c'’"; // that separate thousands and never decimals
const SPACE_GROUPS = new RegExp(`^[+-]?\\d{1,3}([${SPACE_MARKS}]\\d{3})+([.,]\\d*)?$`);
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g; // Python's

/**
 * A name without line breaks and the like, so that it takes one line wherever it stands.
 * @param {unknown} text
 */
export function oneLine(text) {
  return String(text).replace(BLANKS, " ").replace(/^ | $/g, "");
}

/**
 * A text of at most so many letters: its beginning and an ellipsis where it would have more.
 * @param {string} text
 * @param {number} most
 */
export function shortened(text, most) {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

/**
 * @param {string} text
 * @returns {string}
 */
export function strip(text) {
  return text.replace(new RegExp(`^${BLANKS.source}|${BLANKS.source}$`, "g"), "");
}

/**
 * Read a number written with a decimal point or comma. "1,234" alone may be 1.234 or 1234: both are returned, and the
 * caller asks. Nothing is cut off: a text with anything else in it is no number.
 * @param {string} text
 * @returns {{values: number[], problem: string}}
 */
export function readNumber(text) {
  const stripped = strip(ascii(strip(text)));
  const none = (/** @type {string} */ problem) => ({ values: [], problem });
  if (stripped === "") return none(tr("Please enter a number, or choose one of the other answers."));
  const isGrouped = SPACE_GROUPS.test(stripped);
  if (/\s/.test(stripped) && !/[^\s\d.,+-]/.test(stripped) && !isGrouped) {
    return none(tr("There is a space or a line break inside the number: please enter one number only."));
  }
  const bare = isGrouped ? stripped.replace(new RegExp(`[${SPACE_MARKS}]`, "g"), "") : stripped;
  const values = candidates(bare)
    .filter((each) => PLAIN.test(each))
    .map(Number);
  if (values.length === 0) {
    return none(tr("“{text}” is not a number: please enter the number alone.", { text: shortened(stripped, 30) }));
  }
  const problem = values.map(tooLarge).find((each) => each !== "");
  return problem === undefined ? { values: [...new Set(values)], problem: "" } : none(problem);
}

/**
 * Say that a text has two readings, and how to write either of them.
 * @param {string} text
 * @param {{values: number[]}} reading
 */
export function twoWays(text, reading) {
  const [one, other] = reading.values.map(editable);
  return tr("“{text}” can be read in two ways: enter {one} or {other}.", { text: strip(text), one, other });
}

/**
 * Say so if the runtime has no such number; else return an empty text.
 * @param {number} value
 */
export function tooLarge(value) {
  return Math.abs(value) <= LARGEST ? "" : tr("This number is too large.");
}

/**
 * Write digits, decimal sign, minus and exponent of any script as 1.5e-3; drop marks of direction.
 * @param {string} text
 */
function ascii(text) {
  const digits = Array.from(text.replace(/\p{Cf}/gu, ""), (letter) =>
    /\p{Nd}/u.test(letter) ? digit(letter) : letter,
  );
  return digits
    .join("")
    .replace(/×10\^|أس/g, "e")
    .replace(/\u066b/g, ".")
    .replace(/−/g, "-");
}

/**
 * The digit that a letter is in its script: scripts have runs of ten.
 * @param {string} letter
 */
function digit(letter) {
  const code = /** @type {number} */ (letter.codePointAt(0));
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((code - start) % 10);
}

/**
 * The ways to read points and commas, each as a text with at most one decimal point.
 * @param {string} text
 */
function candidates(text) {
  const signs = text.match(/[.,]/g) ?? [];
  if (signs.length === 0) return [text];
  const sign = signs[signs.length - 1];
  if (new Set(signs).size === 2) {
    const grouping = sign === "." ? "," : ".";
    const at = text.lastIndexOf(sign);
    const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)];
    if (whole.includes(sign) || fraction.includes(grouping) || !isGroupedBy(whole, grouping)) return [];
    return [`${whole.replaceAll(grouping, "")}.${fraction}`];
  }
  if (signs.length > 1) return isGroupedBy(text, sign) ? [text.replaceAll(sign, "")] : [];
  const decimal = text.replace(sign, ".");
  const whole = text.split(sign)[0].replace(/^[+-]+/, "");
  return isGroupedBy(text, sign) && !whole.startsWith("0") ? [decimal, text.replace(sign, "")] : [decimal];
}

/**
 * @param {string} text
 * @param {string} sign
 */
function isGroupedBy(text, sign) {
  return new RegExp(`^[+-]?\\d{1,3}(\\${sign}\\d{3})+$`).test(text);
}

/** @param {string} text of a number as JavaScript writes it */
function local(text) {
  return currentLanguage() === "en" ? text : text.replace(".", ",");
}

/**
 * A number with a fixed number of decimals.
 * @param {number} value
 * @param {number} decimals
 */
export function fixed(value, decimals) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  const shown = local(Math.abs(value).toFixed(decimals));
  return value < 0 && /[1-9]/.test(shown) ? `−${shown}` : shown;
}

/**
 * A number with its unit, if it has one; no line breaks between them.
 * @param {string} shown
 * @param {string} unit
 */
export function withUnit(shown, unit) {
  return unit === "" ? shown : `${shown}\u00a0${unit}`;
}

/**
 * A measured number as short as it goes, up to some digits.
 * @param {number} value
 * @param {number} [digits]
 */
export function plain(value, digits = 7) {
  if (value === 0) return "0";
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= digits) {
    const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
    return local(`${short}e${power[0]}${power.slice(1).padStart(2, "0")}`);
  }
  const whole = Number(value.toPrecision(digits)).toFixed(Math.max(0, digits - 1 - exponent));
  return local(whole.includes(".") ? whole.replace(/\.?0+$/, "") : whole);
}

/**
 * A bin's edge; 8.3 is one step of single precision off where it lies between 8.2 and 8.4.
 * @param {number} value
 */
export function edge(value) {
  const short = Number(value.toPrecision(6));
  return plain(Math.abs(short - value) <= STEP * Math.abs(value) ? short : value);
}

/**
 * A number as people would type it: all its digits, and never with two meanings (1.2340).
 * @param {number} value
 */
export function editable(value) {
  const text = local(String(value));
  return readNumber(text).values.length < 2 ? text : `${text}0`;
}

/**
 * A probability with three decimals; what is not certain is never shown as 0 or 1.
 * @param {number} value
 */
export function probability(value) {
  if (value > 0 && value < 0.0005) return `<${fixed(0.001, 3)}`;
  if (value >= 0.9995 && value < 1) return `>${fixed(0.999, 3)}`;
  return fixed(value, 3);
}

/**
 * A probability in percent, short.
 * @param {number} value
 */
export function percent(value) {
  return plain(100 * value, 4);
}

/**
 * Round as Python does: halves to the even number.
 * @param {number} value
 */
export function roundedToEven(value) {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
}
