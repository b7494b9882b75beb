// A policy graph's expected costs under the user's class prior, as in ifc2f/files/graph_nodes.py.

import { GRAPH } from "./model.mjs";
import { Session } from "./session.mjs";

const SHARED = 1e-3; // of rows: by how much those of branches may differ from their node's
const [LEAF, ONE_APART, OWN_MISSING, FIRST_MEETING] = [0xffff, 1, 2, 4];

/** @typedef {import("./model.mjs").Model} Model */

/**
 * @typedef {object} Node
 * @property {number} feature -1 where it stops
 * @property {number} cut
 * @property {number} low
 * @property {number} high
 * @property {number} missing
 * @property {number} flags
 * @property {number} value
 * @property {number} rows
 * @property {number[]} posterior
 */

/**
 * The nodes of a model's graph, the root first.
 * @param {Model} model
 * @returns {Node[]}
 */
function readNodes(model) {
  const view = new DataView(/** @type {Uint8Array} */ (model.section(GRAPH)).buffer);
  const n = view.getUint32(0, true);
  return Array.from({ length: n }, (_, i) => {
    const at = 4 + 20 * i;
    const half = (/** @type {number} */ j) => view.getUint16(at + 2 * j, true);
    const posterior = 4 + 20 * n + 4 * model.nClasses * i;
    return {
      feature: half(0) === LEAF ? -1 : half(0),
      cut: half(1),
      low: half(2),
      high: half(3),
      missing: half(4),
      flags: half(5),
      value: view.getFloat32(at + 12, true),
      rows: view.getFloat32(at + 16, true),
      posterior: Array.from({ length: model.nClasses }, (_, c) => view.getFloat32(posterior + 4 * c, true)),
    };
  });
}

/**
 * Expected further cost at the node that a session has come to, if its class prior were the model's.
 * @param {Session} session
 * @param {number[]} prior the session's
 */
export function graphCost(session, prior) {
  const { model } = session;
  const nodes = readNodes(model);
  const before = model.prior;
  const beliefs = nodes.map((node) => {
    const weights = node.posterior.map((p, c) => (before[c] > 0 ? p * (prior[c] / before[c]) : 0));
    const total = weights.reduce((sum, p) => sum + p, 0);
    return total > 0 ? weights.map((p) => p / total) : prior;
  });
  return values(model, nodes, beliefs)[nodeOf(session, nodes)];
}

/**
 * Expected further cost at each node under other beliefs: from the end on, since branches lead to later nodes.
 * @param {Model} model
 * @param {Node[]} nodes
 * @param {number[][]} beliefs
 */
function values(model, nodes, beliefs) {
  const mistakes = model.misclassification;
  const prices = pricesOf(model, nodes);
  const found = new Array(nodes.length).fill(0);
  for (let i = nodes.length - 1; i >= 0; --i) {
    const node = nodes[i];
    if (node.feature < 0) {
      found[i] = Math.min(...mistakes.map((_, j) => beliefs[i].reduce((sum, p, c) => sum + p * mistakes[c][j], 0)));
      continue;
    }
    const hasOwn = (node.flags & OWN_MISSING) !== 0;
    const children = hasOwn ? [node.low, node.high, node.missing] : [node.low, node.high];
    const chances = chancesOf(nodes, node, children, beliefs[i]);
    const present = 1 - (hasOwn ? chances[2] : 0);
    found[i] = children.reduce((sum, child, j) => sum + chances[j] * found[child], prices[i] * present);
  }
  return found;
}

/**
 * With what probabilities answers, and rows that lack it, lead to a node's children.
 * @param {Node[]} nodes
 * @param {Node} node
 * @param {number[]} children
 * @param {number[]} beliefs
 */
function chancesOf(nodes, node, children, beliefs) {
  const factor = beliefs.map((p, c) => (node.posterior[c] > 0 ? p / node.posterior[c] : 0));
  const shares = sharesOf(nodes, node, children);
  const weights = children.map(
    (child, i) => shares[i] * nodes[child].posterior.reduce((sum, p, c) => sum + p * factor[c], 0),
  );
  const total = weights.reduce((sum, w) => sum + w, 0);
  return total > 0 ? weights.map((w) => w / total) : weights.map(() => 1 / weights.length);
}

/**
 * Which shares of a node's rows its branches have. A node that several branches lead to has the rows of all. If that is
 * where a missing answer leads, no rows lacked it; if an answer leads there, shares are those by which the beliefs of
 * the two make the node's own.
 * @param {Node[]} nodes
 * @param {Node} node
 * @param {number[]} children
 */
function sharesOf(nodes, node, children) {
  for (const n of [children.length, 2]) {
    const rows = children.map((child, i) => (i < n ? nodes[child].rows : 0));
    const total = rows.reduce((sum, each) => sum + each, 0);
    if (Math.abs(total - node.rows) <= SHARED * node.rows && node.rows > 0) return rows.map((each) => each / total);
  }
  const [low, high] = children.map((child) => nodes[child].posterior);
  const apart = low.map((p, c) => p - high[c]);
  const distance = apart.reduce((sum, d) => sum + d * d, 0);
  const along = node.posterior.reduce((sum, p, c) => sum + (p - high[c]) * apart[c], 0);
  const share = distance > SHARED ** 4 ? Math.min(Math.max(along / distance, 0), 1) : 0.5;
  return [share, 1 - share, 0].slice(0, children.length);
}

/**
 * What the feature of each node costs after those acquired above it.
 * @param {Model} model
 * @param {Node[]} nodes
 */
function pricesOf(model, nodes) {
  const prices = new Array(nodes.length).fill(0);
  const session = new Session(model);
  /** @type {Map<number, number[]>} */
  const above = new Map([[0, []]]);
  nodes.forEach((node, i) => {
    const acquired = above.get(i);
    if (node.feature < 0 || acquired === undefined) return;
    const isFirst = (node.flags & FIRST_MEETING) !== 0;
    if (isFirst) {
      session.restart();
      for (const k of acquired) session.missing(k, { paid: true });
      prices[i] = session.featureCost(node.feature);
    }
    const then = isFirst ? [...acquired, node.feature] : acquired;
    const lead = (/** @type {number} */ child, /** @type {number[]} */ by) => above.has(child) || above.set(child, by);
    lead(node.low, then);
    lead(node.high, then);
    lead(node.missing, acquired);
  });
  session.free();
  return prices;
}

/**
 * The node that a session's answers lead to.
 * @param {Session} session
 * @param {Node[]} nodes
 */
function nodeOf(session, nodes) {
  let i = 0;
  while (nodes[i].feature >= 0) {
    const node = nodes[i];
    const state = session.state(node.feature);
    if (state === "open") return i;
    const isLow = (node.flags & ONE_APART) !== 0 ? state === node.cut : Number(state) <= node.cut;
    i = typeof state !== "number" ? node.missing : isLow ? node.low : node.high;
  }
  return i;
}
