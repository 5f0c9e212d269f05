"""News for each seat of a game of Planetary, rule by rule: PL 3.3 says who sees what."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.game import Event, Seat
from referee.games.planetary import game
from referee.games.planetary.state import State
from referee.table import beginning
from tests.referee.games.planetary.tables import do, table


def told(state: State, text: str, seat: Seat | None, actor: Seat | None = None) -> tuple[str, ...]:
    """Return what that seat hears of a move of the active player, or of another actor."""
    who = state.active if actor is None else actor
    event = Event(who, game.read(state, who, text))
    assert game.check(state, who, event.what).allowed
    return game.tell(state, event, game.apply(state, who, event.what), seat).lines


@pytest.mark.parametrize(
    ("ships", "modules", "typed", "seat", "expected"),
    [
        # Ann fires; seat 2 is Cy, who watches.
        ("8 11 9", "", "b fire E4 C3@2", 2, "Ann's brute fires the CAN at Bo's PLT at C3: 2 HP left [PL 6]."),
        ("8 11 3", "", "b fire E4 C3@2", 2, "Ann's brute fires the CAN at a ship out of sight [PL 6]."),
        ("5 8 14", "", "b fire E4 C3@2", 2,
         "A shot from out of sight hits Bo's PLT at C3: 2 HP left [PL 6]."),
        ("8 12 9", "E3@1=CLK*", "b fire E4 C3@2", 1,
         "A shot from out of sight hits Bo's PLT at C3: 2 HP left [PL 6]."),
        ("4 13 14", "E4@1=LAS* E3@1=CLK*", "b fire E4 S2", 1,
         "A shot from out of sight hits Bo's scout: 1 of 2 HP left [PL 6]."),
        ("4 13 14", "E4@1=LAS* E3@1=CLK*", "b fire E4 S2", None,
         "A shot from out of sight hits Bo's scout: 1 of 2 HP left [PL 6]."),
        ("8 11 9", "", "b fire E4 C3@2", None, ""),
        ("0 3 6", "E3@1=CLK*", "b fire E4 C3@2", 0,
         "Ann's brute fires the CAN at Bo's PLT at C3: 2 HP left [PL 6]."),
    ],
)  # fmt: skip
def test_3_3_a_shot_tells_of_the_ships_that_are_seen(
    ships: str, modules: str, typed: str, seat: Seat | None, expected: str
) -> None:
    """PL 3.3: who sees the shooter alone, or the target alone, learns nothing of the other."""
    state = table(ships=ships, units="s2=3,1", modules=f"E4@1=CAN* C3@2=PLT {modules}")
    assert " ".join(told(state, typed, seat)) == expected


@pytest.mark.parametrize(
    ("ships", "modules", "paid", "seat", "expected"),
    [
        ("4 8", "E4@1=CLK", "E4", 1, ("has on: CLK [PL 4.3]", "ship goes out of sight [PL 3.3]")),
        ("4 8", "E4@1=CLK*", "D5", 1, ("Ann's ship comes into sight at space 4 [PL 3.3]",)),
        ("4 8", "E4@1=CLK", "E4", 0, ("has on: CLK [PL 4.3]",)),
        ("0 8", "E4@1=SCN", "E4", 0, ("on: SCN [PL 4.3]", "Bo's ship comes into sight at space 8 [PL 3.3]")),
        ("0 8", "E4@1=SCN*", "D5", 0, ("on: LND [PL 4.3]", "Bo's ship goes out of sight [PL 3.3]")),
        ("0 8", "E4@1=SCN", "E4", 1, ()),
    ],
)
def test_3_3_sight_that_is_switched_on_or_off(
    ships: str, modules: str, paid: str, seat: Seat, expected: tuple[str, ...]
) -> None:
    """PL 3.3: when upkeep is done with, each seat is told what comes into sight and what goes out of it."""
    lines = told(do(table(ships=ships, modules=modules, step="upkeep"), f"on {paid}"), "ready", seat)
    assert len(lines) == len(expected)
    assert all(line.endswith(f"{end}.") for line, end in zip(lines, expected, strict=True))


GONE, COME = "Bo's ship goes out of sight [PL 3.3].", "Cy's ship comes into sight at space 14 [PL 3.3]."


@pytest.mark.parametrize(
    ("typed", "seat", "expected"),
    [
        ("ship 1", 0, ("Ann's ship moves to space 1, for 150 W [PL 4.6].", GONE)),
        ("ship 1", 1, ("Ann's ship goes out of sight [PL 3.3].",)),
        ("ship 5", 1, ("Ann's ship moves to space 5 [PL 4.6].",)),
        ("ship 5", 2, ()),
        ("ship 10", 0, ("Ann's ship moves to space 10, for 300 W [PL 4.6].", COME)),
        ("ship 10", 2, ("Ann's ship moves to space 10 [PL 4.6].",)),
    ],
)
def test_3_3_a_flight_changes_what_is_seen(typed: str, seat: Seat, expected: tuple[str, ...]) -> None:
    """PL 3.3: both ways, for the ship that flies and for those it passes."""
    assert told(table(ships="4 8 14"), typed, seat) == expected


def test_3_1_all_spaces_are_shown_once_and_the_boards_that_are_seen() -> None:
    """PL 3.1, PL 3.3: Ann sees Bo, who is 4 spaces away, and not Cy."""
    state = table(ships="4 8 16", modules="E4@2=CAN E4@3=LAS").but(step="first", order=())
    event = Event(None, game.read(state, None, "draw 0"))
    telling = game.tell(state, event, do(state, "draw 0"), 0)
    assert not any("space 8" in line for line in telling.lines), "only for a moment"
    lines = telling.moment
    assert "Shown once: Bo's ship is at space 8: COR D3, CAN E4, LND D5 [PL 3.1]." in lines
    assert "Shown once: Cy's ship is at space 16 [PL 3.1]." in lines
    assert not any("in sight" in line for line in lines)


def test_3_1_the_log_forgets_the_places_of_round_0(tmp_path: Path) -> None:
    """PL 3.1: they are told as round 0 ends, and are gone for each player after that player's next move."""
    session = beginning.begin(tmp_path / "game.jsonl", "planetary", ("Ann", "Bo"), seed="kiwi")

    def shown(seat: Seat | None, since: int = 0) -> int:
        lines = [line for told in session.told(seat, since) for line in told.lines]
        return sum(line.startswith("Shown once: ") for line in lines)

    for text in ("start 3", "done"):
        for seat in (0, 1):
            since = len(session.story)
            assert session.play(session.read(seat, text)).allowed
    assert [shown(seat) for seat in (0, 1, None)] == [2, 2, 2]
    assert shown(1, since) == 2
    first = session.acting[0]
    assert session.play(session.read(first, "ready")).allowed
    assert shown(first) == shown(None) == 0
    assert shown(1 - first) == 2, "who has not moved yet may still look"
    assert shown(first, since) == 2, "what has just happened is told in full"


