"""The course of a round: whose turn it is, from the commander to the right, and its end (RR 3.1 to 3.6)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from referee.engine.chance.outcomes import Drawn
from referee.engine.game import Seat
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.rayguns.box import SLUG, Card
from referee.games.rayguns.rules import claims, rules_cards, specials, suit_powers
from referee.games.rayguns.rules.scoring import Entry, Scored, score_round
from referee.games.rayguns.state import Account, Bay, Booked, Part, State, Step, rules_of

_ROUND: tuple[Part, ...] = (
    "orders-1",
    "opening",
    "orders-2",
    "docking",
    "orders-3",
    "powers",
    "effects",
    "claims",
)
_PORT: tuple[Part, ...] = ("port", "claims")
_AFTER: Mapping[Part, Part] = {part: after for parts in (_ROUND, _PORT) for part, after in pairwise(parts)}


def begin(state: State, outcome: Drawn[Card]) -> State:
    """The round's card is in force, and its first part begins (RR 3.1)."""
    return enter(rules_cards.turn_up(state, outcome), _ROUND[0])


def enter(state: State, part: Part) -> State:
    """The state where that part begins; "done" if the commander has nothing to choose in it."""
    seat = state.commander
    after = state.copy()
    after.part, after.active, after.step = part, seat, _FIRST_STEPS[part](state, seat)
    return after


def settle(state: State) -> State:
    """From a step that is done to the next where somebody is to choose or chance decides.

    A round in which nobody has anything more to choose is scored.
    """
    if state.step != "done":
        return state
    part, seat, seats, commander = state.part, state.active, len(state.names), state.commander
    begins = _FIRST_STEPS[part]
    while True:
        seat = (seat or seats) - 1
        if seat == commander:
            if part == _ROUND[-1]:
                return _close(state)
            part = _AFTER[part]
            begins = _FIRST_STEPS[part]
        step = begins(state, seat)
        if step != "done":
            # No one has seen a state that is done: it is not copied once more.
            state.part, state.active, state.step = part, seat, step
            return state


def scored(state: State) -> Scored:
    """The score of the round if it were over now."""
    entries = [
        Entry(
            name=name,
            tiles=bay.array,
            spares=bay.spares,
            total=account.total,
            paid=account.paid,
            claim=state.box.arrays[bay.claim] if bay.claim else None,
            effect=bay.effect,
            judged=True,
        )
        for name, bay, account in zip(state.names, state.bays, state.accounts, strict=True)
    ]
    result = score_round(entries, state.rules.orders, state.in_port, alternatives=False)
    assert isinstance(result, Scored), result
    return result


def booked(accounts: Sequence[Account], result: Scored, number: int) -> tuple[Account, ...]:
    """The accounts after the round of that number."""
    return tuple(
        [
            Account(
                result.totals[seat],
                account.bonus + (won.points if won else 0),
                (*account.entries, Booked(number, seat, result)),
            )
            for seat, (account, won) in enumerate(zip(accounts, result.bonuses, strict=True))
        ]
    )


def sheet(
    names: Sequence[str], accounts: Sequence[Account], winners: tuple[str, ...], bonus_to: tuple[str, ...]
) -> ScoreSheet[PlayerScore]:
    """Every player's total and how it came about (RR 10.2)."""
    players = tuple(
        PlayerScore(
            name=name,
            points=account.total - account.bonus,
            bonus=account.bonus,
            total=account.total,
            lines=account.lines,
        )
        for name, account in zip(names, accounts, strict=True)
    )
    return ScoreSheet(SLUG, players, winners, bonus_to)


def _close(state: State) -> State:
    """The round is scored; the next one begins, or the Port of Call, or the game is over (RR 3.6)."""
    result = scored(state)
    accounts = booked(state.accounts, result, state.round)
    if state.in_port:
        return state._replace(step="over", accounts=accounts, result=result)
    commander = (state.commander - 1) % len(state.names)
    following = state._replace(
        accounts=accounts,
        result=result,
        round=state.round + 1,
        commander=commander,
        active=commander,
        part="orders-1",
        step="card",
        bays=(Bay(),) * len(state.names),
    )
    if not following.in_port:
        return following
    discards = tuple(sorted((*state.discards, *state.cards), key=lambda card: card.code))
    return following._replace(part="port", step="port", rules=rules_of(state.box, ()), discards=discards)


def _window(state: State, seat: Seat) -> Step:
    return "orders" if state.accounts[seat].total >= state.box.numbers.orders_cost else "done"


def _docking(state: State, seat: Seat) -> Step:
    if state.bays[seat].docked:
        return "done"
    return "draw-again" if state.rules.orders.second_draw else "dock"


_FIRST_STEPS: Mapping[Part, Callable[[State, Seat], Step]] = {
    "orders-1": _window,
    "opening": lambda state, seat: "draw",
    "orders-2": _window,
    "docking": _docking,
    "orders-3": _window,
    "powers": lambda state, seat: "power" if suit_powers.may_act(state, seat) else "done",
    "effects": lambda state, seat: "effect" if specials.may_name(state, seat) else "done",
    "claims": lambda state, seat: "claim" if claims.may_gain(state, seat) else "done",
    "port": lambda state, seat: "port",
}
