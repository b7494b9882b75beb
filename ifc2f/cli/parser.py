"""The parser of command lines."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn


class UsageError(ValueError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of printing its usage and leaving."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with where to read on."""
        raise UsageError(f"{message} (see: {self.prog} --help)")
