"""Per Aspera with other numbers in its box: the engine follows every one of them."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path

from components import catalogue
from referee.engine.chance.outcomes import Quick
from referee.engine.play import at_random, play_out
from referee.games.per_aspera import game
from referee.games.per_aspera.bots import greedy
from referee.games.per_aspera.box import COLONISTS, Box
from referee.games.per_aspera.state import Doings, State
from tests.referee.games.per_aspera.tables import BOX, EAST, FAR, RECOMMENDED, WEST, do, table, why_not

RICH = RECOMMENDED._replace(money=90, fuel=5)


def configured(box: Box) -> str:
    [ship] = do(game.start(("Ann", "Bo"), {"foray": ""}, box), "ship 2 1 2 10 10").ships
    return f"{ship.money} MCR, Pirate {ship.pirate}"


def looted(box: Box) -> str:
    """A fight won against a ship with three units that may be taken."""
    victim = RECOMMENDED._replace(space=EAST, cargo=(COLONISTS, 2, 2, 4))
    state = do(table({}, ships=(RECOMMENDED, victim), box=box), "go 1,0", "attack Bo", "roll 6,1")
    while state.step == "take":
        state = game.apply(state, 0, game.moves(state, 0)[0])
    return f"{state.ships[0].cargo}, Pirate {state.ships[0].pirate}"


def plundered(box: Box) -> str:
    """A fight lost against pirates, with two kinds of units aboard."""
    state = table(
        {EAST: "1L.a"}, {EAST: 1}, [RECOMMENDED._replace(hold=5, cargo=(2, 2, 4)), RECOMMENDED], box=box
    )
    state = do(state, "go 1,0", "roll 1,6")
    while state.step == "remove":
        state = do(state, "remove 4" if 4 in state.ship.cargo else "remove 2")
    return str(state.ships[0].cargo)


def settled(box: Box) -> str:
    """Three units of colonists on one planet, as far as may be."""
    settler = RECOMMENDED._replace(hold=3, cargo=(COLONISTS,) * 3)
    state = do(table({EAST: "1S.a"}, {EAST: 5}, [settler, RECOMMENDED], box=box), "go 1,0")
    while state.step == "unload":
        state = game.apply(state, 0, game.moves(state, 0)[0])
    return str(len(state.chart.colonies))


def recruited(box: Box) -> str:
    state = table({}, ships=(RICH, RECOMMENDED), box=box)
    units = 0
    while any(str(move) == "colonist" for move in game.moves(state, 0)):
        state, units = do(state, "colonist"), units + 1
    return f"{units} for {RICH.money - state.ship.money} MCR"


def fuelled(box: Box) -> str:
    return f"{RICH.money - do(table({}, ships=(RICH, RECOMMENDED), box=box), 'fuel 5').ship.money} MCR"


def helped(box: Box) -> str:
    poor = RECOMMENDED._replace(fuel=0, money=3)
    return f"{do(table({}, ships=(RECOMMENDED, poor), box=box), 'stay').ship.money} MCR"


def fuelled_by_pirates(box: Box) -> str:
    """Asked as often as may be, and then 3 units at the price there is."""
    raider = RICH._replace(space=EAST, pirate=2)
    state = table({EAST: "3M.a"}, {EAST: 1}, [raider, RECOMMENDED], box=box)
    asked = 0
    while any(str(move) == "ask" for move in game.moves(state, 0)):
        state, asked = do(state, "ask", "roll 2"), asked + 1
    return f"{asked} times, {RICH.money - do(state, 'fuel 3').ship.money} MCR"


def burnt(box: Box) -> str:
    return f"{RICH.fuel - do(table({}, ships=(RICH, RECOMMENDED), box=box), 'go 2,0').ships[0].fuel} fuel"


def drifted(box: Box) -> str:
    dry = RECOMMENDED._replace(fuel=0, space=FAR)
    return ", ".join(str(move) for move in game.moves(table({}, ships=(dry, RECOMMENDED), box=box), 0))


def sold(box: Box) -> str:
    """Two units whose producer nobody knows, by somebody with a colony there."""
    trader = RECOMMENDED._replace(cargo=(3, 3))
    state = table({EAST: "1S.a"}, {EAST: 5}, [trader, RECOMMENDED], colonies=((0, EAST),), box=box)
    return f"{do(state, 'go 1,0', 'sell 3 2').ships[0].money - trader.money} MCR"


def home_with_pirate_1(box: Box) -> str:
    return coming_home(box, 1).step


def home_with_pirate_2(box: Box) -> str:
    """The dice are equal with an interceptor of 4, which wins draws."""
    return do(coming_home(box, 2), "roll 2,3").step


def coming_home(box: Box, pirate: int) -> State:
    """With the goal."""
    raider = RECOMMENDED._replace(space=EAST, pirate=pirate, cannons=5, money=200, left=True)
    return do(table({}, ships=(raider, RECOMMENDED), box=box), "go 0,0")


def levelled(box: Box) -> str:
    """Warp from 4 up to the end of its track."""
    state = table({}, ships=(RICH._replace(warp=4, money=900), RECOMMENDED), box=box)
    while any(str(move) == "upgrade warp" for move in game.moves(state, 0)):
        state = do(state, "upgrade warp")
    return f"Warp {state.ship.warp} for {900 - state.ship.money} MCR"


def bought(box: Box) -> str:
    trader = RECOMMENDED._replace(space=EAST, hold=5, money=90)
    state = table({EAST: "3M.a"}, {EAST: 5}, [trader, RECOMMENDED], box=box)
    most = [move for move in game.moves(state, 0) if str(move).startswith("buy")][-1]
    return f"{most} for {90 - game.apply(state, 0, most).ship.money} MCR"


CHANGES = (
    ("ship.toml", "money = 100", "money = 130"),
    ("ship.toml", "least = 0", "least = 2"),
    ("ship.toml", "[10, 20, 30, 40, 50]\n\n[[system]]\nkey = \"cannons\"",
     "[10, 20, 30, 40, 50, 70]\n\n[[system]]\nkey = \"cannons\""),
    ("planets.toml", "dice = 2\nunits = 2", "dice = 2\nunits = 4"),
    ("trade.toml", "colonists = 1 ", "colonists = 2 "),
    ("trade.toml", "colonist_price = 10", "colonist_price = 7"),
    ("trade.toml", "fuel_price = 1 ", "fuel_price = 3 "),
    ("trade.toml", "made_up_to = 10", "made_up_to = 12"),
    ("trade.toml", "fuel_price = 2", "fuel_price = 4"),
    ("trade.toml", "fuel_rolls = 1", "fuel_rolls = 3"),
    ("trade.toml", "fuel_a_card = 1", "fuel_a_card = 2"),
    ("trade.toml", "drift = 1", "drift = 2"),
    ("trade.toml", "unknown_distance = 1", "unknown_distance = 5"),
    ("trade.toml", "colony_bonus = 1", "colony_bonus = 4"),
    ("trade.toml", "a_player = 1", "a_player = 2"),
    ("combat.toml", "loot = 1", "loot = 2"),
    ("combat.toml", "pirate_levels = 1", "pirate_levels = 2"),
    ("combat.toml", "loss = 1", "loss = 2"),
    ("combat.toml", "strength = 4", "strength = 3"),
    ("combat.toml", "pirate_danger = 1", "pirate_danger = 2"),
)  # fmt: skip


# The rule, what is played, and what comes of it with our box and with the other one.
PLAYS: tuple[tuple[str, Callable[[Box], str], str, str], ...] = (
    ("PA 1.4", levelled, "Warp 5 for 50 MCR", "Warp 6 for 120 MCR"),
    ("PA 4.1", configured, "10 MCR, Pirate 0", "20 MCR, Pirate 2"),
    ("PA 5.1", recruited, "1 for 10 MCR", "2 for 14 MCR"),
    ("PA 5.1 fuel", fuelled, "5 MCR", "15 MCR"),
    ("PA 5.1 made up", helped, "10 MCR", "12 MCR"),
    ("PA 5.2", bought, "buy 2 for 6 MCR", "buy 4 for 12 MCR"),
    ("PA 5.3", fuelled_by_pirates, "1 times, 6 MCR", "3 times, 12 MCR"),
    ("PA 5.4", burnt, "2 fuel", "4 fuel"),
    ("PA 5.5", drifted, "go 2,0, go 3,0", "go 1,0, go 3,0"),
    ("PA 5.6", looted, "(2,), Pirate 1", "(2, 2), Pirate 4"),
    ("PA 5.7", plundered, "(2, 2)", "(2,)"),
    ("PA 5.9", home_with_pirate_1, "fight", "won"),
    ("PA 5.9 strength", home_with_pirate_2, "load", "won"),
    ("PA 5.10", sold, "8 MCR", "38 MCR"),
    ("PA 5.11", settled, "1", "2"),
)


def other_box(folder: Path, *changes: tuple[str, str, str]) -> Box:
    """A box that is read from a copy of the components.

    changes  a file of the copy, the text that stands there once, and the text in its place
    """
    place = folder / "per_aspera"
    shutil.copytree(catalogue.HOME / place.name, place)
    for shared in catalogue.HOME.glob("*.toml"):
        shutil.copy(shared, folder)
    for file, old, new in (("game.toml", 'slug = "per-aspera"', 'slug = "other"'), *changes):
        text = (place / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return game.read_box(catalogue.load(str(place)), {})


def test_the_numbers_are_those_of_the_box(tmp_path: Path) -> None:
    """Another box is another value: games with both go on side by side."""
    other = other_box(tmp_path, *CHANGES)
    for _ in range(2):
        for rule, play, ours, others in PLAYS:
            assert (rule, play(BOX), play(other)) == (rule, ours, others)


def test_what_follows_from_a_box_goes_with_it(tmp_path: Path) -> None:
    box = other_box(tmp_path)
    state = table({EAST: "1S.a", WEST: "2S.a"}, {EAST: 5, WEST: 1}, options={"rounds": "5"}, box=box)
    for choose in (at_random, greedy):
        play_out(game, state, choose, Quick(1))
    seen = weakref.ref(box)
    del box, state
    game.turn(table({}))  # The turn of the last state is kept.
    gc.collect()
    assert seen() is None


def test_5_7_pirates_take_all_there_is(tmp_path: Path) -> None:
    """PA 5.7: nobody is asked where there is no choice."""
    assert plundered(other_box(tmp_path, ("combat.toml", "loss = 1", "loss = 4"))) == "()"


def test_5_11_colonies_end_with_the_slots_of_the_planet(tmp_path: Path) -> None:
    """PA 1.2, PA 5.11: four, whoever they belong to."""
    settler = RECOMMENDED._replace(hold=5, cargo=(COLONISTS,) * 5)
    box = other_box(tmp_path, ("trade.toml", "a_player = 1", "a_player = 5"))
    state = table({EAST: "1S.a"}, {EAST: 5}, [settler, RECOMMENDED], colonies=((1, EAST),), box=box)
    state = do(state, "go 1,0", "settle", "settle", "settle")
    assert (len(state.chart.colonies), state.active) == (4, 1)
    full = state._replace(active=0, step="unload", doings=Doings())
    assert why_not(full, "settle") == "PA 5.11"
    crowded = state.chart._replace(colonies=((0, EAST),) * 5)
    assert "PA 5.11" in [fault.rule for fault in game.faults(state._replace(chart=crowded))]
