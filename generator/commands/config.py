"""`pnp config`: the defaults of somebody's own, such as Letter paper, and the file that holds them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from components.errors import DataError, UsageError, did_you_mean
from components.files import folder
from components.toml import read_toml
from components.wording import listed
from components.writing import make_folder, replace_file
from generator.commands.arguments import Json, one_of, paper_of

# Each is the option of that name.
KEYS = {
    "paper": "a4, letter, a3, legal, tabloid or WxHmm",
    "language": "the language of all words on paper",
    "ink": "full, saver or grey",
    "duplex": "long, short, fold or off",
    "printer": "a saved printer",
}
# Commands that measure a printer take what they need to know from nobody but their reader.
_MEASURING = ("calibrate", "printer")


def config(
    key: Annotated[str, typer.Argument(metavar="[KEY]", autocompletion=lambda: list(KEYS))] = "",
    value: Annotated[str, typer.Argument(metavar="[VALUE]")] = "",
    unset: Annotated[bool, typer.Option("--unset", help="Forget that default.")] = False,
    as_json: Json = False,
) -> None:
    """Show or set your own defaults: paper, language, ink, duplex, printer.

    Example: pnp config paper letter
    """
    found = dict(defaults())
    if key and key not in KEYS:
        raise UsageError(f'There is no default "{key}".', where="KEY", todo=did_you_mean(key, KEYS))
    if value or unset:
        if not key or (value and unset):
            raise UsageError("Say which default to set, or to forget.", todo="Write pnp config paper letter.")
        found.pop(key, None)
        if value:
            _check(key, value)
            found[key] = value
        make_folder(_file().parent)
        replace_file(
            _file(), "".join(f"{name} = {json.dumps(found[name])}\n" for name in KEYS if name in found)
        )
    shown = {name: found[name] for name in KEYS if name in found and key in ("", name)}
    if as_json:
        print(json.dumps({"file": str(_file()), "defaults": shown}, indent=2))
        return
    for name, text in shown.items():
        print(f"{name:8}  {text}")
    if not shown and key:
        print(f"There is no default for {key}.")
    elif not shown:
        print(f"No default is set. There can be {listed(KEYS)}, in {_file()}.")


def defaults() -> Mapping[str, str]:
    """The defaults that are set. Raises `DataError`, naming the key, for a file that says something else."""
    if not _file().is_file():
        return {}
    table = read_toml(_file())
    found = {key: table.text(key) for key in KEYS if key in table.data}
    table.done()
    for key, value in found.items():
        try:
            _check(key, value)
        except UsageError as problem:
            raise DataError(problem.what, where=f"{_file()}, {key}", todo=problem.todo) from None
    return found


def for_commands(words: Mapping[str, object]) -> dict[str, Any]:
    """The defaults as Click wants them: for each command what stands for an option that is not given."""
    found = defaults()
    paper = {key: value for key, value in found.items() if key == "paper"}
    each: dict[str, Any] = {word: paper if word in _MEASURING else found for word in words}
    return {**each, "printer": {"add": paper}}


def _check(key: str, value: str) -> None:
    """Raises `UsageError` for a value that the option of that name refuses."""
    if key == "paper":
        paper_of(value, "long")
    elif key == "ink":
        one_of("ink", value, ("full", "saver", "grey"))
    elif key == "duplex":
        one_of("duplex", value, ("long", "short", "fold", "off"))


def _file() -> Path:
    return folder("config") / "defaults.toml"
