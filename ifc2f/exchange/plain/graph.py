"""A policy graph as plain C: as a table that a few lines walk, or as straight code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32
from ifc2f.exchange.asked import asked_features
from ifc2f.exchange.integer.graph import Whole, labels_and_shares, split_nodes
from ifc2f.exchange.plain.files import PlainC
from ifc2f.exchange.plain.tables import array, at, constant, read_in_flash, signed, unsigned
from ifc2f.model import Model

__all__ = ["PlainGraph", "plain_graph"]

MAX_STATES, MAX_FEATURES = 0xFFFF, 0x7FFF  # in 16 bits, a feature's with a sign
TABLE_API = """\
/* Where a session stands; it is all that there is of one. It begins with {upper}_START. */
typedef {state} {name}_state;

/* The feature to acquire next, or a number below 0 where nothing more is asked.{again} */
int16_t {name}_next({name}_state state);

/* The state after a reading of that feature, or {upper}_MISSING. Where nothing more is asked it stays. */
{name}_state {name}_answer({name}_state state, int32_t reading);

/* The class with the smallest expected cost of a mistake, at any time. */
{class_type} {name}_decide({name}_state state);"""
POSTERIOR_API = """

/* Its probabilities, {upper}_N_CLASSES of them in units of 1/255; they sum to 255. */
void {name}_posterior({name}_state state, uint8_t *posterior);"""
AGAIN = "\n * A feature may be asked for again: give the same reading again."
TABLE_CODE = """\
int16_t {name}_next({name}_state state)
{{
    return (state < N_INNER) ? (int16_t){feature_at} : (int16_t)-1;
}}

{name}_state {name}_answer({name}_state state, int32_t reading)
{{
    {name}_state at = state;
    if (at < N_INNER) {{
        const {feature} asked = {asked_at};
        do {{
            if (reading == {upper}_MISSING) {{
                at = {missing_at};
            }} else if (reading < ({cut})({cut_at})) {{
                at = {low_at};
            }} else {{
                at = {high_at};
            }}
        }} while ((at < N_INNER) && ({asked_at} == asked));
    }}
    return at;
}}

