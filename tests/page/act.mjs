// What users do at the page's desk, and the case that comes of it, as a file.

import { pathToFileURL } from "node:url";

/** For each case, [number of the model, its SHA-256, acts]: what was asked after each act, and the case's file. */
export async function act(lib, job, folder) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.mjs`));
  const [{ Desk }, { Case }, { caseToJson }, { news }] = await Promise.all(
    ["desk", "case", "case_file", "words"].map(load),
  );
  const models = job.models.map((text) => new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  return job.cases.map(([which, sha256, acts]) => {
    const desk = new Desk(models[which]);
    desk.useCase(new Case(() => job.time));
    const asked = acts.map(([what, ...given]) => {
      if (what === "answerTogether") desk.answerTogether(new Map(given[0]));
      else desk[what](...given);
      return [desk.asked, desk.askedTogether, desk.case.isDirty, desk.case.canUndo, desk.case.canRedo, news(desk)];
    });
    return { asked, file: JSON.parse(caseToJson(desk.case, desk.model, desk.features, { program: "", sha256 })) };
  });
}
