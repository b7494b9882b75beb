// What callers may do wrong with the library, and what comes of it.

/** For each misuse the error's name, status and message; and whether the session stayed as it was. Feature 0 is numeric. */
export function misuse(lib, job) {
  const bytes = Uint8Array.from(atob(job.model), (c) => c.charCodeAt(0));
  const model = new lib.Model(bytes);
  const session = new lib.Session(model);
  session.answerBin(1, 1);
  const state = () => JSON.stringify([session.state(0), session.state(1), session.next(), ...session.posterior]);
  const before = state();
  const calls = [...wrongCalls(lib, bytes, model, session), ...callsAfterFree(new lib.Session(model))];
  const errors = Object.fromEntries(calls.map(([name, call]) => [name, told(call)]));
  return { errors, isAsBefore: state() === before };
}

function told(call) {
  try {
    return ["returned", String(call())];
  } catch (error) {
    return [error.name, error.status, error.message];
  }
}

const NOT_NUMBERS = [null, undefined, true, [], {}, ""];
const NOT_FEATURES = [-1, 2, 0.5, NaN, null, undefined, "no such name", 2 ** 32];

function wrongCalls(lib, bytes, model, session) {
  const shown = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  const of = (what, values, call) => values.map((value) => [`${what} ${shown(value)}`, () => call(value)]);
  return [
    ...of("answer", [...NOT_NUMBERS, NaN, Infinity, "1"], (value) => session.answer(0, value)),
    ...of("know", [...NOT_NUMBERS, NaN, Infinity, "1"], (value) => session.know(0, value)),
    ...of("answerBin", [...NOT_NUMBERS, "1", 0.5, -1, NaN, 255, 2 ** 32], (value) => session.answerBin(0, value)),
    ...of("answerLikelihoods", [[], [0, 0, 0], [1, -1, 1], [1, NaN, 1], [1]], (v) => session.answerLikelihoods(0, v)),
    ...of("setPrior", [null, [], [1], [0.5, 0.6], [NaN, 1], [-1, 2]], (value) => session.setPrior(value)),
    ...of("setBudget", [...NOT_NUMBERS, "1", NaN, -1], (value) => session.setBudget(value)),
    ...of("interval", [0, 1, NaN, null], (value) => session.interval(value)),
    ...of("influences", [-1, 2, 0.5, null, "length"], (value) => session.influences(value)),
    ...of("jointWorth", [[0, 0], [0, 65536], [-1], ["no such name"]], (value) => session.jointWorth(value)),
    ...["retract", "missing", "state", "worth", "featurePosterior", "featureCost", "likelihoods"].flatMap((name) =>
      of(name, NOT_FEATURES, (value) => session[name](value)),
    ),
    ...["isCategorical", "nValues", "values", "groupsOf", "panelOf", "featureIndex"].flatMap((name) =>
      of(name, NOT_FEATURES, (value) => model[name](value)),
    ),
    ...of("Model", [null, "text", [1, 2], new Uint8Array()], (value) => new lib.Model(value)),
    ["Model buffer", () => new lib.Model(bytes.buffer)],
  ];
}

/** Every member of a session that was released. */
function callsAfterFree(session) {
  session.free();
  session.free(); // again does nothing
  const { free, ...members } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(session));
  const isPublic = ([name]) => !name.startsWith("_") && name !== "constructor";
  const given = {
    answerLikelihoods: [0, [1, 1, 1]],
    setPrior: [[0.5, 0.5]],
    setBudget: [1],
    answerBin: [0, 1],
    jointWorth: [[0]],
  };
  return Object.entries(members)
    .filter(isPublic)
    .map(([name, { get }]) => [
      `freed ${name}`,
      () => (get ? session[name] : session[name](...(given[name] ?? [0, 1]))),
    ]);
}
