"""The model card: purpose, origin and known performance of the model."""

from __future__ import annotations

from html import escape
from typing import Any

from ifc2f.model import Model
from ifc2f.planning.certificate import TELLING_GAP, Certificate
from ifc2f_gui.case.advice import cost_decimals, cost_head, cost_text, unit_of_costs
from ifc2f_gui.case.describe import Described, class_names, model_title, model_version, own_words
from ifc2f_gui.report.settings_words import settings_in_words
from ifc2f_gui.shared.numbers import fixed, locale, plain, probability, with_unit
from ifc2f_gui.shared.policies import policies
from ifc2f_gui.shared.texts import tr

_NOTHING = "nothing"  # the name of the policy that asks no question


def card_sections(model: Model) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (heading, [(what, text)]) of everything the model says of itself, as plain text."""
    meta = model.meta
    training, validation = _training(model), _mapping(meta.get("validation"))
    guarantee = _mapping(meta.get("guarantee"))
    told = tr("Not stated in the model.")
    return [
        (
            tr("Model"),
            [
                (tr("Title"), model_title(model)),
                (tr("Version"), model_version(model) or told),
                (tr("SHA-256"), model.sha256),
                *_policy(model, tr("Policy")),
                *_dependences(model),
                (tr("Classes"), ", ".join(class_names(model))),
                (tr("Questions"), str(model.n_features)),
            ],
        ),
        (
            tr("Use"),
            [
                (tr("Intended use"), own_words(model, _told(meta.get("intended_use"))) or told),
                (tr("Limits"), own_words(model, _told(meta.get("limits"))) or told),
            ],
        ),
        *([(tr("Guarantee"), _guarantee(guarantee))] if guarantee else []),
        *([(tr("Choice of the policy"), _choice(model))] if _choice(model) else []),
        (tr("Training"), _described(model, training) or [("", told)]),
        (tr("Validation"), _described(model, validation) or [("", told)]),
        *_technical(model),
    ]


def _technical(model: Model) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the settings that the training ran with, for those who would repeat it."""
    settings = _mapping(_mapping(model.meta.get("training")).get("settings"))
    return [(technical_heading(), [("", settings_in_words(settings))])] if settings else []


def technical_heading() -> str:
    """Return the heading of what few readers need: it is last, in small print."""
    return tr("Technical settings")


