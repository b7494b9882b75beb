"""The library's types are those of what it does; the modules pass a type checker and are formatted."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from page_jobs import FOLDER
from tools import need

from ifc2f.page.assemble import library

ROOT = Path(__file__).parents[2]
MEMBER = re.compile(r"^  (?:readonly |get |async )?(\w+)[(:?]", flags=re.M)
FIELD = re.compile(r"^ +this\.(\w+) = ", flags=re.M)


def classes(text):
    """Return the bodies of a file's classes by name."""
    return dict(re.findall(r"^export class (\w+)[^{]*\{\n(.*?)^\}", text, flags=re.M | re.S))


def public(names):
    return {name for name in names if not name.startswith("_")} - {"constructor", "name"}


def test_the_types_name_what_the_classes_have_and_no_more():
    declared = classes((FOLDER / "ifc2f.d.mts").read_text(encoding="utf-8"))
    texts = [(FOLDER / f"{name}.mjs").read_text(encoding="utf-8") for name in ("core", "model", "session")]
    made = {name: body for text in texts for name, body in classes(text).items()}
    assert set(declared) == {"Ifc2fError", "Model", "Session"}
    for name, body in declared.items():
        found = public({*MEMBER.findall(made[name]), *FIELD.findall(made[name])})
        assert public(MEMBER.findall(body)) == found, name


PROGRAM = """
import * as declared from "./ifc2f.mjs";
import { Ifc2fError } from "%(folder)s/core.mjs";
import { Model } from "%(folder)s/model.mjs";
import { Session } from "%(folder)s/session.mjs";

export const error: typeof declared.Ifc2fError = Ifc2fError;
export const asModel = (model: Model): Omit<declared.Model, "adaptive"> => model;
export const asSession = (session: Session): Omit<declared.Session, "model" | "copy"> => session;
const session = new declared.Session(new declared.Model(new Uint8Array()), { budget: 3 });
const next: number | null = session.next();
session.answer(next ?? "name", "text");
// @ts-expect-error: a bin is a number
session.answerBin(0, "text");
"""


def test_the_modules_and_the_types_pass_the_type_checker(tmp_path):
    compiler = need("tsc")
    (tmp_path / "ifc2f.mjs").write_text(library(), encoding="utf-8")
    shutil.copy(FOLDER / "ifc2f.d.mts", tmp_path)
    (tmp_path / "use.mts").write_text(PROGRAM % {"folder": FOLDER})
    options = {
        **dict.fromkeys(("allowJs", "checkJs", "noEmit", "strict", "noUnusedLocals"), True),
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "bundler",
        "types": [],
        "lib": ["es2022", "dom", "dom.iterable"],  # what the browsers that docs/page.md names have
    }
    files = [str(FOLDER / "page.mjs"), "use.mts"]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    done = subprocess.run([compiler, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_modules_are_formatted():
    files = [
        *FOLDER.glob("*.mjs"),
        *FOLDER.glob("*.mts"),
        FOLDER / "page.css",
        *Path(__file__).parent.glob("*.mjs"),
    ]
    command = [need("prettier"), "--print-width", "120", "--check", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
