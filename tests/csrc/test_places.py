"""The C library in others' build systems, as far as they can be had here, and its header for C++17.

Zephyr, ESP-IDF and vcpkg are not here: CMake runs their folders with stand-ins for the functions they call.
Of a CMSIS-Pack the parts are compared with what the folder holds. Only `make places` builds; else the header
for C++ alone is tried.
"""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
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


# What Zephyr's CMake package and kernel do, of what the sample calls: prj.conf and the defaults of Kconfig.
ZEPHYR_PACKAGE = """
project(stand_in LANGUAGES C)
{functions}
{defaults}
file(STRINGS ${{CMAKE_SOURCE_DIR}}/prj.conf lines)
foreach(line ${{lines}})
  string(REGEX MATCH "^(CONFIG_[A-Z0-9_]+)=(.*)$" given ${{line}})
  set(${{CMAKE_MATCH_1}} ${{CMAKE_MATCH_2}})
endforeach()
foreach(folder ${{ZEPHYR_EXTRA_MODULES}})
  add_subdirectory(${{folder}} module)
endforeach()
add_executable(app)
target_include_directories(app PRIVATE {headers})
target_link_libraries(app module)
target_compile_options(app PRIVATE -Wall -Wextra -Werror)
"""
KERNEL = """
#define ARG_UNUSED(x) (void)(x)
#define K_SECONDS(n) (n)
static inline void k_sleep(int seconds) { ARG_UNUSED(seconds); }
"""


@BUILDS
def test_the_sample_for_zephyr_runs_with_stand_ins(places: Path, tmp_path: Path) -> None:
    need("cmake", "cc")
    (tmp_path / "zephyr/sys").mkdir(parents=True)
    (tmp_path / "zephyr/kernel.h").write_text(KERNEL)
    (tmp_path / "zephyr/sys/printk.h").write_text("#include <stdio.h>\n#define printk printf\n")
    kconfig = (places / "zephyr/ifc2f/zephyr/Kconfig").read_text()
    by_default = re.findall(r"config (\w+)\n\tbool .*\n\tdefault y", kconfig)
    assert by_default
    package = ZEPHYR_PACKAGE.format(
        functions=ZEPHYR, defaults="\n".join(f"set(CONFIG_{name} y)" for name in by_default), headers=tmp_path
    )
    (tmp_path / "ZephyrConfig.cmake").write_text(package)
    sample = places / "zephyr/ifc2f/samples/one_sensor"
    run("cmake", "-S", sample, "-B", tmp_path / "build", f"-DZephyr_DIR={tmp_path}")
    run("cmake", "--build", tmp_path / "build")
    said = run(tmp_path / "build/app").splitlines()
    assert said == ["class 1, 89 percent, after 1 reading", "class 0, 18 percent, after 1 reading"] * 2
    promised = re.findall(r'- "(.*)"', (sample / "sample.yaml").read_text())
    assert promised == said[:2]
    unknown = set(re.findall(r"CONFIG_(\w+)", (sample / "prj.conf").read_text()))
    assert unknown <= set(re.findall(r"config (\w+)", kconfig))


# What vcpkg's scripts do, of what the port calls.
VCPKG = """
set(built ${CMAKE_CURRENT_LIST_DIR}/build)
set(CURRENT_PACKAGES_DIR ${CMAKE_CURRENT_LIST_DIR}/packages)
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(GIVEN "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  run(cmake -S ${GIVEN_SOURCE_PATH} -B ${built} ${GIVEN_OPTIONS})
endfunction()
function(vcpkg_cmake_install)
  run(cmake --build ${built})
  run(cmake --install ${built} --prefix ${CURRENT_PACKAGES_DIR})
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(GIVEN "" "CONFIG_PATH" "" ${ARGN})
  file(RENAME ${CURRENT_PACKAGES_DIR}/${GIVEN_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share)
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(GIVEN "" "" "FILE_LIST" ${ARGN})
  file(COPY ${GIVEN_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR})
endfunction()
"""


@BUILDS
def test_the_port_of_vcpkg_installs_with_stand_ins(places: Path, tmp_path: Path) -> None:
    need("cmake", "cc")
    port = places / "vcpkg/ifc2f"
    assert json.loads((port / "vcpkg.json").read_text())["version"] == ifc2f.__version__
    (tmp_path / "port.cmake").write_text(f"{VCPKG}\ninclude({port / 'portfile.cmake'})\n")
    run("cmake", "-P", tmp_path / "port.cmake")
    packages = tmp_path / "packages"
    assert {"LICENSE", "include", "lib", "share"} == {path.name for path in packages.iterdir()}
    assert (packages / "share/ifc2fConfig.cmake").is_file()


@BUILDS
def test_conan_creates_its_package_and_a_program_that_uses_it(places: Path, tmp_path: Path) -> None:
    conan = Path(sys.executable).with_name("conan")
    if not conan.is_file():
        pytest.skip("needs Conan 2: pip install conan")
    need("cmake", "cc")
    environment = {**os.environ, "CONAN_HOME": str(tmp_path)}
    run(conan, "profile", "detect", env=environment)
    choices = ["-o", "&:exact=False", "-o", "&:plan=False"]
    for more in ([], choices):
        run(conan, "create", places / "conan/ifc2f", *more, env=environment)


