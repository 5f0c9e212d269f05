"""The Last Blast at the table, rule by rule."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from components.errors import UsageError
from referee.engine import CHANCE, CONCEALED, OVER, Ruling, Seats, at_random, play_out
from referee.games.last_blast import draft, flight, game
from referee.games.last_blast.bots import greedy
from referee.games.last_blast.box import Field, Part, box
from referee.games.last_blast.moves import BLIND, UNKNOWN, Lose, Move, Pick, Place, Row, read_move
from referee.games.last_blast.notation import read_rocket
from referee.games.last_blast.state import Draft, Flight, all_parts, in_order, without
from referee.outcomes import Drawn, Quick, Source
from referee.starters import Starts
from tests.referee.engine_contract import Contract, count_lines

NAMES = ("Ann", "Bo", "Cy", "Di")
FIELD = "1234561/2345612/3456123"


def imagine(state: Any, seat: int | None, source: Source) -> Any:
    """A state in which every card that the seat does not know is another, if it can be."""
    known = game.known(state, seat)
    if not isinstance(known, Draft):
        return known
    pool = source.shuffled(known.unseen)

    def filled(cards: Any) -> Any:
        return tuple(pool.pop() if card == UNKNOWN else card for card in cards)

    hands = tuple(filled(hand) for hand in known.hands)
    commits = tuple(
        Pick(hands[place][0], "rear" if known.rockets[place] else None) if choice == CONCEALED else choice
        for place, choice in enumerate(known.commits)
    )
    return known._replace(
        hands=hands,
        commits=commits,
        discards=filled(known.discards),
        dealt=filled(known.dealt),
        drawn=filled((known.drawn,))[0] if known.drawn else None,
        unseen=in_order(pool),
    )


class TestContract(Contract, game=game, seats=(2, 3, 4), options=({}, {"wrecks": ""}), imagine=imagine): ...


# --- the construction phase ---


def dealt(*hands: str) -> Draft:
    """The first pick of a game in which these hands were dealt."""
    state = draft.start(NAMES[: len(hands)], wrecks=False)
    tiles = game.chance(state).pick(Quick(1))
    state = draft.resolve(state, tiles)
    columns = zip(*(cards(hand) for hand in hands), strict=True)
    return draft.resolve(state, Drawn(tuple(card for column in columns for card in column)))


def cards(codes: str) -> tuple[Part, ...]:
    return read_rocket(codes, "test")


def laid(symbols: str) -> Field:
    """A field of those symbols, though the box may not have so many tiles of one."""
    return tuple(tuple(box().tiles[f"T{symbol}"] for symbol in row) for row in symbols.split("/"))


def played(state: Any, *moves: str) -> Any:
    """After those moves, each `seat: move` with seats from 1, or a result of chance."""
    for text in moves:
        seat, colon, move = text.partition(": ")
        if colon:
            what = game.read(state, int(seat) - 1, move)
            ruling = game.check(state, int(seat) - 1, what)
            assert ruling.allowed, f"{text}: {ruling.reason}"
            state = game.apply(state, int(seat) - 1, what)
        else:
            outcome = game.read(state, None, text)
            assert game.chance(state).refusal(outcome) == ""
            state = game.resolve(state, outcome)
    return state


def checked(state: Any, text: str) -> Ruling:
    seat, _, move = text.partition(": ")
    return game.check(state, int(seat) - 1, game.read(state, int(seat) - 1, move))


def codes(rocket: Any) -> str:
    return " ".join(card.code for card in rocket)


TWO = ("R1-1 R1-2 R1-3 R1-4 R1-5", "A4-1 A4-2 A4-3 A4-4 A4-5")
LAST_PICK = (
    "1: pick R1-1",
    "2: pick A4-1",
    "1: pick A4-2 front",
    "2: pick R1-2 rear",
    "1: pick R1-3 front",
    "2: pick A4-3 rear",
)


@pytest.mark.parametrize(
    ("players", "tiles", "wrecks"),
    [(2, 21, False), (3, 28, True), (4, 35, True)],
    ids=["LB 2.1 two", "LB 2.1 three, LB 6.1", "LB 2.1 four, LB 6.1"],
)
def test_setup(players: int, tiles: int, wrecks: bool) -> None:
    """LB 2.1, LB 2.2: the field from the 36 tiles of LB 1.1, and a deck of the 54 cards of LB 1.3."""
    state = game.start(NAMES[:players], {"wrecks": ""} if wrecks else {})
    assert isinstance(state, Draft)
    assert (state.wrecks, state.deck, len(state.unseen)) == (wrecks, 54, 54)
    draw = draft.field_draw(state)
    assert (len(draw.pool), draw.count) == (36, tiles)
    laid = draft.resolve(state, draw.pick(Quick(1)))
    assert [len(row) for row in laid.field] == [7] * (players + 1)
    assert (draft.card_draw(laid).count, len(draft.card_draw(laid).pool)) == (5 * players, 54)


def test_a_deal_goes_round_one_card_at_a_time() -> None:
    """LB 3.1: five cards each."""
    assert [codes(hand) for hand in dealt(*TWO).hands] == list(TWO)


def test_choices_are_secret_until_the_last() -> None:
    """LB 3.1"""
    state = dealt(*TWO)
    turn = game.turn(state)
    assert turn == Seats((0, 1), secret=True)
    one = played(state, "2: pick A4-1")
    assert game.turn(one) == Seats((0,), secret=True)
    assert one.rockets == ((), ())
    assert game.view(one, 0) == game.view(played(state, "2: pick A4-2"), 0)
    assert checked(one, "2: pick A4-2") == Ruling(False, "Bo has chosen, and waits for the others.", "LB 3.1")
    shown = played(one, "1: pick R1-1")
    assert [codes(rocket) for rocket in shown.rockets] == ["R1-1", "A4-1"]


def test_only_cards_of_the_hand() -> None:
    """LB 3.1"""
    assert checked(dealt(*TWO), "1: pick A4-1") == Ruling(False, "A4-1 is not in Ann's hand.", "LB 3.1")


def test_front_and_rear() -> None:
    """LB 3.2: a card joins at an end; the first has no end to choose."""
    state = dealt(*TWO)
    assert str(game.moves(state, 0)[0]) == "pick R1-1"
    assert not game.check(state, 0, Pick(box().parts["R1-1"], "front")).allowed
    assert game.read(state, 0, "pick R1-1 front") == game.read(state, 0, "pick R1-1")
    state = played(state, *LAST_PICK)
    assert [codes(rocket) for rocket in state.rockets] == ["R1-3 A4-2 R1-1", "A4-1 R1-2 A4-3"]
    ruling = checked(state, "1: pick A4-4")
    assert (ruling.allowed, ruling.rule) == (False, "LB 3.2")


@pytest.mark.parametrize(
    ("hand", "after"),
    [(0, (3, 0, 1, 2)), (1, (1, 2, 3, 0)), (2, (3, 0, 1, 2))],
    ids=["LB 3.3 left", "LB 3.3 right", "LB 3.3 left again"],
)
def test_passing(hand: int, after: tuple[int, ...]) -> None:
    """LB 3.3: whose cards each seat holds after the pick."""
    hands = ("R1-1 R1-2 R1-3 R1-4 R1-5", "R2-1 R2-2 R2-3 R2-4 R2-5",
             "R3-1 R3-2 R3-3 R3-4 R3-5", "A4-1 A4-2 A4-3 A4-4 A4-5")  # fmt: skip
    state = dealt(*hands)._replace(hand=hand)
    state = played(state, *(f"{seat + 1}: pick {cards[:4]}" for seat, cards in enumerate(hands)))
    assert [codes(held) for held in state.hands] == [hands[seat][5:] for seat in after]


def test_two_players_swap() -> None:
    """LB 3.3"""
    state = played(dealt(*TWO), "1: pick R1-1", "2: pick A4-1")
    assert [codes(hand) for hand in state.hands] == ["A4-2 A4-3 A4-4 A4-5", "R1-2 R1-3 R1-4 R1-5"]


def test_a_blind_card_only_at_the_fourth_pick() -> None:
    """LB 3.4"""
    state = dealt(*TWO)
    for number, moves in enumerate(zip(LAST_PICK[::2], LAST_PICK[1::2], strict=True), 1):
        ruling = checked(state, "1: blind")
        assert (ruling.allowed, ruling.rule) == (False, "LB 3.4")
        assert f"pick {number}" in ruling.reason
        state = played(state, *moves)
    assert checked(state, "1: blind").allowed
    assert BLIND in game.moves(state, 1)


def test_finishing_a_hand() -> None:
    """LB 3.5: seat by seat; a blind taker draws, places, and only then discards."""
    state = played(dealt(*TWO), *LAST_PICK, "1: blind", "2: blind")
    assert (state.taker, state.drawn, state.discards) == (0, None, ())
    assert game.turn(state) is CHANCE
    for seat, move in ((0, "pick R1-4"), (1, "place front")):
        assert not checked(state, f"{seat + 1}: {move}").allowed
    state = played(state, "draw G2-6")
    assert game.turn(state) == Seats((0,))
    assert list(game.moves(state, 0)) == [Place("front"), Place("rear")]
    assert "Ann is to take" in checked(state, "2: place rear").reason
    assert checked(state, "1: pick R1-4").rule == "LB 3.5"
    hidden = game.known(state, 1)
    assert isinstance(hidden, Draft)
    assert hidden.drawn == UNKNOWN
    state = played(state, "1: place front")
    assert codes(state.rockets[0]) == "G2-6 R1-3 A4-2 R1-1"
    assert (state.taker, Counter(state.discards)) == (1, Counter(cards("A4-4 A4-5")))
    # One's own rejects are not in the deck one draws from.
    assert not set(state.discards) & set(draft.card_draw(state).pool)
    state = played(state, "draw G2-5", "2: place rear")
    assert (state.hand, state.pick, len(state.discards), state.hands) == (1, 0, 4, ())


def test_what_is_not_chosen_is_discarded() -> None:
    """LB 3.5: one card after a pick."""
    state = played(dealt(*TWO), *LAST_PICK, "1: pick A4-4 front", "2: pick R1-4 front")
    assert codes(state.discards) == "A4-5 R1-5"
    assert checked(state, "1: pick R1-1").rule == "LB 3.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rockets_of_twelve(players: int) -> None:
    """LB 3.6"""
    state: Any = game.start(NAMES[:players], {})
    source = Quick(players)
    while isinstance(state, Draft):
        turn = game.turn(state)
        if isinstance(turn, Seats):
            state = game.apply(state, turn.seats[0], at_random(game, state, turn.seats[0], source))
        else:
            state = game.resolve(state, game.chance(state).pick(source))
    assert [len(rocket) for rocket in state.rockets] == [12] * players


def test_the_deck_runs_out_in_a_deal() -> None:
    """LB 3.7: what is there is dealt, the discards are the new deck, and the deal goes on."""
    state = draft.start(NAMES, wrecks=False)
    parts = all_parts()
    discards, deck, rest = parts[:12], parts[12:20], parts[20:]
    rockets = tuple(rest[seat::4][:8] for seat in range(4))
    unseen = in_order((*deck, *rest[32:]))
    state = state._replace(
        field=laid("1234561/2345612/3456123/4561234/5612345"),
        hand=2,
        rockets=rockets,
        discards=discards,
        unseen=unseen,
        deck=len(unseen),
    )
    assert list(game.faults(state)) == []
    first = draft.card_draw(state)
    assert first.count == 10
    state = draft.resolve(state, first.pick(Quick(1)))
    assert (state.hands, state.discards, state.unseen) == ((), (), discards)
    second = draft.card_draw(state)
    assert second.count == 10
    state = draft.resolve(state, second.pick(Quick(1)))
    assert [len(hand) for hand in state.hands] == [5] * 4
    assert state.deck == 2
    assert list(game.faults(state)) == []


def test_the_deck_runs_out_at_a_blind_card() -> None:
    """LB 3.7: seat 1 takes the last card and discards; seat 2 draws from those discards."""
    state = played(dealt(*TWO), *LAST_PICK)
    last = state.unseen[0]
    spent = state._replace(unseen=(last,), deck=1, discards=state.unseen[1:3])
    state = played(spent, "1: blind", "2: blind", f"draw {last.code}", "1: place rear")
    assert state.discards == ()
    assert Counter(state.unseen) == Counter((*spent.discards, *cards("A4-4 A4-5")))


# --- the flight phase ---


def flying(*rockets: str, field: str = FIELD, wrecks: bool = False, **changes: Any) -> Flight:
    """Before round 1, with Ann as the Start Player unless said."""
    built = tuple(cards(rocket) for rocket in rockets)
    players = len(rockets)
    state = Flight(
        names=NAMES[:players],
        wrecks=wrecks,
        field=laid(field),
        aside=without(all_parts(), (card for rocket in built for card in rocket)),
        rockets=built,
        rows=(None,) * players,
        exploded=(None,) * players,
        column=0,
        starter=0,
        order=tuple(range(players)),
        choice=0,
        drifting=(),
    )
    return state._replace(**changes)


def built(*rockets: str) -> Flight:
    """The flight as it begins after a construction phase that ended with these rockets."""
    rest = without(all_parts(), (card for rocket in rockets for card in cards(rocket)))
    state = draft.start(NAMES[: len(rockets)], wrecks=False)
    return flight.start(
        state._replace(field=laid(FIELD), unseen=rest, deck=len(rest), rockets=tuple(map(cards, rockets)))
    )


def test_the_first_start_player() -> None:
    """LB 4.1: the lowest number on the front card, whatever is behind it."""
    state = built("R2-1 R1-1", "R1-2 A6-1", "A4-1")
    assert (state.starter, state.order) == (1, (1, 2, 0))


def test_ties_for_the_first_start_player_are_drawn() -> None:
    """LB 4.1: each of those tied is as likely."""
    state = built("R1-1", "R2-2", "G1-2")
    assert game.turn(state) is CHANCE
    assert dict(game.chance(state)) == {
        Starts("draw", 0, "Ann"): Fraction(1, 2),
        Starts("draw", 2, "Cy"): Fraction(1, 2),
    }
    assert game.check(state, 0, Row(1)).rule == "LB 4.1"
    assert played(state, "draw Cy").order == (2, 0, 1)
    with pytest.raises(UsageError, match="Bob"):
        game.read(state, None, "draw Bob")
    assert game.chance(state).refusal(Starts("draw", 1, "Bo"))


def test_turns_go_clockwise_and_the_first_column_is_free() -> None:
    """LB 4.2: any free row, no jump damage, two rockets never on one tile."""
    state = flying("A4-1 A5-1", "A4-2 A5-2", order=(1, 0), starter=1)
    assert checked(state, "1: row 1") == Ruling(False, "It is Bo's turn.", "LB 4.2")
    assert [str(move) for move in game.moves(state, 1)] == ["row 1", "row 2", "row 3"]
    assert flight.rows_changed(state, 1, 3) is None
    state = played(state, "2: row 2")
    assert [str(move) for move in game.moves(state, 0)] == ["row 1", "row 3"]
    assert checked(state, "1: row 2") == Ruling(False, "Bo is on that tile.", "LB 4.2")
    for row in (0, 4):
        assert not game.check(state, 0, Row(row)).allowed
    assert played(state, "1: row 1").rows == (1, 2)


def test_a_tile_that_was_left_is_free() -> None:
    """LB 4.2: only the next column counts."""
    state = flying("A4-3 A5-1 A6-1 R1-1", "A4-2 A5-2 A6-2 R1-2", rows=(3, 1), column=1)
    assert played(state, "1: row 1").rows == (1, 1)
    assert checked(played(state, "1: row 1"), "2: row 1").rule == "LB 4.2"


@pytest.mark.parametrize(
    ("front", "field", "here", "row", "jump", "collision"),
    [
        pytest.param("R2-5", "11/11/13", 1, 3, 0, 2, id="LB 4.3 example"),
        pytest.param("G2-1", "11/16/11", 1, 2, 1, 3, id="LB 4.4 example"),
        pytest.param("A6-4", "11/11/11/14", 1, 4, 3, 0, id="LB 4.5 example"),
        pytest.param("R3-2", "12/11/11", 1, 1, 0, 0, id="LB 4.6 example"),
    ],
)
def test_damage(front: str, field: str, here: int, row: int, jump: int, collision: int) -> None:
    """LB 4.3, LB 4.4, LB 4.5: the worked examples, on a field."""
    rest = "A4-1 A4-2 A4-3 A4-5 A4-6"
    rows = (here, 2 if here != 2 else 3)
    state = flying(f"{front} {rest}", "A5-1", field=field, column=1, rows=rows)
    assert flight.damage(state, 0, row) == (jump, collision)


def test_removal() -> None:
    """LB 4.6: front, rear, then as the owner chooses; never the middle."""
    state = flying("G2-1 A4-1 A4-2 A4-3 A4-4", "A5-1 A5-2", field="61/16/66", column=1, rows=(1, 3))
    state = played(state, "1: row 2")
    assert (codes(state.rockets[0]), state.choice) == ("A4-1 A4-2 A4-3", 2)
    assert checked(state, "1: row 1").rule == "LB 4.6"
    assert checked(state, "2: row 1").rule == "LB 4.2"
    assert checked(state, "1: lose 3") == Ruling(False, "0 to 2 come off the front.", "LB 4.6")
    assert not game.check(state, 0, Lose(-1)).allowed
    left = [codes(played(state, f"1: lose {front}").rockets[0]) for front in range(3)]
    assert left == ["A4-1", "A4-2", "A4-3"]
    assert checked(played(state, "1: lose 1"), "2: lose 0") == Ruling(
        False, "There is no damage to place.", "LB 4.6"
    )


def test_an_explosion_frees_the_tile() -> None:
    """LB 4.7: damage as high as the cards left; the token leaves at once."""
    state = flying("A4-1 A4-2", "A5-1 A5-2 A5-3", "A6-1 A6-2", field="33/33/33/33", column=1, rows=(2, 1, 3))
    state = played(state, "1: row 2")
    assert (state.rockets[0], state.rows[0], state.exploded[0]) == ((), None, 2)
    assert checked(state, "2: row 2").allowed
    assert checked(state, "1: row 2") == Ruling(False, "Ann's rocket has exploded.", "LB 4.7")


def test_the_next_start_player() -> None:
    """LB 4.8: the rulebook's example. The order of the round itself does not change."""
    rockets = ("R1-1 A4-1 A4-2 A4-3 A4-4", "G1-1 A5-1 A5-2 A5-3 A5-4",
               "R2-1 A6-1 A6-2 A6-3 A6-4 R2-2 R2-3", "R3-1 G1-2 G1-3 G1-4 G1-5")  # fmt: skip
    field = "1111111/1111111/1111111/1111111/1111111"
    state = flying(*rockets, field=field, column=1, rows=(1, 2, 3, 4), starter=1, order=(1, 2, 3, 0))
    state = played(state, "2: row 2", "3: row 3", "4: row 4")
    assert state.order == (0,)
    state = played(state, "1: row 1")
    assert (state.starter, state.order) == (0, (0, 1, 2, 3))


