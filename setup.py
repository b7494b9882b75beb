"""What pyproject.toml cannot express: the extension, its limited-ABI wheel tag, a checkout's path."""

import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

ROOT = Path(__file__).resolve().parent


class BuildPython(build_py):
    """Build the packages; where they are installed to be edited, put the folders that hold them on the path.

    setuptools' own finder is asked after the path. From the folder above a checkout named ifc2f, Python finds
    that folder first and takes it for a namespace package; only a regular package on the path wins over it.
    """

    def run(self) -> None:
        """Build, and give an editable installation its path."""
        super().run()
        if self.editable_mode:
            site = Path(self.get_finalized_command("install").install_lib)
            (site / "ifc2f-checkout.pth").write_text(f"{ROOT}\n{ROOT / 'gui'}\n")


class BuildCore(build_ext):
    """Build the C extension; where no compiler is found, or none that works, end with what to do."""

    def run(self) -> None:
        """Build, or say what is needed."""
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SystemExit(
                f"{error}\n\nifc2f could not be built: it needs a C compiler and Python's C headers (on "
                "Debian or Ubuntu: apt-get install gcc libc6-dev python3-dev). Where a wheel fits this "
                "machine, none of that is needed: pip install --only-binary ifc2f ifc2f"
            ) from None


free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
setup(
    cffi_modules=["build_ext.py:ffibuilder"],
    cmdclass={"build_py": BuildPython, "build_ext": BuildCore},
    options={} if free_threaded else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
