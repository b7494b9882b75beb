"""A reader of model files written from docs/format.md alone, in plain struct calls; and their repair."""

from __future__ import annotations

import itertools
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

HEADER_BYTES = 20
ENTRY_BYTES = 16
CRC_AT = 16


@dataclass(frozen=True)
class Section:
    """Where a section lies."""

    required: bool
    offset: int
    length: int


def directory(data: bytes) -> dict[str, Section]:
    """Return the sections of a file by tag."""
    (count,) = struct.unpack_from("<H", data, 10)
    found = {}
    for i in range(count):
        tag, flags, offset, length = struct.unpack_from("<4sIII", data, HEADER_BYTES + ENTRY_BYTES * i)
        found[tag.decode("ascii")] = Section(bool(flags), offset, length)
    return found


def content(data: bytes, tag: str) -> bytes:
    """Return the bytes of one section."""
    section = directory(data)[tag]
    return data[section.offset : section.offset + section.length]


def repaired(data: bytes) -> bytes:
    """Return the file with its total length and checksum made right."""
    body = bytearray(data)
    struct.pack_into("<I", body, 12, len(body))
    crc = zlib.crc32(body[CRC_AT + 4 :], zlib.crc32(body[:CRC_AT]))
    struct.pack_into("<I", body, CRC_AT, crc)
    return bytes(body)


def joined(sections: list[tuple[str, bytes, int]]) -> bytes:
    """Return a file of these sections (tag, content, flags)."""
    offset = HEADER_BYTES + ENTRY_BYTES * len(sections)
    entries, body = b"", b""
    for tag, payload, flags in sections:
        entries += struct.pack("<4sIII", tag.encode("ascii"), flags, offset, len(payload))
        body += payload + b"\0" * (-len(payload) % 4)
        offset += len(payload) + -len(payload) % 4
    return repaired(b"\x89IFC2F\r\n" + struct.pack("<HHII", 1, len(sections), 0, 0) + entries + body)


def split(data: bytes) -> list[tuple[str, bytes, int]]:
    """Return the sections of a file as `joined` takes them."""
    return [(tag, content(data, tag), int(section.required)) for tag, section in directory(data).items()]


@dataclass(frozen=True)
class Stage:
    """The alpha vectors of one stage: by the values of its index features, and a fallback if it has any."""

    index: tuple[int, ...]
    sets: dict[tuple[int, ...], NDArray[np.float64]]
    fallback: NDArray[np.float64] | None


def stages(data: bytes) -> list[Stage]:
    """Return the stages of a file's ordered policy; sets are arrays of shape (n, L)."""
    section = content(data, "ORDR")
    n_features, n_classes = struct.unpack_from("<II", content(data, "DIMS"))
    n_values = [struct.unpack_from("<H", content(data, "FEAT"), 32 * k + 2)[0] for k in range(n_features)]
    n_stages, n_sets, n_vectors, n_index = struct.unpack_from("<4I", section)
    records = [struct.unpack_from("<3I", section, 20 + 12 * k) for k in range(n_stages)]
    at = 20 + 12 * n_stages
    index = struct.unpack_from(f"<{n_index}H", section, at)
    at += (2 * n_index + 3) // 4 * 4
    starts = struct.unpack_from(f"<{n_sets + 1}I", section, at)
    at += 4 * (n_sets + 1)
    assert len(section) == at + 4 * n_vectors * n_classes
    vectors = np.frombuffer(section, dtype="<f4", offset=at).reshape(n_vectors, n_classes).astype(np.float64)
    found = []
    for first_set, first_index, n in records:
        features = index[first_index : first_index + n]
        assignments = list(itertools.product(*(range(n_values[f]) for f in features)))
        sets = {
            assignment: vectors[starts[first_set + i] : starts[first_set + i + 1]]
            for i, assignment in enumerate(assignments)
        }
        last = first_set + len(assignments)
        found.append(Stage(features, sets, vectors[starts[last] : starts[last + 1]] if n else None))
    return found
