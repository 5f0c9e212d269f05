"""Lines typed with a slip: a character dropped, doubled or swapped. None gives a wrong answer in silence.

A line with a slip is refused, or it means the same, or it is a right line about something else: `ACCEPTED`
lists each of those with its reason.
"""

from __future__ import annotations

import json
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from components.errors import StarboxError, UsageError
from referee.cli import app
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Event, Seats
from referee.engine.play import start_game
from referee.games import OURS, find_game
from referee.players.bots import find_bot
from referee.table import beginning

LINES = {
    "last-blast": 'Ann="R2-5 A6-3" Bo="G1-2 A4-6" Cy=x5',
    "mlem": "Cy Di --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann --galaxy Bo:2,Cy --goal moons=Bo",
    "per-aspera": "Ann=130@home Bo=95 --levies 2",
    "planetary": "Ann Bo+Cy Di --destroyed Ann=LAS,SHD --seed kiwi",
    "rayguns": 'Ann="G3w B3p A3r R4w G2r" Bo="Y5 R5r B4w G2p A3p" --card RC02',
}
SAME = "the same answer"
NAME = "a player may have any name, and this line has another; everything else is as before"
OTHER = "a right line about other numbers or another seed"
SLIPS = 26  # slips in each line

ACCEPTED = {
    'Ann="R2-5 A6-3" oB="G1-2 A4-6" Cy=x5': NAME,
    'Ann=R"2-5 A6-3" Bo="G1-2 A4-6" Cy=x5': SAME,
    'Annn="R2-5 A6-3" Bo="G1-2 A4-6" Cy=x5': NAME,
    'Ann="R2-5 A6-3" o="G1-2 A4-6" Cy=x5': NAME,
    'Ann="R2-5  A6-3" Bo="G1-2 A4-6" Cy=x5': SAME,
    'Ann="R2-5 A6-3"  Bo="G1-2 A4-6" Cy=x5': SAME,
    'Ann="R2-5 A6-3" Bo="G1-2 A4-6" Cyy=x5': NAME,
    "Cy Di --planet A=Ann:2,Bo,Ann --moon m3=Bo  --comet Ann --galaxy Bo:2,Cy --goal moons=Bo": SAME,
    "Cy iD --planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann --galaxy Bo:2,Cy --goal moons=Bo": NAME,
    "Cy Di --planet A=Ann:2,Bo,Ann --moon  m3=Bo --comet Ann --galaxy Bo:2,Cy --goal moons=Bo": SAME,
    "Cy Di --planet A=Ann:2,Bo,Ann  --moon m3=Bo --comet Ann --galaxy Bo:2,Cy --goal moons=Bo": SAME,
    "Ann=130@home Bo=955 --levies 2": OTHER,
    "Ann=130@home Bo9=5 --levies 2": OTHER,
    "AAnn=130@home Bo=95 --levies 2": NAME,
    "Ann=130@home o=95 --levies 2": NAME,
    "Ann=130@home Bo=59 --levies 2": OTHER,
    "Ann=1300@home Bo=95 --levies 2": OTHER,
    "Annn=130@home Bo=95 --levies 2": NAME,
    "Ann=103@home Bo=95 --levies 2": OTHER,
    "Ann Bo+Cy Di --destroyed Ann=LAS,SHD --seed kii": OTHER,
    "Ann Bo+Cy Di --destroyed Ann=LAS,SHD --seed kwi": OTHER,
    "Ann oB+Cy Di --destroyed Ann=LAS,SHD --seed kiwi": NAME,
    "Ann Bo+Cy Di  --destroyed Ann=LAS,SHD --seed kiwi": SAME,
    "Ann BBo+Cy Di --destroyed Ann=LAS,SHD --seed kiwi": NAME,
    "Ann Bo+Cy iD --destroyed Ann=LAS,SHD --seed kiwi": NAME,
    'Ann="G3w B3p A3r R4w  G2r" Bo="Y5 R5r B4w G2p A3p" --card RC02': SAME,
    'Ann=G"3w B3p A3r R4w G2r" Bo="Y5 R5r B4w G2p A3p" --card RC02': SAME,
    'Ann="G3w B3p  A3r R4w G2r" Bo="Y5 R5r B4w G2p A3p" --card RC02': SAME,
}


