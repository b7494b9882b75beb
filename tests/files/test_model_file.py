"""Model files: every damage is noticed, the same data gives the same bytes, what is written can be read."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path

import model_reader
import numpy as np
import pytest
from hypothesis import given, settings
from models import bare, planned
from strategies import Problem, plain_costs, problems, random_network, random_problem

from ifc2f.core.errors import ModelError
from ifc2f.files.format import adaptive_section
from ifc2f.files.meta import read_meta
from ifc2f.model import Model
from ifc2f.session import Session

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def small() -> bytes:
    """Return the bytes of a small model with groups, derived features, categories and a policy."""
    problem = random_problem(np.random.default_rng(6), 4, 3, 2, scale=0.05)
    return planned(problem).to_bytes()


def attempt(data: bytes) -> Model | None:
    """Open bytes: a model, or None if they are refused with an error that says what is wrong."""
    try:
        return Model(data)
    except ModelError:
        return None


def use(model: Model) -> None:
    """Run sessions: they end, and every number they show is finite and normalised."""
    assert np.isfinite(model.costs.cost).all()
    assert len(model.columns) == model.n_features
    for variant in range(2):
        session = Session(model)
        acquisition = 0
        while (feature := next_or_stop(session)) is not None:
            session.answer_bin(feature, variant % model.network.features[feature].n_values)
            acquisition += 1
            assert acquisition <= model.n_features
        posterior = session.posterior
        assert np.isfinite(posterior).all()
        assert posterior.sum() == pytest.approx(1.0, abs=2e-3)
        assert session.decide() in model.classes
        assert np.isfinite([session.cost, session.cost_of_stopping, session.log_evidence]).all()
        for k in range(model.n_features):
            assert np.isfinite(session.feature_posterior(k)).all()


def next_or_stop(session: Session) -> int | None:
    """Return the next feature; a model whose policy was lost asks nothing."""
    return session.next() if session.model.policies else None


# ---- Damage --------------------------------------------------------------------------------------


def test_every_truncation_is_refused(small: bytes) -> None:
    for length in range(len(small)):
        with pytest.raises(ModelError, match=r"cut short|not a model"):
            Model(small[:length])
    with pytest.raises(ModelError, match="cut short, or more bytes follow its end"):
        Model(small + b"\0")


def test_every_flipped_byte_is_refused(small: bytes) -> None:
    for i in range(len(small)):
        damaged = bytearray(small)
        damaged[i] ^= 0xFF
        with pytest.raises(ModelError, match=r"checksum|not a model|version|cut short"):
            Model(bytes(damaged))


def test_a_byte_changed_with_the_checksum_made_right_is_refused_or_harmless(small: bytes) -> None:
    """Several values for every byte, all 255 for every seventeenth."""
    opened = 0
    for i in range(20, len(small)):
        changes = range(1, 256) if i % 17 == 0 else (0x01, 0x80, 0xFF, 1 << i % 8)
        for change in changes:
            damaged = bytearray(small)
            damaged[i] ^= change
            model = attempt(model_reader.repaired(bytes(damaged)))
            if model is not None:
                opened += 1
                use(model)
    assert opened > 100, "the test should reach sessions"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 1000,
        b"\xff" * 1000,
        b"<!DOCTYPE html><html><body>404 Not Found</body></html>",
        b"PK\x03\x04" + b"\0" * 100,
    ],
)
def test_what_is_no_model_is_called_so(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "page.ifc2f"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"page\.ifc2f.*not a model"):
        Model.load(path)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Model.load(tmp_path / "nowhere.ifc2f")


# ---- Sections ------------------------------------------------------------------------------------


def test_unknown_sections(small: bytes) -> None:
    sections = model_reader.split(small)
    assert model_reader.joined(sections) == small, "the reader of these tests knows the format"
    optional = model_reader.joined([*sections, ("XTRA", b"from the future", 0)])
    use(Model(optional))
    use(Model(model_reader.repaired(optional.replace(b"XTRA", b"x \0\n"))))  # whatever the tag
    with pytest.raises(ModelError, match="directory"):
        Model(model_reader.repaired(optional.replace(b"XTRA", b"\xff\x93\0\n")))  # but of ASCII
    with pytest.raises(ModelError, match="section"):
        Model(model_reader.joined([*sections, ("XTRA", b"from the future", 1)]))


def test_missing_and_doubled_sections(small: bytes) -> None:
    sections = model_reader.split(small)
    for i, (tag, _, required) in enumerate(sections):
        rest = model_reader.joined(sections[:i] + sections[i + 1 :])
        if required and tag != "ORDR":
            with pytest.raises(ModelError, match="section"):
                Model(rest)
        else:
            use(Model(rest))
        with pytest.raises(ModelError, match="section"):
            Model(model_reader.joined([*sections, sections[i]]))


def test_another_format_version_is_refused(small: bytes) -> None:
    newer = bytearray(small)
    struct.pack_into("<H", newer, 8, 2)
    with pytest.raises(ModelError, match="version"):
        Model(model_reader.repaired(bytes(newer)))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"features": 3}',
        b'{"features": [{}, {}, {}, {}]}',
        b'{"classes": ["a"]}',
        b'{"classes": ["a", "a"]}',
        b'{"classes": [["a"], ["b"]]}',
        b'{"classes": [NaN, 1]}',
        b'{"features": [{"name": "a"}, {"name": "a"}, {"name": "b"}, {"name": "c"}]}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_description_is_refused(small: bytes, text: bytes) -> None:
    sections = [
        (tag, text if tag == "META" else payload, flag) for tag, payload, flag in model_reader.split(small)
    ]
    with pytest.raises(ModelError, match="descripti"):
        Model(model_reader.joined(sections))


# ---- Writing and reading -------------------------------------------------------------------------


@settings(max_examples=50)
@given(problem=problems())
def test_what_is_written_is_read_back(problem: Problem) -> None:
    written = planned(problem)
    model = Model(written.to_bytes())
    network = model.network
    assert network.classes == problem.network.classes
    assert network.prior.tobytes() == problem.network.prior.tobytes()
    for got, given_feature in zip(network.features, problem.network.features, strict=True):
        assert (got.name, got.column, got.categorical, got.labels, got.parent) == (
            given_feature.name,
            given_feature.column,
            given_feature.categorical,
            given_feature.labels,
            given_feature.parent,
        )
        assert got.values.tobytes() == given_feature.values.tobytes()
        assert got.table.tobytes() == given_feature.table.tobytes()
    for got_tests, given_tests in zip(model.costs.tests_of, problem.costs.tests_of, strict=True):
        for field in ("cost", "discount_cost", "group"):
            got, given_values = getattr(model.costs, field), getattr(problem.costs, field)
            assert got[list(got_tests)].tolist() == given_values[list(given_tests)].tolist()
    assert model.costs.group_names == problem.costs.group_names
    assert model.misclassification.tobytes() == problem.misclassification.tobytes()
    assert model.sha256 == written.sha256
    assert planned(problem).to_bytes() == written.to_bytes(), "the same data gives the same bytes"


@settings(max_examples=50)
@given(problem=problems())
def test_another_policy_changes_nothing_else(problem: Problem) -> None:
    model = planned(problem).with_meta({"notes": "kept", "plan": {"gap": 0.0}})
    other = {"ADPT": adaptive_section(0.1)}
    changed = model.with_policies(other)
    of_others = {key: value for key, value in model.meta.items() if key != "plan"}
    parts = model.network, model.costs, model.misclassification
    built = Model.build(*parts, budget=model.budget, policies=other, meta=of_others)
    assert changed.to_bytes() == built.to_bytes()
    assert changed.policies == other


def test_save_and_load(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.ifc2f"
    path.write_bytes(b"what was there before")
    Model(small).save(path)
    assert path.read_bytes() == small
    assert Model.load(path).to_bytes() == small
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.ifc2f"], "nothing is left beside it"


def test_a_failed_save_loses_nothing(small: bytes, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        Model(small).save(tmp_path / "nowhere" / "model.ifc2f")
    taken = tmp_path / "directory"
    taken.mkdir()
    with pytest.raises(OSError, match="directory"):
        Model(small).save(taken)
    assert [entry.name for entry in tmp_path.iterdir()] == ["directory"]


def test_a_stripped_model_gives_the_same_bits(small: bytes) -> None:
    """Without what is for people, features and classes are numbers, and nothing else changes."""
    full = Model(small)
    stripped = Model(model_reader.joined([s for s in model_reader.split(small) if s[0] != "META"]))
    assert stripped.classes == (0, 1)
    rows = np.random.default_rng(0).integers(0, 2, size=(50, 4)).astype(np.float32)
    a, b = full.classify(rows), stripped.classify(rows)
    assert a.posterior.tobytes() == b.posterior.tobytes()
    assert a.cost.tobytes() == b.cost.tobytes()
    assert a.order.tobytes() == b.order.tobytes()


def test_models_without_features_or_with_one_class_are_whole() -> None:
    """No feature was worth keeping: the prior is all there is."""
    problem = random_problem(np.random.default_rng(0), 0, 2, 2)
    session = Session(planned(problem))
    assert session.next() is None
    assert session.posterior.tobytes() == problem.network.prior.tobytes()
    assert session.decide() in problem.network.classes
    single = random_problem(np.random.default_rng(0), 2, 2, 1)
    session = Session(planned(single))
    session.answer_bin(0, 0)
    assert session.posterior.tolist() == [1.0]


def test_numbers_out_of_range_are_refused_when_a_model_is_built() -> None:
    problem = random_problem(np.random.default_rng(6), 4, 3, 2)
    feature = problem.network.features[0]
    for table in (feature.table * np.float32(2), feature.table * np.nan, -feature.table):
        features = (replace(feature, table=table), *problem.network.features[1:])
        with pytest.raises(ValueError, match=r"."):
            bare(replace(problem, network=replace(problem.network, features=features)))
    for prior in ([0.5, 0.6], [np.nan, 0.5], [1.5, -0.5]):
        network = replace(problem.network, prior=np.array(prior, dtype=np.float32))
        with pytest.raises(ValueError, match=r"."):
            bare(replace(problem, network=network))
    with pytest.raises(ValueError, match=r"."):
        bare(replace(problem, misclassification=-problem.misclassification))


# ---- Golden files --------------------------------------------------------------------------------


def golden_names() -> list[str]:
    """Return the names of the golden models."""
    return sorted(path.stem for path in GOLDEN.glob("*.ifc2f"))


def test_there_are_golden_files() -> None:
    assert golden_names(), f"no golden model in {GOLDEN}"


@pytest.mark.parametrize("name", golden_names())
def test_golden_files_are_read_and_give_the_same_bits(name: str) -> None:
    """What this version shows for a file of an earlier day is what was noted then, to the bit."""
    model = Model.load(GOLDEN / f"{name}.ifc2f")
    noted = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for case in noted["cases"]:
        session = Session(model)
        for feature, value in case["answers"]:
            session.answer(feature, value)
        assert session.posterior.astype("<f4").tobytes().hex() == case["posterior"]
        assert session.decide() == case["label"]
        following = session.next()
        assert (None if following is None else model.feature_names[following]) == case["next"]


@pytest.mark.parametrize("name", golden_names())
def test_regenerating_golden_files_gives_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(GOLDEN))
    import make_golden

    model = make_golden.MODELS[name]()
    assert model.to_bytes() == (GOLDEN / f"{name}.ifc2f").read_bytes()
    assert make_golden.note(model) == json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


DEEP = "[" * 2000 + "]" * 2000


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ("[]", "not a JSON object"),
        ('{"a":1e999}', "1e999 is out of range"),
        ('{"a":NaN}', "NaN is not a number"),
        (f'{{"a":{"9" * 400}}}', "out of range"),
        (f'{{"a":{DEEP}}}', "nested more than 50 deep"),
        ('{"a":"\\ud800"}', "unpaired surrogate"),
        ('{"classes":"ab"}', "2 class labels were expected"),
        ('{"classes":{"a":1,"b":2}}', "2 class labels were expected"),
        ('{"classes":["a",null]}', "class labels are texts, numbers or booleans"),
        ('{"classes":["1",1.0]}', "two classes are called '1'"),
        ('{"features":5}', "2 features were expected"),
        ('{"features":["a","b"]}', "feature 0 has no name"),
        ('{"features":[{"name":"a"},{"name":"a"}]}', "two features are called 'a'"),
        ('{"features":[{"name":"a","labels":["u"]},{"name":"b"}]}', "2 different category texts"),
        ('{"features":[{"name":"a","labels":["u","u"]},{"name":"b"}]}', "2 different category texts"),
        ('{"features":[{"name":"a","labels":"uv"},{"name":"b"}]}', "2 different category texts"),
        ('{"features":[{"name":"a","labels":[1,2]},{"name":"b"}]}', "2 different category texts"),
        ('{"features":[{"name":"a"},{"name":"b","labels":["u","v"]}]}', "'b' is numeric"),
        ('{"groups":5}', "1 group names were expected"),
        ('{"groups":[]}', "1 group names were expected"),
    ],
)
def test_descriptions_that_nobody_could_use_are_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        read_meta(changed.encode(), 2, 1, [2, None])


def test_a_prior_too_small_for_the_runtime_becomes_zero():
    model = planned(random_problem(np.random.default_rng(6), 4, 3, 2, scale=0.05))
    network = replace(model.network, prior=np.array([1e-40, 1], dtype=np.float32))
    built = Model.build(network, model.costs, model.misclassification)
    assert built.network.prior.tolist() == [0, 1]


def test_negative_zeros_are_written_as_zero() -> None:
    network = random_network(np.random.default_rng(3), 3)
    costs = plain_costs([-0.0, 0.1, -0.0])
    model = Model.build(network, costs, np.array([[-0.0, 1.0], [1.0, -0.0]], dtype=np.float32), budget=-0.0)
    assert not np.signbit(model.costs.cost).any()
    assert not np.signbit(model.misclassification).any()
    assert not np.signbit(model.budget)


def test_tests_are_numbered_as_features_need_them() -> None:
    network = random_network(np.random.default_rng(4), 3)
    costs = replace(plain_costs([0.1, 0.2, 0.3]), tests_of=((2,), (0,), (1,)))
    model = Model.build(network, costs, 1.0 - np.eye(2, dtype=np.float32))
    assert model.c_model.simple_costs
    assert model.costs.tests_of == ((0,), (1,), (2,))
    assert [Session(model).feature_cost(k) for k in range(3)] == [np.float32(x) for x in (0.3, 0.1, 0.2)]
