"""``ifc2f distil`` and ``ifc2f export --policy graph``."""

import pytest
from command_line import patients, training, write_csv

from ifc2f.cli import main
from ifc2f.model import Model


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Return a folder with a model of an adaptive policy, and one of an ordered policy."""
    place = tmp_path_factory.mktemp("distil")
    write_csv(place / "train.csv", patients())
    words = training(place / "train.csv", "-o", place / "ordered.ifc2f")
    assert main([str(word) for word in words]) == 0
    words = ["train", place / "train.csv", "--policy", "adaptive", "--target", "state", "--ignore", "id"]
    assert main([str(word) for word in [*words, "-o", place / "adaptive.ifc2f"]]) == 0
    return place


def test_a_graph_is_saved_with_its_gap(ifc2f, place, tmp_path):
    done = ifc2f("distil", place / "adaptive.ifc2f", "--gap", 0.2, "-o", tmp_path / "graph.ifc2f")
    assert done.status == 0
    assert "the adaptive policy costs" in done.out
    model = Model.load(tmp_path / "graph.ifc2f")
    assert model.policy == "graph"
    told = model.meta["distilled"]
    assert (told["more"] + 2 * told["standard_error"]) / told["cost"] <= 0.2
    shown = ifc2f("inspect", tmp_path / "graph.ifc2f")
    assert "distilled from an adaptive policy" in shown.out
    assert ifc2f("inspect", tmp_path / "graph.ifc2f", "--json").json["distilled"] == told


def test_the_document_tells_what_the_text_tells(ifc2f, place, tmp_path):
    told = ifc2f("distil", place / "adaptive.ifc2f", "--nodes", 3, "--json", "-o", tmp_path / "g.ifc2f").json
    model = Model.load(tmp_path / "g.ifc2f")
    assert told["n_nodes"] == len(model.graph_nodes()) <= 3
    assert told["model"]["sha256"] == model.sha256
    assert told["gap"] == pytest.approx(told["more"] / told["adaptive_cost"])


@pytest.mark.parametrize("target", ["int8", "int16", "float32", "c"])
def test_export_distils_on_the_way(target, ifc2f, place, tmp_path):
    stem = tmp_path / "device"
    words = ["export", place / "adaptive.ifc2f", "--target", target, "--policy", "graph", "--gap", 0.3]
    done = ifc2f(*words, "--json", "-o", stem)
    assert done.status == 0
    assert done.json["policy"] == "graph"
    assert done.json["distilled"]["gap_at_most"] <= 0.3
    assert "the adaptive policy costs" in ifc2f(*words, "-o", stem).out
    assert (
        ifc2f("export", place / "ordered.ifc2f", "--target", "int8", "--json", "-o", stem).json["distilled"]
        is None
    )


def test_the_bytes_written_are_bounded(ifc2f, place, tmp_path):
    words = ["--target", "int8", "--policy", "graph", "--gap", 0.001, "--bytes", 180, "--json"]
    done = ifc2f("export", place / "adaptive.ifc2f", *words, "-o", tmp_path / "small")
    assert (tmp_path / "small.bin").stat().st_size <= 180
    assert not done.json["distilled"]["is_reached"]
    text = ifc2f("export", place / "adaptive.ifc2f", *words[:-1], "-o", tmp_path / "small").out
    assert "more than the gap of 0.1 % that was asked for" in " ".join(text.split())


def test_what_does_not_go_together_is_refused(ifc2f, place, tmp_path):
    wrong = {
        "are for --policy graph": ["--target", "int8", "--gap", "0.1"],
        "a page follows an adaptive policy as it is": ["--target", "page", "--policy", "graph"],
        "bound plain C by --nodes": ["--target", "c", "--policy", "graph", "--bytes", "100"],
        "not even a graph of one node": ["--target", "int8", "--policy", "graph", "--bytes", "10"],
    }
    for words, options in wrong.items():
        done = ifc2f("export", place / "adaptive.ifc2f", *options, "-o", tmp_path / "x")
        assert done.status != 0
        assert words in done.err
    done = ifc2f("distil", place / "ordered.ifc2f", "-o", tmp_path / "x.ifc2f")
    assert "the model's policy is ordered" in done.err
    assert list(tmp_path.iterdir()) == []
