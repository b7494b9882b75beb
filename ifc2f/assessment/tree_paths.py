"""Which nodes of a decision tree of scikit-learn each row visits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["paths_of"]


def paths_of(classifier: Any, X: Any) -> NDArray[np.intp]:
    """Return the nodes that rows visit, from the root to a leaf.

    They are followed from the leaves upwards: ``decision_path`` of scikit-learn before 1.8 goes right at
    every missing value, where ``apply`` and ``predict`` go as the tree has learned.

    Parameters
    ----------
    classifier : DecisionTreeClassifier
        A fitted tree.
    X : array or sparse matrix, shape (n, n_features)

    Returns
    -------
    ndarray of int, shape (n, depth + 1)
        Numbers of nodes; -1 past the leaf.
    """
    tree = classifier.tree_
    paths = np.full((tree.node_count, tree.max_depth + 1), -1, dtype=np.intp)
    depth = np.zeros(tree.node_count, dtype=np.intp)
    paths[0, 0] = 0
    for node in np.flatnonzero(tree.children_left >= 0):  # parents have lower numbers
        for child in (tree.children_left[node], tree.children_right[node]):
            depth[child] = depth[node] + 1
            paths[child] = paths[node]
            paths[child, depth[child]] = child
    return paths[classifier.apply(X)] if X.shape[0] else paths[:0]
