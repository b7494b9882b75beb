"""Paths of rows through trees of scikit-learn, beside a walk down the tree."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.tree import DecisionTreeClassifier

from ifc2f.assessment.tree_paths import paths_of


def walked(tree, row):
    """Go down from the root by thresholds, and where a value is missing as the tree has learned."""
    nodes = [0]
    while tree.children_left[node := nodes[-1]] >= 0:
        value = np.float32(row[tree.feature[node]])
        left = tree.missing_go_to_left[node] if np.isnan(value) else value <= tree.threshold[node]
        nodes.append((tree.children_left if left else tree.children_right)[node])
    return nodes


@pytest.mark.parametrize("grown", [{}, {"max_depth": 3}, {"max_leaf_nodes": 9}, {"max_depth": 1}])
@pytest.mark.parametrize("seed", range(5))
def test_paths_are_those_of_a_walk(grown, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(200, 4))
    y = (np.nan_to_num(X[:, 0] * X[:, 1]) > 0) + 2 * (X[:, 2] > 1)
    X[random.random(X.shape) < 0.2] = np.nan
    fitted = DecisionTreeClassifier(random_state=seed, **grown).fit(X[::2], y[::2])
    found = paths_of(fitted, X)
    assert found.shape == (200, fitted.tree_.max_depth + 1)
    for path, row in zip(found, X, strict=True):
        assert path[path >= 0].tolist() == walked(fitted.tree_, row)


def test_no_rows_one_class_and_sparse_rows():
    X = np.eye(4)
    fitted = DecisionTreeClassifier().fit(X, [0, 1, 0, 1])
    assert paths_of(fitted, X[:0]).shape == (0, fitted.tree_.max_depth + 1)
    sparse = scipy.sparse.csr_matrix(X)
    np.testing.assert_array_equal(paths_of(fitted, sparse), paths_of(fitted, X))
    assert paths_of(DecisionTreeClassifier().fit(X, [1] * 4), X).tolist() == [[0]] * 4
