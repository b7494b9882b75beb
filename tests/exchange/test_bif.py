"""Networks in the interchange format, read and written; models of networks by experts."""

import re
from urllib.parse import quote

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import answered
from sklearn.datasets import load_breast_cancer
from strategies import SHAPES, random_network

from ifc2f import IFC2FClassifier, Model, Session, expected_cost, plan_network, read_bif, write_bif
from ifc2f.cli import main
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.files.format import write_model
from ifc2f.policies.from_network import in_order

EXPERTS = """
// by two experts, 1993
network cough { property "version 2" ; }
variable Illness { type discrete [ 2 ] { "none", flu }; property weight = 1 ; }
variable Fever { type discrete[3] {no, mild, high}; }
variable Cough { type discrete [2] { no, yes }; }
variable Season { type discrete [2] { summer, winter }; }
probability ( Illness ) { table 0.9, 0.1; }
probability ( Fever | Illness ) { (none) 0.9, 0.08, 0.02; (flu) 0.2, 0.3, 0.5; }
/* a fever makes a cough likelier */
probability ( Cough | Fever, Illness ) { default 0.8, 0.2; (high, flu) 0.1, 0.9; (mild, flu) 0.3, 0.7; }
probability ( Season ) { table 0.5, 0.5; }
"""


def model_of(network):
    names = [feature.name for feature in network.features]
    costs = AcquisitionCosts.from_spec(0.0, names)
    return Model.build(network, costs, misclassification(None, network.classes))


@pytest.fixture(scope="module")
def learnt():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return IFC2FClassifier(policy="ordered").fit(X, y).model_


@pytest.fixture
def experts(tmp_path):
    path = tmp_path / "experts.bif"
    path.write_text(EXPERTS)
    return path


@given(st.integers(0, 2**32 - 1), st.sampled_from(SHAPES), st.integers(1, 6))
def test_what_was_written_is_read_back_to_the_bit(tmp_path_factory, seed, shape, n_features):
    network = random_network(np.random.default_rng(seed), n_features, 4, 3, shape)
    path = tmp_path_factory.getbasetemp() / "network.bif"
    write_bif(network, path)
    again = read_bif(path)
    for one, other in zip(network.features, again.features, strict=True):
        np.testing.assert_allclose(one.table, other.table, rtol=3e-7)
        np.testing.assert_array_equal(one.values, other.values)
        for name in ("name", "column", "categorical", "labels", "parent"):
            assert getattr(one, name) == getattr(other, name)
    assert again.classes == network.classes
    np.testing.assert_allclose(again.prior, network.prior, rtol=3e-7)


def test_a_learnt_network_gives_the_same_posteriors_after_reading(learnt, tmp_path):
    write_bif(learnt.network, tmp_path / "learnt.bif")
    again = model_of(read_bif(tmp_path / "learnt.bif"))
    assert again.classes == learnt.classes
    rng = np.random.default_rng(0)
    for _ in range(1000):
        asked = rng.permutation(learnt.n_features)[: rng.integers(learnt.n_features + 1)]
        answers = {int(k): int(rng.integers(learnt.network.features[k].n_values)) for k in asked}
        one, other = answered(learnt, answers), answered(again, answers)
        np.testing.assert_allclose(one.posterior, other.posterior, atol=1e-6)


def test_words_of_a_written_file_are_plain_and_different(learnt):
    text = write_bif(learnt.network)
    names = re.findall(r"^variable (\S+) \{", text, flags=re.M)
    assert len({name.lower() for name in names}) == learnt.n_features + 1
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", name) for name in names)
    for states in re.findall(r"\{ (.*) \};", text):
        words = states.split(", ")
        assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", word) for word in words)
        assert len(set(words)) == len(words)