def test_7_1_the_log_ends_with_the_winner_and_the_reason() -> None:
    """PL 7.1: the last with units, or most units and HP in the last round."""
    killing = table("9 20", units="b1=3,1 s2=4,1 b2=dead h2=dead")
    assert told(killing, "b attack S2", 0)[-1] == "Ann wins: nobody else has a unit left [PL 7.1]."
    last = table("9 20", round=30, active=1)
    assert told(last, "done", 0)[-1] == (
        "Round 30 was the last: Ann and Bo share the victory with 3 units and 9 HP each [PL 7.1]."
    )
    ahead = table("9 20", units="b2=dead", round=30, active=1)
    assert told(ahead, "done", 0)[-1] == "Round 30 was the last: Ann wins with 3 units and 9 HP [PL 7.1]."


@pytest.mark.parametrize("typed", ["sacrifice CAN", "sacrifice CAN card"])
def test_4_7_what_is_sacrificed_only_the_owner_knows(typed: str) -> None:
    """PL 4.7: as with the cards of a bar, others learn how many."""
    state = table(ships="4 8")
    state = state.with_side(0, state.side._replace(bar=("LAS", "CAN")))
    assert "sacrifices CAN for" in told(state, typed, 0)[0]
    assert "sacrifices a blueprint for" in told(state, typed, 1)[0]


@pytest.mark.parametrize(
    ("core", "typed", "expected"),
    [
        ("fission", "fuel on", ", and buys 1 radium as fuel"),
        ("fission", "on", ", and buys 1 radium as fuel, but it gives nothing while the core is out"),
        ("hydrocarbon", "fuel on", ", and buys 1 hydrocarbon as fuel"),
        ("solar", "on", ""),
        ("turbine", "on", ""),
    ],
)
def test_4_2_a_generator_that_is_paid_for_says_what_fuel_it_buys(
    core: str, typed: str, expected: str
) -> None:
    """PL 4.2: and that it gives nothing while the core is out."""
    generator = f"GEN-{core[0].upper()}"
    state = table(ships="0 8", modules=f"E4@1={generator}", cores=f"{core} solar", step="upkeep", watts=500)
    for first in typed.split()[:-1]:
        state = do(state, first)
    assert told(state, "on E4", 0) == (f"Ann pays upkeep for {generator}{expected} [PL 4.3].",)
    state = state.with_side(0, state.side._replace(bar=(generator,))).but(step="act")
    assert told(state, f"build {generator} E3 on", 0) == (
        f"Ann builds {generator} at E3, on{expected} [PL 4.7].",
    )


def test_4_3_what_keep_leaves_out_is_told() -> None:
    """PL 4.3: 500 W pay for five cannons, not for the sixth."""
    cannons = " ".join(f"{spot}@1=CAN*" for spot in ("C3", "E3", "C4", "E4", "C5", "E5"))
    [line] = told(table(ships="1 8", modules=cannons, step="upkeep"), "keep", 0)
    assert line == "Ann pays upkeep for CAN, CAN, CAN, CAN, CAN; not for CAN [PL 4.3]."
