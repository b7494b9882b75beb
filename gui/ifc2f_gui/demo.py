"""The bundled demo model, and how it is made: ``python -m ifc2f_gui.demo`` writes it anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.model import Model

PATH = Path(__file__).with_name("demo.ifc2f")
FEATURE_COST = 0.01

_MEASURES = {
    "radius": "mean distance from the centre to the outline",
    "texture": "standard deviation of the grey values",
    "perimeter": "length of the outline",
    "area": "area within the outline",
    "smoothness": "local variation of the radius",
    "compactness": "perimeter² / area − 1",
    "concavity": "how deep the outline is dented",
    "concave points": "how many dents the outline has",
    "symmetry": "difference of both halves",
    "fractal dimension": "roughness of the outline",
}


def build() -> Model:
    """Train the demo model on the breast-cancer data that come with scikit-learn."""
    from sklearn.datasets import load_breast_cancer

    from ifc2f.costs import AcquisitionCosts, misclassification
    from ifc2f.learning.training_data import TrainingData
    from ifc2f_gui.training.validation import train_validated

    bunch = load_breast_cancer()
    names = tuple(map(str, bunch.feature_names))
    classes, y = np.unique(bunch.target_names[bunch.target], return_inverse=True)
    data = TrainingData(bunch.data.astype(np.float32), y.astype(np.int32), names, [str(c) for c in classes])
    meta = {
        "title": "Breast mass (demo)",
        "intended_use": "To show what the program does. Not for diagnosis.",
        "limits": "569 masses of one hospital, measured in digitised images of fine-needle aspirates (1995).",
        "features": {name: about(name) for name in names},
        "translations": {"de": german(names)},
    }
    costs = AcquisitionCosts.from_spec(FEATURE_COST, names)
    model, _ = train_validated(data, costs, misclassification(None, data.classes), meta, lambda text: None)
    return model


def about(name: str) -> dict[str, Any]:
    """Return question and help of a measurement."""
    measure = name.removesuffix(" error").removeprefix("mean ").removeprefix("worst ")
    if name.endswith(" error"):
        question, over = f"Standard error of {measure}", "standard error over all nuclei of the image"
    elif name.startswith("worst "):
        question, over = f"Largest {measure}", "mean of the three largest nuclei of the image"
    else:
        question, over = f"Mean {measure}", "mean over all nuclei of the image"
    return {
        "question": f"{question} of the cell nuclei",
        "help": f"{_MEASURES[measure].capitalize()}; {over}.",
    }


_GERMAN = {
    "radius": ("Radius", "mittlerer Abstand des Umrisses von der Mitte"),
    "texture": ("Textur", "Standardabweichung der Grauwerte"),
    "perimeter": ("Umfang", "Länge des Umrisses"),
    "area": ("Fläche", "Fläche innerhalb des Umrisses"),
    "smoothness": ("Glätte", "örtliche Schwankung des Radius"),
    "compactness": ("Kompaktheit", "Umfang² / Fläche − 1"),
    "concavity": ("Konkavität", "wie tief der Umriss eingedellt ist"),
    "concave points": ("Einbuchtungen", "wie viele Dellen der Umriss hat"),
    "symmetry": ("Symmetrie", "Unterschied der beiden Hälften"),
    "fractal dimension": ("Fraktale Dimension", "Rauheit des Umrisses"),
}


def german(names: Sequence[str]) -> dict[str, str]:
    """Return the German texts of the model, by the English ones."""
    words = {
        "Breast mass (demo)": "Brustknoten (Demo)",
        "benign": "gutartig",
        "malignant": "bösartig",
        "To show what the program does. Not for diagnosis.": "Um zu zeigen, was das Programm tut. Nicht zur "
        "Diagnose.",
        "569 masses of one hospital, measured in digitised images of fine-needle aspirates (1995).": "569 "
        "Knoten eines Krankenhauses, gemessen in digitalisierten Bildern von Feinnadelaspiraten (1995).",
    }
    for name in names:
        measure = name.removesuffix(" error").removeprefix("mean ").removeprefix("worst ")
        noun, told = _GERMAN[measure]
        if name.endswith(" error"):
            kind, over = "Standardfehler", "Standardfehler über alle Kerne des Bildes"
        elif name.startswith("worst "):
            kind, over = "größte", "Mittel der drei größten Kerne des Bildes"
        else:
            kind, over = "Mittel", "Mittel über alle Kerne des Bildes"
        words[name] = f"{noun} ({kind})"
        words[about(name)["question"]] = f"{noun} der Zellkerne ({kind})"
        words[about(name)["help"]] = f"{told[0].upper()}{told[1:]}; {over}."
    return words


if __name__ == "__main__":
    build().save(PATH)
    print(f"{PATH.name}: {PATH.stat().st_size} bytes, SHA-256 {Model.load(PATH).sha256}")
