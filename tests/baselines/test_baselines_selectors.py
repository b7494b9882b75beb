"""Streaming selectors against their plain forms, and what they promise."""

import tracemalloc

import baseline_oracles as oracles
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.baselines import OFSA3M, OSFS, SAOLA, AlphaInvesting, FastOSFS, OFSDensity

PLAIN = {
    "saola": (lambda exact: SAOLA(exact=exact), oracles.saola),
    "osfs": (lambda exact: OSFS(exact=exact), oracles.osfs),
    "fast_osfs": (lambda exact: FastOSFS(exact=exact), oracles.fast_osfs),
    "alpha": (lambda exact: AlphaInvesting(exact=exact), oracles.alpha_investing),
    "density": (lambda exact: OFSDensity("ascending", exact=exact), oracles.ofs_density),
    "a3m": (lambda exact: OFSA3M("ascending", exact=exact), oracles.ofs_a3m),
}


def continuous_data(seed, n=40, p=12, n_classes=2):
    """Return columns that share factors with each other and with the class."""
    random = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n - n_classes)])
    factors = np.column_stack([y, random.normal(size=(n, 3))])
    X = factors @ random.normal(size=(4, p)) * (random.random(p) < 0.6) + random.normal(size=(n, p))
    return X, y


def discrete_data(seed, n=24, p=10, n_classes=2):
    """Return integer columns with duplicates, a constant column and many equal distances."""
    random = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n - n_classes)])
    X = random.integers(0, 3, size=(n, p)).astype(float)
    X[:, 1:4] += 2 * y[:, np.newaxis] * (random.random((n, 3)) < 0.7)
    X[:, 5] = X[:, 2]
    X[:, 6] = 7.0
    return X, y


def separable_data(seed, n=24, p=10):
    """Return columns of which several, or some together, separate the classes: neighbourhoods become pure."""
    random = np.random.default_rng(seed)
    y = np.concatenate([[0, 1], random.integers(0, 2, n - 2)])
    return random.normal(size=(n, p)) + random.integers(0, 5, p) * y[:, np.newaxis], y


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", ["density", "a3m"])
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_prunes_what_the_plain_form_prunes(name, exact, seed):
    X, y = separable_data(seed)
    make, plain = PLAIN[name]
    assert make(exact).fit(X, y).selected_.tolist() == plain(X, y, exact)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", PLAIN)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), n_classes=st.integers(2, 4))
def test_selects_what_the_plain_form_selects(name, exact, seed, n_classes):
    X, y = continuous_data(seed, n_classes=n_classes)
    make, plain = PLAIN[name]
    assert make(exact).fit(X, y).selected_.tolist() == plain(X, y, exact)


# In exact mode the Fisher-z forms leave ties and singular sets to the last bit; two programs need not
# agree.
@pytest.mark.parametrize(
    ("name", "exact"),
    [(name, False) for name in PLAIN] + [("alpha", True), ("density", True), ("a3m", True)],
)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), n_classes=st.integers(2, 3))
def test_selects_what_the_plain_form_selects_with_ties_and_duplicates(name, exact, seed, n_classes):
    X, y = discrete_data(seed, n_classes=n_classes)
    make, plain = PLAIN[name]
    assert make(exact).fit(X, y).selected_.tolist() == plain(X, y, exact)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", ["saola", "osfs", "fast_osfs", "alpha"])
def test_large_selections_agree_with_the_plain_form(name, exact):
    random = np.random.default_rng(3)
    X = random.normal(size=(400, 9))
    y = (X @ np.linspace(0.5, 1.0, 9) + 0.5 * random.normal(size=400) > 0).astype(int)
    X[:, 4] += X[:, 0]
    make, plain = PLAIN[name]
    selected = make(exact).fit(X, y).selected_.tolist()
    assert selected == plain(X, y, exact)
    assert len(selected) >= 6


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.parametrize("exact", [False, True])
def test_prunes_in_the_order_asked_for(order, exact):
    differs = False
    for seed in range(12):
        X, y = separable_data(seed)
        selected = OFSA3M(order, exact=exact).fit(X, y).selected_.tolist()
        assert selected == oracles.ofs_a3m(X, y, exact, order)
        differs |= selected != oracles.ofs_a3m(X, y, exact, "ascending")
    assert differs == (order == "descending")


