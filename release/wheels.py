"""Build the source archive and the wheels for this machine, check them, and try them where nothing compiles.

Run by ``make wheels``. One wheel serves every Python from 3.10 (limited ABI); a Python without the
interpreter lock needs its own. A wheel is repaired to the oldest system it runs on, audited, and installed in
a new environment for each Python found, outside of this folder, with no program on the path but its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent  # the environment with the extra `release`
OUTPUT = ROOT / "build" / "wheels"
MOST_BYTES = 1_350_000  # what the wheel may take: code grows, what does not belong into a wheel is larger
MOST_BYTES_OF_CORE = 220_000  # of these the compiled core, which has 200,000: debug information would show
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "-qq")

Output = subprocess.CompletedProcess


@dataclass(frozen=True)
class Interpreter:
    """A Python of this machine."""

    path: str
    version: tuple[int, int]
    free_threaded: bool

    @property
    def name(self) -> str:
        """The version, with t where there is no interpreter lock."""
        return f"{self.version[0]}.{self.version[1]}{'t' * self.free_threaded}"


def run(*command: str | Path, **options: object) -> str:
    """Run a program and return what it prints; show all of that if it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def interpreters() -> list[Interpreter]:
    """Return one Python of each version from 3.10 that can make environments, the oldest first."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep) if folder]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    paths = [
        path
        for folder in folders
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if re.fullmatch(r"python3\.\d+t?", path.name)
    ]
    ask = (
        "import ensurepip, sys, sysconfig, venv;"
        "print(*sys.version_info[:2], int(bool(sysconfig.get_config_var('Py_GIL_DISABLED'))))"
    )
    found: dict[str, Interpreter] = {}
    for path in [Path(sys.executable), *paths]:
        answer = subprocess.run([path, "-I", "-c", ask], capture_output=True, text=True)
        if answer.returncode == 0:
            major, minor, free = map(int, answer.stdout.split())
            one = Interpreter(str(path), (major, minor), bool(free))
            if one.version >= (3, 10):
                found.setdefault(one.name, one)
    return sorted(found.values(), key=lambda one: (one.free_threaded, one.version))


def build(pythons: list[Interpreter]) -> dict[bool, list[Path]]:
    """Return the repaired wheels, those for Pythons without interpreter lock under True."""
    run(TOOLS / "python", "-m", "build", "--sdist", "-o", OUTPUT, ROOT)
    (archive,) = OUTPUT.glob("*.tar.gz")
    limited = [one for one in pythons if not one.free_threaded][:1]
    made: dict[bool, list[Path]] = {False: [], True: []}
    for one in limited + [one for one in pythons if one.free_threaded]:
        raw = OUTPUT / f"built-{one.name}"
        run(one.path, *PIP, "wheel", "--no-deps", "-w", raw, archive)
        (wheel,) = raw.glob("*.whl")
        if sys.platform == "linux":
            tools = os.environ | {
                "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
            }  # auditwheel asks for patchelf
            run(TOOLS / "auditwheel", "repair", "-w", raw / "repaired", wheel, env=tools)
            (wheel,) = (raw / "repaired").glob("*.whl")
        if not one.free_threaded:
            assert "-cp310-abi3-" in wheel.name, f"{wheel.name} is for one version of Python only"
            run(TOOLS / "abi3audit", "--strict", wheel)
        made[one.free_threaded].append(Path(shutil.copy(wheel, OUTPUT)))
        shutil.rmtree(raw)
    return made


def check_size(wheel: Path) -> None:
    """Print what takes the bytes of a wheel, and refuse one too large or with what is not for users."""
    parts: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            assert not entry.filename.endswith((".c", ".h", ".ts")), f"{entry.filename} is in the wheel"
            parts[f"{entry.filename.split('/')[0]}/*{Path(entry.filename).suffix}"] += entry.compress_size
            is_core = entry.filename.startswith("ifc2f/_core.")
            assert entry.compress_size <= MOST_BYTES_OF_CORE or not is_core, f"{entry.filename} is too large"
    n_bytes = wheel.stat().st_size
    print(f"{wheel.name}: {n_bytes / 1000:.0f} KB")
    for part, size in parts.most_common(6):
        print(f"  {size / 1000:6.1f} KB  {part}")
    assert n_bytes <= MOST_BYTES, f"{wheel.name} takes {n_bytes} bytes, more than {MOST_BYTES}"


def normal(name: str) -> str:
    """Return a distribution's name in the form by which they are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def of_extras(wheel: Path) -> set[str]:
    """Return the distributions that only extras ask for."""
    with zipfile.ZipFile(wheel) as archive:
        (path,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        text = archive.read(path).decode()
    asked = re.findall(r"^Requires-Dist: ([\w.-]+)(.*)$", text, flags=re.M)
    core = {normal(name) for name, marker in asked if "extra ==" not in marker}
    return {normal(name) for name, _ in asked} - core - {"ifc2f"}


def try_wheel(wheel: Path, one: Interpreter) -> None:
    """Install a wheel in a new environment and use it, with no compiler to be found."""
    with tempfile.TemporaryDirectory() as folder:
        away = Path(folder).resolve()
        run(one.path, "-m", "venv", away / "venv")
        programs = away / "venv" / ("Scripts" if os.name == "nt" else "bin")
        alone = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CONDA"))
        }
        alone |= {"PATH": str(programs), "CC": "no-compiler", "CXX": "no-compiler"}
        assert not any(
            shutil.which(name, path=str(programs)) for name in ("cc", "gcc", "clang", "cl", "make")
        )
        python = programs / Path("python")
        run(python, *PIP, "install", "--only-binary", ":all:", wheel, env=alone, cwd=away)
        listed = run(python, *PIP[:-1], "list", "--format=freeze", env=alone, cwd=away).split()
        installed = {normal(line.split("==")[0]) for line in listed}
        extra = of_extras(wheel) & installed
        assert not extra, f"installing the core brought {', '.join(sorted(extra))}, of the extras"
        (away / "dist").mkdir()
        shutil.copy(wheel, away / "dist")
        shutil.copy(ROOT / "tests" / "wheel_smoke.py", away)
        shutil.copytree(ROOT / "tests" / "golden", away / "golden")
        smoke = run(python, "-I", away / "wheel_smoke.py", env=alone, cwd=away).splitlines()
        run(programs / "ifc2f", "doctor", env=alone, cwd=away)
        demo = run(programs / "ifc2f", "demo", env=alone, cwd=away)
        (in_short,) = [line.strip() for line in demo.splitlines() if line.strip().startswith("In short:")]
        print(
            f"Python {one.name}: {len(installed)} packages; {smoke[-2]}; doctor is content; demo: {in_short}"
        )


def main() -> None:
    """Build, check, try."""
    pythons = interpreters()
    print("Pythons:", ", ".join(one.name for one in pythons))
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)
    wheels = build(pythons)
    for wheel in (*wheels[False], *wheels[True]):
        check_size(wheel)
    for one in pythons:
        tags = f"cp{one.version[0]}{one.version[1]}t-" if one.free_threaded else "-abi3-"
        (wheel,) = [wheel for wheel in wheels[one.free_threaded] if tags in wheel.name]
        try_wheel(wheel, one)
    print(f"{len(list(OUTPUT.glob('*.whl')))} wheels and a source archive in {OUTPUT}")


if __name__ == "__main__":
    main()
