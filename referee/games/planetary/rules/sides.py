"""The start of a player: a ship, a deck and its bar, units, materials (PL 2)."""

from collections.abc import Mapping

from components.errors import UsageError
from referee.engine.arguments import agreed_options
from referee.engine.chance.outcomes import Draw, Drawn
from referee.engine.game import Seat
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.rules import decks
from referee.games.planetary.rules.building import drawn
from referee.games.planetary.rules.draws import Named, blueprints, card_reader, cards, named, words_of
from referee.games.planetary.rules.ships import CORE, Module, Ship
from referee.games.planetary.rules.system import ring_spaces
from referee.games.planetary.state import Agreed, Crew, Side, State, Unit


def start(names: tuple[str, ...], options: Mapping[str, str], box: Box) -> State:
    """The state before anything is drawn. Raises `UsageError` for options and decks that are not allowed."""
    brought = {name: text for key, text in options.items() for name in [deck_owner(key)] if name}
    agreed = agreed_options(box.components, options)
    for name in brought:
        if name not in names:
            raise UsageError(
                f'"{name}" does not play.', where="--deck", todo=f"Write --deck {names[0]}=solar."
            )
    ready = decks.ready_decks(box)
    sides = tuple(
        _side(box, decks.agreed_deck(box, brought.get(name, ready[seat % len(ready)].name), name))
        for seat, name in enumerate(names)
    )
    return State(
        names=names,
        box=box,
        agreed=Agreed(agreed["start"] == "random", int(agreed["rounds"]), agreed["clock"] == "on"),
        sides=sides,
        spaces=ring_spaces(box, len(names)),
        step="sizes",
        ready=(False,) * len(names),
    )


def deck_owner(key: str) -> str:
    """The player whose deck that option holds; empty for another option."""
    head, space, name = key.partition(" ")
    return name.strip() if space and head == "deck" else ""


def next_bar(state: State) -> Seat:
    """Whose first blueprints are drawn."""
    return next(seat for seat, side in enumerate(state.sides) if not side.bar)


def bar(state: State) -> Draw[Named]:
    """Everybody's first blueprints, seat by seat (PL 2.4)."""
    seat, count = next_bar(state), state.box.start.bar
    wanted = blueprints(count, f"of {state.names[seat]}'s bar")
    return cards("bar", named(state.sides[seat].deck), count, wanted, card_reader(state.box))


def deal_bar(state: State, outcome: Drawn[Named]) -> State:
    seat = next_bar(state)
    state = state.with_side(seat, drawn(state.sides[seat], words_of(outcome)))
    if any(not side.bar for side in state.sides):
        return state
    return state.but(step="build" if state.agreed.random_start else "space")


@remembered_lately()
def ready_side(box: Box, core: str) -> Side:
    """Return the start of a player with the ready deck of that core, before any blueprints are drawn."""
    return _side(box, next(deck for deck in decks.ready_decks(box) if deck.core == core))


def _side(box: Box, deck: decks.Deck) -> Side:
    core = box.cores[deck.core]
    names = box.materials
    amounts = tuple(box.start.materials[name] + core.start.get(name, 0) for name in names)
    cards = box.in_order(tuple(code for code, copies in deck.blueprints.items() for _ in range(copies)))
    ship = Ship((None,) * len(box.board.cells), box)
    ship = ship.with_cell(box.core_cell, Module(CORE, box.ship.core_hp))
    for code, text in box.ship.first:
        cell = box.board.find(text)
        assert cell is not None
        ship = ship.with_cell(cell, Module(code, box.blueprints[code].hp))
    units = Crew([Unit(kind.hp) for kind in box.units])
    return Side(core.name, cards, amounts, cards, (), (), ship, units)
