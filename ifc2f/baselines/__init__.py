"""Rival methods: streaming feature selection and the two earlier instance-wise classifiers.

Selectors that see the columns one after the other, for use before a classifier (`with_neighbours` gives the
pipeline of the published comparisons): :class:`SAOLA`, :class:`OSFS`, :class:`FastOSFS`,
:class:`AlphaInvesting`, :class:`OFSDensity`, :class:`OFSA3M`. Classifiers that stop per instance:
:class:`ETANA`, :class:`FETANA`.

``exact=True`` follows the public implementations in what they do differently from what they mean to do; the
default does not. A new selector is a module here.

Imports: core, acquisition.
"""

from ifc2f.baselines._alpha_investing import AlphaInvesting
from ifc2f.baselines._etana import ETANA
from ifc2f.baselines._f_etana import FETANA
from ifc2f.baselines._fast_osfs import FastOSFS
from ifc2f.baselines._neighbours import NearestNeighbours, with_neighbours
from ifc2f.baselines._ofs_a3m import OFSA3M
from ifc2f.baselines._ofs_density import OFSDensity
from ifc2f.baselines._osfs import OSFS
from ifc2f.baselines._saola import SAOLA

__all__ = [
    "ETANA",
    "FETANA",
    "OFSA3M",
    "OSFS",
    "SAOLA",
    "AlphaInvesting",
    "FastOSFS",
    "NearestNeighbours",
    "OFSDensity",
    "with_neighbours",
]
