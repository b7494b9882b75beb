"""The private names of scikit-learn that the estimators use, and its decorators that hide types.

They are only here, so that a renaming in scikit-learn affects one file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.metaestimators import available_if

__all__ = ["Interval", "StrOptions", "checks_parameters", "there_if"]

Method = TypeVar("Method", bound=Callable[..., Any])


def checks_parameters(fit: Method) -> Method:
    """Check the parameters of the estimator by its `_parameter_constraints` before `fit` begins."""
    checked: Method = _fit_context(prefer_skip_nested_validation=True)(fit)
    return checked


def there_if(condition: Callable[[Any], bool]) -> Callable[[Method], Method]:
    """Let an estimator have a method only while a condition holds, as `available_if` does."""

    def decorate(method: Method) -> Method:
        decorated: Method = available_if(condition)(method)
        return decorated

    return decorate
