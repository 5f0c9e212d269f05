"""Fonts of a game's own: files in its folder, named in its theme.toml."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fontpkg
import pypdf
import pytest
from fontTools import ttLib as TTLib
from fontTools.varLib.instancer import instantiateVariableFont

from components import catalogue
from components.errors import DataError, StarboxError, TemplateError
from generator.exports.web.fonts import own_faces
from generator.faces import fonts, theme
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Renderer
from generator.faces.type import kerning, own
from generator.pdf import document
from tests.searching import SEARCHING

BARLOW = fontpkg.path("Barlow", weight=400).read_bytes()
FRAUNCES = {style: fontpkg.path("Fraunces", style=style).read_bytes() for style in ("normal", "italic")}
THEME = """\
[fonts]
{fonts}
[styles]
story = {{ font = "story", weight = {weight}, size = 12, min = 8, leading = 1.2 }}
"""
Make = Callable[..., Path]


@pytest.fixture
def game(small_game: Path) -> Make:
    """Makes a game whose cards show `words` in the style story."""

    def make(files: dict[str, bytes], fonts: str, words: str = "Fox", weight: int = 400) -> Path:
        (small_game / "fonts").mkdir(exist_ok=True)
        for name, content in files.items():
            (small_game / "fonts" / name).write_bytes(content)
        (small_game / "theme.toml").write_text(THEME.format(fonts=fonts, weight=weight))
        (small_game / "templates" / "card.svg.j2").write_text(f"{{{{ {words} }}}}")
        catalogue.forget()
        theme.forget()
        return small_game

    return make


@pytest.mark.parametrize("family", ["Fredoka", "Cinzel", "Fraunces"] if SEARCHING else ["Fredoka"])
def test_a_variable_font_is_fixed_as_its_maker_means_it(family: str) -> None:
    """To the byte as fontTools alone would, which takes three times as long to set the pairs of letters."""
    file = fontpkg.path(family)
    with TTLib.TTFont(file, recalcTimestamp=False) as font:
        axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes} | {"wght": 550}
        instantiateVariableFont(font, axes, inplace=True)
        font.save(expected := io.BytesIO())
    assert any(table for tables in kerning._read(expected.getvalue()) for *_, table, _ in tables)
    assert own.fixed(file, 550) == expected.getvalue()


def face(folder: Path) -> Any:
    loaded = catalogue.load(str(folder))
    return Renderer(loaded).faces(loaded.decks[0], loaded.decks[0].pieces[0]).front


def embedded(folder: Path) -> set[str]:
    """The names of the fonts in the PDF of the face, without the letters of the subset."""
    drawn = face(folder)
    pdf = pypdf.PdfReader(io.BytesIO(document.face_pdf(compile_svg(drawn.svg), drawn.size)))
    names = set()
    for form in pdf.pages[0]["/Resources"]["/XObject"].values():
        for font in form["/Resources"]["/Font"].values():
            names.add(font["/BaseFont"].lstrip("/").rpartition("+")[2])
    return names


def postscript(ttf: bytes) -> bytes:
    """The font with a few letters as PostScript outlines."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    with TTLib.TTFont(io.BytesIO(ttf)) as font:
        glyphs, letters = font.getGlyphSet(), {ord(c): font.getBestCmap()[ord(c)] for c in "Fox "}
        order = [".notdef", *letters.values()]
        drawn = {}
        for name in order:
            pen = T2CharStringPen(glyphs[name].width, glyphs)
            glyphs[name].draw(pen)
            drawn[name] = pen.getCharString()
        made = FontBuilder(font["head"].unitsPerEm, isTTF=False)
        made.setupGlyphOrder(order)
        made.setupCharacterMap(letters)
        made.setupCFF("Post", {}, drawn, {})
        made.setupHorizontalMetrics({name: (round(glyphs[name].width), 0) for name in order})
        made.setupHorizontalHeader(ascent=1000, descent=-200)
        made.setupNameTable({"familyName": "Post", "styleName": "Regular"})
        made.setupOS2(usWeightClass=400, fsType=0)
        made.setupPost()
        buffer = io.BytesIO()
        made.save(buffer)
        return buffer.getvalue()


