"""The end of a round and of the game: arrays are scored, and the tiles go back (RR 3.6, 6 to 10)."""

from __future__ import annotations

from referee.games.rayguns.box import box
from referee.games.rayguns.scoring import ArrayScore, Entry, Scored, score_round
from referee.games.rayguns.state import Account, Bay, State
from referee.scoresheet import ScoreLine


def scored(state: State) -> Scored:
    """The score of the round that is over but for that."""
    entries = [
        Entry(
            name=name,
            tiles=bay.array,
            spares=bay.spares,
            total=account.total,
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
    what = "Port of Call" if state.in_port else f"round {state.round}"
    accounts = tuple(
        _booked(account, player, what)
        for account, player in zip(state.accounts, result.sheet.players, strict=True)
    )
    closed = state._replace(accounts=accounts, bonus_to=result.sheet.bonus_to)
    if state.in_port:
        return closed._replace(step="over", winners=result.sheet.winners)
    commander = (state.commander - 1) % len(state.names)
    following = closed._replace(
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


def _booked(account: Account, player: ArrayScore, what: str) -> Account:
    """With the lines of the round that are not carried over from the one before."""
    lines = [
        ScoreLine(f"{what}, {line.what}", line.points, line.rule)
        for line in player.lines[1 if account.total else 0 :]
    ]
    return Account(player.total, account.bonus + player.bonus, (*account.lines, *lines))
