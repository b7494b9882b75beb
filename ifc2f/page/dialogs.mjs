// Dialogs that ask or tell one thing.

import { costText, unitOfCosts } from "./advice.mjs";
import { PENDING } from "./case.mjs";
import { decideText } from "./decided.mjs";
import { className, classNames } from "./describe.mjs";
import { button, h, onReturn, textLine } from "./html.mjs";
import { editable, fixed, oneLine, percent, probability, readNumber, twoWays } from "./numbers.mjs";
import { isolated, tr } from "./texts.mjs";
import { findingText } from "./words.mjs";

/** @typedef {import("./desk.mjs").Desk} Desk */

/**
 * Show a dialog until it is closed.
 * @param {string} title
 * @param {any[]} children
 * @param {any[]} buttons
 * @param {{wide?: boolean}} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, children, buttons, options = {}) {
  const made = h(
    "dialog",
    { "aria-labelledby": "dialog-title", class: options.wide === true ? "wide" : null },
    h("h2", { id: "dialog-title" }, title),
    h("div", { class: "content", tabindex: options.wide === true ? 0 : null }, ...children),
    h("div", { class: "buttons" }, ...buttons),
  );
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * Close the dialog that an event comes from.
 * @param {Event} event
 */
export function close(event) {
  /** @type {HTMLElement} */ (event.target).closest("dialog")?.close();
}

/** @param {string} [text] */
export function closeButton(text = tr("Close")) {
  return button(text, close);
}

/**
 * Tell one thing.
 * @param {string} title
 * @param {string} text
 */
export function tell(title, text) {
  dialog(title, [h("p", {}, text)], [closeButton()]);
}

/**
 * Pre-test probabilities: the model's, or the user's. With two classes the second follows from the first.
 * @param {Desk} desk
 */
export function askPrior(desk) {
  const names = classNames(desk.model);
  const problem = h("p", { class: "bad", role: "alert" });
  /** @type {HTMLInputElement[]} */
  const lines = names.map((name, i) =>
    textLine({
      inputmode: "decimal",
      value: percent(desk.found.start[i]),
      "aria-label": tr("Probability of {name} before any answer, in percent", { name }),
      onkeydown: onReturn((event) => use(event)),
      oninput: () => complete(i),
    }),
  );
  const complete = (/** @type {number} */ i) => {
    problem.textContent = "";
    const { values } = readNumber(lines[i].value);
    if (names.length !== 2 || values.length !== 1 || !(values[0] >= 0 && values[0] <= 100)) return;
    lines[1 - i].value = percent(1 - values[0] / 100);
  };
  const read = () => percentagesIn(lines, names, problem);
  const use = (/** @type {Event} */ event) => {
    const values = read();
    if (values === null) return;
    const total = values.reduce((sum, each) => sum + each, 0);
    if (Math.abs(total - 100) > 0.05) {
      const text = tr("These add up to {total} %, not to 100 %. Change one, or scale all.", { total: fixed(total, 2) });
      problem.textContent = `⚠ ${text}`;
      return;
    }
    close(event);
    desk.setPrior(values.map((value) => value / total));
  };
  const scale = () => {
    const values = read();
    if (values === null) return;
    const total = values.reduce((sum, each) => sum + each, 0);
    problem.textContent = total === 0 ? `⚠ ${tr("All probabilities are 0.")}` : "";
    if (total > 0) lines.forEach((line, i) => (line.value = percent(values[i] / total)));
  };
  const reset = (/** @type {Event} */ event) => {
    close(event);
    desk.setPrior(null);
  };
  const question = tr("Before any answer, how probable is each class in the setting this case comes from?");
  const rows = names.map((name, i) =>
    h("label", { class: "field" }, h("span", {}, `${isolated(name)}  (%)`), lines[i]),
  );
  dialog(
    tr("Pre-test probability"),
    [h("p", {}, question), ...rows, problem],
    [
      button(tr("Use these"), use, { class: "primary" }),
      button(tr("Scale to 100 %"), scale),
      button(tr("Use the model’s"), reset),
      closeButton(tr("Cancel")),
    ],
  );
  lines[0].focus();
  lines[0].select();
}

/**
 * The percentages in some lines; null, with the focus on the line and what is wrong with it, if one is none.
 * @param {HTMLInputElement[]} lines
 * @param {string[]} names what each is of
 * @param {HTMLElement} problem
 */
