"""Files for a device: a model's bytes, the same as a constant C array, and a header with its names.

A program compiled with the header knows features and classes by name, and by the model's id refuses any other
model: ``ifc2f_open_known(&model, NAME_model, NAME_BYTES, NAME_ID)``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ifc2f import __version__
from ifc2f._core import lib
from ifc2f.core.kernels import Float32
from ifc2f.exchange.asked import without_unasked
from ifc2f.exchange.c_names import IN_C, check_name, comment, enum
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.model import IntegerModel
from ifc2f.exchange.integer.readings import choose_scales, scale_text
from ifc2f.files import format as fmt
from ifc2f.files.meta import label_text
from ifc2f.model import Model
from ifc2f.network import Feature

__all__ = ["TARGETS", "Export", "export"]

BITS = {"int8": 8, "int16": 16, "float32": None}  # of whole numbers; None where numbers stay as they are
TARGETS = tuple(BITS)
BYTES_IN_A_LINE = 16
ALIGNED = "#ifdef __GNUC__\n__attribute__((aligned(4))) /* IFC2F_INTEGER_ALIGNED */\n#endif\n"


@dataclass(frozen=True, eq=False)
class Export:
    """A model made ready for a device.

    Attributes
    ----------
    model : Model
        The one it was made from; in floating point without what its graph never asks for.
    target : str
        One of `TARGETS`.
    name : str
        What names in C begin with.
    data : bytes
        The model's bytes on the device.
    integer : IntegerModel or None
        What the device opens, unless the target is float32.
    """

    model: Model
    target: str
    name: str
    data: bytes
    integer: IntegerModel | None

    @property
    def features(self) -> list[int]:
        """Features of `model` that the device has, in the order of their numbers there."""
        return list(range(self.model.n_features)) if self.integer is None else self.integer.features.tolist()

    @property
    def id(self) -> int:
        """The checksum of the bytes, which identifies the model."""
        return int.from_bytes(self.data[fmt.CRC_AT : fmt.CRC_AT + 4], "little")

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs on the device, in a build with nothing left out."""
        if self.integer is not None:
            return self.integer.session_bytes
        return int(lib.ifc2f_session_bytes(self.model.c_model))

    @property
    def least_session_bytes(self) -> int | None:
        """The same in floating point without exact inference; None where the policy needs that."""
        if self.integer is not None or self.model.policy == "adaptive":
            return None
        head = 32 if "GRAF" in self.model.policies else 24
        return (head + 16 * self.model.n_classes + 3 * self.model.n_features + 3) // 4 * 4

    @property
    def loses_with_missing(self) -> bool:
        """Whether a missing value can give other probabilities than on the host.

        In a graph, if no training row lacked it at that node; else, if several answers depend on it.
        """
        if self.integer is None:
            return False
        if self.integer.kind == "graph":
            return any(node.feature >= 0 and not node.own_missing for node in self.model.graph_nodes())
        parents = [feature.parent for feature in self.model.network.features]
        return any(parents.count(k) + (parent >= 0) > 1 for k, parent in enumerate(parents) if k in parents)

    def source(self, header: str) -> str:
        """Return the C file: the bytes as a constant; `header` is the name of the header."""
        rows = [self.data[i : i + BYTES_IN_A_LINE] for i in range(0, len(self.data), BYTES_IN_A_LINE)]
        lines = ",\n".join("    " + ", ".join(map(str, row)) for row in rows)
        return (
            f'{self._written()}\n#include "{header}"\n\n{ALIGNED if self.integer is not None else ""}'
            f"const uint8_t {self.name}_model[{self.name.upper()}_BYTES] = {{\n{lines},\n}};\n"
        )

    def header(self) -> str:
        """Return the header: sizes, the id, and enums of features, their categories, and classes."""
        upper, used = self.name.upper(), set[str]()
        sizes = {
            "BYTES": f"{len(self.data)},",
            "SESSION_BYTES": f"{self.session_bytes},",
            "N_FEATURES": f"{len(self.features)},",
            "N_CLASSES": f"{self.model.n_classes},",
        }
        if self.least_session_bytes is not None:
            sizes["LEAST_SESSION_BYTES"] = f"{self.least_session_bytes}, /* in builds with IFC2F_EXACT 0 */"
        used.update(f"{upper}_{word}" for word in ("H", "ID", "LEAST_SESSION_BYTES", *sizes))
        parts = [
            self._written(),
            f"#ifndef {upper}_H\n#define {upper}_H\n\n#include <stdint.h>\n",
            f"/* Of these very bytes: opening can demand it. */\n#define {upper}_ID 0x{self.id:08X}u\n",
            "enum {\n" + "".join(f"    {upper}_{word} = {n}\n" for word, n in sizes.items()) + "};\n",
        ]
        features = [(self.model.feature_names[k], self._reading(k)) for k in self.features]
        parts += enum(self.name, "feature", features, used)
        for k in self.features:
            feature = self.model.network.features[k]
            if feature.categorical and (self.integer is not None or _is_numbered(feature)):
                what, name = "value" if self.integer is None else "reading", self.model.feature_names[k]
                texts = feature.labels or [f"{value:g}" for value in feature.values]
                parts += enum(
                    self.name, f"{what} of {name}", [(f"{name}_{text}", "") for text in texts], used
                )
        classes = [(f"class_{label_text(label)}", "") for label in self.model.classes]
        parts += enum(self.name, "class", classes, used)
        declaration = f"extern const uint8_t {self.name}_model[{upper}_BYTES];"
        parts.append(IN_C.format(declaration) + "#endif\n")
        return "\n".join(parts)

    def _written(self) -> str:
        title = self.model.meta.get("title")
        about = f"{comment(str(title))}: " if title else ""
        part = "" if self.integer is None else f" (IFC2F_INTEGER_{self.integer.kind.upper()})"
        return (
            f"/* {about}{self.target} model for the C library of ifc2f, policy {self.model.policy}{part}.\n"
            f" * Written by ifc2f export {__version__}; do not edit. */"
        )

    def _reading(self, k: int) -> str:
        """Return what a reading of a feature is, for a comment."""
        unit = comment(str(self.model.meta["features"][k].get("unit") or ""))
        if self.integer is None:
            return f"in {unit}" if unit else ""
        if self.model.network.features[k].categorical:
            return "the number of its category"
        scale = float(self.integer.scales[k])
        return f"{'value' + (f' in {unit}' if unit else '')} times {scale_text(scale)}"


