"""`pnp list GAME`: its decks with counts, sizes and sheets."""

from __future__ import annotations

from dataclasses import replace

from components import catalogue
from components.catalogue import Deck
from components.pieces import Piece
from generator.sheets.inventory import inventory
from generator.sheets.paper import Paper

A4 = Paper("a4", 210, 297)


def test_a_line_for_each_deck_and_the_sum() -> None:
    """Decks on one sprue share its sheets, which are counted once; a back is not a sheet."""
    game = catalogue.load("planetary")
    lines = inventory(game, A4).splitlines()
    assert lines[0] == game.title
    assert lines[2].split() == ["deck", "title", "pieces", "kinds", "size", "mm", "sheets"]
    rows = {line.split()[0]: line.split() for line in lines[3:-2] if not line.startswith(" ")}
    assert list(rows) == [deck.name for deck in game.decks]
    for deck in game.decks:
        assert rows[deck.name][-4:-1] == [
            f"{deck.count}",
            f"{len(deck.pieces)}",
            f"{deck.size[0]:g}×{deck.size[1]:g}",
        ]
    first = {game.decks[-1 - at].sprue: game.decks[-1 - at].name for at in range(len(game.decks))}
    shared = {name for name, row in rows.items() if row[-1] == "shared"}
    assert shared == set(rows) - set(first.values())
    sheets = sum(int(row[-1]) for row in rows.values() if row[-1] not in ("shared", "large"))
    pieces = sum(deck.count for deck in game.decks)
    assert lines[-1].startswith(f"{pieces} pieces on {sheets} sheets of a4, ")
    assert lines[-1].endswith(" minutes to cut.")
    assert max(map(len, lines)) <= 80


def test_words_begin_and_numbers_end_below_each_other() -> None:
    pieces = tuple(Piece(code, count, {}) for code, count in (("A", 11), ("B", 1)))
    cards = Deck("cards", "Cards", (63.5, 88), "card", "face", "back", "cards", pieces)
    chits = Deck("dice", "Six dice", (20, 20), "square", "face", "", "dice", pieces[1:])
    lines = inventory(replace(catalogue.load("mlem"), title="It", decks=(cards, chits)), A4).splitlines()
    assert lines == [
        "It",
        "",
        "deck   title     pieces  kinds  size mm  sheets",
        "cards  Cards         12      2  63.5×88       2",
        "dice   Six dice       1      1    20×20       1",
        "",
        "13 pieces on 3 sheets of a4, 2 to 3 minutes to cut.",
    ]


def test_numbers_stand_below_each_other() -> None:
    rows = inventory(catalogue.load("rayguns"), A4).splitlines()[2:-2]
    assert len({len(line) for line in rows}) == 1


def test_what_the_paper_has_no_room_for_counts_no_sheets() -> None:
    lines = inventory(catalogue.load("rayguns"), Paper("tiny", 23, 23)).splitlines()
    assert all(line.endswith("too large") or line.endswith("shared") for line in lines[3:-2])
    assert lines[-1] == "198 pieces on 0 sheets of tiny."


def test_a_long_title_is_broken() -> None:
    """A table is at most 80 columns wide; a title that just fits stays whole, and none loses a letter."""
    game = catalogue.load("rayguns")
    deck = next(deck for deck in game.decks if deck.name == "tiles")
    taken = len(inventory(replace(game, decks=(deck,)), A4).splitlines()[3]) - len(deck.title)
    for length in (80 - taken, 81 - taken, 200):
        long = replace(deck, title="x" * length)
        lines = inventory(replace(game, decks=(long,)), A4).splitlines()[2:-2]
        assert max(map(len, lines)) <= 80
        assert (len(lines) == 2) == (length <= 80 - taken)
        assert sum(line.count("x") for line in lines) == length
