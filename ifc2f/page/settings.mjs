// Settings of a training in words; their names are those of the library's options.

import { plain } from "./numbers.mjs";
import { tr } from "./texts.mjs";

/**
 * What each setting is that is told, with its option and value.
 * @param {Record<string, any>} settings
 */
export function settingsInWords(settings) {
  const named = namesOfSettings();
  return Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const told = `${key} = ${settingShown(value)}`;
      return named.has(key) ? `${named.get(key)} (${told})` : told;
    })
    .join("; ");
}

/** @param {unknown} value */
function settingShown(value) {
  if (typeof value === "boolean") return value ? tr("yes") : tr("no");
  return typeof value === "number" ? plain(value) : String(value);
}

/** @returns {Map<string, string>} */
function namesOfSettings() {
  return new Map([
    ["n_bins", tr("Maximum number of intervals per numeric column")],
    ["binning", tr("How numbers are cut into intervals")],
    ["merge_categories", tr("Similar categories are merged")],
    ["relevance", tr("What relevance is computed on")],
    ["relevance_average", tr("How relevance is normalised")],
    ["relevance_start", tr("Initial relevance threshold")],
    ["min_features", tr("Number of relevant columns that is enough")],
    ["max_features", tr("Maximum number of columns kept")],
    ["selection", tr("How columns are selected")],
    ["structure", tr("How answers depend on each other")],
    ["order", tr("How questions are ordered")],
    ["smoothing", tr("How probabilities are smoothed")],
    ["treatment", tr("How dependence is treated in planning")],
    ["solver", tr("How the plan is computed")],
    ["n_beliefs", tr("Simulated cases of the plan")],
    ["graph_trees", tr("Trees in the forest that guides a graph")],
    ["graph_depth", tr("Maximum number of cuts on a path through a graph")],
    ["graph_columns", tr("Maximum number of columns of a graph")],
    ["graph_cuts", tr("Candidate cut points per column of a graph")],
    ["graph_rows", tr("Maximum number of rows that a graph is grown on")],
    ["seed", tr("Random seed")],
  ]);
}
