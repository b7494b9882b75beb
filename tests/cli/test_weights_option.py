"""A column that tells how often each row counts."""

import csv

import numpy as np
import pandas as pd
import pytest
from command_line import patients, write_csv

from ifc2f import Model, calibrate, guarantee

TRAINED = ["--policy", "ordered", "--beliefs", "20", "--target", "state", "--ignore", "id"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Return a folder with rows and their weights, ``w.csv``, and with the rows as often: ``r.csv``."""
    place = tmp_path_factory.mktemp("weights")
    header, *rows = patients(240)
    times = np.random.default_rng(0).integers(0, 4, len(rows)).tolist()
    write_csv(place / "w.csv", [[*header, "times"], *([*row, n] for row, n in zip(rows, times, strict=True))])
    write_csv(place / "r.csv", [header, *(row for row, n in zip(rows, times, strict=True) for _ in range(n))])
    header, *rows = patients(300, seed=1)
    shares = np.random.default_rng(1).random(len(rows)).round(2).tolist()
    held_out = [[*row, share, 1 + n % 3] for n, (row, share) in enumerate(zip(rows, shares, strict=True))]
    write_csv(place / "h.csv", [[*header, "share", "times"], *held_out])
    return place


@pytest.mark.parametrize("more", [[], ["--rows-at-once", "100"]])
def test_rows_that_count_often_train_the_model_of_repeated_rows(ifc2f, tables, tmp_path, more):
    for name, words in (("w", ["--weights", "times"]), ("r", [])):
        done = ifc2f(
            "train", tables / f"{name}.csv", *TRAINED, *words, *more, "-o", tmp_path / f"{name}.ifc2f"
        )
        assert done.status == 0, done.err
    weighted, repeated = (Model.load(tmp_path / f"{name}.ifc2f") for name in "wr")
    assert weighted.meta["training"] == repeated.meta["training"]
    assert weighted.to_bytes() == repeated.to_bytes()


def test_held_out_rows_count_by_their_weights_as_in_python(ifc2f, tables, tmp_path):
    model = tmp_path / "m.ifc2f"
    assert ifc2f("train", tables / "r.csv", *TRAINED, "-o", model).status == 0
    rows = pd.read_csv(tables / "h.csv")
    X, y = rows.drop(columns=["state", "share", "times"]), rows["state"]
    for command, found, weights in (("calibrate", calibrate, "times"), ("guarantee", guarantee, "share")):
        words = [command, model, tables / "h.csv", "--target", "state", "-o", tmp_path / "new.ifc2f"]
        assert ifc2f(*words, "--weights", weights).status == 0
        told = Model.load(tmp_path / "new.ifc2f")
        expected = found(Model.load(model), X, y, sample_weight=rows[weights])
        assert told.to_bytes() == expected.to_bytes()
        assert ifc2f(*words).status == 0
        assert Model.load(tmp_path / "new.ifc2f").meta != told.meta


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("-1", "line 2: column 'times' of --weights holds -1, but weights are numbers of at least 0"),
        ("", "line 2: column 'times' of --weights holds nothing, but"),
        ("inf", "line 2: column 'times' of --weights holds inf, but"),
    ],
)
def test_weights_that_are_none_are_told_with_their_line(ifc2f, tables, tmp_path, cell, message):
    with (tables / "h.csv").open() as file:
        rows = list(csv.reader(file))
    rows[1][-1] = cell
    data = write_csv(tmp_path / "odd.csv", rows)
    done = ifc2f("train", data, *TRAINED, "--weights", "times", "-o", tmp_path / "m.ifc2f")
    assert done.status == 2
    assert message in done.err


def test_a_column_of_weights_is_one_of_numbers_and_nothing_else(ifc2f, tables, tmp_path):
    for words, message in (
        (["--weights", "cough"], "column 'cough' of --weights holds"),
        (["--weights", "state"], "--weights names 'state', which --target or --ignore names too"),
        (["--weights", "none"], "there is no column 'none'"),
        (["--weights", "share", "--rows-at-once", "50"], "training in chunks takes whole numbers"),
    ):
        done = ifc2f("train", tables / "h.csv", *TRAINED, *words, "-o", tmp_path / "m.ifc2f")
        assert done.status == 2
        assert message in done.err
        assert not (tmp_path / "m.ifc2f").exists()
