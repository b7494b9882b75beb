"""Stop or go on: a sentence with its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ifc2f.model import Model
from ifc2f.questions import JointWorth
from ifc2f_gui.case.describe import class_name, class_names, cost_unit
from ifc2f_gui.case.evidence import Consequences, Open
from ifc2f_gui.case.outlook import Outlook, mistake_cost
from ifc2f_gui.shared.numbers import decimals_of, fixed, with_unit
from ifc2f_gui.shared.texts import tr


@dataclass(frozen=True)
class Advice:
    """The sentence, whether it says to stop, and whether deciding then needs no confirmation."""

    text: str
    stop: bool
    is_safe: bool = False


def cost_decimals(model: Model) -> int:
    """Return the decimals that show the model's smallest cost with two digits; at least two."""
    costs = [*model.costs.cost.tolist(), *model.misclassification.ravel().tolist()]
    return decimals_of(min((cost for cost in costs if cost > 0), default=1.0))


def cost_text(model: Model, cost: float, decimals: int | None = None) -> str:
    """Return a cost in the model's unit, if it names one, with the decimals of all its costs."""
    shown = fixed(cost, cost_decimals(model) if decimals is None else decimals)
    return with_unit(shown, cost_unit(model))


def cost_head(model: Model, head: str) -> str:
    """Return the head of a column of costs, with their unit."""
    unit = cost_unit(model)
    return tr("{what}, in {unit}", what=head, unit=unit) if unit else head


def further_cost(found: Consequences, decimals: int, outlook: Outlook | None) -> str:
    """Say what following the advice is expected to cost from here on, mistakes included.

    Of an adaptive policy a bound is known at once; the outlook follows it through the most probable courses.
    """
    bound = cost_text(found.model, found.still_to_come, decimals)
    if not found.is_bound:
        return bound
    if (cost := cost_ahead(found, outlook)) is None:
        return tr("at most {cost}", cost=bound)
    return tr("about {cost}", cost=cost_text(found.model, cost, decimals))


def cost_ahead(found: Consequences, outlook: Outlook | None) -> float | None:
    """Return the further cost in the outlook; None if that says no more than the bound does."""
    cost = math.inf if outlook is None else outlook.mistakes + outlook.spent
    return cost if cost < found.still_to_come else None


def unit_of_costs(model: Model) -> str:
    """Say what the model's costs are measured in, or compare them with the cost of a mistake."""
    return f"{cost_unit(model) or tr('not stated')}; {_of_mistakes(model)}"


def _of_mistakes(model: Model) -> str:
    apart = ~np.eye(model.n_classes, dtype=bool)
    mistakes = sorted(set(model.misclassification[apart].tolist()))
    if not any(mistakes):
        return tr("mistakes cost nothing")
    low, high = (fixed(cost, cost_decimals(model)) for cost in (mistakes[0], mistakes[-1]))
    if low == high:
        return tr("a mistake costs {cost}", cost=low)
    return tr("mistakes cost {low} to {high}", low=low, high=high)


def why_asked(found: Consequences, decimals: int) -> str:
    """Say why the model asks its question, where the list of open questions does not show it."""
    asked = next((row for row in found.open if row.feature == found.policy_next), None)
    if asked is None or found.next != found.policy_next:
        return ""
    best = max(found.open, key=lambda row: (row.net, row is asked))
    if fixed(best.net, decimals) == fixed(asked.net, decimals):
        return _pays_later(found, asked, decimals)
    name = found.features[best.feature].name
    if found.is_ordered:
        return tr(
            "The model asks in an order fixed in training. By itself, {name} is expected to save "
            "more; you may answer it first.",
            name=name,
        )
    return tr(
        "The model plans several questions ahead. The list below rates each question by itself, "
        "and there {name} saves more; you may answer it first.",
        name=name,
    )


