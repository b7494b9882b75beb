"""A job: what to train, from which table, at which costs. It goes to the worker as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ifc2f.core.words import Words
from ifc2f.data.cost_entries import DERIVED
from ifc2f.learning.prices import forgotten_findings

TABLES = (".csv", ".tsv", ".txt", ".csv.gz", ".xlsx", ".parquet", ".pq")
WORKBOOKS = (".xls", ".ods")  # which are refused, with the way out


HELD_OUT = 0.25  # of the rows of each class


def n_held_out(n_rows: int) -> int:
    """Return how many rows of a class are kept to try the model on."""
    return max(1, round(HELD_OUT * n_rows))


def table_name(path: str) -> str:
    """Return the name of a table's file without its ending."""
    name = Path(path).name
    ending = next((ending for ending in TABLES if name.lower().endswith(ending)), Path(name).suffix)
    return name[: len(name) - len(ending)]


@dataclass
class Job:
    """What to train.

    Attributes
    ----------
    table : str
        Path of a CSV, XLSX or Parquet file.
    target : str
        The column of what is to be decided.
    ignore : list of str
        Columns to leave out.
    cost : float
        Cost of every feature, where `costs` names none.
    costs : dict
        What is known of a feature's cost, by its name: a dict with `cost` where it is another, and where
        wanted `discount_cost`, `group` and `delay`, as `AcquisitionCosts.from_spec` takes them.
    mistakes : list of (true, decided, cost), classes as texts
    output : str
        Where the model goes.
    title, intended_use : str
    unit_of_costs : str
        What the costs of questions and mistakes are measured in; empty if not given.
    columns : list of str or None
        Columns to read, those to leave out among them; None: all.
    separator, encoding : str or None
        Of a CSV file; None: as is found.
    missing_marks : list of str
        Texts of cells that stand for a missing value, besides the usual ones.
    limits_as_numbers : list of str
        Columns in which "<5" among numbers is 5.
    merge_spellings : bool
        Whether texts that differ only in capitals and blanks are one.
    drop_unlabelled : bool
        Whether rows without a class are left out.
    codes : list of str
        Columns of numbers that name rather than measure.
    about : dict
        Texts of questions by the column's name: a dict with `question`, `unit` and `help`, if given.
    policy : str
        As `train_by_policy` takes it.
    alpha : float or None
        Largest share of wrong answers that is to be guaranteed; None: no guarantee. With one, the model is
        that of three quarters of the rows, which the rest has not taught.
    model_version, limits : str
        What else the model says of itself; empty where nothing is told.
    """

    table: str
    target: str
    output: str
    ignore: list[str] = field(default_factory=list)
    cost: float = 0.01
    costs: dict[str, dict[str, Any]] = field(default_factory=dict)
    mistakes: list[tuple[str, str, float]] = field(default_factory=list)
    title: str = ""
    intended_use: str = ""
    unit_of_costs: str = ""
    columns: list[str] | None = None
    separator: str | None = None
    encoding: str | None = None
    missing_marks: list[str] = field(default_factory=list)
    limits_as_numbers: list[str] = field(default_factory=list)
    merge_spellings: bool = False
    drop_unlabelled: bool = False
    codes: list[str] = field(default_factory=list)
    about: dict[str, dict[str, str]] = field(default_factory=dict)
    policy: str = "auto"
    alpha: float | None = None
    model_version: str = ""
    limits: str = ""

    @property
    def prices(self) -> list[float]:
        """What the questions cost that are used, each by itself."""
        return [float(self.costs.get(name, {}).get("cost", self.cost)) for name in self.used]

    @property
    def used(self) -> list[str]:
        """The questions that may be asked."""
        left_out = {*self.ignore, self.target}
        return [name for name in self.columns or [] if name not in left_out]

    def price_findings(self, names: Sequence[str]) -> list[Words]:
        """Return what is odd about the costs of these questions beside each other."""
        own = {name: float(self.costs[name]["cost"]) for name in names if "cost" in self.costs.get(name, {})}
        free = {name for name in names if str(self.costs.get(name, {}).get("group", "")).startswith(DERIVED)}
        return forgotten_findings(self.cost, own, [n for n in names if n not in own and n not in free])

    def to_json(self) -> str:
        """Return the job as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)
