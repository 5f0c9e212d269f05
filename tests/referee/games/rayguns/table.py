"""A table of Rayguns and Rocketships as a test wants it, and what is typed there."""

from __future__ import annotations

from typing import Any

from referee.engine.game import CHANCE, Ruling
from referee.engine.play import open_box, start_game
from referee.games.rayguns import game
from referee.games.rayguns.box import Box, Card, Tile
from referee.games.rayguns.codes import codes, read_tiles
from referee.games.rayguns.rules import rounds
from referee.games.rayguns.rules.tiles import written
from referee.games.rayguns.state import Account, Bay, Part, Rules, State, rules_of

BOX: Box = open_box(game)
NAMES = ("Ann", "Bo", "Cy", "Di")

# Under RC01, where 1 is wild, these have no wild, leading suit or special: an Earth of 9 and a Venus of 10.
EARTH, PAIR = "G3w B3p A3r R4w G2r", "G5w B5p A2r R4w G3w"
SUPERNOVA = "U5 P4 S1 Y2 X3"


def tiles(text: str) -> tuple[Tile, ...]:
    return read_tiles(text, BOX, "test")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(BOX.cards[code] for code in text.split())


def rules(text: str) -> Rules:
    """Under those cards."""
    return rules_of(BOX, cards(text))


def lying(*bays: str, cards_: str = "RC01", totals: tuple[int, ...] = (), **fields: Any) -> State:
    """A table with those arrays, and spare parts behind a slash, seat by seat; Ann is the commander.

    cards_  in force; the others are the deck
    """
    up = rules(cards_)
    players = len(bays)
    state = start_game(game, NAMES[:players], {})
    parts = [bay.partition("/")[::2] for bay in bays]
    return state._replace(
        rules=up,
        deck=tuple(card for card in state.deck if card not in up.cards),
        bays=tuple(Bay(written(tiles(array)), tiles(spares)) for array, spares in parts),
        accounts=tuple(Account(total) for total in totals or (0,) * players),
        step="done",
        **fields,
    )


def begun(part: Part, state: State, docked: bool | None = None) -> State:
    """The table where the part of a round begins; arrays are docked from the third window on."""
    after = part in ("orders-3", "powers", "effects", "claims") if docked is None else docked
    bays = tuple(bay._replace(docked=after) for bay in state.bays)
    return rounds.settle(rounds.enter(state._replace(bays=bays), part))


def powers(*bays: str, **fields: Any) -> State:
    """All have docked, and suit powers begin."""
    return begun("powers", lying(*bays, **fields))


def effects(*bays: str, **fields: Any) -> State:
    """And now effects."""
    return begun("effects", lying(*bays, **fields))


def do(state: State, *texts: str) -> State:
    """After those moves of whoever is to act, and what chance brought."""
    for text in texts:
        if game.turn(state) is CHANCE:
            outcome = game.read(state, None, text)
            reason = game.chance(state).refusal(outcome)
            assert not reason, f"{text}: {reason}"
            state = game.resolve(state, outcome)
        else:
            move = game.read(state, state.active, text)
            ruling = game.check(state, state.active, move)
            assert ruling.allowed, f"{text}: {ruling.reason} {ruling.rule}"
            assert move in game.moves(state, state.active), f"{text} is not listed"
            state = game.apply(state, state.active, move)
    return state


def alone(state: State, text: str) -> State:
    """After that move, before anything follows from it, such as the end of the round."""
    assert not why_not(state, text)
    move = game.read(state, state.active, text)
    return game.PHASES[state.step].apply(state, state.active, move)


def after_round_4(totals_: tuple[int, int], *drawn: str) -> State:
    """The Port of Call, after those draws; each player docks the best five."""
    state = effects(EARTH, PAIR, round=4)._replace(accounts=tuple(map(Account, totals_)))
    assert (to_act(state), state.cards) == ("Bo port", ())
    for text in drawn:
        state = do(state, f"draw {text}", "dock")
    return state


def ruling(state: State, text: str) -> Ruling:
    """On that move of whoever is to act."""
    return game.check(state, state.active, game.read(state, state.active, text))


def why_not(state: State, text: str) -> str:
    """The rule by which the move is refused; empty if it is allowed."""
    return ruling(state, text).rule


def listed(state: State) -> list[str]:
    return [str(move) for move in game.moves(state, state.active)]


def bays(state: State) -> list[str]:
    """Arrays, each with spare parts behind a slash."""
    return [codes(bay.array) + ("/" + codes(bay.spares) if bay.spares else "") for bay in state.bays]


def totals(state: State) -> list[int]:
    return [account.total for account in state.accounts]


def to_act(state: State) -> str:
    """The player who is to act, and the step."""
    return f"{state.names[state.active]} {state.step}"
