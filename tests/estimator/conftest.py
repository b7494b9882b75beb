"""Breast cancer, and an estimator that was fitted to it."""

import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return train_test_split(X, y.map({0: "malignant", 1: "benign"}), random_state=0, stratify=y)


@pytest.fixture(scope="module")
def fitted(cancer):
    X, _, y, _ = cancer
    return IFC2FClassifier(feature_cost=0.01, policy="ordered").fit(X, y)
