// What is shown of the desk besides the question: open questions, posterior, course, answers, why, advice.

import {
  changeInWords,
  cheaperThanLikelier,
  costAhead,
  costText,
  furtherCost,
  unitOfCosts,
  whoseEstimate,
} from "./advice.mjs";
import { TELLING } from "./case.mjs";
import { bar, course, fan, influenceBar, symbol } from "./charts.mjs";
import { closedAs, decideText } from "./decided.mjs";
import { className, classNames, costUnit } from "./describe.mjs";
import { arrange, button, h, onReturn, panel, setText, table, textLine } from "./html.mjs";
import { fixed, probability, shortened } from "./numbers.mjs";
import { largestShown } from "./report.mjs";
import { tr } from "./texts.mjs";
import {
  chanceText,
  changeText,
  findingText,
  intervalWords,
  isAsked,
  openName,
  scaleOfStrength,
  strength,
  warnings,
} from "./words.mjs";

/** @typedef {import("./desk.mjs").Desk} Desk */
/** @typedef {import("./case.mjs").Finding} Finding */

const LONGEST_UNIT = 12; // letters below a head; the advice has it whole

/** All questions still open, with what each is expected to save and to cost: any of them may be asked next. */
export class OthersPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<number, {element: any, ask: any, cells: any[]}>} */
    this._rows = new Map();
    this.search = textLine({
      type: "search",
      id: "find",
      placeholder: tr("Find…"),
      "aria-label": tr("Find an open question by name"),
      oninput: () => this._filter(),
      onkeydown: onReturn(() => this._askFirst()),
    });
    const unit = costUnit(desk.model);
    const inUnit = (/** @type {string} */ head) =>
      unit === "" ? head : h("span", {}, head, h("br"), shortened(unit, LONGEST_UNIT));
    this.table = table([tr("Question"), tr("Changes"), inUnit(tr("Saves")), inUnit(tr("Costs"))], [], {
      "aria-label": tr("Open questions, the most useful first"),
    });
    const scroll = h("div", { class: "scroll", role: "group", "aria-label": tr("Open questions") }, this.table);
    const { section, heading, head } = panel("others", "");
    this.section = section;
    this.heading = heading;
    head.append(this.search);
    section.querySelector(".body").append(scroll);
  }

  refresh() {
    const { desk } = this;
    const { found, decimals, features } = desk;
    this.heading.textContent = tr("OPEN QUESTIONS ({n})", { n: found.nOpen });
    const rows = found.open.map((row) => {
      const { element, ask, cells } = this._row(row.feature);
      const saving = fixed(row.worth.saving, decimals);
      const change = changeInWords(row.worth.change);
      const cost = row.cost === 0 ? tr("free") : fixed(row.cost, decimals);
      const values = { question: features[row.feature].question, change, saving, cost };
      const words = tr("{question}: {change} Expected to save {saving} by itself, costs {cost}", values);
      setText(ask, openName(desk, row));
      ask.title = features[row.feature].help || words;
      if (isAsked(desk, row.feature)) ask.setAttribute("aria-current", "true");
      else ask.removeAttribute("aria-current");
      [changeText(row.worth.change), saving, cost].forEach((text, i) => setText(cells[i], text));
      return element;
    });
    arrange(this.table.tBodies[0], rows);
    this._filter();
  }

  /**
   * The row of a feature, made once: what it says is set where it is shown.
   * @param {number} feature
   */
  _row(feature) {
    const known = this._rows.get(feature);
    if (known !== undefined) return known;
    const { desk } = this;
    const [regard, disregard] = [() => desk.regard(feature), () => desk.regard(null)];
    const on = { onfocus: regard, onblur: disregard, onmouseenter: regard, onmouseleave: disregard };
    const ask = button("", () => this._ask(feature), { class: "row", id: `ask${feature}`, ...on });
    const cells = [h("td"), h("td"), h("td")];
    const made = { element: h("tr", {}, h("th", { scope: "row" }, ask), ...cells), ask, cells };
    this._rows.set(feature, made);
    return made;
  }

  _filter() {
    const wanted = this.search.value.toLowerCase();
    for (const row of this.table.tBodies[0].rows) {
      row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
    }
  }

  _askFirst() {
    const rows = Array.from(this.table.tBodies[0].rows);
    rows
      .find((row) => !row.hidden)
      ?.querySelector("button")
      ?.click();
  }

  /** @param {number} feature */
  _ask(feature) {
    this.search.value = "";
    this.desk.ask(feature);
  }
}

