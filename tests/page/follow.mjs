// Follow cases with the page's runtime, and tell what is asked, believed and decided, numbers as their bits.

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

/** What a whole job tells: `models` in base 64, `cases` as [number of the model, changes]. */
export function follow(lib, job) {
  const models = job.models.map((text) => new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  return job.cases.map(([model, changes]) => {
    const session = new lib.Session(models[model]);
    const steps = changes.map((each) => {
      change(session, each);
      return told(session);
    });
    session.free();
    return steps;
  });
}