def test_tables_by_experts_are_read_as_they_stand(experts):
    network = read_bif(experts, "Illness")
    assert network.classes == ("none", "flu")
    assert [feature.name for feature in network.features] == ["Fever", "Cough", "Season"]
    fever, cough, season = network.features
    np.testing.assert_allclose(network.prior, [0.9, 0.1])
    np.testing.assert_allclose(fever.table, [[[0.9, 0.2], [0.08, 0.3], [0.02, 0.5]]])
    assert cough.parent == 0
    assert cough.labels == ("no", "yes")
    np.testing.assert_allclose(cough.table[:, 1], [[0.2, 0.2], [0.2, 0.7], [0.2, 0.9]], rtol=1e-6)
    np.testing.assert_allclose(season.table, np.full((1, 2, 2), 0.5))


@pytest.mark.parametrize("policy", ["ordered", "adaptive"])
def test_a_network_by_experts_is_planned_on_without_data(experts, policy):
    costs = {"Fever": 0.002, "Cough": 0.01, "Season": 0.0005}
    mistakes = {("flu", "none"): 5, ("none", "flu"): 1}
    network = read_bif(experts, "Illness")
    model = plan_network(network, costs, misclassification_cost=mistakes, policy=policy)
    session = Session(model)
    assert model.feature_names[session.next()] == "Fever", "Season tells nothing, Cough costs more"
    session.answer("Fever", "high")
    session.answer("Cough", "yes")
    flu, none = 0.1 * 0.5 * 0.9, 0.9 * 0.02 * 0.2
    assert session.posterior[1] == pytest.approx(flu / (flu + none), abs=1e-6)
    assert session.decide() == "flu"
    best = oracle.optimum(model.network, model.costs, model.misclassification)
    total = expected_cost(model).total
    assert total < 0.5, "deciding at once for none costs 0.1 * 5"
    if policy == "ordered":
        assert total == pytest.approx(best, abs=1e-5)


@settings(max_examples=50)
@given(st.integers(0, 2**32 - 1), st.sampled_from(SHAPES), st.integers(1, 6))
def test_another_order_is_the_same_network(seed, shape, n_features):
    rng = np.random.default_rng(seed)
    network = random_network(rng, n_features, 3, 2, shape)
    names = [feature.name for feature in network.features]
    costs = AcquisitionCosts.from_spec(rng.random(n_features).tolist(), names)
    ordered, order = in_order(network, costs)
    assert sorted(order) == list(range(n_features))
    assert [feature.name for feature in ordered.features] == [names[k] for k in order]
    joint = oracle.joint(network)
    np.testing.assert_allclose(
        oracle.joint(ordered), np.transpose(joint, [0, *(k + 1 for k in order)]), rtol=1e-9
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(Illness )", "(Illness | Season )", "depends on Season; reverse the edges"),
        ("| Fever, Illness", "| Fever, Season", "depends on Fever, Season; besides the class"),
        ("(none) 0.9, 0.08", "(none) 0.9, 0.8", r"probabilities of 'Fever' sum to 1.72"),
        ("0.2, 0.3, 0.5;", "0.2, 0.3;", "2 numbers for 3 states"),
        ("(flu) 0.2, 0.3, 0.5;", "", "probabilities of 'Fever' are missing"),
        ("(flu) 0.2", "(cold) 0.2", "'Illness' has no state 'cold'"),
        ("0.2, 0.3, 0.5", "0.2, 0.3, half", "'half' is not a number"),
        ("0.2, 0.3, 0.5", "-0.2, 0.7, 0.5", "-0.2 is not between 0 and 1"),
        ("discrete[3]", "discrete[4]", "has 3 states, but says 4"),
        ("variable Cough", "variable Fever", "two variables are named 'Fever'"),
        ("( Season )", "( Weather )", "Weather, which is not a variable"),
        ("0.5, 0.5; }", "0.5, 0.5;", "the file ends within a block"),
        ("network cough", "netz cough", "found 'netz'"),
        ("(flu) 0.2, 0.3, 0.5;", "(flu) 0.2, 0.3, 0.5; (flu) 1, 0, 0;", r"'Fever': \(flu\) is given twice"),
        ("table 0.5, 0.5;", "table 0.5, 0.5; table 0.4, 0.6;", "'Season': everything is given twice"),
        ("| Fever, Illness", "| Illness, Illness", "names a variable twice: Cough, Illness, Illness"),
        ("| Fever, Illness", "| Cough, Illness", "names a variable twice: Cough, Cough, Illness"),
        ('"none", flu', '"none, flu', "a quotation mark is not closed"),
        ('"none", flu', '";", flu', '";" is part of the format'),
        (
            "[3] {no, mild, high}",
            "[256] {" + ",".join(map(str, range(256))) + "}",
            "'Fever' has 256 states, not 1 to 255",
        ),
    ],
)
def test_what_is_no_such_network_is_refused_by_name(tmp_path, old, new, message):
    text = EXPERTS.replace("( Illness )", "(Illness )")
    assert old in text
    path = tmp_path / "odd.bif"
    path.write_text(text.replace(old, new))
    with pytest.raises(ValueError, match=message):
        read_bif(path, "Illness")