/** The posterior: a bar per class with its number, on a fixed axis from 0 to 1, in a fixed order. */
export class PosteriorPanel {
  /**
   * @param {Desk} desk
   * @param {() => void} setPrior
   */
  constructor(desk, setPrior) {
    this.desk = desk;
    this.names = classNames(desk.model);
    const { section, head, body } = panel("posterior", tr("PROBABILITIES"));
    this.section = section;
    this.prior = button("", setPrior, { class: "link", title: tr("Set the probabilities before any answer") });
    head.append(this.prior);
    this.rows = this.names.map((name, i) => {
      const { picture, show, mark, whisker } = bar(i);
      const number = h("output", {});
      const between = h("span", { class: "unseen" });
      const item = h("li", {}, symbol(i), h("span", { class: "name", title: name }, name), picture, number, between);
      return { item, number, between, show, mark, whisker };
    });
    this.legend = h("span", {});
    this.pays = h("span", { id: "pays" });
    this.fan = h("div", { class: "fan" });
    body.append(
      h("ul", { class: "bars", "aria-label": tr("Probabilities") }, ...this.rows.map((row) => row.item)),
      h("p", { class: "quiet" }, this.legend, " ", this.pays),
      this.fan,
    );
  }

  refresh() {
    const { found, before } = this.desk;
    this.prior.textContent = found.prior === null ? tr("Pre-test: model’s") : tr("Pre-test: yours");
    this.rows.forEach(({ item, number, between, show, whisker }, i) => {
      number.textContent = probability(found.posterior[i]);
      item.classList.toggle("leading", i === found.leading);
      show(found.posterior[i], before[i]);
      const ends = found.interval?.[i] ?? null;
      whisker(ends);
      between.textContent = item.title = ends === null ? "" : intervalWords(ends);
    });
    this.showLimits();
  }

  /** Mark where classes are decided and, of two classes, where asking pays, once that is known; say what the marks are. */
  showLimits() {
    const limits = this.rows.map((_, i) => this.desk.limitsOf(i));
    this.rows.forEach(({ mark }, i) => mark(limits[i]));
    setText(this.legend, this._legend());
    const isOfTwo = limits.length === 2;
    setText(this.pays, isOfTwo ? tr("Underlined: where asking pays.") : "");
    this.pays.style.visibility = limits.some(({ asking }) => asking !== null) ? "" : "hidden"; // keeps its room
  }

  _legend() {
    const { found, before } = this.desk;
    const moved = found.posterior.some((p, i) => p !== before[i]);
    const now = moved ? tr("Tick: before the last change.") : tr("The last change moved nothing.");
    const marks =
      this.names.length === 2
        ? tr("Dashed: where the decision changes.")
        : tr("Dashed: the class is decided from there on, if the others keep their ratios.");
    const isMarked = found.thresholds.some((each) => each !== null);
    const told = [
      found.steps.length === 0 ? tr("Before any answer.") : now,
      found.interval === null ? "" : tr("Whiskers: 90 % interval."),
      isMarked ? marks : "",
    ];
    return told.filter((each) => each !== "").join(" ");
  }

  /** Show what the question that is looked at, or else the one that is asked, may do. */
  showFan() {
    const { desk } = this;
    const { shown, explained } = desk;
    const answers = shown === null ? [] : desk.found.possible(shown);
    const name = this.names[explained];
    const row = shown === null ? null : desk.found.row(shown);
    if (shown === null || row === null || answers.length === 0) {
      this.fan.replaceChildren(h("p", { class: "quiet" }, tr("No question is asked.")));
      return;
    }
    const question = desk.features[shown].name;
    const change = changeInWords(row.worth.change);
    const saving = fixed(row.worth.saving, desk.decimals);
    const words = answers.map((each) =>
      tr("{text} ({share} of cases): {name} {p}", {
        text: each.text,
        share: chanceText(each.probability),
        name,
        p: probability(each.posterior[explained]),
      }),
    );
    const told = [
      tr("{question}: {change} By itself it is expected to save {saving}.", { question, change, saving }),
      ...words,
    ];
    this.fan.replaceChildren(
      h("p", { class: "quiet" }, tr("Probability of {name} after each answer to {question}", { question, name })),
      fan(answers, explained, desk.found.posterior[explained], told),
    );
  }
}

