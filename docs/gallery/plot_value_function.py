"""
The value function
==================

The expected further cost at every class probability: of deciding, and of going on. The policy goes on
where that costs less.
"""

from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.plots import ValueFunctionDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)
classifier = IFC2FClassifier(feature_cost=0.01, max_features=12, policy="ordered").fit(X_train, y_train)

# %%
# An ordered policy with two classes: each alpha vector is a line, and the value function is their minimum.

ValueFunctionDisplay.from_estimator(classifier, stage=2)

# %%
# Three classes: a triangle. At each corner, one class is certain.

X, y = load_wine(return_X_y=True, as_frame=True)
wine = IFC2FClassifier(feature_cost=0.1, policy="ordered").fit(X, y)
ValueFunctionDisplay.from_estimator(wine, stage=1)
