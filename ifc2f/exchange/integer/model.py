"""The bytes of an integer model, and the runtime's view of them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.acquisition import Acquisition
from ifc2f.core.errors import ModelError, check, status_text
from ifc2f.core.kernels import Float32, Int32, pointer

__all__ = ["IntegerModel"]

MAGIC = b"\x89IFC2I\r\n"
VERSION = 3
THRESHOLDS, VECTORS, GRAPH = 0, 1, 2
KINDS = ("thresholds", "vectors", "graph")
WIDE_TABLES, WIDE_SETS = 1, 2
NO_BUDGET = 2**32 - 1
HEADER = struct.Struct("<HBBIIHHIII4I2i")  # after the magic number
RECORD, GRAPH_RECORD, NODE = struct.Struct("<HBB5H"), struct.Struct("<HBB"), struct.Struct("<4Hi")
BUDGET_AT = 24


class IntegerModel:
    """A model in whole numbers, and the runtime's view of it.

    Parameters
    ----------
    data : bytes
        As :func:`to_integer` makes them.
    scales : ndarray of float32, optional
        Raw units in one unit of the values of each feature of the model that it was made from, 0 for a
        categorical one: what readings are, which the bytes do not say. Default: 1.
    cost_scale : float, default=1
        Units of the device's costs in one unit of the costs that it was made from.
    features : sequence of int, length K, optional
        What its features are in the model that it was made from. Default: the same ones.

    Raises
    ------
    ModelError
        If they are not an integer model or are damaged.
    """

    def __init__(
        self,
        data: bytes,
        scales: Float32 | None = None,
        cost_scale: float = 1.0,
        features: Sequence[int] | None = None,
    ) -> None:
        self._bytes = bytes(data)
        self._buffer = ffi.from_buffer(self._bytes)
        self.c_model = ffi.new("ifc2f_int_model *")
        status = lib.ifc2f_int_open(self.c_model, self._buffer, len(self._bytes))
        if status < 0:
            raise ModelError(status_text(status))
        self.scales = np.ones(self.n_features, dtype=np.float32) if scales is None else scales
        self.cost_scale = cost_scale
        self.features = np.array(range(self.n_features) if features is None else features, dtype=np.int32)

    def to_bytes(self) -> bytes:
        """Return the bytes of the model."""
        return self._bytes

    @property
    def n_features(self) -> int:
        """Number of features, K."""
        return int(self.c_model.n_features)

    @property
    def n_classes(self) -> int:
        """Number of classes, L."""
        return int(self.c_model.n_classes)

    @property
    def policy(self) -> str:
        """What decides which feature to acquire next: "ordered" or "graph"."""
        return "graph" if self.c_model.kind == GRAPH else "ordered"

    @property
    def kind(self) -> str:
        """What follows the policy on the device: "thresholds", "vectors" or "graph"."""
        return KINDS[self.c_model.kind]

    @property
    def id(self) -> int:
        """The checksum, which identifies the model."""
        return int(self.c_model.crc)

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""
        return int(lib.ifc2f_int_session_bytes(self.c_model))

    def classify(self, readings: Int32, budget: int | None = None) -> Acquisition:
        """Classify rows of readings, each in a session of its own, with the code that a device runs.

        Parameters
        ----------
        readings : ndarray of int32, shape (n, K)
            In raw units, categories by their index; ``NO_READING`` for a value that is not there.
        budget : int, optional
            In the device's units; default: the model's.

        Returns
        -------
        Acquisition
            With class indices, and `order` by features, not columns.

        Raises
        ------
        ValueError
            If the readings are not such a matrix of int32.
        """
        n, K, L = len(readings), self.n_features, self.n_classes
        if readings.shape != (n, K) or readings.dtype != np.int32:
            raise ValueError(
                f"readings must be int32 of shape (n, {K}), not {readings.dtype} of shape {readings.shape}"
            )
        label, order = np.empty(n, np.int32), np.full((n, max(K, 1)), -1, np.int32)
        posterior, cost = np.empty((n, L), np.uint16), np.empty(n, np.uint32)
        limit = struct.unpack_from("<I", self._bytes, BUDGET_AT)[0] if budget is None else budget
        memory = ffi.new("uint32_t[]", self.session_bytes // 4)
        check(
            lib.ifc2f_int_classify(
                self.c_model,
                pointer(np.ascontiguousarray(readings)),
                n,
                limit,
                memory,
                self.session_bytes,
                pointer(label),
                pointer(posterior),
                pointer(cost),
                pointer(order),
            )
        )
        return Acquisition(
            label=label,
            posterior=posterior.astype(np.float32) / np.float32(65535),
            n_features=(order >= 0).sum(axis=1).astype(np.int32),
            cost=(cost / self.cost_scale).astype(np.float32),
            order=order,
        )
