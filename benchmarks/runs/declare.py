"""The declared list: what is run for each table of the report.

An entry is one line of a table: a data set, how it is split, a method and its settings. All the knowledge
of which runs make up which table is here; how a method is run is in methods/.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ifc2f.settings import AUTHORS_SETTINGS, PAPER_SETTINGS

from ..data import datasets, protocols
from ..methods.adapters import EVEN_WIDTHS

COST = 0.01
PAPER_SETS = tuple(name for name, declaration in datasets.DECLARED.items() if declaration.paper)
SWEEP_SETS = ("lung2", "dexter", "madelon", "mll")  # those of the paper's sweeps
DECISION_SETS = (
    "wdbc",
    "spambase",
    "thyroid",
    "madelon",
    "dexter",
    "pima",
    "heart",
    "lung2",
    "leukemia",
    "prostate",
    "wine",
    "robot",
)
COST_BENCHMARK = tuple(
    datasets.cost_set(name, level) for name in datasets.COST_SETS for level in datasets.COST_LEVELS
)
CONCEPT_SETS = ("xor", "parity3", "parity5", "and_or", "three_of_seven", "brand")
GROUNDS: Mapping[str, tuple[str, ...]] = {  # what the report takes means over
    "the twelve": DECISION_SETS,
    "test costs": COST_BENCHMARK,
    "CUBE": ("cube",),
    "CUBE, sharp": ("cube_sharp",),
    "CUBE-NM": ("cube_nm",),
    "CUBE-NM without noise": ("cube_nm_clean",),
    "small concepts": CONCEPT_SETS,
    "panel": ("panel",),
}
PRICED_GROUNDS = (*COST_BENCHMARK, "panel")
BUDGETS = (1.0, 3.0, 5.0, 10.0)
BUDGET_SETS = (*DECISION_SETS, "cube", "cube_sharp", "cube_nm", "cube_nm_clean", *CONCEPT_SETS)
BINS = (2, 4, 6, 8, 12, 20, 30, 40, 50, 100)
PRICED_SETS = ("heart", "pima", "thyroid")
MISTAKES = (10.0, 50.0, 100.0, 500.0, 1000.0, 5000.0, 10000.0)  # dollars
REMOVED = (0.0, 0.01, 0.1, 1.0, 5.0, 10.0, 20.0, 30.0, 50.0)  # per cent of the features of each test instance
FITTED_SETS = ("mll", "madelon", "dexter", "leukemia")
FITTED_MINIMA = (1, 5, 10, 15, 25, 40, 60, 100, "authors")  # least number of features kept
FITTED_NUMBERS = (10, 15, 25)  # or exactly so many
FITTED = {"relevance": "bins", "relevance_average": "max", "min_features": 25, "max_features": 25}
STREAMING = ("OFS-Density", "OFS-A3M", "SAOLA", "Fast-OSFS", "OSFS", "Alpha-Investing")
CEILING = "ceiling"  # boosting that reads every feature: a yardstick, which no policy has to beat
COST_BLIND = (*STREAMING, CEILING)  # methods that ignore the costs of features


@dataclass(frozen=True)
class Entry:
    """One line of the declared list.

    ``settings`` is canonical JSON, so that an entry can be a key. In a report its result stands in the row
    ``line`` and the column ``name``.
    """

    data: str
    protocol: str
    method: str
    settings: str = "{}"
    costs: tuple[float, ...] = (COST,)
    name: str = field(default="", compare=False)
    line: str = field(default="", compare=False)

    @property
    def keywords(self) -> dict[str, Any]:
        keywords: dict[str, Any] = json.loads(self.settings)
        return keywords


def entry(
    data: str,
    method: str,
    settings: Mapping[str, Any] | None = None,
    costs: Iterable[float] = (COST,),
    protocol: str | None = None,
    name: str | None = None,
    style: str | None = None,
) -> Entry:
    """An entry; the protocol is the data set's own unless another is given."""
    return Entry(
        data,
        protocol or datasets.DECLARED[data].protocol,
        method,
        canonical(settings or {}),
        () if method in COST_BLIND else tuple(costs),
        name or method,
        datasets.DECLARED[data].title + (f", {style}" if style else ""),
    )


def canonical(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True, separators=(",", ":"))


def as_in_paper(data: str, **changes: Any) -> dict[str, Any]:
    """The settings that the paper prints, with its number of bins for the data."""
    settings = {**PAPER_SETTINGS, "policy": "ordered", "n_bins": datasets.DECLARED[data].n_bins}
    del settings["feature_cost"]  # an entry's costs say it
    return {**settings, **changes}


def as_fitted(data: str, **changes: Any) -> dict[str, Any]:
    """The settings that the search `fitted` found closest to four published rows, and so fitted to them."""
    return as_in_paper(data, **{**FITTED, **changes})


def authors(data: str) -> dict[str, Any]:
    """The settings of the authors' code, with the paper's number of bins for the data."""
    settings = {**AUTHORS_SETTINGS, "policy": "ordered", "n_bins": datasets.DECLARED[data].n_bins}
    del settings["feature_cost"]
    return settings


