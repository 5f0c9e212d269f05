"""Photographs of pieces are read, asked about where they are not certain, and refused where they are none."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from components import catalogue
from components.catalogue import Deck, Game
from components.errors import DataError
from generator.exports import pictures
from generator.exports.preview.portraits import portraits
from referee.camera import looking
from referee.camera import photograph as photographs
from referee.camera.arranging import groups, rows
from referee.camera.faces import Index, Name, _greyed, indexes
from referee.camera.photograph import Photograph, read_photograph
from referee.camera.reading import Seen, read_pieces
from referee.cli import main
from tests import inprocess
from tests.referee.camera.photographs import USUAL, photograph
from tests.referee.camera.scenes import row

SMALL = USUAL._replace(megapixels=1.2)
FEW = {"tiles": ("G3w", "B3p", "A3r", "R4w", "G2r"), "parts": ("R2-5", "A6-3", "G1-2", "R3-3")}


def lying(code: str, x: float, y: float, turn: float = 0.0) -> Seen:
    """A piece of 20 by 30 pixels, turned by so many degrees."""
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = np.array([[-10, -15], [10, -15], [10, 15], [-10, 15]]) @ spin.T + (x, y)
    return Seen(Name("cards", code, True), (), corners, (20, 30))


@pytest.mark.parametrize("turn", [0, 30, 90, 180, 250])
def test_rows_are_read_however_the_camera_was_held(turn: float) -> None:
    """One of the five pieces lies upside down; the whole photograph is turned."""
    places = [("A", 0, 0), ("B", 24, 2), ("C", 50, -2), ("D", 2, 34), ("E", 26, 33)]
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    pieces = [
        lying(code, cosine * x - sine * y, sine * x + cosine * y, turn + (180 if code == "B" else 3))
        for code, x, y in places
    ]
    (group,) = groups(pieces[::-1])
    codes = ["".join(one.name.code for one in line if one.name) for line in rows(group)]
    assert codes == ["ABC", "DE"]


def test_hands_apart_are_groups_of_their_own() -> None:
    """Two copies of a piece, of which a box may have many, are two pieces."""
    hands = [lying(code, x, y) for code, x, y in (("A", 0, 0), ("A", 22, 0), ("C", 0, 200), ("A", 300, 0))]
    assert sorted(len(group) for group in groups(hands)) == [1, 1, 2]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_upright_whatever_the_phone_says_of_it(orientation: int) -> None:
    """The upper left quarter is red as it should be seen; EXIF says how the file has it turned."""
    seen = Image.new("RGB", (80, 60), "white")
    seen.paste("red", (0, 0, 40, 30))
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # the transposition that takes it back
    file, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    stored = seen if orientation == 1 else seen.transpose(Image.Transpose(undo[orientation]))
    stored.save(file, "PNG", exif=exif)
    picture = read_photograph(file.getvalue(), "it")
    assert picture.shape[:2] == (60, 80)
    assert picture[10, 10].tolist() == [0, 0, 255] and picture[50, 70].tolist() == [255, 255, 255]


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff\xe0" + bytes(400), b"GIF89a" + bytes(99)])
def test_what_is_no_photograph_is_refused(content: bytes) -> None:
    with pytest.raises(DataError, match="This cannot be read as a photograph"):
        read_photograph(content, "it")


def test_a_photograph_of_too_many_pixels_is_refused_before_it_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = io.BytesIO()
    Image.new("1", (2000, 2000)).save(file, "PNG")
    monkeypatch.setattr(photographs, "PLAIN_PIXELS", 3_999_999)
    with pytest.raises(DataError, match="The photograph has 4 million pixels, and may have 3"):
        read_photograph(file.getvalue()[:-60], "it")


def test_no_more_pixels_than_are_looked_at_are_kept() -> None:
    file = io.BytesIO()
    Image.new("RGB", (6000, 4000)).save(file, "JPEG")
    assert math.prod(read_photograph(file.getvalue(), "it").shape[:2]) <= photographs.SEEN


def test_places_are_those_in_the_smaller_picture_of_a_photograph() -> None:
    both = Photograph.of(np.zeros((3000, 4000, 3), np.uint8))
    assert math.prod(both.picture.shape[:2]) <= photographs.SEARCHED and both.finer == pytest.approx(
        2, abs=0.01
    )
    small = np.zeros((300, 400, 3), np.uint8)
    assert Photograph.of(small).picture is small and Photograph.of(small).finer == 1


def few(decks: Iterable[Deck]) -> list[Deck]:
    """These decks with a few of their pieces, whose index is made in a moment."""
    return [
        replace(deck, pieces=tuple(one for one in deck.pieces if one.code in FEW[deck.name]))
        for deck in decks
    ]


def read(content: bytes, slug: str, deck: str) -> list[Seen]:
    game = catalogue.load(slug)
    return read_pieces(Photograph.of(read_photograph(content, "it")), indexes(game, few([game.deck(deck)])))


def codes_in(content: bytes, slug: str, deck: str) -> list[str]:
    """The codes of the pieces that are certain, from the left."""
    (line,) = rows(groups(read(content, slug, deck))[0])
    return [one.name.code for one in line if one.name]


@pytest.mark.outside
@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_tiles_are_read_in_every_ink(ink: str) -> None:
    codes = list(FEW["tiles"])
    for seed in (11, 12):
        taken = photograph(row("rayguns", "tiles", codes, 5, ink), SMALL, seed)
        assert codes_in(taken, "rayguns", "tiles") == codes


@pytest.mark.outside
def test_another_game_on_the_table_is_not_taken_for_this_one() -> None:
    seen = read(photograph(row("last-blast", "parts", FEW["parts"], 2), SMALL, 3), "rayguns", "tiles")
    assert [one for one in seen if one.name] == []


@pytest.mark.outside
def test_what_is_mostly_covered_is_asked() -> None:
    pieces = row("rayguns", "tiles", ("G3w", "B3p", "A3r"), 5)
    pieces[1].covered = 0.6
    seen = read(photograph(pieces, SMALL, 4), "rayguns", "tiles")
    assert {"G3w"} <= {one.name.code for one in seen if one.name} <= {"G3w", "A3r"}


@pytest.fixture
def few_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera knows only a few pieces, whatever it looks for."""

    def known(game: Game, decks: Iterable[Deck]) -> list[Index]:
        return indexes(game, few(decks))

    monkeypatch.setattr(looking, "indexes", known)


