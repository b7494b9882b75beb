"""The C library as others take it: CMake and pkg-config, the amalgamation, the Arduino library."""

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from tools import need

import ifc2f

ROOT = Path(__file__).resolve().parents[2]
CSRC = ROOT / "csrc"
PARTS = (CSRC / "parts").read_text(encoding="utf-8").split()
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-ffp-contract=off"]
LEAST = ["EXACT", "GROUPS", "GRAPHS", "CHECKS", "BATCH", "TEXTS"]
INTEGER = ["INTEGER_THRESHOLDS", "INTEGER_VECTORS", "INTEGER_GRAPH", "INTEGER_WIDE"]
USE = """
#include "ifc2f.h"
#include "ifc2f_integer.h"
#include "ifc2f_plan.h"

int main()
{
    ifc2f_model model;
    ifc2f_int_model whole;
    const unsigned char no_model[32] = {0};
    return ifc2f_open(&model, no_model, 32) == IFC2F_ERR_NOT_A_MODEL && ifc2f_random(1, 2, 3) != 0 &&
           ifc2f_int_open(&whole, no_model, 32) != IFC2F_OK ? 0 : 1;
}
"""


def run(*command: object, **options: object) -> str:
    """Run a command that must succeed and return its output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


CHOSEN = {
    "full": {},
    "least": dict.fromkeys(LEAST, "OFF"),
    "integer": {**dict.fromkeys(INTEGER, "OFF"), "INTEGER_GRAPH": "ON", "INTEGER_ALIGNED": "ON"},
}


@pytest.mark.parametrize(
    "name", ["full", *(pytest.param(name, marks=pytest.mark.long) for name in ("least", "integer"))]
)
def test_cmake_installs_what_find_package_and_pkg_config_find(name, tmp_path):
    need("cmake", "cc", "c++", "pkg-config")
    options = [f"-DIFC2F_{choice}={value}" for choice, value in CHOSEN[name].items()]
    run("cmake", "-S", CSRC, "-B", tmp_path / "build", "-DCMAKE_BUILD_TYPE=Release", *options)
    run("cmake", "--build", tmp_path / "build")
    run("cmake", "--install", tmp_path / "build", "--prefix", tmp_path / "first")
    prefix = (tmp_path / "first").rename(tmp_path / "moved")  # what is installed knows no absolute place

    user = tmp_path / "user"
    user.mkdir()
    (user / "use.cpp").write_text(USE)
    (user / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user LANGUAGES C CXX)\n"
        f"find_package(ifc2f {ifc2f.__version__} REQUIRED)\n"
        "add_executable(use use.cpp)\ntarget_link_libraries(use ifc2f::ifc2f)\n"
    )
    run("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", user / "build")
    run(user / "build" / "use")

    package = next(prefix.rglob("ifc2f.pc"))
    environment = {**os.environ, "PKG_CONFIG_PATH": str(package.parent)}
    assert run("pkg-config", "--modversion", "ifc2f", env=environment).strip() == ifc2f.__version__
    flags = run("pkg-config", "--cflags", "--libs", "ifc2f", env=environment).split()
    defined = {f"-DIFC2F_{c}=0" for c, value in CHOSEN[name].items() if value == "OFF"}
    defined |= {"-DIFC2F_INTEGER_ALIGNED=1"} & {f"-DIFC2F_{c}=1" for c in CHOSEN[name]}
    assert {flag for flag in flags if flag.startswith("-D")} == defined
    (user / "use.c").write_text(USE.replace("main()", "main(void)"))
    run("cc", "-std=c99", *STRICT, user / "use.c", *flags, "-o", user / "by-pkg-config")
    run(user / "by-pkg-config")


def test_cmake_makes_code_for_a_place_of_its_own_on_bare_metal_only(tmp_path):
    need("cmake")
    compiler = need("cc")
    for system, is_shared in (("Generic", False), ("Linux", True)):
        (tmp_path / "tools.cmake").write_text(
            f"set(CMAKE_SYSTEM_NAME {system})\nset(CMAKE_C_COMPILER {compiler})\n"
            "set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n"
        )
        options = ["-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DCMAKE_TOOLCHAIN_FILE={tmp_path / 'tools.cmake'}"]
        run("cmake", "-S", CSRC, "-B", tmp_path / system, *options)
        commands = json.loads((tmp_path / system / "compile_commands.json").read_text())
        assert {" -fPIC " in one["command"] for one in commands} == {is_shared}


@pytest.mark.parametrize("defines", [[], [f"-DIFC2F_{part}=0" for part in LEAST]], ids=["full", "least"])
def test_the_amalgamation_has_only_symbols_of_its_prefix(defines, tmp_path):
    need("cc", "nm", "c++")
    run(sys.executable, CSRC / "amalgamate.py", tmp_path, "--prefix", "sensor")
    defines = [define.replace("IFC2F", "SENSOR") for define in defines]
    for source in tmp_path.glob("*.c"):
        built = source.with_suffix(".o")
        run("cc", "-std=c99", *STRICT, *defines, "-c", source, "-o", built)
        lines = run("nm", "--defined-only", "--extern-only", built).splitlines()
        assert lines
        assert [line for line in lines if not line.split()[-1].startswith("sensor_")] == []
    (tmp_path / "use.cpp").write_text(USE.replace("ifc2f", "sensor").replace("IFC2F", "SENSOR"))
    run("c++", "-std=c++17", *STRICT, "-c", tmp_path / "use.cpp", "-o", tmp_path / "use.o")
    objects = [tmp_path / f"{name}.o" for name in ("use", "sensor", "sensor_integer", "sensor_plan")]
    run("c++", *objects, "-o", tmp_path / "use")
    run(tmp_path / "use")


@pytest.mark.parametrize("compiler", ["cc", "clang"])
def test_every_choice_compiles_without_a_warning(compiler, tmp_path):
    need(compiler)
    run(sys.executable, CSRC / "amalgamate.py", tmp_path)
    floats = [
        {"EXACT": e, "GROUPS": n, "GRAPHS": g, "CHECKS": c, "TEXTS": n, "BATCH": g}
        for e, n, g, c in product((0, 1), repeat=4)
    ]
    kinds = [dict(zip(INTEGER[:3], values, strict=True)) for values in product((0, 1), repeat=3)]
    whole = [{**k, "INTEGER_WIDE": sum(k.values()) % 2, "INTEGER_ALIGNED": k[INTEGER[0]]} for k in kinds]
    for name, choices in (("ifc2f.c", floats), ("ifc2f_integer.c", whole)):
        for chosen in choices:
            if not chosen.get("CHECKS", 1) and chosen["EXACT"] + chosen["GROUPS"] > 0:
                continue  # refused by name
            defines = [f"-DIFC2F_{choice}={value}" for choice, value in chosen.items()]
            # GCC tells of unused functions only where it compiles.
            how = ["-fsyntax-only"] if compiler == "clang" else ["-c", "-o", tmp_path / "built.o"]
            run(compiler, "-std=c99", *STRICT, *defines, *how, tmp_path / name)


@pytest.mark.parametrize(
    "order", [[], ["-U__BYTE_ORDER__", "-U__ORDER_LITTLE_ENDIAN__"]], ids=["known", "unknown"]
)
def test_compilers_that_are_not_gnu_c_see_standard_c_only(order, tmp_path):
    need("cc")
    holds = {"float": "#define FLT_EVAL_METHOD 0\n", "limits": "#define INT_MAX 2147483647\n"}
    for header in ("float", "limits", "math", "stddef", "stdint", "string"):
        (tmp_path / f"{header}.h").write_text(holds.get(header, ""))
    other = ["-U__GNUC__", "-U__clang__", "-D__ARM_FEATURE_UNALIGNED=1", *order]
    include = [f"-I{tmp_path}", f"-I{CSRC / 'include'}"]
    for part in PARTS:
        sources = sorted((CSRC / part).glob("*.c"))
        text = run("cc", "-E", "-P", "-std=c99", *other, "-nostdinc", *include, *sources)
        assert re.search(r"\bi(fc)?2f_", text)
        assert re.findall(r"__builtin\w+|__attribute__|__asm__", text) == []


def test_processors_of_16_bits_are_refused_by_name(tmp_path):
    need("cc")
    run(sys.executable, CSRC / "amalgamate.py", tmp_path)
    as_on_avr = ["-D__INT_MAX__=32767", "-Wno-builtin-macro-redefined"]
    for source in tmp_path.glob("*.c"):
        command = ["cc", "-std=c99", *as_on_avr, "-fsyntax-only", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "needs a processor of 32 bits" in done.stderr, source.name


ARDUINO_H = """
#include <cstdio>
#include <cstdlib>
#include <stdint.h>
enum { A0 = 14 };
static struct serial {
    void begin(long) {}
    template <class T> void print(T x);
    template <class T> void println(T x) { print(x); std::printf("\\n"); }
} Serial;
template <> void serial::print(const char *x) { std::printf("%s", x); }
template <> void serial::print(int32_t x) { std::printf("%ld", (long)x); }
template <> void serial::print(float x) { std::printf("%.2f", (double)x); }
static int analogRead(int pin) { return pin == A0 ? 700 : 0; }
static void delay(int) { std::exit(0); }
"""
ARDUINO_MAIN = """
#include "Arduino.h"
#include "OneSensorAtATime.ino"
int main() { setup(); while (true) loop(); }
"""


def test_the_arduino_library_builds_and_its_example_runs(tmp_path):
    need("cc", "c++")
    library = tmp_path / "ifc2f"
    run(sys.executable, CSRC / "package" / "make_arduino.py", library)
    lines = (library / "library.properties").read_text().splitlines()
    properties = dict(line.split("=", 1) for line in lines)
    asked = "name version author maintainer sentence paragraph category url architectures"  # by Arduino
    assert set(asked.split()) <= properties.keys()
    manifest = json.loads((library / "library.json").read_text())
    assert manifest["version"] == properties["version"] == ifc2f.__version__
    assert sorted(manifest["headers"]) == sorted(header.name for header in (library / "src").glob("*.h"))
    assert (library / "LICENSE").is_file()
    # What has processors of 16 bits, which the sources refuse, is not offered.
    named = {*properties["architectures"].split(","), *manifest["platforms"]}
    assert {"samd", "esp32", "ststm32", "espressif32"} <= named
    assert not {"*", "avr", "megaavr", "atmelavr", "atmelmegaavr", "timsp430", "ststm8"} & named

    example = library / "examples" / "OneSensorAtATime"
    (tmp_path / "Arduino.h").write_text(ARDUINO_H)
    (tmp_path / "main.cpp").write_text(ARDUINO_MAIN)
    built = []
    for source in (library / "src").glob("*.c"):
        built.append(tmp_path / f"{source.stem}.o")
        run("cc", "-std=gnu99", *STRICT, "-c", source, "-o", built[-1])
    include = [f"-I{folder}" for folder in (tmp_path, library / "src", example)]
    run("c++", "-std=c++11", "-Wall", *include, tmp_path / "main.cpp", *built, "-o", tmp_path / "main")
    assert run(tmp_path / "main") == "class 1 after readings worth 0.01\n"