function percentagesIn(lines, names, problem) {
  const values = [];
  for (const [i, line] of lines.entries()) {
    const reading = readNumber(line.value);
    const usable = reading.values.filter((value) => value >= 0 && value <= 100);
    if (usable.length !== 1) {
      problem.textContent = `⚠ ${isolated(names[i])}: ${reading.problem || tr("A probability lies between 0 and 100 %.")}`;
      line.focus();
      return null;
    }
    values.push(usable[0]);
  }
  return values;
}

/**
 * The budget: one number, or the model's.
 * @param {Desk} desk
 */
export function askBudget(desk) {
  const { found, model, decimals } = desk;
  const problem = h("p", { class: "bad", role: "alert" });
  const line = textLine({
    inputmode: "decimal",
    placeholder: tr("no limit"),
    value: found.budget === Infinity ? "" : editable(found.budget),
    "aria-label": tr("The most that all questions together may cost"),
    onkeydown: onReturn((event) => use(event)),
    oninput: () => (problem.textContent = ""),
  });
  const use = (/** @type {Event} */ event) => {
    const reading = readNumber(line.value);
    let wrong = reading.problem;
    if (line.value.trim() === "") wrong = tr("Please enter a number, or use the model’s.");
    else if (reading.values.length > 1) wrong = twoWays(line.value, reading);
    else if (reading.values[0] < 0) wrong = tr("A budget cannot be negative.");
    problem.textContent = wrong === "" ? "" : `⚠ ${wrong}`;
    if (wrong !== "") return line.focus();
    close(event);
    desk.setBudget(reading.values[0]);
  };
  const reset = (/** @type {Event} */ event) => {
    close(event);
    desk.setBudget(null);
  };
  const own = model.budget === Infinity ? tr("no limit") : fixed(model.budget, decimals);
  dialog(
    tr("Budget"),
    [
      h("p", {}, tr("How much may all questions of this case cost together?")),
      h("label", { class: "field" }, h("span", {}, tr("At most")), line),
      problem,
      h("p", { class: "quiet" }, tr("Spent so far: {spent}", { spent: fixed(found.session.cost, decimals) })),
      h("p", { class: "quiet" }, tr("Unit of costs: {unit}.", { unit: unitOfCosts(model) })),
    ],
    [
      button(tr("Use this"), use, { class: "primary" }),
      button(tr("Use the model’s"), reset, { title: tr("The model’s budget: {budget}", { budget: own }) }),
      closeButton(tr("Cancel")),
    ],
  );
  line.focus();
}

/**
 * Name the case.
 * @param {Desk} desk
 */
export function askName(desk) {
  const use = (/** @type {Event} */ event) => {
    close(event);
    desk.setName(oneLine(written(line)));
  };
  const line = textLine({ value: desk.case.name, onkeydown: onReturn((event) => use(event)) });
  const question = tr("Name (kept in the case file and its reports, and proposed as their file name):");
  dialog(
    tr("Name the case"),
    [h("label", { class: "field" }, h("span", {}, question), line)],
    [button(tr("Use this"), use, { class: "primary" }), closeButton(tr("Cancel"))],
  );
  line.focus();
}

/**
 * What a line holds. A letter that was cut in half, which no file can hold, is replaced.
 * @param {HTMLInputElement} line
 */
function written(line) {
  return line.value.trim().replace(/[\ud800-\udfff]/gu, "\ufffd");
}

/**
 * A line for a reason, which Return hands on.
 * @param {(event: Event) => void} use
 */
function reasonLine(use) {
  return textLine({
    placeholder: tr("Reason (optional)"),
    "aria-label": tr("Reason (optional)"),
    onkeydown: onReturn(use),
  });
}

/**
 * Go on, after a question for the reason where the advice is to stop.
 * @param {Desk} desk
 */
export function confirmGoingOn(desk) {
  if (!desk.goesAgainstAdvice) {
    desk.goOn();
    return;
  }
  const goOn = (/** @type {Event} */ event) => {
    close(event);
    desk.goOn(written(reason));
  };
  const reason = reasonLine(goOn);
  dialog(
    tr("Continue anyway"),
    [
      ...adviceNotes(desk),
      h("p", {}, tr("Why are you going on? The case and its report will show your reason.")),
      reason,
    ],
    [button(tr("Continue anyway"), goOn, { class: "primary" }), closeButton(tr("Back to the case"))],
  );
  reason.focus();
}

/**
 * Decide, after a question where results are pending or the advice is otherwise.
 * @param {Desk} desk
 */
