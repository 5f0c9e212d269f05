"""The look of the table: names and colours of tiles and cards, and the damage ahead."""

from __future__ import annotations

from referee.games.last_blast import game
from tests.referee.games.last_blast.table import BOX, TWO, dealt, flying, played

STATE = flying("R2-5 A6-1 A4-1 G1-3", "A5-2 A5-3", field="3333333/1111111/6666666")


def test_4_5_the_damage_of_each_free_tile_is_shown() -> None:
    """LB 4.5: for the player whose turn it is, in the column of the round; others stand on theirs."""
    field = game.view(STATE, None).areas[0]
    notes = {piece.at: piece.note for piece in field.pieces if piece.note}
    assert notes == {(0, 0): "damage 2", (0, 1): "damage 4", (0, 2): "damage 1"}
    moved = played(STATE, "1: row 3")
    after = {piece.at: piece.note for piece in game.view(moved, 0).areas[0].pieces if piece.note}
    assert after == {(0, 0): "damage 1", (0, 1): "damage 1", (0, 2): "Ann"}


def test_4_6_no_damage_is_shown_while_cards_are_chosen() -> None:
    choosing = played(flying("A6-4 A4-1 R2-3 G2-6 A5-2", "A5-3", field="444/111/666"), "1: row 2")
    notes = [piece.note for piece in game.view(choosing, 0).areas[0].pieces if piece.note]
    assert (choosing.step, notes) == ("lose", ["Ann"])


def test_1_3_pieces_have_names_and_colours() -> None:
    """LB 1.2, LB 1.3: no colour stands alone, as the code begins with its letter."""
    field, ann, *_ = game.view(STATE, None).areas
    assert {(piece.code, piece.name) for piece in field.pieces} == {
        ("T3", "circles"), ("T1", "drop"), ("T6", "arrow")
    }  # fmt: skip
    assert len({piece.tone for piece in field.pieces}) == 3
    assert [(piece.code, piece.name, piece.tone) for piece in ann.pieces] == [
        ("R2-5", "Jump Boost 2, wheel 5", "red"),
        ("A6-1", "Scientific Equipment 6, drop 1", "amber"),
        ("A4-1", "Scientific Equipment 4, drop 1", "amber"),
        ("G1-3", "Shield 1, circles 3", "green"),
    ]
    assert dict(field.legend) == {code: tile.name for code, tile in BOX.tiles.items()}
    assert dict(ann.legend)["A"] == "amber, Scientific Equipment"
    assert all(piece.tone for piece in field.pieces)


def test_3_1_a_hidden_card_has_no_name_and_no_colour() -> None:
    hands = {area.name: area.pieces for area in game.view(dealt(*TWO), 0).areas}
    assert all(piece.name and piece.tone for piece in hands["hand-1"])
    assert not any(piece.name or piece.tone or piece.code for piece in hands["hand-2"])
