"""``ifc2f inspect``: what a model file holds."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

import numpy as np

from ifc2f.assessment.calibration import calibration_of
from ifc2f.assessment.guarantees import guarantee_of
from ifc2f.cli import describe
from ifc2f.cli.graph_lines import lines
from ifc2f.cli.options import add_json
from ifc2f.cli.screen import Screen, amount, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.ordered_section import read_ordered
from ifc2f.model import Model
from ifc2f.planning.certificate import certificate

_EPILOG = """\
examples:
  ifc2f inspect model.ifc2f
  ifc2f inspect model.ifc2f --json | jq .order
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "inspect",
        help="show the contents of a model",
        description="Show the contents of a model file: classes, costs, questions, bins, policy and "
        "provenance.\n"
        "Its certificate bounds how far the policy can be from the optimum under the model's network:\n"
        "for an ordered policy from that of its order of features, and from that of all policies.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the model."""
    model = Model.load(args.model)
    if args.json:
        print(describe.to_json(document(model, args.model)))
    else:
        show(model, args.model, stdout_screen())
    return 0


def document(model: Model, path: str) -> dict[str, Any]:
    """Return what the model holds as a JSON document."""
    n_sets, n_vectors = sets_and_vectors(model)
    return {
        "model": describe.identity(model, path),
        "bytes": len(model.to_bytes()),
        "intended_use": model.meta.get("intended_use"),
        "unit_of_costs": model.meta.get("unit_of_costs"),
        "classes": model.classes,
        "prior": describe.by_class(model, model.network.prior),
        "misclassification": model.misclassification,
        "budget": model.budget,
        "order": order_document(model),
        "policy": {
            "kind": model.policy,
            "stages": model.n_stages,
            "treatment": model.treatment,
            "bytes": sum(map(len, model.policies.values())),
            "alpha_sets": n_sets,
            "alpha_vectors": n_vectors,
            **choice_of(model),
        },
        "certificate": certificate_document(model),
        "distilled": model.meta.get("distilled"),
        "guarantee": model.meta.get("guarantee"),
        "calibration": model.meta.get("calibration"),
        "training": model.meta.get("training"),
    }


def sets_and_vectors(model: Model) -> tuple[int, int]:
    """Return how many alpha sets and vectors the ordered policy has."""
    section = model.policies.get("ORDR")
    if section is None:
        return 0, 0
    ordered = read_ordered(section, model.n_classes)
    return ordered.n_sets, len(ordered.vectors)


def certificate_document(model: Model) -> dict[str, Any] | None:
    """Return the bounds of the optimal expected cost as JSON values, or None without a policy."""
    if model.policy is None:
        return None
    found = certificate(model)
    gaps = {"gap": found.gap, "gap_of_all": found.gap_of_all}
    return {**asdict(found), **{name: gap if np.isfinite(gap) else None for name, gap in gaps.items()}}


def choice_of(model: Model) -> dict[str, Any]:
    """Return the policy's name, the scores of those it was compared with, and how it did on held-out rows."""
    about = model.meta.get("policy")
    about = about if isinstance(about, dict) else {}
    scores = about.get("cross_validation")
    return {
        "name": about.get("name"),
        "cross_validation": scores if isinstance(scores, dict) else {},
        **{key: _number(about.get(key)) for key in ("held_out_cost", "power")},
    }


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def order_document(model: Model) -> list[dict[str, Any]]:
    """Return the features in the order of the network, which is the policy's."""
    costs = describe.full_costs(model)
    return [
        {
            "feature": feature.name,
            "question": model.meta["features"][k].get("question"),
            "unit": model.meta["features"][k].get("unit"),
            "range": model.meta["features"][k].get("range"),
            "delay": model.costs.delay[k] or None,
            "cost": np.float32(costs[k]),
            "group": describe.group_text(model, k) or None,
            "given": model.feature_names[feature.parent] if 0 <= feature.parent < model.n_features else None,
            "follows_factor": feature.parent == model.n_features,
            "categorical": feature.categorical,
            "edges": None if feature.categorical else feature.values,
            "values": feature.value_texts(),
        }
        for k, feature in enumerate(model.network.features)
    ]


def show(model: Model, path: str, screen: Screen) -> None:
    """Print what the model holds."""
    title = model.meta.get("title")
    screen.line(screen.style(str(title) if title else path, "bold"))
    if title:
        screen.line(path, 2)
    screen.line(f"{size(len(model.to_bytes()))}, SHA-256 {model.sha256}", 2)
    if model.meta.get("intended_use"):
        screen.paragraph(str(model.meta["intended_use"]), 2)
    _show_classes(model, screen)
    _show_costs(model, screen)
    show_order(model, screen)
    _show_bins(model, screen)
    _show_policy(model, screen)
    _show_choice(model, screen)
    if model.policy is not None:
        screen.heading("Certificate")
        screen.paragraph(describe.certificate_text(certificate(model)), 2)
    if (guaranteed := guarantee_of(model)) is not None:
        screen.heading("Guarantee")
        screen.paragraph(str(guaranteed), 2)
    if (calibration := calibration_of(model)) is not None:
        screen.heading("Calibration")
        screen.paragraph(str(calibration), 2)
    _show_training(model, screen)


def _show_classes(model: Model, screen: Screen) -> None:
    screen.heading("Classes and their prior probability")
    rows = [
        (name, f"{share:.3f}", screen.bar(float(share)))
        for name, share in zip(describe.class_names(model), model.network.prior, strict=True)
    ]
    screen.table(("", "", ""), rows, "<><")


