"""A case as a record, from what its file holds alone: timeline, table, FHIR, a few lines for other records.

Nothing here needs the case's model, so that a case can be read when its model is gone.
"""

from __future__ import annotations

import csv
import io
import json
from html import escape
from typing import Any

from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNCERTAIN, UNKNOWN
from ifc2f_gui.case.words import shares
from ifc2f_gui.shared.numbers import percent, plain, probability, with_unit
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.times import day_of, offset_of, shown_time, time_of_day

Content = dict[str, Any]  # a case file, as JSON
_ABSENT = {
    UNKNOWN: "asked-unknown",
    NOT_AVAILABLE: "asked-declined",
    PENDING: "temp-unknown",
    FAILED: "error",
}
_ABSENT_URL = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
_URN = "urn:ifc2f:model:"


def case_called(name: str, started: str) -> str:
    """Return what a case is called: its name, or when it began, to the minute."""
    return name or tr("Case of {time}", time=shown_time(started))


def state_words(state: str) -> str:
    """Return an answer without a value in words."""
    return {
        UNKNOWN: tr("unknown"),
        NOT_AVAILABLE: tr("not available"),
        PENDING: tr("result pending"),
        FAILED: tr("failed, no result"),
    }.get(state, state)


def answer_words(entry: Any) -> str:
    """Return an answer of a case file in words; a dash for none."""
    if not isinstance(entry, dict):
        return "–"
    state, value, unit = entry.get("state"), entry.get("value"), entry.get("unit") or ""
    entered, span = entry.get("entered"), entry.get("span")
    if state == ANSWERED:
        shown = entered if entered is not None and not isinstance(value, str) else value
        text = with_unit(plain(shown), unit) if isinstance(shown, int | float) else str(shown)
    elif state == UNCERTAIN and isinstance(span, list | tuple):
        text = tr("{low} to {high} {unit}", low=plain(span[0]), high=plain(span[1]), unit=unit).rstrip()
    elif state == UNCERTAIN:
        text = tr("uncertain: {shares}", shares=_shares(entry))
    else:
        text = state_words(str(state))
    notes = [tr("known beforehand")] if entry.get("known") else []
    notes += [tr("paused, not counted")] if entry.get("paused") else []
    return f"{text} ({', '.join(notes)})" if notes else text


def _shares(entry: Content) -> str:
    """Return the shares of an uncertain answer's values; without their names in the order of the values."""
    likelihoods, choices = entry.get("likelihoods") or [], entry.get("choices") or []
    if choices and len(choices) == len(likelihoods):
        return shares(choices, likelihoods)
    total = sum(likelihoods) or 1.0
    return " : ".join(tr("{n} %", n=percent(round(each / total, 2))) for each in likelihoods)


def timeline(content: Content) -> list[list[str]]:
    """Return a row for each change: time, what, before, after, what was advised, the leading class then."""
    history = content.get("history", [])
    times = _times([str(event["time"]) for event in history])
    return [
        [
            time,
            _what(event),
            _side(event, "old"),
            _side(event, "new"),
            _advised(event.get("advised") or {}),
            _leading(event.get("posterior") or {}),
        ]
        for time, event in zip(times, history, strict=True)
    ]


def _times(times: list[str]) -> list[str]:
    """Return the times of day, below the day and its offset from UTC where these are others than before."""
    shown, before = [], ""
    for time in times:
        day = " ".join(filter(None, [day_of(time), offset_of(time)]))
        shown.append(time_of_day(time) if day == before else f"{day}\n{time_of_day(time)}".rstrip())
        before = day
    return shown


def heads() -> list[str]:
    """Return the heads of the timeline."""
    return [
        tr("Time"),
        tr("What"),
        tr("Before"),
        tr("Afterwards"),
        tr("Advised"),
        tr("Leading class at that time"),
    ]


