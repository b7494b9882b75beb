"""The command line: what each command prints and writes, what it makes of mistakes, and how it ends."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from command_line import GOLDEN, command, training, write_csv
from tools import need_terminal

from ifc2f.cli import main
from ifc2f.cli.screen import Screen
from ifc2f.files.writing import write_atomically
from ifc2f.settings import Settings

COIN, PUMP = str(GOLDEN / "coin.ifc2f"), str(GOLDEN / "pump.ifc2f")


def test_version_and_help(ifc2f):
    done = command("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"ifc2f \d+\.\d+\.\d+\n", done.stdout)
    assert ifc2f("--help").status == 0
    for name in ("train", "evaluate", "predict", "inspect", "ask", "demo"):
        done = ifc2f(name, "--help")
        assert (done.status, done.err) == (0, "")
        assert re.search(rf"^examples:\n  ifc2f {name}\b", done.out, flags=re.M)
        assert "--json" in done.out


def test_the_installed_script_is_the_same_program():
    script = Path(sys.executable).with_name("ifc2f.exe" if os.name == "nt" else "ifc2f")
    if not script.is_file():
        pytest.skip("the script is not installed beside this Python")
    done = subprocess.run([script, "inspect", COIN], capture_output=True, text=True, check=True)
    assert done.stdout == command("inspect", COIN).stdout


def test_using_a_model_does_not_load_scikit_learn(folder):
    code = (
        "import sys; from ifc2f.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'sklearn', 'scipy', 'pandas', 'pyarrow', 'joblib'} & set(sys.modules); "
        "sys.exit(status or len(heavy))"
    )
    model, data = folder / "m.ifc2f", folder / "test.csv"
    for words in (
        ["inspect", model],
        ["ask", model],
        ["predict", model, data],
        ["evaluate", model, data, "--target", "state"],
    ):
        words = [sys.executable, "-c", code, *map(str, words)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        assert done.returncode == 0


def test_errors_of_a_process():
    done = command("inspect", "none.ifc2f")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ifc2f: error: none.ifc2f: No such file or directory\n"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes that break")
def test_a_broken_pipe_ends_quietly(folder):
    words = [sys.executable, "-m", "ifc2f", "predict", str(folder / "m.ifc2f"), str(folder / "test.csv")]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_on_standard_output_is_an_error():
    with open("/dev/full", "w") as full:
        done = command("inspect", COIN, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == "ifc2f: error: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_quietly():
    words = [sys.executable, "-u", "-m", "ifc2f", "ask", COIN]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # A shell lets what it runs in the background ignore Ctrl-C, and that would be inherited.
    heed = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(words, preexec_fn=heed, **pipes) as process:
        assert process.stdout.readline()  # it has begun, and waits for an answer soon
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs descriptors that are closed")
def test_closed_streams_are_no_fault():
    words = f"'{sys.executable}' -m ifc2f ask '{COIN}' <&-"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "End of answers." in done.stdout
    words = f"'{sys.executable}' -m ifc2f inspect '{COIN}' >&-"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def in_terminal(words, **environment):
    """Run a command in a terminal and return what it showed."""
    master, slave = need_terminal()
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    variables |= {"TERM": "xterm", **environment}
    words = [sys.executable, "-m", "ifc2f", *map(str, words)]
    with subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, env=variables) as process:
        os.close(slave)
        shown = b""
        try:
            while chunk := os.read(master, 4096):
                shown += chunk
        except OSError:  # the other end was closed
            pass
    os.close(master)
    return process.returncode, shown.decode()


def test_colour_and_progress_on_a_terminal_only(folder, tmp_path):
    status, shown = in_terminal(["inspect", COIN])
    assert (status, "\033[1m" in shown) == (0, True)
    for quiet in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        status, shown = in_terminal(["inspect", COIN], **quiet)
        assert (status, "\033" in shown) == (0, False)
    assert "\033" not in command("inspect", COIN).stdout
    words = training(folder / "train.csv")
    words += ["-o", tmp_path / "m.ifc2f"]
    status, shown = in_terminal(words)
    assert "planning over" in shown
    assert shown.index("planning over") < shown.index("Trained on")
    assert command(*words).stderr == ""


def test_a_terminal_without_block_characters_gets_plain_bars():
    done = command("inspect", COIN, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert re.search(r"0  0\.875  #{17,18}-{2,3}\n", done.stdout)
    done = command("inspect", PUMP, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert r"temperature (\xb0C)" in done.stdout


def test_every_character_of_a_name_survives_json(ifc2f, tmp_path):
    data = write_csv(tmp_path / "t.csv", [['é "x"', "y"], *([i, "ja" if i > 5 else "nö"] for i in range(12))])
    done = ifc2f("train", data, "--policy", "ordered", "--target", "y", "-o", tmp_path / "m.ifc2f", "--json")
    assert done.json["order"][0]["feature"] == 'é "x"'
    assert done.json["classes"] == ["ja", "nö"]
    told = ifc2f("ask", tmp_path / "m.ifc2f", "--json", "--prior", "nö=0.3", stdin="9\n").json
    assert told["class"] == "ja"


def test_write_atomically_is_what_predict_uses(folder, tmp_path, ifc2f):
    target = tmp_path / "out.csv"
    write_atomically(target, "old")
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    assert ifc2f("predict", folder / "m.ifc2f", folder / "test.csv", "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text().startswith("class,")


def test_choices_are_those_of_the_estimator():
    from ifc2f.classifier import IFC2FClassifier
    from ifc2f.cli.parser import Parser
    from ifc2f.cli.train import add_to

    commands = Parser().add_subparsers()
    add_to(commands)
    parser = commands.choices["train"]
    offered = {action.dest: set(action.choices) for action in parser._actions if action.choices}
    known = {
        name: constraint.options
        for name, constraints in IFC2FClassifier._parameter_constraints.items()
        for constraint in constraints
        if hasattr(constraint, "options") and name in {*vars(Settings()), "missing"}
    }
    del known["min_features"]  # a number here; "authors" comes with the preset
    assert offered.pop("preset") == {"own", "authors", "paper"}
    assert offered.pop("policy") == IFC2FClassifier._parameter_constraints["policy"][0].options
    assert offered == known


def test_an_input_is_never_replaced_by_the_result(ifc2f, folder, tmp_path):
    data = tmp_path / "data.csv"
    write_csv(data, [["a", "y"], *[[i, "no" if i < 20 else "yes"] for i in range(40)]])
    link = tmp_path / "link.csv"
    link.symlink_to(data)
    before = data.read_bytes()
    model = tmp_path / "m.ifc2f"
    assert main(["train", str(data), "--policy", "ordered", "--target", "y", "-o", str(model)]) == 0
    kept = model.read_bytes()
    assert main(["train", str(data), "--policy", "ordered", "--target", "y", "-o", str(link)]) == 2
    assert main(["predict", str(model), str(data), "-o", str(data)]) == 2
    assert main(["predict", str(model), str(data), "-o", str(model)]) == 2
    assert data.read_bytes() == before
    assert model.read_bytes() == kept


def test_names_of_a_model_command_no_terminal():
    stream = io.StringIO()
    Screen(stream).line("a\x1b[2J\nb\u202e")
    assert stream.getvalue() == "a\\x1b[2J\\nb\\u202e\n"
