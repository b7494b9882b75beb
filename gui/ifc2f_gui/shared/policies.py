"""The kinds of policies in the user's words."""

from __future__ import annotations

from ifc2f_gui.shared.texts import tr


def policies() -> dict[str, tuple[str, str]]:
    """Return what each kind of policy is called, and what that means, by the library's name of it."""
    return {
        "ordered": (tr("ordered"), tr("The questions come in one order for all cases.")),
        "adaptive": (tr("adaptive"), tr("The next question depends on the answers; computed as they come.")),
        "graph": (tr("graph"), tr("The next question depends on the answers; computed in advance.")),
    }