def slips(text: str, source: random.Random) -> Iterator[str]:
    """The text with one slip, again and again."""
    while True:
        at = source.randrange(len(text))
        match source.choice(("drop", "double", "swap")):
            case "drop":
                slip = text[:at] + text[at + 1 :]
            case "double":
                slip = text[:at] + text[at] + text[at:]
            case _:
                slip = text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]
        if slip != text:
            yield slip


def lines_of(game: str) -> list[str]:
    """The first different lines with one slip, as a shell would take them."""
    found: dict[str, None] = {}
    for slip in slips(LINES[game], random.Random("kiwi")):
        try:
            shlex.split(slip)
        except ValueError:
            continue  # a shell asks for the other quote
        found[slip] = None
        if len(found) == SLIPS:
            return list(found)
    raise AssertionError


def answer(game: str, line: str) -> str | None:
    """The JSON of the score; None if the line is refused."""
    done = CliRunner().invoke(app, ["score", game, *shlex.split(line), "--json"])
    if done.exit_code == 0:
        return done.stdout
    assert done.exception is None or isinstance(done.exception, StarboxError | SystemExit), line
    return None


@pytest.mark.parametrize("game", OURS)
def test_no_score_of_a_mistyped_line_is_wrong(game: str) -> None:
    right = answer(game, LINES[game])
    assert right
    for line in lines_of(game):
        given = answer(game, line)
        if line not in ACCEPTED:
            assert given is None, line
        elif ACCEPTED[line] == SAME:
            assert given == right, line
        else:
            assert given and given != right, line
            totals = [[player["total"] for player in json.loads(text)["players"]] for text in (given, right)]
            assert (totals[0] == totals[1]) == (ACCEPTED[line] == NAME or "--seed" in line), line


def test_the_table_has_no_line_too_many() -> None:
    assert set(ACCEPTED) <= {line for game in OURS for line in lines_of(game)}
    assert sum(len(lines_of(game)) for game in OURS) >= 100


def plain(text: str) -> str:
    """Remove what does not matter in a move: spaces, capitals, and the hyphens of codes."""
    return text.replace(" ", "").replace("-", "").casefold()


@pytest.mark.parametrize("game", OURS)
def test_no_mistyped_move_is_another_move(game: str, tmp_path: Path) -> None:
    """A line with a slip is refused, or it is read as what is written there; the end may be missing."""
    source = random.Random("kiwi")
    session = beginning.begin(tmp_path / "game.jsonl", game, ["Ann", "Bo"], seed="kiwi")
    tried = 0
    while tried < 60 and session.acting:
        seat = session.acting[0]
        move = source.choice(list(session.game.moves(session.state, seat)))
        for slip, _ in zip(slips(str(move), source), range(4), strict=False):
            tried += 1
            try:
                event = session.read(seat, slip)
            except UsageError:
                continue
            if session.check(event).allowed and event.what != move:
                read = plain(str(event.what))
                assert read.startswith(plain(slip)) and plain(slip), f"{slip} is read as {event.what}"
        assert session.play(Event(seat, move)).allowed
    assert tried >= 40


@pytest.mark.parametrize("game", OURS)
def test_no_mistyped_result_is_another_result(game: str) -> None:
    """Dice and cards of the table: a line with a slip is refused, or taken down as it is written."""
    source, rules, tried = random.Random("kiwi"), find_game(game), 0
    state, bot = start_game(rules, ["Ann", "Bo"], {}), find_bot(game, "random")
    while tried < 40 and (turn := rules.turn(state)) is not OVER:
        if isinstance(turn, Seats):
            move = bot(rules, rules.known(state, turn.seats[0]), turn.seats[0], Quick(tried))
            state = rules.apply(state, turn.seats[0], move)
            continue
        outcomes = rules.chance(state)
        outcome = outcomes.pick(Quick(tried))
        for slip, _ in zip(slips(str(outcome), source), range(5), strict=False):
            tried += 1
            try:
                taken = rules.read(state, None, slip)
            except UsageError:
                continue
            if not outcomes.refusal(taken) and taken != outcome:
                assert signs(taken) == signs(slip), f"{slip} is taken down as {taken}"
        state = rules.resolve(state, outcome)
    assert tried >= 10


def signs(text: object) -> list[str]:
    """The letters and digits after the verb, in any order: dice that are alike may be typed in any."""
    words = re.sub(r"^(draw|roll)\b|(?<=[a-z])0", "", str(text).casefold())  # RC4 is RC04
    return sorted(filter(str.isalnum, words))
