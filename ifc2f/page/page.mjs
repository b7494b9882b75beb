// The page: opens its model, lays out the panels, runs what buttons and keys want. Nothing is sent or kept anywhere.

import { card } from "./card.mjs";
import { FAILED, NOT_AVAILABLE, PENDING, UNKNOWN, Case } from "./case.mjs";
import { LARGEST_BYTES, SUFFIX, caseFromJson, caseToJson } from "./case_file.mjs";
import { modelTitle, modelVersion } from "./describe.mjs";
import { Desk } from "./desk.mjs";
import {
  askBudget,
  askName,
  askPrior,
  close,
  closeButton,
  confirmDecision,
  confirmGoingOn,
  confirmOtherClass,
  dialog,
  leave,
  tell,
} from "./dialogs.mjs";
import { button, forgetClicks, h } from "./html.mjs";
import { AdviceBar, AnswersPanel, CoursePanel, OthersPanel, PosteriorPanel, WhyPanel } from "./panels.mjs";
import { QuestionPanel } from "./question.mjs";
import { caseTitle, disclaimer, recordText, report } from "./report.mjs";
import { load } from "./core.mjs";
import { Model } from "./model.mjs";
import { sha256 } from "./sha256.mjs";
import { currentLanguage, languages, said, setLanguage, tr } from "./texts.mjs";
import { news } from "./words.mjs";

const STATE_KEYS = new Map([
  ["u", UNKNOWN],
  ["n", NOT_AVAILABLE],
  ["p", PENDING],
  ["f", FAILED],
]);
const SLICE_MS = 8; // of looking ahead, between two events
const WORD_MS = 400; // between two keys that are typed one after the other
const NAMES = { en: "English", de: "Deutsch" };

/** @param {Desk} desk */
function panelsOf(desk) {
  return {
    question: new QuestionPanel(desk),
    others: new OthersPanel(desk),
    posterior: new PosteriorPanel(desk, () => askPrior(desk)),
    course: new CoursePanel(desk),
    answers: new AnswersPanel(desk),
    why: new WhyPanel(desk),
    advice: new AdviceBar(
      desk,
      () => confirmGoingOn(desk),
      () => confirmDecision(desk),
      () => confirmOtherClass(desk),
    ),
  };
}

/** The page of one model. */
class Page {
  /**
   * @param {Model} model
   * @param {import("./report.mjs").About} about
   */
  constructor(model, about) {
    this.about = about;
    this._said = -Infinity; // when a letter said that there is no value
    this._entered = -Infinity; // when Return was pressed last
    this._timer = 0;
    this._frame = 0;
    this.desk = new Desk(model, () => this.refresh());
    this.panels = panelsOf(this.desk);
    this.told = h("p", { class: "unseen", role: "status" });
    this.printed = h("div", { id: "printed" });
    for (const kind of ["keydown", "input"]) document.addEventListener(kind, forgetClicks, true);
    document.addEventListener("keydown", (event) => this._key(event));
    window.addEventListener("beforeunload", (event) => this._askBeforeLeaving(event));
    window.addEventListener("beforeprint", () => this.printed.replaceChildren(report(this.desk, this.about)));
    this.layOut();
  }

  /** Make all elements anew, in the language of now. */
  layOut() {
    const { desk } = this;
    desk.retell();
    document.documentElement.lang = currentLanguage();
    document.title = modelTitle(desk.model);
    this.panels = panelsOf(desk);
    desk.regardedChanged = () => this.panels.posterior.showFan();
    const { question, others, posterior, course, answers, why, advice } = this.panels;
    const pairs = [
      [question, others],
      [posterior, course],
      [answers, why],
    ];
    const columns = pairs.map((pair) => h("div", { class: "column" }, ...pair.map((panel) => panel.section)));
    const main = h("main", {}, ...columns, advice.section);
    document.body.replaceChildren(this._header(), main, this._footer(), this.told, this.printed);
    this.refresh();
    question.focus();
  }

