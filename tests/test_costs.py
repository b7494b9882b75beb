"""Acquisition and misclassification costs: what is accepted, what is refused, and what a purchase costs."""

import os
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.cost_entries import read_costs

NAMES = ["a", "b", "c"]
BLOOD = {
    "a": 1.0,
    "b": {"cost": 7.0, "discount_cost": 5.0, "group": "blood"},
    "c": {"cost": 6.0, "discount_cost": 4.0, "group": "blood", "delay": "delayed"},
    "d": {"group": "derived:a+b"},
}


def purchase(costs: AcquisitionCosts, order: list[int]) -> list[float]:
    """Oracle: what each look of `order` costs, by the words of the definition, in double precision."""
    bought: set[int] = set()
    opened: set[int] = set()
    prices = []
    for column in order:
        price = 0.0
        for test in costs.tests_of[column]:
            if test in bought:
                continue
            group = int(costs.group[test])
            price += float(costs.discount_cost[test] if group in opened else costs.cost[test])
            bought.add(test)
            if group >= 0:
                opened.add(group)
        prices.append(price)
    return prices


def data_file(name: str) -> Path:
    folder = os.environ.get("IFC2F_DATA")
    if folder is None:
        pytest.skip(f"needs {name}: IFC2F_DATA is not set")
    return Path(folder) / name


@pytest.mark.parametrize("spec", [0.25, [0.25] * 3, np.full(3, 0.25), dict.fromkeys(NAMES, 0.25), "0.25"])
def test_equal_costs_can_be_given_in_any_form(spec, tmp_path):
    if isinstance(spec, str):
        path = tmp_path / "costs.csv"
        path.write_text("feature,cost\n" + "".join(f"{name},{spec}\n" for name in NAMES))
        spec = path
    costs = AcquisitionCosts.from_spec(spec, NAMES)
    assert costs.cost.dtype == costs.discount_cost.dtype == np.float32
    assert costs.group.dtype == np.int32
    assert costs.cost.tolist() == costs.discount_cost.tolist() == [0.25] * 3
    assert costs.group.tolist() == [-1] * 3
    assert tuple(costs.tests_of) == ((0,), (1,), (2,))
    assert costs.group_names == ()


def test_groups_discounts_and_derived_features():
    costs = AcquisitionCosts.from_spec(BLOOD, ["a", "b", "c", "d"])
    assert costs.cost.tolist() == [1, 7, 6]
    assert costs.discount_cost.tolist() == [1, 5, 4]
    assert costs.group.tolist() == [-1, 0, 0]
    assert costs.group_names == ("blood",)
    assert costs.tests_of == ((0,), (1,), (2,), (0, 1))
    assert costs.delay == ("", "", "delayed", "")
    assert purchase(costs, [1, 2, 3]) == [7, 4, 1]
    assert purchase(costs, [2, 3, 0, 1]) == [6, 1 + 5, 0, 0]


def test_a_pandas_series_is_read_by_its_names():
    pandas = pytest.importorskip("pandas")
    costs = AcquisitionCosts.from_spec(pandas.Series({"c": 3.0, "a": 1.0, "b": 2.0}), NAMES)
    assert costs.cost.tolist() == [1, 2, 3]


def test_rows_of_a_costs_file_can_be_given_directly():
    rows = [
        {"feature": name} | (entry if isinstance(entry, dict) else {"cost": entry})
        for name, entry in BLOOD.items()
    ]
    costs = AcquisitionCosts.from_spec(rows, list(BLOOD))
    assert costs.tests_of == ((0,), (1,), (2,), (0, 1))


@pytest.mark.parametrize("kind", ["dicts", "pandas", "polars", "pyarrow", "duckdb"])
def test_a_table_of_costs_is_read_as_its_file_is(kind, tmp_path):
    rows = [
        {"feature": name} | dict.fromkeys(("cost", "discount_cost", "group", "delay")) | entry
        for name, entry in ((n, e if isinstance(e, dict) else {"cost": e}) for n, e in BLOOD.items())
    ]
    frame = pd.DataFrame(rows)
    frame.to_csv(tmp_path / "costs.csv", index=False)
    table = pa.table({name: [row[name] for row in rows] for name in rows[0]})
    forms = {
        "dicts": rows,
        "pandas": frame,
        "polars": pl.from_arrow(table),
        "pyarrow": table,
        "duckdb": duckdb.from_arrow(table),
    }
    panel = {"strip": {"cost": 3, "features": ["x", "y"]}}
    for names, tests in ((list(BLOOD), None), ([*BLOOD, "x", "y"], panel)):
        read, expected = (
            AcquisitionCosts.from_spec(spec, names, tests) for spec in (forms[kind], tmp_path / "costs.csv")
        )
        assert read.cost.tolist() == expected.cost.tolist()
        assert read.discount_cost.tolist() == expected.discount_cost.tolist()
        assert (read.group.tolist(), read.group_names) == (expected.group.tolist(), expected.group_names)
        assert (tuple(read.tests_of), tuple(read.delay)) == (tuple(expected.tests_of), tuple(expected.delay))
    with pytest.raises(ValueError, match="there is no column 'feature'"):
        AcquisitionCosts.from_spec(pd.DataFrame({"cost": [1.0]}), ["a"])


