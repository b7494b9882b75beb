"""The tables for regulated use: each row has an id of its own and tests that are there."""

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "regulated"


def rows(page):
    """Return the cells of each row of the tables of a page that begins with an id."""
    lines = (FOLDER / page).read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    return [row for row in cells if re.fullmatch(r"[A-Z]\d+", row[0])]


@lru_cache
def names_in(path):
    """Return the names of the tests of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) if node.name[:5] == "test_"
    }


VERIFIED = [row for page in ("requirements.md", "use-errors.md") for row in rows(page)]


@pytest.mark.parametrize("row", VERIFIED, ids=lambda row: row[0])
def test_a_requirement_names_tests_that_are_there(row):
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row[-1])
    assert named
    assert ", ".join(f"`{path}::{test}`" for path, test in named) == row[-1]
    for path, test in named:
        assert test in names_in(path), f"{row[0]} names {path}::{test}, which is not there"


@pytest.mark.parametrize(
    ("page", "letter"), [("requirements.md", "R"), ("use-errors.md", "U"), ("anomalies.md", "A")]
)
def test_ids_are_counted_and_cells_are_filled(page, letter):
    table = rows(page)
    assert [row[0] for row in table] == [f"{letter}{number}" for number in range(1, len(table) + 1)]
    assert len(table) >= 10
    assert all(all(row) and len(row) == len(table[0]) for row in table)


def test_the_guide_and_the_table_tell_of_the_same_page():
    """The pages link to each other, so that none is left out of the site."""
    text = (FOLDER / "index.md").read_text(encoding="utf-8")
    for page in FOLDER.glob("*.md"):
        if page.name != "index.md":
            assert f"[]({page.name})" in text
            assert f"\n{page.stem}\n" in text