  _header() {
    const { desk, about } = this;
    const title = h("h1", {}, modelTitle(desk.model));
    const version = h(
      "span",
      { class: "quiet" },
      [modelVersion(desk.model), about.sha256.slice(0, 8)].filter(Boolean).join(" · "),
    );
    this.caseName = h("span", { class: "quiet case" });
    const step = (/** @type {string} */ text, /** @type {string} */ id, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", id, onclick }, text); // a double click goes two steps
    this.undo = step(tr("Undo"), "undo", () => desk.undo());
    this.redo = step(tr("Redo"), "redo", () => desk.redo());
    const open = h("input", {
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      onchange: () => this._open(open),
    });
    const tools = [
      button(tr("New case"), () => leave(desk, () => desk.useCase(new Case()))),
      button(tr("Open case…"), () => leave(desk, () => open.click())),
      button(tr("Save case"), () => this.save(), { id: "save" }),
      button(tr("Report"), () => this.showReport(), { id: "report" }),
      button(tr("Pre-test probability…"), () => askPrior(desk)),
      button(tr("Budget…"), () => askBudget(desk)),
      button(tr("Name the case…"), () => askName(desk)),
      this.undo,
      this.redo,
    ];
    const cardTitle = tr("What the model is for, what it was trained on, and how it performs");
    const about_ = button(tr("Model card"), () => this.showCard(), { class: "link", title: cardTitle });
    return h(
      "header",
      {},
      h("div", { class: "head" }, title, version, about_, this.caseName, this._languages()),
      h("div", { class: "tools", role: "toolbar", "aria-label": tr("Case") }, ...tools, open),
    );
  }

  _languages() {
    const options = languages().map((code) =>
      h(
        "option",
        { value: code, lang: code, selected: code === currentLanguage() },
        NAMES[/** @type {keyof typeof NAMES} */ (code)] ?? code,
      ),
    );
    const choose = (/** @type {any} */ event) => {
      setLanguage(event.target.value);
      this.layOut();
      document.getElementById("language")?.focus();
    };
    return h("select", { id: "language", "aria-label": tr("Language"), onchange: choose }, ...options);
  }

  _footer() {
    return h(
      "footer",
      { class: "quiet" },
      h("p", {}, disclaimer()),
      h(
        "p",
        {},
        tr(
          "This page works without an internet connection. Your entries stay in it and are kept only if you save them.",
        ),
      ),
      h("p", {}, `SHA-256 ${this.about.sha256} · ${this.about.program}`),
    );
  }

  /**
   * Show the state of the desk: first what the user waits for, which is the posterior, the next question, the advice and the
   * answers; once these are painted, what explains them.
   */
  refresh() {
    this._keepingFocus(() => this._showNow());
    cancelAnimationFrame(this._frame);
    clearTimeout(this._timer);
    const go = () => {
      if (this.desk.lookOn(SLICE_MS)) this._timer = setTimeout(go, 0);
      else if (this.desk.outlook !== null) {
        this.panels.advice.refresh();
        this.panels.posterior.showLimits();
        if (this.desk.outlook.asking !== null) this.panels.course.refresh();
      }
    };
    const showLater = () => {
      this._keepingFocus(() => this._explain());
      go(); // looks ahead, in between what the user does
    };
    this._frame = requestAnimationFrame(() => {
      this._timer = setTimeout(showLater, 0);
    });
  }

  _showNow() {
    const { desk } = this;
    const shown = this.panels;
    for (const panel of [shown.question, shown.posterior, shown.advice, shown.answers]) panel.refresh();
    this.caseName.textContent = `${desk.case.isDirty ? "● " : ""}${desk.case.name}`;
    this.caseName.title = desk.case.isDirty ? tr("unsaved changes") : "";
    this.undo.disabled = !desk.case.canUndo;
    this.redo.disabled = !desk.case.canRedo;
    this.told.textContent = news(desk);
    if (shown.question.isNew) shown.question.focus(); // last: what has the focus is laid out at once
  }

  _explain() {
    const { question, posterior, answers, why, course, others } = this.panels;
    answers.scrollToEnd();
    for (const panel of [why, course, others]) panel.refresh();
    posterior.showFan();
    question.showWhyFirst();
  }

  /**
   * Show something anew. The focus stays where it was, as far as that is still there.
   * @param {() => void} show
   */
  _keepingFocus(show) {
    const { question, advice } = this.panels;
    const focused = document.activeElement?.id ?? "";
    show();
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost) return;
    const there = focused === "" || focused === "entry" ? null : document.getElementById(focused);
    if (there !== null && !(/** @type {HTMLButtonElement} */ (there).disabled)) there.focus();
    else if (advice.isReady) advice.decide.focus();
    else question.focus();
  }

