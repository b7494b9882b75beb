// Numbers of one case that do not go together: a Gaussian copula of the training rows, as ifc2f/assessment/agreement.py.

import { isObject } from "./meta.mjs";

const [MOST_FEATURES, N_QUANTILES] = [64, 33];
const [SHRINKAGE, TAIL, FALSE_ALARMS] = [1e-3, 0.005, 0.03];
const [N_NODES, SMALL] = [4096, 1e-4]; // of the integral that gives the threshold

/** How a model's numeric features go together in its training rows. */
export class Agreement {
  /**
   * @param {number[]} features
   * @param {number[][]} quantiles
   * @param {number[][]} correlation
   */
  constructor(features, quantiles, correlation) {
    this.features = features;
    this.quantiles = quantiles;
    this.correlation = correlation;
    /** @type {Map<string, number>} */
    this._thresholds = new Map();
  }

  /**
   * What a model's file holds; null if it holds nothing of this, or nothing that makes sense.
   * @param {import("./model.mjs").Model} model
   */
  static of(model) {
    const told = model.meta.agreement;
    if (!isObject(told)) return null;
    const { features, quantiles, correlation: lower } = told;
    const n = Array.isArray(features) ? features.length : 0;
    const isRow = (/** @type {unknown} */ row, /** @type {number} */ length) =>
      Array.isArray(row) && row.length === length && row.every((x) => typeof x === "number");
    const isFeature = (/** @type {any} */ k) => Number.isInteger(k) && k >= 0 && k < model.nFeatures;
    if (n < 2 || n > MOST_FEATURES || !features.every(isFeature)) return null;
    if (!Array.isArray(quantiles) || quantiles.length !== n || !quantiles.every((row) => isRow(row, N_QUANTILES))) {
      return null;
    }
    if (
      quantiles.some((row) => row.some((/** @type {number} */ q, /** @type {number} */ i) => i > 0 && q < row[i - 1]))
    ) {
      return null;
    }
    if (!Array.isArray(lower) || lower.length !== n || !lower.every((row, i) => isRow(row, i))) return null;
    const at = (/** @type {number} */ i, /** @type {number} */ j) =>
      i === j ? 1 : /** @type {number} */ (lower[Math.max(i, j)][Math.min(i, j)]);
    const correlation = lower.map((_, i) => lower.map((_, j) => at(i, j)));
    return Math.min(...eigenvalues(correlation)) < SHRINKAGE / 10
      ? null
      : new Agreement(features, quantiles, correlation);
  }

  /**
   * By how much the statistic of some numbers passes its threshold; not above 0 is in order.
   * @param {Map<number, number>} values numbers by feature; those it does not know are passed over
   */
  excess(values) {
    const at = this.features.flatMap((k, i) => (values.has(k) ? [i] : []));
    if (at.length < 2) return -Infinity;
    const scores = at.map((i) => normal(rank(this.quantiles[i], /** @type {number} */ (values.get(this.features[i])))));
    const part = at.map((i) => at.map((j) => this.correlation[i][j]));
    const solved = solve(part, scores);
    const statistic = scores.reduce((sum, z, i) => sum + z * (solved[i] - z), 0);
    const key = at.join();
    let threshold = this._thresholds.get(key);
    if (threshold === undefined) {
      threshold = upperQuantile(
        eigenvalues(part).map((each) => 1 - each),
        FALSE_ALARMS,
      );
      this._thresholds.set(key, threshold);
    }
    return statistic - threshold;
  }

  /**
   * The feature without which the others go together best; null if all are in order.
   * @param {Map<number, number>} values
   */
  doubtful(values) {
    if (this.excess(values) <= 0) return null;
    const known = this.features.filter((k) => values.has(k));
    const without = known.map((k) => this.excess(new Map([...values].filter(([j]) => j !== k))));
    return known[without.indexOf(Math.min(...without))];
  }
}

/**
 * The share of rows below a value, those that equal it counting half.
 * @param {number[]} quantiles
 * @param {number} value
 */
