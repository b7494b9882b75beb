"""Try an installed wheel: run by `make wheel` in a clean environment, in a folder that holds no checkout."""

import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer

import ifc2f

here = Path(__file__).resolve().parent
assert Path(ifc2f.__file__).is_relative_to(sys.prefix), f"not the installed package: {ifc2f.__file__}"
assert ifc2f.__version__ == version("ifc2f")
for name in ifc2f.__all__:
    getattr(ifc2f, name)

if not sysconfig.get_config_var("Py_GIL_DISABLED"):
    (wheel,) = here.glob("dist/*.whl")
    assert "-abi3-" in wheel.name, f"{wheel.name} is for one version of Python only"

for path in sorted(here.glob("golden/*.ifc2f")):
    session = ifc2f.Session(ifc2f.Model.load(path))
    while (feature := session.next()) is not None:
        session.answer_bin(feature, 0)
    print(f"{path.name}: {session.decide()} after {len(session.acquired)} features")

    page = ifc2f.Model.load(path).to_page()
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<script") == 4

X, y = load_breast_cancer(return_X_y=True)
model_file = here / "model.ifc2f"
ifc2f.IFC2FClassifier(feature_cost=0.01, policy="ordered").fit(X, y).save(model_file)
acquisition = ifc2f.Model.load(model_file).classify(X)
assert np.mean(acquisition.label == y) > 0.85
print(f"trained, saved, loaded: {acquisition.n_features.mean():.1f} of {X.shape[1]} features acquired")

print(f"ifc2f {ifc2f.__version__} works from {Path(ifc2f.__file__).parent}")
