"""Draw the picture of an acquisition path for README.md and docs/start.md: ``make screenshots`` runs it."""

from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.plots import AcquisitionPathDisplay

HERE = Path(__file__).resolve().parent
N_ACQUIRED = 5  # enough to see the probabilities turn, few enough to read


def main() -> None:
    """Draw the first patient of whom that many features were acquired."""
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    y = y.map({0: "malignant", 1: "benign"})
    X_train, X_test, y_train, _ = train_test_split(X, y, random_state=0)
    classifier = IFC2FClassifier(feature_cost=0.01, policy="adaptive").fit(X_train, y_train)
    n_features = classifier.acquire(X_test).n_features
    row = int(abs(n_features - N_ACQUIRED).argmin())
    display = AcquisitionPathDisplay.from_estimator(classifier, X_test, row=row)
    display.figure_.savefig(HERE / "acquisition-path.png", dpi=110, bbox_inches="tight")
    plt.close("all")


if __name__ == "__main__":
    main()
