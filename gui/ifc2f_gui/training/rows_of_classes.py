"""Warnings on classes with few rows."""

from __future__ import annotations

from collections.abc import Mapping

from ifc2f.assessment.measures import wilson_interval
from ifc2f_gui.shared.numbers import fixed
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.training.job import n_held_out

ENOUGH = 20  # rows of a class: five held out, of which all right still allow for 57 %


def few_rows(counts: Mapping[str, int]) -> str:
    """Warn of classes with few rows, and say what that means for the rarest; empty if there are none."""
    rare = sorted((n, name) for name, n in counts.items() if n < ENOUGH)
    if not rare:
        return ""
    names = ", ".join(f"{name} ({n})" for n, name in rare)
    n, name = rare[0]
    if n < 2:
        return tr(
            "Few rows: {names}. {name} has one row only, and training needs at least two: leave it out "
            "of the table, or merge it with another class.",
            names=names,
            name=name,
        )
    n_tried = n_held_out(n)
    return tr(
        "Few rows: {names}. {name} has {n} rows, of which {tried} are held out for the test. The model may "
        "often miss this class. Even if the test shows no mistake, only {share} % of such cases might really "
        "be decided correctly. Collect more rows, or merge this class with another.",
        names=names,
        name=name,
        n=n,
        tried=n_tried,
        share=fixed(100.0 * wilson_interval(n_tried, n_tried)[0], 0),
    )
