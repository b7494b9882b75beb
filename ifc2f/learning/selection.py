"""Keep features one after the other, each by the information it adds to those already kept.

The paper filters features one by one, so that two copies of one feature are both kept. The three rules here
are the best known that need no more than pairs of features:

- `cmim`, conditional mutual information maximisation (Fleuret, JMLR 5, 2004): the least of I(F; C | S) over
  the kept features S;
- `jmi`, joint mutual information (Yang and Moody, NIPS 12, 1999): the sum of I(F, S; C) over S;
- `mrmr`, minimum redundancy and maximum relevance (Peng, Long and Ding, IEEE TPAMI 27, 2005): I(F; C) less
  the mean of I(F; S) over S.
"""

from __future__ import annotations

import numpy as np

from ifc2f.core.kernels import Float64
from ifc2f.learning.information import Information

__all__ = ["POOL", "RULES", "select"]

POOL = 1000  # so many columns, the most relevant, are looked at in pairs
TIE = 1e-9  # of scores closer than this the lower feature wins; what is no more than this is nothing


def _cmim(alone: Float64, least: Float64, beyond: Float64, shared: Float64) -> Float64:
    return least


def _jmi(alone: Float64, least: Float64, beyond: Float64, shared: Float64) -> Float64:
    return beyond  # I(F, S; C) = I(S; C) + I(F; C | S), and the first term is the same for all F


def _mrmr(alone: Float64, least: Float64, beyond: Float64, shared: Float64) -> Float64:
    return alone - shared


# Each scores every feature F by I(F; C), over the features S kept the least and the mean of I(F; C | S), and
# the mean of I(F; S).
_SCORE_BY = {"cmim": _cmim, "jmi": _jmi, "mrmr": _mrmr}
RULES = tuple(_SCORE_BY)


def select(
    information: Information,
    rule: str,
    min_features: float = 1,
    max_features: int | None = None,
) -> list[int]:
    """Return the features kept, in the order they were taken; the first is the most relevant.

    Parameters
    ----------
    information
        Of K features.
    rule
        "cmim", "jmi" or "mrmr".
    min_features
        At least so many are kept, even if they add nothing to the others.
    max_features
        Largest number kept; None for no limit.

    Raises
    ------
    ValueError
        If the rule is unknown.
    """
    if rule not in RULES:
        raise ValueError(f"the rule must be one of {', '.join(RULES)}; got {rule!r}")
    alone, beyond = information.alone, information.beyond
    most = len(alone) if max_features is None else min(max_features, len(alone))
    least, total, redundancy = alone.astype(np.float64), np.zeros(len(alone)), np.zeros(len(alone))
    left = np.ones(len(alone), dtype=np.bool_)
    kept: list[int] = []
    while len(kept) < most:
        score = _SCORE_BY[rule](alone, least, total / len(kept), redundancy / len(kept)) if kept else alone
        best = score[left].max()
        if best <= TIE and len(kept) >= min_features:
            break
        taken = int(np.flatnonzero(left & (score >= best - TIE))[0])
        kept.append(taken)
        left[taken] = False
        least = np.minimum(least, beyond[:, taken])
        total += beyond[:, taken]
        redundancy += information.between[:, taken]
    return kept
