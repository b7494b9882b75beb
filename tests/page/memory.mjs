// How much memory a desk takes while a case changes, each time before its outlook is worked out.

import { pathToFileURL } from "node:url";

/** Bytes of the runtime's memory after each of so many changes. */
export async function memory(lib, job, folder) {
  const { Desk } = await import(pathToFileURL(`${folder}/desk.mjs`));
  const model = new lib.Model(Uint8Array.from(atob(job.model), (c) => c.charCodeAt(0)));
  const desk = new Desk(model);
  return Array.from({ length: job.n }, (_, i) => {
    for (let steps = 0; steps < 20; ++steps) desk.lookOn(0);
    if (i % 2 === 0) desk.answer(desk.asked, "unknown");
    else desk.undo();
    return model._core.memory.buffer.byteLength;
  });
}