{class_type} {name}_decide({name}_state state)
{{
    return (state < N_STATES) ? ({class_type}){label_at} : ({class_type})0;
}}
"""
POSTERIOR_CODE = """
void {name}_posterior({name}_state state, uint8_t *posterior)
{{
    const {name}_state at = (state < N_STATES) ? state : ({name}_state)0;
    for (uint16_t c = 0; c < (uint16_t){upper}_N_CLASSES; ++c) {{
        posterior[c] = BYTE_AT(&shares[at][c]);
    }}
}}
"""
CODE_API = """\
/* Decide on a class. `read` is asked for one feature after the other, and returns a reading or
 * {upper}_MISSING.{again} */
{class_type} {name}_classify(int32_t (*read)(uint16_t feature));"""


@dataclass(frozen=True, eq=False)
class _Graph:
    """Nodes in their order, then the ends, by states; features by their numbers in the C code."""

    inner: list[Whole]
    labels: list[int]  # of inner nodes, then of ends
    shares: list[NDArray[np.int64]]
    features: list[int]  # of the model, by their numbers here

    @property
    def n_states(self) -> int:
        return len(self.labels)

    @cached_property
    def asked(self) -> list[tuple[frozenset[int], frozenset[int]]]:
        """For each inner node the features asked on every way to it, and those asked on some way."""
        every: list[frozenset[int] | None] = [None] * len(self.inner)
        some = [frozenset[int]()] * len(self.inner)
        for i, node in enumerate(self.inner):  # branches lead to later nodes
            so_far = every[i] or frozenset()
            for to in {node.low, node.high, node.missing}:
                if to < len(self.inner):
                    known = so_far | {node.feature}
                    before = every[to]
                    every[to] = known if before is None else before & known
                    some[to] |= some[i] | {node.feature}
        return [(e or frozenset(), s) for e, s in zip(every, some, strict=True)]

    def is_kept(self, i: int) -> bool:
        """Return whether every way to a node has asked for its feature."""
        return self.inner[i].feature in self.asked[i][0]

    def is_idle(self, i: int) -> bool:
        """Return whether all answers of a node lead to the same, of ends to the same class."""
        n, node = len(self.inner), self.inner[i]
        return (
            len({(t < n, t if t < n else self.labels[t]) for t in (node.low, node.high, node.missing)}) == 1
        )

    def asks_again(self, form: str) -> bool:
        """Return whether a feature may be asked for that was asked for before.

        A table goes on by itself where two nodes ask for the same feature one after the other; code keeps
        readings that every way to a node has asked for.
        """
        if form == "code":
            return any(
                node.feature in self.asked[i][1] and not self.is_kept(i) for i, node in enumerate(self.inner)
            )
        n = len(self.inner)
        return any(
            self.inner[to].feature in self.asked[i][1] | {node.feature}
            and self.inner[to].feature != node.feature
            for i, node in enumerate(self.inner)
            for to in (node.low, node.high, node.missing)
            if to < n
        )


@dataclass(frozen=True, eq=False)
class PlainGraph(PlainC):
    """A policy graph as C files."""

    _graph: _Graph = field(repr=False)

    @property
    def n_steps(self) -> int:
        """Number of nodes, those at which the graph ends among them."""
        return self._graph.n_states

    @property
    def step(self) -> str:
        """One of them."""
        return "node"

    @property
    def features(self) -> list[int]:
        """Features of the model that are asked for, in the order of their numbers in C."""
        return self._graph.features

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""
        return 0 if self.form == "code" else 1 + (self.n_steps > 0xFF)

    def cuts(self) -> list[list[int]]:
        """Return for each of these features the readings from which answers part, ascending."""
        own: dict[int, set[int]] = {k: set() for k in self.features}
        for node in self._graph.inner:
            own[node.feature].add(node.cut)
        return [sorted(own[k]) for k in self.features]

    def _sizes(self) -> dict[str, int]:
        return {"START": 0} if self.form == "table" else {}

    def _title(self) -> str:
        return f"policy graph of {self.n_steps} nodes as {self.form}"

    def _words(self) -> dict[str, str]:
        return {
            **super()._words(),
            "state": unsigned(self.n_steps),
            "again": AGAIN if self._graph.asks_again(self.form) else "",
        }

    def _body(self) -> str:
        return self._table() if self.form == "table" else self._code()

    def _api(self) -> str:
        if self.form == "code":
            return CODE_API.format(**self._words())
        return (TABLE_API + (POSTERIOR_API if self.has_posterior else "")).format(**self._words())

    def _table(self) -> str:
        graph, state = self._graph, unsigned(self.n_steps)
        number = {k: i for i, k in enumerate(graph.features)}
        cut_type = signed([node.cut for node in graph.inner])
        feature_type = unsigned(len(graph.features))
        columns = {
            "features": (feature_type, [number[node.feature] for node in graph.inner]),
            "cuts": (cut_type, [node.cut for node in graph.inner]),
            "lows": (state, [node.low for node in graph.inner]),
            "highs": (state, [node.high for node in graph.inner]),
            "missings": (state, [node.missing for node in graph.inner]),
            "labels": ("uint8_t", graph.labels),
        }
        tables = [array(name, kind, numbers) for name, (kind, numbers) in columns.items()]
        if self.has_posterior:
            rows = ",\n".join("    {" + ", ".join(map(str, row)) + "}" for row in graph.shares)
            sizes = f"[{self.n_steps}][{self.model.n_classes}]"
            tables.append(f"static const uint8_t shares{sizes} IN_FLASH = {{\n{rows},\n}};\n")
        words = {
            **self._words(),
            "feature": feature_type,
            "cut": cut_type,
            "feature_at": at("features", feature_type, "state"),
            "label_at": at("labels", "uint8_t", "state"),
            "asked_at": at("features", feature_type),
            "cut_at": at("cuts", cut_type),
            "low_at": at("lows", state),
            "high_at": at("highs", state),
            "missing_at": at("missings", state),
        }
        code = (TABLE_CODE + (POSTERIOR_CODE if self.has_posterior else "")).format(**words)
        counts = f"enum {{ N_INNER = {len(graph.inner)}, N_STATES = {self.n_steps} }};\n"
        read = read_in_flash("\n".join([*tables, code]))
        return "\n".join([read, counts, *tables, code])

    def _code(self) -> str:
        graph, words = self._graph, self._words()
        number = {k: i for i, k in enumerate(graph.features)}
        used = [not graph.is_idle(i) for i in range(len(graph.inner))]
        kept = sorted({node.feature for i, node in enumerate(graph.inner) if used[i] and graph.is_kept(i)})
        targets = {t for i, node in enumerate(graph.inner) for t in _jumps(graph, i, node)}
        lines = [f"{words['class_type']} {self.name}_classify(int32_t (*read)(uint16_t feature))", "{"]
        lines += [f"    int32_t f{number[k]};" for k in kept]
        is_read = any(used[i] and node.feature not in kept for i, node in enumerate(graph.inner))
        lines += ["    int32_t reading;"] * is_read
        for i, node in enumerate(graph.inner):
            value = f"f{number[node.feature]}" if node.feature in kept else "reading"
            lines += [f"n{i}:"] if i in targets else []
            if not graph.is_kept(i):
                to = f"{value} = " if used[i] or node.feature in kept else "(void)"
                lines.append(f"    {to}read({number[node.feature]});")
            lines += _branches(graph, i, node, value, self.name.upper())
        return "\n".join([*lines, "}"]) + "\n"


def _goes_on(graph: _Graph, i: int, to: int) -> bool:
    """Return whether a state is the next in the code, so that nothing is to be written."""
    return to == i + 1 and to < len(graph.inner)


def _jumps(graph: _Graph, i: int, node: Whole) -> set[int]:
    """Return the nodes that the code of one jumps to."""
    if graph.is_idle(i) and _goes_on(graph, i, node.low):
        return set()
    low, high = (node.high, node.low) if _goes_on(graph, i, node.low) else (node.low, node.high)
    missing = set() if node.missing in (node.low, node.high) else {node.missing}
    wanted = {low, *missing} | (set() if _goes_on(graph, i, high) else {high})
    return {to for to in wanted if to < len(graph.inner)}


def _branches(graph: _Graph, i: int, node: Whole, value: str, upper: str) -> list[str]:
    """Return the lines that leave a node; INT32_MIN, a missing reading, is below every cut."""

    def go(to: int) -> str:
        return f"goto n{to};" if to < len(graph.inner) else f"return {graph.labels[to]};"

    cut, lines = constant(node.cut), list[str]()
    is_low, is_high = f"{value} < {cut}", f"{value} >= {cut}"
    if graph.is_idle(i):
        return [] if _goes_on(graph, i, node.low) else [f"    {go(node.low)}"]
    if node.missing == node.high:
        is_low, is_high = (
            f"({value} < {cut}) && ({value} != {upper}_MISSING)",
            f"({value} >= {cut}) || ({value} == {upper}_MISSING)",
        )
    elif node.missing != node.low:
        lines.append(f"    if ({value} == {upper}_MISSING) {{ {go(node.missing)} }}")
    if _goes_on(graph, i, node.low):
        return [*lines, f"    if ({is_high}) {{ {go(node.high)} }}"]
    lines.append(f"    if ({is_low}) {{ {go(node.low)} }}")
    return lines if _goes_on(graph, i, node.high) else [*lines, f"    {go(node.high)}"]


def plain_graph(model: Model, name: str, scales: Float32, form: str, has_posterior: bool) -> PlainGraph:
    """Make plain C of a model's policy graph; see :func:`ifc2f.exchange.plain_c.plain_c`."""
    if has_posterior and form == "code":
        raise ValueError("probabilities need the form 'table': straight code gives only the class")
    graph = _graph_of(model, scales, has_posterior)
    if not graph.inner:
        raise ValueError(
            "the graph asks for nothing, so there is nothing to write: it always decides the same"
        )
    if graph.n_states > MAX_STATES or len(graph.features) > MAX_FEATURES:
        raise ValueError(f"the graph has {graph.n_states} nodes, but plain C holds at most {MAX_STATES}")
    return PlainGraph(model, name, scales, form, has_posterior, graph)


def _graph_of(model: Model, scales: Float32, has_posterior: bool) -> _Graph:
    """Return the nodes as the integer model has them; ends that say the same are one."""
    nodes = split_nodes(model, scales)
    labels, shares = labels_and_shares(model, nodes, 255)
    inner = [i for i, node in enumerate(nodes) if node.feature >= 0]
    number = {i: n for n, i in enumerate(inner)}
    ends: dict[tuple[int, bytes], int] = {}
    at = list(inner)
    for i, node in enumerate(nodes):
        if node.feature < 0:
            key = int(labels[i]), shares[i].tobytes() if has_posterior else b""
            if key not in ends:
                ends[key] = len(at)
                at.append(i)
            number[i] = ends[key]
    numbered = [
        replace(
            nodes[i], low=number[nodes[i].low], high=number[nodes[i].high], missing=number[nodes[i].missing]
        )
        for i in inner
    ]
    return _Graph(numbered, [int(labels[i]) for i in at], [shares[i] for i in at], asked_features(model))
