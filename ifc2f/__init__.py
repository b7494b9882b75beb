"""Ask the next most valuable question, update the class probabilities, stop when it no longer pays.

Every public name stands here with the module that holds it, and is loaded when it is first used: a program
that only runs a model does not wait for what training needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ifc2f.acquisition import Acquisition as Acquisition
    from ifc2f.assessment.calibration import Calibration as Calibration
    from ifc2f.assessment.calibration import calibrate as calibrate
    from ifc2f.assessment.calibration import calibration_of as calibration_of
    from ifc2f.assessment.guarantees import Guarantee as Guarantee
    from ifc2f.assessment.guarantees import guarantee as guarantee
    from ifc2f.assessment.guarantees import guarantee_of as guarantee_of
    from ifc2f.batches import BatchScorer as BatchScorer
    from ifc2f.classifier import IFC2FClassifier as IFC2FClassifier
    from ifc2f.core.errors import ModelError as ModelError
    from ifc2f.costs import AcquisitionCosts as AcquisitionCosts
    from ifc2f.costs import misclassification as misclassification
    from ifc2f.data.table import Table as Table
    from ifc2f.data.table import read_table as read_table
    from ifc2f.exchange.bif import read_bif as read_bif
    from ifc2f.exchange.bif import write_bif as write_bif
    from ifc2f.exchange.pgmpy import to_pgmpy as to_pgmpy
    from ifc2f.explanation import Explanation as Explanation
    from ifc2f.explanation import explain as explain
    from ifc2f.model import Model as Model
    from ifc2f.network import Feature as Feature
    from ifc2f.network import Network as Network
    from ifc2f.networks.bayesian import BayesianNetwork as BayesianNetwork
    from ifc2f.networks.plan import NetworkPlan as NetworkPlan
    from ifc2f.networks.plan import plan_graph as plan_graph
    from ifc2f.networks.reading import read_network as read_network
    from ifc2f.planning.certificate import Certificate as Certificate
    from ifc2f.planning.certificate import certificate as certificate
    from ifc2f.planning.plan import Expectation as Expectation
    from ifc2f.planning.plan import expected_cost as expected_cost
    from ifc2f.policies.decision_graph import DecisionGraph as DecisionGraph
    from ifc2f.policies.distilled import Distilled as Distilled
    from ifc2f.policies.distilled import distil as distil
    from ifc2f.policies.from_network import plan_network as plan_network
    from ifc2f.session import Session as Session
    from ifc2f.settings import AUTHORS_SETTINGS as AUTHORS_SETTINGS
    from ifc2f.settings import PAPER_SETTINGS as PAPER_SETTINGS

__version__ = "0.1.0"

_MODULE_OF = {
    "AUTHORS_SETTINGS": "settings",
    "Acquisition": "acquisition",
    "AcquisitionCosts": "costs",
    "BatchScorer": "batches",
    "BayesianNetwork": "networks.bayesian",
    "Calibration": "assessment.calibration",
    "Certificate": "planning.certificate",
    "DecisionGraph": "policies.decision_graph",
    "Distilled": "policies.distilled",
    "Expectation": "planning.plan",
    "Explanation": "explanation",
    "Feature": "network",
    "Guarantee": "assessment.guarantees",
    "IFC2FClassifier": "classifier",
    "Model": "model",
    "ModelError": "core.errors",
    "Network": "network",
    "NetworkPlan": "networks.plan",
    "PAPER_SETTINGS": "settings",
    "Session": "session",
    "Table": "data.table",
    "calibrate": "assessment.calibration",
    "calibration_of": "assessment.calibration",
    "certificate": "planning.certificate",
    "distil": "policies.distilled",
    "expected_cost": "planning.plan",
    "explain": "explanation",
    "guarantee": "assessment.guarantees",
    "guarantee_of": "assessment.guarantees",
    "misclassification": "costs",
    "plan_graph": "networks.plan",
    "plan_network": "policies.from_network",
    "read_bif": "exchange.bif",
    "read_network": "networks.reading",
    "read_table": "data.table",
    "to_pgmpy": "exchange.pgmpy",
    "write_bif": "exchange.bif",
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