def _what(event: Content) -> str:
    parts = {
        "answer": str(event.get("feature") or ""),
        "prior": tr("Pre-test probabilities"),
        "budget": tr("Budget"),
        "decision": tr("Decision"),
        "name": tr("Name"),
        "override": tr("Override"),
    }
    how = {"undo": tr("undone"), "redo": tr("redone"), "what-if": tr("from a what-if")}
    part, note = parts.get(str(event["part"]), str(event["part"])), how.get(str(event["how"]))
    return f"{part} ({note})" if note else part


def _side(event: Content, side: str) -> str:
    value = event.get(side)
    if event["part"] == "answer":
        return answer_words(value)
    if value is None:
        return "–"
    if event["part"] == "decision":
        return " – ".join(
            [str(value.get("label")), *(f"{head}: {text}" for head, text in decision_notes(value))]
        )
    if event["part"] == "override":
        kinds = {
            "continued": tr("went on although the advice was to stop"),
            "decided": tr("decided although the advice was to go on"),
        }
        kind = kinds.get(str(value.get("kind")), "")
        return " – ".join(filter(None, [kind, str(value.get("why") or "")]))
    if isinstance(value, list):
        return ", ".join(probability(p) for p in value)
    return plain(value) if isinstance(value, float) else str(value)


def _advised(advised: Content) -> str:
    if advised.get("ask"):
        return tr("Ask {name}.", name=advised["ask"])
    return tr("Decide: {name}", name=advised["decide"]) if advised.get("decide") else "–"


def _leading(posterior: dict[str, float]) -> str:
    if not posterior:
        return "–"
    name = max(posterior, key=lambda label: posterior[label])
    return f"{name} {probability(posterior[name])}"


def timeline_csv(content: Content) -> str:
    """Return the history as CSV, a line for each change, for other programs: English heads, full numbers.

    What was before and after stands twice: in words, for people who open it in a spreadsheet, and as data.
    """
    classes = list(content.get("posterior") or {})
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    heads = ["time", "how", "part", "feature", "before", "after", "old", "new", "advised"]
    write([*heads, *(f"P({name})" for name in classes)])
    for event in content.get("history", []):
        advised, posterior = event.get("advised") or {}, event.get("posterior") or {}
        write(
            [
                event["time"],
                event["how"],
                event["part"],
                event.get("feature") or "",
                *(
                    "" if event.get(side) is None else _marked(_bare(_side(event, side)))
                    for side in ("old", "new")
                ),
                _cell(event, "old"),
                _cell(event, "new"),
                " ".join(f"{key} {name}" for key, name in advised.items() if name),
                *(posterior.get(name, "") for name in classes),
            ]
        )
    return out.getvalue()


