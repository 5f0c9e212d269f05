"""The log of Ring Tugs: what happened, in words."""

from collections.abc import Iterator

from components.wording import counted, listed
from referee.engine.commits import outstanding
from referee.engine.game import Event, Seat
from ring_tugs.moves import Send, Take
from ring_tugs.rules import rounds, scoring
from ring_tugs.rules.setting_out import dealt_to
from ring_tugs.state import State, contract_of


def lines(before: State, event: Event, after: State, seat: Seat | None) -> Iterator[str]:
    """The event, as that seat may know it."""
    match before.step:
        case "beacon":
            yield f"{after.names[after.beacon]} has the beacon first [RT 2.4]."
        case "contract":
            yield _dealt(before, after, seat)
        case "row":
            yield from _row(before, after)
        case "send":
            yield from _sent(before, event, after, seat)
        case "take":
            yield from _taken(before, event, after)


def _dealt(before: State, after: State, seat: Seat | None) -> str:
    to = dealt_to(before)
    contract = contract_of(after, to)
    if seat == to and contract:
        return f"{before.names[to]} looks at a contract: {contract.code}, {contract.name} [RT 2.3]."
    return f"{before.names[to]} looks at a contract [RT 2.3]."


def _row(before: State, after: State) -> Iterator[str]:
    new = after.row[len(before.row) :]
    beacon = after.names[after.beacon]
    yield f"Round {after.round} of {after.box.numbers.rounds}; {beacon} has the beacon [RT 3.7]."
    yield f"Into the row drift {listed(f'{one.card.name} ({one.card.code})' for one in new)} [RT 3.1]."


def _sent(before: State, event: Event, after: State, seat: Seat | None) -> Iterator[str]:
    assert event.seat is not None
    if outstanding(after.commits) and after.step == "send":
        told = f": {event.what}" if seat == event.seat else ""
        yield f"{before.names[event.seat]} has chosen a tug{told}."
        return
    sent = [choice.tug for choice in after.commits if isinstance(choice, Send)]
    yield f"{listed(f'{name} sends {tug}' for name, tug in zip(after.names, sent, strict=True))}."
    if stuck := [after.names[one] for one, tug in enumerate(sent) if sent.count(tug) > 1]:
        yield f"{listed(stuck)} get in each other's way [RT 3.3]."


def _taken(before: State, event: Event, after: State) -> Iterator[str]:
    assert event.seat is not None and isinstance(event.what, Take)
    one = before.row[rounds.best_place(before, event.what.card)]
    grown = f" with {counted(one.crystals, 'crystal')}" if one.crystals else ""
    yield f"{before.names[event.seat]} takes {one.card.name} ({one.card.code}){grown} [RT 3.4]."
    if after.step == "take":
        return
    tender = Send(before.box.tender)
    home = [name for name, sent in zip(before.names, before.commits, strict=True) if sent == tender]
    if home:
        yield f"The tender brings home all tugs of {listed(home)} [RT 3.5]."
    if after.step == "over":
        yield _winners(after)
    else:
        yield f"A crystal grows on {listed(one.card.name for one in after.row)} [RT 3.6]."


def _winners(after: State) -> str:
    sheet = scoring.score(after)
    best = counted(max(player.total for player in sheet.players), "point")
    if len(sheet.winners) > 1:
        return f"{listed(sheet.winners)} share the win with {best} each [RT 4.8]."
    return f"{sheet.winners[0]} wins with {best} [RT 4.8]."
