"""Build configuration that pyproject.toml cannot express: the extension and its limited-ABI wheel tag."""

import sysconfig

from setuptools import setup

free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
setup(
    cffi_modules=["build_ext.py:ffibuilder"],
    options={} if free_threaded else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
