// The question of the moment, with its inputs.

import { changeInWords, costText, savedTogether, unitOfCosts, whyAsked } from "./advice.mjs";
import { ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNKNOWN } from "./case.mjs";
import { entryOf } from "./entry.mjs";
import { button, h, panel, setText } from "./html.mjs";
import { className, costUnit } from "./describe.mjs";
import { fixed, withUnit } from "./numbers.mjs";
import { panelEntry } from "./panel_entry.mjs";
import { said, tr } from "./texts.mjs";

/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./case.mjs").Finding} Finding */

/** The question of the moment, with its inputs. After each answer the input is empty and has the focus. */
export class QuestionPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {import("./entry.mjs").Entry | null} */
    this.entry = null;
    this._shown = "";
    this.isNew = true; // whether what is asked changed when it was last shown
    const { section, heading, head, body } = panel("question", tr("NEXT QUESTION"));
    this.section = section;
    this.heading = heading;
    this.back = button(tr("Suggested"), () => desk.ask(null), {
      class: "link",
      title: tr("Back to the question the model asks"),
    });
    head.append(this.back);
    this.question = h("p", { class: "asked" });
    this.name = h("p", { class: "quiet" });
    this.place = h("div", {});
    this.cost = h("p", {});
    this.reason = h("p", { class: "quiet" });
    this.help = h("p", { class: "quiet lines" });
    this.buttons = this._buttons();
    body.append(this.question, this.name, this.place, this.cost, this.reason, this.help, this.buttons);
  }

  _buttons() {
    const state = (
      /** @type {string} */ what,
      /** @type {string} */ text,
      /** @type {string} */ title,
      /** @type {string} */ key,
    ) =>
      button(text, () => this.say(what), {
        title: `${title} (${key})`,
        "aria-keyshortcuts": key,
      });
    return h(
      "div",
      { class: "answering" },
      button(tr("Answer"), () => this.entry?.submit(), { class: "primary", id: "answer" }),
      state(UNKNOWN, tr("Unknown"), tr("The answer is not known"), "U"),
      state(NOT_AVAILABLE, tr("Not available"), tr("Cannot be done here, or was refused"), "N"),
      state(PENDING, tr("Pending"), tr("Ordered, result pending: the cost counts now, the value comes later"), "P"),
      state(FAILED, tr("Failed"), tr("Done, but without a usable result: the cost counts"), "F"),
    );
  }

  /**
   * Answer with unknown, not available, pending or failed.
   * @param {string} state
   */
  say(state) {
    const { asked } = this.desk;
    if (asked === null) return;
    this._shown = "";
    const together = this.desk.askedTogether;
    const told = { state, value: null, entered: null, unit: "" };
    if (together.length > 0) this.desk.answerTogether(new Map(together.map((k) => [k, told])));
    else this.desk.answer(asked, state);
  }

  focus() {
    this.entry?.focus();
  }

  /** Show the desk's question. An entry that was begun stays while the question is the same. */
  refresh() {
    const { desk } = this;
    const { asked } = desk;
    const finding = asked === null ? null : desk.case.finding(asked);
    const together = desk.askedTogether;
    const shown = JSON.stringify([asked, finding, together]);
    this.isNew = this._shown !== shown;
    this._shown = shown;
    this.back.hidden = desk.chosen === null;
    this.buttons.hidden = asked === null;
    if (this.isNew) this._replaceEntry(asked, finding);
    if (asked === null) {
      this._showEnd();
      return;
    }
    const feature = desk.features[asked];
    this.heading.textContent = this._title(finding);
    const isPanel = together.length > 0;
    const ofPanel = tr("One test with {n} values, at one price.", { n: together.length });
    const ofFeature = feature.name === feature.question ? "" : feature.name;
    this.question.textContent = isPanel ? feature.panel : feature.question;
    this.name.textContent = isPanel ? ofPanel : ofFeature;
    this.help.textContent = isPanel ? "" : feature.help;
    this.cost.textContent = this._cost(asked);
    this.cost.title = tr("Unit of costs: {unit}.", { unit: unitOfCosts(desk.model) });
    this.reason.textContent = this._reason(asked, "");
  }

  /** Say why the question comes before those of the list, which takes the worth of them all. */
  showWhyFirst() {
    const { asked, chosen, found, decimals } = this.desk;
    if (asked !== null && chosen === null) setText(this.reason, this._reason(asked, whyAsked(found, decimals)));
  }

  /** @param {Finding | null} finding */
  _title(finding) {
    const { chosen, askedTogether } = this.desk;
    if (chosen === null) return askedTogether.length > 0 ? tr("NEXT TEST") : tr("NEXT QUESTION");
    if (finding === null) return tr("YOUR QUESTION");
    return finding.state === PENDING ? tr("RESULT THAT WAS PENDING") : tr("CHANGE THE ANSWER");
  }

  /** Say that nothing more is asked. */
  _showEnd() {
    const { found } = this.desk;
    const { decision } = this.desk.case;
    for (const part of [this.name, this.cost, this.reason]) part.textContent = "";
    const say = (/** @type {string} */ title, /** @type {string} */ question, /** @type {string} */ help) => {
      this.heading.textContent = title;
      this.question.textContent = question;
      this.help.textContent = help;
    };
    if (decision !== null) {
      const help = tr("The case is closed. You can still change any answer; this reopens the case.");
      say(tr("DECIDED"), className(this.desk.model, decision.label), help);
    } else if (!found.hasPolicy && found.nOpen > 0) {
      const help = tr("This model has no policy, so it does not say what to ask next.");
      say(tr("YOUR QUESTION"), tr("Please choose a question below."), help);
    } else {
      const help = tr("The reason is given below. You can still choose any open question.");
      const question = found.deferred ? tr("For a person to decide") : tr("Ready to decide");
      say(tr("NO FURTHER QUESTION"), question, help);
    }
  }

  /**
   * What the question may do to the decision, and why it comes before others.
   * @param {number} asked
   * @param {string} first
   */
  _reason(asked, first) {
    const { found } = this.desk;
    const together = found.jointWorth(asked);
    if (together !== null) return together.missed > 0 ? "" : changeInWords(together.change); // of single values the list tells
    const row = found.row(asked);
    const change = row === null ? "" : changeInWords(row.worth.change);
    return [change, first].filter((text) => text !== "").join(" ");
  }

  /**
   * The line of cost, saving, group and delay.
   * @param {number} asked
   */
  _cost(asked) {
    const { found, decimals, features, model } = this.desk;
    const unit = costUnit(model);
    const row = found.row(asked);
    const { group, panel, delay } = features[asked];
    const together = found.jointWorth(asked);
    const saving = (/** @type {import("./evidence.mjs").Open} */ { worth }) =>
      together === null ? fixed(worth.saving, decimals) : savedTogether(together, decimals);
    const parts = [
      row === null ? "" : tr("Costs {cost}", { cost: costText(model, row.cost, decimals) }),
      row === null ? "" : tr("expected to save {saving}", { saving: withUnit(saving(row), unit) }),
      group === "" || panel !== "" ? "" : tr("shares the cost of “{group}”", { group }),
      delay,
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }

  /**
   * @param {number | null} asked
   * @param {Finding | null} finding
   */
  _replaceEntry(asked, finding) {
    this.entry = null;
    this.place.replaceChildren();
    if (asked === null) return;
    const { desk } = this;
    const together = desk.askedTogether.map((k) => desk.features[k]);
    const entry =
      together.length > 0
        ? panelEntry(together, (given) => this._take(entry, () => desk.answerTogether(given)))
        : entryOf(desk.features[asked], finding, (value, entered, unit) =>
            this._take(entry, () => desk.answer(asked, ANSWERED, value, entered, unit)),
          );
    this.entry = entry;
    this.place.append(entry.element);
  }
  /**
   * Let the desk take what was entered; say why where it does not.
   * @param {import("./entry.mjs").Entry} entry
   * @param {() => void} answer
   */
  _take(entry, answer) {
    const shown = this._shown;
    this._shown = "";
    try {
      answer();
    } catch (error) {
      this._shown = shown;
      entry.refuse(said(error));
    }
  }
}
