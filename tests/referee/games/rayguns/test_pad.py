"""The score pad of Rayguns and Rocketships: what is entered, what is refused, whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import UsageError
from referee.engine.game import OVER, Event, Seats
from referee.engine.play import start_game
from referee.games.rayguns import pad
from referee.games.rayguns.pad import State
from referee.table.beginning import begin
from referee.table.playing import play_text

EARTH, PAIR = "dock G3w B3p A3r R4w G2r", "dock G5w B5p A2r R4w G3w"


def said(*texts: str, players: int = 2) -> State:
    """After those lines, each `Name: …`."""
    state = start_game(pad, ("Ann", "Bo", "Cy", "Di")[:players], {})
    for text in texts:
        name, _, what = text.partition(": ")
        seat = state.names.index(name)
        move = pad.read(state, seat, what)
        assert pad.read(state, seat, str(move)) == move
        ruling = pad.check(state, seat, move)
        assert ruling.allowed, f"{text}: {ruling.reason}"
        after = pad.apply(state, seat, move)
        assert pad.tell(state, Event(seat, move), after, None).lines
        state = after
    return state


OPENING = ("Ann: commander Bo", "Bo: card RC01")


def test_2_1_first_the_commander_then_the_card() -> None:
    """RR 2.1, RR 3.1"""
    state = said()
    assert pad.turn(state) == Seats((0,))
    assert [str(move) for move in pad.moves(state, 0)] == ["commander Ann", "commander Bo"]
    named = said("Ann: commander Bo")
    assert pad.turn(named) == Seats((1,))
    assert pad.hint(named, 1).startswith("card") and not pad.hint(named, 0)
    assert pad.turn(said(*OPENING)) == Seats((1, 0))


@pytest.mark.parametrize(
    ("before", "text", "rule"),
    [
        ((), "Ann: card RC01", "RR 2.1"),
        ((), "Bo: commander Bo", "RR 2.1"),
        (OPENING, "Ann: commander Bo", "RR 2.1"),
        (OPENING[:1], "Ann: card RC01", "RR 3.1"),
        (OPENING[:1], "Ann: orders RC01", "RR 3.1"),
        (OPENING[:1], f"Ann: {EARTH}", "RR 3.1"),
        (OPENING[:1], "Bo: card CH2", "RR 9.2"),
        (OPENING[:1], "Bo: card RC01 RC02", "RR 9.2"),
        (OPENING, "Ann: orders RC02", "RR 3.4"),  # There are no points to pay with.
        ((*OPENING, f"Ann: {EARTH}"), "Bo: card RC02", "RR 3.4"),
        ((*OPENING, f"Ann: {EARTH}"), f"Ann: {EARTH}", "RR 3.3"),
        ((*OPENING, f"Ann: {EARTH} spare G3w"), "Bo: dock G3w", "RR 1.1"),
        (OPENING, f"Ann: {EARTH} B2w", "RR 5.3"),
        (OPENING, f"Ann: {EARTH} B2w U2 use planet", ""),
        (OPENING, f"Ann: {EARTH} B2w U2 G5r use planet", "RR 5.4"),
        (OPENING, f"Ann: {EARTH} spare B2w U2", ""),
        (OPENING, f"Ann: {EARTH} spare B2w U2 G5r", "RR 3.2"),
        (OPENING, f"Ann: {EARTH} use glyph", "RR 5.1"),
        (OPENING, f"Ann: {EARTH} claim mars", "RR 6.4"),
        (OPENING, f"Ann: {EARTH} claim venus", ""),
        (("Ann: commander Bo", "Bo: card SO02"), "Ann: dock Y5 R5p A2r use glyph", "RR 9.1"),
    ],
)
def test_what_is_refused(before: tuple[str, ...], text: str, rule: str) -> None:
    state = said(*before)
    name, _, what = text.partition(": ")
    seat = state.names.index(name)
    assert pad.check(state, seat, pad.read(state, seat, what)).rule == rule


def test_6_1_an_array_has_a_tile() -> None:
    assert pad.check(said(*OPENING), 0, pad.Docked(())).rule == "RR 6.1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("dock G3w B3p A3r R4w", "That is 4 tiles. An array has 5, unless rayguns have returned some"),
        ("dock Y5", "That is 1 tile. An array has 5"),
        (EARTH, ""),
    ],
)
def test_3_2_a_small_array_is_remarked_on(text: str, line: str) -> None:
    """RR 3.2, RR 4.2: it is entered, for a raygun may have taken a tile, but not without a word."""
    state = said(*OPENING)
    move = pad.read(state, 0, text)
    told = " ".join(pad.tell(state, Event(0, move), pad.apply(state, 0, move), None).lines)
    assert line in told
    assert ("An array has 5" in told) == bool(line)


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (EARTH, "Earth, 9 points"),
        ("dock G3w B3p A3r R4w", "Earth, 9 points; 4 tiles"),
        ("dock G3w B3p A3r R4w G2r claim venus", "Venus, 6 points"),
        ("orders RC02", "Ann pays 10"),
    ],
)
def test_what_is_said_of_a_move(text: str, remark: str) -> None:
    state = said(*OPENING)
    assert pad.remark(state, 0, pad.read(state, 0, text)).text == remark


def test_3_3_the_next_to_dock_comes_first() -> None:
    """RR 3.2, RR 3.3: from the commander counter-clockwise."""
    state = said("Ann: commander Bo", "Bo: card RC01", players=3)
    assert pad.turn(state) == Seats((1, 0, 2))
    move = pad.read(state, 1, PAIR)
    assert pad.turn(pad.apply(state, 1, move)) == Seats((0, 2))


ROUND_1 = (*OPENING, f"Ann: {EARTH}", f"Bo: {PAIR}")


def test_3_6_a_round_is_scored_with_its_last_array() -> None:
    """RR 3.6, RR 8.1: and the commander passes to the right."""
    state = said(*ROUND_1)
    assert [account.total for account in state.accounts] == [14, 10]
    assert (state.round, state.commander, state.cards) == (2, 0, ())


def test_3_4_effects_claims_and_orders() -> None:
    """RR 3.4, 5.6, 6.4"""
    state = said(*ROUND_1, "Ann: card RC13", "Bo: orders RC01", f"Bo: {PAIR}")
    assert [account.total for account in state.accounts] == [14, 0]
    claimed = said(
        *ROUND_1, "Ann: card RC01", f"Bo: {PAIR}", "Ann: dock Y5 R5r A2r B2w G2p use glyph claim venus"
    )
    assert [account.total for account in claimed.accounts] == [14 + 10 + 3, 10 + 10 + 3]
    before, text = said(*OPENING[:1], "Bo: card RC13"), "dock B5w A5r R2w G2p A2r"
    move = pad.read(before, 0, text)
    told = pad.tell(before, Event(0, move), pad.apply(before, 0, move), None)
    assert "Full House" in told.lines[1]


def test_4_4_a_card_needs_no_name_though_all_may_act(tmp_path: Path) -> None:
    """Astronauts turn it up; a player who pays for one enters that (RR 3.4)."""
    sitting = begin(tmp_path / "pad.jsonl", "rayguns", ("Ann", "Bo"), mode="pad")
    for text in ("commander Bo", "card RC01", "card RC02"):
        assert play_text(sitting, None, text).allowed
    assert [card.code for card in sitting.state.cards] == ["RC02"]
    for text in ("orders RC03", EARTH):
        with pytest.raises(UsageError, match="--seat"):
            play_text(sitting, None, text)


def test_10_1_a_whole_game() -> None:
    """RR 10.1, RR 10.2: the Port takes all seven tiles, or five and the other two."""
    state = said(
        *ROUND_1,
        *("Ann: card RC01", f"Ann: {EARTH}", f"Bo: {PAIR}"),
        *("Bo: card CH2 RC03 SO10", f"Ann: {EARTH}", f"Bo: {PAIR} spare A5w"),
        *("Ann: card CH1", f"Ann: {EARTH}", f"Bo: {PAIR}"),
    )
    assert (state.in_port, pad.turn(state)) == (True, Seats((1, 0)))
    assert "7 tiles" in pad.hint(state, 0)
    for text in (
        "dock G3w B3p A3r R4w G2r",
        "dock G3w B3p A3r R4w G2r spare B2w",
        "card RC01",
        "dock Y5 use glyph",
    ):
        assert pad.check(state, 0, pad.read(state, 0, text)).rule == "RR 10.1", text
    before = [account.total for account in state.accounts]
    played = ("Ann: dock G2r B2r A3r R4w G5r R5w N4", "Bo: dock G2w B2p A2r Y5 U5 spare R3w G3r")
    for text in played:
        name, _, what = text.partition(": ")
        seat = state.names.index(name)
        state = pad.apply(state, seat, pad.read(state, seat, what))
    assert [account.total for account in state.accounts] == [before[0] + 18, before[1] + 26]
    assert pad.turn(state) is OVER
    assert pad.score(state).winners == (("Ann",) if before[0] + 18 > before[1] + 26 else ("Bo",))
    assert pad.check(state, 0, pad.read(state, 0, "dock G3w")).rule == "RR 10.2"
    assert not list(pad.faults(state)) and pad.known(state, 0) is state
    for player in pad.score(state).players:
        assert sum(line.points for line in player.lines) == player.total


def test_3_6_the_pad_counts_rounds() -> None:
    """RR 3.6: the totals of a round are those of its end."""
    names = [pad.round_name(said(*ROUND_1[:count])) for count in range(len(ROUND_1) + 1)]
    assert names == ["round 1"] * 5
    assert pad.round_name(said(*ROUND_1, "Ann: card RC01")) == "round 2"


def test_3_3_nothing_is_scored_before_everybody_has_docked() -> None:
    before = said(*OPENING)
    move = pad.read(before, 1, EARTH)
    told = pad.tell(before, Event(1, move), pad.apply(before, 1, move), None)
    assert told.lines[0].startswith("Bo docks ") and not told.why
    assert not any("round" in line.lower() for line in told.lines)


def test_3_4_in_a_new_round_nobody_has_paid_yet() -> None:
    state = said(*OPENING, f"Ann: {EARTH}", "Bo: dock G5w B5p A2r R2w G4w")
    assert state.round == 2
    assert state.paid == (0, 0)


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("G3w B3p A3r R4w G2r B2w", "An array has at most 5 tiles; for more add use ufo or use planet."),
        ("G3w B3p A3r R4w G2r B2w U2 A2r A1r use planet", None),
    ],
)
def test_5_3_a_refusal_says_how_to_dock_more_tiles_unless_that_was_said(
    tiles: str, reason: str | None
) -> None:
    state = said(*OPENING)
    ruling = pad.check(state, 0, pad.read(state, 0, f"dock {tiles}"))
    assert not ruling.allowed
    assert ruling.reason == reason or (reason is None and "for more add" not in ruling.reason), ruling.reason


def test_a_round_lasts_until_its_successor_s_card_is_entered() -> None:
    after = said(*OPENING, f"Ann: {EARTH}", "Bo: dock G5w B5p A2r R2w G4w")
    assert pad.round_name(said(*OPENING)) == pad.round_name(after) == "round 1"
    assert pad.round_name(said(*OPENING, f"Ann: {EARTH}")) == "round 1"
