"""Settings of a training in words; their names are those of the library's options."""

from __future__ import annotations

from typing import Any

from ifc2f_gui.shared.numbers import plain
from ifc2f_gui.shared.texts import tr


def settings_in_words(settings: dict[str, Any]) -> str:
    """Return each setting that the model records in words, with its option and value."""
    named = _names()
    return "; ".join(
        f"{named[key]} ({key} = {_shown(value)})" if key in named else f"{key} = {_shown(value)}"
        for key, value in settings.items()
        if value is not None
    )


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return plain(value) if isinstance(value, int | float) else str(value)


def _names() -> dict[str, str]:
    return {
        "n_bins": tr("Maximum number of intervals per numeric column"),
        "binning": tr("How numbers are cut into intervals"),
        "merge_categories": tr("Similar categories are merged"),
        "relevance": tr("What relevance is computed on"),
        "relevance_average": tr("How relevance is normalised"),
        "relevance_start": tr("Initial relevance threshold"),
        "min_features": tr("Number of relevant columns that is enough"),
        "max_features": tr("Maximum number of columns kept"),
        "selection": tr("How columns are selected"),
        "structure": tr("How answers depend on each other"),
        "order": tr("How questions are ordered"),
        "smoothing": tr("How probabilities are smoothed"),
        "treatment": tr("How dependence is treated in planning"),
        "solver": tr("How the plan is computed"),
        "n_beliefs": tr("Simulated cases of the plan"),
        "graph_trees": tr("Trees in the forest that guides a graph"),
        "graph_depth": tr("Maximum number of cuts on a path through a graph"),
        "graph_columns": tr("Maximum number of columns of a graph"),
        "graph_cuts": tr("Candidate cut points per column of a graph"),
        "graph_rows": tr("Maximum number of rows that a graph is grown on"),
        "seed": tr("Random seed"),
    }
