"""The odds at the table agree with the engine's own chances, followed outcome by outcome."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from referee.engine.answers import percent
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, AnyGame, Event, Seats
from referee.engine.play import follow, start_game
from referee.games.last_blast import commands as last_blast
from referee.games.last_blast import odds as last_blast_prospects
from referee.games.last_blast.state import Flight
from referee.games.mlem import odds as mlem_prospects
from referee.games.per_aspera import odds as per_aspera_prospects
from referee.games.per_aspera.rules import combat
from referee.games.planetary import game as planetary
from referee.games.planetary import odds as planetary_prospects
from referee.games.planetary.rules import round_end
from referee.players.bots import at_random
from referee.table.rulesets import find_game
from tests.referee.games.planetary.tables import do, hp, table
from tests.searching import SEARCHING


def positions(game: AnyGame, seed: int, options: dict[str, str] | None = None) -> Iterator[Any]:
    """Every position of a random game of two players."""
    source = Quick(seed)
    state = start_game(game, ["Ann", "Bo"], options or {})
    while (turn := game.turn(state)) is not OVER:
        yield state
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            event = Event(seat, at_random(game, state, seat, source))
        else:
            event = Event(None, game.chance(state).pick(source))
        state = follow(game, state, event)


def chance_that(game: AnyGame, state: Any, comes: Any) -> Fraction:
    """The chance of the outcomes after which it is so."""
    return sum(
        (chance for outcome, chance in game.chance(state) if comes(game.resolve(state, outcome))), Fraction(0)
    )


def test_the_next_roll_of_a_rocket() -> None:
    """ML 4.1: the chance given is that of the rolls after which the failure marker has moved."""
    game = find_game("mlem")
    told = 0
    for state in positions(game, 4):
        found = mlem_prospects.prospects(state, None)
        if state.step in ("commander", "board"):
            assert found is None
        elif state.step == "roll" and state.pool <= 3:
            crash = chance_that(game, state, lambda after, before=state: after.failures > before.failures)
            assert (
                found
                and "Crash on the next roll" in found.lines[1]
                and found.lines[1].endswith(f"  {percent(crash)}")
            )
            told += 1
            if told > 5 and not SEARCHING:
                break
        elif state.step == "use":
            uses = {str(move) for move in game.moves(state, state.order[0])} - {"crash"}
            assert found and {re.split("  +", line)[0] for line in found.lines[3:]} == uses
    assert told > 5


def test_the_tiles_ahead_of_a_rocket() -> None:
    """LB 4.5, LB 4.6: as `odds` says it for the same rocket and field; damage to place, way by way."""
    game = find_game("last-blast")
    rows = placings = 0
    for state in positions(game, 3):
        found = last_blast_prospects.prospects(state, None)
        if not isinstance(state, Flight) or not state.order:
            assert found is None
            continue
        assert found
        mover = state.order[0]
        if state.choice:
            moves = [str(move) for move in game.moves(state, mover)]
            assert [line.strip().split("  ")[0] for line in found.lines[2:]] == moves
            left = r"(\d+ cards? left at the end|no play saves the rocket)$"
            assert all(re.search(left, line) for line in found.lines[2:])
            placings += 1
            continue
        blocked = last_blast_prospects.flight.blockers(state)
        field = "/".join(
            "".join(
                "x" if place == 0 and row in blocked else str(tile.symbol)
                for place, tile in enumerate(tiles[state.column :])
                if tile
            )
            for row, tiles in enumerate(state.field, 1)
        )
        rocket = " ".join(card.code for card in state.rockets[mover])
        assert found.lines == last_blast.odds(rocket, field, state.rows[mover]).lines
        rows += 1
    assert rows > 5 and placings


def test_a_wreck_blocks_its_row_to_the_end() -> None:
    """LB 6.1: it drifts along, so no way through the columns ahead leads over its row."""
    game = find_game("last-blast")
    told = 0
    for seed in range(8):
        for state in positions(game, seed, {"wrecks": ""}):
            if not isinstance(state, Flight) or not state.order or not state.drifting:
                continue
            found = last_blast_prospects.prospects(state, None)
            assert found
            wrecked = {str(row) for row, _ in state.drifting}
            entered = {row for line in found.lines for row in re.findall(r"column \d  row (\d)", line)}
            assert not entered & wrecked
            told += bool(entered)
    assert told


def test_what_waits_for_a_ship() -> None:
    """PA 5.6 to 5.9: the chances given are those of the dice the engine then asks for."""
    game = find_game("per-aspera")
    told = Counter[str]()
    for seed in range(3):
        for state in positions(game, seed, {"rounds": "8", "unknown-demands": ""}):
            found = per_aspera_prospects.prospects(state, None)
            if len(state.ships) < 2:
                assert found is None
            elif state.step == "load" and found:
                for line in found.lines[2:]:
                    place, risk = line.split()[0], line.split(maxsplit=2)[2]
                    goes = [
                        move
                        for move in game.moves(state, state.active)
                        if f"{move} ".startswith(f"go {place} ")
                    ]
                    if goes and "beaten" in risk:
                        gone = game.apply(state, state.active, goes[0])
                        assert game.turn(gone) is CHANCE
                        _check_fight(game, gone, risk)
                        told[risk.partition(":")[0]] += 1
            elif state.step == "fight":
                assert found and any("beaten" in line for line in found.lines)
                told["fight"] += 1
            elif state.step == "attack":
                targets = [state.names[target] for target in combat.targets(state)]
                assert found and [line.partition(":")[0] for line in found.lines] == [
                    f"attack {name}" for name in targets
                ]
                told["attack"] += 1
            elif state.step == "demand":
                assert found
                pirates = state.box.dice.pirate
                pirate = sum(
                    (p for rolled, p in game.chance(state) if rolled.results[0].result == pirates),
                    Fraction(0),
                )
                assert any(line.split()[:1] == ["pirate"] and percent(pirate) in line for line in found.lines)
                told["demand"] += 1
    assert all(told[what] for what in ("pirates", "demand", "attack", "fight")), told


def _check_fight(game: AnyGame, state: Any, risk: str) -> None:
    dice = dict(game.chance(state))
    attacked = sum((chance for outcome, chance in dice.items() if len(outcome.faces) > 1), Fraction(0))
    assert f"attacked {percent(attacked)}" in risk


def test_cards_and_plants_of_planetary() -> None:
    """PL 4.4, PL 5.1: the odds of the next blueprint and of plants are those of the chance points."""
    game = find_game("planetary")
    cards = plants = 0
    for state in positions(game, 3, {"rounds": "4", "start": "random"}):
        found = planetary_prospects.prospects(game.known(state, state.active), state.active)
        text = " ".join(" ".join(found.lines).split()) if found else ""
        if state.step in ("draw", "swap"):
            (line,) = re.findall(r"next blueprint, of \d+: (.*?) \[PL 4.4\]", text)
            chances = Counter[str]()
            for outcome, chance in game.chance(state):
                chances[outcome.pieces[0].code] += chance  # type: ignore[assignment]
            assert sorted(line.split(", ")) == sorted(
                f"{code} {percent(chance)}" for code, chance in chances.items()
            )
            cards += 1
        elif state.step == "growth":
            none = game.chance(state).probability(game.read(state, None, "roll none"))
            assert f"any {percent(1 - none)} [PL 5.1]" in text
            dice = len(list(round_end.growing(state)))
            growth = state.box.growth
            assert f"{dice * len(growth.grows) / growth.sides:.1f} grow on average" in text
            onlooker = planetary_prospects.prospects(game.known(state, None), None)
            assert onlooker and len(onlooker.blocks) == 1
            plants += 1
    assert cards > 3 and plants


def test_what_a_blow_does_in_planetary() -> None:
    """PL 4.9: there is no luck, so the forecast comes true; a ship's owner sees the guns that reach it."""
    state = table("4 5", modules="E4@1=LAS* E4@2=CAN* C4@1=SHD*", units="b1=3,1 s2=4,1")
    found = planetary_prospects.prospects(planetary.known(state, 0), 0)
    assert found
    assert "  b attack S2      kills Bo's scout" in found.lines
    assert "Bo's CAN on E4 reaches your ship from 1 space away: 2 damage a turn." in found.lines
    assert not any("Ann's" in line for line in found.lines), "no gun reaches its own ship"
    waiting = planetary_prospects.prospects(planetary.known(state, 1), 1)
    assert waiting and not any("attacks" in line for line in waiting.lines), "only the active player attacks"
    assert hp(do(state, "b attack S2"), "s2") == 0
    shielded = planetary_prospects.prospects(planetary.known(state.but(active=1), 1), 1)
    assert shielded and any("a shield voids it" in line for line in shielded.lines)


