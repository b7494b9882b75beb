// The plots, as SVG, each with a title and a description in words for those who do not see it.

import { svg } from "./html.mjs";
import { plain, probability } from "./numbers.mjs";

// The window's symbols of classes, of size 1.
const SYMBOLS = [
  "M.5 0 C.5 .28 .28 .5 0 .5 C-.28 .5 -.5 .28 -.5 0 C-.5 -.28 -.28 -.5 0 -.5 C.28 -.5 .5 -.28 .5 0",
  "M-.5 -.5 L.5 -.5 L.5 .5 L-.5 .5 L-.5 -.5",
  "M-.5 -.5 L0 .5 L.5 -.5 L-.5 -.5",
  "M0 -.5 L-.4 0 L0 .5 L.4 0 L0 -.5",
  "M-.5 -.1 L-.5 .1 L-.1 .1 L-.1 .5 L.1 .5 L.1 .1 L.5 .1 L.5 -.1 L.1 -.1 L.1 -.5 L-.1 -.5 L-.1 -.1 L-.5 -.1",
  "M0 -.5 L-.11 -.15 L-.48 -.15 L-.18 .06 L-.29 .4 L0 .19 L.29 .4 L.18 .06 L.48 -.15 L.11 -.15 L0 -.5",
  "M0 -.5 L-.48 -.15 L-.29 .4 L.29 .4 L.48 -.15 L0 -.5",
  "M-.5 .5 L0 -.5 L.5 .5 L-.5 .5",
  "M-.28 -.42 L-.42 -.28 L-.14 0 L-.42 .28 L-.28 .42 L0 .14 L.28 .42 L.42 .28 L.14 0 L.42 -.28 L.28 -.42 L0 -.14 L-.28 -.42",
  "M.43 .25 L0 .5 L-.43 .25 L-.43 -.25 L0 -.5 L.43 -.25 L.43 .25",
  "M-.5 -.5 L-.5 .5 L.5 0 L-.5 -.5",
  "M.5 .5 L.5 -.5 L-.5 0 L.5 .5",
];
const N_COLOURS = 8;
const [WIDTH, PLOT, LEFT, RIGHT, TOP] = [360, 120, 30, 350, 10];

/**
 * A class's symbol, in its colour.
 * @param {number} i
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function symbolAt(i, x, y, size) {
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})`;
  return svg("path", { d: SYMBOLS[i % SYMBOLS.length], transform, class: `fill${i % N_COLOURS}` });
}

/**
 * A class's symbol as a picture of its own, for lists.
 * @param {number} i
 */