def test_the_fewest_cards_begin() -> None:
    """LB 4.8: before a lower number on the front card."""
    field = "1111111/1111111/1111111/1111111"
    state = flying("R1-1 A4-1 A4-2", "R2-1 A4-3 A4-4", "A6-1 A6-2", field=field)
    state = played(state, "1: row 1", "2: row 2", "3: row 3")
    assert (state.column, state.starter, state.order) == (1, 2, (2, 0, 1))


def test_ties_go_on_from_an_exploded_start_player() -> None:
    """LB 4.8: the next of those tied clockwise from the seat that exploded."""
    state = flying(
        "A4-1 A4-2 A4-3", "A5-1 A4-4 A4-5", "A6-6", "A5-2 A6-1 A6-2",
        field="1111111/1111111/2111111/1111111/1111111", starter=2, order=(2, 3, 0, 1),
    )  # fmt: skip
    state = played(state, "3: row 1", "4: row 3", "1: row 1", "2: row 2")
    assert state.exploded == (None, None, 1, None)
    # Ann's front card has a 4, the others a 5.
    assert state.starter == 0
    tied = state._replace(rockets=(cards("A5-3"), cards("A5-1"), (), cards("A5-2")), starter=2)
    assert flight._next_starter(tied) == 3


def test_the_only_survivor_wins_at_once() -> None:
    """LB 4.9: at the end of the round, not before."""
    state = flying("A4-6", "A5-1 A5-2", field="11/11/11")
    state = played(state, "1: row 1")
    assert game.turn(state) == Seats((1,))
    state = played(state, "2: row 2")
    assert game.turn(state) is OVER
    assert game.score(state).winners == ("Bo",)


