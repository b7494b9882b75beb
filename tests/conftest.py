"""Settings of the test run: property tests draw the same examples on every machine and under any load.

Tests marked `long` are second instances of what shorter ones show; `make pytest-long` runs them.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ifc2f", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ifc2f")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave long tests out, unless all are wanted."""
    if item.get_closest_marker("long") is not None and "EVERY_CHECK" not in os.environ:
        pytest.skip("long: runs with EVERY_CHECK=1")
