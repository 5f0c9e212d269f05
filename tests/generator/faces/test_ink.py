"""The ink modes: saver saves ink, grey has no colour, and neither loses a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageStat

from generator import INKS
from generator.faces.colours import contrast
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Face
from generator.faces.svg.values import colour
from generator.pdf import document, raster
from tests.generator.presswork import GAMES, drawn, faces, pnp
from tests.searching import SEARCHING

SVG = "{http://www.w3.org/2000/svg}"
GROUND = 0.5  # a face that is darker than that, on the whole, has a solid ground

INKED = GAMES if SEARCHING else ("mlem", "rayguns")  # games that are drawn in all inks


def printed(deck: Sequence[Face], dpi: int) -> list[Image.Image]:
    """Faces of one deck as pictures."""
    drawings = [compile_svg(face.svg, face.where) for face in deck]
    return list(raster.images(document.faces_pdf(drawings, deck[0].size), dpi))


def darkness(picture: Image.Image) -> float:
    """Return how much of its paper a face would blacken, 0 to 1."""
    return 1 - ImageStat.Stat(picture.convert("L")).mean[0] / 255


@pytest.mark.parametrize("slug", INKED)
def test_saver_saves_nearly_half_the_ink_of_every_deck_with_a_solid_ground(slug: str) -> None:
    """The first piece of each deck, front and back; in a test run, of every other deck."""
    full, saver = drawn(slug), drawn(slug, "saver")
    solid = 0
    for deck in full.game.decks[:: 1 if SEARCHING else 2]:
        before, after = (renderer.faces(deck, deck.pieces[0]) for renderer in (full, saver))
        sides = [face for face in (before.front, before.back, after.front, after.back) if face]
        dark = [darkness(picture) for picture in printed(sides, 30)]
        half = len(sides) // 2
        for face, one, other in zip(sides[:half], dark[:half], dark[half:], strict=True):
            if one > GROUND:
                solid += 1
                assert other < 0.55 * one, face.where
    assert solid


@pytest.mark.parametrize("slug", INKED)
def test_grey_faces_use_only_greys(slug: str) -> None:
    for _, _, face in faces(drawn(slug, "grey")):
        for paint in set(re.findall(r"[^(](#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3}))\b", face.svg)):
            red, green, blue = colour(paint)
            assert red == green == blue, f"{face.where}: {paint}"


@pytest.mark.parametrize("slug", INKED)
def test_grey_has_no_colour_in_any_pixel(slug: str) -> None:
    """The first piece of each template: gradients, symbols and what shines through included."""
    renderer = drawn(slug, "grey")
    seen: set[str] = set()
    for deck in renderer.game.decks:
        if deck.face not in seen:
            seen.add(deck.face)
            red, green, blue = printed([renderer.faces(deck, deck.pieces[0]).front], 60)[0].split()
            assert red.tobytes() == green.tobytes() == blue.tobytes(), deck.name


def words(face: Face) -> list[str]:
    """Every text of a face, in the order in which it is drawn."""
    return [
        " ".join("".join(text.itertext()).split())
        for text in ElementTree.fromstring(face.svg).iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("slug", INKED)
def test_every_ink_mode_has_the_same_words(slug: str) -> None:
    modes = [
        [(deck.name, code, face.side, words(face)) for deck, code, face in faces(drawn(slug, ink))]
        for ink in INKS
    ]
    assert modes[0] == modes[1] == modes[2]
    assert sum(len(said) for *_, said in modes[0]) > 50


def test_a_grey_build_is_a_separate_build(tmp_path: object) -> None:
    """Printed again in another mode, nothing is taken for unchanged."""
    words = ("build", "last-blast", "--only", "mats", "--jobs", 1, "--out", tmp_path, "--ink")
    assert "made" in pnp(*words, "full").out
    assert "made" in pnp(*words, "grey").out
    assert "unchanged" in pnp(*words, "grey").out


@pytest.mark.parametrize("command", ["build", "show"])
def test_an_unknown_ink_suggests_a_near_one(command: str) -> None:
    run = pnp(command, "last-blast", "--ink", "gray")
    assert run.code == 2 and 'Did you mean "grey"?' in run.err


def test_grey_is_as_light_as_the_colour() -> None:
    """The theme's own colours, by the lightness that eyes see."""
    plain, grey = drawn("last-blast"), drawn("last-blast", "grey")
    for name in plain.theme.colours:
        one, other = colour(plain.colour(name)), colour(grey.colour(name))
        assert len(set(other)) == 1
        assert contrast(one, other) < 1.03, name
