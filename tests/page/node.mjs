// node node.mjs FOLDER WHAT: run a function of this folder on the job that comes by the input, print what it tells.
// FOLDER is that of the page's modules.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, what] = process.argv.slice(2);
const [core, model, session] = await Promise.all(
  ["core", "model", "session"].map((name) => import(pathToFileURL(`${folder}/${name}.mjs`))),
);
const lib = { ...core, ...model, ...session };
await lib.load(readFileSync(`${folder}/ifc2f.wasm`));
const [file, name] = what.split(".");
const { [name ?? file]: run } = await import(`./${file}.mjs`);
process.stdout.write(JSON.stringify(await run(lib, JSON.parse(readFileSync(0, "utf-8")), folder)));
