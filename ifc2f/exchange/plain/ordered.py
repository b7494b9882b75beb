"""An ordered policy of two classes as plain C: a score, and the interval of it in which each stage goes on.

The numbers are those of the int8 model (`ifc2f.exchange.integer.ordered`): an answer adds one to the score,
and a stage asks for its feature if the score is inside an interval. What is never asked for is left out.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.model import HEADER, MAGIC, RECORD
from ifc2f.exchange.plain.files import PlainC
from ifc2f.exchange.plain.tables import array, at, read_in_flash, signed, unsigned
from ifc2f.files.format import NO_INDEX
from ifc2f.model import Model

__all__ = ["PlainOrdered", "plain_ordered"]

MAX_STAGES = 0x7FFF  # a feature's number has 16 bits with a sign
NO_VALUE = 0xFF  # of a feature without an answer; values are below it
LEAST_SCORE, LARGEST_SCORE = -128, 126  # that an interval of 8 bits can distinguish
API = """\
/* A case; {name}_begin begins it. */
typedef struct {{
    {score} score; /* of the second class over the first, a logarithm */
    {stage} at;{values_field}
}} {name}_state;

void {name}_begin({name}_state *state);

/* The feature to acquire next, or a number below 0 where nothing more is asked. */
int16_t {name}_next(const {name}_state *state);

/* Take up a reading of that feature, or {upper}_MISSING. */
void {name}_answer({name}_state *state, int32_t reading);

/* The class with the smallest expected cost of a mistake, at any time. */
uint8_t {name}_decide(const {name}_state *state);"""
VALUE_OF = """
/* The value of a stage's feature that a reading stands for. */
static uint8_t value_of({stage} stage, int32_t reading)
{{
    uint8_t value = (uint8_t)NO_VALUE;
{of_category}if (reading != {upper}_MISSING) {{
        const {edge_at} first = {first_edge};
        const {edge_at} end = {end_edge};
        {edge_at} at = first;
        while ((at < end) && (({edge_type}){edge} <= reading)) {{
            ++at;
        }}
        value = (uint8_t)(at - first);
    }} else {{
        /* it is missing */
    }}
    return value;
}}
"""
OF_CATEGORY = """\
    const uint8_t n = {n_categories};
    if (n > 0u) {{
        value = ((reading >= 0) && (reading < (int32_t)n)) ? (uint8_t)reading : (uint8_t)NO_VALUE;
    }} else """
SET_OF = """
/* The interval of a stage for the answers it depends on; its first one if one of them is missing. */
static uint32_t set_of(const {name}_state *state)
{{
    const uint32_t first = {first_set};
    const {index_at} end = {end_index};
    uint32_t set = first + (({first_index} < end) ? 1u : 0u);
    uint32_t is_known = 1u;
    for ({index_at} i = {first_index}; i < end; ++i) {{
        const uint8_t value = state->values[{index_of}];
        set += (uint32_t)value * {stride};
        is_known = (value == (uint8_t)NO_VALUE) ? 0u : is_known;
    }}
    return (is_known == 1u) ? set : first;
}}
"""
CODE = """
void {name}_begin({name}_state *state)
{{
    state->score = PRIOR;
    state->at = 0;{forget}
}}

int16_t {name}_next(const {name}_state *state)
{{
    int16_t feature = -1;
    if (state->at < ({stage})N_STAGES) {{
        const uint32_t set = {set};
        {score} score = state->score;
        score = (score > LARGEST_SCORE) ? ({score})LARGEST_SCORE : score;
        score = (score < LEAST_SCORE) ? ({score})LEAST_SCORE : score;
        if ((set < N_SETS) && (score >= (int8_t){low}) && (score < (int8_t){high})) {{
            feature = (int16_t)state->at;
        }}
    }}
    return feature;
}}

void {name}_answer({name}_state *state, int32_t reading)
{{
    const {stage} stage = state->at;
    if (stage < ({stage})N_STAGES) {{
        const uint8_t value = value_of(stage, reading);
        ++state->at;{keep}
        if (value != (uint8_t)NO_VALUE) {{
            {row_const}uint32_t row = (uint32_t){first_row} + value;{of_parent}
            if (row < N_NUMBERS) {{
                state->score += (int8_t){number};
            }}
        }}
    }}
}}