def _show_costs(model: Model, screen: Screen) -> None:
    screen.heading("Costs of mistakes")
    show_mistakes(model, screen)
    if unit := describe.unit_of_costs(model):
        screen.line(unit, 2)
    if np.isfinite(model.budget):
        screen.line(f"The policy spends at most {amount(model.budget)} on an instance.", 2)


def show_mistakes(model: Model, screen: Screen) -> None:
    """Print misclassification costs: as a sentence, or as a matrix where that would be long."""
    sentence = describe.mistakes_text(model)
    if sentence is not None:
        screen.paragraph(sentence[0].upper() + sentence[1:] + ".", 2)
        return
    names = describe.class_names(model)
    rows = [
        [name, *map(amount, row)] for name, row in zip(names, model.misclassification.tolist(), strict=True)
    ]
    screen.line("Rows: the true class. Columns: the class decided for.", 2)
    screen.table(["", *names], rows, "<" + ">" * len(names))


def show_order(model: Model, screen: Screen) -> None:
    """Print the features in the order in which the policy asks for them."""
    training = model.meta.get("training")
    kept = (
        f"{model.n_features} of {training['n_columns']}"
        if isinstance(training, dict) and "n_columns" in training
        else ""
    )
    what = "Order of questions" if model.policy in ("ordered", None) else "Features that may be asked for"
    screen.heading(f"{what} ({kept + ' features' if kept else plural(model.n_features, 'feature')})")
    if not model.n_features:
        screen.line("None: the class is decided from the prior alone.", 2)
        return
    costs = describe.full_costs(model)
    rows = [
        (
            str(k + 1),
            feature.name,
            describe.unit(model, k),
            amount(costs[k]),
            describe.group_text(model, k),
            str(feature.n_values),
            describe.parent_text(model, k),
        )
        for k, feature in enumerate(model.network.features)
    ]
    header = ("#", "feature", "unit", "cost", "group", "bins", "depends on #")
    used = [
        i for i, name in enumerate(header) if name not in ("unit", "group") or any(row[i] for row in rows)
    ]
    screen.table(
        [header[i] for i in used],
        [[row[i] for i in used] for row in rows],
        "".join("><<><>>"[i] for i in used),
        most=40,
    )
    if told := describe.factor_text(model):
        screen.paragraph(told, 2)


def _show_bins(model: Model, screen: Screen) -> None:
    if not model.n_features:
        return
    screen.heading("Questions and bins")
    for k, feature in enumerate(model.network.features):
        screen.line(f"{k + 1:3}  {describe.question(model, k)}")
        details = " | ".join(feature.value_texts())
        screen.paragraph(details, 5, "dim")


def _show_policy(model: Model, screen: Screen) -> None:
    screen.heading("Policy")
    if model.policy == "graph":
        nodes = model.graph_nodes()
        n_bytes = sum(map(len, model.policies.values()))
        screen.line(f"Graph, {plural(len(nodes), 'node')}, {size(n_bytes)}:", 2)
        for line in lines(model):
            screen.line(line, 4)
        if told := describe.distilled_text(model):
            screen.paragraph(told, 2)
        return
    if model.policy == "adaptive":
        screen.line(
            "Adaptive: the acquisition with the largest gain per cost, by exact inference after every "
            "answer.",
            2,
        )
        return
    if model.treatment is None:
        screen.line("None: the model gives probabilities but does not say what to ask.", 2)
        return
    n_sets, n_vectors = sets_and_vectors(model)
    n_bytes = sum(map(len, model.policies.values()))
    screen.line(
        f"Ordered, planned with treatment {model.treatment}: {plural(model.n_stages, 'stage')}, "
        f"{plural(n_vectors, 'alpha vector')} in {plural(n_sets, 'set')}, {size(n_bytes)}",
        2,
    )


def _show_choice(model: Model, screen: Screen) -> None:
    choice = choice_of(model)
    scores = choice["cross_validation"]
    if not scores:
        return
    screen.heading("Policies compared: cost of an instance, averaged over held-out rows")
    rows = [
        (name, amount(scores[name]), "chosen" if name == choice["name"] else "")
        for name in sorted(scores, key=lambda name: float(scores[name]))
    ]
    screen.table(("policy", "cost", ""), rows, "<><")
    if choice["power"] is not None and choice["held_out_cost"] is not None:
        screen.paragraph(
            f"The likelihoods of the chosen policy are raised to the power {choice['power']:.3g}, which "
            "calibrates it on held-out rows. They then cost "
            f"{amount(choice['held_out_cost'])} on average.",
            2,
        )
    if choice["name"] != rows[0][0]:
        screen.paragraph(
            "The lowest of many scores may be low by chance. So the kind of policy is chosen first, by the "
            "better half of its settings; then a setting that behaves unlike the others must save more.",
            2,
        )


def _show_training(model: Model, screen: Screen) -> None:
    training = model.meta.get("training")
    if not isinstance(training, dict):
        return
    screen.heading("Training")
    counts = training.get("class_counts")
    if isinstance(counts, list):
        parts = ", ".join(f"{name} {n}" for name, n in zip(describe.class_names(model), counts, strict=False))
        screen.paragraph(f"{training.get('n_rows')} rows ({parts}) of {training.get('n_columns')} columns", 2)
    settings = training.get("settings")
    if isinstance(settings, dict):
        screen.paragraph(f"Settings: {describe.settings_text(settings)}", 2)
    screen.line(f"ifc2f {training.get('version')}", 2)
