"""The end of a round and of the game: arrays are scored, and the tiles go back (RR 3.6, 6 to 10)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.rayguns.box import SLUG, box
from referee.games.rayguns.scoring import Entry, Scored, score_round
from referee.games.rayguns.state import Account, Bay, State
from referee.scoresheet import PlayerScore, ScoreLine, ScoreSheet


def scored(state: State) -> Scored:
    """The score of the round that is over but for that."""
    entries = [
        Entry(
            name=name,
            tiles=bay.array,
            spares=bay.spares,
            total=account.total,
            paid=account.paid,
            claim=box().arrays[bay.claim] if bay.claim else None,
            effect=bay.effect,
            judged=True,
        )
        for name, bay, account in zip(state.names, state.bays, state.accounts, strict=True)
    ]
    result = score_round(entries, state.rules.orders, state.in_port, alternatives=False)
    assert isinstance(result, Scored), result
    return result


def close(state: State) -> State:
    """With the round's points. The next round begins, or the Port of Call, or the game is over."""
    result = scored(state)
    accounts = booked(state.accounts, result, stage(state.round))
    bonus_to = result.sheet.bonus_to
    if state.in_port:
        return state._replace(accounts=accounts, bonus_to=bonus_to, step="over", winners=result.sheet.winners)
    commander = (state.commander - 1) % len(state.names)
    following = state._replace(
        accounts=accounts,
        bonus_to=bonus_to,
        round=state.round + 1,
        commander=commander,
        active=commander,
        phase="orders-1",
        step="card",
        bays=(Bay(),) * len(state.names),
    )
    if not following.in_port:
        return following
    discards = tuple(sorted((*state.discards, *state.cards), key=lambda card: card.code))
    return following._replace(phase="port", step="port", cards=(), discards=discards)


def stage(number: int) -> str:
    """What the round of that number is called."""
    return f"round {number}" if number <= box().numbers.rounds else "Port of Call"


def booked(accounts: Sequence[Account], result: Scored, what: str) -> tuple[Account, ...]:
    """With the lines of the round, but for those carried over from the one before."""
    found = []
    for account, player in zip(accounts, result.sheet.players, strict=True):
        news = player.lines[1:] if account.total else player.lines
        lines = [ScoreLine(f"{what}, {line.what}", line.points, line.rule) for line in news]
        found.append(Account(player.total, account.bonus + player.bonus, (*account.lines, *lines)))
    return tuple(found)


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
