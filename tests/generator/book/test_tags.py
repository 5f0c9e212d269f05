"""The structure of a rulebook, as a program that reads it aloud finds it."""

from __future__ import annotations

import ctypes
import io
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest
from pypdf.generic import ContentStream, IndirectObject

from components.catalogue import load
from tests.generator.book.test_rulebook import book
from tests.generator.presswork import GAMES
from tests.searching import SEARCHING

BOOKS = GAMES if SEARCHING else ("last-blast", "mlem")  # two are enough for every test run
PAINTS = (b"f", b"f*", b"S", b"B", b"B*", b"Tj", b"TJ", b"Do", b"sh")


class Element(NamedTuple):
    """An element: its role, those round it, the words that it shows or that stand for a picture."""

    role: str
    within: tuple[str, ...]
    words: str
    alt: str


@cache
def elements(slug: str) -> tuple[Element, ...]:
    """All elements of a book, in the order in which they are read."""
    reader: Any = pypdf.PdfReader(io.BytesIO(book(slug)))
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    shown = [marked(page) for page in pypdfium2.PdfDocument(book(slug))]

    def walk(reference: Any, within: tuple[str, ...]) -> Iterator[Element]:
        element = reference.get_object()
        if "/S" not in element:
            return
        page = shown[numbers[element.raw_get("/Pg").idnum]]
        words = "".join(page[kid] for kid in element["/K"] if isinstance(kid, int))
        yield Element(element["/S"][1:], within, " ".join(words.split()), element.get("/Alt", ""))
        for kid in element["/K"]:
            if isinstance(kid, IndirectObject):
                yield from walk(kid, (*within, element["/S"][1:]))

    return tuple(walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"], ()))


def marked(page: Any) -> dict[int, str]:
    """The words under each mark of a page, by pdfium."""
    raw, text = pypdfium2.raw, page.get_textpage()
    found: dict[int, str] = defaultdict(str)
    for thing in page.get_objects(max_depth=1):
        mark = raw.FPDFPageObj_GetMarkedContentID(thing.raw)
        if mark >= 0 and thing.type == raw.FPDF_PAGEOBJ_TEXT:
            size = raw.FPDFTextObj_GetText(thing.raw, text.raw, None, 0)
            buffer = ctypes.create_string_buffer(size)
            letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
            raw.FPDFTextObj_GetText(thing.raw, text.raw, letters, size)
            found[mark] += f"{buffer.raw[:size].decode('utf-16-le').rstrip(chr(0))} "
    return found


@pytest.mark.parametrize("slug", BOOKS)
def test_titles_are_tagged_in_the_order_of_the_outline(slug: str) -> None:
    outline = [item.get_title() for item in pypdfium2.PdfDocument(book(slug)).get_toc()]
    assert [one.words for one in elements(slug) if one.role in ("H1", "H2")] == [
        " ".join(title.split()) for title in outline
    ]
    levels = [one.role for one in elements(slug) if one.role in ("H1", "H2")]
    assert levels[0] == "H1" and levels.count("H1") == 3
    entries = [one.words for one in elements(slug) if one.within[-2:] == ("TOCI", "Reference")]
    assert [entry.partition(" . ")[0] for entry in entries] == [" ".join(one.split()) for one in outline]


@pytest.mark.parametrize("slug", BOOKS)
def test_rules_are_read_in_order_and_none_is_left_out(slug: str) -> None:
    said = [one.words for one in elements(slug) if one.role == "P" and one.within == ("Document",)]
    numbers = [words.split()[0] for words in said if words]
    rules = [rule.number for rule in load(slug).rules]
    assert [number for number in numbers if number in rules] == rules


@pytest.mark.parametrize("slug", BOOKS)
def test_lists_tables_and_pictures_are_whole(slug: str) -> None:
    roles = {one.role for one in elements(slug)}
    assert {"TOC", "Index", "L", "Caption", "Table", "Figure"} <= roles
    for one in elements(slug):
        inside = one.within[-1:]
        assert one.role != "Figure" or len(one.alt) > 9
        assert one.role != "LBody" or (inside == ("LI",) and one.words)
        assert one.role not in ("TD", "TH") or inside == ("TR",)
    index = [one.words for one in elements(slug) if "Index" in one.within and one.role == "LBody"]
    assert index == sorted(index, key=str.casefold)
    figure = next(one for one in reversed(elements(slug)) if one.role == "Figure")
    assert "round" in figure.alt.casefold() or "turn" in figure.alt.casefold(), figure  # the reference card


@pytest.mark.parametrize("slug", BOOKS)
def test_all_that_is_drawn_is_either_read_or_decoration(slug: str) -> None:
    reader: Any = pypdf.PdfReader(io.BytesIO(book(slug)))
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en"
    keys = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = dict(zip(keys[::2], keys[1::2], strict=True))
    for page in reader.pages:
        open_marks: list[Any] = []
        seen = []
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"BMC", b"BDC"):
                open_marks.append(operands)
                seen += [operands[1]["/MCID"]] if operator == b"BDC" else []
            elif operator == b"EMC":
                open_marks.pop()
            elif operator in PAINTS:
                assert len(open_marks) == 1, (page.page_number, operator)
        assert not open_marks
        above = parents[page["/StructParents"]]
        assert seen == [*range(len(above))]
        assert all(mark in one.get_object()["/K"] for mark, one in enumerate(above))
        for link in page.get("/Annots", ()):
            assert parents[link.get_object()["/StructParent"]]["/S"] == "/Link"
