"""The table of Ring Tugs, as a seat sees it."""

from collections.abc import Iterator, Mapping
from typing import Final

from components.setup import Area, Fact, Placed, Tone
from components.wording import counted, listed
from referee.engine.game import Seat, View
from ring_tugs.box import UNKNOWN, Salvage
from ring_tugs.moves import Send
from ring_tugs.state import State, contract_of, unseen_salvage


def view(state: State, seat: Seat | None) -> View:
    """The table of a state that holds only what the viewer knows; the viewer's own tugs come first."""
    row = Area(
        "row",
        "The row",
        "list",
        tuple(
            _salvage(one.card, counted(one.crystals, "crystal") if one.crystals else "") for one in state.row
        ),
    )
    seats = sorted(range(len(state.names)), key=lambda other: other != seat)
    own = [area for other in seats for area in _areas(state, other)]
    facts = tuple(_facts(state))
    return View((row, *own), facts, View((row, *own[:2]), facts))


def _areas(state: State, seat: Seat) -> Iterator[Area]:
    name, number = state.names[seat], seat + 1
    letter = state.box.components.seats[seat].letter
    hand = [tug for tug in state.tugs[seat] if tug != _sent(state, seat)]
    out = [str(tug) for tug in state.box.tugs if tug not in hand]
    tugs = tuple(Placed("tugs", f"T{tug}-{letter}", name=f"Tug {tug}") for tug in hand)
    yield Area(
        f"tugs-{number}", f"Tugs in {name}'s hand", "list", tugs, f"Out: {listed(out)}." if out else ""
    )
    yield Area(
        f"hold-{number}",
        f"{name}'s hold",
        "list",
        tuple(map(_salvage, state.holds[seat])),
        _crystals(state, seat),
    )
    if contract := contract_of(state, seat):
        hidden = contract == UNKNOWN
        card = (
            Placed("contracts", "", up=False)
            if hidden
            else Placed("contracts", contract.code, name=contract.name)
        )
        yield Area(f"contract-{number}", f"{name}'s contract", "list", (card,))


def _sent(state: State, seat: Seat) -> int | None:
    """The tug that the seat has sent and that everybody sees; None before all are turned up."""
    choice = state.commits[seat]
    return choice.tug if state.step == "take" and isinstance(choice, Send) else None


def _crystals(state: State, seat: Seat) -> str:
    return f"{counted(state.crystals[seat], 'crystal')}." if state.crystals[seat] else ""


def _salvage(card: Salvage, note: str = "") -> Placed:
    return Placed("cards", card.code, note=note, name=card.name, tone=_TONES[card.kind])


def _facts(state: State) -> Iterator[Fact]:
    yield Fact("Round", f"{state.round} of {state.box.numbers.rounds}", "RT 2.1")
    yield Fact("Beacon", state.names[state.beacon], "RT 3.7")
    if state.step == "take":
        tugs = (f"{name} {_sent(state, seat)}" for seat, name in enumerate(state.names))
        yield Fact("Sent", listed(tugs), "RT 3.2")
        yield Fact("Still to take", listed(state.names[seat] for seat in state.order), "RT 3.3")
    chosen = [name for name, choice in zip(state.names, state.commits, strict=True) if choice]
    if chosen and state.step == "send":
        yield Fact("Have chosen", listed(chosen), "RT 3.2")
    yield Fact("Drift", counted(len(unseen_salvage(state)), "card"), "RT 2.2")


_TONES: Final[Mapping[str, Tone]] = {
    "ice": "blue",
    "ore": "brown",
    "lamp": "amber",
    "relic": "violet",
    "reactor": "red",
}
