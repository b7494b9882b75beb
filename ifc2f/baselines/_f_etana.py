"""F-ETANA: linear stopping thresholds per class, found by stochastic approximation."""

from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from ifc2f._core import ffi, lib
from ifc2f.baselines._instance_wise import InstanceWiseClassifier, Walks
from ifc2f.baselines._tables import Codes
from ifc2f.core.kernels import pointer
from ifc2f.core.scikit import Interval

# Gains of the stochastic approximation, as in the public example.
_SPSA = {"size": 2.0, "gain": 0.1667, "offset": 0.5, "decay": 0.602, "size_decay": 0.2, "tolerance": 1e-5}


class FETANA(InstanceWiseClassifier):
    """Datum-wise classification with linear stopping thresholds, trained by simultaneous perturbation (SPSA).

    Order and tables are those of :class:`ETANA`. Before each feature an instance stops if, for some class,
    the product of that class's threshold vector and the belief is negative.

    Parameters
    ----------
    feature_cost : float, default=0.01
        Cost of acquiring a feature; a wrong answer costs 1.
    n_bins : int, default=4
        Bins of equal width per feature.
    max_iter : int, default=100000
        Steps of the stochastic approximation per class, at most.
    patience : int, default=100
        Training of a class ends after so many steps in a row without a gradient. Ignored with `exact`.
    random_state : int, RandomState or None, default=None
        Of the training; with `exact` of the answers for instances that never stop, too.
    exact : bool, default=False
        Follow the public code: beliefs start uniform; training ends at the first step without a gradient; the
        answer is the first class whose product is negative, or a random class where none ever is; the count
        is one too high where one is. The default starts from the class frequencies, trains with `patience`,
        and answers the most probable class.

    Attributes
    ----------
    classes_ : ndarray
    class_prior_ : ndarray (n_classes,)
        Belief at the start.
    order_ : ndarray of int (n_features,)
        Columns in the order in which they are acquired.
    n_iter_ : ndarray of int (n_classes,)
        Steps made.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    Random numbers come from the generator of this package, not from that of the public code: a run agrees
    with one of the public code in distribution only.

    References
    ----------
    Y. Warnapura Liyanage, D.-S. Zois, C. Chelmis: Dynamic instance-wise joint feature selection and
    classification. IEEE Transactions on Artificial Intelligence 2(2), 2021.
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **InstanceWiseClassifier._parameter_constraints,
        "max_iter": [Interval(Integral, 1, 2**31 - 1, closed="both")],
        "patience": [Interval(Integral, 1, 2**31 - 1, closed="both")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        feature_cost: float = 0.01,
        *,
        n_bins: int = 4,
        max_iter: int = 100_000,
        patience: int = 100,
        random_state: Any = None,
        exact: bool = False,
    ) -> None:
        self.feature_cost = feature_cost
        self.n_bins = n_bins
        self.max_iter = max_iter
        self.patience = patience
        self.random_state = random_state
        self.exact = exact

    def _plan(self, codes: Codes, labels: npt.NDArray[np.intp]) -> None:
        self._seed = int(check_random_state(self.random_state).randint(0, 2**31 - 1))
        n_features, n_classes = len(self.order_), len(self.classes_)
        self._thresholds = np.ones((n_classes, n_features, n_classes))
        self.n_iter_ = np.zeros(n_classes, dtype=np.int64)
        signs = np.empty((n_features * n_classes + 31) // 32, dtype=np.uint32)
        belief = np.empty(n_classes)
        for label in range(n_classes):
            rows = codes[labels == label]
            self.n_iter_[label] = lib.ifc2f_f_etana_train(
                self._spsa(stream=label),
                pointer(self._tables),
                n_features,
                self.n_bins,
                n_classes,
                pointer(self.class_prior_),
                pointer(rows),
                len(rows),
                label,
                self.feature_cost,
                pointer(self._thresholds[label]),
                pointer(signs),
                pointer(belief),
            )

    def _spsa(self, stream: int) -> Any:
        return ffi.new(
            "ifc2f_spsa *",
            {
                **_SPSA,
                "max_steps": self.max_iter,
                "patience": 1 if self.exact else self.patience,
                "seed": self._seed,
                "stream": stream,
            },
        )

    def _walk(self, codes: Codes) -> Walks:
        n_rows, n_features = codes.shape
        n_classes = len(self.classes_)
        n_acquired, stopped_by = np.empty((2, n_rows), dtype=np.int32)
        belief = np.empty((n_rows, n_classes))
        lib.ifc2f_f_etana_classify(
            pointer(self._thresholds),
            pointer(self._tables),
            n_features,
            self.n_bins,
            n_classes,
            pointer(self.class_prior_),
            pointer(codes),
            n_rows,
            pointer(n_acquired),
            pointer(stopped_by),
            pointer(belief),
        )
        if not self.exact:
            return Walks(belief, belief.argmax(axis=1), n_acquired, n_acquired)
        drawn = np.array(
            [(lib.ifc2f_random(self._seed, n_classes, row) * n_classes) >> 32 for row in range(n_rows)],
            dtype=np.intp,
        )
        label = np.where(stopped_by >= 0, stopped_by, drawn).astype(np.intp)
        return Walks(belief, label, n_acquired, np.where(stopped_by >= 0, n_acquired + 1, n_acquired))
