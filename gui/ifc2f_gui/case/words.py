"""Texts that the window and the report share: answers, their strength, warnings."""

from __future__ import annotations

from collections.abc import Sequence

from ifc2f import influences
from ifc2f.model import Model
from ifc2f_gui.case.case import (
    ANSWERED,
    FAILED,
    NOT_AVAILABLE,
    PENDING,
    UNCERTAIN,
    UNKNOWN,
    Decision,
    Finding,
)
from ifc2f_gui.case.describe import Described, class_name, class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.shared.numbers import percent, plain, probability, with_unit
from ifc2f_gui.shared.texts import said, tr


def finding_text(feature: Described, finding: Finding) -> str:
    """Return an answer with its unit, as it was entered."""
    if finding.state == ANSWERED:
        if finding.entered is None or feature.choices is not None:
            return str(finding.value) if isinstance(finding.value, str) else plain(finding.value or 0.0)
        return with_unit(plain(finding.entered), finding.unit)
    if finding.state == UNCERTAIN:
        return _uncertain(feature, finding)
    return {
        UNKNOWN: tr("unknown"),
        NOT_AVAILABLE: tr("not available"),
        PENDING: tr("result pending"),
        FAILED: tr("failed, no result"),
    }[finding.state]


def _uncertain(feature: Described, finding: Finding) -> str:
    """Return an uncertain answer: a range as it was entered, or the values in the order of their shares."""
    if finding.span is not None:
        low, high = map(plain, finding.span)
        return tr("{low} to {high} {unit}", low=low, high=high, unit=finding.unit).rstrip()
    likelihoods = finding.likelihoods or ()
    return shares(feature.choices or [tr("bin {n}", n=v + 1) for v in range(len(likelihoods))], likelihoods)


def shares(texts: Sequence[str], likelihoods: Sequence[float]) -> str:
    """Return values with their shares, the largest first; what is impossible is left out."""
    total = sum(likelihoods) or 1.0
    ranked = sorted(zip(likelihoods, texts, strict=True), key=lambda pair: -pair[0])
    shown = [
        tr("{text} {n} %", text=text, n=percent(round(each / total, 2))) for each, text in ranked if each > 0
    ]
    return ", ".join(shown)


def strength(log_factor: float, name: str) -> str:
    """Say how an answer speaks for or against a class, given the other answers."""
    return said(influences.strength(log_factor, name))


def scale_of_strength(name: str) -> str:
    """Say what the bars of influences mean."""
    return tr(
        "→ for {name}, ← against: how many times as likely the answer is if {name} is true as if "
        "it is not, given the other answers.",
        name=name,
    )


def meaning_of_strength(name: str) -> str:
    """Say what the figures of influences mean where there are no bars."""
    return tr(
        "How many times as likely the answer is if {name} is true as if it is not, given the other answers.",
        name=name,
    )


def closed_as(model: Model, decision: Decision) -> str:
    """Say how a case was closed."""
    texts = [tr("Closed as {name}.", name=class_name(model, decision.label))]
    if decision.reason == "override":
        texts.append(tr("The advice was to go on; this is recorded."))
    if decision.reason == "deferred":
        texts.append(tr("The model’s guarantee left this case to a person; this is recorded."))
    if decision.advised not in ("", decision.label):
        name = class_name(model, decision.advised)
        texts.append(tr("The model would have chosen {name}; this is recorded.", name=name))
    return " ".join(texts)


def news(desk: Desk) -> str:
    """Say for screen readers what the last answer did and what comes next, or how the case was closed."""
    if (decision := desk.active.decision) is not None:
        return closed_as(desk.model, decision)
    name, target = class_names(desk.model)[desk.explained], desk.explained
    before, after = float(desk.before[target]), float(desk.found.posterior[target])
    moved = tr("{name} {before} → {after}", name=name, before=probability(before), after=probability(after))
    if desk.asked is None:
        return f"{moved}. {desk.advice.text}"
    return f"{moved}. " + tr("Next question: {question}", question=desk.features[desk.asked].question)


def warnings(desk: Desk) -> list[str]:
    """Return warnings in words."""
    found = desk.found
    texts = []
    if found.contradiction:
        texts.append(
            tr(
                "These answers cannot occur together under the model; the probabilities shown are "
                "the pre-test ones."
            )
        )
    elif found.doubtful is not None:
        texts.append(
            tr(
                "These numbers hardly fit together: fewer than 1 in 20 cases like those in "
                "training would have such a combination. Is one of them mistyped, or from another "
                "case? {name} fits the others least.",
                name=desk.features[found.doubtful].name,
            )
        )
    elif found.is_improbable:
        texts.append(
            tr(
                "These answers rarely occur together (in fewer than 1 of 100 cases under the "
                "model). Is one of them mistyped?"
            )
        )
    pending = [desk.features[k].name for k, finding in found.findings if finding.state == PENDING]
    if pending:
        texts.append(tr("Results still pending, not counted: {names}.", names=", ".join(pending)))
    for k in found.outside_training:
        finding, feature = desk.active.finding(k), desk.features[k]
        assert finding is not None
        assert feature.range is not None
        low, high = sorted(feature.unit(finding.unit).from_model(end) for end in feature.range)
        texts.append(
            tr(
                "{name}: {answer} is outside the range seen in training ({low} to {high}); it "
                "counts as the nearest value seen.",
                name=feature.name,
                answer=finding_text(feature, finding),
                low=plain(low),
                high=plain(high),
            )
        )
    return texts
