"""
Accuracy against cost
=====================

Accuracy of the policy if the cost of an instance is limited.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.plots import CostAccuracyDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)
classifier = IFC2FClassifier(feature_cost=0.01, max_features=12).fit(X_train, y_train)

CostAccuracyDisplay.from_estimator(classifier, X_test, y_test)

# %%
# Classifiers trained for different costs, each as a point.

results = [
    IFC2FClassifier(feature_cost=cost, max_features=12).fit(X_train, y_train).acquire(X_test)
    for cost in (0.3, 0.1, 0.03, 0.01, 0.003)
]
CostAccuracyDisplay.from_predictions(y_test, results, name="trained for each cost")
