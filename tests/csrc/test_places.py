"""The C library in others' build systems, as far as they can be had here, and its header for C++17.

Zephyr and ESP-IDF are not here: CMake runs their folders with stand-ins for the functions they call. Only
`make places` builds; else the header for C++ alone is tried.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import need

import ifc2f

CSRC = Path(__file__).resolve().parents[2] / "csrc"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-ffp-contract=off"]
BUILDS = pytest.mark.skipif("IFC2F_PLACES" not in os.environ, reason="`make places` builds these")
PROGRAM = """
#include "ifc2f.hpp"
#include "model.h"

#include <array>
#include <cstdio>

// The class for a reading, or a status below 0.
static int classify(ifc2f::view<const std::uint8_t> bytes, float reading, float *posterior)
{
    const ifc2f::model model{bytes};
    std::array<std::uint32_t, 512> memory;
    ifc2f::session session{model, memory};
    while (const auto feature = session.next()) {
        if (!(reading < 0 ? session.missing(*feature) : session.answer(*feature, reading))) {
            return session.status();
        }
    }
    const auto label = session.status() == IFC2F_OK ? session.decide() : std::nullopt;
    float both[2] = {0, 0};
    if (session.posterior(both)) {
        *posterior = both[1];
    }
    float one[1];
    if (label && (session.posterior(one) || session.status() != IFC2F_ERR_MEMORY)) {
        return -99;
    }
    return label ? static_cast<int>(*label) : session.status();
}

int main()
{
    float posterior = -1.0f;
    for (const float reading : {700.0f, 100.0f, -1.0f}) {
        const int label = classify(model_bytes, reading, &posterior);
        std::printf("%d %.2f\\n", label, static_cast<double>(posterior));
    }
    const std::array<std::uint8_t, 4> damaged{1, 2, 3, 4};
    std::printf("%d\\n", classify(damaged, 0.0f, &posterior) == IFC2F_ERR_NOT_A_MODEL);
    const ifc2f::model model{model_bytes};
    std::uint32_t little[2];
    ifc2f::session session{model, little};
    const bool is_refused = session.status() == IFC2F_ERR_MEMORY;
    std::printf("%d %d\\n", is_refused, session.get() == nullptr && !session.next() && !session.decide());
}
"""
# P(high | reading) is 0.8 / 0.9 above 512, 0.2 / 1.1 below.
SAID = "1 0.89\n0 0.18\n0 0.50\n1\n1 1\n"


def run(*command: object, **options: object) -> str:
    """Run a command that must succeed and return its output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a program in C++ and the model of the Arduino library's example."""
    folder = tmp_path_factory.mktemp("places")
    sys.path.insert(0, str(CSRC / "package"))
    from make_arduino import c_array, one_sensor

    (folder / "model.h").write_text(c_array(one_sensor().to_bytes()))
    (folder / "main.cpp").write_text(PROGRAM)
    return folder


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all places."""
    folder = tmp_path_factory.mktemp("made")
    run(sys.executable, CSRC / "package/make_places.py", folder)
    return folder


def test_the_header_for_c_plus_plus_needs_no_exceptions(program: Path) -> None:
    need("cc", "c++")
    built = []
    for source in (CSRC / "runtime").glob("*.c"):
        built.append(program / f"{source.stem}.o")
        run("cc", "-std=c99", "-O0", f"-I{CSRC / 'include'}", "-c", source, "-o", built[-1])
    options = ["-std=c++17", "-fno-exceptions", "-fno-rtti", *STRICT, f"-I{CSRC / 'include'}", f"-I{program}"]
    run("c++", *options, program / "main.cpp", *built, "-o", program / "main")
    assert run(program / "main") == SAID


@BUILDS
def test_meson_takes_the_folder_as_a_subproject(places: Path, program: Path, tmp_path: Path) -> None:
    need("meson", "ninja", "cc", "c++")
    (tmp_path / "subprojects").mkdir()
    (tmp_path / "subprojects/ifc2f").symlink_to(places / "meson/ifc2f")
    (tmp_path / "meson.build").write_text(
        "project('user', 'c', 'cpp', default_options: ['cpp_std=c++17', 'werror=true', 'warning_level=3'])\n"
        "ifc2f = dependency('ifc2f', fallback: ['ifc2f', 'ifc2f_dep'])\n"
        f"executable('user', '{program / 'main.cpp'}', dependencies: ifc2f)\n"
    )
    run("meson", "setup", tmp_path / "build", tmp_path)
    run("meson", "compile", "-C", tmp_path / "build")
    assert run(tmp_path / "build/user") == SAID
    assert ifc2f.__version__ in (places / "meson/ifc2f/meson.build").read_text()


# What Zephyr's CMake package does, of what the module calls.
ZEPHYR = """
function(zephyr_library)
  add_library(module STATIC)
endfunction()
function(zephyr_include_directories)
  target_include_directories(module PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/${ARGV0})
endfunction()
function(zephyr_library_sources_ifdef choice)
  if(${${choice}})
    target_sources(module PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${ARGV1})
  endif()
endfunction()
function(zephyr_compile_definitions)
  target_compile_definitions(module PUBLIC ${ARGV})
endfunction()
"""
ESP_IDF = """
function(idf_component_register)
  cmake_parse_arguments(GIVEN "" "" "SRCS;INCLUDE_DIRS" ${ARGN})
  add_library(module STATIC ${GIVEN_SRCS})
  target_include_directories(module PUBLIC ${GIVEN_INCLUDE_DIRS})
endfunction()
"""


@BUILDS
@pytest.mark.parametrize(
    ("place", "functions", "chosen"),
    [
        ("zephyr", ZEPHYR, {"CONFIG_IFC2F", "CONFIG_IFC2F_FLOAT", "CONFIG_IFC2F_EXACT"}),
        ("zephyr", ZEPHYR, {"CONFIG_IFC2F", "CONFIG_IFC2F_FLOAT", "CONFIG_IFC2F_INTEGER"}),
        ("esp-idf", ESP_IDF, set()),
    ],
)
def test_folders_for_cmake_build_with_stand_ins(
    place: str, functions: str, chosen: set[str], places: Path, program: Path, tmp_path: Path
) -> None:
    need("cmake", "cc", "c++")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user LANGUAGES C CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        f"{functions}{''.join(f'set({choice} y){chr(10)}' for choice in sorted(chosen))}"
        f"add_subdirectory({places / place / 'ifc2f'} module)\n"
        f"add_executable(user {program / 'main.cpp'})\ntarget_link_libraries(user module)\n"
    )
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build")
    run("cmake", "--build", tmp_path / "build")
    assert run(tmp_path / "build/user") == SAID


def test_what_is_chosen_in_kconfig_is_what_cmake_asks_for() -> None:
    folder = CSRC / "package/zephyr"
    declared = {
        line.split()[1]
        for line in (folder / "zephyr/Kconfig").read_text().splitlines()
        if line.startswith("config ")
    }
    words = (folder / "CMakeLists.txt").read_text().replace("(", " ").replace(")", " ").split()
    asked = {word.removeprefix("CONFIG_") for word in words if word.startswith("CONFIG_")}
    assert asked - {"IFC2F=y"} == declared
