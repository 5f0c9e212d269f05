"""The log of The Last Blast: what has happened, in words, and the ruling for each loss of cards."""

from collections.abc import Iterator, Sequence

from components.wording import counted, listed
from referee.engine.answers import Why
from referee.engine.commits import committed, outstanding
from referee.engine.game import Event, Seat, Telling
from referee.games.last_blast.box import Rocket
from referee.games.last_blast.codes import write_field, write_rocket
from referee.games.last_blast.moves import Blind, Lose, Pick, Place, Row
from referee.games.last_blast.rules import construction, flight
from referee.games.last_blast.rules.damage import Taken, loss
from referee.games.last_blast.state import Draft, Flight, State
from referee.games.last_blast.text import answers


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    """The event, as that seat may know it."""
    why: tuple[Why, ...] = ()
    if isinstance(before, Draft):
        lines = [*_draft_lines(before, event, after, seat)]
    else:
        assert isinstance(after, Flight)
        lines = [*_flight_lines(before, event, after)]
        if isinstance(event.what, Row) and event.seat is not None:
            why = _why(before, event.seat, event.what.row)
    if isinstance(after, Flight):
        lines += _turning_points(before, after)
    return Telling(tuple(lines), why, news=_news(before, event, lines))


def _news(before: State, event: Event, lines: Sequence[str]) -> str:
    """The whole field, or the choices of everybody, in one sentence; the first line says the rest."""
    if event.seat is None and not before.field:
        return "The field is laid [LB 2.1]."
    shown = event.seat is not None and not isinstance(event.what, Row | Lose | Place)
    if shown and len(lines) >= len(before.names) > 1:
        return f"{' '.join(lines[: len(before.names)]).replace('. ', ', ')[:-1]} [LB 3.1]."
    return ""


def _draft_lines(before: Draft, event: Event, after: State, seat: Seat | None) -> Iterator[str]:
    what = event.what
    if event.seat is None:
        yield from _chance_lines(before, after, seat)
        return
    name = before.names[event.seat]
    if isinstance(what, Place):
        assert before.drawn is not None
        yield f"{name} places {before.drawn.code} at the {what.end}."
    elif len(outstanding(before.commits)) > 1:
        yield f"{name} has chosen{f': {what}' if seat == event.seat else ''}."
    else:
        choices = committed(before.commits, event.seat, what)
        if again := construction.clashing(before, choices):
            names = listed(before.names[place] for place in again)
            yield f"{names} named the same card, but there are not enough copies: they choose again [LB 1.3]."
            return
        for player, choice in zip(before.names, choices, strict=True):
            yield f"{player} {_choice(choice)}."
    if isinstance(after, Draft) and after.discards == () and before.discards and after.deck > before.deck:
        yield "The deck is empty: the discards are shuffled [LB 3.7]."


def _chance_lines(before: Draft, after: State, seat: Seat | None) -> Iterator[str]:
    assert isinstance(after, Draft)
    if not before.field:
        yield f"The field is {write_field(after.field)} [LB 2.1]."
    elif before.taker is not None:
        assert after.drawn is not None
        drawn = after.drawn.code if seat == before.taker else "a blind card"
        yield f"{before.names[before.taker]} draws {drawn} [LB 3.4]."
    elif after.hands:
        yield f"Hand {after.hand + 1} is dealt: {counted(len(after.hands[0]), 'card')} each [LB 3.1]."
        if seat is not None:
            yield f"{after.names[seat]} holds {write_rocket(after.hands[seat])}."
    else:
        yield "The deck has run out: the discards are shuffled, and the deal goes on [LB 3.7]."


def _choice(choice: object) -> str:
    if isinstance(choice, Blind):
        return "will take a blind card"
    assert isinstance(choice, Pick)
    code = choice.card.code
    return f"adds {code} to the {choice.end}" if choice.end else f"begins with {code}"


def _flight_lines(before: Flight, event: Event, after: Flight) -> Iterator[str]:
    if event.seat is None:
        return
    name, what = before.names[event.seat], event.what
    old, new = before.rockets[event.seat], after.rockets[event.seat]
    if isinstance(what, Lose):
        yield f"{name} loses {_lost(old, flight.taken_by(before, what))} [LB 4.6]."
        return
    assert isinstance(what, Row)
    hit = flight.damage_of(before, event.seat, what.row)
    where = f"{name} flies to row {what.row}, {flight.tile_at(before, what.row).code}"
    if not hit.total:
        yield f"{where}: no damage [LB 4.5]."
        return
    head = f"{where}: jump {hit.jump}, collision {hit.collision}, damage {hit.total}"
    if not new:
        yield f"{head}, with {counted(len(old), 'card')} left; the rocket explodes [LB 4.7]."
        return
    lost = loss(before.box, hit.total, len(old))
    more = f", and {lost.choice} more of their choice" if lost.choice else ""
    yield f"{head}. {name} loses {_lost(old, lost.taken)}{more} [LB 4.6]."


def _turning_points(before: State, after: Flight) -> Iterator[str]:
    """The flight begins, a round begins, the game is over."""
    old = before if isinstance(before, Flight) else None
    if old is None:
        yield "The rockets are built [LB 3.6]."
    if after.starter is None:
        yield "The first Start Player is drawn from the tied players [LB 4.1]."
    elif not after.order:
        yield _end(after)
    elif old is None or old.starter is None:
        yield f"Round 1. Start Player: {after.names[after.starter]} [LB 4.1]."
    elif after.column > old.column:
        yield f"Round {after.column + 1}. Start Player: {after.names[after.starter]} [LB 4.8]."
        for row, column in after.drifting:
            if column < len(after.field[0]):
                yield f"A wreck drifts on in row {row} [LB 6.1]."


def _end(after: Flight) -> str:
    left = [after.names[seat] for seat in after.survivors]
    if not left:
        return "No rocket is left: nobody wins [LB 4.11]."
    if len(left) == 1 and after.column + 1 < len(after.field[0]):
        return f"Only {left[0]} is left and wins [LB 4.9]."
    return "The survivors leave the field [LB 4.10]."


def _why(before: Flight, seat: Seat, row: int) -> tuple[Why, ...]:
    rocket = before.rockets[seat]
    hit = flight.damage_of(before, seat, row)
    changed = flight.rows_changed(before, seat, row)
    lost = loss(before.box, hit.total, len(rocket))
    tile = flight.tile_at(before, row)
    return answers.damage_why(before.box, rocket[0], tile, changed, hit, lost, len(rocket))


def _lost(rocket: Rocket, taken: Taken) -> str:
    cards = {"front": rocket[: taken.front], "rear": rocket[len(rocket) - taken.rear :]}
    return " and ".join(f"{write_rocket(lost)} from the {end}" for end, lost in cards.items() if lost)
