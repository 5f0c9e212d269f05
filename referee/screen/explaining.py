"""The help: what this move does, what its codes mean, the rule of a refusal, the keys and the rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from components.catalogue import Game
from components.errors import UsageError
from components.prose import blocks
from components.rules import Section
from components.setup import Area
from referee.engine import rulebook
from referee.engine.moves import Form
from referee.screen.styling import TITLE, styled, wrapped_text

KEYS = """\
↑ ↓  PgUp PgDn  mark a move       Enter  make the marked move
1 … 9           make the move with that digit, or go on to its next word
0               give the digits to the next nine moves
letters         narrow the list; a move may be typed in full
Space           after a word that was picked: type a number
Esc             go back a word
Tab             another player, where several may act
F1 or ?         this move, its codes, the rule of a refusal, all rules
F2              the exact odds, and the chance to win of each move
Shift + ↑ ↓     scroll a table that is larger than its frame
F3  F4  F7      the table, the log, the score on the whole screen
F5  F6          undo, redo
F8              fill in the marked move part by part
Ctrl-Q          leave; referee play continues from there

Typed with Enter: undo 2  redo  odds  hint  log  score  rules 4.2  q
"""

_SHOWN = ("text", "effect", "condition")  # keys of a piece that are sentences
_LOOKS = ("symbol", "drawn", "seat", "number")  # keys that say how it looks, or what its code says
_BOUND = re.compile(r"[\s@,]+")
_HEX = re.compile(r"-?\d+,-?\d+")


class Help(ModalScreen[None]):
    """Help on what is asked about, then the keys, and the rules of the game by number, by words or by a code.

    about  gives what to explain first, for that many columns
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,f1", "dismiss"),
        ("up", "scroll('scroll_up')"),
        ("down", "scroll('scroll_down')"),
        ("pageup", "scroll('scroll_page_up')"),
        ("pagedown", "scroll('scroll_page_down')"),
    ]

    def __init__(
        self, game: Game, wanted: str = "", about: Callable[[int], Iterable[Text]] = lambda width: ()
    ) -> None:
        super().__init__()
        self._game, self._wanted, self._about = game, wanted, about

    def compose(self) -> ComposeResult:
        dialog = Vertical(id="dialog")
        dialog.border_title = f"Help and rules: {self._game.title}"
        with dialog:
            yield Input(
                self._wanted,
                placeholder="a rule by its number or words, or a code: 4.2, damage",
                compact=True,
            )
            with VerticalScroll(can_focus=False):
                yield Static(id="rules", markup=False)
            yield Static("type to search the rules   ↑ ↓ scroll   Esc back", classes="foot", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_resize(self) -> None:
        self.call_after_refresh(self._look_up)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._wanted = event.value
        self._look_up()

    def action_scroll(self, how: str) -> None:
        getattr(self.query_one(VerticalScroll), how)(animate=False)

    def _look_up(self) -> None:
        scroll = self.query_one(VerticalScroll)
        width = scroll.size.width - 1  # leaves room for a scroll bar that may appear
        self.query_one("#rules", Static).update(Text("\n").join(self._lines(self._wanted.strip(), width)))
        scroll.scroll_home(animate=False)

    def _lines(self, wanted: str, width: int) -> list[Text]:
        if wanted:
            return list(found(self._game, wanted, width))
        lines = list(self._about(width))
        keys = [Text("Keys", TITLE), *map(Text, KEYS.splitlines())]
        rules = styled(rulebook.contents(self._game).blocks, width)
        return [*lines, *keys, Text(), *rules]


def explained(
    game: Game,
    move: str,
    forms: Sequence[Form],
    remark: str,
    areas: Iterable[Area],
    hint: str,
    refusal: str,
    width: int,
) -> Iterator[Text]:
    """The move, its codes, what else may be typed, and the rule of the last refusal.

    move     marked or typed, or what it begins with; empty for none
    forms    it may have
    remark   the game's, on this move
    areas    areas of the table as the player sees it
    refusal  the number of the rule: "LB 4.2"; empty if nothing was refused
    """
    parts = [
        list(_move_lines(move, forms, remark, width)) if move else [],
        [line for text in codes(game, move, areas) for line in wrapped_text(text, width)],
        list(wrapped_text(f"You may type: {hint}", width, heading=13)) if hint else [],
        list(found(game, refusal, width)) if refusal else [],
    ]
    headings = ("This move", "Its codes", "", "The rule of the last refusal")
    for heading, part in zip(headings, parts, strict=True):
        if part:
            yield from ([Text(heading, TITLE)] if heading else [])
            yield from part
            yield Text()


def codes(game: Game, text: str, areas: Iterable[Area]) -> Iterator[str]:
    """Explain each code in the text: its name, what lies there, what is printed on the piece."""
    areas = tuple(areas)
    if any(area.layout == "hexes" for area in areas):
        text = _HEX.sub(" ", text)  # its numbers stand for no piece
    for word in dict.fromkeys(_BOUND.split(text)):
        meant = [what for area in areas for mark, what in area.legend if word in mark.split()]
        there = [piece for area in areas for piece in area.pieces if piece.code == word and word]
        notes = [f"{piece.name}, {piece.note}".strip(", ") for piece in there[:1] if piece.name or piece.note]
        printed = piece_text(game, word, figures=not notes)
        title, _, rest = printed.partition(". ")
        if any(note.startswith(title) for note in notes):
            printed = rest
        told = [part for part in (*notes, *meant[:1]) if not printed.startswith(part)]
        if told := [part for part in (*told, printed) if part]:
            yield f"{word}: {'. '.join(told)}"


def piece_text(game: Game, code: str, *, figures: bool = True) -> str:
    """The title of the piece with that code, its figures and its text; empty if there is no such piece."""
    if len(code) < 2:
        return ""  # a letter or a digit means too much
    fields: dict[str, Any] = {}
    for deck in game.decks:
        fields |= next(
            (dict(one.fields) for one in deck.pieces if one.code.casefold() == code.casefold()), {}
        )
    for table in game.tables.values():
        entry = table.data.get(code.upper())
        fields |= entry if isinstance(entry, Mapping) else {}
    title = next((str(fields[key]) for key in ("title", "name") if isinstance(fields.get(key), str)), "")
    numbers = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in fields.items()
        if figures and type(value) is int and value and key not in _LOOKS
    ]
    texts = [str(fields[key]) for key in _SHOWN if isinstance(fields.get(key), str)]
    return ". ".join(part.rstrip(".") for part in (title, ", ".join(numbers), *texts) if part)


