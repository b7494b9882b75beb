"""Opening in builds whose flags change results, which is refused, and with each kind of checksum."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools import need

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "-ffast-math",
    "-Ofast",
    "-funsafe-math-optimizations",
    "-fassociative-math -fno-signed-zeros -fno-trapping-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-ffp-contract=fast",
]
OPENS = """
#include "ifc2f.h"
#include <fenv.h>
#include <stdio.h>

uint32_t unit_for_crc(uint32_t crc, const uint8_t *bytes, uint32_t length)
{
    for (crc = ~crc; length > 0; --length) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
        }
    }
    return ~crc;
}

int main(int n_arguments, char **arguments)
{
    static unsigned char bytes[1 << 20];
    ifc2f_model model;
    FILE *file = n_arguments == 2 ? fopen(arguments[1], "rb") : NULL;
    const uint32_t length = file == NULL ? 0 : (uint32_t)fread(bytes, 1, sizeof bytes, file);
#ifdef UPWARD
    fesetround(FE_UPWARD);
#endif
    const int32_t status = ifc2f_open(&model, bytes, length);
    bytes[length / 2] ^= 1;
    printf("%d %d\\n", status, ifc2f_open(&model, bytes, length));
    return 0;
}
"""
OPENED, REFUSED = "0 -5\n", "-19 -19\n"  # the second time with damaged bytes
LEAST = [f"-DIFC2F_{part}=0" for part in ("EXACT", "GROUPS", "GRAPHS", "CHECKS", "BATCH")]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the runtime and a program that opens a model and prints the status."""
    folder = tmp_path_factory.mktemp("arithmetic")
    subprocess.run([sys.executable, ROOT / "csrc/amalgamate.py", folder], check=True)
    (folder / "opens.c").write_text(OPENS)
    return folder


def status_with(sources: Path, compiler: str, *flags: str) -> str:
    """Return what the program prints, or, if the compiler refuses the flags, what it says."""
    need(compiler)
    sources_ = [sources / "ifc2f.c", sources / "opens.c"]
    command = [compiler, "-std=c99", "-O2", *LEAST, *flags, *sources_, "-o", sources / "opens", "-lm"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return built.stderr
    return subprocess.run(
        [sources / "opens", ROOT / "tests/golden/coin.ifc2f"], capture_output=True, text=True, check=True
    ).stdout


def has_fused(compiler: str) -> bool:
    """Return whether the processor has fused multiply-add, without which contraction changes nothing."""
    told = subprocess.run(
        [compiler, "-march=native", "-dM", "-E", "-"], input="", capture_output=True, text=True, check=False
    ).stdout
    return "__FMA__" in told or "__ARM_FEATURE_FMA" in told


@pytest.mark.parametrize("compiler", ["cc", "clang"])
@pytest.mark.parametrize("flags", FLAGS)
def test_flags_that_change_results_are_refused(sources: Path, compiler: str, flags: str) -> None:
    need(compiler)
    told = status_with(sources, compiler, *flags.split(), *(["-march=native"] if has_fused(compiler) else []))
    if flags == "-ffp-contract=fast":  # GNU C follows the pragma of the sources
        assert told in ([OPENED] if compiler == "cc" or not has_fused(compiler) else [REFUSED])
    else:
        assert told == REFUSED or "compile without" in told


@pytest.mark.parametrize("compiler", ["cc", "clang"])
@pytest.mark.parametrize("flags", ["", "-Os", "-O0", "-fno-math-errno"])
def test_other_flags_open(sources: Path, compiler: str, flags: str) -> None:
    assert status_with(sources, compiler, *flags.split()) == OPENED


def test_another_rounding_mode_is_refused(sources: Path) -> None:
    assert status_with(sources, "cc", "-DUPWARD", "-frounding-math") == REFUSED


@pytest.mark.parametrize("choice", ["CRC_TABLE=0", "CRC_TABLE=16", "CRC_TABLE=256", "CRC=unit_for_crc"])
def test_each_kind_of_checksum_tells_whole_bytes_from_damaged_ones(sources: Path, choice: str) -> None:
    assert status_with(sources, "cc", f"-DIFC2F_{choice}") == OPENED
