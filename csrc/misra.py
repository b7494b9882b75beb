"""Check what runs on devices against MISRA C:2012 with cppcheck: docs/misra.md must explain each deviation.

Policies in plain C, which `make misra` writes to build/firmware/data, have a table of their own there.

The add-on tells rules by number only. A rule that is reported and not listed there ends the check with an
error, as does any finding of cppcheck's own, and a rule that is listed and not reported: a check that no
longer sees the code would find nothing.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = "\n## Generated C\n"
ON_DEVICES = ("runtime", "integer", "planner")
# INT_MAX is of the system's headers, which are not read; bytes.h refuses to go on without it.
COMMAND = [
    "cppcheck", "--std=c99", "--force", "--enable=warning,performance,portability", "--addon=misra",
    "-Icsrc/include", "-DINT_MAX=2147483647",
    "--quiet", "--template={file}:{line}: {id}",
]  # fmt: skip


def findings(paths: list[Path]) -> set[str]:
    """Return lines ``file:line: rule``, each once, of the files of one program."""
    sources = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    run = subprocess.run([*COMMAND, *sources], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stderr.splitlines())


def explained() -> tuple[set[str], set[str]]:
    """Return the rules that docs/misra.md gives a reason for, of the library and of generated C."""
    text = (ROOT / "docs" / "misra.md").read_text(encoding="utf-8")
    library, generated = text.split(GENERATED)
    row = re.compile(r"^\| (\d+\.\d+) \|", flags=re.M)
    return set(row.findall(library)), set(row.findall(generated))


def deviations(what: str, programs: list[list[Path]], known: set[str]) -> int:
    """Print how often each rule is deviated from; return how many are not explained, or are for nothing.

    Names must be unique within a program only, so each is checked by itself.
    """
    found = sorted(set().union(*map(findings, programs)))
    rules = Counter(line.rpartition("misra-c2012-")[2] for line in found if "misra-c2012-" in line)
    bad = [line for line in found if "misra-c2012-" not in line or line.rpartition("-")[2] not in known]
    for rule, count in sorted(rules.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        print(f"rule {rule}: {count}")
    idle = sorted(known - rules.keys())
    for rule in idle:
        print(f"rule {rule} is explained in docs/misra.md, but nothing deviates from it", file=sys.stderr)
    for line in bad:
        print(f"{line}: not explained in docs/misra.md", file=sys.stderr)
    total = f"{sum(rules.values())} deviations from {len(rules)} rules"
    print(f"{what}: {sum(map(len, programs))} files, {total}, {len(bad)} unexplained")
    return len(bad) + len(idle)


def main() -> int:
    """Check both; return 1 if anything is wrong."""
    library, generated = explained()
    written = list((ROOT / "build/firmware/data").glob("plain-*-random/policy.c"))
    on_devices = [path for part in ON_DEVICES for path in (ROOT / "csrc" / part).glob("*.c")]
    wrong = deviations("the library", [on_devices], library)
    wrong += deviations("generated C", [[path] for path in written], generated)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
