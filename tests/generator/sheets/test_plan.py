"""The print plan: every piece once, on no more sheets than the decks take alone, and no empty backs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue
from components.catalogue import Deck
from components.errors import UsageError
from generator.sheets.imposition import Item, Part, Sheet, impose
from generator.sheets.plan import Book, books, chosen, title_of
from tests.generator.presswork import A4, GAMES

SIZES = [(63.5, 88.9), (49.0, 49.0), (99.0, 128.0), (24.0, 104.0), (16.0, 16.0)]


@st.composite
def parts(draw: st.DrawFn) -> list[Part]:
    found = []
    for name in "abc"[: draw(st.integers(1, 3))]:
        shape = draw(st.sampled_from(["card", "square", "net", "circle"]))
        size = draw(st.sampled_from(SIZES))
        deck = Deck(name, name, size[:1] * 2 if shape == "circle" else size, shape, "face", "", name, ())
        back = draw(st.sampled_from(["", "back"]))
        items = [Item(deck, f"{name}{i}", 1, f"{name} front", back) for i in range(draw(st.integers(1, 40)))]
        found.append(Part(name, name, impose(items, A4)))
    return found


def sheets(of: tuple[Book, ...]) -> list[Sheet]:
    return [sheet for book in of for part in book.parts for sheet in part.sheets]


@given(parts())
def test_a_plan_prints_every_piece_once_on_no_more_pages(alone: list[Part]) -> None:
    planned = sheets(books(alone, A4))
    before = [sheet for part in alone for sheet in part.sheets]
    for side in ("front", "back"):
        assert Counter(p.item.code for s in planned for p in s.placements if p.side == side) == Counter(
            p.item.code for s in before for p in s.placements if p.side == side
        )
    assert len(planned) <= len(before)


@given(parts(), st.sampled_from(["long", "short", "fold", "off"]))
def test_sheets_without_a_back_are_in_their_own_file(alone: list[Part], duplex: str) -> None:
    paper = A4._replace(duplex=duplex)
    made = books([Part(p.name, p.title, impose(_items(p), paper)) for p in alone], paper)
    for book in made if duplex in ("long", "short") else ():
        sides = {
            bool([s for s in part.sheets if s.side == "back" and s.number == front.number])
            for part in book.parts
            for front in part.sheets
            if front.side == "front"
        }
        assert len(sides) == 1
    assert len(made) == 1 or duplex in ("long", "short")


def _items(part: Part) -> list[Item]:
    return [p.item for s in part.sheets for p in s.placements if p.side == "front"]


@pytest.mark.parametrize("slug", GAMES)
def test_each_number_of_players_gets_its_share(slug: str) -> None:
    game = catalogue.load(slug)
    fewest, most = game.players
    for players in range(fewest, most + 1):
        box = game.for_players(players)
        for deck, whole in zip(box.decks, game.decks, strict=True):
            share = players if whole.each else most
            sets = -(-players // whole.serves) if whole.serves else 1
            assert deck.count * most == whole.count * share * sets, deck.name
        for fewer in range(fewest, players + 1):
            assert box.for_players(fewer).decks == game.for_players(fewer).decks
    assert game.for_players(most) == game or any(deck.serves for deck in game.decks)
    with pytest.raises(UsageError, match=f"{fewest} to {most} players"):
        game.for_players(most + 1)


@pytest.mark.parametrize(
    ("counts", "shared"),
    [((12, 3), True), ((10, 10), True), ((5, 4), True), ((12, 7), False), ((9, 3), False), ((18, 3), False)],
    ids=str,
)
def test_only_sheets_that_are_not_full_are_shared(counts: tuple[int, ...], shared: bool) -> None:
    """Nine cards fill a sheet of A4: what two decks have left shares one if it is nine at most."""
    decks = [Deck(name, name, (63.5, 88.9), "card", "face", "", name, ()) for name in "ab"]
    alone = [
        Part(deck.name, deck.name, impose([Item(deck, f"{i}", 1, "front", "") for i in range(count)], A4))
        for deck, count in zip(decks, counts, strict=True)
    ]
    (book,) = books(alone, A4)
    assert any(part.name.startswith("shared") for part in book.parts) == shared


def printed(name: str, count: int, back: str = "") -> Part:
    """Return a part of that many cards, nine of which fill a sheet."""
    deck = Deck(name, name, (63.5, 88.9), "card", "face", back, name, ())
    return Part(name, name, impose([Item(deck, f"{n}", 1, "front", back) for n in range(count)], A4))


def test_files_are_named_apart_only_if_there_are_two() -> None:
    both = books([printed("a", 9, "back"), printed("b", 9)], A4)
    assert [book.suffix for book in both] == ["", "-one-sided"]
    assert [{sheet.side for sheet in sheets((book,))} for book in both] == [{"front", "back"}, {"front"}]
    for back in ("", "back"):
        assert [book.suffix for book in books([printed("a", 9, back)], A4)] == [""]


def shared(alone: list[Part]) -> list[list[str]]:
    """The decks on each common sheet."""
    parts = [part for book in books(alone, A4) for part in book.parts if part.name.startswith("shared")]
    return [sorted({item.deck.name for item in _items(part)}) for part in parts]


def test_sheets_with_backs_are_saved_first() -> None:
    """To save one saves two pages; then what is largest is looked after first."""
    assert shared([printed("a", 5), printed("b", 5, "back"), printed("c", 4, "back")]) == [["b", "c"]]
    fours, fives = [printed(name, 4) for name in "ab"], [printed(name, 5) for name in "cd"]
    assert shared([*fours, *fives]) == [["a", "c"], ["b", "d"]]


def test_what_is_chosen() -> None:
    """By deck, by code, by deck and code; without any, what one table needs."""
    game = catalogue.load("planetary")
    table = game.at_the_table(())
    assert [deck for deck, _ in chosen(game, [], [])] == list(table)
    for deck in game.decks:
        code = deck.pieces[0].code
        assert chosen(game, [], [f"{deck.name}/{code}"]) == [(deck, [code])]
        assert chosen(game, [deck.name], [code]) == [(deck, [code])]
        assert chosen(game, [deck.name], []) == [(deck, [piece.code for piece in deck.pieces])]
    with pytest.raises(UsageError, match='There is no piece "nothing"'):
        chosen(game, [], ["nothing"])


def test_sheets_are_counted_without_the_one_that_is_shared() -> None:
    (book,) = books([printed("a", 21), printed("b", 3)], A4)
    assert {part.name: [(sheet.number, sheet.of) for sheet in part.sheets] for part in book.parts} == {
        "a": [(1, 2), (2, 2)],
        "shared-1": [(1, 1)],
    }


@pytest.mark.parametrize(("count", "shared"), [(1, True), (2, False)])
def test_a_sheet_that_holds_as_many_as_the_first_is_full(count: int, shared: bool) -> None:
    """Even if there is room for smaller pieces: one of 150 × 200 fills a sheet once there are two."""
    sizes = {"a": (150.0, 200.0, count), "b": (16.0, 16.0, 3)}
    alone = []
    for name, (width, height, copies) in sizes.items():
        deck = Deck(name, name, (width, height), "card", "face", "", name, ())
        items = [Item(deck, f"{number}", 1, "front", "") for number in range(copies)]
        alone.append(Part(name, name, impose(items, A4)))
    (book,) = books(alone, A4)
    assert any(part.name.startswith("shared") for part in book.parts) == shared


@pytest.mark.parametrize(
    ("titles", "said"),
    [
        (["Cards"], "Cards"),
        (["Cards", "Dice", "Maps"], "Cards, Dice, Maps"),
        (["Cards", "Dice", "Maps", "Mats"], "Cards, Dice and 2 more"),
        (["Cards", "Dice", "Maps", "Mats", "Notes"], "Cards, Dice and 3 more"),
    ],
)
def test_a_label_names_three_decks_at_most(titles: list[str], said: str) -> None:
    assert title_of(titles) == said