def changed(ttf: bytes, change: Callable[[Any], object]) -> bytes:
    with TTLib.TTFont(io.BytesIO(ttf)) as font:
        change(font)
        buffer = io.BytesIO()
        font.save(buffer)
        return buffer.getvalue()


def test_a_file_of_the_folder_is_printed_and_shown(game: Make) -> None:
    folder = game({"my.ttf": BARLOW}, 'story = "fonts/my.ttf"', 'text("Fox", 8, 20, "story")')
    assert any(name.startswith("Barlow") and name.endswith("-400") for name in embedded(folder))
    svg = face(folder).svg
    (family,) = re.findall(r'font-family="([^"]+)"', svg)
    assert re.fullmatch(r"Barlow [0-9a-f]{10}", family)
    assert f'font-family:"{family}";font-weight:400' in own_faces(svg)


def test_a_variable_font_is_fixed_at_the_weight_of_the_style(game: Make) -> None:
    files = {"a.ttf": FRAUNCES["normal"], "b.ttf": FRAUNCES["italic"]}
    widths = []
    for weight in (300, 800):
        folder = game(files, 'story = ["fonts/a.ttf", "fonts/b.ttf"]', 'text("Fox", 8, 20, "story")', weight)
        drawn = compile_svg(face(folder).svg)
        (font,) = {text.font for text, _ in drawn.texts()}
        widths.append(font.width("Fox and owl", 10))
        with TTLib.TTFont(io.BytesIO(font.content)) as fixed:
            assert "fvar" not in fixed and fixed["OS/2"].usWeightClass == weight
    assert widths[0] < widths[1]


def test_a_variable_font_of_a_package_is_fixed_too(game: Make) -> None:
    folder = game({}, 'story = "Fraunces"', 'text("Fox", 8, 20, "story")', 800)
    (font,) = {text.font for text, _ in compile_svg(face(folder).svg).texts()}
    with TTLib.TTFont(io.BytesIO(font.content)) as fixed:
        assert "fvar" not in fixed and fixed["OS/2"].usWeightClass == 800
    assert font.width("Fox and owl", 10) > fonts.font("Fraunces", 300).width("Fox and owl", 10)


def test_lettering_of_one_weight_is_printed_for_every_weight() -> None:
    assert fonts.font("Russo One", 700).content == fonts.font("Russo One", 400).content
    with pytest.raises(TemplateError, match='no font "Russo One" of weight 400, italic'):
        fonts.font("Russo One", 400, italic=True)


def test_postscript_outlines_are_printed(game: Make) -> None:
    folder = game({"my.otf": postscript(BARLOW)}, 'story = "fonts/my.otf"', 'text("Fox", 8, 20, "story")')
    (font,) = {text.font for text, _ in compile_svg(face(folder).svg).texts()}
    assert font.width("Fox", 10) == pytest.approx(fonts.font("Barlow").width("Fox", 10), abs=0.01)
    assert embedded(folder)


def test_the_words_of_the_shared_styles_follow_the_theme(game: Make) -> None:
    folder = game(
        {"a.ttf": FRAUNCES["normal"]}, 'text = "fonts/a.ttf"\nstory = "Barlow"', 'text("Fox", 8, 20)'
    )
    assert 'font-family="Fraunces' in face(folder).svg


def test_a_character_that_a_font_lacks_comes_from_another(game: Make) -> None:
    some = changed(BARLOW, lambda font: [table.cmap.pop(ord("x"), 0) for table in font["cmap"].tables])
    named = 'story = "fonts/my.ttf"\nfallback = ["Chakra Petch"]'
    folder = game({"my.ttf": some}, named, 'text("Fox x x", 8, 20, "story")')
    svg = face(folder).svg
    assert svg.count("<tspan") == 3 and 'font-family="Chakra Petch"' in svg
    assert "".join(text.text for text, _ in compile_svg(svg).texts()) == "Fox x x"
    assert any(name.startswith("ChakraPetch") for name in embedded(folder))