def even_widths(data: str) -> dict[str, Any]:
    """The printed settings with bins of one width, from the least to the largest value itself."""
    return as_in_paper(data, edges=EVEN_WIDTHS)


def ordered(data: str) -> dict[str, Any]:
    """The default settings with the published kind of policy."""
    del data
    return {"policy": "ordered"}


# Reports compare OURS with RIVALS, by the names in these two. A name belongs to one of them, and stands here
# before an entry can have it.
PAPER_POLICIES: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "IFC2F": as_in_paper,
    "IFC2F authors'": authors,
    "IFC2F fitted": as_fitted,
    "IFC2F even widths": even_widths,
    "IFC2F ordered": ordered,
}
POLICIES: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "paper's": as_in_paper,
    "paper's with quantile bins": lambda data: as_in_paper(data, binning="quantile"),
    "ordered": ordered,
    "ordered with back-off": lambda data: {"policy": "ordered", "smoothing": "back-off"},
    "adaptive": lambda data: {"policy": "adaptive"},
    "graph": lambda data: {"policy": "graph"},
    "auto": lambda data: {"policy": "auto"},
}
GROUND_POLICIES = ("auto", "ordered", "adaptive", "graph")
OURS = {**PAPER_POLICIES, **POLICIES}

LIBRARY_RIVALS = ("CART", "CEGB", CEILING)  # what a user can have for free
PEERS: Mapping[str, tuple[str, dict[str, Any]]] = {  # the rivals of the grounds: method and settings
    "CART": ("CART", {}),
    "CART pruned": ("CART-CC", {}),
    "CEGB wide": ("CEGB", {"wide": True}),
    "STreeD 3": ("STreeD", {"depth": 3}),
    "STreeD 3 tuned": ("STreeD", {"depth": 3, "tuned": True}),
    "STreeD 4": ("STreeD", {"depth": 4}),
    "STreeD 4 tuned": ("STreeD", {"depth": 4, "tuned": True}),
    "GDFS": ("GDFS", {}),
    "DIME": ("DIME", {}),
    "AACO": ("AACO", {}),
    "CART pruned with cost leaves": ("CART-CC", {"leaves": "cost"}),
}
RIVALS = tuple(dict.fromkeys(("ETANA", "F-ETANA", *STREAMING, *LIBRARY_RIVALS, *PEERS)))


def _paper(data: str) -> list[Entry]:
    # The published rival results are those of the public programs, so their quirks are followed. All methods
    # had the same bins, the paper says; the MLL row of ETANA is that of three, as in its public example.
    n_bins = 3 if data == "mll" else datasets.DECLARED[data].n_bins
    return [
        *(entry(data, "IFC2F", settings(data), name=name) for name, settings in PAPER_POLICIES.items()),
        entry(data, "ETANA", {"exact": True, "n_bins": n_bins}),
        entry(data, "F-ETANA", {"exact": True, "n_bins": n_bins}),
        *(entry(data, method, {"exact": True}) for method in STREAMING),
        *(entry(data, method) for method in LIBRARY_RIVALS),
    ]


def paper() -> list[Entry]:
    """The paper's main tables on ten of its eleven sets."""
    return [each for data in PAPER_SETS if data != "news20" for each in _paper(data)]


def news20() -> list[Entry]:
    """The eleventh set, by itself because of its size."""
    return _paper("news20")


# The paper's sweeps are run twice: with the settings it prints, and with those fitted to its rows.
STYLES: Mapping[str, Callable[..., dict[str, Any]]] = {"printed": as_in_paper, "fitted": as_fitted}


def cost_sweep() -> list[Entry]:
    """Accuracy and features against the cost, also with the settings of the authors' code."""
    costs = (0.1, 0.01, 0.001, 0.0001)
    return [
        entry(data, "IFC2F", settings(data), costs, style=style)
        for data in SWEEP_SETS
        for style, settings in {**STYLES, "authors'": authors}.items()
    ]


def _sweep(values: Mapping[str, Mapping[str, Any]]) -> list[Entry]:
    """One entry per data set, style and named change of the settings."""
    return [
        entry(data, "IFC2F", settings(data, **changes), name=name, style=style)
        for data in SWEEP_SETS
        for style, settings in STYLES.items()
        for name, changes in values.items()
    ]


def structures() -> list[Entry]:
    return _sweep({kind: {"structure": kind} for kind in ("tree", "line", "random", "clique", "naive")})


def bins() -> list[Entry]:
    return _sweep({f"V = {n}": {"n_bins": n} for n in BINS})


def missing() -> list[Entry]:
    return _sweep({f"{share:g} %": {"removed": share} for share in REMOVED})


def fitted() -> list[Entry]:
    """The search for the settings that come closest to four published rows: what it finds is fitted."""
    kept: dict[str, dict[str, Any]] = {f"at least {n}": {"min_features": n} for n in FITTED_MINIMA}
    kept |= {f"exactly {n}": {"min_features": n, "max_features": n} for n in FITTED_NUMBERS}
    return [
        entry(
            data,
            "IFC2F",
            as_in_paper(data, relevance=values, relevance_average=average, **number),
            name=f"{values} / {average} / {name}",
        )
        for data in FITTED_SETS
        for values in ("values", "bins")
        for average in ("mean", "max")
        for name, number in kept.items()
    ]