export function confirmDecision(desk) {
  const pending = pendingNotes(desk);
  const isAgainst = desk.decidesAgainstAdvice;
  if (pending.length === 0 && !isAgainst) {
    desk.decide();
    return;
  }
  const name = className(desk.model, desk.found.decision);
  const decide = (/** @type {Event} */ event) => {
    close(event);
    desk.decide(isAgainst ? written(reason) : "");
  };
  const reason = reasonLine(decide);
  dialog(
    tr("Decide now"),
    [
      h("p", {}, tr("Close the case as {name}?", { name })),
      ...pending,
      ...(isAgainst
        ? [
            ...adviceNotes(desk),
            h("p", {}, tr("Why are you deciding now? The case and its report will show your reason.")),
            reason,
          ]
        : []),
    ],
    [button(decideText(name), decide, { class: "primary" }), closeButton(tr("Back to the case"))],
  );
  if (isAgainst) reason.focus();
}

/**
 * Decide for another class than the model's. Nothing is chosen beforehand.
 * @param {Desk} desk
 */
export function confirmOtherClass(desk) {
  const { found, model } = desk;
  const best = className(model, found.decision);
  const others = model.classes.filter((each) => each !== found.decision);
  const options = others.map((each) => h("option", { value: each }, className(model, each)));
  const open = h("option", { value: "" }, tr("Choose a class"));
  const about = h("p", { class: "two-lines", "aria-live": "polite" });
  const use = (/** @type {Event} */ event) => {
    if (classes.value === "") return;
    close(event);
    desk.decide(written(reason), classes.value);
  };
  const show = () => {
    const i = model.classes.indexOf(classes.value);
    decide.disabled = i < 0;
    decide.textContent = i < 0 ? tr("Decide") : decideText(className(model, classes.value));
    about.textContent = i < 0 ? "" : costsOfBoth(desk, i);
  };
  const classes = h("select", { "aria-label": tr("Final class"), onchange: show }, open, ...options);
  const reason = reasonLine(use);
  const decide = button("", use, { class: "primary" });
  dialog(
    tr("Choose another class"),
    [
      h("p", {}, tr("The model would choose {name}. Close the case as:", { name: best })),
      classes,
      about,
      ...pendingNotes(desk),
      ...(desk.decidesAgainstAdvice ? adviceNotes(desk) : []),
      h("p", {}, tr("Why this class? The case and its report will show your reason.")),
      reason,
    ],
    [decide, closeButton(tr("Back to the case"))],
  );
  show();
  classes.focus();
}

/**
 * How probable a class is, and what deciding for it is expected to cost beside the model's.
 * @param {Desk} desk
 * @param {number} i
 */
function costsOfBoth(desk, i) {
  const { found, model, decimals } = desk;
  return tr(
    "{name} has a probability of {p}. Expected cost of mistakes: {cost} if you choose {name}, {lowest} if you choose {best}.",
    {
      name: className(model, model.classes[i]),
      p: probability(found.posterior[i]),
      cost: costText(model, found.costsOfDeciding[i], decimals),
      best: className(model, found.decision),
      lowest: costText(model, found.stopping, decimals),
    },
  );
}

/**
 * The advice that is not followed.
 * @param {Desk} desk
 */
function adviceNotes(desk) {
  return [h("p", {}, tr("The advice differs:")), h("p", { class: "notice" }, desk.advice.text)];
}

/**
 * What lists the results still to come; nothing if there are none.
 * @param {Desk} desk
 */
function pendingNotes(desk) {
  const pending = desk.found.findings.filter(([, finding]) => finding.state === PENDING);
  if (pending.length === 0) return [];
  const told = pending.map(([k, finding]) =>
    h("li", {}, `${isolated(desk.features[k].name)} (${findingText(desk.features[k], finding)})`),
  );
  const head = h("p", {}, tr("These results are still pending and are not counted:"));
  return [head, h("ul", { class: "notice" }, ...told)];
}

/**
 * Ask before changes are lost.
 * @param {Desk} desk
 * @param {() => void} go
 */
export function leave(desk, go) {
  if (!desk.case.isDirty) {
    go();
    return;
  }
  const leaveNow = (/** @type {Event} */ event) => {
    close(event);
    go();
  };
  dialog(
    tr("New case"),
    [h("p", {}, tr("The case has changes that are not saved."))],
    [button(tr("Discard"), leaveNow), closeButton(tr("Back to the case"))],
  );
}
