"""Constants of generated C, in the smallest types that hold them; on 8-bit AVR they stay in flash."""

from __future__ import annotations

__all__ = ["array", "at", "constant", "read_in_flash", "signed", "unsigned"]

NUMBERS_IN_A_LINE = 16
READ = {"BYTE": "byte", "HALF": "word", "WORD": "dword"}  # AVR's names for 1, 2 and 4 bytes of flash


def unsigned(n: int) -> str:
    """Return the smallest unsigned type that holds 0 .. n."""
    return "uint8_t" if n <= 0xFF else "uint16_t"


def signed(numbers: list[int]) -> str:
    """Return the smallest signed type from 16 bits on that holds the numbers."""
    fits = all(-0x8000 <= n <= 0x7FFF for n in numbers)
    return "int16_t" if fits else "int32_t"


def at(array: str, kind: str, state: str = "at") -> str:
    """Return the expression for one of an array of constants."""
    word = {"8": "BYTE", "6": "HALF", "2": "WORD"}[kind.removesuffix("_t")[-1]]
    return f"{word}_AT(&{array}[{state}])"


def read_in_flash(code: str) -> str:
    """Return the macros that the code reads constants by: on 8-bit AVR these stay in flash."""
    used = {word: of_avr for word, of_avr in READ.items() if f"{word}_AT(" in code}
    on_avr = "".join(f"#define {word}_AT(at) pgm_read_{of_avr}(at)\n" for word, of_avr in used.items())
    elsewhere = "".join(f"#define {word}_AT(at) (*(at))\n" for word in used)
    return (
        "#if defined(__AVR__)\n#include <avr/pgmspace.h>\n#define IN_FLASH PROGMEM\n"
        f"{on_avr}#else\n#define IN_FLASH\n{elsewhere}#endif\n"
    )


def array(name: str, kind: str, numbers: list[int]) -> str:
    """Return the definition of an array of constants."""
    rows = [numbers[i : i + NUMBERS_IN_A_LINE] for i in range(0, len(numbers), NUMBERS_IN_A_LINE)]
    lines = ",\n".join("    " + ", ".join(constant(n) for n in row) for row in rows)
    return f"static const {kind} {name}[{len(numbers)}] IN_FLASH = {{\n{lines},\n}};\n"


def constant(n: int) -> str:
    """Return a number as C has it, the least of 32 bits too."""
    return "INT32_MIN" if n == -(2**31) else str(n)
