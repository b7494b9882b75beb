"""The rival methods as scikit-learn estimators."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from ifc2f.baselines import (
    ETANA,
    FETANA,
    OFSA3M,
    OSFS,
    SAOLA,
    AlphaInvesting,
    FastOSFS,
    NearestNeighbours,
    OFSDensity,
)

SELECTORS = [
    SAOLA(),
    OSFS(),
    FastOSFS(),
    AlphaInvesting(),
    OFSDensity(random_state=0),
    OFSA3M(random_state=0),
]


CLASSIFIERS = [NearestNeighbours(), ETANA(), FETANA(random_state=0)]


# Labels drawn at random leave nothing to select, and scikit-learn's transform says so.
@pytest.mark.filterwarnings("ignore:No features were selected")
@parametrize_with_checks([*SELECTORS, *CLASSIFIERS])
def test_follows_scikit_learn(estimator, check):
    check(estimator)
