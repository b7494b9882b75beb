"""Every example of the documentation is run as it stands; links within it lead somewhere."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
from models import planned
from strategies import random_problem
from tools import need

import ifc2f
from ifc2f import IFC2FClassifier, plots
from ifc2f.cli import main
from ifc2f.exchange.export import export
from ifc2f.exchange.integer.readings import choose_scales
from ifc2f.exchange.plain_c import plain_c
from ifc2f.page.assemble import library

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)


def blocks(page):
    """Return language and text of every fenced block of a page."""
    return FENCE.findall(page.read_text(encoding="utf-8"))


WITH_PYTHON = [page for page in PAGES if any(language == "python" for language, _ in blocks(page))]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_python_and_commands_of_a_page_run_in_their_order(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    variables: dict = {"__name__": page.stem}
    printed = ""
    for language, text in blocks(page):
        if language == "python":
            exec(compile(text, page.name, "exec"), variables)
            printed += capsys.readouterr().out
        elif language == "console":
            for line in text.splitlines():
                program, *words = shlex.split(line.removeprefix("$ "))
                assert program == "ifc2f"
                assert main(words) == 0, capsys.readouterr().err
    plt.close("all")
    said = re.findall(r"This prints `([^`]+)`", page.read_text(encoding="utf-8"))
    assert [text for text in said if text not in printed.splitlines()] == []


def test_c_of_all_pages_compiles(tmp_path):
    need("cc")
    model = planned(random_problem(np.random.default_rng(1), 3, shared=False))
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 200)
    graph = IFC2FClassifier(policy="graph").fit(y[:, None] + rng.normal(size=(200, 2)), y).model_
    found = [(page, text) for page in PAGES for language, text in blocks(page) if language == "c"]
    assert found
    for page, text in found:
        source = tmp_path / f"{page.stem}.c"
        source.write_text(text)
        is_plain = "fridge_state" in text
        header = (
            plain_c(graph, "fridge", choose_scales(graph)) if is_plain else export(model, "float32", "fridge")
        )
        (tmp_path / "fridge.h").write_text(header.header())
        flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wconversion", "-fsyntax-only"]
        subprocess.run(["cc", *flags, f"-I{ROOT / 'csrc/include'}", f"-I{tmp_path}", source], check=True)


def test_javascript_of_all_pages_runs(tmp_path):
    """With the demo model, which has the features that the pages name."""
    node = need("node")
    shutil.copy(ROOT / "gui/ifc2f_gui/demo.ifc2f", tmp_path / "model.ifc2f")
    (tmp_path / "ifc2f.mjs").write_text(library(), encoding="utf-8")
    found = [text for page in PAGES for language, text in blocks(page) if language == "javascript"]
    assert found
    for text in found:
        (tmp_path / "example.mjs").write_text(text, encoding="utf-8")
        done = subprocess.run([node, "example.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert re.match(r"(benign|malignant) Float32Array\(2\)", done.stdout)


def test_only_languages_that_are_tested_are_shown():
    kinds = {language for page in PAGES for language, _ in blocks(page)}
    assert kinds <= {"python", "console", "c", "javascript"}


def anchors(page):
    """Return what a link may name within a page: its headings, as words joined by hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.M)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if re.match(r"https?:|auto_examples/|generated/", target):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


GUIDES = [
    DOCS / "architecture.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "csrc" / "README.md",
]
FROM = (".", "ifc2f", "csrc", "csrc/runtime")  # a guide says which


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_files_and_folders_that_a_guide_names_exist(page):
    named = set(re.findall(r"`([\w./-]+(?:\.py|\.c|\.h|\.md|/))`", page.read_text(encoding="utf-8")))
    assert named
    lost = [name for name in named if not any((ROOT / folder / name).exists() for folder in FROM)]
    assert set(lost) <= {
        "x.h",
        "x.c",
        "plots/_name.py",
        "baselines/_name.py",
        "ifc2f.c",
    }  # patterns, and what is made


def test_extras_that_pages_install_are_the_package_s():
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = set(
        re.findall(r"^(\w+) = \[", listed[listed.index("[project.optional-dependencies]") :], flags=re.M)
    )
    pages = [ROOT / "README.md", *PAGES]
    named = {
        name
        for page in pages
        for some in re.findall(r"ifc2f\[([\w,]+)\]", page.read_text("utf-8"))
        for name in some.split(",")
    }
    assert "plot" in named
    assert named <= extras


EVERY_PAGE = sorted(
    {*ROOT.glob("*.md"), *PAGES, *ROOT.glob("*/README.md"), *(DOCS / "regulated").glob("*.md")}
)
IN_THE_TREE = re.compile(r"(?<![\w./-])((?:csrc|ifc2f|gui|tests|benchmarks|docs|release)/[\w./-]*\w)")
NOT_IN_THE_TREE = {
    "benchmarks/results",
    "benchmarks/results/report.md",
    "docs/evaluation",
    "ifc2f/unsaved",
}  # made at run time


def test_every_path_that_a_page_names_exists():
    named = {
        (page.name, path) for page in EVERY_PAGE for path in IN_THE_TREE.findall(page.read_text("utf-8"))
    }
    assert len(named) > 60
    lost = {(page, path) for page, path in named if not (ROOT / path).exists()}
    assert {path for _, path in lost} <= NOT_IN_THE_TREE, lost


def test_files_hold_the_names_that_a_guide_gives_after_them():
    """As in: `learning/tables.py` (`SMOOTHINGS`, `learned_table`)."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    given = re.findall(r"`([\w./-]+\.(?:py|c|h))`\s+\(([^)]*)\)", text)
    lost = []
    for file, inside in given:
        source = next((ROOT / folder / file for folder in FROM if (ROOT / folder / file).exists()), None)
        words = set(re.findall(r"\w+", source.read_text(encoding="utf-8"))) if source else set()
        lost += [(file, name) for name in re.findall(r"`(\w+)`", inside) if name not in words]
    assert len(given) > 25
    assert lost == []


def test_a_new_kind_of_policy_finds_every_file_that_asks_for_the_kind():
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    section = text[text.index("### A new kind of policy") :]
    commands = re.findall(r"`grep -rnE --include=(\S+) '([^']+)' ([^`]+)`", section)
    assert len(commands) == 3
    named = set(re.findall(r"`([\w./]+\.(?:py|c|h|mjs))`", section))
    found = set()
    for include, pattern, folders in commands:
        files = [file for folder in folders.split() for file in (ROOT / folder).rglob(include)]
        asking = [file for file in files if re.search(pattern, file.read_text(encoding="utf-8"))]
        assert len(asking) > 4
        found |= {file.relative_to(ROOT).as_posix().removeprefix("ifc2f/") for file in asking}
    # Places that ask in each of the ways there are: name, tag, choice, candidate, C function, page.
    places = {"policies/from_network.py", "cli/plan.py", "policies/choose.py", "csrc/runtime/exact.c"}
    assert places | {"page/outlook.mjs", "csrc/page/page.c"} <= found
    assert found - named == set()


def test_the_pages_that_are_generated_hold_every_name_function_and_command(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    import generate

    page = generate.c_api()
    for header in generate.HEADERS:
        path = ROOT / "csrc/include" / header
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for name in re.findall(r"\b(ifc2f_\w+)\(", text):
            assert f"{name}(" in page, name
    listed = set(re.findall(r"^   (\w+)$", generate.api(), flags=re.M))
    assert {*ifc2f.__all__, *plots.__all__} - {"__version__"} == listed
    told = generate.commands()
    for name in generate.COMMANDS:
        assert f"## ifc2f {name}\n" in told
