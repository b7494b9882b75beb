"""
A policy as a tree
==================

Any policy can be drawn as a tree of questions. The wider a line, the more often it is taken.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.plots import PolicyDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)
classifier = IFC2FClassifier(feature_cost=0.01, max_features=12).fit(X_train, y_train)

PolicyDisplay.from_estimator(classifier)

# %%
# The same for a policy graph, grown on rows.

graph = IFC2FClassifier(policy="graph").fit(X_train.iloc[:, 20:], y_train)
PolicyDisplay.from_estimator(graph)