export function symbol(i) {
  const size = { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true", class: "symbol" };
  return svg("svg", size, symbolAt(i, 0, 0, 12));
}

/**
 * A bar of a class on an axis from 0 to 1, with a tick where it was before.
 * @param {number} i
 */
export function bar(i) {
  const rect = svg("rect", { height: "100%", width: 0, class: `fill${i % N_COLOURS} moves` });
  const tick = svg("rect", { y: -2, height: 18, width: 2, class: "ink" });
  const limit = svg("line", { y1: -3, y2: 17, class: "limit" });
  const pays = svg("line", { y1: 17, y2: 17, class: "pays" });
  const caps = [svg("rect", { y: 4, width: 2, height: 6 }), svg("rect", { y: 4, width: 2, height: 6 })];
  const span = svg("rect", { y: 6, height: 2 });
  const interval = svg("g", { class: "whisker" }, span, ...caps);
  const box = { class: "bar", "aria-hidden": "true", height: 14, width: "100%" };
  const picture = svg("svg", box, rect, tick, limit, interval, pays);
  const whisker = (/** @type {[number, number] | null} */ ends) => {
    interval.style.display = ends === null ? "none" : "";
    if (ends === null) return;
    const [low, high] = ends.map((end) => 100 * end);
    span.setAttribute("x", `${low}%`);
    span.setAttribute("width", `${high - low}%`);
    caps[0].setAttribute("x", `${low}%`);
    caps[1].setAttribute("x", `${high}%`);
  };
  const show = (/** @type {number} */ now, /** @type {number} */ before) => {
    rect.style.width = `${100 * now}%`;
    tick.setAttribute("x", `${(99 * before).toFixed(2)}%`);
    tick.style.display = now === before ? "none" : "";
  };
  const mark = (/** @type {Limits} */ { threshold, asking }) => {
    limit.style.display = threshold === null ? "none" : "";
    pays.style.display = asking === null ? "none" : "";
    for (const end of ["x1", "x2"]) limit.setAttribute(end, `${100 * (threshold ?? 0)}%`);
    (asking ?? []).forEach((end, i) => pays.setAttribute(`x${i + 1}`, `${100 * end}%`));
  };
  return { picture, show, mark, whisker };
}

/**
 * @typedef {object} Limits Of one class, where the decision changes, and between which probabilities asking pays.
 * @property {number | null} threshold
 * @property {[number, number] | null} asking
 */

/**
 * The course of the posterior: a line with symbols for each class.
 * @param {string[]} names
 * @param {ArrayLike<number>[]} posteriors at the start and after each answer
 * @param {string} title
 * @param {Limits} [limits]
 */
export function course(names, posteriors, title, { threshold, asking } = { threshold: null, asking: null }) {
  const last = Math.max(4, posteriors.length - 1);
  const step = Math.max(1, Math.ceil(last / 10));
  const x = (/** @type {number} */ k) => LEFT + 6 + ((RIGHT - LEFT - 12) * k) / last;
  const y = (/** @type {number} */ p) => TOP + PLOT * (1 - p);
  const parts = [0, 0.5, 1].flatMap((p) => [
    svg("line", { x1: LEFT, x2: RIGHT, y1: y(p), y2: y(p), class: "axis" }),
    svg("text", { x: LEFT - 5, y: y(p) + 4, class: "end" }, plain(p)),
  ]);
  if (asking !== null) {
    const [top, bottom] = [y(asking[1]), y(asking[0])];
    parts.push(svg("rect", { x: LEFT, y: top, width: RIGHT - LEFT, height: bottom - top, class: "asks" }));
  }
  if (threshold !== null) {
    parts.push(svg("line", { x1: LEFT, x2: RIGHT, y1: y(threshold), y2: y(threshold), class: "limit" }));
  }
  for (let k = 0; k <= last; k += step) {
    parts.push(svg("text", { x: x(k), y: TOP + PLOT + 20, class: "middle" }, String(k)));
  }
  names.forEach((_, i) => {
    const points = posteriors.map((p, k) => `${x(k).toFixed(1)},${y(p[i]).toFixed(1)}`).join(" ");
    parts.push(svg("polyline", { points, class: `line${i % N_COLOURS}` }));
    const apart = 1 + Math.floor(posteriors.length / 16);
    for (let k = posteriors.length - 1; k >= 0; k -= apart) parts.push(symbolAt(i, x(k), y(posteriors[k][i]), 8));
  });
  const words = names.map((name, i) => `${name}: ${posteriors.map((p) => probability(p[i])).join(", ")}`);
  return picture(TOP + PLOT + 26, title, words.join("; "), parts);
}

/**
 * The fan of a question: a dot for each answer, whose place is the probability then and whose size is how often it is
 * given. Filled dots change the decision. Names stand below, the most probable first, as far as there is room.
 * @param {import("./evidence.mjs").Possible[]} answers
 * @param {number} target
 * @param {number} now
 * @param {string[]} words
 */
export function fan(answers, target, now, words) {
  const [top, axis, below] = [6, 40, 60];
  const x = (/** @type {number} */ p) => 10 + (WIDTH - 20) * p;
  const sorted = [...answers].sort((a, b) => b.probability - a.probability);
  const rays = sorted.map((each) =>
    svg("line", { x1: x(now), y1: top, x2: x(each.posterior[target]), y2: axis, class: "axis" }),
  );
  const dots = sorted.map((each) => {
    const r = Math.max(2.5, 8 * Math.sqrt(each.probability)).toFixed(1);
    const fill = each.changes ? `fill${target % N_COLOURS}` : "empty";
    return svg("circle", { cx: x(each.posterior[target]), cy: axis, r, class: `${fill} line${target % N_COLOURS}` });
  });
  /** @type {[number, number][]} */
  const taken = [
    [0, 18],
    [WIDTH - 18, WIDTH],
  ];
  const names = sorted.flatMap((each) => {
    const width = 6.5 * each.text.length + 6;
    const left = Math.min(Math.max(x(each.posterior[target]) - width / 2, 0), WIDTH - width);
    if (width > WIDTH / 2 || taken.some(([a, b]) => left < b && left + width > a)) return [];
    taken.push([left, left + width]);
    return [svg("text", { x: left + width / 2, y: below, class: "middle" }, each.text)];
  });
  const ends = [svg("text", { x: 2, y: below }, "0"), svg("text", { x: WIDTH - 2, y: below, class: "end" }, "1")];
  const line = svg("line", { x1: x(0), x2: x(1), y1: axis, y2: axis, class: "axis" });
  const start = svg("rect", { x: x(now) - 1, y: top - 4, width: 2, height: 8, class: "ink" });
  return picture(66, words[0], words.slice(1).join("; "), [line, ...rays, ...dots, start, ...names, ...ends]);
}

/**
 * Bars of answers: to the right an answer speaks for the class, to the left against it.
 * @param {import("./session.mjs").Influence} influence
 * @param {number} largest logarithm that is shown at its length
 * @param {number} target
 * @param {number} nClasses
 */
export function influenceBar(influence, largest, target, nClasses) {
  const isFor = influence.logFactor >= 0;
  const length = Math.max(0.5, 46 * Math.min(1, Math.abs(influence.logFactor) / largest));
  const spokenFor = isFor ? target : nClasses === 2 ? 1 - target : null;
  const colour = spokenFor === null ? "quiet" : `fill${spokenFor % N_COLOURS}`;
  return svg(
    "svg",
    { class: "bar influence", "aria-hidden": "true", height: 12, width: "100%" },
    svg("rect", { x: `${isFor ? 50 : 50 - length}%`, width: `${length}%`, height: "100%", class: colour }),
    svg("rect", { x: "50%", width: 1, height: "100%", class: "ink" }),
  );
}

/**
 * @param {number} height
 * @param {string} title
 * @param {string} words
 * @param {SVGElement[]} parts
 */
function picture(height, title, words, parts) {
  const box = { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", class: "chart", "aria-label": `${title}. ${words}` };
  return svg("svg", box, ...parts);
}