function rank(quantiles, value) {
  const low = quantiles.filter((q) => q < value).length;
  const high = quantiles.filter((q) => q <= value).length;
  const last = quantiles.length - 1;
  if (low === high && low > 0 && low <= last) {
    const [below, above] = [quantiles[low - 1], quantiles[low]];
    return (low - 1 + (value - below) / (above - below)) / last;
  }
  return low < high ? (low + high - 1) / 2 / last : low > 0 ? 1 : 0;
}

/**
 * The normal score of a rank, by Newton's method from a start that is near enough.
 * @param {number} share
 */
function normal(share) {
  const p = Math.min(Math.max(share, TAIL), 1 - TAIL);
  let z = Math.log(p / (1 - p)) / 1.702;
  for (let i = 0; i < 8; ++i) z -= ((cumulative(z) - p) * Math.sqrt(2 * Math.PI)) / Math.exp((-z * z) / 2);
  return z;
}

/**
 * The normal distribution function, by its series: exact to rounding where |z| is a few.
 * @param {number} z
 */
function cumulative(z) {
  let term = z;
  let sum = z;
  for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 200; ++k) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * Eigenvalues of a symmetric matrix, by Jacobi's rotations.
 * @param {number[][]} matrix
 */
function eigenvalues(matrix) {
  const a = matrix.map((row) => row.slice());
  const n = a.length;
  for (let sweep = 0; sweep < 60; ++sweep) {
    let off = 0;
    for (let p = 0; p < n; ++p) for (let q = p + 1; q < n; ++q) off += a[p][q] ** 2;
    if (!(off > 1e-24)) break;
    for (let p = 0; p < n; ++p) for (let q = p + 1; q < n; ++q) rotate(a, p, q);
  }
  return a.map((row, i) => row[i]);
}

/**
 * @param {number[][]} a
 * @param {number} p
 * @param {number} q
 */
function rotate(a, p, q) {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const row of a) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
  for (let k = 0; k < a.length; ++k) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
}

/**
 * Solve a system whose matrix is positive definite, by elimination.
 * @param {number[][]} matrix
 * @param {number[]} right
 */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let p = 0; p < n; ++p) {
    for (let i = p + 1; i < n; ++i) {
      const factor = rows[i][p] / rows[p][p];
      for (let j = p; j <= n; ++j) rows[i][j] -= factor * rows[p][j];
    }
  }
  const found = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; --i) {
    let rest = rows[i][n];
    for (let j = i + 1; j < n; ++j) rest -= rows[i][j] * found[j];
    found[i] = rest / rows[i][i];
  }
  return found;
}

/**
 * What a weighted sum of squares of independent normal numbers passes with a probability (Imhof, 1961).
 * @param {number[]} weights
 * @param {number} chance
 */
function upperQuantile(weights, chance) {
  const largest = Math.max(...weights.map(Math.abs));
  if (!(largest > 1e-12)) return 0;
  const w = weights.map((each) => each / largest);
  const size = (/** @type {number} */ u) => u * w.reduce((product, each) => product * (1 + (each * u) ** 2) ** 0.25, 1);
  let end = 1;
  while (size(end) < 1 / SMALL) end *= 2;
  const nodes = Array.from({ length: N_NODES }, (_, i) => (end * (i + 0.5)) / N_NODES);
  const angles = nodes.map((u) => w.reduce((sum, each) => sum + Math.atan(each * u), 0) / 2);
  const sizes = nodes.map(size);
  const passes = (/** @type {number} */ x) =>
    0.5 +
    ((end / N_NODES) * nodes.reduce((sum, u, i) => sum + Math.sin(angles[i] - (x * u) / 2) / sizes[i], 0)) / Math.PI;
  let [low, high] = [0, 1];
  while (passes(high) > chance && high < 1e4) high *= 2;
  for (let i = 0; i < 40; ++i) {
    const middle = (low + high) / 2;
    if (passes(middle) > chance) low = middle;
    else high = middle;
  }
  return high * largest;
}
