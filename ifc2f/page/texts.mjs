// Every text a person reads passes through `tr`. The window's translations are the page's.

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

/**
 * Translate a text, then fill in its `{named}` values.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function tr(text, values = {}) {
  const translated = tables[language]?.[text] || text;
  return translated.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
