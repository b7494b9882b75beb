"""
Features acquired in each class
===============================

The share of the rows of each class in which a feature was acquired.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.plots import FeatureUseDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)
classifier = IFC2FClassifier(feature_cost=0.01, max_features=12).fit(X_train, y_train)

FeatureUseDisplay.from_estimator(classifier, X_test, y_test)
