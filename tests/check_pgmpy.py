"""Compare a learnt network with pgmpy: its BIF file read there, and `to_pgmpy`, on random evidence.

Run by ``make check-pgmpy`` in an environment of its own, as pgmpy brings much with it.
"""

import logging
import tempfile
import warnings
from pathlib import Path

import numpy as np

warnings.filterwarnings("ignore")
logging.disable(logging.INFO)

from pgmpy.inference import VariableElimination  # noqa: E402
from pgmpy.readwrite import BIFReader, BIFWriter  # noqa: E402
from sklearn.datasets import load_breast_cancer  # noqa: E402

from ifc2f import IFC2FClassifier, Session, read_bif, to_pgmpy, write_bif  # noqa: E402

N_EVIDENCE = 1000
TOLERANCE = 1e-6


def posterior(inference, target, evidence, states):
    """Return P(class | evidence) as pgmpy computes it, classes in the order of `states`."""
    found = inference.query([target], evidence=evidence, show_progress=False)
    place = {str(state): i for i, state in enumerate(found.state_names[target])}
    return found.values[[place[state] for state in states]]


def main():
    """Compare, print the largest difference, and fail above the tolerance."""
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    model = IFC2FClassifier(policy="ordered").fit(X, y).model_
    network = model.network
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours.bif", Path(folder) / "theirs.bif"
        write_bif(network, ours)
        read = BIFReader(str(ours)).get_model()
        assert read.check_model()
        BIFWriter(read).write(str(theirs))
        again = read_bif(theirs, "class")  # without our properties, states as categories
    names = [name for name in read.nodes() if name != "class"]  # in the order of the file
    direct = to_pgmpy(network)
    assert direct.check_model()
    of_file, of_object = VariableElimination(read), VariableElimination(direct)
    labels = [f"s{label}" for label in model.classes]
    rng = np.random.default_rng(0)
    worst = {"BIF file": 0.0, "to_pgmpy": 0.0}
    for _ in range(N_EVIDENCE):
        asked = rng.permutation(model.n_features)[: rng.integers(model.n_features + 1)]
        session, by_word, by_name = Session(model), {}, {}
        for k in asked:
            feature = network.features[k]
            value = int(rng.integers(feature.n_values))
            session.answer_bin(int(k), value)
            by_word[names[k]] = read.get_cpds(names[k]).state_names[names[k]][value]
            by_name[feature.name] = feature.value_texts()[value]
        own = session.posterior.astype(float)
        for name, found in (
            ("BIF file", posterior(of_file, "class", by_word, labels)),
            ("to_pgmpy", posterior(of_object, "class", by_name, [str(c) for c in model.classes])),
        ):
            worst[name] = max(worst[name], float(np.abs(found - own).max()))
    assert {feature.name for feature in again.features} == set(names), "pgmpy writes the same variables"
    for feature in again.features:
        assert feature.n_values == network.features[names.index(feature.name)].n_values
    for name, difference in worst.items():
        print(f"{name}: {N_EVIDENCE} random evidence sets, posteriors differ by {difference:.2g} at most")
        assert difference <= TOLERANCE


if __name__ == "__main__":
    main()
