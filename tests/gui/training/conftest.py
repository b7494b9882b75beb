"""Fixtures of the tests of training."""

import numpy as np
import pytest
from ifc2f_gui.training.dialog import TrainDialog


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 240)
    x = rng.normal(y[:, None] * np.array([2.0, 1.0, 0.0]), 1.0)
    lines = ["crp,temperature,height,cough,outcome"]
    for row, c in zip(x, y, strict=True):
        cough = "wet" if c and row[0] > 1 else "none"
        lines.append(",".join([*(f"{v:.3f}" for v in row), cough, "ill" if c else "well"]))
    path = tmp_path / "patients.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def dialog(qtbot, qapp):
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.stop()


@pytest.fixture
def fast_dialog(dialog):
    """The dialog with the policy that is trained fastest, for what is not about policies."""
    dialog.inputs.policy.setCurrentIndex(dialog.inputs.policy.findData("ordered"))
    return dialog