def _is_numbered(feature: Feature) -> bool:
    """Return whether a categorical feature's values are the numbers of named categories."""
    return feature.labels is not None and np.array_equal(feature.values, np.arange(feature.n_values))


def export(
    model: Model, target: str, name: str, scales: Float32 | None = None, vector_bits: int | None = None
) -> Export:
    """Make a model ready for a device.

    Parameters
    ----------
    model : Model
    target : {"int8", "int16", "float32"}
        What its numbers become. In float32 they stay as they are, and what is for people is left out.
    name : str
        What names in C begin with: a lower-case identifier.
    scales : ndarray of float32, shape (K,), optional
        Of readings, raw units in a unit; see :func:`ifc2f.exchange.integer.readings.choose_scales`.
    vector_bits : {8, 16}, optional
        Of alpha vectors; default: as the target says.

    Raises
    ------
    ValueError
        If the target cannot hold the model; the message says what to do.
    """
    check_name(name)
    if target not in BITS:
        raise ValueError(f"the target must be one of {', '.join(TARGETS)}, not {target!r}")
    bits = BITS[target]
    if bits is None:
        model = without_unasked(model) if model.policy == "graph" else model
        sections = fmt.decode(model.to_bytes())
        data = fmt.encode([(tag, content, True) for tag, content in sections.items() if tag != "META"])
        return Export(model, target, name, data, None)
    integer = to_integer(model, bits, vector_bits=vector_bits, scales=scales)
    return Export(model, target, name, integer.to_bytes(), integer)


def with_scales(model: Model, given: dict[int, float], matrix: Float32 | None) -> Float32:
    """Return scales for all features: those given, and for the others what suits their values."""
    scales = choose_scales(model, matrix)
    for k, scale in given.items():
        if model.network.features[k].categorical:
            raise ValueError(
                f"feature {model.feature_names[k]!r} is read by the number of its category, so it takes "
                "no scale"
            )
        if not (np.isfinite(np.float32(scale)) and np.float32(scale) > 0):
            raise ValueError(f"the scale of feature {model.feature_names[k]!r} must be above 0, not {scale}")
        scales[k] = scale
    return scales
