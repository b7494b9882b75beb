"""What people get wrong on the command line is told in one line."""

import os
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from command_line import Done, training
from test_cli import COIN, PUMP

from ifc2f.model import Model

TRAIN = training("{data}", "-o", "{folder}/out.ifc2f")
SMALL = ["train", "{folder}/e.csv", "--policy", "ordered", "--target", "y"]
PREDICT = ["predict", "{model}", "{folder}/d.csv"]
EVALUATE = ["evaluate", "{model}", "{folder}/d.csv", "--target", "s"]
COSTS = [*TRAIN, "--costs", "{folder}/c.csv"]
REST = "cough,1\ncolour,1\npulse,1\nward,1\n"
# Case: words, a file (its name and content, or nothing), what the message says.
MISTAKES = {
    "no command": ([], "", "COMMAND"),
    "no such command": (["learn"], "", "invalid choice: 'learn'"),
    "no such option": (["inspect", "{model}", "--color"], "", "unrecognized arguments: --color"),
    "no target": (["train", "{data}", "--policy", "ordered"], "", "required: --target"),
    "target not there": (
        ["train", "{data}", "--policy", "ordered", "--target", "stat"],
        "",
        "there is no column 'stat'; columns are 'id'",
    ),
    "data not there": (
        ["train", "{folder}/none.csv", "--policy", "ordered", "--target", "y"],
        "",
        "none.csv: No such file",
    ),
    "data is a folder": (["train", "{folder}", "--policy", "ordered", "--target", "y"], "", "Is a directory"),
    "empty data": (SMALL, "e.csv|", "e.csv: the file is empty"),
    "no rows": (SMALL, "e.csv|a,y\n", "a header but no rows"),
    "two names": (SMALL, "e.csv|a,a,y\n1,2,3\n", "two columns are called 'a'"),
    "no feature": (SMALL, "e.csv|y\n0\n1\n", "no column is left beside 'y'"),
    "one class": (SMALL, "e.csv|a,y\n1,p\n2,p\n", "column 'y' has only one class, 'p'"),
    "no class": (SMALL, "e.csv|a,y\n1,p\n2,\n", "line 3: column 'y' has no class; correct it"),
    "infinite": (SMALL, "e.csv|a,y\n1,p\n-inf,q\n", "line 3: column 'a' holds -inf"),
    "too large": (SMALL, "e.csv|a,y\n1,p\n1e39,q\n", "line 3: column 'a' holds 1e+39"),
    "names of rows": (
        ["train", "{data}", "--policy", "ordered", "--target", "state"],
        "",
        "column 'id' has 400 categories, and at most 255 are possible; leave it out (--ignore id)",
    ),
    "mixed": (SMALL, "e.csv|a,y\n1,p\nx,q\n", "'x' is text among numbers"),
    "cells short": (SMALL, "e.csv|a,y\n1\n", "line 2: 1 cells, but the header has 2"),
    "ignored not there": ([*SMALL, "--ignore", "b"], "e.csv|a,y\n1,p\n2,q\n", "there is no column 'b'"),
    "target ignored": (
        [*SMALL, "--ignore", "y"],
        "e.csv|a,y\n1,p\n2,q\n",
        "--ignore names 'y', the column of",
    ),
    "category not there": (
        [*SMALL, "--categorical", "b"],
        "e.csv|a,y\n1,p\n2,q\n",
        "there is no column 'b'",
    ),
    "category not there in chunks": (
        [*SMALL, "--categorical", "b", "--rows-at-once", "1"],
        "e.csv|a,y\n1,p\n2,q\n",
        "there is no column 'b'",
    ),
    "cost negative": ([*TRAIN, "--cost", "-1"], "", "the feature cost is -1.0: negative"),
    "cost nan": ([*TRAIN, "--cost", "nan"], "", "the feature cost is nan: not finite"),
    "cost infinite": ([*TRAIN, "--cost", "inf"], "", "the feature cost is inf: not finite"),
    "cost no number": ([*TRAIN, "--cost", "cheap"], "", "invalid float value: 'cheap'"),
    "costs lack one": (COSTS, "c.csv|feature,cost\nfever,1\n", "no cost is given for feature 'cough'"),
    "costs of none": (COSTS, "c.csv|feature,cost\nfewer,1\n", "'fewer', which is not a feature"),
    "costs negative": (
        COSTS,
        "c.csv|feature,cost\nfever,-1\n" + REST,
        "the cost of feature 'fever' is -1.0: negative",
    ),
    "costs nan": (
        COSTS,
        "c.csv|feature,cost\nfever,nan\n" + REST,
        "the cost of feature 'fever' is nan: not finite",
    ),
    "costs infinite": (
        COSTS,
        "c.csv|feature,cost\nfever,inf\n" + REST,
        "the cost of feature 'fever' is inf: not finite",
    ),
    "costs without names": (COSTS, "c.csv|cost\n1\n", "there is no column 'feature'"),
    "both costs": ([*COSTS, "--cost", "1"], "", "not allowed with argument --costs"),
    "mistake of no class": (
        [*TRAIN, "--mistake", "sick", "well", "2"],
        "",
        "class 'sick', but the classes are ['ill', 'well']",
    ),
    "mistake no number": ([*TRAIN, "--mistake", "ill", "well", "much"], "", "is not a number: 'much'"),
    "mistake twice": (
        [*TRAIN, "--mistake", "ill", "well", "2", "--mistake", "ill", "well", "3"],
        "",
        "--mistake ill well is given twice",
    ),
    "mistakes wrong shape": (
        [*TRAIN, "--misclassification", "{folder}/q.csv"],
        "q.csv|ill,well\n0,1\n",
        "the columns must be true, predicted, cost, not ill, well",
    ),
    "mistakes negative": (
        [*TRAIN, "--cost-ratio", "-2"],
        "",
        "a cost ratio is a number above 0, not -2.0",
    ),
    "mistakes free": (
        [*TRAIN, "--cost-ratio", "0"],
        "",
        "a cost ratio is a number above 0, not 0.0: with 0, deciding for 'ill' would never be a mistake",
    ),
    "fractions as classes": (
        ["train", "{folder}/q.csv", "--policy", "ordered", "--target", "y", "-o", "{folder}/out.ifc2f"],
        "q.csv|x,y\n1,0.5\n2,1\n3,0.5\n4,1\n",
        "q.csv: column 'y' holds 0.5, but a class is a text or a whole number: cut a quantity",
    ),
    "fractions as classes in chunks": (
        [
            "train",
            "{folder}/q.csv",
            "--policy",
            "ordered",
            "--target",
            "y",
            "--rows-at-once",
            "2",
            "-o",
            "{folder}/out.ifc2f",
        ],
        "q.csv|x,y\n1,0.5\n2,1\n3,0.5\n4,1\n",
        "y holds 0.5, but a class is a text or a whole number: cut a quantity into ranges first",
    ),
    "budget negative": (
        [*TRAIN, "--budget", "-1"],
        "",
        "argument --budget: -1 is not a number of at least 0",
    ),
    "budget nan": ([*TRAIN, "--budget", "nan"], "", "argument --budget: nan is not a number of at least 0"),
    "one bin": ([*TRAIN, "--bins", "1"], "", "argument --bins: 1 is not a whole number from 2 to 255"),
    "bins no number": ([*TRAIN, "--bins", "few"], "", "'few' is not a whole number from 2 to 255"),
    "question of no feature": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,question\nfewer,How?\n",
        "'fewer' is not a feature of the data",
    ),
    "questions twice": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,question\nfever,How?\nfever,Why?\n",
        "line 3: feature 'fever' is listed twice",
    ),
    "questions with odd column": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,text\nfever,How?\n",
        "there is no column 'text' in it",
    ),
    "no folder": (
        ["train", "{data}", "--policy", "ordered", "--target", "state", "-o", "{folder}/none/m"],
        "",
        "create it first",
    ),
    "output is a folder": (
        ["train", "{data}", "--policy", "ordered", "--target", "state", "-o", "{folder}"],
        "",
        "is a folder",
    ),
    "page is a folder": (["export", "{model}", "--target", "page", "-o", "{folder}"], "", "is a folder"),
    "model not there": (["inspect", "{folder}/none"], "", "none: No such file"),
    "no model": (["inspect", "{folder}/x"], "x|<!doctype html><html>", "x: not a model"),
    "empty model": (["ask", "{folder}/x"], "x|", "x: not a model"),
    "column missing": (PREDICT, "d.csv|fever,pulse\n1,2\n", "d.csv: there is no column 'co"),
    "texts for numbers": (
        PREDICT,
        "d.csv|fever,cough,colour,pulse\nhigh,no,red,1\n",
        "column 'fever' holds texts such as 'high'",
    ),
    "unknown class": (
        EVALUATE,
        "d.csv|s,fever,cough,colour,pulse\nsick,38,no,red,1\n",
        "line 2: 'sick' is not one of the model's classes, 'ill', 'well'",
    ),
    "no true class": (
        EVALUATE,
        "d.csv|s,fever,cough,colour,pulse\n,38,no,red,1\n",
        "line 2: there is no class",
    ),
    "prior of no class": (
        ["ask", "{model}", "--prior", "sick=1"],
        "",
        "--prior names 'sick', but the model's classes are 'ill', 'well'",
    ),
    "prior above 1": (
        ["ask", "{model}", "--prior", "ill=2"],
        "",
        "the probability 2 of 'ill' is not between 0 and 1",
    ),
    "prior sum": (["ask", "{model}", "--prior", "ill=0.2,well=0.2"], "", "sum to 0.4, not to 1"),
    "prior nan": (["ask", "{model}", "--prior", "ill=nan"], "", "not between 0 and 1"),
    "prior of words": (
        ["ask", "{model}", "--prior", "ill=some"],
        "",
        "'some', given for 'ill', is not a number",
    ),
    "prior without number": (["ask", "{model}", "--prior", "ill"], "", "'ill' has no '='"),
    "prior twice": (["predict", "{model}", "{data}", "--prior", "ill=0.1,ill=0.9"], "", "names 'ill' twice"),
    "prior too short": (["ask", PUMP, "--prior", "worn=0.1"], "", "leaves out 'sound', 'leaking'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_in_one_line(case, ifc2f, folder, tmp_path):
    words, file, message = MISTAKES[case]
    name, _, content = file.partition("|")
    if name:
        (tmp_path / name).write_text(content)
    places = {"data": folder / "train.csv", "model": folder / "m.ifc2f", "folder": tmp_path}
    done = ifc2f(*(word.format(**places) for word in words))
    assert done.status == 2
    assert done.err.startswith("ifc2f: error: ")
    assert done.err.count("\n") == 1
    assert message in done.err
    assert done.out == ""
    assert {path.name for path in tmp_path.iterdir()} == {name} - {""}, "nothing is left behind"


def test_a_cut_or_changed_model_is_refused(ifc2f, folder, tmp_path):
    whole = (folder / "m.ifc2f").read_bytes()
    path = tmp_path / "m.ifc2f"
    random = np.random.default_rng(0)
    for position in random.integers(0, len(whole), 40).tolist():
        changed = bytearray(whole)
        changed[position] ^= 1 << int(random.integers(8))
        for data in (whole[:position], bytes(changed)):
            path.write_bytes(data)
            done = ifc2f("inspect", path)
            assert done.status == 2
            assert re.fullmatch(r"ifc2f: error: .*m\.ifc2f: .+\n", done.err)


def test_a_changed_model_with_the_right_checksum_never_ends_in_a_traceback(ifc2f, tmp_path):
    whole = Path(PUMP).read_bytes()
    path = tmp_path / "m.ifc2f"
    random = np.random.default_rng(0)
    statuses = set()
    for position in random.integers(20, len(whole), 150).tolist():
        changed = bytearray(whole)
        changed[position] = int(random.integers(256))
        checksum = zlib.crc32(bytes(changed[20:]), zlib.crc32(bytes(changed[:16])))
        changed[16:20] = struct.pack("<I", checksum)
        path.write_bytes(bytes(changed))
        for words in (["inspect", path], ["ask", path, "--json"]):
            done = ifc2f(*words, stdin="w\n2\nw\n?\n")
            statuses.add(done.status)
            assert done.status in (0, 2)
            assert ("ifc2f: error: " in done.err) == (done.status == 2)
    assert statuses == {0, 2}


def test_a_failed_write_loses_nothing(ifc2f, folder, tmp_path, monkeypatch):
    model, table = tmp_path / "m.ifc2f", tmp_path / "out.csv"
    model.write_bytes((folder / "m.ifc2f").read_bytes())
    table.write_text("kept")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = ifc2f(
        "train",
        folder / "train.csv",
        "--policy",
        "ordered",
        "--target",
        "state",
        "--ignore",
        "id",
        "-o",
        model,
    )
    assert (done.status, done.out) == (2, "")
    assert done.err == f"ifc2f: error: {model}: No space left on device\n"
    done = ifc2f("predict", model, folder / "test.csv", "-o", table)
    assert done.status == 2
    assert model.read_bytes() == (folder / "m.ifc2f").read_bytes()
    assert table.read_text() == "kept"
    assert {path.name for path in tmp_path.iterdir()} == {"m.ifc2f", "out.csv"}


def test_a_fault_of_the_program_is_not_passed_off_as_a_mistake(ifc2f, monkeypatch):
    def broken(path):
        raise RuntimeError("a fault")

    monkeypatch.setattr(Model, "load", broken)
    with pytest.raises(RuntimeError, match="a fault"):
        ifc2f("inspect", COIN)


def test_an_error_shows_where_it_arose_on_demand(ifc2f, monkeypatch):
    monkeypatch.setenv("IFC2F_DEBUG", "1")
    with pytest.raises(FileNotFoundError):
        ifc2f("inspect", "none.ifc2f")


def test_an_interrupt_ends_quietly(ifc2f, monkeypatch):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(Model, "load", interrupted)
    assert ifc2f("inspect", COIN) == Done(130, "", "")
