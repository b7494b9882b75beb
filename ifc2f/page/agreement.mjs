// Numbers of one case that do not go together: a Gaussian copula of the training rows, as ifc2f/assessment/agreement.py.

import { isObject } from "./meta.mjs";

/** How a model's numeric features go together in its training rows. */
export class Agreement {
  /**
   * @param {import("./model.mjs").Model} model
   * @param {number[]} features
   * @param {number[][]} quantiles
   * @param {number[][]} correlation
   */
  constructor(model, features, quantiles, correlation) {
    const core = model._core;
    const [n, length] = [features.length, quantiles[0].length];
    const numbers = [...quantiles.flat(), ...correlation.flat()];
    this._core = core;
    this._features = features;
    this._copula = core.take(16);
    const at = core.take(8 * (numbers.length + n + core.c.ifc2f_copula_work()));
    this._values = at + 8 * numbers.length;
    this._work = this._values + 8 * n;
    core.doubles(at, numbers.length).set(numbers);
    new Uint32Array(core.memory.buffer, this._copula, 4).set([at, at + 8 * n * length, n, length]);
  }

  /**
   * What a model's file holds; null if it holds nothing of this, or nothing that makes sense.
   * @param {import("./model.mjs").Model} model
   */
  static of(model) {
    const told = model.meta.agreement;
    if (!isObject(told)) return null;
    const { features, quantiles, correlation: lower } = told;
    const isFeature = (/** @type {any} */ k) => Number.isInteger(k) && k >= 0 && k < model.nFeatures;
    if (!Array.isArray(features) || features.length === 0 || !features.every(isFeature)) return null;
    const isTable = (/** @type {any} */ rows, /** @type {(i: number) => number} */ length) =>
      Array.isArray(rows) &&
      rows.length === features.length &&
      rows.every((row, i) => Array.isArray(row) && row.length === length(i) && row.every((x) => typeof x === "number"));
    if (!isTable(quantiles, () => quantiles[0].length) || !isTable(lower, (i) => i)) return null;
    const at = (/** @type {number} */ i, /** @type {number} */ j) =>
      i === j ? 1 : /** @type {number} */ (lower[Math.max(i, j)][Math.min(i, j)]);
    const correlation = features.map((_, i) => features.map((_, j) => at(i, j)));
    const found = new Agreement(model, features, quantiles, correlation);
    return found._core.c.ifc2f_check_copula(found._copula, found._work) === 0 ? found : null;
  }

  /**
   * The feature without which the others go together best; null if all are in order.
   * @param {Map<number, number>} values numbers by feature; those it does not know are passed over
   */
  doubtful(values) {
    const numbers = this._features.map((k) => values.get(k) ?? NaN);
    this._core.doubles(this._values, numbers.length).set(numbers);
    const found = this._core.c.ifc2f_doubtful(this._copula, this._values, this._work);
    return found < 0 ? null : this._features[found];
  }
}