def test_a_character_that_no_font_has_is_an_error_with_the_piece(game: Make) -> None:
    files = {"my.ttf": BARLOW}
    for more in ("", '\nfallback = ["Chakra Petch"]'):
        folder = game(files, f'story = "fonts/my.ttf"{more}', 'text("Fox 星", 8, 20, "story")')
        with pytest.raises(
            TemplateError, match=r'piece R1, front.*The font Barlow 400 has no "星" .U\+661F.* in "Fox 星"'
        ):
            face(folder)


def test_a_weight_that_no_file_has_is_an_error_that_names_those_there(game: Make) -> None:
    folder = game({"my.ttf": BARLOW}, 'story = "fonts/my.ttf"', 'text("Fox", 8, 20, "story")', 700)
    with pytest.raises(TemplateError, match=r'theme\.toml.*"Barlow" have no weight 700; they have 400'):
        face(folder)


@pytest.mark.parametrize(("wanted", "taken"), [(500, 400), (600, 700), (550, 700), (900, 700), (300, 400)])
def test_the_nearest_weight_is_taken(wanted: int, taken: int) -> None:
    files = {weight: fontpkg.path("Barlow", weight=weight).read_bytes() for weight in (400, 700)}
    read = [
        own.FontFile(one, "", "Barlow", (weight, weight), False, False, "glyf")
        for weight, one in files.items()
    ]
    assert own.Family("Barlow", "Barlow", tuple(read)).content(wanted, False) == files[taken]


def test_the_rulebook_is_set_in_a_font_of_one_file(pnp: Any, game: Make, tmp_path: Path) -> None:
    folder = game({"my.ttf": BARLOW}, 'text = "fonts/my.ttf"', 'text("Fox", 8, 20, "story")')
    (folder / "rules.md").write_text("## 1 Play\n\n1.1 **Bold** and *italic*.\n")
    theme = folder / "theme.toml"
    theme.write_text(theme.read_text().replace('font = "story"', 'font = "text"'))
    ran = pnp("build", folder, "--out", tmp_path)
    assert ran.code == 0, ran.err
    pages = pypdf.PdfReader(tmp_path / "small" / "rulebook.pdf").pages
    assert "Bold and italic." in "".join(page.extract_text() for page in pages)


def rights(value: int) -> bytes:
    return changed(BARLOW, lambda font: setattr(font["OS/2"], "fsType", value))


BAD = {
    "restricted": (rights(0x0002), 'The maker of the font "Barlow" does not allow it to be embedded'),
    "no subsets": (rights(0x0100), "does not allow it to be embedded"),
    "no font": (b"not a font", "The font cannot be read"),
    "cut short": (BARLOW[:2000], "The font cannot be read"),
    "empty": (b"", "The font cannot be read"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_font_that_cannot_be_printed_is_refused(what: str, game: Make) -> None:
    content, said = BAD[what]
    folder = game({"my.ttf": content}, 'story = "fonts/my.ttf"', 'text("Fox", 8, 20, "story")')
    with pytest.raises(StarboxError, match=f"fonts/my.ttf: .*{said}"):
        face(folder)


@pytest.mark.parametrize(
    ("name", "said"), [("fonts/none.ttf", "no such file"), ("../my.ttf", "outside the folder")]
)
def test_a_file_that_is_not_in_the_folder_is_refused(name: str, said: str, game: Make) -> None:
    folder = game({}, f'story = "{name}"', 'text("Fox", 8, 20, "story")')
    (folder.parent / "my.ttf").write_bytes(BARLOW)
    with pytest.raises(DataError, match=said):
        face(folder)


def test_other_processes_can_be_told_of_the_families(game: Make) -> None:
    folder = game({"my.ttf": BARLOW}, 'story = "fonts/my.ttf"', 'text("Fox", 8, 20, "story")')
    face(folder)
    assert any(family.said == "Barlow" for family in own.brought())
