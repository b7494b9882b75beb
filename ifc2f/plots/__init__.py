"""Pictures of models and their results, in the manner of scikit-learn's displays; they need matplotlib.

Each display has ``from_estimator``, which takes a fitted `IFC2FClassifier` or a `Model`, draws, and returns
the display. Those of results have ``from_predictions`` too. ``plot(ax=...)`` draws again; ``describe()``
returns what the picture shows as a text. A new plot is a module
here, named in `__all__`.

Imports: data, files, acquisition, model, session, planning, policies, assessment.
"""

from ifc2f.plots._acquisition_path import AcquisitionPathDisplay
from ifc2f.plots._cost_accuracy import CostAccuracyDisplay
from ifc2f.plots._dependency_tree import DependencyTreeDisplay
from ifc2f.plots._display import Display
from ifc2f.plots._feature_use import FeatureUseDisplay
from ifc2f.plots._policy import PolicyDisplay
from ifc2f.plots._reliability import ReliabilityDisplay
from ifc2f.plots._value_function import ValueFunctionDisplay

__all__ = [
    "AcquisitionPathDisplay",
    "CostAccuracyDisplay",
    "DependencyTreeDisplay",
    "Display",
    "FeatureUseDisplay",
    "PolicyDisplay",
    "ReliabilityDisplay",
    "ValueFunctionDisplay",
]