def test_after_the_last_column_the_survivors_are_scored() -> None:
    """LB 4.10, LB 5.1: printed numbers count, whatever the colour."""
    state = flying("A4-1 R2-2", "A5-1 G1-2", column=6, rows=(1, 2))
    assert game.score(state).winners == ()
    state = played(state, "1: row 1", "2: row 3")
    assert game.turn(state) is OVER
    assert checked(state, "1: row 1").rule == "LB 4.10"
    sheet = game.score(state)
    assert [(player.name, player.total) for player in sheet.players] == [("Ann", 6), ("Bo", 0)]
    assert {line.rule for line in sheet.players[0].lines} == {"LB 5.1"}


def test_nobody_is_left() -> None:
    """LB 4.11: both explode in one round, and nobody wins."""
    state = played(flying("A4-6", "A5-6", field="11/11/11"), "1: row 1", "2: row 2")
    assert game.turn(state) is OVER
    assert game.score(state).winners == ()


def test_a_tie_is_broken_by_cards() -> None:
    """LB 5.2"""
    state = flying("A4-1 R1-2", "A5-3", column=6, rows=(1, 3))
    state = played(state, "1: row 1", "2: row 3")
    assert [player.total for player in game.score(state).players] == [5, 5]
    assert game.score(state).winners == ("Ann",)


