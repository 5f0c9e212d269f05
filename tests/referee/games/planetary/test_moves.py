"""The moves of Planetary, as they are typed."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Seats
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.moves import (
    GRAMMAR,
    Attack,
    Claim,
    Clone,
    Cut,
    Drill,
    FallOn,
    Fire,
    Heal,
    Land,
    Mend,
    Pick,
    Raise,
    Repair,
    Shoot,
    hex_at,
)
from referee.games.planetary.state import Place
from tests.referee.games.planetary.tables import (
    BOX,
    NAMES,
    cell,
    do,
    listed,
    table,
    why_not,
)


def test_4_10_cells_as_they_are_typed() -> None:
    """PL 4.10: D4 is a cell of the ship the unit is on; whose it is may always be said."""
    state = table(ships="9 9", modules="E4@1=COR E4@2=COR", units="b1=D3@2")
    for unit, typed, meant in (
        ("s", "E4", "s E4"),
        ("s", "E4@1", "s E4"),
        ("s", "E4@Ann", "s E4"),
        ("b", "E4", "b E4@2"),
        ("b", "cor", "b cor"),
        ("b", "E4@2", "b E4@2"),
        ("b", "E4@1", "b E4@1"),
    ):
        if typed == "cor":
            with pytest.raises(UsageError):  # two of them are on Bo's ship
                game.read(state, 0, f"{unit} {typed}")
            continue
        move = game.read(state, 0, f"{unit} {typed}")
        assert str(move) == meant
        assert game.read(state, 0, str(move)) == move
    assert why_not(state, "s E4@1") == ""
    assert why_not(state, "b attack LND") == "PL 4.9"
    assert str(game.read(state, 0, "b attack D4")) == "b attack D4@2"
    boarding = table(ships="3,1 5,1", modules="E4@1=COR C4@2=COR", units="b1=C4@2")
    assert {"b E4@1", "b 4,1"} <= listed(boarding, "b ")
    assert do(boarding, "b E4@1").side.units[0].place == Place(8, cell("E4"))


def test_every_kind_of_move_is_read_as_it_is_written() -> None:
    """In random games; what is too rare there is made here."""
    brute, scout, healer = BOX.crew
    cells = [cell(text) for text in ("D5", "D4", "E5")]
    rare = [
        Heal(healer, brute),
        FallOn(hex_at(3, 1)),
        Repair(),
        Mend(brute, *cells[:2]),
        Clone(brute, cells[0], scout, cells[2]),
    ]
    seen: dict[type, list[object]] = {type(move): [move] for move in rare}
    for number in range(3):
        source = Quick(number)
        state = start_game(game, NAMES[:3], {"rounds": "8", "start": "random" if number else "choose"})
        while (turn := game.turn(state)) is not OVER:
            if isinstance(turn, Seats):
                seat = turn.seats[0]
                moves = game.moves(state, seat)
                for move in moves[:: 1 + len(moves) // 9]:
                    assert game.read(state, seat, str(move)) == move
                    seen.setdefault(type(move), []).append(move)
                state = game.apply(state, seat, moves[source.below(len(moves))])
            else:
                outcome = game.chance(state).pick(source)
                assert game.read(state, None, str(outcome)) == outcome
                state = game.resolve(state, outcome)
    state = table()
    for move in rare:
        assert game.read(state, 0, str(move)) == move
    assert set(seen) | {Attack, Shoot, Land, Drill, Raise, Cut, Pick, Claim, Fire} == set(GRAMMAR.kinds)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("BUILD las e4 ON", "build LAS E4 on"),
        ("build gens E4", "build GEN-S E4"),
        ("brute 3,1", "b 3,1"),
        ("s attack B2", "s shoot B2"),
        ("b shoot S2", "b attack S2"),
        ("b attack scout@Bo", "b attack S2"),
        ("h heal brute", "h heal b"),
        ("on COR", "on D3"),
        ("ship 6 in 2", "ship 6"),
        ("ship 6 in 4", "ship 6 in 4"),
        ("land 3,1", "land P1 3,1"),
        ("land p1 3,1 in 1", "land P1 3,1"),
        ("leave", "ship 4"),
        ("b fire E4 D4@Bo", "b fire E4 D4@2"),
        ("sacrifice cor CARD", "sacrifice COR card"),
    ],
)
def test_looser_spellings(typed: str, meant: str) -> None:
    assert str(game.read(table(), 0, typed)) == meant


@pytest.mark.parametrize(
    ("typed", "what", "todo"),
    [
        ("start", "start needs Space.", "Write start SPACE."),
        ("build LAS", "build needs Blueprint and Cell.", "Write build BLUEPRINT CELL [on]."),
        ("build LSA E4", 'There is no blueprint "LSA".', "LAS"),
        ("build LAS E9", '"E9" is not a cell.', "Write D4"),
        ("fuel 2", '"2" is not expected here.', "Write fuel."),
        ("drill", "drill needs Hex.", "Write drill HEX."),
        ("drill 12", '"12" is not a hex.', "Write column and row: 12,2."),
        ("ship", "ship needs Space.", "Write ship SPACE [in SPACES]."),
        ("ship 99", "There is no space 99.", "Spaces are 0 to 15."),
        ("land P4 3,1", 'There is no planet "P4".', "Write P1 to P1"),
        ("land", "land needs Hex.", "Write land [PLANET] HEX [in SPACES]."),
        ("leave now", '"now" is not expected here.', "Write leave."),
        ("b attack", "attack needs Unit and Target.", "Write UNIT attack TARGET."),
        ("b attack S9", '"9" does not play.', "Ann"),
        ("b dance 3,1", 'A unit cannot "dance".', "Known"),
        ("h heal x", 'There is no unit "x".', "Write b or brute, s or scout, h or healer."),
        ("b fire E4", "fire needs Unit, Gun and Target.", "Write UNIT fire GUN TARGET."),
        ("b clone E4 s", "clone needs Unit, Clone vat, Own unit and Cell.", "Write UNIT clone"),
        ("on D4@2", '"D4@2" is not a cell of your ship.', "Write D4."),
        ("fyl 12", 'There is no move "fyl".', "fuel"),
        ("b", 'There is no move "b".', ""),
        ("", 'There is no move ""', "Known"),
    ],
)
def test_a_mistake_names_what_is_missing_or_wrong(typed: str, what: str, todo: str) -> None:
    with pytest.raises(UsageError) as caught:
        game.read(table(), 0, typed)
    assert what in caught.value.what
    assert todo in caught.value.todo
    assert caught.value.where == f'"{typed}"'
