"""What the table looks like."""

from __future__ import annotations

from referee.games.rayguns import game
from tests.referee.games.rayguns.table import effects, lying


def test_5_2_a_bay_shows_its_effect_and_its_claim() -> None:
    state = effects("Y5 X5 A3p R2r B3w", "G2w B2p R2r A4w A3w")
    bay = state.bays[0]._replace(docked=True, effect="glyph", claim="high-tile")
    view = game.view(state._replace(bays=(bay, state.bays[1])), None)
    area = next(area for area in view.areas if area.name == "array-1")
    assert (area.title, area.note) == ("Array of Ann", "Docked. Effect: Glyph. Claimed: High Tile.")


def test_9_3_the_deck_and_its_discards_are_counted() -> None:
    state = lying("", "")
    alone = state._replace(deck=state.deck[:1], discards=state.deck[1:])
    facts = {fact.name: fact.text for fact in game.view(alone, None).facts}
    assert facts["Deck"] == f"1 card, {len(state.deck) - 1} discarded"