def _described(model: Model, told: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a value as text, a share in percent and a cost in the model's unit."""
    rows = []
    for key, value in told.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if key == "accuracy" and is_number:
            text = tr("{n} %", n=fixed(100.0 * value, 1))
        elif key == "mean_questions" and is_number:
            text = fixed(value, 1)
        elif key == "mean_cost" and is_number:
            text = cost_text(model, value)
        else:
            text = _told(value)
        rows.append((_words(key), text))
    return rows


def _training(model: Model) -> dict[str, Any]:
    """Return the rows on the training, with the names of classes."""
    told = dict(_mapping(model.meta.get("training")))
    told.pop("settings", None)
    counts, names = told.get("class_counts"), class_names(model)
    if isinstance(counts, list) and len(counts) == len(names):
        return {**told, "class_counts": dict(zip(names, counts, strict=True))}
    return told


def _policy(model: Model, what: str) -> list[tuple[str, str]]:
    """Return what the model's policy is called, and what that means."""
    if _mapping(model.meta.get("policy")).get("name") == _NOTHING:
        return [(what, tr("none: no answer was worth its cost"))]
    named = policies().get(model.policy or "")
    return [] if named is None else [(what, ": ".join(named))]


def _dependences(model: Model) -> list[tuple[str, str]]:
    """Return what a factor of the network means."""
    settings = _mapping(_mapping(model.meta.get("training")).get("settings"))
    if settings.get("structure") != "factor":
        return []
    told = tr("Measurements with a common cause count together, not each by itself (a factor).")
    return [(tr("Dependences"), told)]


def _choice(model: Model) -> list[tuple[str, str]]:
    """Return which policy was chosen, and what cross-validation found, if it was."""
    told = _mapping(model.meta.get("policy"))
    rows = _policy(model, tr("Chosen")) if told.get("name") else []
    cost, power = told.get("held_out_cost"), told.get("power")
    if isinstance(cost, float | int):
        rows.append((tr("Average cost of a case, in cross-validation"), cost_text(model, cost)))
    if isinstance(power, float | int) and power != 1.0:
        weight = tr("{power} of what training says; this fits held-out rows best", power=_told(float(power)))
        rows.append((tr("Weight of each answer"), weight))
    return rows


def _guarantee(told: dict[str, Any]) -> list[tuple[str, str]]:
    nothing = tr("none: every case is left to a person")
    return [(_words(key), nothing if value is None else _told(value)) for key, value in told.items()]


def certificate_rows(model: Model, found: Certificate | None) -> list[tuple[str, str]]:
    """Return (what, text) of how far the model's policy can be from the best; None while it is computed."""
    if found is None:
        return [("", tr("Computing…"))]
    rows = [
        ("", _what_bounds_are(model)),
        (tr("The model’s policy costs at most"), cost_text(model, found.upper)),
    ]
    if found.of_order:
        rows.append(
            (tr("No policy with this order of questions costs less than"), cost_text(model, found.lower))
        )
        within = tr("{share} % of the best with this order", share=plain(found.shown_percent))
        rows += [(tr("So it is within"), within)] * (found.gap < TELLING_GAP)
    rows.append((tr("No policy in any order costs less than"), cost_text(model, found.lower_of_all)))
    if found.gap_of_all < TELLING_GAP:
        within = tr("{share} % of the best in any order", share=plain(found.shown_percent_of_all))
        rows.append((tr("So it is within"), within))
    if found.method == "search":
        return rows
    lower = tr(
        "The last bound is the cost if the price of one question bought every answer; the lowest "
        "cost that any policy reaches may be well above it."
    )
    return [*rows, ("", lower)]


def _what_bounds_are(model: Model) -> str:
    """Say what the bounds are, beside other costs that people have seen of the model."""
    told = [
        tr(
            "Computed, not measured: what a case costs on average, questions and mistakes together, if "
            "answers depend on the class and on each other as the model’s network says."
        )
    ]
    if model.policy == "graph":
        told.append(
            tr(
                "The cost that a model expects when it is trained is another figure, and may be much "
                "lower: it takes mistakes from the graph’s own probabilities, which may be surer than the "
                "network’s."
            )
        )
    if isinstance(_mapping(model.meta.get("validation")).get("mean_cost"), float | int):
        told.append(tr("What cases really cost in the test stands under Validation."))
    return " ".join(told)


def _mapping(given: Any) -> dict[str, Any]:
    return given if isinstance(given, dict) else {} if given is None else {"": given}


def _words(key: str) -> str:
    names = {
        "n_rows": tr("Rows"),
        "rows": tr("Rows"),
        "class_counts": tr("Rows of each class"),
        "n_columns": tr("Columns"),
        "settings": tr("Settings"),
        "version": tr("Made with ifc2f"),
        "accuracy": tr("Share decided correctly"),
        "mean_cost": tr("Measured average cost, mistakes included"),
        "mean_questions": tr("Questions asked on average"),
        "how": tr("How it was found"),
        "threshold": tr("Decided from a probability of"),
        "alpha": tr("Largest share wrong among the decided"),
        "delta": tr("Chance that this does not hold"),
        "n_answered": tr("Rows decided"),
        "n_wrong": tr("Rows decided wrongly"),
    }
    return names.get(key, str(key).replace("_", " ").capitalize())


def _told(value: Any) -> str:
    """Return a value of the model's description in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_told(part)}" for key, part in value.items() if part is not None)
    if isinstance(value, list):
        return ", ".join(_told(part) for part in value)
    if isinstance(value, float):
        return locale().toString(value, "g", 4)
    return "" if value is None else _in_the_users_language(str(value))


def _in_the_users_language(text: str) -> str:
    """Translate what the window itself wrote into a model; other texts are their authors'."""
    own = {
        "a model of three quarters of the rows, tried on the rest; then trained again on all rows": tr(
            "a model of three quarters of the rows, tried on the rest; then trained again on all rows"
        )
    }
    return own.get(text, text)


def card_html(model: Model, features: tuple[Described, ...], certified: Certificate | None = None) -> str:
    """Return the card as HTML, with the certificate if it is there."""
    parts = [f"<h2>{escape(model_title(model))}</h2>"]
    for heading, rows in card_sections(model):
        if heading != technical_heading():  # which is last
            parts.append(section_html(heading, rows, "h3"))
    if model.policy is not None:
        parts.append(f"<h3>{tr('Certificate')}</h3>{rows_html(certificate_rows(model, certified))}")
    decimals = cost_decimals(model)
    costs = [fixed(cost, decimals) for cost in _costs(model)]
    parts.append(f"<h3>{tr('Pre-test probabilities')}</h3>")
    prior = model.network.prior
    parts.append(rows_html([(c, probability(p)) for c, p in zip(class_names(model), prior, strict=True)]))
    of_mistakes = escape(cost_head(model, tr("Costs of mistakes")))
    parts.append(f"<h3>{of_mistakes}</h3>" + _mistakes(model, decimals))
    unit = tr("Unit of costs: {unit}.", unit=unit_of_costs(model))
    parts.append(f"<p>{escape(unit)}</p>")
    parts.append(f"<h3>{tr('Questions')}</h3><table cellpadding='3' width='100%'>")
    heads = (tr("Question"), tr("Choices, or range seen in training"), cost_head(model, tr("Cost")))
    parts.append("<tr>" + "".join(f"<th align='left'>{escape(head)}</th>" for head in heads) + "</tr>")
    parts += [_question(feature, cost) for feature, cost in zip(features, costs, strict=True)]
    parts.append("</table>")
    parts += [section_html(*section, "h3") for section in _technical(model)]
    return "".join(parts)


def _costs(model: Model) -> list[float]:
    from ifc2f.session import Session

    session = Session(model)
    return [session.feature_cost(k) for k in range(model.n_features)]


def section_html(heading: str, rows: list[tuple[str, str]], tag: str) -> str:
    """Return a section of the card: heading, by `tag`, and rows; technical settings in small print."""
    head = f"<{tag}>{escape(heading)}</{tag}>"
    if heading != technical_heading():
        return head + rows_html(rows)
    return head + "".join(f"<p style='font-size: small'>{_in_lines(text)}</p>" for _, text in rows)


def rows_html(rows: list[tuple[str, str]]) -> str:
    """Return a table of two columns; what stands for itself has both."""
    lines = (
        f"<tr><td width='30%'>{escape(what)}</td><td>{_in_lines(told)}</td></tr>"
        if what
        else f"<tr><td colspan='2'>{_in_lines(told)}</td></tr>"
        for what, told in rows
    )
    return f"<table cellpadding='3' width='100%'>{''.join(lines)}</table>"


def _in_lines(text: str) -> str:
    """Return a text as HTML that keeps its lines."""
    return escape(text).replace("\n", "<br>")


def _mistakes(model: Model, decimals: int) -> str:
    names = [escape(name) for name in class_names(model)]
    head = (
        f"<tr><td>{tr('rows: true class; columns: decision')}</td>"
        + "".join(f"<td align='right'>{n}</td>" for n in names)
        + "</tr>"
    )
    rows = [
        f"<tr><td>{name}</td>"
        + "".join(f"<td align='right'>{fixed(cost, decimals)}</td>" for cost in row)
        + "</tr>"
        for name, row in zip(names, model.misclassification, strict=True)
    ]
    return f"<table cellpadding='3'>{head}{''.join(rows)}</table>"


def _question(feature: Described, cost: str) -> str:
    if feature.choices is not None:
        kind = ", ".join(feature.choices)
    else:
        span = (
            ""
            if feature.range is None
            else tr("{low} to {high}", low=plain(feature.range[0]), high=plain(feature.range[1]))
        )
        kind = with_unit(span, feature.units[0].name).strip()
    name = escape(
        feature.question if feature.question == feature.name else f"{feature.question} ({feature.name})"
    )
    return f"<tr><td width='55%'>{name}</td><td>{escape(kind)}</td><td align='right'>{cost}</td></tr>"