@pytest.mark.parametrize(
    "noted",
    [
        "%7B", "3", "[" * 100_000, '{"name":5}', '{"name":""}', '{"column":"a"}', '{"column":-1}',
        '{"column":true}', '{"values":3}', '{"values":[0,1]}', '{"values":[0,0,1]}', '{"values":["a","b"]}',
        '{"values":[0,1,NaN]}', '{"values":[0,1,1e39]}', '{"categorical":1}', '{"categorical":false}',
        '{"labels":"abc"}', '{"labels":["a","b"]}', '{"labels":["a","b",3]}',
        '{"values":[0.5,1.5],"categorical":false}',
    ],
)  # fmt: skip
def test_a_damaged_property_is_refused_by_name(experts, noted):
    states = "discrete[3] {no, mild, high};"
    experts.write_text(EXPERTS.replace(states, f"{states} property ifc2f = {quote(noted, safe='')} ;"))
    with pytest.raises(ValueError, match="variable 'Fever': its property ifc2f is damaged"):
        read_bif(experts, "Illness")


@pytest.mark.parametrize("noted", ['{"classes":3}', '{"classes":["a"]}', '{"classes":["a",["b"]]}'])
def test_damaged_names_of_classes_are_refused(experts, noted):
    states = '{ "none", flu };'
    experts.write_text(EXPERTS.replace(states, f"{states} property ifc2f = {quote(noted, safe='')} ;"))
    with pytest.raises(ValueError, match="'Illness': its property does not name 2 classes"):
        read_bif(experts, "Illness")


def test_a_byte_order_mark_is_no_part_of_the_text(experts):
    experts.write_text(EXPERTS, encoding="utf-8-sig")
    assert read_bif(experts, "Illness").classes == ("none", "flu")


@given(st.integers(0, 2**32 - 1), st.lists(st.sampled_from([*"{}();,|", '"', "nan", "9", "é"]), min_size=1))
def test_a_damaged_network_is_refused_or_can_be_planned_on(tmp_path_factory, seed, damage):
    words = re.findall(r"\s+|[\w.]+|.", EXPERTS, flags=re.S)
    rng = np.random.default_rng(seed)
    for word in damage[:3]:
        words[rng.integers(len(words))] = word
    path = tmp_path_factory.getbasetemp() / "damaged.bif"
    path.write_text("".join(words), encoding="utf-8")
    try:
        network = read_bif(path, "Illness")
    except ValueError as error:
        assert str(error).startswith(str(path))  # noqa: PT017 - what it may be, not that it must be
        return
    for feature in network.features:
        np.testing.assert_allclose(feature.table.sum(axis=1), 1, atol=1e-5)
    plan_network(network, 0.01)