def test_names_with_a_plus_sign_can_be_parts():
    spec = {"CD4+": 2.0, "CD4": 1.0, "ratio": {"group": "derived:CD4++CD4"}}
    assert AcquisitionCosts.from_spec(spec, list(spec)).tests_of == ((0,), (1,), (0, 1))


def test_select_keeps_the_tests_that_derived_features_need():
    costs = AcquisitionCosts.from_spec(BLOOD, ["a", "b", "c", "d"]).select([3, 2])
    assert costs.cost.tolist() == [1, 7, 6]
    assert costs.tests_of == ((0, 1), (2,))
    assert costs.delay == ("", "delayed")
    assert purchase(costs, [0, 1]) == [8, 4]


def test_select_drops_unused_tests_and_groups():
    spec = {
        "a": {"cost": 3, "group": "first"},
        "b": {"cost": 2, "discount_cost": 1, "group": "second"},
        "c": 5,
    }
    costs = AcquisitionCosts.from_spec(spec, NAMES).select([2, 1])
    assert costs.cost.tolist() == [2, 5]
    assert costs.group.tolist() == [0, -1]
    assert costs.group_names == ("second",)
    assert costs.tests_of == ((1,), (0,))
    nothing = costs.select([])
    assert nothing.cost.size == 0
    assert nothing.tests_of == ()


def test_costs_cannot_be_changed_behind_the_back_of_a_model():
    spec = np.ones(3)
    costs = AcquisitionCosts.from_spec(spec, NAMES)
    spec[0] = 9
    assert costs.cost[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        costs.cost[0] = 9


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([1.0, 2.0], r"shape \(2,\), but there are 3 features"),
        (np.ones((3, 1)), r"shape \(3, 1\)"),
        (-1.0, "the feature cost is -1.0: negative"),
        ([1, -2, 3], "cost of feature 'b' is -2.0: negative"),
        ([1, np.nan, 3], "cost of feature 'b' is nan: not finite"),
        ([1, 2, np.inf], "cost of feature 'c' is inf: not finite"),
        ([1, 2, 1e39], "cost of feature 'c' is 1e[+]39: above 1e[+]20, the most a model holds"),
        ([1, 1.1e20, 3], "cost of feature 'b' is 1.1e[+]20: above 1e[+]20"),
        (["x", 1, 2], "must be numbers"),
        (None, "the feature cost is nan"),
        ({"a": 1, "b": 2}, "no cost is given for feature 'c'"),
        ({"a": 1, "b": 2, "c": 3, "z": 4}, "'z', which is not a feature"),
        ({"a": 1, "b": "much", "c": 3}, "cost of feature 'b' is not a number: 'much'"),
        ({"a": 1, "b": None, "c": 3}, "feature 'b' has no cost"),
        ({"a": 1, "b": {"group": "x"}, "c": 3}, "feature 'b' has no cost"),
        ({"a": 1, "b": {"cost": 1, "price": 2}, "c": 3}, "feature 'b': there is no field 'price'"),
        (
            {"a": 1, "b": {"cost": 1, "discount_cost": 2}, "c": 3},
            "discount_cost of feature 'b' is above its cost",
        ),
        (
            {"a": 1, "b": {"cost": 1, "discount_cost": -1}, "c": 3},
            "discount_cost of feature 'b' is -1.0: negative",
        ),
        ({"a": 1, "b": 2, "c": {"group": "derived:a+q"}}, "'c' is derived from 'q', which is not a feature"),
        ({"a": 1, "b": 2, "c": {"group": "derived:"}}, "'c' is derived from '', which is not a feature"),
        (
            {"a": 1, "b": {"group": "derived:c"}, "c": {"group": "derived:a"}},
            "'b' is derived from 'c', which is itself derived",
        ),
        (
            {"a": 1, "b": 2, "c": {"cost": 3, "group": "derived:a"}},
            "'c' is derived, so it has no cost of its own",
        ),
        ([{"feature": "a", "cost": 1}] * 2, "feature 'a' is listed twice"),
        ([{"cost": 1}], "no column 'feature'"),
    ],
)
def test_wrong_costs_are_refused_by_name(spec, message):
    with pytest.raises(ValueError, match=message):
        AcquisitionCosts.from_spec(spec, NAMES)


