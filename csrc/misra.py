"""Check what runs on devices against MISRA C:2012 with cppcheck: docs/misra.md must explain each deviation.

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
ON_DEVICES = ("runtime", "integer", "planner")
# INT_MAX is of the system's headers, which are not read; bytes.h refuses to go on without it.
COMMAND = [
    "cppcheck", "--std=c99", "--force", "--enable=warning,performance,portability", "--addon=misra",
    "-Icsrc/include", "-DINT_MAX=2147483647",
    "--quiet", "--template={file}:{line}: {id}",
]  # fmt: skip


def findings(sources: list[str]) -> list[str]:
    """Return lines ``file:line: rule``, each once."""
    run = subprocess.run([*COMMAND, *sources], cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(set(run.stderr.splitlines()))


def explained() -> set[str]:
    """Return the rules that docs/misra.md gives a reason for: the first column of its table."""
    text = (ROOT / "docs" / "misra.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| (\d+\.\d+) \|", text, flags=re.M))


def main() -> int:
    """Print how often each rule is deviated from; return 1 if one is not explained, or is for nothing."""
    paths = sorted(path for part in ON_DEVICES for path in (ROOT / "csrc" / part).glob("*.c"))
    sources = [path.relative_to(ROOT).as_posix() for path in paths]
    found = findings(sources)
    rules = Counter(line.rpartition("misra-c2012-")[2] for line in found if "misra-c2012-" in line)
    known = explained()
    bad = [line for line in found if "misra-c2012-" not in line or line.rpartition("-")[2] not in known]
    for rule, count in sorted(rules.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        print(f"rule {rule}: {count}")
    idle = sorted(known - rules.keys())
    for rule in idle:
        print(f"rule {rule} is explained in docs/misra.md, but nothing deviates from it", file=sys.stderr)
    for line in bad:
        print(f"{line}: not explained in docs/misra.md", file=sys.stderr)
    total = f"{sum(rules.values())} deviations from {len(rules)} rules"
    print(f"{len(sources)} files, {total}, {len(bad)} unexplained")
    return 1 if bad or idle else 0


if __name__ == "__main__":
    sys.exit(main())
