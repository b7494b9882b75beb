"""Progress of a training: named stages, and a share that reaches 1 only at the end."""

from __future__ import annotations

from ifc2f.core.words import words

READING = words("reading the table")
TRYING_OUT = words("training on three quarters of the rows")
TESTING = words("testing on the other rows")
TRAINING = words("training on all rows")
SAVING = words("saving the model")
# Where each stage begins and ends, as a share of the whole; how long one takes differs from table to table.
_SHARES = {READING: (0.0, 0.05), TRYING_OUT: (0.05, 0.5), TESTING: (0.5, 0.6), TRAINING: (0.6, 0.95),
           SAVING: (0.95, 0.99)}  # fmt: skip
_STEPS_OF_A_TRAINING = 8  # until one has reported how many it has


class Stages:
    """Reads the sentences of a job, some of which begin a stage."""

    def __init__(self) -> None:
        self.stage = READING
        self._n_steps: dict[str, int] = {}  # reported so far, by stage

    def tell(self, text: str) -> tuple[str, float]:
        """Return what to say of a sentence, and the share that is done."""
        if text in _SHARES:
            self.stage = next(stage for stage in _SHARES if stage == text)
            self._n_steps[self.stage] = 0
            return text, _SHARES[self.stage][0]
        self._n_steps[self.stage] = self._n_steps.get(self.stage, 0) + 1
        first, last = _SHARES[self.stage]
        told = words("{stage}: {step}", stage=self.stage, step=text)
        return told, first + (last - first) * self._share_of_stage()

    def _share_of_stage(self) -> float:
        """Return how far a stage is, below 1: the second training has as many steps as the first one."""
        n = self._n_steps[self.stage]
        expected = self._n_steps.get(TRYING_OUT, 0) if self.stage == TRAINING else _STEPS_OF_A_TRAINING
        return n / (max(n, expected) + 1)
