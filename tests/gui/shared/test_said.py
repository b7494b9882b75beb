"""What the library says is said in the user's language: it is made of templates and values."""

import ast
import errno
import gzip
import json
import os
import pickle
import re
import warnings
from pathlib import Path

import pytest
import translations
from ifc2f_gui.shared.texts import said
from ifc2f_gui.training.job import Job
from ifc2f_gui.training.worker import run
from PySide6.QtCore import QTranslator

from ifc2f.core.checks import listed
from ifc2f.core.words import Words, as_json, said_by, words
from ifc2f.data.cost_entries import read_costs
from ifc2f.data.table import read_table
from ifc2f.files.reading import read_regular
from ifc2f.model import Model

LIBRARY = translations.LIBRARY
# Where all errors, warnings and steps may reach a person at the window. Others have some that do.
WHOLE = [
    *(f"data/{name}.py" for name in ("cost_entries", "csv_file", "decimals", "dialect", "parquet_file")),
    *("data/table.py", "data/text_columns.py", "files/meta.py", "files/reading.py"),
    *("learning/training_data.py", "policies/choose.py", "policies/held_out.py", "assessment/guarantees.py"),
    *("../gui/ifc2f_gui/training/worker.py", "../gui/ifc2f_gui/training/validation.py"),
]
FOR_COMMANDS = {
    "option",
    "options",
    "why",
}  # what a translation may leave out: the window has buttons instead
ROWS = "".join(f"{i % 7},{(i * 5) % 11},{'yes' if i % 2 else 'no'}\n" for i in range(60))


def bare_texts(path):
    """Return the lines where a literal is raised, warned of or told as a step."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not (isinstance(call, ast.Call) and call.args):
            continue
        name = ast.unparse(call.func).rpartition(".")[2]
        if name in ("warn", "progress") or (name.endswith("Error") and name != "TypeError"):
            told = call.args[1] if name in ("OSError", "IsADirectoryError") else call.args[0]
            if isinstance(told, ast.JoinedStr | ast.Constant):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("name", WHOLE)
def test_what_a_person_may_read_is_made_of_a_template_and_values(name):
    assert bare_texts(LIBRARY / name) == []


TABLES = {
    "nothing": b"",
    "a header alone": b"a,b,c\n",
    "two names alike": b"a,a,c\n1,2,x\n",
    "a row too long": b"a,b,c\n1,2,x\n1,2,3,4\n",
    "quotes that do not end": b'a,b,c\n1,2,"x\n',
    "text among numbers": b"a,b,c\n" + b"1,2,x\n" * 9 + b"1,<5,x\n",
    "a number among texts": b"a,b,c\n" + b"".join(b"1,t%d,x\n" % i for i in range(400)) + b"1,7,x\n",
    "commas of two meanings": b"a;b;c\n1,234;2;x\n5,678;2;y\n",
    "points and commas": b"a;b;c\n1,5;2.5;x\n2,5;3.5;y\n",
    "numbers with commas": b'a,b,c\n"1,234",2,x\n"2,567",3,y\n',
    "two separators": b"a,b;c\n1,2;3\n5,6;7\n",
    "zero bytes": b"a,b,c\n\0\0\0\0,2,x\n",
    "a workbook": b"PK\3\4\x14\0\6\0",
    "damaged gzip": gzip.compress(b"a,b,c\n1,2,x\n" * 99)[:40],
}


def error_of(function, *given):
    """Return the error that a call ends with."""
    try:
        function(*given)
    except (ValueError, OSError) as error:
        return error
    raise AssertionError("nothing was refused")


def leaves(told):
    """Yield (name, value) of what a sentence is made of, but for sentences within."""
    for name, value in told.values.items():
        if isinstance(value, Words):
            yield from leaves(value)
        elif isinstance(value, str):
            yield name, value


def checked(error, *known):
    """Assert that an error is made of templates, and of texts that are no English of the library's."""
    told = said_by(error)
    assert isinstance(told, Words), told
    for name, value in leaves(told):
        parts = re.findall(r"'([^']*)'", value) if name == "names" else [value]
        for part in parts:
            if name not in FOR_COMMANDS:
                assert any(part in text for text in known), (name, part)
    assert str(told) == str(pickle.loads(pickle.dumps(told)))
    assert said(json.loads(json.dumps(as_json(error)))) == said(error), "the same from another process"
    return told


@pytest.mark.parametrize("kind", TABLES)
def test_why_a_table_cannot_be_read(kind, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(TABLES[kind])
    error = error_of(read_table, path)
    content = TABLES[kind].decode("utf-8", "replace")
    meanings = content.replace(",", "."), content.replace(",", "")
    told = checked(error, str(path), content, *meanings)
    assert str(error) == str(told)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"name,cost\na,1\n", "no column of features"),
        (b"feature,cost\na,1\na,2\n", "twice"),
        (b"feature,cost\na,\n", "no cost"),
        (b"feature,cost,gruop\na,1,x\n", "unknown field"),
        (b"feature,cost,group\na,1,derived:b\n", "derived with a cost"),
    ],
)
def test_why_a_file_of_costs_cannot_be_read(content, kind, tmp_path):
    path = tmp_path / "costs.csv"
    path.write_bytes(content)
    error = error_of(read_costs, path)
    checked(error, str(path), content.decode(), "cost, discount_cost, group, delay", "cost", "1.0")