  /** Hand the case to the browser as a file. */
  save() {
    const text = caseToJson(this.desk.case, this.desk.model, this.desk.features, this.about);
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const stem =
      caseTitle(this.desk)
        .replace(/[^\p{L}\p{N} _-]+/gu, "-")
        .trim()
        .slice(0, 80) || "case";
    const link = h("a", { href: url, download: `${stem}${SUFFIX}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.desk.case.markSaved();
    this.refresh();
  }

  /** @param {HTMLInputElement} input */
  async _open(input) {
    const file = input.files?.[0];
    input.value = "";
    if (file === undefined) return;
    try {
      if (file.size > LARGEST_BYTES) throw new Error(tr("{file}: too large for a case file.", { file: file.name }));
      const { desk } = this;
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      desk.useCase(caseFromJson(text, desk.model, desk.features, this.about.sha256));
    } catch (error) {
      const why = said(error).replace(/\.$/, "");
      tell(tr("Open case…"), tr("{file}: not a case file, or damaged ({why}).", { file: file.name, why }));
    }
  }

  showCard() {
    dialog(tr("Model card"), [card(this.desk, this.about)], [closeButton()], { wide: true });
  }

  showReport() {
    const print = (/** @type {Event} */ event) => {
      close(event);
      window.print();
    };
    dialog(
      tr("Report"),
      [report(this.desk, this.about)],
      [
        button(tr("Print…"), print, { class: "primary", id: "print" }),
        button(tr("Copy for the record"), () => this.copy(), { id: "copy" }),
        closeButton(),
      ],
      { wide: true },
    );
  }

  /** Copy the report as a text; where the browser does not let a page do so, show it to be copied by hand. */
  async copy() {
    const text = recordText(this.desk, this.about);
    try {
      await navigator.clipboard.writeText(text);
      tell(tr("Copy for the record"), tr("The case is copied as text."));
    } catch {
      const area = h("textarea", { rows: 16, readonly: true, "aria-label": tr("Report") }, text);
      dialog(tr("Copy for the record"), [h("p", {}, tr("Please copy this text.")), area], [closeButton()], {
        wide: true,
      });
      area.select();
    }
  }

  /** @param {BeforeUnloadEvent} event */
  _askBeforeLeaving(event) {
    if (!this.desk.case.isDirty) return;
    event.preventDefault();
    event.returnValue = true; // what Chrome before 119 heeds
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (!event.key || event.isComposing) return; // a browser that fills a line in, or a syllable that is being written
    const answered = Math.max(this._said, this._entered);
    const isOver = event.repeat || performance.now() - answered < WORD_MS; // what Return may have meant is done
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === "Enter" && isOver && isOnButton) event.preventDefault(); // the button came after what it was meant for
    if (event.key === "Enter") this._entered = performance.now();
    if (event.defaultPrevented || event.repeat || document.querySelector("dialog[open]") !== null) return;
    const key = event.key.toLowerCase();
    const target = /** @type {HTMLElement} */ (event.target);
    const isText = target.matches("input[type=text], input[type=search], textarea");
    const isEmpty = target.id === "entry" && /** @type {HTMLInputElement} */ (target).value === "";
    const isControl = event.ctrlKey || event.metaKey;
    let taken = false;
    if (isControl && !event.altKey) taken = this._control(key, event.shiftKey, isText && !isEmpty);
    else if (!event.altKey && !isControl && (!isText || isEmpty) && !target.matches("select")) {
      taken = this._letter(key);
    }
    if (taken) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {boolean} isShift
   * @param {boolean} isText whether the key may be meant for a text
   */
  _control(key, isShift, isText) {
    const { desk } = this;
    if (key === "s") this.save();
    else if (key === "z" && !isShift && !isText) desk.undo();
    else if ((key === "y" || (key === "z" && isShift)) && !isText) desk.redo();
    else return false;
    return true;
  }

  /** @param {string} key */
  _letter(key) {
    const state = STATE_KEYS.get(key);
    if (state !== undefined && this.desk.asked !== null) {
      const isInWord = performance.now() - this._said < WORD_MS; // “unknown” answers one question, not several
      this._said = performance.now();
      if (!isInWord) this.panels.question.say(state);
      return true;
    }
    return this.panels.question.entry?.key(key) ?? false;
  }
}

/**
 * Open the page's model and begin; say why where it cannot be opened.
 * @param {string} digest SHA-256 of the runtime, which stands in the page compressed
 * @param {string} program
 */
export async function begin(digest, program) {
  setLanguage(navigator.languages.map((each) => each.slice(0, 2)).find((each) => languages().includes(each)) ?? "en");
  try {
    const runtime = await expanded(bytesIn("runtime"));
    if (sha256(runtime) !== digest) throw new Error(tr("the runtime is damaged"));
    await load(runtime);
    const bytes = bytesIn("model");
    return new Page(new Model(bytes), { program, sha256: sha256(bytes) });
  } catch (error) {
    const told = tr("The model of this page cannot be opened: {why}.", { why: said(error) });
    const main = h("main", { class: "failed" }, h("h1", {}, "ifc2f"), h("p", { class: "bad", role: "alert" }, told));
    document.body.replaceChildren(main);
    return null;
  }
}

/**
 * The bytes that stand in the page in base 64.
 * @param {string} id
 */
function bytesIn(id) {
  const text = document.getElementById(id)?.textContent ?? "";
  return Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes compressed */
async function expanded(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
