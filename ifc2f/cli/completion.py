"""``ifc2f completion``: a script that lets a shell complete commands, options and their values.

The scripts are made from the parsers of the commands, so that they know what those know. They run in the
shell alone: completing starts no Python. (The generator shtab knows no fish, and would be a dependency.)
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ifc2f.cli import COMMANDS, parser_of

_EPILOG = """\
examples:
  ifc2f completion bash > ~/.local/share/bash-completion/completions/ifc2f
  ifc2f completion zsh > ~/.zfunc/_ifc2f              with fpath+=(~/.zfunc) before compinit in ~/.zshrc
  ifc2f completion fish > ~/.config/fish/completions/ifc2f.fish
"""


@dataclass(frozen=True)
class Option:
    """An option of a command: its spellings, what it takes, and its help."""

    names: tuple[str, ...]
    takes_value: bool
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Command:
    """A command: its help, its options, and the words that may stand without an option."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "completion",
        help="write a completion script for a shell",
        description="Write a script with which a shell completes commands, options and their values.",
        epilog=_EPILOG,
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the script."""
    print(SCRIPTS[args.shell](known_commands()), end="")
    return 0


def known_commands() -> list[Command]:
    """Return all commands, read from their parsers."""
    parsers = parser_of(COMMANDS)[1]
    helps = {action.dest: action.help or "" for action in parsers._get_subactions()}
    return [
        Command(
            name,
            helps[name],
            tuple(_option(action) for action in parser._actions if action.option_strings),
            tuple(
                str(choice)
                for action in parser._actions
                if not action.option_strings
                for choice in action.choices or ()
            ),
        )
        for name, parser in parsers.choices.items()
    ]


def _option(action: argparse.Action) -> Option:
    text = (action.help or "") % vars(action)
    choices = tuple(map(str, action.choices or ()))
    return Option(tuple(action.option_strings), action.nargs != 0, choices, " ".join(text.split()))


def bash(commands: list[Command]) -> str:
    """Return the script for Bash."""
    values = [
        f"    {' | '.join(_quoted(f'{command.name} {name}') for name in option.names)})"
        f" words={_quoted(' '.join(option.choices))} ;;"
        for command in commands
        for option in command.options
        if option.choices
    ]
    options = [
        f"    {command.name}) words={_quoted(' '.join(command.words))}"
        f" options={_quoted(' '.join(_names(command)))} ;;"
        for command in commands
    ]
    top = " ".join((*(command.name for command in commands), "--help", "--version"))
    return f"""\
# ifc2f for bash: what is not completed here, such as names of files, Bash completes itself
_ifc2f() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words= options= IFS=$' \\t\\n'
  if [ "$COMP_CWORD" -eq 1 ]; then
    words={_quoted(top)}
  else
    case "${{COMP_WORDS[1]}} $before" in
{_lines(values)}
    *) case "${{COMP_WORDS[1]}}" in
{_lines(options)}
    esac
    if [[ $word == -* ]]; then words=$options; fi ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _ifc2f ifc2f
"""


def zsh(commands: list[Command]) -> str:
    """Return the script for Zsh."""
    described = [f"    {_quoted(f'{command.name}:{command.help}')}" for command in commands]
    cases = []
    for command in commands:
        words = [_quoted(f"*:word:({' '.join(command.words)})" if command.words else "*:file:_files")]
        specs = [_quoted(spec) for option in command.options for spec in _zsh_specs(option)]
        cases.append(f"  {command.name}) _arguments {' '.join(specs + words)} ;;")
    return f"""\
#compdef ifc2f
_ifc2f() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{_lines(described)}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{_lines(cases)}
  esac
}}
if [ "$funcstack[1]" = _ifc2f ]; then _ifc2f "$@"; else compdef _ifc2f ifc2f; fi
"""


def _zsh_specs(option: Option) -> Iterator[str]:
    described = "".join("\\" + letter if letter in "[]:\\" else letter for letter in option.help)
    value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
    for name in option.names:
        yield f"{name}[{described}]{value if option.takes_value else ''}"


def fish(commands: list[Command]) -> str:
    """Return the script for Fish."""
    lines = ["# ifc2f for fish"]
    for command in commands:
        lines.append(
            f"complete -c ifc2f -n __fish_use_subcommand -f -a {command.name} -d {_fish(command.help)}"
        )
    for command in commands:
        here = f"complete -c ifc2f -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{here} -f -a '{' '.join(command.words)}'")
        for option in command.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
            )
            value = f" -x -a '{' '.join(option.choices)}'" if option.choices else " -r" * option.takes_value
            lines.append(f"{here} {names}{value} -d {_fish(option.help)}")
    return "\n".join(lines) + "\n"


SCRIPTS: dict[str, Callable[[list[Command]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _names(command: Command) -> list[str]:
    return [name for option in command.options for name in option.names]


def _lines(lines: list[str]) -> str:
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """Return a word for Bash and Zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    """Return a word for Fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