def _pays_later(found: Consequences, asked: Open, decimals: int) -> str:
    """Say if a question pays only together with those that it may lead to."""
    gain = 0.0 if found.continuing is None else found.stopping - found.continuing
    if asked.net >= 0.0 or gain <= 0.0 or fixed(gain, decimals) == fixed(0.0, decimals):
        return ""
    less = cost_text(found.model, gain, decimals)
    if found.is_bound:
        less = tr("at least {saving}", saving=less)
    return tr(
        "By itself, this question saves less than it costs. Counting the questions that may follow, "
        "going on is expected to save {less} compared with deciding now.",
        less=less,
    )


def advise(
    found: Consequences, decimals: int, outlook: Outlook | None = None, in_cases: bool = False
) -> Advice:
    """Say whether to go on: with the expected costs of both, or with the mistakes in 100 cases."""
    advice = _advise(found, decimals, outlook)
    told = _in_cases(found, decimals, outlook) if in_cases else ""
    return replace(advice, text=told) if told else advice


def _in_cases(found: Consequences, decimals: int, outlook: Outlook | None) -> str:
    """Advise by the mistakes in 100 cases; an empty text where that does not fit."""
    mistake = mistake_cost(found)
    mandatory = found.next is not None and found.features[found.next].mandatory
    if mistake is None or found.contradiction or mandatory or not found.has_policy or not found.open:
        return ""
    now = of_hundred(found.stopping / mistake)
    text = tr("If you decide now, {n} of 100 such cases are decided wrongly.", n=now)
    if found.policy_next is None:
        if found.wanted is not None or found.continuing is None or _would_pay(found, decimals):
            return ""
        text = " ".join([text, tr("Another answer is not worth its cost."), *_cautions(found)])
        return _with_guarantee(found, text)
    name = found.test_name(found.policy_next)
    if outlook is None:
        return f"{text} " + tr("Ask {name}.", name=name)
    n = max(1, round(outlook.answers))
    then = of_hundred(outlook.mistakes / mistake)
    ahead = (
        tr("With about one more answer, {then} of 100. Ask {name}.", then=then, name=name)
        if n == 1
        else tr("With about {n} more answers, {then} of 100. Ask {name}.", n=n, then=then, name=name)
    )
    return f"{text} {ahead}"


def whose_estimate(found: Consequences) -> str:
    """Say that expected costs are the model's own estimate, and how often held-out rows went wrong."""
    mandatory = found.next is not None and found.features[found.next].mandatory
    if found.contradiction or mandatory or found.model.n_classes == 1:
        return ""  # the advice has no figure
    text = tr("These figures are the model’s own estimates for cases with these answers.")
    validation = found.model.meta.get("validation")
    told = validation if isinstance(validation, dict) else {}
    accuracy, rows = told.get("accuracy"), told.get("rows")
    if "guarantee" in found.model.meta:  # it decides fewer of these cases
        return text
    if type(rows) is not int or not isinstance(accuracy, int | float) or not 0.0 <= accuracy <= 1.0:
        return text
    return f"{text} " + tr(
        "When training was tested on {rows} held-out cases, {n} in 100 final decisions were wrong.",
        rows=rows,
        n=of_hundred(1.0 - accuracy),
    )


def of_hundred(share: float) -> str:
    """Return a share as a number of 100 cases; what is not certain is never none or all of them."""
    if 0.0 < share < 0.005:
        return tr("fewer than 1")
    if 0.995 <= share < 1.0:
        return tr("more than 99")
    return str(round(100.0 * share))


def change_in_words(change: float) -> str:
    """Say how often the answer to a question would change the decision."""
    if change <= 0.0:
        return tr("No answer to it alone would change the decision.")
    if change < 0.005:
        return tr("Would change the decision in fewer than 1 of 100 cases.")
    if change > 0.95:
        return tr("Nearly every answer would change the decision.")
    of = 100 if change < 0.095 else 10
    return tr("Would change the decision in about {n} of {of} cases.", n=round(of * change), of=of)


def saved_together(worth: JointWorth, decimals: int) -> str:
    """Say what several answers save together, or at least."""
    saving = fixed(worth.saving, decimals)
    is_bound = fixed(worth.saving + worth.missed, decimals) != saving
    return tr("at least {saving}", saving=saving) if is_bound else saving


