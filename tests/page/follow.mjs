// Follow cases with the page's runtime, and tell what is asked, believed, decided and valued, numbers as their bits.

const view = new DataView(new ArrayBuffer(4));

function bits(number) {
  view.setFloat32(0, number);
  return view.getUint32(0);
}

function change(session, [what, feature, value]) {
  if (what === "answer") session.answer(feature, value);
  if (what === "bin") session.answerBin(feature, value);
  if (what === "likelihoods") session.answerLikelihoods(feature, value);
  if (what === "know") session.know(feature, value);
  if (what === "missing") session.missing(feature, { paid: value });
  if (what === "retract") session.retract(feature);
  if (what === "prior") session.setPrior(value);
  if (what === "budget") session.setBudget(value);
  if (what === "restart") session.restart();
}

function told(session) {
  return [
    Array.from(session.posterior, bits),
    session.model.policy === null ? null : session.next(),
    session.decide(),
    bits(session.cost),
    bits(session.costOfStopping),
    session.acquired,
    session.interval(),
    session.decisionThresholds(),
  ];
}

function bitsOrNull(number) {
  return number === null ? null : bits(number);
}

/** Of a feature what is known, what it costs and is worth, and what the first features are worth together. */
function valued(session, k) {
  const { change, saving } = session.worth(k);
  const together = session.jointWorth(Array.from({ length: Math.min(3, session.model.nFeatures) }, (_, i) => i));
  return [
    session.state(k),
    Array.from(session.likelihoods(k), bits),
    session.featurePosterior(k).map((row) => Array.from(row, bits)),
    [session.featureCost(k), change, saving, together.change, together.saving, together.missed].map(bits),
    session.model.policy === null ? null : bitsOrNull(session.costOfContinuing(k)),
    session.conflict,
  ];
}

/** What a whole job tells: `models` in base 64, `cases` as [number of the model, changes]. */
export function follow(lib, job) {
  const models = job.models.map((text) => new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  return job.cases.map(([model, changes]) => {
    const session = new lib.Session(models[model]);
    const steps = changes.map((each) => {
      change(session, each);
      return [...told(session), ...valued(session, each[1] ?? 0)];
    });
    session.free();
    return steps;
  });
}
