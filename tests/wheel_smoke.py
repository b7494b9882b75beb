"""Try an installed wheel: run by `make wheel` in a clean environment, in a folder that holds no checkout."""

import sys
from importlib.metadata import version
from pathlib import Path

import ifc2f
from ifc2f import _core

here = Path(__file__).resolve().parent
assert Path(ifc2f.__file__).is_relative_to(sys.prefix), f"not the installed package: {ifc2f.__file__}"
assert ifc2f.__version__ == version("ifc2f")
assert _core.ffi.string(_core.lib.ifc2f_strerror(0)), "the C core does not answer"
print(f"ifc2f {ifc2f.__version__} works from {Path(ifc2f.__file__).parent}")
