"""Pictures for web pages, drawn in a process of their own."""

from __future__ import annotations

import pytest

from components import catalogue
from generator.exports.web.artist import Artist
from generator.exports.web.faces import WebFaces


@pytest.mark.outside
def test_a_picture_is_drawn_once_and_kept_even_if_the_process_was_killed() -> None:
    faces, artist = WebFaces(catalogue.load("last-blast")), Artist()
    first, second = (faces.name("parts", code) for code in ("R1-1", "R1-2"))
    try:
        picture = artist.draw("last-blast", first)
        assert picture is not None and picture.startswith(b"<svg") and faces.file(first) == picture
        assert artist._process
        artist._process.kill()
        artist._process.wait()
        assert (artist.draw("last-blast", second) or b"").startswith(b"<svg")
        assert artist.draw("last-blast", "nothing.svg") is None
        assert artist.draw("chess", first) is None
    finally:
        artist.leave()
    assert artist._process is None