@pytest.mark.parametrize(
    ("ships", "gun", "reach"),
    [
        ("0 0", "LAS", "from your space: 1 damage"),
        ("1 0", "LAS", "from 1 space away: 1 damage"),
        ("0 2", "LAS", "from 2 spaces away: 1 damage"),
        ("0 3", "LAS", None),
        ("0 4", "CAN", "from 4 spaces away: 2 damage"),
        ("15 3", "CAN", "from 4 spaces away: 2 damage"),
        ("0 5", "CAN", None),
        ("0 -1", "CAN", None),
    ],
)
def test_guns_that_reach_a_ship(ships: str, gun: str, reach: str | None) -> None:
    """PL 4.9: as far as its range around the ring, and only a gun of a ship in sight (-1: it is not)."""
    own, other = ships.split()
    state = table(f"{own} {max(int(other), 0)}", modules=f"E4@2={gun}*")
    bo = state.sides[1]
    state = state.but(sides=(state.sides[0], bo._replace(ship=bo.ship._replace(space=int(other)))))
    found = planetary_prospects.prospects(state, 0)
    guns = [line for line in found.lines if "reaches your ship" in line] if found else []
    assert guns == ([f"Bo's {gun} on E4 reaches your ship {reach} a turn."] if reach else [])


@pytest.mark.parametrize(
    ("ships", "cores", "changes", "watts"),
    [
        ("4 8", "solar turbine", {}, "500, in light"),
        ("0 8", "solar turbine", {}, "50, in the dark"),
        ("4 8", "turbine solar", {}, "50, after 0 spaces"),
        ("4 8", "turbine solar", {"flown": 3}, "350, after 3 spaces"),
    ],
)
def test_the_watts_of_a_core_that_is_left_alone(
    ships: str, cores: str, changes: dict[str, int], watts: str
) -> None:
    """PL 4.2: the sun, or 100 W for each space that was travelled, besides 50."""
    state = table(ships, cores=cores)
    state = state.but(doings=state.doings._replace(**changes))
    told = planetary_prospects.prospects(planetary.known(state, 0), 0)
    assert told and f"if you stay as you are: {watts} [PL 4.2]." in " ".join(" ".join(told.lines).split())


@pytest.mark.parametrize("changes", [{"step": "over"}, {"step": "reward"}, {"order": ()}])
def test_no_odds_before_the_first_turn_and_after_the_end(changes: dict[str, Any]) -> None:
    assert planetary_prospects.prospects(table("4 8").but(**changes), 0) is None
