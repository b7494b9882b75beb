"""The host's side of the serial line: answers what a device asks for, one reading after the other.

The device is any pair of binary files, such as QEMU's standard input and output. A board on a serial port is
one file for both, which a program such as pyserial opens: ``SerialDevice(port, port)``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO


@dataclass(frozen=True)
class Decision:
    """What a device decided on, and what it asked for on the way."""

    label: int
    asked: list[int]


class SerialDevice:
    """A classifier on a serial line; ``main.c`` has the lines of the protocol."""

    def __init__(self, to: IO[bytes], back: IO[bytes]) -> None:
        self.to, self.back = to, back

    def say(self, line: str) -> str:
        """Send a line and return the one that comes back."""
        self.to.write(f"{line}\n".encode("ascii"))
        self.to.flush()
        said = self.back.readline().decode("ascii")
        if not said.endswith("\n"):
            raise ConnectionError(f"the device ended after {line!r}; its last words: {said!r}")
        return said.rstrip("\r\n")

    def classify(self, read: Callable[[int], int | None]) -> Decision:
        """Have the device decide on a case; `read` returns a feature's reading, or None if there is none."""
        said, asked = self.say("begin"), list[int]()
        while said.startswith("ask "):
            asked.append(int(said.removeprefix("ask ")))
            reading = read(asked[-1])
            said = self.say("missing" if reading is None else f"value {reading}")
        if not said.startswith("class "):
            raise ValueError(f"the device says {said!r}")
        return Decision(int(said.removeprefix("class ")), asked)