def test_wrecks_stay_and_drift() -> None:
    """LB 6.1: blocked at once, and one column on at the start of each round; their rows still count."""
    field = "1111111/1111111/1111111/1111111"
    state = flying("A4-6", "A5-1 A5-2 A4-1", "A6-1 A6-2 A4-2", field=field, wrecks=True)
    state = played(state, "1: row 2")
    assert checked(state, "2: row 2") == Ruling(False, "A wreck blocks row 2.", "LB 6.1")
    state = played(state, "2: row 1", "3: row 3")
    assert state.drifting == ((2, 1),)
    assert [str(move) for move in game.moves(state, 1)] == ["row 1", "row 3", "row 4"]
    assert flight.rows_changed(state, 1, 3) == 2
    state = played(state, "2: row 1", "3: row 3")
    assert state.drifting == ((2, 2),)
    shown = {piece.at: piece.note for piece in game.view(state, None).areas[0].pieces if piece.note}
    assert shown == {(2, 1): "wreck", (1, 0): "Bo", (1, 2): "Cy"}


def test_wrecks_never_begin_and_never_win() -> None:
    """LB 6.2"""
    state = flying("A4-6", "A5-1", "A6-1", field="11/11/11/11", wrecks=True)
    state = played(state, "1: row 2", "2: row 1", "3: row 3")
    assert (state.starter, state.order) == (1, (1, 2))
    state = played(state, "2: row 1", "3: row 3")
    assert set(game.score(state._replace(order=())).winners) == {"Cy"}


