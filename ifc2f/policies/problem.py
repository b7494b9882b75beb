"""The common part of all policies that are trained for one problem, and the training of a candidate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.costs import AcquisitionCosts
from ifc2f.files.format import adaptive_section
from ifc2f.learning.factor import factor_network
from ifc2f.learning.train import (
    NOTHING_TELLS,
    Kept,
    Planner,
    Progress,
    describe,
    keep_relevant,
    model_of,
    with_plan,
    without_plan,
)
from ifc2f.learning.training_data import Described, TrainingData, check_training
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.policies import graph, graph_model
from ifc2f.policies.candidates import Adaptive, Order
from ifc2f.policies.graph import Ground, Growth, Material
from ifc2f.settings import Settings

__all__ = ["Problem", "planned", "planner", "power_of", "with_adaptive"]


@dataclass(frozen=True)
class Problem:
    """What is common to all candidates; parameters of `ifc2f.policies.choose.train_by_policy`."""

    costs: AcquisitionCosts
    misclassification: NDArray[np.float32]
    budget: float
    settings: Settings
    n_jobs: int

    def ground(self, data: TrainingData) -> Ground:
        return Ground.of(data, self.settings)

    def material(self, ground: Ground, data: TrainingData, n_drawn: int = graph.N_DRAWN) -> Material:
        return Material.of(ground, data, self.settings, n_drawn)

    def graph(self, material: Material, growth: Growth, work: float = graph.WORK) -> graph.Graph:
        of_columns = self.costs.select(material.ground.columns)
        of_all = self.budget, self.settings.graph_depth
        return graph.grow(material, of_columns, self.misclassification, growth, *of_all, work)

    def model_parts(self, data: Described, meta: dict[str, Any]) -> dict[str, Any]:
        def about(network: Network) -> dict[str, Any]:
            told = describe(data, network, self.settings, meta)
            told["training"]["settings"] = self.settings.told_of_graphs()
            return told

        return {
            "costs": self.costs,
            "misclassification": self.misclassification,
            "budget": self.budget,
            "meta": about,
        }

    def ordered(
        self,
        data: TrainingData,
        meta: dict[str, Any] | None,
        progress: Progress = lambda stage: None,
        plan_it: Planner = with_plan,
        *,
        network: str = "tree",
        kept: Kept | None = None,
    ) -> Model:
        """Train an ordered policy, from features that were kept before or are chosen now."""
        settings = self.settings_of(network)
        if kept is None:
            check_training(data, meta)
            kept = keep_relevant(data, self.costs, settings, self.n_jobs, progress)
        return model_of(
            data,
            kept,
            self.costs,
            self.misclassification,
            self.budget,
            settings,
            meta or {},
            self.n_jobs,
            progress,
            plan_it,
        )

    def of_factor(
        self,
        data: Described,
        kept: Kept,
        meta: dict[str, Any],
    ) -> Model:
        """Train a network with a factor, without a policy, from features kept with its settings."""
        settings = self.settings_of("factor")
        network = factor_network(data, kept, settings)
        about = describe(data, network, settings, meta)
        about["training"]["settings"] = settings.told_of_factor()
        return Model.build(
            network,
            self.costs.select([feature.column for feature in network.features]),
            self.misclassification,
            budget=self.budget,
            meta=about,
        )

    def settings_of(self, network: str) -> Settings:
        """Return the settings of an `Order` with such a network, or of the network with a factor.

        What numbers have in common shows in all of their range, so the latter has equally filled bins.
        """
        if network == "factor" and self.settings.binning == "mixed":
            return replace(self.settings, binning="quantile")
        return self.settings if network != "forest" else replace(self.settings, structure="forest")

    def network(
        self,
        data: TrainingData,
        candidate: Adaptive | Order,
        meta: dict[str, Any],
        progress: Progress = lambda stage: None,
    ) -> Model:
        """Train the network of a candidate, without a policy."""
        if candidate.network == "factor":
            kept = keep_relevant(data, self.costs, self.settings_of("factor"), self.n_jobs, progress)
            return self.of_factor(data, kept, meta)
        if candidate.network != "whole":
            return self.ordered(data, meta, progress, without_plan, network=candidate.network)
        ground = self.ground(data)
        if not ground.columns or data.n_classes == 1:
            warn_caller(NOTHING_TELLS)
        return graph_model.network_model(ground, data, **self.model_parts(data, meta))


def power_of(about: dict[str, Any]) -> float:
    """Return the power that calibrates the chosen candidate, 1 if no row was held out."""
    return float(about["policy"].get("power", 1.0))


def planner(chosen: Order | Adaptive, about: dict[str, Any]) -> Planner:
    """Return a function that gives a model the chosen policy, after calibration as `about` says."""
    return partial(planned, chosen, power_of(about))


def planned(
    candidate: Order | Adaptive, power: float, model: Model, settings: Settings, is_draft: bool = False
) -> Model:
    """Raise a model's likelihoods to a power, and give it a candidate's policy."""
    tempered = model.changed(network=model.network.tempered(power)) if power != 1.0 else model
    if isinstance(candidate, Adaptive):
        return with_adaptive(tempered, candidate)
    return with_plan(tempered, settings, is_draft)


def with_adaptive(model: Model, candidate: Adaptive) -> Model:
    """Give a model the adaptive policy of a setting."""
    return model.with_policies({"ADPT": adaptive_section(candidate.weight, candidate.breadth)})
