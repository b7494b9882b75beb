"""The two C files of a policy of any kind: names, sizes, and what a caller has to know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ifc2f import __version__
from ifc2f.core.kernels import Float32
from ifc2f.exchange.c_names import IN_C, comment, enum
from ifc2f.exchange.integer.readings import scale_text
from ifc2f.exchange.plain.tables import unsigned
from ifc2f.files.meta import label_text
from ifc2f.model import Model

__all__ = ["PlainC"]


@dataclass(frozen=True, eq=False)
class PlainC(ABC):
    """A policy as C files.

    Attributes
    ----------
    model : Model
    name : str
        What names in C begin with.
    scales : ndarray of float32, shape (K,)
        Raw units in a unit of each feature of the model.
    form : {"table", "code"}
    has_posterior : bool
        Whether there is a function for the probabilities of classes.
    """

    model: Model
    name: str
    scales: Float32
    form: str
    has_posterior: bool

    @property
    @abstractmethod
    def features(self) -> list[int]:
        """Features of the model that are asked for, in the order of their numbers in C."""

    @property
    @abstractmethod
    def n_steps(self) -> int:
        """Number of parts that the policy goes through."""

    @property
    @abstractmethod
    def step(self) -> str:
        """What such a part is called."""

    @property
    @abstractmethod
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""

    @abstractmethod
    def cuts(self) -> list[list[int]]:
        """Return for each of these features the readings from which answers part, ascending."""

    @abstractmethod
    def _sizes(self) -> dict[str, int]:
        """Return constants of the header besides the numbers of features and classes."""

    @abstractmethod
    def _title(self) -> str:
        """Return what the policy is, for a comment."""

    @abstractmethod
    def _api(self) -> str:
        """Return the types and functions that a caller uses."""

    @abstractmethod
    def _body(self) -> str:
        """Return tables and functions."""

    def header(self) -> str:
        """Return the header: sizes, enums of features, categories and classes, and the functions."""
        upper, used = self.name.upper(), set[str]()
        sizes = {"N_FEATURES": len(self.features), "N_CLASSES": self.model.n_classes, **self._sizes()}
        used.update(f"{upper}_{word}" for word in ("H", "MISSING", *sizes))
        parts = [
            self._about(),
            f"#ifndef {upper}_H\n#define {upper}_H\n\n#include <stdint.h>\n",
            f"/* A reading that is not there. */\n#define {upper}_MISSING INT32_MIN\n",
            "enum {\n" + "".join(f"    {upper}_{word} = {n},\n" for word, n in sizes.items()) + "};\n",
        ]
        names = self.model.feature_names
        parts += enum(self.name, "feature", [(names[k], self._reading(k)) for k in self.features], used)
        for k in self.features:
            feature = self.model.network.features[k]
            if feature.categorical:
                texts = feature.labels or [f"{value:g}" for value in feature.values]
                entries = [(f"{names[k]}_{text}", "") for text in texts]
                parts += enum(self.name, f"reading of {names[k]}", entries, used)
        classes = [(f"class_{label_text(label)}", "") for label in self.model.classes]
        parts += enum(self.name, "class", classes, used)
        parts.append(IN_C.format(self._api()) + "#endif\n")
        return "\n".join(parts)

    def source(self, header: str) -> str:
        """Return the C file; `header` is the name of the header."""
        return f'{self._about()}\n#include "{header}"\n\n{self._body()}'

    def _about(self) -> str:
        title = self.model.meta.get("title")
        about = f"{comment(str(title))}: " if title else ""
        return (
            f"/* {about}{self._title()}, without a runtime.\n"
            f" * Written by ifc2f export {__version__}; do not edit. */"
        )

    def _reading(self, k: int) -> str:
        """Return what a reading of a feature is, for a comment."""
        unit = comment(str(self.model.meta["features"][k].get("unit") or ""))
        if self.model.network.features[k].categorical:
            return "the number of its category"
        return (
            f"{'value' + (f' in {unit}' if unit else '')} times {scale_text(float(self.scales[k]))}, rounded"
        )

    def _words(self) -> dict[str, str]:
        """Return the words that complete the comments of functions."""
        return {
            "name": self.name,
            "upper": self.name.upper(),
            "class_type": unsigned(self.model.n_classes),
        }
