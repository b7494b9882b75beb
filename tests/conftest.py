"""Settings of the test run: property tests draw the same examples on every machine and under any load."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ifc2f", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ifc2f")
