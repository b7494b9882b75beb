"""What a page is made of: a script and a style that its policy names by their hashes, and a model's bytes."""

import base64
import gzip
import hashlib
import json
import re
import subprocess
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from models import planned
from page_jobs import FOLDER, followed, in_base64, job, models_of_all_kinds, random_changes
from strategies import plain_costs, random_network, random_problem
from tools import need

from ifc2f.model import Model
from ifc2f.page.assemble import MODULES, library, script

MOST_BYTES = 120_000  # without the model

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "\"'`&<>\\",
    "$title $${script} %s {name}",
    "<!--<script>",
    "\u202eright to left\u202c",
    "x" * 10_000,
]


class Elements(HTMLParser):
    """Collects a page's elements: (tag, attributes, text within)."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.found = []
        self.is_within = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append([tag, dict(attrs), ""])
        self.is_within = True

    def handle_endtag(self, tag):
        self.is_within = False

    def handle_data(self, data):
        if self.is_within:
            self.found[-1][2] += data

    def of(self, tag):
        """Return those of a tag."""
        return [(attributes, text) for name, attributes, text in self.found if name == tag]


@pytest.fixture(scope="module")
def model():
    return planned(random_problem(np.random.default_rng(5), 4))


def test_the_policy_has_the_hashes_of_the_scripts_and_the_style_and_allows_nothing_else(model):
    parts = Elements(model.to_page())
    scripts = {attributes.get("id", attributes.get("type")): text for attributes, text in parts.of("script")}
    assert set(scripts) == {"model", "script", "runtime", "module"}
    expanded = gzip.decompress(base64.b64decode(scripts["script"])).decode("utf-8")
    assert expanded == script()
    policy = next(a["content"] for a, _ in parts.of("meta") if "http-equiv" in a)
    ((_, style),) = parts.of("style")
    hashes = [hashlib.sha256(text.encode()).digest() for text in (scripts["module"], expanded, style)]
    loader, main, of_style = (f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
    assert policy == (
        f"default-src 'none'; script-src {loader} {main} 'wasm-unsafe-eval'; style-src {of_style}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert base64.b64decode(scripts["model"]) == model.to_bytes()
    runtime = gzip.decompress(base64.b64decode(scripts["runtime"]))
    assert runtime == (FOLDER / "ifc2f.wasm").read_bytes()
    assert f'"{hashlib.sha256(runtime).hexdigest()}"' in expanded


def test_a_page_names_no_address(model):
    text = re.sub(r"[A-Za-z0-9+/=]{60,}", "", model.to_page() + script())
    found = set(re.findall(r"\w+://[^\s\"'`]+", text))
    assert found == {"http://www.w3.org/2000/svg"}  # the name of SVG, which nothing asks for
    for way in (
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "sendBeacon",
        "localStorage",
        "await import(",
        "Worker(",
    ):
        assert way not in text


def test_a_page_is_small(model):
    assert len(model.to_page().encode()) - len(in_base64(model)) < MOST_BYTES


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_texts_of_a_model_are_not_in_the_markup_but_in_its_title(model, text):
    features = [{**entry, "question": text, "help": text} for entry in model.meta["features"]]
    named = model.with_meta({**model.meta, "title": text, "limits": text, "features": features})
    shown = named.to_page()
    parts = Elements(shown)
    plain = Elements(model.to_page())
    assert [tag for tag, *_ in parts.found] == [tag for tag, *_ in plain.found]
    assert shown.count(text) == (1 if re.fullmatch(r"[^<>&\"']+", text) else 0)
    assert base64.b64decode({a.get("id"): t for a, t in parts.of("script")}["model"]) == named.to_bytes()


def test_modules_import_those_before_them_and_say_so(model):
    seen = []
    for name in MODULES:
        text = (FOLDER / f"{name}.mjs").read_text(encoding="utf-8")
        used = re.findall(r'^(?:import|\} from) [^;]*"\./(\w+)\.mjs";', text, flags=re.M)
        assert set(used) <= set(seen), name
        seen.append(name)
    assert {path.stem for path in FOLDER.glob("*.mjs")} == {*MODULES, "loader"}


def test_the_modules_together_are_one_script(tmp_path):
    """In one scope no two may have the same name."""
    node = need("node")
    for name, text in (("page.mjs", script()), ("ifc2f.mjs", library())):
        (tmp_path / name).write_text(text, encoding="utf-8")
        subprocess.run([node, "--check", tmp_path / name], check=True)


def test_no_text_of_the_modules_goes_over_a_line_end():
    """A page's script has no indentation: a text in backticks that went on in a next line would lose some."""
    for name in MODULES:
        lines = (FOLDER / f"{name}.mjs").read_text("utf-8").splitlines()
        assert [line for line in lines if line.count("`") % 2] == []


def test_the_library_is_one_module_that_needs_nothing_else(tmp_path):
    rng = np.random.default_rng(1)
    models = models_of_all_kinds(rng, 5)
    cases = [(i, random_changes(rng, models[i], 8)) for i in range(5)]
    (tmp_path / "ifc2f.mjs").write_text(library(), encoding="utf-8")
    (tmp_path / "follow.mjs").write_text((FOLDER.parents[1] / "tests/page/follow.mjs").read_text("utf-8"))
    (tmp_path / "job.json").write_text(json.dumps(job(models, cases)))
    (tmp_path / "run.mjs").write_text(
        'import * as lib from "./ifc2f.mjs"; import { follow } from "./follow.mjs";'
        'import { readFileSync } from "node:fs";'
        'console.log(JSON.stringify(follow(lib, JSON.parse(readFileSync("job.json")))));'
    )
    done = subprocess.run([need("node"), "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [followed(models[i], changes) for i, changes in cases]


def test_a_model_that_kept_few_of_many_columns_makes_a_small_page():
    """A page has what the model has: of 1.3 million columns the numbers of those that were kept."""
    network = random_network(np.random.default_rng(8), 40)
    columns = np.linspace(0, 1_299_999, 40, dtype=int).tolist()
    features = [replace(feature, column=c) for feature, c in zip(network.features, columns, strict=True)]
    costs, mistakes = plain_costs([0.01] * 40), (1 - np.eye(2)).astype(np.float32)
    model = Model.build(replace(network, features=tuple(features)), costs, mistakes)
    assert model.columns[-1] == 1_299_999
    assert len(model.to_page()) < MOST_BYTES + 20_000
