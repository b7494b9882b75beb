"""The page's runtime: the same bits as Python's, for models of all kinds and cases of any order."""

import os

import numpy as np
from page_jobs import by_node, followed, job, models_of_all_kinds, random_changes

N_MODELS, N_CASES = 20, int(os.environ.get("PAGE_CASES", "60"))


def test_node_follows_cases_to_the_same_bits_as_python():
    rng = np.random.default_rng(20)
    models = models_of_all_kinds(rng, N_MODELS)
    cases = [(i % N_MODELS, random_changes(rng, models[i % N_MODELS], 12)) for i in range(N_CASES)]
    found = by_node("follow", job(models, cases))
    for (model, changes), told in zip(cases, found, strict=True):
        assert told == followed(models[model], changes)
