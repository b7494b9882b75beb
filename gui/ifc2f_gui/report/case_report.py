"""The report of a case, as HTML or PDF: all that is needed to check how its result came about."""

from __future__ import annotations

import math
import os
from html import escape
from pathlib import Path

from PySide6.QtCore import QLocale

import ifc2f
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f_gui.case.advice import cost_head, cost_text, unit_of_costs
from ifc2f_gui.case.case import Decision, now
from ifc2f_gui.case.case_file import case_content
from ifc2f_gui.case.describe import Described, class_name, class_names, model_title
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import finding_text, scale_of_strength, strength, warnings
from ifc2f_gui.report import charts
from ifc2f_gui.report.model_card import card_sections, rows_html, section_html, technical_heading
from ifc2f_gui.report.own_words import in_own_words
from ifc2f_gui.report.record import case_called, decision_notes, timeline_html
from ifc2f_gui.shared.numbers import fixed, probability, with_unit
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.times import shown_time

_STYLE = """
body { font-family: sans-serif; font-size: 10pt; color: #1b1f24; }
h1 { font-size: 16pt; } h2 { font-size: 12pt; margin-top: 14pt; }
table { border-collapse: collapse; margin-bottom: 12px; }
td, th { padding: 3px 8px 3px 0; vertical-align: top; }
th { text-align: left; border-bottom: 1px solid #888888; }
"""


_MOST_COLUMNS = 6  # of classes in one table: more would not fit on a page


def write_report(path: str | os.PathLike[str], desk: Desk) -> None:
    """Write a report: PDF if the name ends in ``.pdf``, else HTML.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    html = report_html(desk)
    if Path(path).suffix.lower() != ".pdf":
        write_atomically(path, html)
        return
    from ifc2f_gui.report.pdf import pdf  # loads more of Qt, which most cases do not need

    write_atomically(path, pdf(html, tr("Report"), f"ifc2f {ifc2f.__version__}", foot_of(desk)))


def foot_of(desk: Desk) -> str:
    """Return the foot of each page, which distinguishes it from pages of other cases."""
    return f"{_title(desk)} · {model_title(desk.model)}, {desk.model.sha256[:12]}"


def _title(desk: Desk) -> str:
    return case_called(desk.active.name, desk.active.started)


def report_html(desk: Desk) -> str:
    """Return the report of the desk's case."""
    title = _title(desk)
    parts = [
        f"<!DOCTYPE html><html lang='{QLocale().name().split('_')[0]}'><head><meta "
        f"charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        _result(desk),
        _answers(desk),
        _strengths(desk),
        _course(desk),
        _overrides(desk),
        f"<h2>{tr('Timeline')}</h2>"
        + timeline_html(in_own_words(case_content(desk.active, desk.model, desk.model_path), desk.model)),
    ]
    written = [(tr("Written"), shown_time(now())), (tr("Program"), f"ifc2f {ifc2f.__version__}")]
    of_model = card_sections(desk.model)
    n_plain = sum(heading != technical_heading() for heading, _ in of_model)
    about_model = [section_html(*section, "h2") for section in of_model]
    support = tr("The figures support a decision by a qualified person; they are not a decision themselves.")
    about = [f"<h2>{tr('This report')}</h2>{rows_html(written)}<p>{support}</p>"]
    parts += [*about_model[:n_plain], *about, *about_model[n_plain:], "</body></html>"]
    return "".join(parts)


def _result(desk: Desk) -> str:
    found, case = desk.found, desk.active
    reasons = {
        "advice": tr("as the model advised"),
        "override": tr("by the user, against the advice to go on"),
        "other class": tr("by the user, overriding the model"),
        "no question left": tr("no question was left"),
        "deferred": tr("by the user; the model’s guarantee left the case to a person"),
        "no advice": tr("by the user; the model gives no advice"),
    }
    decision = case.decision
    label = found.decision if decision is None else decision.label
    outcome = (
        tr("still open")
        if decision is None
        else f"{class_name(desk.model, decision.label)}, {reasons[decision.reason]} "
        f"({shown_time(decision.time)})"
    )
    rows = [
        (tr("Model"), f"{model_title(desk.model)}, {desk.model.sha256[:12]}"),
        (tr("Result"), outcome),
        *_notes(desk.model, decision),
        *(
            (tr("Probability of {name}", name=name), _with_interval(desk, i, float(p)))
            for i, (name, p) in enumerate(zip(class_names(desk.model), found.posterior, strict=True))
        ),
        (tr("Pre-test probabilities"), _prior(desk)),
        (tr("Advice"), desk.advice.text),
        (
            tr("Cost"),
            tr(
                "{spent} of {all} for all questions",
                spent=cost_text(desk.model, found.session.cost),
                all=cost_text(desk.model, _cost_of_all(desk)),
            ),
        ),
        (tr("Budget"), _budget(desk)),
        (tr("Expected cost of mistakes"), cost_text(desk.model, found.cost_of_deciding(label))),
        (tr("Unit of costs"), unit_of_costs(desk.model)),
    ]
    notes = "".join(f"<p><b>{tr('Note')}:</b> {escape(text)}</p>" for text in warnings(desk))
    if desk.what_if is not None:
        notes += f"<p><b>{tr('Note')}:</b> {tr('This is a what-if copy, not the case itself.')}</p>"
    return f"<h2>{tr('Result')}</h2>{rows_html(rows)}{notes}"


def _notes(model: Model, decision: Decision | None) -> list[tuple[str, str]]:
    """Return the notes on the result, with the names of classes."""
    if decision is None:
        return []
    names = {key: class_name(model, getattr(decision, key)) for key in ("label", "advised")}
    return decision_notes({"why": decision.why, **names})


