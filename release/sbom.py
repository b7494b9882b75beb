"""Write the bill of materials of an installation of the core, in CycloneDX: packages, and the C core.

``python release/sbom.py PYTHON OUTPUT``, by ``make sbom``: PYTHON is that of an environment with ifc2f and
what it needs. cyclonedx-py lists the packages; the C core is a component of its own, for vulnerabilities are
looked up by component, and each file has its SHA-256. The document is checked against CycloneDX's schema.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from ifc2f import __version__

ROOT = Path(__file__).resolve().parent.parent
SPECIFICATION = "1.6"
CSRC = ROOT / "csrc"


def c_core(version: str) -> dict[str, Any]:
    """Return the component of the C core with its files."""
    folders = ("base", "include", *(CSRC / "parts").read_text(encoding="utf-8").split())
    files = sorted(path for folder in folders for path in (CSRC / folder).glob("*.[ch]"))
    return {
        "type": "library",
        "bom-ref": "ifc2f-c-core",
        "name": "ifc2f-c-core",
        "version": version,
        "description": "runtime, planner and counting kernels in C99, part of ifc2f._core; no dependencies",
        "licenses": [{"license": {"id": "BSD-3-Clause"}}],
        "components": [
            {
                "type": "file",
                "bom-ref": path.relative_to(ROOT).as_posix(),
                "name": path.relative_to(ROOT).as_posix(),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
            }
            for path in files
        ],
    }


def main(python: str, output: str) -> None:
    """Write the bill, and refuse one that is not whole."""
    command = ["environment", "--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "library"]
    command += ["--spec-version", SPECIFICATION, "--output-reproducible", python]
    listed = subprocess.run(
        [Path(sys.executable).with_name("cyclonedx-py"), *command], check=True, capture_output=True
    )
    bill = json.loads(listed.stdout)
    package = bill["metadata"]["component"]
    package["version"] = __version__
    bill["components"].append(c_core(__version__))
    needs = next(one for one in bill["dependencies"] if one["ref"] == package["bom-ref"])
    needs["dependsOn"] = sorted([*needs.get("dependsOn", []), "ifc2f-c-core"])
    bill["dependencies"].append({"ref": "ifc2f-c-core"})
    text = json.dumps(bill, indent=2, sort_keys=True) + "\n"
    fault = JsonStrictValidator(SchemaVersion.from_version(SPECIFICATION)).validate_str(text)
    if fault is not None:
        sys.exit(f"the bill of materials breaks CycloneDX's schema: {fault}")
    names = {part["name"] for part in bill["components"]}
    missing = {"numpy", "scipy", "scikit-learn", "cffi", "ifc2f-c-core"} - names
    if missing:
        sys.exit(f"the bill of materials lacks {', '.join(sorted(missing))}")
    Path(output).write_text(text, encoding="utf-8")
    n_files = len(bill["components"][-1]["components"])
    print(f"{output}: valid, {len(names)} components, {n_files} files of the C core")
    print("  " + ", ".join(sorted(names)))


if __name__ == "__main__":
    main(*sys.argv[1:])
