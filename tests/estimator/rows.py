"""A table with gaps and categories."""

import numpy as np
import pandas as pd


def patients(n=400, seed=0):
    """Return a frame with numbers, texts and missing cells, and labels that depend on them."""
    rng = np.random.default_rng(seed)
    sick = rng.random(n) < 0.4
    X = pd.DataFrame(
        {
            "fever": np.where(sick, rng.normal(39, 0.7, n), rng.normal(37, 0.5, n)),
            "cough": np.where(rng.random(n) < 0.1 + 0.7 * sick, "yes", "no"),
            "colour": rng.choice(["red", "green", "blue"], n),
            "age": rng.integers(1, 90, n).astype(float),
        }
    )
    X.loc[rng.random(n) < 0.1, "fever"] = np.nan
    X.loc[rng.random(n) < 0.1, "cough"] = None
    return X, sick
