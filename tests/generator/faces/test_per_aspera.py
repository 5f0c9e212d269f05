"""Pictures of Per Aspera Ad Astra that say what its tables say."""

from __future__ import annotations

import re

from tests.generator.presswork import drawn


def test_3_2_the_reference_card_shows_what_each_number_asks_for() -> None:
    """A symbol for each resource that a number of the demand dice asks for, and the pay where it is not 1."""
    renderer = drawn("per-aspera")
    game = renderer.game
    [card] = game.deck("reference").pieces
    back = renderer.faces(game.deck("reference"), card).back
    assert back
    planets = game.tables["planets"]
    demands = planets.tables("demand")
    heights: dict[int, set[str]] = {}  # the symbols in each row of the picture, 4.3 mm high
    matrix = back.svg[back.svg.index(f">{card['matrix']}<") :]
    for name, top in re.findall(r'href="#s-([a-z]+)" x="[^"]+" y="([\d.]+)"', matrix):
        heights.setdefault(int(float(top) / 4.3), set()).add(name)
    resources = {
        row.integer("number"): row.text("symbol") for row in game.tables["resources"].tables("resource")
    }
    shown = [names - {"pirate"} for _, names in sorted(heights.items())]
    assert shown == [{resources[number] for number in row.integers("resources")} for row in demands]
    assert [f"×{row.integer('pay')}" in back.svg for row in demands if row.integer("pay") > 1] == [True]
    assert "pirate" in heights[min(heights)]


def test_1_7_every_empty_space_has_another_picture() -> None:
    renderer = drawn("per-aspera")
    deck = renderer.game.deck("map-hexes")
    faces = [renderer.faces(deck, piece).front for piece in deck.pieces if piece["kind"] == "empty"]
    plain = {re.sub(r">[^<]*<", "><", face.svg) for face in faces}
    assert len(plain) == len(faces) == 18
