"""JSON Schemas of the answers of all commands, derived from their types.

    python -m referee.commands.base.schemas [FOLDER]      by default docs/referee-json/

One file per command: `score-rayguns.json` describes the answer of `referee score rayguns --json`.
"""

import inspect
import json
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from components.writing import make_folder, replace_file
from referee.commands import COMMANDS
from referee.engine.answers import Command, Group, Why

Schema: TypeAlias = dict[str, Any]

FOLDER = Path("docs/referee-json")

_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Fraction: {"type": ["number", "string"], "description": 'A string, such as "1/6", with --exact.'},
    type(None): {"type": "null"},
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    make_folder(folder)
    for name, text in schemas().items():
        replace_file(folder / name, text)


def schemas() -> dict[str, str]:
    """The text of every schema, by file name."""
    return {
        f"{'-'.join(words)}.json": json.dumps(command_schema(words, command), ensure_ascii=False, indent=2)
        + "\n"
        for words, command in all_commands()
    }


def all_commands() -> Iterator[tuple[tuple[str, ...], Command]]:
    """Every command, with the words that call it."""
    for word, entry in COMMANDS.items():
        members = entry.members.items() if isinstance(entry, Group) else [("", entry)]
        for second, command in members:
            yield (word, second) if second else (word,), command


def command_schema(words: tuple[str, ...], command: Command) -> Schema:
    """The schema of one command's answer. Raises `TypeError` if its type has no place in JSON."""
    (answer,) = get_args(get_type_hints(command.load())["return"])
    definitions: dict[str, Schema] = {}
    root = _schema(answer, {}, definitions)
    if "why" in command.answers:
        steps = _schema(tuple[Why, ...], {}, definitions)
        root = {**root, "properties": {"why": {**steps, "description": "Only with --why."}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"referee {' '.join(words)} --json",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _schema(kind: Any, variables: Mapping[Any, Any], definitions: dict[str, Schema]) -> Schema:
    """variables: what the type variables of a generic class stand for"""
    kind = variables.get(kind, kind) if isinstance(kind, TypeVar) else kind
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_dataclass(origin or kind):
        return _object(kind, variables, definitions)
    if inspect.isclass(kind) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if origin is Literal:
        return {"enum": list(arguments)}
    inner = [_schema(argument, variables, definitions) for argument in arguments if argument is not ...]
    if origin in (Union, types.UnionType):
        return {"anyOf": inner}
    if origin is list or (origin is tuple and ... in arguments):
        return {"type": "array", "items": inner[0]}
    if origin is tuple:
        return {"type": "array", "prefixItems": inner, "minItems": len(inner), "maxItems": len(inner)}
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": inner[1]}
    raise TypeError(f"{kind} has no place in an answer")


def _object(kind: Any, variables: Mapping[Any, Any], definitions: dict[str, Schema]) -> Schema:
    """A reference to the class, which is added to the definitions."""
    cls = get_origin(kind) or kind
    given = [variables.get(item, item) for item in get_args(kind)]
    name = "".join(item.__name__ for item in (cls, *given))
    if name not in definitions:
        definitions[name] = {}
        bound = dict(zip(getattr(cls, "__parameters__", ()), given, strict=False))
        hints = get_type_hints(cls)
        properties = {
            item.metadata.get("json", item.name): _schema(hints[item.name], bound, definitions)
            for item in fields(cls)
        }
        definitions[name] = {
            "description": inspect.getdoc(cls) or "",
            "type": "object",
            "properties": properties,
            "required": list(properties),
        }
    return {"$ref": f"#/$defs/{name}"}


if __name__ == "__main__":
    main()
