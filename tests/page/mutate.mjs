// Open models whose bytes were changed, and follow those that open to their end.

const MOST_STEPS = 100;

/** For each model: the library's error, or how many questions were asked. Anything else is an error of this run. */
export function mutate(lib, job) {
  return job.models.map((text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    try {
      return follow(lib, new lib.Model(bytes));
    } catch (error) {
      if (!(error instanceof lib.Ifc2fError)) throw error;
      return { status: error.status, message: error.message };
    }
  });
}

function follow(lib, model) {
  const session = new lib.Session(model);
  let steps = 0;
  while (model.policy !== null && steps < MOST_STEPS) {
    const next = session.next();
    if (next === null) break;
    session.answerBin(next, steps % model.nValues(next));
    steps += 1;
  }
  for (let k = 0; k < model.nFeatures; ++k) session.featurePosterior(k);
  session.influences(0);
  session.decisionThresholds();
  tryInterval(lib, session);
  const total = session.posterior.reduce((sum, p) => sum + p, 0);
  return { steps, decided: session.decide(), is_sound: Math.abs(total - 1) < 1e-3 };
}

/** A model need not tell how many rows it was trained on. */
function tryInterval(lib, session) {
  try {
    session.interval();
  } catch (error) {
    if (!(error instanceof lib.Ifc2fError)) throw error;
  }
}
