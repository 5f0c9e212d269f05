"""Ring Tugs on paper: its rulebook, whose pictures are on many pages and in the document once."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from components import catalogue
from components.languages.translated import load
from generator.book.rulebook import rulebook
from generator.build.checking import Gaps, gaps
from generator.faces.renderer import Renderer


@pytest.mark.outside
def test_faces_of_scenes_on_several_pages_are_stored_once() -> None:
    """The pictures of these cards are drawings, which the book has as forms."""
    game = catalogue.load("ring-tugs")
    reader = PdfReader(io.BytesIO(rulebook(game, Renderer(game))))
    shown = [index for index, page in enumerate(reader.pages) if "Lamp" in page.extract_text()]
    objects = (reader.get_object(number) for number in range(1, reader.trailer["/Size"]))
    forms = [one for one in objects if isinstance(one, DictionaryObject) and one.get("/Subtype") == "/Form"]
    long = [bytes(form._data) for form in forms if len(form._data) > 1000]
    assert len(shown) > 1 and len(reader.pages) - 1 not in shown[:1]
    assert len(set(long)) == len(long) > 5


@pytest.mark.outside
def test_every_word_is_in_german_and_fits() -> None:
    assert gaps(load("ring-tugs", "de")) == Gaps((), (), ())