def _advise(found: Consequences, decimals: int, outlook: Outlook | None) -> Advice:
    """Say whether to go on, with the expected costs of both."""
    if found.model.n_classes == 1:
        name = class_name(found.model, found.decision)
        text = tr("This model knows only one class, {name}: no answer can change that.", name=name)
        return Advice(text, stop=True)
    stopping = cost_text(found.model, found.stopping, decimals)
    mandatory = found.next is not None and found.features[found.next].mandatory
    if found.contradiction:
        text = tr("The answers contradict each other under this model: please check them before deciding.")
        return Advice(text, stop=found.policy_next is None and not mandatory)
    if found.next is not None and mandatory:
        text = tr("Ask {name} first. This model always asks it.", name=found.test_name(found.next))
        return Advice(text, stop=False)
    if not found.open:
        text = tr("No question is left. Deciding now is expected to cost {stop}.", stop=stopping)
    elif not found.has_policy:
        text = tr(
            "This model does not advise when to stop. Deciding now is expected to cost {stop}.", stop=stopping
        )
        return Advice(_with_guarantee(found, text), stop=False)
    elif found.policy_next is not None and found.continuing is not None:
        text = tr(
            "Going on is expected to cost {go}, deciding now {stop}: ask {name}.",
            go=further_cost(found, decimals, outlook),
            stop=stopping,
            name=found.test_name(found.policy_next),
        )
        return Advice(text, stop=False)
    elif found.wanted is not None:
        text = tr(
            "What is left of the budget does not pay for {name}, the next question. Deciding now "
            "is expected to cost {stop}.",
            name=found.test_name(found.wanted),
            stop=stopping,
        )
    elif found.continuing is None:
        text = tr(
            "Every question of the plan has been asked. Deciding now is expected to cost {stop}.",
            stop=stopping,
        )
    else:
        text = tr(
            "Deciding now is expected to cost {stop}, going on {go}: another answer is not worth its cost.",
            stop=stopping,
            go=cost_text(found.model, found.continuing, decimals),
        )
        if _would_pay(found, decimals):
            text = tr(
                "The plan stops here. Deciding now is expected to cost {stop}; one more question "
                "might bring this down to {go}.",
                stop=stopping,
                go=cost_text(found.model, found.continuing, decimals),
            )
    text = " ".join([text, *_cautions(found)])
    is_safe = not (found.deferred or found.outside_training)
    return Advice(_with_guarantee(found, text), stop=True, is_safe=is_safe)


def _would_pay(found: Consequences, decimals: int) -> bool:
    """Whether an answer is worth its cost although the policy stops, by more than rounding hides."""
    stopping, continuing = found.stopping, found.continuing
    if continuing is None or continuing >= stopping:
        return False
    return fixed(continuing, decimals) != fixed(stopping, decimals)


def _cautions(found: Consequences) -> list[str]:
    """Return cautions to consider before deciding."""
    return [text for text in (cheaper_than_likelier(found), check_first(found)) if text]


def check_first(found: Consequences) -> str:
    """Name the answers outside the training range: no decision should rest on them unchecked."""
    if not found.outside_training:
        return ""
    names = ", ".join(found.features[k].name for k in found.outside_training)
    return tr(
        "First check these answers, which are outside the range seen in training: {names}.", names=names
    )


def cheaper_than_likelier(found: Consequences) -> str:
    """Say so if the class with the smallest expected cost is not the most probable one."""
    likeliest = class_names(found.model)[found.leading]
    if class_name(found.model, found.decision) == likeliest:
        return ""
    return tr(
        "{cheapest} has the lowest expected cost, although {likeliest} is more probable.",
        cheapest=class_name(found.model, found.decision),
        likeliest=likeliest,
    )


def _with_guarantee(found: Consequences, text: str) -> str:
    notes = [text]
    if found.deferred:
        notes.append(tr("The model’s guarantee does not cover this case: a person must decide."))
    if found.guarantee_is_void:
        notes.append(
            tr(
                "The guarantee does not hold with another pre-test probability or budget; its "
                "threshold still applies, as a caution."
            )
        )
    return " ".join(notes)
