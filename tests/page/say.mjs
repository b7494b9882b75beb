// What the page says to cases: the sentences and figures that the window says too.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export async function say(lib, job, folder) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.mjs`));
  const [{ Desk }, advice, words, texts, numbers, file, report] = await Promise.all(
    ["desk", "advice", "words", "texts", "numbers", "case_file", "report"].map(load),
  );
  texts.useTexts(JSON.parse(readFileSync(`${folder}/texts.json`, "utf-8")));
  texts.setLanguage(job.language);
  const models = job.models.map((text) => new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  return job.cases.map(([which, sha256, text]) => {
    const model = models[which];
    const desk = new Desk(model);
    desk.useCase(file.caseFromJson(text, model, desk.features, sha256));
    desk.lookOn();
    const { found, decimals } = desk;
    const shown = (value) => (value === null ? null : numbers.fixed(value, decimals));
    return {
      title: report.caseTitle(desk),
      asked: desk.asked,
      together: desk.askedTogether,
      worth_together: jointWorthOf(desk, advice),
      advice: desk.advice,
      by_costs: advice.advise(found, decimals).text,
      thresholds: found.thresholds,
      interval: found.interval,
      doubtful: found.doubtful,
      outlook: desk.outlook === null ? null : outlookOf(desk.outlook),
      fan: (desk.asked === null ? [] : found.possible(desk.asked)).map((each) => [
        each.text,
        words.chanceText(each.probability),
        Array.from(each.posterior, numbers.probability),
        each.changes,
      ]),
      why_asked: advice.whyAsked(found, decimals),
      warnings: words.warnings(desk),
      news: words.news(desk),
      whose: advice.whoseEstimate(found),
      unit: advice.unitOfCosts(model),
      open: found.open.map((row) => [
        row.feature,
        words.openName(desk, row),
        shown(row.cost),
        shown(row.worth.saving),
        words.changeText(row.worth.change),
        advice.changeInWords(row.worth.change),
        found.isOverBudget(row),
      ]),
      answers: found.findings.map(([k, finding]) => words.findingText(desk.features[k], finding)),
      course: found.steps.map((step) => Array.from(step.after, numbers.probability)),
      strengths: found
        .influences(desk.explained)
        .map((each) => [words.strength(each.logFactor, "X"), numbers.probability(each.without)]),
      still_to_come: [shown(found.stillToCome), found.isBound],
      deferred: found.deferred,
      features: desk.features,
      file: file.caseToJson(desk.case, model, desk.features, { program: "", sha256 }),
    };
  });
}

function jointWorthOf({ asked, found, decimals }, advice) {
  const worth = asked === null ? null : found.jointWorth(asked);
  return worth === null
    ? null
    : [advice.savedTogether(worth, decimals), advice.changeInWords(worth.change), worth.missed];
}

function outlookOf({ answers, mistakes, spent, asking }) {
  const short = (x) => x.toFixed(5);
  return [short(answers), short(mistakes), short(spent), asking === null ? null : asking.map(short)];
}

/** Read cases, answer one question more, and write them: why a case was refused, or its answers and its file. */
export async function reopened(lib, job, folder) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.mjs`));
  const [{ Desk }, file] = await Promise.all(["desk", "case_file"].map(load));
  const models = job.models.map((text) => new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  return job.cases.map(([which, sha256, text]) => {
    const desk = new Desk(models[which]);
    try {
      desk.useCase(file.caseFromJson(text, desk.model, desk.features, sha256));
    } catch (error) {
      return { refused: error.message };
    }
    const [open] = desk.found.open;
    if (open !== undefined) desk.answer(open.feature, "unknown");
    const written = file.caseToJson(desk.case, desk.model, desk.features, { program: "", sha256 });
    return { n: desk.case.findings().length, file: written };
  });
}

/** What texts mean as numbers, and how numbers are shown. */
export async function numbers(lib, job, folder) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.mjs`));
  const [numbers, texts, words] = await Promise.all(["numbers", "texts", "words"].map(load));
  texts.useTexts(JSON.parse(readFileSync(`${folder}/texts.json`, "utf-8")));
  texts.setLanguage(job.language);
  return {
    read: job.texts.map(numbers.readNumber),
    shown: job.numbers.map((x) => [
      numbers.plain(x),
      numbers.edge(x),
      numbers.fixed(x, 3),
      numbers.probability(x),
      numbers.percent(x),
    ]),
    chances: job.chances.map(words.chanceText),
  };
}

/** What the model cards tell of each model. */
export async function cards(lib, job, folder) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.mjs`));
  const [{ cardSections }, texts] = await Promise.all(["card", "texts"].map(load));
  texts.useTexts(JSON.parse(readFileSync(`${folder}/texts.json`, "utf-8")));
  texts.setLanguage(job.language);
  return job.models.map(([text, sha256]) => {
    const model = new lib.Model(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
    return cardSections(model, { sha256, program: "" });
  });
}