# From the settings as printed to the default, one change after the other; each step keeps those before it.
STEPS: Mapping[str, Mapping[str, Any]] = {
    "as printed": {},
    "keep 20 features or more": {"min_features": 20, "max_features": 200},
    "order by information per cost": {"order": "information"},
    "16 mixed bins": {"n_bins": 16, "binning": "mixed"},
    "smoothed tables": {"smoothing": "gaussian"},
    "every belief backed up": {"solver": "full", "n_beliefs": None},
    "choice of policy": {"policy": "auto"},
}


def ablation() -> list[Entry]:
    """The effect of each step from the settings as printed to the default."""
    entries = []
    for data in DECISION_SETS:
        settings = as_in_paper(data)
        for name, change in STEPS.items():
            settings = {**settings, **change}
            entries.append(entry(data, "IFC2F", settings, name=name))
    return entries


def _repeated(data: str) -> str:
    return protocols.repeated(datasets.DECLARED[data].protocol)


def decisions() -> list[Entry]:
    """Every freely available method against ours, on the same folds, at three costs."""
    costs = (0.1, 0.01, 0.001)
    entries = []
    for data in DECISION_SETS:
        entries += [
            entry(data, "IFC2F", settings(data), costs, _repeated(data), name)
            for name, settings in POLICIES.items()
        ]
        entries += [entry(data, rival, None, costs, _repeated(data)) for rival in LIBRARY_RIVALS]
    return entries


def prices() -> list[Entry]:
    """The tests' own prices; an entry's costs are those of a mistake, ten to ten thousand dollars."""
    priced = {"prices": True}
    return [
        entry(data, method, {**priced, **settings}, MISTAKES, _repeated(data), name)
        for data in PRICED_SETS
        for name, method, settings in (
            *((name, "IFC2F", settings(data)) for name, settings in POLICIES.items()),
            *((rival, rival, {}) for rival in LIBRARY_RIVALS if rival not in COST_BLIND),
        )
    ]


def _peers(data: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """The rivals on a set; where all mistakes cost the same, leaves decide the same with or without costs."""
    costs_differ = data in COST_BENCHMARK
    return {
        name: (method, settings)
        for name, (method, settings) in PEERS.items()
        if costs_differ or settings.get("leaves") != "cost"
    }


def _on_ground(
    data: str, costs: tuple[float, ...], extra: Mapping[str, Any], left_out: tuple[str, ...] = ()
) -> list[Entry]:
    methods = {name: ("IFC2F", POLICIES[name](data)) for name in GROUND_POLICIES} | _peers(data)
    return [
        entry(data, method, {**settings, **extra}, costs, name=name)
        for name, (method, settings) in methods.items()
        if name not in left_out
    ]


def grounds() -> list[Entry]:
    """Ours against strong rivals on grounds of different kinds; prices where the ground has them."""
    return [
        each
        for sets in GROUNDS.values()
        for data in sets
        for each in _on_ground(
            data, *((COST,), {}) if data not in PRICED_GROUNDS else ((1.0,), {"prices": True})
        )
    ]


def budgets() -> list[Entry]:
    """Accuracy with so many features at most: an entry's costs are numbers of features."""
    return [
        each
        for data in BUDGET_SETS
        for each in _on_ground(data, BUDGETS, {"budget": True}, left_out=("CART",))
    ]


TABLES: Mapping[str, tuple[str, Callable[[], list[Entry]]]] = {
    "paper": ("The paper's main tables", paper),
    "news20": ("News20", news20),
    "cost-sweep": ("Feature-cost sweep", cost_sweep),
    "structures": ("Structures", structures),
    "bins": ("Bins sweep", bins),
    "missing": ("Missing features", missing),
    "fitted": ("Settings fitted to the published rows", fitted),
    "ablation": ("From the printed settings to the default", ablation),
    "decisions": ("Better decisions", decisions),
    "prices": ("Real prices", prices),
    "grounds": ("Grounds", grounds),
    "budgets": ("Budgets of features", budgets),
}
PAPER_TABLES = tuple(name for name in TABLES if name not in ("decisions", "prices", "grounds", "budgets"))

QUICK_SETS = ("wdbc", "heart", "wine", "mll", "lung2")
QUICK_GROUNDS = ("costs-iris-low", "xor")
QUICK_NEVER = ("GDFS", "DIME", "AACO")  # whose networks take a minute to train
QUICK_BOOSTED = ("wdbc", "heart", "wine")  # of them those where a grid of boosting settings ends soon


def quick(entries: Iterable[Entry], table: str) -> list[Entry]:
    """The quick part of the declared list of a table: small sets, one cost."""
    sets = QUICK_GROUNDS if table in ("grounds", "budgets") else QUICK_SETS
    return [
        replace(each, costs=each.costs if COST not in each.costs else (COST,))
        for each in entries
        if each.data in sets
        and each.method not in QUICK_NEVER
        and (each.method != "CEGB" or each.data in QUICK_BOOSTED)
    ]
