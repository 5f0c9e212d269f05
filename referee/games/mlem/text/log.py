"""The log of MLEM: what happens at the table, in words. Nothing is hidden."""

from collections.abc import Iterator, Sequence

from components.wording import counted, listed
from referee.engine.answers import Why
from referee.engine.chance.starters import Starts
from referee.engine.game import Event, Seat, Telling
from referee.games.mlem.codes import show_roll
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Stay, Use
from referee.games.mlem.rules import scoring
from referee.games.mlem.rules.astronauts import landings_in
from referee.games.mlem.state import State, fresh_engineers


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    """Everybody learns the same."""
    lines = [*_lines(before, event, after), *_turning_points(before, after)]
    return Telling(tuple(lines), tuple(_why(before, event)), news=_news(before, event, after, lines))


def _news(before: State, event: Event, after: State, lines: Sequence[str]) -> str:
    """The end of the game or a crash with the roll, and where a rocket or an astronaut is now."""
    if after.step == "over":
        return " ".join(lines[-2:])
    if event.seat is None:
        crashed = after.failures > before.failures
        return f"{lines[0][:-1]}, and the rocket crashes [ML 4.1]." if crashed else ""
    name = before.names[event.seat]
    if isinstance(event.what, Use):
        leg = before.shown.legs[event.what.faces]
        dice = counted(leg.pool, "die", "dice")
        return f"{name} flies to space {leg.arrival} with {dice} left [ML 3.3]."
    if isinstance(event.what, Land):
        place = before.box.board.place(event.what.place)
        return f"{name}'s {before.aboard[event.seat]} lands on {place.title} [ML 5.2]."
    return ""


def _lines(before: State, event: Event, after: State) -> Iterator[str]:
    name = "" if event.seat is None else before.names[event.seat]
    match event.what:
        case Starts():
            yield f"{event.what.name} is the first commander [ML 2.1]."
        case Aboard():
            yield f"{name} puts the {event.what.astronaut} aboard."
            if after.step == "roll":
                yield f"The rocket starts on space {after.at} [ML 2.1]."
        case Help():
            helper = before.names[fresh_engineers(before)[0]]
            yield f"{helper}'s engineer adds a {before.box.engineers_face} [ML 3.4]."
        case Use():
            leg = before.shown.legs[event.what.faces]
            dice = counted(leg.pool, "die", "dice")
            yield f"The rocket moves from {before.at} to {leg.arrival}; {dice} in the pool [ML 3.3]."
            if leg.arrival == before.box.board.end:
                yield f"The rocket reaches deep space: {_deep_space(before)} [ML 5.4]."
        case Crash():
            yield f"{name} does not ask the engineer for help."
        case Land():
            assert event.seat is not None
            yield f"{name}'s {before.aboard[event.seat]} lands on {event.what.place}."
        case Stay():
            yield f"{name} stays aboard."
        case _:
            yield f"{before.names[before.crew[0]]} rolls {show_roll(event.what.faces)}."


def _turning_points(before: State, after: State) -> Iterator[str]:
    if after.failures > before.failures:
        yield f"The rocket crashes: failure {after.failures} [ML 4.1]."
    for goal, old, new in zip(before.box.goals, before.goals, after.goals, strict=True):
        if old is None and new is not None:
            points = counted(goal.points, "point")
            yield f"{after.names[new]} claims the goal {goal.name}: {points} [ML 6.1]."
    if after.step == "over":
        yield f"The game ends: {_reason(after)} [ML 7.1]."
        yield _winners(after)
    elif after.starter != before.starter and before.starter is not None:
        yield f"The expedition is over. The next commander is {after.names[after.starter or 0]} [ML 5.5]."


def _deep_space(before: State) -> str:
    """Tell who goes where from the end of the track: "Ann's ace goes to the comet, Bo's to the galaxy"."""
    board = before.box.board
    first, *others = [f"{before.names[seat]}'s {before.aboard[seat]}" for seat in before.crew]
    text = f"{first} goes to the {board.comet.name.lower()}"
    return f"{text}, {listed(others)} to the {board.galaxy.name.lower()}" if others else text


def _reason(after: State) -> str:
    """Say why the game is over; both reasons may hold."""
    reasons = []
    if after.failures >= after.box.expedition.failures:
        reasons.append(f"failure {after.failures} of {after.box.expedition.failures}")
    if bare := [name for name, mat in zip(after.names, after.mats, strict=True) if not mat]:
        reasons.append(f"{listed(bare)} {'has' if len(bare) == 1 else 'have'} no astronaut left to board")
    return ", and ".join(reasons)


def _winners(after: State) -> str:
    sheet, _ = scoring.score(after.box, after.names, landings_in(after))
    best = counted(max(player.total for player in sheet.players), "point")
    if len(sheet.winners) > 1:
        return f"{listed(sheet.winners)} share the victory with {best} each [ML 7.4]."
    return f"{sheet.winners[0]} wins with {best} [ML 7.4]."


def _why(before: State, event: Event) -> Iterator[Why]:
    if isinstance(event.what, Use):
        space = before.box.board.spaces[before.at]
        own, shown = before.box.engineers_face, before.shown
        counts = {face: shown.faces.count(face) + shown.added * (face == own) for face in event.what.faces}
        worth = " + ".join(f"{count} × {space.value(face)}" for face, count in counts.items())
        total = sum(count * space.value(face) for face, count in counts.items())
        yield Why("distance", f"{worth} = {total}", "ML 3.2")