def test_thousands_of_variables_are_read_in_any_order(tmp_path):
    n = 3000
    variables = "".join(f"variable v{k} {{ type discrete [1] {{ a }}; }}\n" for k in range(n))
    tables = "".join(f"probability (v{k} | class, v{k + 1}) {{ default 1; }}\n" for k in range(n - 1))
    path = tmp_path / "chain.bif"
    path.write_text(
        f"variable class {{ type discrete [2] {{ a, b }}; }} probability (class) {{ table 0.5, 0.5; }}"
        f"{variables}{tables}probability (v{n - 1} | class) {{ default 1; }}"
    )
    features = read_bif(path).features
    assert [feature.name for feature in features] == [f"v{k}" for k in reversed(range(n))]
    assert [feature.parent for feature in features] == list(range(-1, n - 1))


def test_a_circle_and_an_unknown_target_are_refused(experts):
    with pytest.raises(ValueError, match="no variable 'ill'; it has Illness, Fever"):
        read_bif(experts, "ill")
    text = EXPERTS.replace("( Fever | Illness ) {", "( Fever | Cough ) { default 0.2, 0.3, 0.5;")
    experts.write_text(text.replace(" (none) 0.9, 0.08, 0.02; (flu) 0.2, 0.3, 0.5; }", " }"))
    with pytest.raises(ValueError, match="depend on each other in a cycle"):
        read_bif(experts, "Illness")


@given(st.binary(max_size=200) | st.text(alphabet='variable{}()[]|;,"01. \n/*', max_size=200).map(str.encode))
def test_any_file_is_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.bif"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"any\.bif"):
        read_bif(path)


def test_plan_and_network_on_the_command_line(experts, tmp_path, capsys):
    model, costs = tmp_path / "experts.ifc2f", tmp_path / "costs.csv"
    costs.write_text("feature,cost\nFever,0.002\nCough,0.01\nSeason,0.5\n")
    command = ["plan", str(experts), "--target", "Illness", "--costs", str(costs), "-o", str(model)]
    assert main([*command, "--mistake", "flu", "none", "5", "--title", "Flu?"]) == 0
    out = capsys.readouterr().out
    assert "Saved" in out
    trained = Model.load(model)
    assert trained.meta["title"] == "Flu?"
    assert trained.misclassification[1, 0] == 5
    assert main(["network", str(model), "-o", str(tmp_path / "again.bif")]) == 0
    again = read_bif(tmp_path / "again.bif")
    assert [feature.name for feature in again.features] == list(trained.feature_names)
    assert main(["graph", str(model), "-o", str(tmp_path / "policy.dot")]) == 0
    assert (tmp_path / "policy.dot").read_text().startswith("digraph policy {")
    assert main(["graph", str(model), "-o", str(tmp_path / "policy.json")]) == 0
    assert (tmp_path / "policy.json").read_text().startswith("{")
    assert main(["graph", str(model), "-o", str(tmp_path / "policy.txt")]) == 2
    assert "ends in .dot or .json" in capsys.readouterr().err


def test_the_format_keeps_what_a_planned_network_holds(experts):
    model = plan_network(read_bif(experts, "Illness"), meta={"features": {"Fever": {"unit": "degrees"}}})
    k = model.feature_index("Fever")
    assert model.meta["features"][k]["unit"] == "degrees"
    rest = model.costs, model.misclassification, model.budget, model.policies
    assert write_model(model.network, *rest, model.meta) == model.to_bytes()


def test_probabilities_that_a_model_holds_as_0_are_warned_of(tmp_path):
    path = tmp_path / "rare.bif"
    path.write_text(EXPERTS.replace("(none) 0.9, 0.08, 0.02", "(none) 0.98, 0.02, 1e-35"))
    with pytest.warns(UserWarning, match="probabilities of 'Fever' are below 1e-30: the model stores 0"):
        read_bif(path, "Illness")
