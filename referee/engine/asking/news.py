"""News: an event as one sentence for people, with names instead of codes, its pieces and its rule.

It is made of what the game tells the seat, so it never says more than the log. A game gives a sentence of its
own (`Telling.news`) where the first line of its log has too much in it.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from components import catalogue
from components.setup import Resting
from components.wording import listed
from referee.engine.chance.outcomes import Rolled
from referee.engine.game import AnyGame, Event, Seat, Telling, View
from referee.engine.tuples import remembered

_CITED = re.compile(r" ?\[([^\]]+)\]")
_FIGURES = re.compile(r": (?:[a-z]+ \d+, ?)+[a-z]+ \d+(?=[.,])")  # ": jump 0, damage 4"
_CODE = r"(?<![\w-])\w[\w.-]*(?<![.-])"
_WORD = re.compile(_CODE)
_CODES = re.compile(rf"{_CODE}(?: {_CODE})*")  # words with nothing but a space between them


class Told(NamedTuple):
    """An event as a seat learns of it, in one sentence.

    who     the seat that did it; None where dice or cards did
    text    the sentence, with a full stop: "Bo flies to row 3 and loses Jump Boost 1."; empty if there is
            nothing to tell
    rule    the rule it follows: "LB 4.6"
    pieces  the pieces that it names, in its order
    """

    who: Seat | None
    text: str
    rule: str = ""
    pieces: tuple[Resting, ...] = ()


def told(
    game: AnyGame,
    before: Any,
    event: Event,
    after: Any,
    seat: Seat | None,
    telling: Telling,
    view: Callable[[Seat | None, Any], View] | None = None,
) -> Told:
    """The event in one sentence.

    telling  what the game tells that seat of it
    view     what a seat sees of a state, if somebody remembers it
    """
    line = telling.news or next(iter(telling.lines), "")
    if not line:
        return Told(event.seat, "")
    known = _printed(catalogue.load(game.slug))
    if any(_may_be_code(word, known) for word in _WORD.findall(line)):
        sights = [view(seat, state) if view else game.view(state, seat) for state in (before, after)]
        known = {**known, **_seen(sights[0]), **_seen(sights[1])}
    dice = event.what.faces if isinstance(event.what, Rolled) else ()
    pieces = [Resting("", "dice", face) for face in dice]

    def named(found: re.Match[str]) -> str:
        words: list[str] = []
        for coded, run in itertools.groupby(found[0].split(), known.__contains__):
            if coded:
                there = [known[word] for word in run]
                pieces.extend(piece for piece, _ in there)
                words.append(listed(name for _, name in there))
            else:
                words += run
        return " ".join(words)

    name = "" if event.seat is None else before.names[event.seat]
    text = _joined(name, _CODES.sub(named, _FIGURES.sub("", _CITED.sub("", line))))
    rules = _CITED.findall(line)
    return Told(event.seat, text, rules[0] if rules else "", tuple(pieces))


def gathered(news: Sequence[Told]) -> Iterator[Told]:
    """The news with those of one kind, one after the other, as one sentence with their number."""
    at = 0
    while at < len(news):
        end = at + 1
        while end < len(news) and _alike(news[at], news[end]):
            end += 1
        first = news[at]
        if end - at > 1 and first.text:
            pieces = tuple(dict.fromkeys(piece for one in news[at:end] for piece in one.pieces))
            first = first._replace(text=f"{news[end - 1].text[:-1]} ({end - at} in a row).", pieces=pieces)
        yield first
        at = end


def _alike(one: Told, other: Told) -> bool:
    """Tell whether both are of one kind: the same player does the same, by the same rule."""
    verb = [told.text.split()[:2] for told in (one, other)]
    return bool(one.rule) and one.who == other.who and one.rule == other.rule and verb[0] == verb[1]


def _joined(name: str, text: str) -> str:
    """The sentences as one, where both begin with that player: "Bo flies to row 3. Bo loses a card."."""
    return text.replace(f". {name} ", ", and ") if name and text.startswith(name) else text


@remembered
def _seen(view: View) -> Mapping[str, tuple[Resting, str]]:
    """The pieces in sight by their codes, each with its name."""
    return {
        piece.code: (Resting("", piece.deck, piece.code, piece.side), name)
        for area in view.areas
        for piece in area.pieces
        if piece.deck and piece.up and (name := piece.name.partition(",")[0]) and _is_code(piece.code)
    }


@remembered
def _printed(components: catalogue.Game) -> Mapping[str, tuple[Resting, str]]:
    """The pieces of the box by their codes, each with the name printed on it, or its code."""
    return {
        piece.code: (Resting("", deck.name, piece.code), str(piece.fields.get("name") or piece.code))
        for deck in components.decks
        for piece in deck.pieces
        if _is_code(piece.code)
    }


def _may_be_code(word: str, printed: Mapping[str, object]) -> bool:
    """Tell whether it may stand for a piece, as no name and no first word of a sentence does."""
    return word in printed or (_is_code(word) and not (word.isalpha() and word[1:].islower()))


def _is_code(code: str) -> bool:
    """Tell whether it stands for a piece wherever it is read, as no number and no plain word does."""
    return len(code) > 1 and not code.isdecimal() and not code.islower()
