"""A session as text and as a table, for notebooks and error reports."""

from __future__ import annotations

from typing import Any


class Shown:
    """The part of :class:`~ifc2f.Session` that displays the object."""

    def __repr__(self) -> str:
        told = _summary(self)
        return f"<Session: {told['acquired']}; {told['probable']}; {told['next']}>"

    def _repr_html_(self) -> str:
        """Return the answers and what follows from them as a table, for notebooks."""
        from html import escape

        session: Any = self
        rows = [(session.model.feature_names[k], _answer_text(session, k)) for k in session.acquired]
        told = _summary(self)
        cells = [*rows, ("most probable", told["probable"]), ("next", told["next"])]
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in cells)
        return f"<p>Session: {escape(told['acquired'])}</p><table>{body}</table>"


def _summary(session: Any) -> dict[str, str]:
    model, p, n = session.model, session.posterior, len(session.acquired)
    best = int(p.argmax())
    feature = session.next() if model.policies else None
    asks = "stop" if feature is None else f"acquire {model.feature_names[feature]!r}"
    return {
        "acquired": f"{n} {'feature' if n == 1 else 'features'} acquired for {session.cost:.4g}",
        "probable": f"{model.classes[best]!r} with probability {p[best]:.3f}",
        "next": asks if model.policies else "no policy",
    }


def _answer_text(session: Any, k: int) -> str:
    state = session.state(k)
    return str(session.model.network.features[k].values_text([state]) if isinstance(state, int) else state)