@pytest.mark.outside
@pytest.mark.usefixtures("few_known")
def test_a_photograph_stands_in_place_of_codes(tmp_path: Path) -> None:
    """RR 7.1, LB 5.1: the same score as with codes; a rocket is written from its front, the right end."""
    hand, rocket = tmp_path / "hand.jpg", tmp_path / "rocket.jpg"
    codes = " ".join(FEW["tiles"])
    hand.write_bytes(photograph(row("rayguns", "tiles", codes.split(), 5), SMALL, 5))
    referee = partial(inprocess.run, main, "referee")
    typed = referee("score", "rayguns", f"Ann={codes}", "--card", "RC03")
    shown = referee("score", "rayguns", f"Ann=@{hand}", "--card", "RC03")
    assert (shown.code, shown.out) == (0, typed.out) and shown.err.strip() == f"{hand}: {codes}"
    parts = " ".join(FEW["parts"])
    rocket.write_bytes(photograph(row("last-blast", "parts", parts.split()[::-1], 6), SMALL, 6))
    shown = referee("score", "last-blast", f"Ann=@{rocket}", "Bo=x5")
    assert shown.out == referee("score", "last-blast", f"Ann={parts}", "Bo=x5").out


def test_a_back_that_all_cards_share_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no code, as it tells nothing of the card."""
    game, drawn = catalogue.load("last-blast"), []
    cut_out = pictures._cut_out

    def counted(roll: Sequence[pictures.Shot]) -> list[Image.Image]:
        drawn.extend(roll)
        return cut_out(roll)

    monkeypatch.setattr(pictures, "_cut_out", counted)
    found = portraits(game, few([game.deck("parts")]), ("full",), 36)
    assert len(drawn) == 5 and sorted(one.code for one in found) == ["", *sorted(FEW["parts"])]


def test_a_face_in_grey_is_the_one_in_full_colour_without_its_colours() -> None:
    """An index draws it in full colour alone; what is printed in grey is drawn in grey."""
    game = catalogue.load("rayguns")
    (deck,) = few([game.deck("tiles")])
    drawn = portraits(game, [replace(deck, back=None)], ("full", "grey"), 72)
    full, grey = (
        [np.asarray(one.picture.convert("RGB")) for one in drawn if one.ink == ink]
        for ink in ("full", "grey")
    )
    for one, other in zip(full, grey, strict=True):
        assert np.abs(_greyed(one[:, :, ::-1]).astype(float) - other).mean() < 3
