"""Rayguns rounds: bonus and tie-breaks, Specs, effects, claims and the Port of Call, by their rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.rayguns.box import Tile
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.rules.orders import Orders, orders_of, overridden, typical
from referee.games.rayguns.rules.scoring import ArrayScore, Entry, Refused, Scored, score_round
from tests.referee.games.rayguns.table import BOX

ALL_TILES = list(BOX.every_tile)
BEST_OF_ALL = "U5 P4 S1 Y2 X3"
EARTH = "G3w B3p A3r R4w G2r"
HIGH = "G5r R4w A2p B1w"


def under(*cards: str, best: str = "", wild: int = 0) -> Orders:
    orders = orders_of(BOX, [read_card(code, BOX, "--card") for code in cards])
    return overridden(orders, best=best or None, wilds=[wild] if wild else ())


def outcome(
    arrays: Mapping[str, str],
    orders: Orders | None = None,
    *,
    spares: Mapping[str, str] | None = None,
    totals: Mapping[str, int] | None = None,
    claims: Mapping[str, str] | None = None,
    effects: Mapping[str, str] | None = None,
    port: bool = False,
) -> Scored | Refused:
    entries = [
        Entry(
            name,
            read_tiles(codes, BOX, name),
            read_tiles((spares or {}).get(name, ""), BOX, name),
            (totals or {}).get(name, 0),
            BOX.arrays[claims[name]] if claims and name in claims else None,
            (effects or {}).get(name, ""),
            judged=False,
            paid=0,
        )
        for name, codes in arrays.items()
    ]
    return score_round(entries, orders or typical(BOX), port)


def scored(arrays: Mapping[str, str], orders: Orders | None = None, **more: object) -> Scored:
    found = outcome(arrays, orders, **more)  # type: ignore[arg-type]
    assert isinstance(found, Scored)
    return found


def player(found: Scored, name: str) -> ArrayScore:
    return next(one for one in found.sheet.players if one.name == name)


def bonus(found: Scored) -> dict[str, int]:
    """The players who take a bonus, and its points."""
    taken = {one.name: one.bonus for one in found.sheet.players if one.bonus}
    assert tuple(taken) == found.sheet.bonus_to
    return taken


# RR 8: best array


@pytest.mark.parametrize(
    ("ann", "bo", "wild", "step"),
    [
        pytest.param(EARTH, HIGH, 0, "array", id="RR 8.1 the order"),
        pytest.param("G3w B3p A3r R4w", "G3r B3w R1p R5w", 1, "wilds", id="RR 8.1 fewest wilds"),
        pytest.param("G4w B4p A4r", "G3w B3p A3r R5w", 0, "scoring", id="RR 8.1 scoring ranks"),
        pytest.param("G3w B3p A3r R5w G1r", "R3w B3w A3p R4w G2r", 0, "others", id="RR 8.1 other tiles"),
        pytest.param("G3w B3p A3r R4w G1r", "R3w B3w A3p R4w", 0, "others", id="RR 8.1 a missing tile is 0"),
    ],
)
def test_8_1_steps(ann: str, bo: str, wild: int, step: str) -> None:
    found = scored({"Ann": ann, "Bo": bo}, under(best="jupiter", wild=wild))
    assert bonus(found) == {"Ann": 5}
    assert found.verdict.steps[-1].name == step


def test_8_1_the_highest_spare_part() -> None:
    arrays = {"Ann": "G3w B3p A3r", "Bo": "R3w B3w A3p"}
    assert bonus(scored(arrays, spares={"Bo": "G1w"})) == {"Bo": 5}
    assert bonus(scored(arrays, spares={"Ann": "G2w R4p", "Bo": "G3r R3p"})) == {"Ann": 5}


def test_8_1_still_tied_three_each() -> None:
    arrays = {"Ann": "G3w B3p A3r", "Bo": "R3w B3w A3p", "Cy": HIGH}
    for orders in (typical(BOX), under("SO01", best="jupiter", wild=5)):
        found = scored(arrays, orders, spares={"Ann": "G2w", "Bo": "G2r"})
        assert bonus(found) == {"Ann": 3, "Bo": 3}


def test_8_1_fewest_wilds_come_before_ranks() -> None:
    found = scored({"Ann": "G4w B4p A4r", "Bo": "G5w B5p R1p"}, under(wild=1))
    assert bonus(found) == {"Ann": 5}


def test_8_1_a_claim_counts_as_what_is_claimed() -> None:
    arrays = {"Ann": EARTH, "Bo": "G4w B4p"}
    assert bonus(scored(arrays)) == {"Ann": 5}
    assert bonus(scored(arrays, claims={"Ann": "venus"})) == {"Bo": 5}


def test_6_3_best_earth_makes_an_earth_beat_a_jupiter() -> None:
    arrays = {"Ann": EARTH, "Bo": "G5w R5p A5r B5w U5"}
    assert bonus(scored(arrays, under(best="jupiter"))) == {"Bo": 5}
    assert bonus(scored({**arrays, "Bo": "G1w R2w A3w B4w G5p"}, under(best="earth"))) == {"Ann": 5}
    assert bonus(scored({"Ann": HIGH, "Bo": "G1w R2p A3w B4w G5p"}, under(best="venus"))) == {"Bo": 5}


@pytest.mark.parametrize(
    ("ann", "bo", "winner"),
    [
        pytest.param("U5 P4 S3 Y2 X1", "N5 P5 S5 Y5 X5", "Bo", id="Jupiter before Straight"),
        pytest.param("U3 P3 S1 Y2 X5", "X2 S2 Y4 P5 N1", "Ann", id="Venus of 3 before Venus of 2"),
        pytest.param("U3 P3 S1 Y2 X5", "X3 S3 Y4 P5 N1", "Bo", id="then the other tiles"),
        pytest.param("U1 P1 S1 Y1 X1", "G5w R5p A5r B5w N5", "Ann", id="Supernova before Jupiter"),
    ],
)
def test_8_2_supernovas(ann: str, bo: str, winner: str) -> None:
    found = scored({"Ann": ann, "Bo": bo}, under(wild=4, best="venus"))
    assert bonus(found) == {winner: 5}


def test_8_2_flushes_that_do_not_exist_do_not_count_for_supernovas_either() -> None:
    white = "S1 P2 X2 U3 Y3"
    arrays = {"Ann": white, "Bo": "N5 P5 S5 Y1 X1"}
    assert {tile.colour for tile in read_tiles(white, BOX, "Ann")} == {"white"}
    assert bonus(scored(arrays, under(best="jupiter"))) == {"Bo": 5}
    arrays["Bo"] = "N4 P4 S4 Y1 X5"
    assert bonus(scored(arrays, under(best="jupiter"))) == {"Ann": 5}
    assert bonus(scored(arrays, under("SO11", best="jupiter", wild=5))) == {"Bo": 5}


# RR 5: effects


def test_5_6_and_9_4_glyph_gives_the_bonus_to_the_best_tile() -> None:
    arrays = {"Ann": "Y3 B3p A3r", "Bo": HIGH, "Cy": "G5w R5p"}
    found = scored(arrays, effects={"Ann": "glyph"})
    assert found.by_tile and bonus(found) == {"Cy": 5}
    arrays["Cy"] = "G4w R4p"
    assert bonus(scored(arrays, effects={"Ann": "glyph"})) == {"Bo": 5}


def test_9_4_ranks_as_they_stand_and_a_supernova_has_no_precedence() -> None:
    arrays = {"Ann": "Y3 B3p A3r", "Bo": "U4 P4 S1 X2 N3"}
    assert bonus(scored(arrays, under(best="jupiter"), effects={"Ann": "glyph"})) == {"Bo": 5}
    assert bonus(scored(arrays, under(best="jupiter", wild=3), effects={"Ann": "glyph"})) == {"Ann": 5}


def test_9_4_two_glyphs_count_as_one_and_ties_take_three_each() -> None:
    arrays = {"Ann": "Y3 B3p A3r", "Bo": "Y4 G1w", "Cy": "G3w R3p B3w"}
    found = scored({**arrays, "Bo": "G1w R2w"}, effects={"Ann": "glyph"})
    assert bonus(found) == {"Ann": 3, "Cy": 3}
    assert bonus(scored(arrays, effects={"Ann": "glyph", "Bo": "glyph"})) == {"Bo": 5}


def test_5_7_alien_bars_the_leaders() -> None:
    arrays = {"Ann": "X1 B1p", "Bo": EARTH, "Cy": "G4w B4p"}
    found = scored(arrays, totals={"Bo": 12, "Ann": 3}, effects={"Ann": "alien"})
    assert found.barred == {"Bo"} and bonus(found) == {"Cy": 5}
    both = scored(arrays, totals={"Bo": 12, "Cy": 12}, effects={"Ann": "alien"})
    assert both.barred == {"Bo", "Cy"} and bonus(both) == {"Ann": 5}


def test_5_7_nobody_is_barred_if_all_are_tied() -> None:
    arrays = {"Ann": "X1 B1p", "Bo": EARTH}
    for totals in ({}, {"Ann": 7, "Bo": 7}):
        found = scored(arrays, totals=totals, effects={"Ann": "alien"})
        assert not found.barred and bonus(found) == {"Bo": 5}


def test_5_7_the_barred_have_no_part_in_a_tie() -> None:
    arrays = {"Ann": "X3 B3p A3r", "Bo": "G3w R3w A3p", "Cy": "G1w"}
    found = scored(arrays, totals={"Bo": 1}, effects={"Ann": "alien"})
    assert bonus(found) == {"Ann": 5}


def test_5_7_an_alien_bars_from_the_best_tile_too() -> None:
    arrays = {"Ann": "X1 B1p", "Bo": "Y2 G2p", "Cy": "G5w"}
    found = scored(arrays, totals={"Cy": 1}, effects={"Ann": "alien", "Bo": "glyph"})
    assert bonus(found) == {"Bo": 5}


def test_5_8_a_big_number_scores_unless_another_effect_is_named() -> None:
    arrays = {"Ann": "N5 Y5 G5w A2r B1w"}
    assert player(scored(arrays), "Ann").points == 20
    assert player(scored(arrays, effects={"Ann": "big-number"}), "Ann").points == 20
    assert player(scored(arrays, effects={"Ann": "glyph"}), "Ann").points == 15


@pytest.mark.parametrize(
    ("array", "effect", "card", "rule"),
    [
        pytest.param("Y1 G5w B5p", "glyph", "", "RR 5.1", id="RR 5.1 not in the scoring array"),
        pytest.param("G5w B5p", "planet", "", "RR 5.1", id="RR 5.1 no such tile"),
        pytest.param("Y5 G5w B5p", "glyph", "SO02", "RR 9.1", id="RR 9.1 radio silence"),
        pytest.param("U5 P4 S1 Y2 X3", "glyph", "", "RR 7.4", id="RR 7.4 not the highest special"),
    ],
)
def test_5_1_refused_effects(array: str, effect: str, card: str, rule: str) -> None:
    found = outcome({"Ann": array}, under(*card.split()), effects={"Ann": effect})
    assert isinstance(found, Refused)
    assert [(one.name, one.rule) for one in found.refused] == [("Ann", rule)]


def test_7_4_the_owner_picks_among_the_highest_specials() -> None:
    for effect in ("ufo", "planet"):
        scored({"Ann": "U5 P5 S1 Y2 X3"}, effects={"Ann": effect})
    assert player(scored({"Ann": "N5 P5 S1 Y2 X3"}), "Ann").points == 65
    assert player(scored({"Ann": "N5 P5 S1 Y2 X3"}, effects={"Ann": "planet"}), "Ann").points == 60


# RR 6.4: claims


@pytest.mark.parametrize(
    ("array", "claim", "card", "rule", "words"),
    [
        (EARTH, "full-house", "", "RR 6.4", "does not make Full House, only Earth, Venus and High Tile"),
        (BEST_OF_ALL, "straight", "", "RR 6.4", "always counts as one"),
        (EARTH, "supernova", "", "RR 6.4", "does not make Supernova"),
        ("G1w R2w A3w B4w G4w", "color-flush", "SO11", "RR 9.1", "Under Grey Sky there is no Color Flush"),
        ("G1w R2w A3w B4w", "color-flush", "", "RR 6.4", "does not make Color Flush"),
    ],
)
def test_6_4_refused_claims(array: str, claim: str, card: str, rule: str, words: str) -> None:
    found = outcome({"Ann": array}, under(*card.split()), claims={"Ann": claim})
    assert isinstance(found, Refused)
    (refusal,) = found.refused
    assert refusal.rule == rule and words in refusal.what


def test_6_4_a_supernova_may_be_claimed() -> None:
    assert player(scored({"Ann": BEST_OF_ALL}, claims={"Ann": "supernova"}), "Ann").points == 59


def test_6_1_alternatives_in_the_order_in_force() -> None:
    found = player(scored({"Ann": "G5w R5p A5r B5w U5"}, under(best="earth")), "Ann")
    assert found.array == "earth"
    assert [(one.array, one.points) for one in found.alternatives] == [
        ("venus", 10),
        ("high-tile", 5),
        ("jupiter", 25),
        ("mars", 20),
    ]


# RR 9.1: Specs of the round


def test_9_1_deep_dock() -> None:
    assert bonus(scored({"Ann": EARTH, "Bo": HIGH}, under("SO01"))) == {"Ann": 10}


def test_9_1_salvage_counts_spare_parts_outside_the_array() -> None:
    found = scored({"Ann": EARTH, "Bo": ""}, under("SO04", best="jupiter"), spares={"Ann": "G1w B2w"})
    ann = player(found, "Ann")
    assert (ann.points, ann.bonus, ann.total) == (9, 5, 16)


@pytest.mark.parametrize(("before", "paid"), [(0, 0), (1, 1), (2, 2), (30, 2)])
def test_9_1_dock_fee_never_goes_below_zero(before: int, paid: int) -> None:
    found = scored({"Ann": EARTH, "Bo": ""}, under("SO09", best="jupiter", wild=5), totals={"Ann": before})
    ann = player(found, "Ann")
    assert ann.total == before - paid + 9 + 5


def test_9_1_handicap_bars_as_an_alien_does() -> None:
    found = scored({"Ann": EARTH, "Bo": HIGH}, under("SO10", wild=1), totals={"Ann": 1})
    assert found.barred == {"Ann"} and found.sheet.bonus_to == ("Bo",)
    assert not scored({"Ann": EARTH, "Bo": HIGH}, under("SO10")).barred


def test_9_2_both_specs_of_two_cards_act() -> None:
    found = scored({"Ann": EARTH, "Bo": ""}, under("CH2", "SO01", "SO09"), totals={"Ann": 9, "Bo": 1})
    assert player(found, "Bo").total == 0
    assert bonus(found) == {"Ann": 10}


# RR 10: the Port of Call


def test_10_1_any_five_of_seven_and_no_effects() -> None:
    found = scored({"Ann": "N5 G5w R5p A2r B1w G1p R3w", "Bo": "G1r R1p"}, port=True)
    ann = player(found, "Ann")
    assert (ann.array, ann.points, ann.bonus, ann.total) == ("full-house", 17, 10, 27)


def test_10_1_a_supernova_of_five_of_seven() -> None:
    """The five big numbers are worth more than a Supernova with higher ranks; two more specials stay out."""
    found = player(scored({"Ann": "N1 N2 N3 N4 N5 U5 P5"}, port=True), "Ann")
    assert (found.array, found.points, len(found.scoring)) == ("supernova", 75, 5)
    found = player(scored({"Ann": "U1 P2 S3 Y4 X5 G5w G5p"}, port=True), "Ann")
    assert (found.array, found.points) == ("supernova", 59)


def test_10_1_a_player_need_not_dock_a_supernova() -> None:
    found = player(scored({"Ann": "U1 P2 S3 Y4 X5 G5w G5p"}, claims={"Ann": "earth"}, port=True), "Ann")
    assert (found.array, found.points) == ("earth", 15)


def test_10_1_the_other_two_count_as_spare_parts() -> None:
    """Docked beside the scoring tiles are the highest, so that the lowest are spare parts."""
    found = scored({"Ann": "G3w B3p A3r R1w R2w A4w B5r"}, claims={"Ann": "earth"}, port=True)
    mine = dict(found.docked)["Ann"]
    assert mine.standing.others == (5, 4)
    assert mine.standing.spare == 2


def test_10_1_still_tied_three_each() -> None:
    found = scored({"Ann": "G3w B3p A3r R1w R5w", "Bo": "G3r B3w A3p R1p R5p"}, port=True)
    assert bonus(found) == {"Ann": 3, "Bo": 3}
    assert found.sheet.winners == ("Ann", "Bo")


def test_10_2_a_tie_goes_to_the_winner_of_the_port() -> None:
    arrays = {"Ann": "G3w B3p A3r R1w R5w", "Bo": "G5r B2w"}
    found = scored(arrays, totals={"Bo": 14}, port=True)
    assert [one.total for one in found.sheet.players] == [19, 19]
    assert found.sheet.winners == ("Ann",)
    assert scored(arrays, totals={"Bo": 15}, port=True).sheet.winners == ("Bo",)


def test_10_2_else_a_tie_is_shared() -> None:
    arrays = {"Ann": "G3w B3p A3r R1w R5w", "Bo": "G5r B2w", "Cy": "G5w B1w"}
    found = scored(arrays, totals={"Bo": 30, "Cy": 30}, port=True)
    assert found.sheet.winners == ("Bo", "Cy")


# Properties


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[Tile]]:
    """Two to four players with tiles that are in the box together."""
    players = draw(st.integers(2, 4))
    sizes = draw(st.lists(st.integers(1, 7), min_size=players, max_size=players))
    places = draw(
        st.lists(st.integers(0, len(ALL_TILES) - 1), min_size=sum(sizes), max_size=sum(sizes), unique=True)
    )
    tiles = [ALL_TILES[place] for place in places]
    return {name: [tiles.pop() for _ in range(size)] for name, size in zip("ABCD", sizes, strict=False)}


CARDS = st.sampled_from([code for code in BOX.cards if code != "CH2"])


def codes(tiles: list[Tile]) -> str:
    return " ".join(tile.code for tile in tiles)


@given(tables(), CARDS, st.randoms(use_true_random=False))
def test_score_does_not_depend_on_the_order_of_tiles_or_players(
    table: dict[str, list[Tile]], card: str, chance: object
) -> None:
    one = scored({name: codes(tiles) for name, tiles in table.items()}, under(card))
    turned = {name: codes(tiles[::-1]) for name, tiles in reversed(table.items())}
    other = scored(turned, under(card))
    for name in table:
        mine, again = player(one, name), player(other, name)
        assert (mine.points, mine.bonus, mine.total, mine.array, mine.wilds) == (
            again.points,
            again.bonus,
            again.total,
            again.array,
            again.wilds,
        )


@given(tables(), CARDS, st.lists(st.integers(0, 120), min_size=4, max_size=4), st.booleans())
def test_lines_add_up_and_nothing_is_negative(
    table: dict[str, list[Tile]], card: str, totals: list[int], spare: bool
) -> None:
    before = dict(zip(table, totals, strict=False))
    found = scored({name: codes(tiles) for name, tiles in table.items()}, under(card), totals=before)
    for one in found.sheet.players:
        assert one.total == sum(line.points for line in one.lines) >= 0
        assert one.points >= 0 and one.bonus in (0, 3, 5, 10)
        assert one.total >= one.points + one.bonus
    taken = [one.bonus for one in found.sheet.players if one.bonus]
    assert taken in ([5], [10]) or (len(taken) > 1 and set(taken) == {3})


ALL_WHITE = "N1 G1w R1w A1w B1w"


def test_7_3_the_lines_of_an_array_are_its_points_step_by_step() -> None:
    """RR 7.2, 7.3: the big number is added before the flag doubles."""
    orders = overridden(typical(BOX), flags=["white"])
    found = player(scored({"Ann": ALL_WHITE}, orders, claims={"Ann": "color-flush"}), "Ann")
    assert found.points == 12
    assert [(line.points, line.rule) for line in found.lines] == [
        (5, "RR 7.1"),
        (1, "RR 7.2"),
        (6, "RR 7.3"),
        (5, "RR 8.1"),
    ]


def test_10_2_nobody_wins_a_round() -> None:
    """Somebody is ahead after it; the Port of Call is won."""
    arrays = {"Ann": EARTH, "Bo": HIGH}
    assert scored(arrays).sheet.answer().lines[-1] == "Ahead: Ann."
    assert scored(arrays, port=True).sheet.answer().lines[-1] == "Winner: Ann."


@pytest.mark.parametrize(("spares", "names"), [("B2w G1w", ("Ann",)), ("B1p G1w", ("Ann", "Bo"))])
def test_10_1_tiles_that_did_not_dock_break_ties(spares: str, names: tuple[str, ...]) -> None:
    """RR 8.1: the arrays are alike, so the highest spare part decides."""
    arrays = {"Ann": "G3w B3p A3r R5w G4r", "Bo": "R3w B3w A3p R5p G4w"}
    found = scored(arrays, port=True, spares={"Ann": spares, "Bo": "B1w R1w"})
    assert found.verdict.names == names


def test_10_1_of_equal_fives_the_tiles_written_first_dock() -> None:
    """RR 6.4: any two of the three ones make the same Full House."""
    found = scored({"Ann": "G5w R5p A5r B1w G1p R1w A2r"}, port=True)
    [(_, ann)] = found.docked
    assert " ".join(tile.code for tile in ann.tiles) == "G5w R5p A5r B1w G1p"
    assert " ".join(tile.code for tile in ann.spares) == "R1w A2r"


def test_8_2_of_supernovas_as_dear_the_one_that_would_be_the_better_array_docks() -> None:
    """RR 6.4, 10.1: five white specials are a flush; with both fours they would be a Gemini."""
    found = scored({"Ann": "P5 X5 U4 P4 U3 P2 N1"}, port=True)
    [(_, ann)] = found.docked
    assert {tile.code for tile in ann.tiles} == {"P5", "X5", "U3", "P2", "N1"}
    assert player(found, "Ann").points == 60
