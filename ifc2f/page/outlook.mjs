// What lies ahead of a case: how many more answers, and how often the decision is wrong then. The policy is followed through
// the answers that are most probable now, step by step, so that a page can do it while its reader thinks.

/** @typedef {import("./evidence.mjs").Consequences} Consequences */
/** @typedef {import("./session.mjs").Session} Session */

const [ENOUGH, MOST_STEPS, LEAST, RARE, HALVINGS] = [0.97, 400, 0.75, 1e-4, 7];

/**
 * @typedef {object} Outlook Averages over the courses that the case may take if the advice is followed.
 * @property {number} answers further ones
 * @property {number} mistakes expected cost of a mistake at their end
 * @property {number} spent cost of the answers
 * @property {[number, number] | null} asking of two classes: the probabilities of the second one between which the model
 *   asks for more; null where it asks at none, or where that does not depend on the probability alone
 */

/**
 * @typedef {object} Course A course that the case may take.
 * @property {number} share its probability
 * @property {number} order when it was found: of two that are equally probable the earlier one is followed first
 * @property {number} n answers on it
 * @property {Session} session
 */

/**
 * Work the outlook out: null after each step, at the end the outlook if it can be told. To give it up halfway, call `return()`,
 * which gives the memory of its sessions back.
 * @param {Consequences} found
 * @returns {Generator<Outlook | null, void>}
 */
export function* lookingAhead(found) {
  if (!found.hasPolicy) return;
  /** @type {Course[]} */
  const open = [{ share: 1, order: 0, n: 0, session: found.askingSession.copy() }];
  try {
    const totals = yield* followed(open, found.askingSession.cost);
    if (totals[0] < LEAST) return;
    const [answers, mistakes, spent] = totals.slice(1).map((each) => each / totals[0]);
    yield { answers, mistakes, spent, asking: yield* askingRange(found) };
  } finally {
    for (const { session } of open) session.free();
  }
}

/**
 * Follow the most probable courses, those in `open`, until they are nearly all.
 * @param {Course[]} open
 * @param {number} cost of the answers that there are
 * @returns {Generator<null, number[]>} the share of the courses that have ended, and of these the answers, mistakes and cost
 */
function* followed(open, cost) {
  const totals = [0, 0, 0, 0];
  let order = 1;
  for (let steps = 0; open.length > 0 && totals[0] < ENOUGH && steps < MOST_STEPS; ++steps) {
    const { share, n, session } = mostProbable(open);
    const feature = session.next();
    if (feature === null) {
      [1, n, session.costOfStopping, session.cost - cost].forEach((each, i) => (totals[i] += share * each));
      session.free();
      continue;
    }
    const chances = session.featurePosterior(feature).map((row) => row.reduce((sum, p) => sum + p, 0));
    chances.forEach((p, v) => {
      if (share * p < RARE) return;
      const then = session.copy();
      then.answerBin(feature, v);
      open.push({ share: share * p, order: order++, n: n + 1, session: then });
    });
    session.free();
    yield null;
  }
  return totals;
}

/**
 * Take the most probable course out of a list, of equal ones the first.
 * @template {{share: number, order: number}} T
 * @param {T[]} open
 */
function mostProbable(open) {
  const first = (/** @type {T} */ a, /** @type {T} */ b) =>
    a.share > b.share || (a.share === b.share && a.order < b.order);
  let best = 0;
  open.forEach((each, i) => {
    if (first(each, open[best])) best = i;
  });
  return open.splice(best, 1)[0];
}

/**
 * Find where the model asks, by halving from the probability at which the decision changes.
 * @param {Consequences} found
 * @returns {Generator<null, [number, number] | null>}
 */
function* askingRange(found) {
  const threshold = found.threshold;
  const p = found.posterior[1];
  if (threshold === null || found.model.hasGraph || !(p > 0 && p < 1) || !asksAt(found, threshold)) return null;
  const ends = [];
  for (let outside of [0, 1]) {
    let inside = threshold;
    for (let i = 0; i < HALVINGS; ++i) {
      const middle = (inside + outside) / 2;
      if (asksAt(found, middle)) inside = middle;
      else outside = middle;
      yield null;
    }
    ends.push((inside + outside) / 2);
  }
  return [ends[0], ends[1]];
}

/**
 * Whether the model would ask on if the second of two classes had this probability at these answers.
 * @param {Consequences} found
 * @param {number} probability
 */
function asksAt(found, probability) {
  const session = found.askingSession.copy();
  const weights = [1 - probability, probability].map((p, i) => (found.start[i] / found.posterior[i]) * p);
  session.setPrior(weights.map((w) => w / (weights[0] + weights[1])));
  const asks = session.next() !== null;
  session.free();
  return asks;
}

/**
 * What each mistake costs if all cost the same and being right nothing; else null.
 * @param {import("./model.mjs").Model} model
 */
export function mistakeCost(model) {
  const costs = model.misclassification;
  const wrong = costs.flatMap((row, i) => row.filter((_, j) => i !== j));
  const isSame = wrong.length > 0 && wrong[0] > 0 && wrong.every((cost) => cost === wrong[0]);
  return isSame && costs.every((row, i) => row[i] === 0) ? wrong[0] : null;
}
