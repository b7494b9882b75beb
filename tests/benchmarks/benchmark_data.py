"""The benchmark data for tests, which are left out where the file is not there."""

import pytest

from benchmarks.data import datasets


def load(name: str) -> datasets.Dataset:
    try:
        return datasets.load(name)
    except datasets.DataMissing as error:
        pytest.skip(str(error))
