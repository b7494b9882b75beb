"""The memory that a model takes on a device, known before an export."""

from __future__ import annotations

from ifc2f.exchange.export import Export, export
from ifc2f.model import Model

__all__ = ["device_needs"]


def device_needs(model: Model) -> dict[str, Export | str]:
    """Return the model in floating point and in numbers of 8 bits, by target, or why it is refused."""
    needs: dict[str, Export | str] = {}
    for target in ("float32", "int8"):
        try:
            needs[target] = export(model, target, "model")
        except ValueError as error:
            needs[target] = str(error)
    return needs