def _with_interval(desk: Desk, i: int, p: float) -> str:
    """Return a probability, and between what ends the training rows leave it."""
    if desk.found.interval is None:
        return probability(p)
    low, high = map(probability, desk.found.interval[i])
    return tr("{p} (90 % interval {low} to {high})", p=probability(p), low=low, high=high)


def _prior(desk: Desk) -> str:
    shares = zip(class_names(desk.model), desk.found.start, strict=True)
    origin = tr("the model’s") if desk.found.prior is None else tr("set by the user")
    return ", ".join(f"{name} {probability(p)}" for name, p in shares) + f" ({origin})"


def _budget(desk: Desk) -> str:
    if math.isinf(desk.found.budget):
        return tr("no limit")
    origin = tr("the model’s") if desk.active.budget is None else tr("set by the user")
    return f"{cost_text(desk.model, desk.found.budget)} ({origin})"


def _cost_of_all(desk: Desk) -> float:
    from ifc2f.session import Session

    session = Session(desk.model)
    for k in range(desk.model.n_features):
        session.missing(k, paid=True)
    return session.cost


def _answers(desk: Desk) -> str:
    rows = []
    for i, ((k, finding), step) in enumerate(zip(desk.found.findings, desk.found.steps, strict=True)):
        feature = desk.features[k]
        text = finding_text(feature, finding)
        own = feature.units[0]
        if finding.entered is not None and feature.unit(finding.unit) != own:
            text += f" (= {with_unit(fixed(float(finding.value or 0.0), 3), own.name)})"
        if finding.paused:
            text += " " + tr("(paused, not counted)")
        rows.append(
            [str(i + 1), _question(feature), text, shown_time(finding.time), fixed(step.cost, desk.decimals)]
        )
    heads = [tr("No."), tr("Question"), tr("Answer given"), tr("Time")]
    heads.append(cost_head(desk.model, tr("Cost so far")))
    return f"<h2>{tr('Answers in their order')}</h2>{_table(heads, rows)}"


def _question(feature: Described) -> str:
    return f"{feature.question} ({feature.panel})" if feature.panel else feature.question


def _strengths(desk: Desk) -> str:
    target = desk.explained
    name = class_names(desk.model)[target]
    influences = desk.found.influences(target)
    names = [desk.features[each.feature].name for each in influences]
    texts = [strength(each.log_factor, name) for each in influences]
    rows = [[n, t, probability(each.without)] for n, t, each in zip(names, texts, influences, strict=True)]
    heads = [tr("Question"), tr("The answer is"), tr("{name} without it", name=name)]
    title = tr("How strongly each answer speaks for {name}", name=name)
    head = f"<h2>{escape(title)}</h2>"
    if not influences:
        return head + f"<p>{tr('None.')}</p>"
    bars = charts.strengths(names, influences, texts, title, target, desk.model.n_classes)
    drawn = "".join(f"<p>{chart}</p>" for chart in bars)
    return f"{head}{drawn}<p>{escape(scale_of_strength(name))}</p>{_table(heads, rows)}"


def _course(desk: Desk) -> str:
    found = desk.found
    origin = tr("pre-test (model’s)") if found.prior is None else tr("pre-test (set by the user)")
    names = class_names(desk.model)
    befores = [origin, *(desk.features[step.feature].name for step in found.steps)]
    posteriors = [found.start.tolist(), *(step.after.tolist() for step in found.steps)]
    title = tr("Course of the probabilities")
    chart = charts.course(names, posteriors, title)
    tables = ""
    for at in range(0, len(names), _MOST_COLUMNS):
        some = slice(at, at + _MOST_COLUMNS)
        rows = [[b, *map(probability, p[some])] for b, p in zip(befores, posteriors, strict=True)]
        tables += _table([tr("After"), *names[some]], rows)
    note = tr("0: before any answer; 1, 2, …: after the answer of that number.")
    return f"<h2>{title}</h2>{tables}<p>{chart}</p><p>{note}</p>"  # rows fill a page, which no chart does


def _overrides(desk: Desk) -> str:
    kinds = {
        "continued": tr("went on although the advice was to stop"),
        "decided": tr("decided although the advice was to go on"),
    }
    rows = []
    for o in desk.active.overrides:
        going_on = "–" if o.cost_of_continuing is None else fixed(o.cost_of_continuing, desk.decimals)
        rows.append(
            [
                shown_time(o.time),
                kinds[o.kind],
                str(o.n_answers),
                fixed(o.cost_of_stopping, desk.decimals),
                going_on,
                o.why or "–",
            ]
        )
    decision = desk.active.decision
    if decision is not None and decision.advised not in ("", decision.label):
        chosen, advised = class_name(desk.model, decision.label), class_name(desk.model, decision.advised)
        what = tr(
            "decided for {chosen} where the model would have chosen {advised}", chosen=chosen, advised=advised
        )
        why = decision.why if decision.reason == "other class" else ""
        rows.append([shown_time(decision.time), what, str(len(desk.active.findings())), "–", "–", why or "–"])
    if not rows:
        return f"<h2>{tr('Overrides')}</h2><p>{tr('None.')}</p>"
    heads = [
        tr("Time"),
        tr("What"),
        tr("Answers"),
        cost_head(desk.model, tr("Cost of stopping")),
        cost_head(desk.model, tr("Cost of going on")),
        tr("Reason given"),
    ]
    return f"<h2>{tr('Overrides')}</h2>{_table(heads, rows)}"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table width='100%' cellpadding='3'><thead><tr>{head}</tr></thead>{body}</table>"