# --- everything else ---


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pik R2-5", 'Did you mean "pick"'),
        ("pick", "a card and an end"),
        ("pick R2-5 middle", "front or rear"),
        ("pick R7-5 front", "numbers 1, 2, 3"),
        ("blind front", "too much"),
        ("place", "front or rear"),
        ("row two", "no number"),
        ("row", "no number"),
        ("lose 1.5", "no number"),
        ("", "no move"),
    ],
)
def test_what_is_no_move(text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_move(text, first=False)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("PICK r25 F", "pick R2-5 front"),
        ("pick R2.5 rear", "pick R2-5 rear"),
        (" Place r ", "place rear"),
        ("BLIND", "blind"),
        ("row 03", "row 3"),
    ],
)
def test_forgiving(text: str, move: str) -> None:
    """LB 1.5: the code on the card, as people type it."""
    assert str(read_move(text, first=False)) == move


def test_a_move_of_the_other_phase() -> None:
    assert checked(dealt(*TWO), "1: row 1").rule == "LB 4.2"
    assert checked(dealt(*TWO), "1: place front").rule == "LB 3.5"
    assert checked(flying("A4-1", "A5-1"), "1: pick A4-1 front").rule == "LB 3.6"


@pytest.mark.parametrize(
    ("depth", "lines"),
    [(1, 5), (2, 5 * 5), (3, 5 * 5 * 8), (4, 5 * 5 * 8 * 8), (5, 5 * 5 * 8 * 8 * 6)],
)
def test_lines_of_a_draft(depth: int, lines: int) -> None:
    """LB 3.2, LB 3.4: five first cards each, then four at two ends, then three."""
    assert count_lines(game, dealt(*TWO), depth) == lines


