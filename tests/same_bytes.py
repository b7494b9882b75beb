"""Print the identity of models trained on data that scikit-learn ships, and of what they answer.

`make same-bytes` runs this under two versions of NumPy, each also without the processor's wide instructions.
"""

from __future__ import annotations

import hashlib
import os
import sys

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from ifc2f import AUTHORS_SETTINGS, PAPER_SETTINGS, IFC2FClassifier

DATA = {"iris": load_iris, "wine": load_wine, "cancer": load_breast_cancer, "digits": load_digits}
SETTINGS = {
    "own": {},
    "authors": AUTHORS_SETTINGS,
    "paper": PAPER_SETTINGS,
    "quantile, perseus": {"binning": "quantile", "solver": "perseus", "structure": "line"},
    "random": {"structure": "random", "treatment": "parent", "max_features": 20},
}


def main() -> None:
    """Print one line per data set and settings; versions go to standard error."""
    disabled = os.environ.get("NPY_DISABLE_CPU_FEATURES", "nothing")
    print(f"NumPy {np.__version__}, without {disabled}", file=sys.stderr)
    for name, load in DATA.items():
        X, y = load(return_X_y=True)
        for title, settings in SETTINGS.items():
            classifier = IFC2FClassifier(**settings).fit(X, y)
            acquisition = classifier.acquire(X)
            answers = hashlib.sha256(
                acquisition.posterior.tobytes() + acquisition.order.tobytes() + acquisition.cost.tobytes()
            )
            total = classifier.expected_cost_.total
            bounds = classifier.certificate_.lower, classifier.certificate_.upper
            print(f"{name}, {title}: {classifier.model_.sha256} {answers.hexdigest()} {total!r} {bounds}")


if __name__ == "__main__":
    main()
