"""A command: where it is found, and its answer: a value, prose for a person, the reason for each figure."""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from components import installed
from components.prose import Blocks, Paragraph, Table, table, words
from components.terminal import WIDTH as WIDTH
from components.terminal import text_lines

V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True)
class Why:
    """One step of a ruling.

    what     the figure it explains: "price"
    formula  how it came about, with the numbers filled in: "3 × 4 = 12"
    rule     the rule it follows: "PA 4.2"
    """

    what: str
    formula: str
    rule: str


@dataclass(frozen=True)
class Answer(Generic[V_co]):
    """The answer of one command, for a script (`value`) and for a person (`blocks`).

    blocks  paragraphs, lists and tables; a string is a sentence, and an empty one leaves a line free
    why     the steps that led to it
    ok      False if the answer is "no"
    """

    value: V_co
    blocks: Blocks
    why: tuple[Why, ...] = ()
    ok: bool = True

    @property
    def lines(self) -> tuple[str, ...]:
        """The blocks as plain text of `WIDTH` columns."""
        return text_lines(self.blocks)


Function: TypeAlias = Callable[..., Answer[Any]]


@dataclass(frozen=True)
class Command:
    """Place where a command is found, and all that is said of it before it is imported.

    target       "module:function"; the function takes the command's arguments and returns an `Answer`
    summary      a line for the list of commands; without it, the first sentence of the function's docstring
    answers      the options that it takes of json, why and exact
    takes_minus  whether an argument may begin with a minus sign: `do go -1,0`
    examples     what may follow its words, such as "--at 5 --dice 3"; GAME stands for each game. A command
                 with examples touches no journal and no other file, and is offered on the page of tools
    title        what it is called there; without it, its word
    chance       whether it rolls, so that the same line has another answer next time
    camera       what a photograph shows in place of codes, `Ann=@hand.jpg`: a name among the `PHOTOGRAPHS`
                 of the game's module `position`
    """

    target: str
    summary: str = ""
    answers: tuple[str, ...] = ("json", "why")
    takes_minus: bool = False
    examples: tuple[str, ...] = ()
    title: str = ""
    chance: bool = False
    camera: str = ""

    def load(self) -> Function:
        """Import the function. Raises `DataError` if it is of an installed game and cannot be imported."""
        module, _, name = self.target.partition(":")
        with installed.blamed(module):
            function: Function = getattr(importlib.import_module(module), name)
        return function


@dataclass(frozen=True)
class Group:
    """Commands that share their first word: `score rayguns`, `score mlem`. Members have a second word.

    example  how one of them is called; without it, the first example of a member
    default  the member that is called if there is no second word; without one, the help is shown
    """

    summary: str
    members: Mapping[str, Command]
    example: str = ""
    default: str = ""


def wrapped(text: str, indent: int = 0, hanging: int = 0) -> tuple[str, ...]:
    """The text in lines of at most `WIDTH` columns. A number and its % stay on one line.

    indent   spaces before every line
    hanging  further spaces before every line but the first
    """
    return text_lines([Paragraph(words(text), indent, hanging)] if text.strip() else [])


def percent(chance: Fraction | float) -> str:
    """A probability for a person: "27.8 %"; "0.0 %" and "100.0 %" are never rounded."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < Fraction(1, 2000):
        return "<0.1 %"
    if chance > Fraction(1999, 2000):
        return ">99.9 %"
    return f"{float(chance) * 100:.1f} %"


def why_table(why: Iterable[Why]) -> Table:
    """A row for each step: what it explains, and its formula with its rule."""
    return table((step.what, f"{step.formula}  [{step.rule}]") for step in why)
