"""Networks from files: the interchange format of all times, what pyAgrum reads, and what is none."""

import gzip
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, full_joint, random_bayesian

from benchmarks.posteriors import as_pyagrum
from ifc2f import read_network
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import JunctionTree
from ifc2f.networks.reading import EXTENSIONS, network_of_text, of_pyagrum

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its extension, where warnings are errors, ends the process
    pyagrum = pytest.importorskip("pyagrum", reason="pyAgrum is not installed (pip install ifc2f[networks])")

OLD = """
network unknown { property "written in 1998" ; }
variable Pressure { type discrete [ 3 ] { (-inf, 10], ]10, 20], >20 } ; }
variable "Pump" { type discrete[2] { "works" "fails" }; }
probability ( "Pump" ) { table 0.9 0.1 ; }
probability ( Pressure | Pump ) { ("works") .1 .2 .7 ; (fails) 0.8, 0.1, 0.1 ; }
variable Alarm { type discrete [2] { no, yes }; }
probability ( Alarm | Pressure Pump ) { default .5 .5; ((-inf, 10], works) .2 .8; (>20, fails) .3 .7; }
"""


def test_old_files_with_intervals_and_without_commas_are_read():
    network = network_of_text(OLD)
    assert network.states == (("(-inf,10]", "]10,20]", ">20"), ("works", "fails"), ("no", "yes"))
    joint = full_joint(network)
    np.testing.assert_allclose(joint.sum(), 1)
    np.testing.assert_allclose(joint[0, 0], 0.9 * 0.1 * np.array([0.2, 0.8]))
    np.testing.assert_allclose(joint[2, 1], 0.1 * 0.1 * np.array([0.3, 0.7]))
    np.testing.assert_allclose(joint[1, 1], 0.1 * 0.1 * np.array([0.5, 0.5]))


def test_a_compressed_file_is_the_same_network(tmp_path):
    (tmp_path / "pump.bif").write_text(OLD)
    (tmp_path / "pump.bif.gz").write_bytes(gzip.compress(OLD.encode()))
    plain, packed = read_network(tmp_path / "pump.bif"), read_network(tmp_path / "pump.bif.gz")
    assert (plain.names, plain.states, plain.parents) == (packed.names, packed.states, packed.parents)


@settings(max_examples=EXAMPLES // 4)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_what_pyagrum_writes_is_read_as_the_same_network(tmp_path_factory, seed, n_variables):
    network = random_bayesian(np.random.default_rng(seed), n_variables, 2)  # it reads no fewer states
    theirs, truth = as_pyagrum(network), full_joint(network)
    folder = tmp_path_factory.getbasetemp()
    for extension in ["bif", *sorted(set(EXTENSIONS.values()))]:
        pyagrum.saveBN(theirs, str(folder / f"network.{extension}"))
        found = read_network(folder / f"network.{extension}")
        named = [network.names[int(name)] if extension == "uai" else name for name in found.names]
        joint = full_joint(found).transpose([named.index(name) for name in network.names])
        np.testing.assert_allclose(joint, truth, atol=1e-4, err_msg=extension)  # files have six digits


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(2, 7))
def test_posteriors_are_pyagrums(seed, n_variables):
    rng = np.random.default_rng(seed)
    network = random_bayesian(rng, n_variables)
    target, *asked = rng.permutation(n_variables).tolist()
    tree = JunctionTree(network, target, asked)
    states = network.draw(1, seed)[0]
    evidence = [int(states[i]) if rng.random() < 0.5 else -1 for i in asked]
    ours = tree.joints(np.array([evidence]))[1][0]
    theirs = pyagrum.LazyPropagation(as_pyagrum(network))
    theirs.setEvidence({network.names[i]: v for i, v in zip(asked, evidence, strict=True) if v >= 0})
    theirs.makeInference()
    expected = theirs.posterior(network.names[target]).toarray().ravel()
    np.testing.assert_allclose(ours / ours.sum(), expected, atol=1e-6)


def test_a_network_of_pyagrum_needs_no_file():
    network = random_bayesian(np.random.default_rng(4), 5)
    np.testing.assert_allclose(full_joint(of_pyagrum(as_pyagrum(network))), full_joint(network), atol=1e-6)


@pytest.mark.parametrize("ending", [".bif", ".bif.gz", *EXTENSIONS])
@pytest.mark.parametrize("data", [b"", b"\0\xff\xfe", b"BAYES\n2\n2 2\n", b"<a></a>", b"\x1f\x8b\x08cut"])
def test_what_is_no_network_is_refused_by_its_files_name(tmp_path, ending, data):
    path = tmp_path / f"odd{ending}"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"odd\."):
        read_network(path)


def test_files_that_are_not_there_are_said_to_be(tmp_path):
    for ending in (".bif", ".xdsl"):
        with pytest.raises(FileNotFoundError):
            read_network(tmp_path / f"none{ending}")
    with pytest.raises(IsADirectoryError):
        read_network(tmp_path)


def test_without_pyagrum_its_formats_say_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "pump.xdsl"
    path.write_text("<smile/>")
    monkeypatch.setattr("ifc2f.networks.reading.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"read by pyAgrum: pip install ifc2f\[networks\]"):
        read_network(path)


@pytest.mark.parametrize(
    ("parents", "tables", "message"),
    [
        (((1,), (0,)), ([[0.5, 0.5]] * 2, [[0.5, 0.5]] * 2), "depend on each other in a cycle"),
        (((), ()), ([0.5, 0.5], [0.7, 0.7]), "'b' are negative or do not sum to 1"),
        (((), ()), ([0.5, 0.5], [1.5, -0.5]), "'b' are negative or do not sum to 1"),
        (((), ()), ([0.5, 0.5], [np.nan, 0.5]), "'b' are negative or do not sum to 1"),
        (((), (0,)), ([0.5, 0.5], [0.5, 0.5]), r"'b' has shape \(2,\), not \(2, 2\)"),
    ],
)
def test_what_is_no_network_is_refused_by_the_variables_name(parents, tables, message):
    arrays = tuple(np.array(table) for table in tables)
    with pytest.raises(ValueError, match=message):
        BayesianNetwork(("a", "b"), (("x", "y"),) * 2, parents, arrays)


def test_drawn_instances_are_as_likely_as_the_network_says():
    network = random_bayesian(np.random.default_rng(7), 4)
    drawn = network.draw(200_000, 0)
    counts = np.zeros([len(states) for states in network.states])
    np.add.at(counts, tuple(drawn.T), 1)
    np.testing.assert_allclose(counts / len(drawn), full_joint(network), atol=6e-3)