uint8_t {name}_decide(const {name}_state *state)
{{
    return (state->score >= CUT) ? 1u : 0u;
}}
"""
FORGET = """
    for (uint32_t k = 0; k < N_KEPT; ++k) {
        state->values[k] = (uint8_t)NO_VALUE;
    }"""
KEEP = """
        if (stage < ({stage})N_KEPT) {{
            state->values[stage] = value;
        }}"""
OF_PARENT = """
            const {stage} parent = {parent};
            if ((parent < ({stage})N_KEPT) && (state->values[parent] != (uint8_t)NO_VALUE)) {{
                row += ((uint32_t)state->values[parent] + 1u) * {n_values};
            }}"""


@dataclass(frozen=True)
class _Stage:
    """A stage's feature: its values and parent, where its numbers are, and what its intervals depend on."""

    n_values: int
    parent: int | None
    first_row: int
    first_set: int  # that for answers that are not known
    index: list[tuple[int, int]]  # features, and their strides
    edges: list[int] | None  # None for a category


@dataclass(frozen=True, eq=False)
class _Order:
    """What the int8 model of an ordered policy of two classes holds."""

    stages: list[_Stage]
    rows: list[int]
    sets: NDArray[np.int8]  # shape (n, 2)
    prior: int
    cut: int

    @property
    def n_kept(self) -> int:
        """Number of features whose values later stages need: the first ones."""
        needed = [f for stage in self.stages for f, _ in stage.index]
        needed += [stage.parent for stage in self.stages if stage.parent is not None]
        return max(needed, default=-1) + 1

    @property
    def most(self) -> int:
        """How far from 0 a score can be."""
        ends = [stage.first_row for stage in self.stages[1:]] + [len(self.rows)]
        by_stage = [self.rows[s.first_row : end] for s, end in zip(self.stages, ends, strict=True)]
        return abs(self.prior) + sum(max(map(abs, own)) for own in by_stage)