def test_costs_by_name_need_distinct_names():
    with pytest.raises(ValueError, match="unique column names"):
        AcquisitionCosts.from_spec({"a": 1}, ["a", "a"])


def test_a_wrong_costs_file_is_named(tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text("feature,cost\na,1\na,2\n")
    with pytest.raises(ValueError, match=r"costs.csv, row 3: feature 'a' is listed twice"):
        AcquisitionCosts.from_spec(path, NAMES)


amounts = st.floats(0, 1000, width=32)


@st.composite
def specs(draw):
    """Costs by name: some ordinary features in up to two groups, then some derived ones."""
    n_tests = draw(st.integers(1, 5))
    spec = {}
    for index in range(n_tests):
        cost = draw(amounts)
        spec[f"f{index}"] = {
            "cost": cost,
            "discount_cost": draw(st.floats(0, cost, width=32)),
            "group": draw(st.sampled_from(["", "g", "h"])),
        }
    for index in range(draw(st.integers(0, 2))):
        parts = draw(st.lists(st.integers(0, n_tests - 1), min_size=1, max_size=3))
        spec[f"d{index}"] = {"group": "derived:" + "+".join(f"f{part}" for part in parts)}
    return spec


@given(specs(), st.data())
def test_law_of_purchases(spec, data):
    """The first of a group at its cost, later ones at the discount; derived pays what is not bought."""
    names = list(spec)
    costs = AcquisitionCosts.from_spec(spec, names)
    order = data.draw(st.permutations(range(len(names))))
    bought: list[str] = []
    for column, price in zip(order, purchase(costs, order), strict=True):
        group = spec[names[column]]["group"]
        parts = (
            sorted(set(group[len("derived:") :].split("+")))
            if group.startswith("derived:")
            else [names[column]]
        )
        expected = 0.0
        for part in parts:
            if part not in bought:
                shared = spec[part]["group"] != "" and any(
                    spec[part]["group"] == spec[o]["group"] for o in bought
                )
                expected += spec[part]["discount_cost" if shared else "cost"]
                bought.append(part)
        assert price == pytest.approx(expected, rel=1e-6)
    assert sum(purchase(costs, order)) <= float(costs.cost.sum(dtype=float)) + 1e-6


@given(specs(), st.data())
def test_selecting_changes_no_price(spec, data):
    names = list(spec)
    costs = AcquisitionCosts.from_spec(spec, names)
    kept = data.draw(
        st.permutations(range(len(names))).flatmap(lambda p: st.integers(0, len(p)).map(lambda n: p[:n]))
    )
    selected = costs.select(kept)
    assert purchase(selected, list(range(len(kept)))) == purchase(costs, kept)
    used = {test for tests in selected.tests_of for test in tests}
    assert used == set(range(len(selected.cost)))
    assert {int(g) for g in selected.group if g >= 0} == set(range(len(selected.group_names)))


def test_the_thyroid_index_costs_what_its_two_tests_cost():
    path = data_file("thyroid_ann.costs.csv")
    names = [line.split(",")[0] for line in path.read_text().splitlines()[1:]]
    costs = AcquisitionCosts.from_spec(path, names)
    at = names.index
    assert len(costs.cost) == len(names) - 1
    assert purchase(costs, [at("FTI")]) == pytest.approx([14.51 + 9.31])
    assert purchase(costs, [at("TSH"), at("FTI"), at("T4U")]) == pytest.approx([22.78, 12.41 + 9.31, 0])
    assert costs.delay[at("TSH")] == "delayed"
    assert costs.delay[at("age")] == "immediate"
    assert purchase(costs.select([at("FTI")]), [0]) == pytest.approx([14.51 + 9.31])


@pytest.mark.parametrize(("name", "groups"), [("pima", 1), ("heart_cleveland", 3), ("thyroid_ann", 1)])
def test_real_costs_files_are_read_whole(name, groups):
    path = data_file(f"{name}.costs.csv")
    names = [line.split(",")[0] for line in path.read_text().splitlines()[1:]]
    costs = AcquisitionCosts.from_spec(path, names)
    assert len(costs.group_names) == groups
    assert len(costs.tests_of) == len(names)


def test_misclassification_defaults_to_zero_and_one():
    matrix = misclassification(None, ["x", "y", "z"])
    assert matrix.dtype == np.float32
    assert matrix.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


@pytest.mark.parametrize("labels", [["no", "yes"], [0, 1], [False, True], [np.str_("no"), np.str_("yes")]])
def test_every_form_says_that_missing_the_second_class_costs_ten(labels, tmp_path):
    first, second = labels
    path = tmp_path / "q.csv"
    path.write_text(f"true,predicted,cost\n{second},{first},10\n")
    for spec in (10, [[0, 1], [10, 0]], np.array([[0, 1], [10, 0]]), {(second, first): 10}, path):
        assert misclassification(spec, labels).tolist() == [[0, 1], [10, 0]]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (np.zeros((2, 2)), r"shape \(2, 2\), but there are 3 classes: \['x', 'y', 'z'\]"),
        (np.zeros(9), r"shape \(9,\)"),
        ([[0, 1, 1], [1, 0], [1, 1, 0]], "must be a matrix of numbers"),
        (10, "a cost ratio is for two classes, but there are 3"),
        ({("x", "q"): 1}, r"class 'q', but the classes are \['x', 'y', 'z'\]"),
        ({"x": 1}, "keyed by"),
        ({("x", "y", "z"): 1}, "keyed by"),
        ({("x", "y"): "much"}, "not a number: 'much'"),
        ({("x", "y"): -1}, "assigning class 'y' when 'x' is true is -1.0: negative"),
        ({("z", "y"): np.nan}, "assigning class 'y' when 'z' is true is nan: not finite"),
        ({("z", "y"): np.inf}, "assigning class 'y' when 'z' is true is inf: not finite"),
    ],
)
def test_wrong_misclassification_costs_are_refused_by_class(spec, message):
    with pytest.raises(ValueError, match=message):
        misclassification(spec, ["x", "y", "z"])


