"""Positions that people type in: what is wrong with each, and that a game goes on from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from components.errors import StarboxError
from components.toml import parse_toml
from referee.commands.check import check
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Event, Seats
from referee.engine.play import follow, open_box, start_game
from referee.games.per_aspera import game as per_aspera
from referee.games.per_aspera.state import State
from referee.players.bots import at_random
from referee.table import beginning, session
from referee.table.beginning import Written
from referee.table.proof import prove

NAMES = ["Ann", "Bo"]

EXAMPLES = Path(__file__).parents[3] / "examples" / "positions"
POSITIONS = {file.stem: file.read_text(encoding="utf-8") for file in EXAMPLES.glob("*.toml")}
FLIGHT, IN_FLIGHT = POSITIONS["last-blast"], POSITIONS["mlem"]
EXPEDITION = IN_FLIGHT[: IN_FLIGHT.index("[aboard]")]
ROUND = POSITIONS["rayguns"][: POSITIONS["rayguns"].index("[docked]")].replace('"RC03"', "")


def faults(folder: Path, game: str, text: str, *options: str) -> list[str]:
    """Return what `referee check` says, with the rule in front."""
    file = folder / "position.toml"
    file.write_text(text, encoding="utf-8")
    answer = check(game, file, NAMES, list(options))
    found = [f"{fault.rule} {fault.what}" for fault in answer.value.faults]
    assert answer.ok == (not found)
    assert answer.lines
    return found


@pytest.mark.parametrize(
    ("game", "text"),
    [*POSITIONS.items(), ("mlem", EXPEDITION), ("rayguns", ROUND)],
)
def test_nothing_is_wrong(tmp_path: Path, game: str, text: str) -> None:
    assert faults(tmp_path, game, text) == []


@pytest.mark.parametrize(
    ("game", "old", "new", "expected"),
    [
        ("last-blast", "A5-3 R1-1", "A6-3 R1-1", ["LB 1.3 The cards are not those of the box."]),
        ("last-blast", "Bo = 3", "Bo = 2", ["LB 4.2 Two rockets are on one tile."]),
        ("last-blast", "Bo = 3", "", ["LB 4.2 Bo's rocket is not on a tile."]),
        (
            "last-blast",
            "Bo = 3",
            "Bo = 4",
            ["LB 2.1 A token is in a row that does not exist; rows are 1 to 3."],
        ),
        ("last-blast", "/41612", "/41612/51133", ["LB 2.1 The field for 2 players has 3 rows."]),
        ("last-blast", '"A5-3 R1-1"', '"x2"', ["LB 4.7 Bo's rocket has exploded, but is still there."]),
        (
            "last-blast",
            "[rows]",
            "[wrecks]\nBo = 1\n[rows]",
            ["LB 6.1 Wrecks stay in the field only with the option."],
        ),
        ("rayguns", '["SO01"]', '["RC03"]', ["RR 1.4 The rules cards are not those of the box."]),
        ("rayguns", 'Ann = "A5w"', 'Ann = "A5w A5r A5p"', ["RR 3.2 Ann has 3 spare parts."]),
        ("rayguns", "Bo = 9", "Bo = -1", ["RR 3.4 A total is below 0."]),
        ("rayguns", "R1p R4p", "G3w G3w", ["RR 1.1 There are more tiles of a kind than the box has."]),
        ("rayguns", "R1p R4p", "R1p R4p R3r R4r", ["RR 3.3 Bo's array has 7 tiles."]),
        ("mlem", "failures = 3", "failures = 12", ["ML 1.1 There are 12 failures."]),
        ("mlem", "Bo scout", "Bo ace", ["ML 1.3 Bo has 2 aces."]),
        ("mlem", "Bo voyager, Bo ace", "Bo ace", ["ML 1.7 The goal deep is not met."]),
        ("per-aspera", "levies = 2", "levies = 6", ["PA 3.1 6 levies are set, and there are 5 slots."]),
        ("per-aspera", "1S=3", "1S", ["PA 2.3 1S.a at 0,-3 has no demand.", "PA 5.11"]),
        ("per-aspera", "1S=3", "1S=p", ["PA 5.11 Ann cannot have a colony at 0,-3."]),
        ("per-aspera", "4M=3", "4M=2", ["PA 3.1 With a 2, 4M.a at -3,3 would demand nothing."]),
        ("per-aspera", "1S=3 E", "1S=3 E=3", ["PA 3.1 There is a demand at 1,-3, but no planet."]),
        ("per-aspera", "1S=3 E", "1S=3 ??", ["PA 2.3 The card at 1,-3 lies face down."]),
        ("per-aspera", "4L=p", "4M=3", ["PA 1.2 The map cards are not the cards of the box."]),
        ("per-aspera", "fuel = 7", "fuel = 11", ["PA 4.1 Ann has 11 units of fuel in a tank of 10."]),
        ("per-aspera", "C 3", "C 3 3", ["PA 4.3 Ann carries more than the hold has room for."]),
        ("per-aspera", "warp = 2", "warp = 6", ["PA 1.4 Ann's Warp is 6; levels are 1 to 5."]),
        ("per-aspera", "pirate = 1", "pirate = 9", ["PA 4.3 Ann's Pirate level is 9; levels are 0 to 5."]),
        ("per-aspera", "round = 4", "round = 61", ["PA 6.2 There is no round 61."]),
        (
            "per-aspera",
            "5 H 1L=4",
            "5 1L=4 H",
            ["PA 2.1 The homeworld is in the centre, and nowhere else."] * 2,
        ),
    ],
)
def test_what_is_wrong(tmp_path: Path, game: str, old: str, new: str, expected: list[str]) -> None:
    assert old in POSITIONS[game]
    found = faults(tmp_path, game, POSITIONS[game].replace(old, new, 1))
    assert [line for line in found if not any(line.startswith(start) for start in expected)] == []
    assert all(any(line.startswith(start) for line in found) for start in expected[:1])


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    text = IN_FLIGHT.replace("Bo scout", "Bo ace").replace("dice = 4", "dice = 7")
    assert faults(tmp_path, "mlem", text.replace("space = 8", "space = 25")) == [
        "ML 1.3 Bo has 2 aces.",
        "ML 1.1 The rocket is on space 25.",
        "ML 3.3 The pool has 7 dice.",
    ]


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        ("last-blast", "round = 3", "round = 8", "round is 8. A flight has rounds 1 to 7."),
        (
            "last-blast",
            "35124/26435/41612",
            "3512/2643/4161",
            "field has 4 columns. Write the 5 columns ahead",
        ),
        ("last-blast", "R2-5", "R2-9", 'There is no part card "R2-9".'),
        ("last-blast", 'start = "Bo"', 'start = "Cy"', '"Cy" does not play.'),
        ("last-blast", "[rows]", "[rowz]", "rowz is not a key that belongs here."),
        ("mlem", "m3 =", "m33 =", 'm33 is not a key that belongs here. Did you mean "m3"?'),
        ("mlem", "Bo scout", "Bo scot", 'landed.m3: There is no astronaut "scot". Did you mean "scout"?'),
        ("mlem", "Bo scout", "Bo scout, Ann scout", "landed.m3: 2 astronauts are on m3."),
        ("rayguns", "R5r", "R6r", '"R6r"'),
        ("rayguns", "round = 2", "round = 5", "round is 5. Rounds are 1 to 4; 5 is the Port of Call"),
        ("rayguns", '["RC03"]', '["RC03", "RC04"]', "cards: 2 rules cards are too many."),
        ("rayguns", '["RC03"]', '["RC99"]', 'There is no rules card "RC99".'),
        ("rayguns", "Bo = 9", "Cy = 9", "Cy is not a key that belongs here."),
        (
            "per-aspera",
            "1S=3 E",
            "1S=3",
            "map: The map has 36 spaces, not 37. Write every space, row by row.",
        ),
        ("per-aspera", "4L=p", "4X=p", 'There is no map card "4X".'),
        ("per-aspera", "4L=p", "4L=7", '"7" is not a result of demand dice.'),
        ("per-aspera", "warp = 2\n", "", "ships.Ann, line 19: warp is missing."),
        ("per-aspera", "[ships.Bo]", "[ships.Cy]", "ships.Bo, line 20: warp is missing."),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, game: str, old: str, new: str, message: str) -> None:
    assert old in POSITIONS[game]
    with pytest.raises(StarboxError) as problem:
        faults(tmp_path, game, POSITIONS[game].replace(old, new, 1))
    assert message in str(problem.value)


def test_9_2_two_cards_are_never_in_force_at_the_beginning_of_a_round(tmp_path: Path) -> None:
    with pytest.raises(StarboxError, match="cards: 2 rules cards are too many"):
        faults(tmp_path, "rayguns", ROUND.replace("cards = []", 'cards = ["RC03", "RC04"]', 1))


def test_some_games_have_no_positions(tmp_path: Path) -> None:
    with pytest.raises(StarboxError, match="This game cannot begin from a position"):
        faults(tmp_path, "planetary", "")


@pytest.mark.parametrize(("game", "text"), [*POSITIONS.items(), ("mlem", EXPEDITION), ("rayguns", ROUND)])
def test_a_sitting_goes_on_from_a_position(tmp_path: Path, game: str, text: str) -> None:
    """To the end, and the journal holds it all: it is verified without the file."""
    typed, journal = tmp_path / "position.toml", tmp_path / "game.jsonl"
    typed.write_text(text, encoding="utf-8")
    bots = dict.fromkeys(NAMES, "random")
    options = {"rounds": "6"} if game == "per-aspera" else {}
    beginning.begin(
        journal, game, NAMES, seed="kiwi", options=options, bots=bots, position=Written(typed, text)
    )
    typed.unlink()
    assert not prove(journal).faults
    sitting = session.resume(journal)
    for state in sitting.states:
        assert list(sitting.game.faults(state)) == []


def test_no_sitting_begins_with_a_position_that_is_wrong(tmp_path: Path) -> None:
    typed, journal = tmp_path / "position.toml", tmp_path / "game.jsonl"
    text = FLIGHT.replace("Bo = 3", "Bo = 2")
    with pytest.raises(StarboxError, match=r"Two rockets are on one tile \[LB 4.2\]"):
        beginning.begin(journal, "last-blast", NAMES, position=Written(typed, text))
    assert not journal.exists()


@pytest.mark.parametrize("options", [{}, {"unknown-demands": ""}, {"foray": ""}], ids=str)
def test_a_position_is_the_state_that_was_written(options: dict[str, str]) -> None:
    """PA 2.3: turns of a game, written down as a person would, are read back as they were."""
    start = start_game(per_aspera, NAMES, options)
    for state in turns(start):
        text = written(state)
        again = per_aspera.place(NAMES, options, open_box(per_aspera, options), parse_toml(text, "here"))
        assert again == state


def turns(state: Any, most: int = 12) -> Iterator[State]:
    """Beginnings of turns of a random game."""
    source, found = Quick(5), 0
    while found < most:
        turn = per_aspera.turn(state)
        if isinstance(turn, Seats):
            if state.step == "load" and state.doings == type(state.doings)():
                yield state
                found += 1
            seat = turn.seats[0]
            state = per_aspera.apply(state, seat, at_random(per_aspera, state, seat, source))
        elif turn is CHANCE:
            state = follow(per_aspera, state, Event(None, per_aspera.chance(state).pick(source)))
        else:
            return


def written(state: State) -> str:
    cards = zip(state.chart.cards, state.chart.demands, strict=True)
    words = [f"{card.code if card else '??'}{f'={demand}' if demand else ''}" for card, demand in cards]
    lines = [
        f"round = {state.round}",
        f'start = "{NAMES[state.starter or 0]}"',
        f'turn = "{NAMES[state.active]}"',
        f"levies = {state.chart.levies}",
        f'map = "{" ".join(words)}"',
    ]
    for seat, ship in enumerate(state.ships):
        spaces = " ".join(space.text for owner, space in state.chart.colonies if owner == seat)
        lines += [f"[ships.{NAMES[seat]}]", f'at = "{ship.space.text}"', f'colonies = "{spaces}"']
        lines += [f"{name} = {getattr(ship, name)}" for name in ("warp", "cannons", "hold", "tank")]
        lines += [f"{name} = {getattr(ship, name)}" for name in ("fuel", "money", "pirate")]
        lines += [f"left = {str(ship.left).lower()}"]
        lines += [f'cargo = "{" ".join("C" if unit == 0 else str(unit) for unit in ship.cargo)}"']
    return "\n".join(lines)