def _read(data: bytes) -> _Order:
    """Read the bytes of an int8 model of thresholds."""
    n_stages, _, edges_at, index_at, sets_at, rows_at, prior, cut = HEADER.unpack_from(data, len(MAGIC))[8:]
    stages, n_sets = list[_Stage](), 0
    sets = np.frombuffer(data, np.int8, (rows_at - sets_at) // 2 * 2, sets_at).reshape(-1, 2)
    for k in range(n_stages):
        at_record = len(MAGIC) + HEADER.size + k * RECORD.size
        _, n_values, n_index, parent, edge, row, own_set, entry = RECORD.unpack_from(data, at_record)
        index = [struct.unpack_from("<HH", data, index_at + 4 * (entry + i)) for i in range(n_index)]
        end = own_set + prod(stages[f].n_values for f, _ in index)
        first = own_set - (n_index > 0)
        if not (sets[first:end, 0] < sets[first:end, 1]).any():
            break  # it always stops here
        numeric = edge != NO_INDEX
        edges = list(struct.unpack_from(f"<{n_values - 1}i", data, edges_at + 4 * edge)) if numeric else None
        stages.append(_Stage(n_values, None if parent == NO_INDEX else parent, row, first, index, edges))
        n_sets = max(n_sets, end)
    n_rows = stages[-1].first_row + _n_rows(stages, len(stages) - 1) if stages else 0
    rows = np.frombuffer(data, np.int8, n_rows, rows_at).tolist()
    return _Order(stages, rows, sets[:n_sets], prior, cut)


def _n_rows(stages: list[_Stage], k: int) -> int:
    parent = stages[k].parent
    return stages[k].n_values * (1 if parent is None else 1 + stages[parent].n_values)


@dataclass(frozen=True, eq=False)
class PlainOrdered(PlainC):
    """An ordered policy of two classes as C files."""

    _order: _Order = field(repr=False)

    @property
    def features(self) -> list[int]:
        """Features of the model that are asked for, in the order of their numbers in C."""
        return list(range(len(self._order.stages)))

    @property
    def n_steps(self) -> int:
        """Number of stages."""
        return len(self._order.stages)

    @property
    def step(self) -> str:
        """One of them."""
        return "stage"

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""
        number = 2 if self._score_type() == "int16_t" else 4
        used = number + 1 + (self.n_steps > 0xFF) + self._order.n_kept
        return -(-used // number) * number

    def cuts(self) -> list[list[int]]:
        """Return for each feature the readings from which answers part, ascending."""
        return [
            stage.edges or [0] if stage.edges is not None else list(range(stage.n_values))
            for stage in self._order.stages
        ]

    def _sizes(self) -> dict[str, int]:
        return {}

    def _title(self) -> str:
        return f"ordered policy of {self.n_steps} stages"

    def _score_type(self) -> str:
        return signed([self._order.most + 1, -self._order.most])

    def _words(self) -> dict[str, str]:
        n = self._order.n_kept
        return {
            **super()._words(),
            "score": self._score_type(),
            "stage": unsigned(self.n_steps),
            "values_field": f"\n    uint8_t values[{n}];" if n else "",
        }

    def _api(self) -> str:
        return API.format(**self._words())

    def _body(self) -> str:
        order, tables, words = self._order, list[str](), self._words()
        stages, n_kept = order.stages, order.n_kept

        def add(word: str, name: str, kind: str, numbers: list[int], place: str) -> None:
            """Define an array, and a word for one of its numbers."""
            if array(name, kind, numbers or [0]) not in tables:
                tables.append(array(name, kind, numbers or [0]))
            words[word] = at(name, kind, place)

        edges = [edge for stage in stages for edge in stage.edges or []]
        starts = np.cumsum([0, *(len(stage.edges or []) for stage in stages)]).tolist()
        words |= {"edge_at": unsigned(len(edges)), "edge_type": signed(edges)}
        add("first_edge", "first_edges", words["edge_at"], starts, "stage")
        words["end_edge"] = at("first_edges", words["edge_at"], "stage + 1u")
        add("edge", "edges", words["edge_type"], edges, "at")
        add("first_row", "first_rows", unsigned(len(order.rows)), [s.first_row for s in stages], "stage")
        add("number", "numbers", "int8_t", order.rows, "row")
        first_sets = [stage.first_set for stage in stages]
        add("first_set", "first_sets", unsigned(len(order.sets)), first_sets, "state->at")
        add("low", "lows", "int8_t", order.sets[:, 0].tolist(), "set")
        add("high", "highs", "int8_t", order.sets[:, 1].tolist(), "set")
        if any(stage.edges is None for stage in stages):
            numbers = [0 if stage.edges is not None else stage.n_values for stage in stages]
            add("n_categories", "categories", "uint8_t", numbers, "stage")
        if any(stage.parent is not None for stage in stages):
            parents = [n_kept if stage.parent is None else stage.parent for stage in stages]
            add("parent", "parents", words["stage"], parents, "stage")
            add("n_values", "sizes", "uint8_t", [stage.n_values for stage in stages], "stage")
        index = [entry for stage in stages for entry in stage.index]
        if index:
            starts = np.cumsum([0, *(len(stage.index) for stage in stages)]).tolist()
            words["index_at"] = unsigned(len(index))
            add("first_index", "first_indices", words["index_at"], starts, "state->at")
            words["end_index"] = at("first_indices", words["index_at"], "state->at + 1u")
            add("index_of", "indices", words["stage"], [f for f, _ in index], "i")
            add("stride", "strides", unsigned(max(n for _, n in index)), [n for _, n in index], "i")
        code = self._code(words, bool(index))
        read = read_in_flash("\n".join([*tables, code]))
        return "\n".join([read, self._constants(), *tables]) + code

    def _code(self, words: dict[str, str], has_index: bool) -> str:
        """Return the functions, without what no stage of this policy needs."""
        has_kept = self._order.n_kept > 0
        words = {
            **words,
            "of_category": OF_CATEGORY.format(**words) if "n_categories" in words else "    ",
            "set": "set_of(state)" if has_index else words["first_set"],
            "forget": FORGET if has_kept else "",
            "keep": KEEP.format(**words) if has_kept else "",
            "row_const": "" if "parent" in words else "const ",
            "of_parent": OF_PARENT.format(**words) if "parent" in words else "",
        }
        return "".join(text.format(**words) for text in (VALUE_OF, *([SET_OF] if has_index else []), CODE))

    def _constants(self) -> str:
        order, most = self._order, self._order.most
        numbers = {
            "PRIOR": order.prior,
            "CUT": min(max(order.cut, -most), most + 1),
            "LEAST_SCORE": LEAST_SCORE,
            "LARGEST_SCORE": LARGEST_SCORE,
            "N_STAGES": self.n_steps,
            "N_NUMBERS": len(order.rows),
            "N_SETS": len(order.sets),
            **({"N_KEPT": order.n_kept} if order.n_kept else {}),
            "NO_VALUE": NO_VALUE,
        }
        return "enum {\n" + "".join(f"    {name} = {n},\n" for name, n in numbers.items()) + "};\n"


def plain_ordered(model: Model, name: str, scales: Float32) -> PlainOrdered:
    """Make plain C of a model's ordered policy; see :func:`ifc2f.exchange.plain_c.plain_c`."""
    integer = to_integer(model, 8, scales=scales)
    if integer.kind != "thresholds":
        raise ValueError(
            "plain C holds ordered policies of two classes whose costs make one interval of each set: train "
            "with policy='graph', or export with target int8"
        )
    order = _read(integer.to_bytes())
    if not order.stages:
        raise ValueError(
            "the policy asks for nothing, so there is nothing to write: it always decides the same"
        )
    if len(order.stages) > MAX_STAGES:
        raise ValueError(f"the policy has {len(order.stages)} stages, but plain C holds at most {MAX_STAGES}")
    return PlainOrdered(model, name, scales, "table", False, order)