def test_lines_of_a_fourth_pick() -> None:
    """LB 3.4, LB 3.5: two cards at two ends or a blind one, for both; then each taker's card, then its end.

    Both pick in 4 × 4 ways, and the game goes on with a deal. One picks and one takes blind in 2 × 4,
    both take blind in 1. A blind card has 35 faces here: 36 of the unseen have 6 alike pairs less.
    """
    state = played(dealt(*TWO), *LAST_PICK)
    faces = len(set(state.unseen))
    assert count_lines(game, state, 2) == 25
    blind = [played(state, "1: blind", "2: pick R1-4 front"), played(state, "1: pick A4-4 rear", "2: blind")]
    for taking in blind:
        assert count_lines(game, taking, 1) == faces
        assert count_lines(game, taking, 2) == faces * 2


def test_lines_of_a_flight() -> None:
    """LB 4.2, LB 4.6: three rows, then two; counted by hand for rockets that take no damage to place."""
    state = flying("G1-1 G1-2 G1-3 G1-4", "G2-1 G2-2 G2-3 G2-4", field="1111111/1111111/1111111")
    assert [count_lines(game, state, depth) for depth in range(1, 5)] == [3, 6, 18, 36]


def test_lines_of_a_flight_to_its_end() -> None:
    """LB 4.6, LB 4.9: in the last column, with a row of six to explode on."""
    state = flying("A4-1 A4-2 A4-3 A4-4 A4-5", "A5-1", field="1111111/1111114/1111116", column=6, rows=(1, 1))
    # Ann: row 1, no damage. Row 2: jump 1 + 3 = 4, two of choice: 3 ways. Row 3: 2 + 5 explode.
    # Then Bo has two rows each; a game that is over ends the line.
    assert count_lines(game, state, 1) == 3
    assert count_lines(game, state, 9) == 1 * 2 + 3 * 2 + 1 * 3


