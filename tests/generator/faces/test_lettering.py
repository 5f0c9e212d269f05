"""Words as outlines: as wide as told, kerned, and refused where the font lacks a character."""

from __future__ import annotations

import io
import re

import pytest
from fontTools.ttLib import TTFont

from components.errors import TemplateError
from generator.faces import fonts
from generator.faces.svg.path import path
from generator.faces.type.kerning import kerns
from generator.faces.type.lettering import outlined

TITAN = fonts.font("Titan One")
Box = tuple[float, float, float, float]


def box(d: str) -> Box:
    return path(d).box


def test_words_are_as_wide_as_told() -> None:
    left, _, right, bottom = box(outlined(TITAN, "MLEM", 10, 20, width=60))
    assert right - left == pytest.approx(60, abs=3) and left == pytest.approx(10, abs=1.5)
    assert bottom == pytest.approx(20, abs=0.3)


def test_a_width_is_the_most_for_a_size() -> None:
    size = outlined(TITAN, "MLEM", 0, 0, size=10)
    assert outlined(TITAN, "MLEM", 0, 0, size=10, width=200) == size
    left, _, right, _ = box(outlined(TITAN, "MLEM", 0, 0, size=10, width=15))
    assert right - left < 15.1 < box(size)[2]


@pytest.mark.parametrize(("anchor", "middle"), [("start", 15), ("middle", 0), ("end", -15)])
def test_the_anchor_is_that_of_a_text(anchor: str, middle: float) -> None:
    left, _, right, _ = box(outlined(TITAN, "HOH", 0, 0, width=30, anchor=anchor))
    assert (left + right) / 2 == pytest.approx(middle, abs=0.5)


def test_letters_grow_and_lean() -> None:
    plain = box(outlined(TITAN, "HHHH", 0, 0, size=10))
    grown = box(outlined(TITAN, "HHHH", 0, 0, size=10, grow=(1.0, 2.0)))
    leaning = box(outlined(TITAN, "HHHH", 0, 0, size=10, lean=20))
    assert grown[1] == pytest.approx(2 * plain[1], rel=0.01)
    assert leaning[2] > plain[2] + 1


def test_a_baseline_bends_over_its_circle() -> None:
    _, top, _, bottom = box(outlined(TITAN, "HHHHHHHHH", 0, 0, size=10, anchor="middle", arc=40))
    assert bottom > 3 and top < -5


def test_a_character_that_the_font_lacks_is_refused() -> None:
    with pytest.raises(TemplateError, match='no "→"'):
        outlined(TITAN, "A → B", 0, 0, size=10)


def test_letters_need_a_size() -> None:
    with pytest.raises(TemplateError, match="no size or width"):
        outlined(TITAN, "A", 0, 0)


@pytest.mark.parametrize("family", ["Cinzel", "Barlow"])
def test_pairs_are_those_of_the_font(family: str) -> None:
    """fontTools' own tables, read pair by pair with the rules of OpenType."""
    font = fonts.font(family, 600)
    with TTFont(io.BytesIO(font.content)) as file:
        names, share = file.getBestCmap(), 1000 / file["head"].unitsPerEm
        lookups = file["GPOS"].table.LookupList.Lookup
        indexes = {
            index
            for record in file["GPOS"].table.FeatureList.FeatureRecord
            if record.FeatureTag == "kern"
            for index in record.Feature.LookupListIndex
        }

        def moved(index: int, left: str, right: str) -> float:
            for table in lookups[index].SubTable:
                pairs = getattr(table, "ExtSubTable", table)
                if left not in pairs.Coverage.glyphs:
                    continue
                if pairs.Format == 1:
                    listed = pairs.PairSet[pairs.Coverage.glyphs.index(left)].PairValueRecord
                    found = [one.Value1 for one in listed if one.SecondGlyph == right]
                    if not found:
                        continue
                    value = found[0]
                else:
                    row = pairs.Class1Record[pairs.ClassDef1.classDefs.get(left, 0)]
                    value = row.Class2Record[pairs.ClassDef2.classDefs.get(right, 0)].Value1
                return float(getattr(value, "XAdvance", 0) or 0)
            return 0.0

        apart = 0
        for left in "AVTLYPWaov.":
            for right in "AVTOYaove.":
                both = names[ord(left)], names[ord(right)]
                wanted = share * sum(moved(index, *both) for index in indexes)
                assert kerns(font.content, left + right)[1] == pytest.approx(wanted), left + right
                apart += wanted != 0
        assert apart > 20


def test_outlines_are_curves_that_svg_knows() -> None:
    d = outlined(fonts.font("Cinzel", 700), "Ad Astra", 0, 0, size=10)
    assert set(re.findall("[A-Za-z]", d)) <= set("MLHVQCZ")
