"""Texts of models and tables in what commands write: they neither command a terminal nor are formulas."""

import csv
import io

import numpy as np
import pytest

from ifc2f.costs import AcquisitionCosts
from ifc2f.exchange.export import export
from ifc2f.exchange.plain_c import plain_c
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network

STYLE = "\033[31m"  # one of those that the commands use themselves
NAME, CLASSES = f"=cmd{STYLE}", ("-no", f"=yes{STYLE}")


@pytest.fixture
def files(tmp_path):
    """Return a model whose names are styles and formulas, and rows for it."""
    table = np.array([[[0.9, 0.1], [0.1, 0.9]]], np.float32)
    feature = Feature(NAME, 0, np.array([1], np.float32), False, None, -1, table)
    network = Network((feature,), CLASSES, np.array([0.5, 0.5], np.float32))
    costs = AcquisitionCosts.from_spec(np.array([0.01]), [NAME])
    model = Model.build(network, costs, (1 - np.eye(2)).astype(np.float32))
    ends = [Node(posterior=np.array(p, np.float32)) for p in ([0.5, 0.5], [0.9, 0.1], [0.1, 0.9])]
    root = Node(posterior=ends[0].posterior, feature=0, cut=0, low=1, high=2, missing=1)
    model = model.with_policies({"GRAF": graph_section([root, *ends[1:]])})
    model.save(tmp_path / "m.ifc2f")
    lines = [f"{NAME},id", "0,=1+1", "2,-5", "0,@x", "2,+a", "0,plain", "2,\t=2"]
    (tmp_path / "rows.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


@pytest.mark.parametrize(
    "words", [["inspect"], ["predict"], ["predict", "-o"], ["export", "--target", "c", "-o"]]
)
def test_no_text_commands_a_terminal(ifc2f, files, words):
    data = [files / "rows.csv"] if words[0] == "predict" else []
    output = [files / "told.txt"] if words[-1] == "-o" else []
    command, *options = words
    told = ifc2f(command, files / "m.ifc2f", *data, *options, *output)
    written = [path.read_bytes() for path in files.glob("told*")]
    assert len(written) == {0: 0, 1: 2 if command == "export" else 1}[len(output)]
    assert "\033" not in told.out
    assert not any(b"\033" in text for text in written)


def test_headers_hold_no_style(files):
    model = Model.load(files / "m.ifc2f")
    scales = np.ones(1, np.float32)
    made = [export(model, target, "toy") for target in ("int8", "float32")] + [plain_c(model, "toy", scales)]
    assert not any("\033" in text for one in made for text in (one.header(), one.source("toy.h")))


def test_cells_are_no_formulas_unless_they_are_to_be_kept(ifc2f, files):
    words = ["predict", files / "m.ifc2f", files / "rows.csv", "--id", "id"]
    rows = list(csv.reader(io.StringIO(ifc2f(*words).out)))
    assert [row[0] for row in rows] == ["id", "'=1+1", "-5", "'@x", "'+a", "plain", "'=2"]
    assert [row[1] for row in rows[1:3]] == ["'-no", "'=yes\\x1b[31m"]
    kept = list(csv.reader(io.StringIO(ifc2f(*words, "--keep-formulas").out)))
    assert [row[0] for row in kept] == ["id", "=1+1", "-5", "@x", "+a", "plain", "=2"]
    assert [row[1] for row in kept[1:3]] == list(CLASSES)