def test_why_a_model_cannot_be_opened(model_path, tmp_path):
    whole = Path(model_path).read_bytes()
    damaged = {
        "text": b"no model at all",
        "cut": whole[:-9],
        "bit": whole[:100] + bytes([whole[100] ^ 1]) + whole[101:],
        "version": whole[:8] + b"\xff" + whole[9:],
    }
    for name, content in damaged.items():
        path = tmp_path / f"{name}.ifc2f"
        path.write_bytes(content)
        error = error_of(Model.load, path)
        told = checked(error, str(path))
        assert isinstance(told.values["why"], Words)


def job_of(tmp_path, table, **more):
    path = tmp_path / "table.csv"
    path.write_text(table, encoding="utf-8")
    return Job(str(path), "class", str(tmp_path / "made.ifc2f"), **more)


@pytest.mark.parametrize(
    ("table", "more"),
    [
        ("a,b,class\n" + ROWS.replace("no", "yes"), {}),  # one class
        ("a,b,class\n" + ROWS + "1,2,rare\n", {}),
        ("a,b,klasse\n" + ROWS, {}),
        ("a,b,class\n" + ROWS, {"costs": {"a": {"cost": 1.0, "discount_cost": 2.0}}}),
        ("a,b,class\n" + ROWS, {"costs": {"a": {"cost": 1.0, "group": "derived:z"}}}),
        ("a,b,class\n" + ROWS, {"costs": {"a": {"cost": 1e30}}}),
        ("a,b,class\n" + ROWS + "1,2,\n", {}),
        ("a,b,class\n" + ROWS.replace("6,", "inf,"), {}),
    ],
)
def test_why_a_training_is_refused(table, more, tmp_path):
    steps = []
    error = error_of(run, job_of(tmp_path, table, **more), steps.append)
    checked(error, str(tmp_path / "table.csv"), table, "class", "cost discount_cost", "derived:z 1.0")
    assert all(isinstance(step, Words) for step in steps)


def test_what_a_training_says_and_warns_of(tmp_path):
    steps = []
    mistakes = [("yes", "no", 1.0), ("no", "yes", 1.0)]
    job = job_of(tmp_path, "a,b,class\n" + ROWS, cost=5.0, mistakes=mistakes, policy="auto")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        run(job, steps.append)
    assert len(steps) > 4
    assert all(isinstance(step, Words) for step in steps), steps
    told = [said_by(w.message) for w in caught if w.category is UserWarning]
    assert any("the cheapest question costs" in text for text in told)
    assert all(isinstance(text, Words) for text in told), told


def test_translations_say_it_of_the_same_values():
    library = [text for text, _ in translations.texts_of_library()]
    assert len(library) > 100
    for path in sorted(translations.FOLDER.glob("ifc2f_*.ts")):
        translated = translations.read(path)
        for text in library:
            named, done = (set(re.findall(r"\{(\w+)", each)) for each in (text, translated[text]))
            assert done <= named, text
            assert named - done <= FOR_COMMANDS, text
            assert "--" not in translated[text], "options are for the command line"


def test_english_offers_no_option_of_the_command_line():
    library = [text for text, _ in translations.texts_of_library()]
    values = {name: "x" for text in library for name in re.findall(r"\{(\w+)", text)}
    offering = [text for text in library if "--" in text or "{option" in text]
    assert len(offering) > 10
    for text in offering:
        shown = said(words(text, **values | {"option": "--an-option", "options": "--an-option"}))
        assert "--" not in shown, shown
        assert not re.search(r"\(\)|[,;:]$| (or|skip)$", shown), shown


@pytest.fixture
def german(qapp):
    translator = QTranslator()
    assert translator.load(str(translations.FOLDER / "ifc2f_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_in_german(german, tmp_path):
    path = tmp_path / "werte.csv"
    path.write_text("a,b,c\n" + "1,2,x\n" * 9 + "1,<5,x\n", encoding="utf-8")
    error = error_of(read_table, path)
    assert said(error) == (
        f"{path}: Spalte „b“, Zeile 11: „<5“ ist Text unter Zahlen; bitte berichtigen Sie es, oder lassen "
        "Sie solche Messgrenzen als bloße Zahl lesen"
    )
    path.write_text("a,b,c\n" + "1,2,x\n" * 9 + "1,-,x\n", encoding="utf-8")
    assert said(error_of(read_table, path)).endswith("oder lassen Sie fehlende Werte leer")
    assert said(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/x")) == "/x: der Datenträger ist voll"
    error = error_of(read_regular, "/dev/null" if os.name == "posix" else "NUL")
    assert "keine gewöhnliche Datei" in said(error)
    assert said(words("{share:.0%} done, about {left:.0f} s left", share=0.5, left=12.3)) == (
        "50% fertig, noch etwa 12 s"
    )
    assert said(listed(["a", "b b"])) == "„a“, „b b“"
    assert said(listed(range(10))) == "„0“, „1“, „2“, „3“, „4“, „5“, „6“, „7“ und 2 weitere"
    assert said(listed([])) == ""
    assert said("what has no template") == "what has no template"
