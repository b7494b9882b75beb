"""Completion in shells: the scripts know what the parsers know, and the shells that are here run them."""

import subprocess

import pytest
from tools import need

from ifc2f.cli import COMMANDS, main
from ifc2f.cli.completion import SCRIPTS, known_commands


def script(shell, capsys):
    """Return the script as the command writes it."""
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def run(shell, *words, **options):
    """Run a shell, or leave the test out where it is not installed."""
    need(shell)
    return subprocess.run([shell, *words], capture_output=True, text=True, check=True, timeout=60, **options)


def test_all_commands_are_known():
    commands = known_commands()
    assert [command.name for command in commands] == list(COMMANDS)
    assert all(command.help for command in commands)
    train = next(command for command in commands if command.name == "train")
    policy = next(option for option in train.options if "--policy" in option.names)
    assert policy.takes_value
    assert "ordered" in policy.choices
    help_option = next(option for option in train.options if "--help" in option.names)
    assert not help_option.takes_value


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_names_every_option(shell, capsys):
    text = script(shell, capsys)
    for command in known_commands():
        assert command.name in text
        for option in command.options:
            for name in option.names:
                assert (f"-l {name[2:]} " if shell == "fish" and name.startswith("--") else name[1:]) in text
            assert " ".join(option.choices) in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["tr"], ["train"]),
        (["--v"], ["--version"]),
        (["train", "--pol"], ["--policy"]),
        (["train", "--policy", "or"], ["ordered"]),
        (["train", "table.csv", "--solver", ""], ["full", "perseus"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["ask", ""], []),  # names of files, which Bash completes by itself
        (["nothing", "--"], []),
    ],
)
def test_bash_completes(line, expected, capsys, tmp_path):
    file = tmp_path / "ifc2f.bash"
    file.write_text(script("bash", capsys))
    code = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ifc2f; echo "${COMPREPLY[@]}"'
    out = run("bash", "--norc", "-c", code, "bash", file, "ifc2f", *line).stdout
    assert out.split() == expected


def test_bash_completes_where_words_are_separated_otherwise(capsys, tmp_path):
    file = tmp_path / "ifc2f.bash"
    file.write_text(script("bash", capsys))
    code = 'set -u; source "$1"; IFS=:; COMP_WORDS=(ifc2f tr); COMP_CWORD=1; _ifc2f; echo "${#COMPREPLY[@]}"'
    assert run("bash", "--norc", "-c", code, "bash", file).stdout == "1\n"


@pytest.mark.parametrize(("shell", "check"), [("zsh", "-n"), ("fish", "--no-execute")])
def test_a_shell_can_read_its_script(shell, check, capsys, tmp_path):
    file = tmp_path / shell
    file.write_text(script(shell, capsys))
    run(shell, check, file)


def test_fish_completes(capsys, tmp_path):
    file = tmp_path / "ifc2f.fish"
    file.write_text(script("fish", capsys))
    complete = f"source {file}; complete -C 'ifc2f train --solver '; complete -C 'ifc2f tr'"
    out = run("fish", "--no-config", "-c", complete).stdout
    assert [line.split("\t")[0] for line in out.splitlines()] == ["full", "perseus", "train"]
