"""Recorded whole games as text: every event as it is typed, what was told of it, at the end the score.

    python -m tests.referee.playthroughs last-blast Ann Bo --seed kiwi --bot greedy > tests/playthroughs/…

writes one. The tests play every file again and compare it line by line, so a change of a ruling shows
as a change of a file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.arguments import read_options
from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, OVER, AnyGame, Event, Seats, Versions, embedded
from referee.engine.play import follow, start_game
from referee.players.bots import find_bot
from referee.table.rulesets import find_game

FOLDER = Path(__file__).parents[1] / "playthroughs"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a playthrough.")
    parser.add_argument("game")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--bot", action="append", default=[])
    given = parser.parse_args()
    game = find_game(given.game)
    bots = [find_bot(given.game, name) for name in given.bot]
    events = []
    state = start_game(game, given.names, agreed(game, given.option))
    source = Chance(given.seed)
    while (turn := game.turn(state)) is not OVER:
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            move = bots[seat % len(bots)](
                game, game.known(state, seat), seat, source.stream(f"{len(events)}")
            )
            event = Event(seat, move)
        else:
            event = Event(None, game.chance(state).pick(source.stream(f"{len(events)}")))
        events.append(event)
        state = follow(game, state, event)
    typed = (typed_line(event, given.names) for event in events)
    print("\n".join(text(game, game.version, given.names, given.option, typed)))


def files(slug: str) -> list[Path]:
    return sorted((FOLDER / slug).glob("*.txt"))


def replayed(file: Path) -> list[str]:
    """The lines the file should have: its head and its events played again."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    typed = [line for line in body.splitlines() if line and not line.startswith(" ")]
    options = facts["options"].split() if facts["options"] != "none" else []
    game, names = find_game(facts["game"]), facts["players"].split(", ")
    return list(text(game, int(facts["rules"]), names, options, typed[: typed.index("score")]))


def text(
    game: AnyGame, version: int, names: list[str], options: list[str], typed: Iterable[str]
) -> Iterator[str]:
    """Play by that version of the rules.

    Raises `AssertionError` for a move that is refused or a result that is impossible.
    """
    yield f"game: {game.slug}"
    yield f"rules: {version}"
    yield f"players: {', '.join(names)}"
    yield f"options: {' '.join(options) or 'none'}"
    yield ""
    state = begun(game, version, names, options)
    for line in typed:
        event = read_line(game, state, names, line)
        if event.seat is None:
            assert game.turn(state) is CHANCE
            assert not game.chance(state).refusal(event.what), line
        else:
            ruling = game.check(state, event.seat, event.what)
            assert ruling.allowed, f"{line}: {ruling.reason}"
        after = follow(game, state, event)
        telling = game.tell(state, event, after, None)
        assert typed_line(event, names) == line
        yield line
        yield from (f"    {told}" for told in (*telling.lines, *telling.moment))
        yield from (f"    - {step.what}: {step.formula} [{step.rule}]" for step in telling.why)
        state = after
    assert game.turn(state) is OVER
    yield "score"
    yield from (f"    {line}" for line in game.score(state).answer().lines)


def begun(game: AnyGame, version: int, names: list[str], options: list[str]) -> Any:
    """The first state of a game by that version of the rules."""
    state = start_game(game, names, agreed(game, options))
    if version == game.version:
        return state
    assert isinstance(game, Versions)
    return game.by_version(state, version, agreed(game, options))


def agreed(game: AnyGame, options: list[str]) -> Mapping[str, str]:
    """The options of a head; a file in them is one of this folder's."""
    typed = read_options(options)
    return embedded(game, {name: _here(value) for name, value in typed.items()})


def _here(value: str) -> str:
    return str(FOLDER / value) if value and (FOLDER / value).is_file() else value


def typed_line(event: Event, names: list[str]) -> str:
    return str(event.what) if event.seat is None else f"{names[event.seat]}: {event.what}"


def read_line(game: AnyGame, state: object, names: list[str], line: str) -> Event:
    name, colon, move = line.partition(": ")
    if colon:
        return Event(names.index(name), game.read(state, names.index(name), move))
    return Event(None, game.read(state, None, line))


if __name__ == "__main__":
    main()
