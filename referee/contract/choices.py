"""The part of the contract that is about choosing: what a game asks, what is left to choose, what is told."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.engine.asking.choosing import Question, texts_of
from referee.engine.asking.news import told
from referee.engine.asking.picks import LONGEST_ASK, NONE, Amount, Asks, Pieces, Place
from referee.engine.game import CHANCE, AnyGame, Event, Seats
from referee.engine.moves import form_of

_STEP = 7  # every so manieth move of a position is chosen part by part
_REFUSED = 5  # pieces of a position that are tried although they are not offered


def unasked(game: AnyGame, state: Any) -> Iterator[str]:
    """Say what the game does not ask, or asks in too many letters, in a sentence each."""
    turn, step = game.turn(state), f'step "{getattr(state, "step", "")}"'
    asks = [game.ask(state, None)] if turn is CHANCE and isinstance(game, Asks) else []
    if isinstance(turn, Seats):
        question = Question(game, state, turn.seats[0])
        asks += [question.ask, *(question.ask_of(one.form) for one in question.asked)]
        for _, form, _ in question.asked:
            if not form.does:
                yield f'{step}: the form "{form.text}" does not say what its button does.'
            yield from (
                f'{step}: "{name}" of "{form.text}" has no pick.'
                for name, field in form.fields.items()
                if field.pick is None
            )
    todo = f"Let `asks` say it in 1 to {LONGEST_ASK} letters."
    yield from (f'{step} asks "{ask}". {todo}' for ask in asks if not 0 < len(ask) <= LONGEST_ASK)


def disagreements(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Say where what is left to choose is not what `check` and `moves` allow, in a sentence each."""
    question = Question(game, state, seat)
    for number, move in enumerate(game.moves(state, seat)):
        form = form_of(type(move))
        if number % _STEP == 0 and form.does:
            yield from _unreachable(question, form.text, texts_of(form, move), str(move))
    for kind, form, _ in question.asked:
        legal = [move for move in game.moves(state, seat) if type(move) is kind]
        left = question.left(form.text, {})
        offered = {name: set(values) for name, values in left.values.items()}
        first = next(iter(form.fields), "")
        pick = form.fields[first].pick if first else None
        if not isinstance(pick, Amount) and not form.mixed:
            there = {code for move in legal for code in texts_of(form, move).get(first, "").split()}
            there |= {texts_of(form, move).get(first, "") for move in legal} - {""}
            if wrong := offered.get(first, set()) - there:
                yield f'"{form.text}" offers {min(wrong)}, which no legal move has.'
        if isinstance(pick, Pieces | Place) and not (isinstance(pick, Pieces) and pick.code):
            codes = {piece.code for piece in question.pieces(pick) if piece.code} - offered[first]
            for code in sorted(codes)[:_REFUSED]:
                if not question.why(form.text, left.parts, first, code):
                    yield f'"{form.text}" refuses {code} without a reason.'


def _unreachable(question: Question, form: str, texts: Mapping[str, str], move: str) -> Iterator[str]:
    """Say where a legal move cannot be chosen part by part."""
    chosen: dict[str, str] = {}
    mixed = any(one.form.text == form and one.form.mixed for one in question.asked)
    for name, text in texts.items():
        parts = text.replace(",", " ").split() if question.most(form, name) > 1 else [text]
        for part in parts if not mixed and text != NONE else ():
            if part not in question.left(form, chosen).values[name]:
                yield f'{move}: "{name}" is never offered {part} after {chosen}.'
            chosen[name] = f"{chosen[name]} {part}" if name in chosen else part
        chosen.setdefault(name, text)
    whole = question.left(form, chosen).whole
    if whole != move:
        yield f'The parts of "{move}" make "{whole}".'


def news(game: AnyGame, step: tuple[Any, Event, Any], seat: int | None) -> Any:
    """The news that that seat is told of the step, in a sentence."""
    return told(game, *step, seat, game.tell(*step, seat))


class Choices:
    """The promises of a game whose moves are picked; part of `Contract`."""

    def test_everything_is_asked(self: Any) -> None:
        """Every step, form and part says what is to be done, in few enough letters for a phone."""
        wrong = {said for _, before, _, _ in self.steps(samples=2) for said in unasked(self.game, before)}
        assert wrong == set(), "; ".join(sorted(wrong))

    def test_what_is_left_is_what_is_legal(self: Any) -> None:
        """Every move can be chosen part by part, nothing else is offered, and a refusal has a reason."""
        for number, (_, before, _, _) in enumerate(self.steps(samples=1)):
            turn = self.game.turn(before)
            if isinstance(turn, Seats) and number % 3 == 0:
                assert list(disagreements(self.game, before, turn.seats[-1])) == []

    def test_news_are_sentences(self: Any) -> None:
        """An event is told in one sentence with a full stop, to each seat."""
        for seats, before, event, after in self.steps(samples=1):
            for seat in (None, *seats):
                text = news(self.game, (before, event, after), seat).text
                assert text == "" or (not text[0].islower() and text[-1] in ".!?)"), text


def lefts(game: AnyGame, state: Any, seat: int) -> Iterable[Any]:
    """Everything that the seat is shown of its choice."""
    question = Question(game, state, seat)
    return [question.ask, *(question.left(one.form.text, {}) for one in question.asked)]
