// Types of ifc2f.mjs: models and sessions over the C runtime, the same bits as in Python.

/** An error of the library, such as a damaged model, or a value that a feature cannot have. */
export class Ifc2fError extends Error {
  constructor(message: string, status?: number);
  /** The C library's status; 0 if the error is not from the C library. */
  status: number;
}

/** A model: the bytes of a model file and a view of them through the C runtime. It does not change. */
export class Model {
  /** Open a model. Throws an `Ifc2fError` if the bytes are not a valid model. */
  constructor(data: Uint8Array);
  readonly nFeatures: number;
  readonly nClasses: number;
  /** Number of features the ordered policy may acquire. */
  readonly nStages: number;
  /** Texts and figures for people. Classes and features without a name get one. */
  readonly meta: Record<string, any>;
  /** The class labels, as texts. */
  readonly classes: string[];
  readonly featureNames: string[];
  /** The class prior of training. */
  readonly prior: Float32Array;
  /** The most that a session may spend; Infinity for no limit. */
  readonly budget: number;
  /** Costs of mistakes, a row for each true class. */
  readonly misclassification: number[][];
  /** What each feature's test costs by itself. */
  readonly testCosts: number[];
  /** What decides which feature to acquire next: "graph", "adaptive", "ordered", or null. */
  readonly policy: string | null;
  readonly hasGraph: boolean;
  /** The same model with the adaptive policy instead of its own. */
  readonly adaptive: Model;
  /** The index of a feature given by index or name. */
  featureIndex(feature: number | string): number;
  isCategorical(feature: number | string): boolean;
  /** Number of bins or categories. */
  nValues(feature: number | string): number;
  /** Numbers of a numeric feature's edges, or of a categorical one's categories. */
  values(feature: number | string): number[];
  /** Indices of the groups that a feature's tests belong to. */
  groupsOf(feature: number | string): number[];
  /** Groups of several tests of which one costs less after another. */
  readonly groupsWithDiscounts: Set<number>;
  /** Index of the group whose one test is all that shows a feature; null if there is none. */
  panelOf(feature: number | string): number | null;
  /** The bytes of a section by its place in the C library's `ifc2f_section`; null if the model has none. */
  section(which: number): Uint8Array | null;
}

/** What one answer does to the probability of a class, all other answers as they are. */
export interface Influence {
  feature: number;
  /** By which the answer multiplies the odds of the class, as a natural logarithm. */
  logFactor: number;
  /** Probability of the class without the answer. */
  without: number;
}

/** What an answer to a feature is worth by itself. */
export interface Worth {
  feature: number;
  /** Probability of an answer after which another class would be decided. */
  change: number;
  /** By how much the expected cost of a mistake falls; the cost of the answer is not counted. */
  saving: number;
  /** Of each of its values. */
  probability: number[];
  /** P(class | answers, value); NaN for a value that is not possible. */
  posterior: number[][];
}

/** What answers to several features are worth together, such as to all of a panel. */
export interface JointWorth {
  /** Probability of the answers after which another class would be decided. */
  change: number;
  /** By how much the expected cost of a mistake falls; the costs of the answers are not counted. */
  saving: number;
  /** 0 where all sets of answers were followed; else both are lower bounds, the saving by at most this. */
  missed: number;
}

/** Ask, answer, decide: a session of the C runtime. Features are given by index or name. */
export class Session {
  constructor(model: Model, options?: { prior?: ArrayLike<number> | null; budget?: number | null });
  readonly model: Model;
  /** The index of the feature to acquire next, or null to stop. */
  next(): number | null;
  /** Answer a feature, or replace its answer: by a number in its units, or the text of a category. */
  answer(feature: number | string, value: number | string): void;
  /** Answer a feature with the index of a bin or category. */
  answerBin(feature: number | string, bin: number): void;
  /** Give an uncertain answer: for each bin or category, how probable the observation is if that is the value. */
  answerLikelihoods(feature: number | string, likelihoods: ArrayLike<number>): void;
  /** What was answered about a feature as likelihoods of its values, the largest 1. */
  likelihoods(feature: number | string): Float32Array;
  /** Take a value, as `answer` does, that is known without an acquisition: it counts like an answer and costs nothing. */
  know(feature: number | string, value: number | string): void;
  /** Say that a feature's value cannot be had; with `paid`, its cost counts nevertheless. */
  missing(feature: number | string, options?: { paid?: boolean }): void;
  /** Take back an answer; the feature is open again and its cost no longer counted. */
  retract(feature: number | string): void;
  /** Forget all answers; prior and budget stay. */
  restart(): void;
  /** Replace the class prior; answers are kept. */
  setPrior(prior: ArrayLike<number>): void;
  /** Set the largest cost that the policy may spend. */
  setBudget(budget: number): void;
  /** The class with the smallest expected misclassification cost. */
  decide(): string;
  /** P(class | answers). */
  readonly posterior: Float32Array;
  /** For each class, the ends of a credible interval of its probability at this level (default: 0.9). */
  interval(level?: number): [number, number][];
  /** For each class, the probability above which it is decided, if the others keep their ratios; null: there is none. */
  decisionThresholds(): (number | null)[];
  /** Whether the answers have probability 0 under the model; the posterior is then the prior. */
  readonly conflict: boolean;
  /** Natural logarithm of the probability of all answers; -Infinity if they contradict each other. */
  readonly logEvidence: number;
  /** Cost of the features acquired. */
  readonly cost: number;
  /** Indices of the features acquired, in the order of their acquisition. */
  readonly acquired: number[];
  /** Expected misclassification cost of deciding now. */
  readonly costOfStopping: number;
  /** A feature's bin, or "open", "missing", "missing, paid" or "uncertain". */
  state(feature: number | string): number | string;
  /** What an answer to a feature is worth by itself, whatever the policy asks after it. */
  worth(feature: number | string): Worth;
  /** What answers to several features are worth together; each is named once. */
  jointWorth(features: (number | string)[]): JointWorth;
  /** P(feature = value, class | answers), a row for each value. */
  featurePosterior(feature: number | string): Float32Array[];
  /** What acquiring a feature would cost now; 0 for one that was acquired. */
  featureCost(feature: number | string): number;
  /** Expected further cost of acquiring a feature and then going on; null if the policy does not give it. */
  costOfContinuing(feature?: number | string): number | null;
  /** What each answer does to the probability of a class, which is given by its index. */
  influences(target: number): Influence[];
  /** Return a session with the same answers, prior and budget. */
  copy(): Session;
  /** Free the session's memory at once. The session cannot be used afterwards. */
  free(): void;
}
