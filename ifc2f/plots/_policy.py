"""A policy as a tree: questions, what follows each answer, and where it ends."""

from __future__ import annotations

from typing import Any

from ifc2f.files.meta import label_text
from ifc2f.plots._display import FAINT, GRID, INK, Display, bare, colour, model_of, shorten, tint
from ifc2f.plots._layout import leaf_rows
from ifc2f.policies.decision_graph import DecisionGraph, DecisionNode

_LONGEST_NAME, _LONGEST_ANSWER = 24, 24  # letters


class PolicyDisplay(Display):
    """A policy as a tree of questions, from left to right.

    The wider a line, the more often it is taken under the model; a node where the tree was cut off is ``…``.

    Parameters
    ----------
    graph : DecisionGraph
    """

    def __init__(self, graph: DecisionGraph) -> None:
        self.graph = graph

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        *,
        max_depth: int | None = 3,
        min_probability: float = 0.01,
        ax: Any = None,
    ) -> PolicyDisplay:
        """Draw a policy of any kind.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        max_depth : int or None, default=3
            Largest number of questions on a path.
        min_probability : float, default=0.01
            Branches less probable than this are merged.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            If the model has no policy.
        """
        graph = DecisionGraph.of(model_of(estimator), max_depth=max_depth, min_probability=min_probability)
        return cls(graph).plot(ax)

    def _placed(self) -> list[tuple[DecisionNode, int, float]]:
        return leaf_rows([self.graph.root], lambda node: [branch.node for branch in node.branches])

    def _widths(self) -> tuple[float, float]:
        """Return the inches that a question and an answer take."""
        nodes = [node for node, _, _ in self._placed()]
        names = [min(len(node.feature or ""), _LONGEST_NAME) for node in nodes]
        answers = [min(len(branch.text), _LONGEST_ANSWER) for node in nodes for branch in node.branches]
        return max(1.3, 0.35 + 0.08 * max(names)), 0.35 + 0.07 * max(answers, default=0)

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        placed = self._placed()
        depth, rows = max(d for _, d, _ in placed), max(row for *_, row in placed)
        return max(4.5, (depth + 1) * sum(self._widths())), 0.9 + 0.34 * (rows + 1)

    def _draw(self, ax: Any) -> None:
        bare(ax)
        ax.set_title(f"What the policy asks ({self.graph.model.policy})", loc="left", color=INK)
        placed = self._placed()
        name, answer = self._widths()
        at = {id(node): ((name + answer) * depth, -row) for node, depth, row in placed}
        for node, _, _ in placed:
            x, y = at[id(node)]
            for branch in node.branches:
                cx, cy = at[id(branch.node)]
                corner = cx - answer
                width = 0.7 + 5 * branch.node.probability
                ax.plot(
                    [x + 0.3, corner, corner, cx], [y, y, cy, cy], color=FAINT, linewidth=width, zorder=1,
                    solid_joinstyle="round", alpha=0.55,
                )  # fmt: skip
                ax.text(
                    corner + 0.08, cy + 0.1, shorten(branch.text, _LONGEST_ANSWER), fontsize=8.5, va="bottom",
                    color=INK,
                )  # fmt: skip
            text, style = self._node(node)
            ax.text(x, y, text, va="center", ha="left", fontsize=9.5, zorder=3, color=INK, bbox=style)
        ax.set_xlim(-0.15, max(4.0, max(x for x, _ in at.values()) + name))
        ax.set_ylim(min(y for _, y in at.values()) - 0.7, 0.8)

    def _node(self, node: DecisionNode) -> tuple[str, dict[str, Any]]:
        style = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": INK, "linewidth": 0.8}
        if node.feature is not None:
            return shorten(node.feature, _LONGEST_NAME) + "?", style
        if node.label is None:
            return "…", {**style, "edgecolor": GRID}
        i = self.graph.model.classes.index(node.label)
        text = f"{shorten(label_text(node.label), 14)}: {100 * node.posterior[i]:.0f} %"
        return text, {**style, "facecolor": tint(colour(i), 0.3), "edgecolor": colour(i)}

    def describe(self) -> str:
        """Return the questions and decisions as sentences, the probable ones first."""
        root = self.graph.root
        if root.label is not None:
            return f"The policy asks nothing and decides for {label_text(root.label)}."
        if root.feature is None:
            return "The tree is cut off before the first question."
        told: list[str] = []
        self._tell(root, "", told)
        shown = told[:20]
        more = f" And {len(told) - len(shown)} more paths." if len(told) > len(shown) else ""
        return f"The policy asks for {root.feature} first. " + " ".join(shown) + more

    def _tell(self, node: DecisionNode, before: str, told: list[str]) -> None:
        for branch in sorted(node.branches, key=lambda one: -one.node.probability):
            way = f"{before}{node.feature} {branch.text}"
            end = branch.node
            if end.label is not None:
                chance = end.posterior[self.graph.model.classes.index(end.label)]
                told.append(f"{way}: {label_text(end.label)} ({100 * chance:.0f} %).")
            elif end.feature is not None:
                self._tell(end, f"{way}, ", told)
            else:
                told.append(f"{way}: and so on.")
