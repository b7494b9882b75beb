"""What pyproject.toml cannot express: the extension, its limited-ABI wheel tag, a checkout's path."""

import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

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


free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
setup(
    cffi_modules=["build_ext.py:ffibuilder"],
    cmdclass={"build_py": BuildPython},
    options={} if free_threaded else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