def _cell(event: Content, side: str) -> str:
    """Return one side of a change as data."""
    value = event.get(side)
    if value is None:
        return ""
    return _marked(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _marked(text: str) -> str:
    """Return a text, marked as one if a spreadsheet would run it as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def questionnaire_response(content: Content) -> Content:
    """Return the answers as a FHIR R4 QuestionnaireResponse.

    The questionnaire is named by the model's SHA-256. An uncertain answer is a text; one without a value has
    no answer, but says why by the extension for absent data.
    """
    decision = content.get("decision")
    times = [entry["time"] for entry in content["answers"] if entry.get("time")]
    items = _items([entry for entry in content["answers"] if not entry.get("paused")])
    return {
        "resourceType": "QuestionnaireResponse",
        "questionnaire": _URN + content["model"]["sha256"],
        "status": "in-progress" if decision is None else "completed",
        "authored": max([*times, content["started"]] if decision is None else [*times, decision["time"]]),
        **({"item": items} if items else {}),
    }


def _items(entries: list[Content]) -> list[Content]:
    """Return an item for each answer; those of one panel stand in an item of the panel's name."""
    items: dict[tuple[str, str], Content] = {}
    for entry in entries:
        panel = entry.get("panel")
        if panel:
            group = items.setdefault(
                ("panel", panel), {"linkId": f"panel:{panel}", "text": panel, "item": []}
            )
            group["item"].append(_item(entry))
        else:
            items["answer", entry["feature"]] = _item(entry)
    return list(items.values())


def _item(entry: Content) -> Content:
    item: Content = {"linkId": entry["feature"], "text": entry.get("question") or entry["feature"]}
    state, value = entry["state"], entry["value"]
    if state in _ABSENT:
        return {**item, "extension": [{"url": _ABSENT_URL, "valueCode": _ABSENT[state]}]}
    if state == UNCERTAIN or isinstance(value, str):
        return {
            **item,
            "answer": [{"valueString": _bare(answer_words(entry)) if state == UNCERTAIN else value}],
        }
    number = value if entry.get("entered") is None else entry["entered"]
    if entry.get("unit"):
        return {**item, "answer": [{"valueQuantity": {"value": number, "unit": entry["unit"]}}]}
    return {**item, "answer": [{"valueDecimal": number}]}


def record_text(content: Content) -> str:
    """Return a few lines of plain text, for another record."""
    model = content["model"]
    head = case_called(str(content.get("name") or ""), str(content["started"]))
    answers = [f"{i + 1}. {_answered(entry)}" for i, entry in enumerate(content["answers"])]
    posterior = ", ".join(f"{name} {probability(p)}" for name, p in (content.get("posterior") or {}).items())
    decision = content.get("decision") or {"label": tr("still open")}
    lines = [
        head,
        f"{tr('Model')}: {model['title']} ({model['sha256'][:12]})",
        *answers,
        *([f"{tr('Probabilities')}: {posterior}"] if posterior else []),
        tr("Decision: {name}", name=decision["label"]),
        *(f"{head}: {text}" for head, text in decision_notes(decision)),
        tr("The figures support a decision by a qualified person; they are not a decision themselves."),
    ]
    return _bare("\n".join(lines)) + "\n"


def _bare(text: str) -> str:
    """Return a text for other programs, which may take a blank that keeps a line together for a letter."""
    return text.replace("\u00a0", " ")


def decision_notes(decision: Content) -> list[tuple[str, str]]:
    """Return the notes on a decision: the model's decision if it was another one, and the reason given."""
    advised, why = str(decision.get("advised") or ""), str(decision.get("why") or "")
    notes = []
    if advised and advised != decision.get("label"):
        notes.append((tr("The model’s choice"), advised))
    return [*notes, (tr("Reason given"), why)] if why else notes


def _answered(entry: Content) -> str:
    """Return a question and its answer; a question mark needs no colon after it."""
    question = _question(entry)
    return f"{question}{'' if question.endswith('?') else ':'} {answer_words(entry)}"


def _question(entry: Content) -> str:
    """Return the words of a question, and which test shows it with others."""
    words = str(entry.get("question") or entry["feature"])
    return f"{words} ({entry['panel']})" if entry.get("panel") else words


def foot_of(content: Content) -> str:
    """Return what distinguishes a loose page of the record from those of other cases."""
    model = content["model"]
    case = case_called(str(content.get("name") or ""), str(content["started"]))
    return f"{case} · {model['title']}, {model['sha256'][:12]}"


def record_html(content: Content, note: str = "") -> str:
    """Return the record as a page: the few lines, then the timeline."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in record_text(content).splitlines()[1:])
    title = escape(record_text(content).splitlines()[0])
    warned = f"<p><b>{escape(note)}</b></p>" if note else ""
    return f"<h2>{title}</h2>{warned}{lines}<h3>{tr('Timeline')}</h3>{timeline_html(content)}"


def timeline_html(content: Content) -> str:
    """Return the timeline as a table."""
    rows = timeline(content)
    if not rows:
        return f"<p>{tr('This case holds no history.')}</p>"
    head = "".join(f"<th align='left'>{escape(text)}</th>" for text in heads())
    body = "".join(
        f"<tr><td style='white-space: nowrap'>{escape(time).replace(chr(10), '<br>')}</td>"
        + "".join(f"<td>{escape(text)}</td>" for text in row)
        + "</tr>"
        for time, *row in rows
    )
    return f"<table width='100%' cellpadding='3'><thead><tr>{head}</tr></thead>{body}</table>"
