"""The words on the cover and on the box, and the way the books speak of the game."""

from __future__ import annotations

import re

import pytest

from components import catalogue
from components.cover import Cover, read_cover
from components.errors import DataError
from components.toml import parse_toml

FIVE = catalogue.slugs()


@pytest.mark.parametrize("slug", ["rayguns", "planetary"])
def test_the_cover_and_the_rulebook_say_the_same_time_and_age(slug: str) -> None:
    """The other three books leave it to their covers."""
    game = catalogue.load(slug)
    cover = game.cover
    [said] = [line for line in (game.folder / "learn.md").read_text().splitlines() if "A game takes" in line]
    least, most = cover.minutes[0], cover.minutes[-1]
    time = f"{least} minutes or more" if len(cover.minutes) == 1 else f"{least} minutes"
    assert (f"{least} to {most} minutes" if least != most else time) in said
    assert f"players from about {cover.age} years" in said
    assert f"{game.players[0]} to {game.players[1]} players" in said


@pytest.mark.parametrize("slug", FIVE)
def test_the_lines_of_the_title_are_the_title(slug: str) -> None:
    game = catalogue.load(slug)
    assert " ".join(game.cover.title) == game.title.replace(":", "")
    assert game.cover.pitch


@pytest.mark.parametrize("slug", FIVE)
def test_the_credits_say_what_is_an_estimate(slug: str) -> None:
    """The author of Per Aspera writes "Age: 10+"; the makers of the others give neither time nor age."""
    game = catalogue.load(slug)
    said = " ".join(game.rules.sections[-1].prose.split())
    if slug == "per-aspera":
        assert game.cover.years == "10+" and said.endswith("The playing time on the cover is our estimate.")
    else:
        assert said.endswith("Playing time and age on the cover are our estimates.")


@pytest.mark.parametrize(
    ("minutes", "said"), [((), ""), ((90,), "90+ min"), ((30, 30), "30 min"), ((30, 45), "30–45 min")]
)
def test_a_time_is_printed_as_people_write_it(minutes: tuple[int, ...], said: str) -> None:
    assert Cover(minutes=minutes).time == said


@pytest.mark.parametrize(
    "row",
    [
        "minutes = [45, 30]",
        "minutes = [0]",
        "minutes = [1, 2, 3]",
        "age = 120",
        "title = []",
        "agee = 8",
    ],
)
def test_a_cover_that_makes_no_sense_is_refused_with_its_key(row: str) -> None:
    with pytest.raises(DataError) as caught:
        read_cover(parse_toml(f"[cover]\n{row}\n", "game.toml"), "A Game")
    assert row.split(" ")[0] in caught.value.what


def test_without_a_table_the_cover_has_the_title_alone() -> None:
    assert read_cover(parse_toml("", "game.toml"), "A Game") == Cover(("A Game",))


@pytest.mark.parametrize("slug", ["last-blast", "mlem", "rayguns"])
def test_books_call_everything_by_the_name_on_the_piece(slug: str) -> None:
    """The names of options and of values in the data are for files and commands."""
    game = catalogue.load(slug)
    words = [game.rules.introduction]
    words += [text for s in game.rules.sections for text in (s.prose, *(rule.text for rule in s.rules))]
    words += [(game.folder / name).read_text(encoding="utf-8") for name in ("learn.md", "solo.md")]
    quoted = {name for text in words for name in re.findall(r"`([^`]+)`", text)}
    inner = {*game.options, *(piece.code for deck in game.decks for piece in deck.pieces if not deck.each)}
    rows = [row for table in game.tables.values() for rows in table.data.values() for row in _rows(rows)]
    inner |= {str(row["name"]) for row in rows if "name" in row}
    assert {name for name in quoted & inner if name == name.lower() and len(name) > 1} == set()


def _rows(value: object) -> list[dict[str, object]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