@pytest.mark.parametrize("ratio", [0, 0.0, -2, np.nan])
def test_a_cost_ratio_is_above_zero(ratio):
    with pytest.raises(ValueError, match=f"a cost ratio is a number above 0, not {ratio}"):
        misclassification(ratio, ["x", "y"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("true,predicted,cost\nyes,no,1\nyes,no,2\n", r"line 3: the pair \('yes', 'no'\) is listed twice"),
        ("true,assigned,cost\nyes,no,1\n", "must be true, predicted, cost, not true, assigned"),
        ("true,predicted,cost\nmaybe,no,1\n", "class 'maybe', but the classes are"),
    ],
)
def test_a_wrong_misclassification_file_is_refused(text, message, tmp_path):
    path = tmp_path / "q.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        misclassification(path, ["no", "yes"])


def test_costs_with_decimal_commas_are_those_with_points(tmp_path):
    points, commas = tmp_path / "points.csv", tmp_path / "commas.csv"
    points.write_text("feature,cost,discount_cost,group\ncrp,5.25,2.5,blood\nage,0,,\n")
    commas.write_text("feature;cost;discount_cost;group\ncrp;5,25;2,5;blood\nage;0;;\n")
    assert read_costs(commas) == read_costs(points)
    points.write_text("true,predicted,cost\nill,well,2.5\n")
    commas.write_text("true;predicted;cost\nill;well;2,5\n")
    np.testing.assert_array_equal(
        misclassification(commas, ["ill", "well"]), misclassification(points, ["ill", "well"])
    )


def test_what_others_pay_for_is_free_with_them() -> None:
    names = ["a", "b", "c", "d", "e", "f"]
    costs = AcquisitionCosts.from_spec(
        {
            "a": {"cost": 2.0, "discount_cost": 0.0, "group": "draw"},
            "b": {"cost": 2.0, "discount_cost": 0.0, "group": "draw"},
            "c": {"cost": 2.0, "discount_cost": 1.0, "group": "draw"},
            "d": 0.0,
            "e": {"group": "derived:a+f"},
            "f": 1.0,
        },
        names,
    )
    assert costs.free_with([0]) == [1]
    assert costs.free_with([2]) == [0, 1]
    assert costs.free_with([0, 5]) == [1, 4]
    assert costs.free_with([]) == costs.free_with([3]) == []
    assert AcquisitionCosts.from_spec(1.0, names).free_with([0]) == []
