"""Ask the next most valuable question, update the class probabilities, stop when it no longer pays.

Every public name stands here with the module that holds it, and is loaded when it is first used: a program
that only runs a model does not wait for what training needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ifc2f.acquisition import Acquisition as Acquisition
    from ifc2f.bif import read_bif as read_bif
    from ifc2f.bif import write_bif as write_bif
    from ifc2f.bounds import Certificate as Certificate
    from ifc2f.bounds import certificate as certificate
    from ifc2f.calibration import Calibration as Calibration
    from ifc2f.calibration import calibrate as calibrate
    from ifc2f.calibration import calibration_of as calibration_of
    from ifc2f.classifier import IFC2FClassifier as IFC2FClassifier
    from ifc2f.costs import AcquisitionCosts as AcquisitionCosts
    from ifc2f.costs import misclassification as misclassification
    from ifc2f.decision_graph import DecisionGraph as DecisionGraph
    from ifc2f.errors import ModelError as ModelError
    from ifc2f.expert import plan_network as plan_network
    from ifc2f.expert import to_pgmpy as to_pgmpy
    from ifc2f.guarantees import Guarantee as Guarantee
    from ifc2f.guarantees import guarantee as guarantee
    from ifc2f.guarantees import guarantee_of as guarantee_of
    from ifc2f.model import Model as Model
    from ifc2f.network import Feature as Feature
    from ifc2f.network import Network as Network
    from ifc2f.plan import Expectation as Expectation
    from ifc2f.plan import expected_cost as expected_cost
    from ifc2f.session import Session as Session
    from ifc2f.settings import AUTHORS_SETTINGS as AUTHORS_SETTINGS
    from ifc2f.settings import PAPER_SETTINGS as PAPER_SETTINGS
    from ifc2f.table import Table as Table
    from ifc2f.table import read_table as read_table

__version__ = "0.1.0"

_MODULE_OF = {
    "AUTHORS_SETTINGS": "settings",
    "Acquisition": "acquisition",
    "AcquisitionCosts": "costs",
    "Calibration": "calibration",
    "Certificate": "bounds",
    "DecisionGraph": "decision_graph",
    "Expectation": "plan",
    "Feature": "network",
    "Guarantee": "guarantees",
    "IFC2FClassifier": "classifier",
    "Model": "model",
    "ModelError": "errors",
    "Network": "network",
    "PAPER_SETTINGS": "settings",
    "Session": "session",
    "Table": "table",
    "calibrate": "calibration",
    "calibration_of": "calibration",
    "certificate": "bounds",
    "expected_cost": "plan",
    "guarantee": "guarantees",
    "guarantee_of": "guarantees",
    "misclassification": "costs",
    "plan_network": "expert",
    "read_bif": "bif",
    "read_table": "table",
    "to_pgmpy": "expert",
    "write_bif": "bif",
}

__all__ = ["__version__", *_MODULE_OF]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