@pytest.mark.parametrize("selector", [OFSDensity, OFSA3M])
def test_random_pruning_follows_the_seed_and_threads_change_nothing(selector):
    X, y = discrete_data(5, n=600)
    alone = selector(random_state=4).fit(X, y).selected_
    assert alone.tolist() == selector(random_state=4, n_jobs=3).fit(X, y).selected_.tolist()
    assert alone.tolist() == selector(random_state=4).fit(X, y).selected_.tolist()


# ---- What the default mends ----


def test_alpha_investing_does_not_depend_on_a_shift_of_the_columns():
    X, y = continuous_data(1)
    plain = AlphaInvesting().fit(X, y).selected_.tolist()
    assert plain == AlphaInvesting().fit(X + 50.0, y).selected_.tolist()
    # The public code takes the first column for the constant term, and keeps it whatever it is.
    X[:, 0] = np.random.default_rng(0).normal(size=len(y))
    assert AlphaInvesting(exact=True).fit(X, y).selected_[0] == 0
    assert 0 not in AlphaInvesting().fit(X, y).selected_


def test_columns_that_sum_to_zero_are_not_passed_over():
    y = np.arange(20) % 2
    x = 2.0 * y - 1.0
    X = np.column_stack([x + 0.25 * (np.arange(20) // 2 % 2) - 0.125])
    assert X.sum() == 0.0
    for selector in (SAOLA, OSFS, FastOSFS):
        assert selector().fit(X, y).selected_.tolist() == [0]
        assert selector(exact=True).fit(X, y).selected_.tolist() == []


def orthogonal_columns(n, count):
    """Return centred orthogonal columns of length 1."""
    random = np.random.default_rng(0)
    basis, _ = np.linalg.qr(np.column_stack([np.ones(n), random.normal(size=(n, count))]))
    return basis[:, 1:].T


def test_saola_gives_back_what_a_redundant_newcomer_removed():
    y = np.arange(40) % 2
    target = (y - y.mean()) / np.linalg.norm(y - y.mean())
    u, v = (w - (w @ target) * target for w in orthogonal_columns(40, 2))
    u, v = u / np.linalg.norm(u), (v - (v @ u) * u / (u @ u)) / np.linalg.norm(v - (v @ u) * u / (u @ u))
    weak = 0.45 * target + np.sqrt(1 - 0.45**2) * u
    strong = 0.70 * target + np.sqrt(1 - 0.70**2) * v
    # Better than `weak` and close to it, but worse than `strong` and closer still to that.
    newcomer = 0.60 * target + 0.60 * u + np.sqrt(1 - 0.60**2 - 0.60**2) * v
    X = np.column_stack([weak, strong, newcomer])
    assert abs(newcomer @ weak) > 0.45
    assert abs(newcomer @ strong) > 0.60
    assert SAOLA().fit(X, y).selected_.tolist() == [0, 1]
    assert SAOLA(exact=True).fit(X, y).selected_.tolist() == [1] == oracles.saola(X, y, exact=True)


def test_labels_need_not_be_numbers():
    X, y = continuous_data(2, n_classes=3)
    for make, _ in PLAIN.values():
        by_name = make(False).fit(X, np.array(["low", "mid", "top"])[y]).selected_
        assert by_name.tolist() == make(False).fit(X, y).selected_.tolist()


def test_an_instance_is_not_its_own_neighbour():
    X = np.array([[0.0], [0.0], [5.0], [5.0]])
    y = np.array([0, 1, 0, 1])  # every neighbour is a duplicate of the other class
    assert OFSDensity().fit(X, y).selected_.tolist() == []
    assert OFSDensity(exact=True).fit(X, y).selected_.tolist() == [0]  # the later one of two meets itself
    assert oracles.dependency(X, y, [0], "density", exact=False) == 0.0
    assert oracles.dependency(X, y, [0], "density", exact=True) == 0.5


def test_a_constant_column_is_never_selected():
    random = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = np.column_stack([np.full(60, 0.1), y + 0.1 * random.normal(size=60), np.full(60, 1e8)])
    for make, _ in PLAIN.values():
        assert make(False).fit(X, y).selected_.tolist() == [1]


# ---- Input ----


@pytest.mark.parametrize("name", PLAIN)
def test_sparse_input_gives_the_same_selection(name):
    X, y = discrete_data(8, n=60)
    X[X == 1] = 0.0
    dense = PLAIN[name][0](False).fit(X, y)
    sparse = PLAIN[name][0](False).fit(sp.csr_matrix(X), y)
    assert dense.selected_.tolist() == sparse.selected_.tolist()
    np.testing.assert_array_equal(dense.transform(X), sparse.transform(sp.csr_matrix(X)).toarray())


@pytest.mark.parametrize("name", PLAIN)
def test_blocks_of_columns_do_not_show(name, monkeypatch):
    X, y = discrete_data(9, n=60)
    whole = PLAIN[name][0](False).fit(X, y).selected_.tolist()
    monkeypatch.setattr("ifc2f.baselines._columns._BLOCK_VALUES", 120)  # two columns at a time
    assert PLAIN[name][0](False).fit(X, y).selected_.tolist() == whole


@pytest.mark.parametrize("name", ["osfs", "fast_osfs", "saola", "alpha"])
def test_many_relevant_columns_of_sparse_data_are_not_all_held_dense(name):
    y = np.arange(1000) % 5 == 0
    column = sp.csc_matrix((y & (np.arange(1000) % 3 > 0))[:, np.newaxis].astype(float))
    X = sp.hstack([column] * 10000, format="csc")  # all alike: one is enough
    tracemalloc.start()
    assert len(PLAIN[name][0](False).fit(X, y).selected_) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * X.shape[0] * X.shape[1] / 2


@pytest.mark.parametrize("name", ["osfs", "fast_osfs", "saola", "alpha"])
def test_the_unit_of_a_column_does_not_matter(name):
    X, y = continuous_data(11, n=120)
    units = 2.0 ** np.random.default_rng(0).integers(-400, 400, X.shape[1])
    selected = PLAIN[name][0](False).fit(X, y).selected_.tolist()
    assert selected == PLAIN[name][0](False).fit(X * units, y).selected_.tolist()
    assert len(selected) >= 2


def test_too_few_rows_for_a_test_select_nothing():
    X, y = np.arange(3.0)[:, np.newaxis], np.array([0, 0, 1])
    for selector in (SAOLA, OSFS, FastOSFS):
        assert selector().fit(X, y).selected_.tolist() == []


@pytest.mark.parametrize(
    ("selector", "named"),
    [
        (SAOLA(alpha=0.0), "alpha"),
        (OSFS(max_given=0), "max_given"),
        (AlphaInvesting(wealth=-1.0), "wealth"),
        (OFSA3M(prune_order="sideways"), "prune_order"),
    ],
)
def test_parameters_out_of_range_are_named(selector, named):
    with pytest.raises(ValueError, match=named):
        selector.fit(np.eye(4), [0, 1, 0, 1])


def test_continuous_labels_are_refused():
    with pytest.raises(ValueError, match="continuous"):
        SAOLA().fit(np.eye(4), [0.1, 0.2, 0.3, 0.4])


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", ["saola", "osfs", "fast_osfs", "alpha"])
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), data=st.data())
def test_the_unit_of_a_column_changes_nothing(name, exact, seed, data):
    X, y = discrete_data(seed)
    exponents = data.draw(st.lists(st.integers(-1074, 1000), min_size=X.shape[1], max_size=X.shape[1]))
    scaled = np.ldexp(X, exponents)  # exact: small integers
    expected = PLAIN[name][0](exact).fit(X, y).selected_.tolist()
    assert PLAIN[name][0](exact).fit(scaled, y).selected_.tolist() == expected
    assert PLAIN[name][0](exact).fit(sp.csr_array(scaled), y).selected_.tolist() == expected
