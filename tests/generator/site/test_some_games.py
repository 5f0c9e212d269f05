"""A site of some of the games: what is not named is not there, and games of one's own are."""

from __future__ import annotations

from pathlib import Path

from components import catalogue
from generator.site import archive, guides

HOME = Path(__file__).parents[3]
GAMES = [catalogue.load(name) for name in ("last-blast", "rayguns", str(HOME / "examples" / "comet-post"))]


def test_nothing_of_a_game_that_is_left_out_is_packed() -> None:
    names = [name for name, _ in archive._ours(GAMES)]
    assert archive.left_out(GAMES) == ("mlem", "per-aspera", "planetary")
    places = ("components", "referee/games", "templates/faces")
    for place in places:
        for slug in ("mlem", "per_aspera", "planetary"):
            assert not [name for name in names if name.startswith(f"{place}/{slug}/")]
        assert [name for name in names if name.startswith(f"{place}/rayguns/")]


def test_a_game_of_ones_own_is_packed_with_all_its_files() -> None:
    folder = GAMES[-1].folder
    packed = dict(archive._ours(GAMES))
    for file in folder.rglob("*"):
        if file.is_file():
            assert packed[f"guests/comet-post/{file.relative_to(folder).as_posix()}"] == file.read_bytes()
    assert archive.place_of(GAMES[-1]).endswith("/guests/comet-post")
    assert archive.place_of(GAMES[0]) == "last-blast"


def test_guides_of_a_game_that_is_left_out_are_left_out_too() -> None:
    names = {guide.name for guide in guides.guides(("mlem",))}
    assert "games/rayguns.html" in names and not {"games/mlem.html", "balance/mlem.html"} & names


def test_rules_are_a_page_without_what_only_the_program_tells() -> None:
    english, german, french = guides.rules(catalogue.load("mlem"))
    for rules, language, words in (
        (english, "en", ("Rules of MLEM", "Lay the table", "Plain die")),
        (german, "de", ("MLEM", "Worum es geht", "Gewöhnlicher Würfel")),
        (french, "fr", ("MLEM", "Matériel")),
    ):
        assert rules.language == language and all(picture.exists() for picture in rules.pictures())
        text = rules.html({})
        assert text.startswith("<h1") and all(one in text for one in words)
        assert "{program}" not in text and "](" not in text
    assert german.name == "rules/mlem-de.html"