def found(game: Game, wanted: str, width: int) -> Iterator[Text]:
    """A piece by its code, a rule or a section by its number, or the rules with these words."""
    if piece := piece_text(game, wanted):
        yield from wrapped_text(f"{wanted.upper()}: {piece}", width, heading=len(wanted) + 1)
        yield Text()
    section = _section(game, wanted)
    if section is not None:
        yield Text(f"{section.number} {section.title}".strip(), TITLE)
        yield from styled(blocks(section.prose), width)
    try:
        rules = rulebook.look_up(game, wanted).value.rules
    except UsageError as problem:
        yield Text(problem.what)
        return
    if piece:
        # A code is meant as a word: "las" is neither "last" nor "class".
        whole = re.compile(rf"\b{re.escape(wanted)}\b", re.IGNORECASE)
        rules = tuple(rule for rule in rules if whole.search(rule.text))
    for rule in rules:
        yield from styled(rulebook.rule_blocks(rule), width)
        yield Text()
    if not rules and not piece and section is None:
        yield Text(f'No rule of {game.title} contains "{wanted}".')


def _move_lines(move: str, forms: Sequence[Form], remark: str, width: int) -> Iterator[Text]:
    for form in forms:
        rules = "".join(f" [{rule}]" for rule in form.rules)
        yield from wrapped_text(f"{form.grammar}  {form.about}{rules}", width, heading=len(form.grammar))
        for field in form.fields.values():
            if field.unit:
                yield Text(f"    {field.label}: {field.unit}")
    if remark:
        yield from wrapped_text(f"{move}: {remark}", width, heading=len(move) + 1)


def _section(game: Game, wanted: str) -> Section | None:
    """The section of that number or title."""
    for section in game.rules.sections:
        if wanted.casefold() in (section.number or "-", section.title.casefold()):
            return section
    return None
