// Every text a person reads passes through `tr`. The page uses the window's translations.

/** @type {Record<string, Record<string, string>>} */
let tables = {};
let language = "en";

/**
 * Take translations by language: each maps the English text to another one.
 * @param {Record<string, Record<string, string>>} found
 */
export function useTexts(found) {
  tables = found;
}

/** The languages that there are, English first. */
export function languages() {
  return ["en", ...Object.keys(tables)];
}

/**
 * Choose a language; English where there is no such one.
 * @param {string} wanted
 */
export function setLanguage(wanted) {
  language = languages().includes(wanted) ? wanted : "en";
}

/** The language of now, as `lang` attributes name it. */
export function currentLanguage() {
  return language;
}

/** The language of now with the user's region, where the browser tells it. */
export function currentRegion() {
  return globalThis.navigator?.languages?.find((each) => each.slice(0, 2) === language) ?? language;
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Let a text keep its direction to itself: else “0.1 → 0.4” after an Arabic name runs to the left too.
 * @param {string} text
 */
export function isolated(text) {
  let bare = text.replace(/[\u202a-\u202e]/g, "");
  if (!areClosed(bare)) bare = bare.replace(/[\u2066-\u2069]/g, "");
  return RIGHT_TO_LEFT.test(bare) ? `\u2068${bare}\u2069` : bare;
}

/**
 * Whether each mark of a direction is closed by another.
 * @param {string} text
 */
function areClosed(text) {
  let open = 0;
  for (const mark of text.match(/[\u2066-\u2069]/g) ?? []) {
    open += mark === "\u2069" ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/**
 * Translate a text, then fill in its `{named}` values. No line begins with a per cent sign or a unit.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function tr(text, values = {}) {
  const translated = (tables[language]?.[text] || text).replace(/ (?=%)|(?<=\}) (?=\{unit\})/g, "\u00a0");
  return translated.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(String(values[name])) : whole));
}

/**
 * What an error says, in the language of now where the library says it.
 * @param {unknown} error
 */
export function said(error) {
  const { message } = /** @type {Error} */ (error);
  return tables[language]?.[message] || message;
}
