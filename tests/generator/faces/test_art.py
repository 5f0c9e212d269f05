"""Procedural artwork: one object looks like one object, and keeps out of what people read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from components import catalogue
from components.errors import TemplateError
from generator.faces.drawing import compile_svg
from generator.faces.illustration import reserved
from generator.faces.illustration.art import Art, without_art
from generator.faces.illustration.kit import Kit, mix, unpainted
from generator.faces.renderer import Renderer
from generator.faces.svg.operations import Group
from tests.generator.conftest import PIXELS

TYPE = 'font-family="Barlow" font-weight="400" font-size="5"'
GROUND = '<rect width="20" height="20" fill="#000000"/>'


def sheet(draw: Callable[[Kit, Art], str], words: list[reserved.Box] | None = None) -> str:
    """Return the drawing of a function, with its paints."""
    definitions: dict[str, str] = {}
    kit = Kit(definitions, {})
    body = draw(kit, Art(kit, lambda later: later(words or [])))
    return f"<defs>{''.join(definitions.values())}</defs>{GROUND}{body}"


def pictured(small_game: Path, template: str) -> str:
    """Return what a template draws, with its paints."""
    (small_game / "templates" / "card.svg.j2").write_text(GROUND + template)
    catalogue.forget()
    game = catalogue.load(str(small_game))
    svg = Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg
    return svg.partition("</title>")[2].removesuffix("</svg>")


@pytest.mark.parametrize("radius", [2.0, 3.5, 5.0])
def test_the_halves_of_a_ring_are_joined_without_a_crack(
    drawn: Callable[[str], Image.Image], small_game: Path, radius: float
) -> None:
    planet = f'{{{{ art.planet("x", 10, 10, {radius}, ["#0000ff", "#0000aa"], ring="#ff0000") }}}}'
    picture = drawn(pictured(small_game, planet))
    tilt = math.radians(-18)
    for end in (0, 180):
        for step in range(-40, 41):
            angle = math.radians(end + step / 2)
            x, y = radius * 1.58 * math.cos(angle), radius * 1.58 * 0.26 * math.sin(angle)
            across = 10 + x * math.cos(tilt) - y * math.sin(tilt)
            down = 10 + x * math.sin(tilt) + y * math.cos(tilt)
            pixel = picture.getpixel((int(across * PIXELS), int(down * PIXELS)))
            assert isinstance(pixel, tuple) and pixel[0] > 90, f"{end + step / 2}°: {pixel}"


@pytest.mark.parametrize("world", ["planet", "asteroid"])
def test_the_sun_is_at_the_upper_left_of_every_world(
    drawn: Callable[[str], Image.Image], small_game: Path, world: str
) -> None:
    drawing = f'{{{{ art.{world}("x", 10, 10, 8, ["#808080", "#606060"], craters=0) }}}}'
    picture = drawn(pictured(small_game, drawing)).convert("L")
    day, night = (sum(picture.crop((at, at, at + 20, at + 20)).tobytes()) / 400 for at in (65, 130))
    assert day > 2 * night


def test_stars_keep_out_of_words_and_boxes() -> None:
    words, clear = (2.0, 2.0, 8.0, 4.0), (10.0, 10.0, 6.0, 6.0)
    sky = sheet(
        lambda _, art: art.stars("x", 0, 0, 20, 20, 800, "#ffffff", clear=[clear], bright=20), [words]
    )
    places = [(float(x), float(y)) for x, y in re.findall(r"M(\S+) (\S+?)h0", sky)]
    assert len(places) > 400
    for left, top, width, height in (words, clear):
        assert not [1 for x, y in places if left < x < left + width and top < y < top + height]


@pytest.mark.parametrize(
    ("svg", "box"),
    [
        ('<use href="#s-x" x="4" y="5" width="3" height="2" color="#000"/>', (4, 5, 3, 2)),
        (
            '<text x="10" y="10" font-family="Barlow" font-weight="400" font-size="5">Hxx</text>',
            (10, 6, 7, 4),
        ),
        (
            f'<text x="10" y="10" {TYPE} text-anchor="end">Hxx</text>',
            (3, 6, 7, 4),
        ),
        (
            f'<text x="10" y="10" {TYPE} transform="rotate(90 10 10)">Hxx</text>',
            (10, 10, 4, 7),
        ),
    ],
)
def test_areas_are_about_words_and_symbols(svg: str, box: reserved.Box) -> None:
    (area,) = reserved.areas(svg)
    for inner in (0.5, 0.95):
        x, y = box[0] + box[2] * inner, box[1] + box[3] * inner
        assert area[0] < x < area[0] + area[2] and area[1] < y < area[1] + area[3]
    assert area[2] < box[2] + 2 and area[3] < box[3] + 2


def test_a_paint_is_one_definition_however_often_it_is_used() -> None:
    definitions: dict[str, str] = {}
    kit = Kit(definitions, {})
    assert kit.ball() == kit.ball() != kit.ball(deep=0.5)
    assert len(definitions) == 2


def test_paints_and_pictures_do_not_distinguish_pieces() -> None:
    def drawn_in(colour: str) -> str:
        return sheet(
            lambda kit, art: f'<path d="M0 0" fill="{kit.rim(colour)}"/>{art.halftone(0, 0, 5, 5, colour)}'
        )

    one, other = drawn_in("#112233"), drawn_in("#445566")
    assert one != other
    assert unpainted(without_art(one)) == unpainted(without_art(other))


def test_a_halftone_grows_against_its_direction(drawn: Callable[[str], Image.Image]) -> None:
    picture = drawn(sheet(lambda _, art: art.halftone(0, 0, 20, 20, "#ffffff"))).convert("L")
    shares = [
        picture.crop((0, at, 200, at + 40)).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        for at in (0, 80, 160)
    ]
    assert shares[0] > shares[1] > shares[2]  # type: ignore[operator]


@pytest.mark.parametrize(("share", "mixed"), [(0, "#000000"), (0.5, "#808000"), (1, "#ffff00")])
def test_colours_are_mixed_by_their_share(share: float, mixed: str) -> None:
    assert mix("#000000", "#ffff00", share) == mixed


def test_what_is_no_colour_is_not_mixed() -> None:
    with pytest.raises(TemplateError, match='"red" cannot be mixed'):
        mix("red", "#000000", 0.5)


def test_too_many_dots_are_refused() -> None:
    with pytest.raises(TemplateError, match="too many for a picture"):
        sheet(lambda _, art: art.halftone(0, 0, 400, 400, "#ffffff", pitch=0.5))


def test_a_drawing_that_is_kept_is_compiled_once_for_all_faces_of_its_colours() -> None:
    """The operations are the same objects in another document, and others if a colour differs."""

    def parts(colour: str) -> tuple[object, ...]:
        kit = Kit({}, kept := {})
        kit.keep("it", f'<path d="M0 0H1V1Z" fill="{colour}"/><path d="M0 0H1V2Z"/>')
        (definitions,) = kept.values()
        body = f"<defs>{''.join(definitions.values())}</defs>{kit.again('it')}"
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
        (group,) = compile_svg(svg).operations
        assert isinstance(group, Group)
        return group.children

    assert parts("#112233") is parts("#112233")
    assert parts("#112233") != parts("#445566")