/** The course of the posterior over the answers, a line per class. */
export class CoursePanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { section, body } = panel("course", tr("COURSE OVER THE ANSWERS"));
    this.section = section;
    this.body = body;
  }

  refresh() {
    const { found, model } = this.desk;
    const posteriors = [found.start, ...found.steps.map((step) => step.after)];
    this.body.replaceChildren(
      course(classNames(model), posteriors, tr("Course of the probabilities"), this.desk.limits),
    );
  }
}

/** What was answered, in order, and what each answer did; any of it can be changed, retracted or paused. */
export class AnswersPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { section, heading, body } = panel("answers", "");
    this.section = section;
    this.heading = heading;
    this.list = h("ol", { "aria-label": tr("Answers so far") });
    /** @type {Map<number, {finding: Finding, effect: string, element: HTMLElement}>} */
    this._rows = new Map();
    body.append(this.list);
  }

  refresh() {
    const { findings } = this.desk.found;
    this.heading.textContent = tr("ANSWERS ({n})", { n: findings.length });
    const rows = findings.map(([k, finding], i) => this._row(k, finding, this._effect(finding, i)));
    arrange(this.list, rows);
  }

  /** Show the last answer. */
  scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * The row of an answer: that which is there, as long as it says the same.
   * @param {number} k
   * @param {Finding} finding
   * @param {string} effect
   */
  _row(k, finding, effect) {
    const known = this._rows.get(k);
    if (known?.finding === finding && known.effect === effect) return known.element;
    const element = this._newRow(k, finding, effect);
    this._rows.set(k, { finding, effect, element });
    return element;
  }

  /**
   * @param {number} k
   * @param {Finding} finding
   * @param {string} effect
   * @returns {HTMLElement}
   */
  _newRow(k, finding, effect) {
    const { desk } = this;
    const feature = desk.features[k];
    const of = (/** @type {string} */ what) => ({ class: "small", "aria-label": `${what}: ${feature.name}` });
    const pause = finding.paused ? tr("Count") : tr("Pause");
    return h(
      "li",
      { class: finding.paused ? "paused" : null },
      h("span", { class: "name" }, feature.name),
      h("span", { class: "given" }, findingText(feature, finding)),
      h("span", { class: "quiet effect" }, effect),
      h(
        "span",
        { class: "buttons" },
        button(tr("Edit"), () => desk.ask(k), { ...of(tr("Edit")), id: `edit${k}` }),
        button(tr("Retract"), () => desk.retract(k), { ...of(tr("Retract")), id: `retract${k}` }),
        TELLING.includes(finding.state) &&
          button(pause, () => desk.pause(k, !finding.paused), { ...of(pause), id: `pause${k}` }),
      ),
    );
  }

  /**
   * How the answer moved the explained class.
   * @param {Finding} finding
   * @param {number} i
   */
  _effect(finding, i) {
    if (finding.paused) return tr("paused: kept, not counted");
    if (!TELLING.includes(finding.state)) return tr("probabilities unchanged");
    const { explained: target, found, model } = this.desk;
    const step = found.steps[i];
    const [before, after] = [probability(step.before[target]), probability(step.after[target])];
    return tr("{name} {before} → {after}", { name: classNames(model)[target], before, after });
  }
}

