// Elements, made without markup: a text from a model is text, whatever it holds.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | null | false | undefined} Child
 * @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes
 */

/**
 * Make an element. Attributes that are functions are handlers; those that are null or false are left out.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== false && child !== undefined) element.append(child);
  return element;
}

/**
 * Give an element these children in this order. Those that are there already stay: what does not change is not laid out anew.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  children.forEach((child, i) => {
    const there = parent.children[i] ?? null;
    if (there !== child) parent.insertBefore(child, there);
  });
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}

/**
 * Let an element have a text. What it has already is not laid out anew.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const TWICE = { ms: 400, pixels: 6 }; // between the two clicks of a double click, at most
const NEVER = { time: -Infinity, x: 0, y: 0 };
let last = NEVER;

/** Count the next click as the first of its own: who has pressed a key since the last one means both. */
export function forgetClicks() {
  last = NEVER;
}

/**
 * Whether a click is the second one of a double click. Browsers count clicks, but Firefox begins anew on another element.
 * @param {MouseEvent} event
 */
function isSecond({ timeStamp: time, clientX: x, clientY: y, detail }) {
  const isNear = Math.hypot(x - last.x, y - last.y) <= TWICE.pixels;
  const isSoon = detail > 0 && time - last.time < TWICE.ms; // keys press buttons too, and are not counted
  last = { time, x, y };
  return detail > 1 || (isSoon && isNear);
}

/**
 * A button. Of a double click it takes the first: the second falls on what the first has put there.
 * @param {string} text
 * @param {(event: any) => void} act
 * @param {Attributes} [attributes]
 */
export function button(text, act, attributes = {}) {
  return h("button", { type: "button", onclick: (event) => isSecond(event) || act(event), ...attributes }, text);
}

/**
 * A line to write in. The browser keeps nothing of it for later, and has no one check its spelling.
 * @param {Attributes} attributes
 */
export function textLine(attributes) {
  return h("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: 1000, ...attributes });
}

/**
 * A handler of keys that acts at Return, but not where that ends the writing of a syllable. It does nothing more then: else
 * a button to which the act moves the focus is pressed.
 * @param {(event: any) => void} act
 */
export function onReturn(act) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) act(event);
  };
}

/**
 * A table with heads. The first column names its rows.
 * @param {Child[]} heads
 * @param {Child[][]} rows
 * @param {Attributes} [attributes]
 */
export function table(heads, rows, attributes = {}) {
  const cell = (/** @type {Child} */ child, /** @type {number} */ i) =>
    i === 0 ? h("th", { scope: "row" }, child) : h("td", {}, child);
  return h(
    "table",
    attributes,
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))),
  );
}

/**
 * A list of names, each with its text. A text that stands alone has an empty name.
 * @param {[string, string][]} rows
 */
export function facts(rows) {
  return h("dl", {}, ...rows.map(([what, told]) => h("div", {}, h("dt", {}, what), h("dd", {}, told))));
}

/**
 * A panel: a section with a heading.
 * @param {string} name of its place in the page
 * @param {string} title
 * @param {...any} children
 */
export function panel(name, title, ...children) {
  const heading = h("h2", { id: `${name}-title` }, title);
  const body = h("div", { class: "body" }, ...children);
  const head = h("div", { class: "head" }, heading);
  const section = h("section", { class: `panel ${name}`, "aria-labelledby": `${name}-title` }, head, body);
  return { section, heading, head, body };
}