def test_greedy_beats_random() -> None:
    """A sensible bot: it wins nine games of ten against a random one."""
    start = game.start(("Ann", "Bo"), {})

    def choose(rules: Any, state: Any, seat: int, source: Source) -> Move:
        bot = greedy if seat == 0 else at_random
        return bot(rules, game.known(state, seat), seat, source)

    source = Quick(5)
    winners = Counter(
        name for _ in range(100) for name in game.score(play_out(game, start, choose, source)).winners
    )
    assert winners["Ann"] >= 90


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        pytest.param({"aside": ()}, "LB 1.3", id="cards missing"),
        pytest.param({"rows": (1, 1), "order": ()}, "LB 4.2", id="two on a tile"),
        pytest.param({"exploded": (1, None)}, "LB 4.7", id="exploded, but there"),
    ],
)
def test_faults_of_a_flight(change: dict[str, Any], rule: str) -> None:
    """LB 1.3, LB 4.2, LB 4.7: a position that cannot be is described, not refused."""
    state = flying("A4-1 A4-2", "A5-1")._replace(**change)
    assert rule in {fault.rule for fault in game.faults(state)}


def test_faults_of_a_draft() -> None:
    """LB 1.1, LB 1.3, LB 2.2, LB 3.4"""
    state = dealt(*TWO)
    assert list(game.faults(state)) == []
    wrong = {
        "LB 1.3": state._replace(discards=state.hands[0]),
        "LB 2.2": state._replace(deck=1),
        "LB 1.1": state._replace(field=laid("1111111")),
        "LB 3.4": state._replace(
            rockets=(cards("A6-1"), ()), unseen=without(state.unseen, cards("A6-1")), deck=43
        ),
    }
    for rule, position in wrong.items():
        assert [fault.rule for fault in game.faults(position)] == [rule]