/** How answers speak for a class the user chooses (the leading one unless chosen), and warnings. */
export class WhyPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { section, head, body } = panel("why", tr("WHY"));
    this.section = section;
    this.target = h(
      "select",
      {
        id: "target",
        "aria-label": tr("Class to explain"),
        onchange: () => desk.explain(this.target.selectedIndex === 0 ? null : this.target.selectedIndex - 1),
      },
      ...[tr("leading class"), ...classNames(desk.model)].map((name) => h("option", {}, name)),
    );
    head.append(this.target);
    this.body = body;
  }

  refresh() {
    const { desk } = this;
    const name = classNames(desk.model)[desk.explained];
    const influences = desk.found.influences(desk.explained);
    const largest = largestShown(influences);
    const rows = influences.map((each) => {
      const without = tr("without {p}", { p: probability(each.without) });
      return h(
        "li",
        {},
        h("span", { class: "name" }, desk.features[each.feature].name),
        h("span", { class: "given" }, strength(each.logFactor, name)),
        influenceBar(each, largest, desk.explained, desk.model.nClasses),
        h("span", { class: "quiet" }, without),
      );
    });
    const note = influences.length > 0 ? scaleOfStrength(name) : tr("The evidence from each answer will appear here.");
    this.body.replaceChildren(
      ...warnings(desk).map((text) => h("p", { class: "notice" }, `⚠ ${text}`)),
      rows.length > 0 ? h("ul", { "aria-label": tr("How strongly each answer speaks") }, ...rows) : "",
      h("p", { class: "quiet" }, note),
    );
  }
}

/** What the model advises, with its numbers, and the ways to do otherwise. */
export class AdviceBar {
  /**
   * @param {Desk} desk
   * @param {() => void} goOn
   * @param {() => void} decide
   * @param {() => void} decideOther for another class than the model's
   */
  constructor(desk, goOn, decide, decideOther) {
    this.desk = desk;
    this.sentence = h("p", { class: "sentence" });
    this.costs = h("p", { class: "quiet" });
    this.unit = button("", () => desk.tellCosts(!desk.tellsCosts), {
      id: "in-costs",
      class: "link",
      title: tr("Show expected costs, or mistakes in 100 cases"),
    });
    this.goOn = button("", goOn, { id: "go-on" });
    this.decide = button("", decide, { id: "decide" });
    this.other = button(tr("Other class…"), decideOther, { id: "decide-other", class: "link" });
    this.other.hidden = desk.model.classes.length === 1;
    this.section = h(
      "section",
      { class: "advice", "aria-label": tr("Advice") },
      h("div", {}, this.sentence, this.costs),
      h("div", { class: "buttons" }, this.unit, this.goOn, this.decide, this.other),
    );
  }

  refresh() {
    const { desk } = this;
    const { advice, found } = desk;
    const { decision } = desk.case;
    const isStop = advice.stop && decision === null && advice.isSafe;
    this.sentence.textContent = decision === null ? advice.text : closedAs(desk.model, decision);
    this.sentence.title = decision === null ? whoseEstimate(found) : "";
    this.costs.textContent = this._costs();
    this.costs.title = this._aboutCosts();
    this.unit.hidden = !desk.canTellCases || decision !== null;
    this.unit.textContent = desk.tellsCosts ? tr("In cases") : tr("In costs");
    const name = className(desk.model, found.decision);
    this.decide.textContent = decideText(name);
    this.decide.disabled = this.other.disabled = decision !== null;
    this.decide.title = cheaperThanLikelier(found);
    this.decide.classList.toggle("primary", isStop);
    const going = advice.stop ? tr("Continue anyway") : tr("Continue");
    this.goOn.textContent = decision === null ? going : tr("Reopen");
    this.goOn.disabled = !desk.canGoOn;
    this.isReady = isStop && desk.asked === null;
  }

  _costs() {
    const { found, model } = this.desk;
    const shown = (/** @type {number} */ cost) => costText(model, cost, this.desk.decimals);
    let spent = shown(found.session.cost);
    if (found.budget !== Infinity) spent = tr("{spent} of {budget}", { spent, budget: shown(found.budget) });
    if (this.desk.case.decision !== null) {
      const mistake = shown(found.costOfDeciding(this.desk.case.decision.label));
      return tr("Spent {spent} · expected cost of mistakes {mistake}", { spent, mistake });
    }
    const coming = furtherCost(found, this.desk.decimals, this.desk.outlook);
    return tr("Spent {spent} · expected further cost {coming} (mistakes included)", { spent, coming });
  }

  _aboutCosts() {
    const unit = tr("Unit of costs: {unit}.", { unit: unitOfCosts(this.desk.model) });
    if (this.desk.case.decision !== null || !this.desk.found.isBound) return unit;
    const note =
      costAhead(this.desk.found, this.desk.outlook) === null
        ? tr("The further cost is at most this: the best way to go on may cost less.")
        : tr("The further cost is an average over the most probable courses of this case.");
    return `${unit} ${note}`;
  }
}
