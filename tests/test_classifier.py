"""The estimator: scikit-learn's own checks, then what it promises beyond them."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from ifc2f import IFC2FClassifier


# Some of the checks fit labels that are pure noise.
@pytest.mark.filterwarnings("ignore:no feature tells:UserWarning")
@parametrize_with_checks(
    [IFC2FClassifier(), IFC2FClassifier(binning="quantile", structure="line", budget=0.05)]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)