@BUILDS
def test_the_crate_passes_its_tests(places: Path, tmp_path: Path) -> None:
    need("cargo", "cc")
    environment = {**os.environ, "CARGO_TARGET_DIR": str(tmp_path)}
    run("cargo", "test", "--offline", cwd=places / "rust/ifc2f", env=environment)


@BUILDS
def test_each_component_of_the_pack_compiles_from_its_files(places: Path, tmp_path: Path) -> None:
    need("cc")
    pack = places / "cmsis-pack/ifc2f"
    package = ET.parse(pack / "ifc2f.ifc2f.pdsc").getroot()
    assert (package.findtext("vendor"), package.findtext("name")) == ("ifc2f", "ifc2f")  # as the file's name
    components = package.findall("components/component")
    versions = {one.get("version") or one.get("Cversion") for one in [*package.find("releases"), *components]}
    assert versions == {ifc2f.__version__}
    assert {one.get("condition") for one in components} - {None} == {
        one.get("id") for one in package.findall("conditions/condition")
    }
    named = [file.get("name", "") for one in components for file in one.findall("files/file")]
    sources = {path.relative_to(pack).as_posix() for path in (pack / "src").iterdir()}
    assert set(named) == sources
    assert (pack / (package.findtext("license") or "")).is_file()
    for component in components:
        for file in component.findall("files/file[@category='sourceC']"):
            run("cc", "-std=c99", *STRICT, "-c", pack / file.get("name", ""), "-o", tmp_path / "built.o")


# MicroPython's sources: those of Debian, by `apt-get source micropython`, or of a release.
MICROPYTHON = os.environ.get("IFC2F_MICROPYTHON", "")
LEFT_OUT = ("PY_FFI", "PY_SSL", "SSL_MBEDTLS", "PY_BTREE", "VFS_LFS1", "VFS_LFS2")  # need other sources
SCRIPT = """
import gc
import ifc2f

with open("one_sensor.ifc2f", "rb") as file:
    model = ifc2f.Model(file.read())
print(model.n_features(), model.n_classes(), model.column(0))
for reading in (700, 100, None):
    session = ifc2f.Session(model)
    while (feature := session.next()) is not None:
        if reading is None:
            session.missing(feature, True)
        else:
            session.answer(feature, reading)
    print(session.decide(), "%.2f %.2f" % (session.posterior()[1], session.cost()))
session.restart()
session.answer(0, 700)
session.retract(0)
print(session.next(), "%.2f" % session.posterior()[1])
for wrong in (
    lambda: ifc2f.Model(b"1234"),
    lambda: ifc2f.Model(bytearray(200)),
    lambda: ifc2f.Session(3),
    lambda: session.answer(5, 1),
    lambda: session.answer(-1, 1),
    lambda: session.answer(0, float("inf")),
    lambda: model.column(1),
):
    try:
        wrong()
        print("accepted")
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
many = [ifc2f.Session(ifc2f.Model(open("one_sensor.ifc2f", "rb").read())) for _ in range(200)]
gc.collect()
others = [bytearray(2000) for _ in range(200)]
print(all(one.next() == 0 for one in many))  # nothing that a session needs was collected
"""
SCRIPT_SAID = """1 2 0
1 0.89 0.01
0 0.18 0.01
0 0.50 0.01
0 0.50
ValueError
TypeError
TypeError
ValueError
ValueError
ValueError
ValueError
True
"""


@BUILDS
def test_micropython_imports_the_module(places: Path, tmp_path: Path) -> None:
    if not MICROPYTHON:
        pytest.skip("needs MicroPython's sources (apt-get source micropython); IFC2F_MICROPYTHON names them")
    need("cc")
    options = [f"MICROPY_{name}=0" for name in LEFT_OUT]
    options += [f"BUILD={tmp_path / 'build'}", "FROZEN_MANIFEST=", "VARIANT=standard"]
    run("make", "-C", f"{MICROPYTHON}/ports/unix", *options, f"USER_C_MODULES={places / 'micropython'}")
    (tmp_path / "try.py").write_text(SCRIPT)
    (tmp_path / "one_sensor.ifc2f").write_bytes((places / "rust/ifc2f/tests/one_sensor.ifc2f").read_bytes())
    assert run(tmp_path / "build/micropython", "-X", "heapsize=4m", "try.py", cwd=tmp_path) == SCRIPT_SAID


@BUILDS
def test_cmake_takes_the_module_of_micropython(places: Path, program: Path, tmp_path: Path) -> None:
    """What it is given to compile is there, and its headers are found: the target is what a port links."""
    need("cmake", "cc", "c++")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user LANGUAGES C CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        "add_library(usermod INTERFACE)\n"
        f"include({places / 'micropython/ifc2f/micropython.cmake'})\n"
        "get_target_property(sources usermod_ifc2f INTERFACE_SOURCES)\n"
        'list(FILTER sources EXCLUDE REGEX "modifc2f.c")\n'  # which needs MicroPython's headers
        "set_target_properties(usermod_ifc2f PROPERTIES INTERFACE_SOURCES ${sources})\n"
        f"add_executable(user {program / 'main.cpp'})\ntarget_link_libraries(user usermod)\n"
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
