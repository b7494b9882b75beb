"""Builds of the runtimes that are measured, and the models that each of them follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

OUT = Path("build/firmware")


@dataclass(frozen=True)
class Build:
    """A runtime and its compile-time choices."""

    title: str
    data: str  # in build/firmware/data: what minimal.c is linked with
    integer: bool = False
    choices: dict[str, int] = field(default_factory=dict)

    def defines(self) -> list[str]:
        """Return the compiler options."""
        prefix = "IFC2F_INTEGER_" if self.integer else "IFC2F_"
        return [f"-DINTEGER={int(self.integer)}", *(f"-D{prefix}{c}={n}" for c, n in self.choices.items())]

    @property
    def runtime(self) -> Path:
        """The amalgamated source."""
        return OUT / ("ifc2f_integer.c" if self.integer else "ifc2f.c")

    def session_bytes(self, n_features: int, n_classes: int) -> int | None:
        """Return the memory of a session; with exact inference, None, it depends on the network."""
        if self.integer:
            return 16 + 4 * n_features + (8 * n_classes if self.choices.get("VECTORS") == 1 else 0)
        if self.choices.get("EXACT", 1):
            return None
        head = 32 if self.choices.get("GRAPHS", 1) else 24  # of a model with a graph
        return (head + 16 * n_classes + 3 * n_features + 3) // 4 * 4


SMALL = {"EXACT": 0, "GROUPS": 0, "GRAPHS": 0}
ORDERED = Build("float, ordered", "ordered-cancer", choices=SMALL)
LEAST = Build(
    "float, ordered, what the checksum vouches for unchecked",
    "ordered-cancer",
    choices={**SMALL, "CHECKS": 0},
)
GRAPHS = Build("float, ordered and graphs", "graph-cancer", choices={**SMALL, "GRAPHS": 1})
EXACT = Build(
    "float, ordered and adaptive, exact inference", "ordered-cancer", choices={"GRAPHS": 0, "GROUPS": 0}
)


def integer_build(title: str, data: str, kind: str, **choices: int) -> Build:
    """Return a build of the integer runtime for one kind of model."""
    kinds = {name: int(name == kind) for name in ("THRESHOLDS", "VECTORS", "GRAPH")}
    return Build(f"integer, {title}", data, True, {**kinds, **choices})


TWO = integer_build("ordered, two classes, 8 bits only", "int8-ordered-cancer", "THRESHOLDS", WIDE=0)
MORE = integer_build("ordered, any classes, 8 bits only", "int8-ordered-wine", "VECTORS", WIDE=0)
WALK = integer_build("graphs, 8 bits only", "int8-graph-cancer", "GRAPH", WIDE=0)
ALIGNED = integer_build(
    "graphs, 8 bits only, aligned models", "int8-graph-cancer", "GRAPH", WIDE=0, ALIGNED=1
)
BUILDS = [
    LEAST,
    ORDERED,
    Build("float, ordered, with cost groups", "ordered-cancer", choices={**SMALL, "GROUPS": 1}),
    GRAPHS,
    EXACT,
    Build("float, everything", "ordered-cancer"),
    TWO,
    integer_build("ordered, two classes", "int8-ordered-cancer", "THRESHOLDS"),
    MORE,
    integer_build("ordered, any classes", "int8-ordered-wine", "VECTORS"),
    WALK,
    ALIGNED,
    integer_build("graphs", "int8-graph-cancer", "GRAPH"),
    Build("integer, everything", "int8-ordered-cancer", True),
]
STEPS = [("vectors", ORDERED, ""), ("vectors", TWO, "int8-"), ("vectors3", MORE, "int8-")]
STEPS += [("chain", GRAPHS, ""), ("chain", WALK, "int8-"), ("chain", ALIGNED, "int8-")]
DECISIONS = {
    "cancer": [
        (ORDERED, "ordered-cancer"),
        (GRAPHS, "graph-cancer"),
        (TWO, "int8-ordered-cancer"),
        (TWO, "int8-ordered-cancer-small"),
        (WALK, "int8-graph-cancer"),
    ],
    "digits": [
        (GRAPHS, "graph-digits"),
        (MORE, "int8-ordered-digits-small"),
        (WALK, "int8-graph-digits"),
    ],
}
N_CLASSES = {"cancer": 2, "digits": 10}
OPENED = [(ORDERED, "ordered-cancer"), (GRAPHS, "graph-cancer")]
OPENED += [(TWO, "int8-ordered-cancer"), (WALK, "int8-graph-cancer"), (WALK, "int8-graph-digits")]
RIVALS = {
    "emlearn-inline-tree": "emlearn, inline, single tree",
    "emlearn-loadable-tree": "emlearn, loadable, single tree",
    "emlearn-inline": "emlearn, inline, forest of 10",
    "emlearn-loadable": "emlearn, loadable, forest of 10",
    "m2cgen": "m2cgen, forest of 10",
}
