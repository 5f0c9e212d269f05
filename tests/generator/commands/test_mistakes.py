"""Mistakes that people make, by kind: each is answered with what is wrong, where, and what to do.

A mistake is made in one file of a small game that is in order: its place is given by the words that change.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

Pnp = Callable[..., Any]

GAME = """\
slug = "quiz"
title = "Quiz"
prefix = "QZ"
players = [2, 4]
tables = ["terrain.csv"]

[credits]
authors = ["Ann"]
licence = "MIT"

[cover]
minutes = [20, 30]

[[deck]]
name = "cards"
title = "Cards"
pieces = "cards.csv"
size = "poker"
face = "card"
columns = { name = "text", type = "red|blue", value = "int 1..9", new = "flag", body = "text", art = "text?" }

[[deck]]
name = "map"
title = "Map"
pieces = "map.csv"
size = [120, 90]
shape = "square"
face = "map"
"""
CARDS = """\
code,name,type,value,new,body,art,copies
Q1,Fox,red,1,yes,**Draw** a [sun].,fox.png,2
Q2,Owl,blue,2,no,{accent|Stay}.,,1
"""
LAYOUT = """\
[card]
ground = "paper"

[[card.box]]
kind = "text"
column = "name"
style = "title"
align = "middle"
x = 5
y = 5
width = 50
height = 8

[[card.box]]
kind = "picture"
column = "art"
fit = "cover"
x = 5
y = 15
width = 20
height = 20

[[card.box]]
kind = "text"
column = "body"
colour = "ink"
x = 5
y = 40
width = 50
height = 20
"""
MAP = """\
{% from "maps.svg.j2" import spaces, roads, labels with context %}
{% set map = kit.hexes(tables.terrain.cells, 10, 10, 18) %}
{{ spaces(map, {"wood": "#bcd3a4", "clear": "#f1ead0"}) }}
{{ roads(map, ["0101 0201"]) }}
{{ text("Map", 10, 80, "title", c.ink) }}
<rect x="60" y="60" width="20" height="10" fill="none" stroke="{{ c.ink }}" stroke-width="0.3"/>
"""
FILES = {
    "game.toml": GAME,
    "cards.csv": CARDS,
    "map.csv": "code\nM1\n",
    "layout.toml": LAYOUT,
    "templates/map.svg.j2": MAP,
    "terrain.csv": "1,2\nwood,clear\nclear,wood\n",
    "theme.toml": """\
[palette]
accent = "#a03030"

[styles]
body = { font = "text", weight = 400, size = 8, min = 7, leading = 1.2 }
""",
    "rules.md": "# Quiz\n\n## 1 Play\n\n1.1 Draw a card.\n\n1.2 Read it.\n",
    "symbols/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4H9"/></svg>',
}


class Mistake(NamedTuple):
    """A change of a file, the words that the answer has, and the place that it names."""

    file: str
    before: str
    after: str
    says: str
    where: str


MISTAKES: dict[str, list[Mistake]] = {
    "game.toml": [
        Mistake(
            "game.toml",
            "players = [2, 4]",
            'players = "2-4"',
            "a list of whole numbers is expected",
            "game.toml, line 4",
        ),
        Mistake(
            "game.toml",
            "players = [2, 4]",
            "players = 2",
            "a list of whole numbers is expected",
            "game.toml, line 4",
        ),
        Mistake(
            "game.toml",
            "players = [2, 4]",
            "players = [4, 2]",
            "Write the fewest and the most",
            "game.toml, line 4",
        ),
        Mistake("game.toml", '"poker"', '"pokr"', 'Did you mean "poker"?', "line 18"),
        Mistake("game.toml", '"poker"', "[63.5]", "width and height", "line 18"),
        Mistake("game.toml", '"poker"', "[63,5, 88,9]", "width and height", "line 18"),
        Mistake("game.toml", '"square"', '"hexagon"', 'Did you mean "hex"?', "line 27"),
        Mistake("game.toml", '"cards.csv"', '"card.csv"', 'Did you mean "cards.csv"?', "card"),
        Mistake("game.toml", '"cards.csv"', '"cards.CSV"', 'Did you mean "cards.csv"?', "cards"),
        Mistake("game.toml", 'pieces = "cards.csv"\n', "", "pieces is missing", "deck 1"),
        Mistake("game.toml", 'face = "card"', 'face = "crad"', 'Did you mean "card.svg.j2"?', "crad"),
        Mistake("game.toml", 'face = "card"', 'face = "card"\ncount = 9', "Correct one of them", "line 20"),
        Mistake("game.toml", '"text", type', '"string", type', "Use text, plain", "line 20"),
        Mistake("game.toml", '"int 1..9"', '"1..9"', "int 1..6", "line 20"),
        Mistake(
            "game.toml", 'slug = "quiz"', 'slug = "Quiz Game"', "small letters, digits and hyphens", "line 1"
        ),
        Mistake("game.toml", 'name = "map"', 'name = "cards"', 'two decks "cards". Rename one', "game.toml"),
        Mistake(
            "game.toml", "players = [2, 4]", 'players = [2, 4]\nseats = ["red"]', "Known: black", "line 5"
        ),
        Mistake("game.toml", '["terrain.csv"]', '["terrain"]', 'Write "terrain.csv"', "line 5"),
        Mistake("game.toml", '["terrain.csv"]', '["terrian.csv"]', 'Did you mean "terrain.csv"?', "terrian"),
        Mistake(
            "game.toml",
            "minutes = [20, 30]",
            'minutes = "20"',
            "a list of whole numbers is expected",
            "line 12",
        ),
        Mistake(
            "game.toml", "minutes = [20, 30]", 'picture = "cover.png"', "There is no picture", "cover.png"
        ),
        Mistake("game.toml", 'face = "card"', 'face = "card"\neach = "seat"', "Write seats", "line 20"),
        Mistake(
            "game.toml",
            'prefix = "QZ"',
            'prefix = "QZ"\nlanguage = "english"',
            "code of a language",
            "line 4",
        ),
        Mistake("game.toml", 'prefix = "QZ"\n', "", "Write prefix", "game.toml"),
        Mistake(
            "game.toml", 'face = "map"', 'face = "map"\nblock = [0, 3]', "pieces across and down", "line 29"
        ),
        Mistake(
            "game.toml", 'face = "map"', 'face = "map"\nsheet = "One"', "Leave the key sheet out", "map.csv"
        ),
        Mistake(
            "game.toml",
            'face = "map"',
            'face = "map"\nheadings = { title = "Name" }',
            "Known: code",
            "map.csv, line 1",
        ),
        Mistake("game.toml", 'name = "cards"', 'name = "my cards"', "small letters", "line 15"),
        Mistake("game.toml", "[credits]", "[credit]", '"credit": is that the one meant?', "credit"),
        Mistake("game.toml", "[120, 90]", "[12,7, 12,7]", "Decimals have a point", "line 26"),
        Mistake("game.toml", '["Ann"]', '"Ann"', 'Write authors = ["Ann"]', "line 8"),
        Mistake("game.toml", "[20, 30]", '[20, 30]\nage = "10+"', "Write age = 10", "line 13"),
        Mistake(
            "game.toml",
            "[20, 30]",
            '[20, 30]\npicture = "fix.png"',
            'Did you mean "fox.png"?',
            "game.toml, cover, line 13",
        ),
        Mistake("game.toml", '"quiz"', '"quiz" // its name', "Begin a comment with a hash sign", "line 1"),
        Mistake("game.toml", '"Quiz"', '"Quiz",', "Delete it", "game.toml, line 2"),
        Mistake("game.toml", '"QZ"', '"QZ"\nx = True', "Write true or false", "line 4"),
        Mistake("game.toml", '{ name = "text"', '[ name = "text"', "Write { }", "line 20"),
        Mistake("game.toml", '"cards.csv"', '"cards.docx"', "Name an .xlsx, .ods or .csv file", "cards.docx"),
        Mistake(
            "game.toml",
            'face = "card"',
            'face = "card"\nback = "crad-back"',
            "Or write templates/crad-back",
            "game.toml, deck cards, back",
        ),
    ],
    "spreadsheet": [
        Mistake("cards.csv", "code,name", "cod,name", 'Did you mean "cod"?', "line 1"),
        Mistake("cards.csv", "Q2,", "Q1,", "appears twice", "line 3"),
        Mistake("cards.csv", "Q2,", ",", "is empty; expected: a text", "line 3"),
        Mistake("cards.csv", "fox.png,2", "fox.png,two", "a whole number, 0..999", "line 2"),
        Mistake("cards.csv", "blue,2", "blue,12", "1..9", "line 3"),
        Mistake("cards.csv", "blue,2", "bleu,2", 'Did you mean "blue"?', "line 3"),
        Mistake("cards.csv", "2,no", "2,maybe", "yes or no", "line 3"),
        Mistake(
            "cards.csv",
            "{accent|Stay}.,,1",
            "{accent|Stay}.,,1,,5",
            "more cells than the 8 columns",
            "line 3",
        ),
        Mistake("cards.csv", "**Draw**", "**Draw*", "nothing closes", "line 2"),
        Mistake("cards.csv", "[sun]", "[snu]", 'Did you mean "sun"?', "line 2"),
        Mistake("cards.csv", "{accent|", "{acent|", 'Did you mean "accent"?', "line 3"),
        Mistake("cards.csv", "Stay}", "Stay", "that nothing closes", "line 3"),
        Mistake("cards.csv", "{accent|Stay}", "Stay " * 400, "needs a height of", "line 3"),
        Mistake("cards.csv", CARDS, "", 'The column "code" is missing', "cards.csv"),
        Mistake("cards.csv", CARDS, CARDS.splitlines()[0], "Add a row for each piece", "cards.csv"),
        Mistake("cards.csv", "name,type", "name,name", "The columns there are: code, name, name", "line 1"),
        Mistake("cards.csv", "name,type", "nam,type", 'Did you mean "nam"?', "line 1"),
        Mistake("cards.csv", "fox.png", "fx.png", 'Did you mean "fox.png"?', "line 2"),
        Mistake("cards.csv", "fox.png", '"fox.png', "Close it", "line 2"),
        Mistake("map.csv", "M1", "M1,\nM1,", "one row with copies = 2", "map.csv, line 3"),
        Mistake("cards.csv", "art,copies", "art,copies,Bonus", 'Declare it, Bonus = "text?"', "line 1"),
    ],
    "layout": [
        Mistake("layout.toml", 'kind = "picture"', 'kind = "image"', "Known: number", "line 15"),
        Mistake("layout.toml", "width = 50\nheight = 8", "height = 8", "Write width", "card.box 1"),
        Mistake("layout.toml", 'column = "body"', 'column = "boddy"', 'Did you mean "body"?', "line 25"),
        Mistake("layout.toml", 'colour = "ink"', 'colour = "inc"', 'Did you mean "ink"?', "line 26"),
        Mistake("layout.toml", 'colour = "ink"', 'color = "ink"', 'Did you mean "colour"?', "line 26"),
        Mistake("layout.toml", 'colour = "ink"', 'colour = "red"', "Known: accent", "line 26"),
        Mistake("layout.toml", 'style = "title"', 'style = "titel"', 'Did you mean "title"?', "line 7"),
        Mistake("layout.toml", 'align = "middle"', 'align = "center"', "Known: end", "line 8"),
        Mistake("layout.toml", 'fit = "cover"', 'fit = "fill"', "contain, cover", "line 17"),
        Mistake(
            "layout.toml", 'column = "name"', 'column = "name"\nwords = "x"', "exclude each other", "line 7"
        ),
        Mistake("layout.toml", "[card]", "[crad]", 'Did you mean "card"?', "layout.toml"),
        Mistake("layout.toml", "width = 20", "width = -20", "Write mm", "line 20"),
        Mistake("layout.toml", "x = 5\ny = 40", "x = 500\ny = 40", "Move it", "line 27"),
        Mistake("layout.toml", "x = 5\ny = 40", 'x = "5mm"\ny = 40', "a number is expected", "line 27"),
        Mistake("layout.toml", 'ground = "paper"', 'ground = "@type"', 'no colour "type-red"', "line 2"),
        Mistake("layout.toml", "width = 20", 'width = 20\nradius = "2"', "a number is expected", "line 21"),
        Mistake("layout.toml", 'colour = "ink"', 'colour = "#fdfdfd"', "contrast", "card.box 3"),
        Mistake("layout.toml", "y = 5\n", "y = 1\n", "mm from the cut", "card.box 1"),
        Mistake(
            "layout.toml",
            '[[card.box]]\nkind = "picture"',
            '[[box]]\nkind = "picture"',
            "[[card.box]]",
            "line 14",
        ),
        Mistake("layout.toml", "width = 20", "width = 20mm", "Write the number alone", "line 20"),
        Mistake("layout.toml", "height = 8", "height = 1", "or make room in", "card.box 1, line 4"),
    ],
    "template": [
        Mistake(
            "templates/map.svg.j2",
            '"title", c.ink) }}',
            '"title", c.ink)',
            "is not closed by }}",
            "map.svg.j2, line",
        ),
        Mistake(
            "templates/map.svg.j2", '"maps.svg.j2"', '"map-kit.svg.j2"', "Did you mean", "map.svg.j2, line 1"
        ),
        Mistake(
            "templates/map.svg.j2",
            'text("Map", 10, 80, ',
            "text(10, ",
            "where a number is expected",
            "map.svg.j2, line 5",
        ),
        Mistake("templates/map.svg.j2", '"Map", 10', '"Map", 10 / 0', "divided by 0", "map.svg.j2, line 5"),
        Mistake(
            "templates/map.svg.j2", '"Map", 10', "titel, 10", 'nothing called "titel"', "map.svg.j2, line 5"
        ),
        Mistake(
            "templates/map.svg.j2", '"Map", 10', "piece.titel, 10", 'no column "titel"', "map.svg.j2, line 5"
        ),
        Mistake(
            "templates/map.svg.j2", '"Map", 10', '"Map"|uper, 10', 'no filter "uper"', "map.svg.j2, line 5"
        ),
        Mistake(
            "templates/map.svg.j2",
            "{{ text(",
            "{% for i in range(2) %}{{ text(",
            "has no {% endfor %}",
            "map.svg.j2",
        ),
        Mistake(
            "templates/map.svg.j2",
            '"Map", 10',
            '"Map", "10mm"',
            "where a number is expected",
            "map.svg.j2, line 5",
        ),
        Mistake(
            "templates/map.svg.j2",
            '"title", c.ink',
            '"titel", c.ink',
            'Did you mean "title"?',
            "map.svg.j2, line 5",
        ),
        Mistake(
            "templates/map.svg.j2", "c.ink) }}", "c.inc) }}", 'Did you mean "ink"?', "map.svg.j2, line 5"
        ),
        Mistake("templates/map.svg.j2", '"0.3"', '"0,3"', "not a length", "map"),
        Mistake("templates/map.svg.j2", 'height="10"', 'height="10"><', "close every element", "map"),
        Mistake("templates/map.svg.j2", 'fill="none"', 'fill="darkolivegren"', "is not a colour", "map"),
        Mistake("templates/map.svg.j2", 'fill="none"', 'fill="url(#sky)"', "no element with the id", "map"),
        Mistake("templates/map.svg.j2", "<rect", "<script>1</script><rect", "cannot be printed", "map"),
        Mistake(
            "templates/map.svg.j2",
            "<rect",
            '<image href="https://x.org/a.png"/><rect',
            "Write {{ picture",
            "map",
        ),
        Mistake("templates/map.svg.j2", "<rect", '<rect inkscape:label="x"', "Plain SVG", "map"),
        Mistake("templates/map.svg.j2", "<rect", "<g><rect", "close every element", "map"),
        Mistake(
            "templates/map.svg.j2",
            "0101 0201",
            "0101 0202",
            "are not neighbours. Beside 0101",
            "map.svg.j2, line 4",
        ),
        Mistake("templates/map.svg.j2", "0101 0201", "0101 0909", 'no space "0909"', "map.svg.j2, line 4"),
        Mistake(
            "templates/map.svg.j2",
            "tables.terrain",
            "tables.terain",
            'Did you mean "terrain"?',
            "map.svg.j2, line 2",
        ),
        Mistake("templates/map.svg.j2", "10, 10, 18)", "10, 10)", "is not given", "map.svg.j2, line 2"),
    ],
    "theme": [
        Mistake("theme.toml", '"#a03030"', '"red"', 'Write "#rrggbb"', "line 2"),
        Mistake("theme.toml", '"#a03030"', '"#a33"', 'Write "#rrggbb"', "line 2"),
        Mistake("theme.toml", 'font = "text"', 'font = "Comic Sans"', "Known: Barlow", "theme.toml"),
        Mistake("theme.toml", "weight = 400", 'weight = "bold"', "a whole number is expected", "line 5"),
        Mistake("theme.toml", "size = 8, min = 7", "size = 6, min = 7", "min is larger", "line 5"),
        Mistake("theme.toml", "[palette]", "[pallete]", 'Did you mean "palette"?', "pallete"),
        Mistake(
            "theme.toml", "[palette]", '[fonts]\ntext = "fonts/My.ttf"\n[palette]', "no such file", "My.ttf"
        ),
        Mistake("theme.toml", "[palette]", "[print]\nbleed = 300\n[palette]", "Write mm", "line 2"),
        Mistake("theme.toml", "weight = 400", "weight = 950", "Known: 100, 200", "styles.body"),
    ],
    "kinds of values": [
        Mistake(
            "game.toml",
            "minutes = [20, 30]",
            "minutes = 25",
            "Write minutes = [25]",
            "game.toml, cover, line 12",
        ),
        Mistake(
            "game.toml", "minutes = [20, 30]", 'minutes = "20-30"', "Write minutes = [20, 30]", "line 12"
        ),
        Mistake(
            "game.toml", '"cards.csv"', '["cards.csv", "more.csv"]', "Write one text in quotes", "line 17"
        ),
        Mistake("game.toml", '"red|blue"', '["red", "blue"]', '"red|blue"', "line 20"),
        Mistake(
            "game.toml", 'name = "map"', 'name = "cards"', 'There are two decks "cards"', "deck 2, line 23"
        ),
        Mistake("theme.toml", "weight = 400", 'weight = "bold"', "Write the number alone", "line 5"),
        Mistake("layout.toml", 'style = "title"', 'font = "Arial"', "width, words, x, y", "box 1, line 7"),
        Mistake("layout.toml", 'colour = "ink"', 'colour = "#12345"', 'Write "#rrggbb"', "box 3, line 26"),
    ],
    "words of templates": [
        Mistake(
            "templates/map.svg.j2",
            "kit.hexes(",
            "kit.hexagons(",
            'no "hexagons" in kit',
            "map.svg.j2, line 2",
        ),
        Mistake(
            "templates/map.svg.j2", '"maps.svg.j2"', '"map.svg.j2"', "an import or include", "map.svg.j2"
        ),
        Mistake(
            "templates/map.svg.j2", '"wood": ', '"woods": ', 'Did you mean "woods"?', "map.svg.j2, line 3"
        ),
        Mistake(
            "templates/map.svg.j2", "{% set map", "{% let map", "begin with set, for", "map.svg.j2, line 2"
        ),
        Mistake(
            "templates/map.svg.j2", '"title", c.ink', '"title", ink', '"c.ink" is the colour', "deck map"
        ),
        Mistake(
            "templates/map.svg.j2",
            "<rect",
            '<path d="M 0 0 L"/><rect',
            "L takes 2 at a time",
            "map.svg.j2, line 6",
        ),
        Mistake("symbols/sun.svg", "M4 4H9", "M4 4Z9", "Write a command before them", "symbol sun"),
        Mistake("symbols/sun.svg", "M4 4H9", "4 4H9", "Write M and two numbers first", "symbol sun"),
    ],
    "rules and drawings": [
        Mistake("rules.md", "1.2 Read", "1.3 Read", "without gaps", "rules.md, line 7"),
        Mistake("rules.md", "## 1 Play\n", "", "Begin a section", "rules.md"),
        Mistake("symbols/sun.svg", ' viewBox="0 0 24 24"', "", "Write its size: viewBox", "sun.svg"),
        Mistake("symbols/sun.svg", "</svg>", "", "Write </svg>", "sun.svg"),
        Mistake("symbols/sun.svg", "<path", "<text>a</text><path", "Turn it into paths", "sun"),
        Mistake("rules.md", "Read it", "Read **it", "Write ** behind the words", "rules.md, line 7"),
        Mistake("rules.md", "Read it", "Read `it", "Write ` behind the words", "rules.md, line 7"),
        Mistake("rules.md", "Read it", "Read *it", "Write * behind the words", "rules.md, line 7"),
        Mistake("rules.md", "Read it", "Read<br>it", "Write **bold**", "rules.md, line 7"),
        Mistake("rules.md", "## 1 Play", "## Play", 'Write "## 1 Play"', "rules.md, line 5"),
        Mistake("rules.md", "## 1 Play", "##1 Play", 'Write "## 3 Flight"', "rules.md, line 3"),
        Mistake("rules.md", "1.2 Read", "1.2. Read", "full stop behind the number", "rules.md, line 7"),
        Mistake("rules.md", "1.2 Read", "### 1.2 Read", 'rules as "3.1', "rules.md, line 7"),
        Mistake(
            "game.toml", '"QZ"', '"quiz!"', "one to three capital letters or digits", "game.toml, line 3"
        ),
        Mistake(
            "rules.md", "Read it", "See ![it](fox.png)", "Show pieces by figures.toml", "rules.md, line 7"
        ),
    ],
}


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    from PIL import Image

    for name, text in FILES.items():
        file = tmp_path / "quiz" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "quiz" / "pictures").mkdir()
    Image.new("RGB", (300, 300), "#446688").save(tmp_path / "quiz" / "pictures" / "fox.png")
    return tmp_path / "quiz"


def test_the_game_without_a_mistake_is_in_order(quiz: Path, pnp: Pnp) -> None:
    ran = pnp("check", quiz)
    assert ran.code == 0 and "in order" in ran.out, ran.out + ran.err


@pytest.mark.parametrize(
    "made",
    [one for kind in MISTAKES.values() for one in kind],
    ids=lambda one: f"{one.file}: {one.after[:40]!r}",
)
def test_a_mistake_is_answered_with_what_where_and_how(made: Mistake, quiz: Path, pnp: Pnp) -> None:
    file = quiz / made.file
    text = file.read_text(encoding="utf-8")
    assert text.count(made.before) == 1
    file.write_text(text.replace(made.before, made.after), encoding="utf-8")
    ran = pnp("check", quiz)
    said = ran.out + ran.err
    assert ran.code in (1, 2), said
    assert "Traceback" not in said and "object" not in said
    assert made.where in said
    assert made.says in said


@pytest.mark.parametrize(
    ("file", "before", "after", "says"),
    [
        (
            "terrain.csv",
            "1,2\n",
            "",
            'The first row is for headings, and "wood, clear" are cells of table terrain',
        ),
        (
            "rules.md",
            "Read it",
            "Read [sun]",
            "rule 1.2: Symbols are drawn on pieces alone. Write sun without",
        ),
        ("rules.md", "Read it", "Read it (9.9)", "rule 1.2: There is no rule 9.9, which it cites"),
        ("rules.md", "Read it", "Read it, see 2.1", "rule 1.2: There is no rule 2.1, which it cites"),
        ("rules.md", "Read it", "As QZ 1.3 says", "rule 1.2: There is no rule 1.3, which it cites"),
    ],
)
def test_what_can_hardly_be_meant_is_noted(
    file: str, before: str, after: str, says: str, quiz: Path, pnp: Pnp
) -> None:
    text = (quiz / file).read_text(encoding="utf-8")
    (quiz / file).write_text(text.replace(before, after), encoding="utf-8")
    ran = pnp("check", quiz)
    assert ran.code == 0 and "Note: " in ran.out and says in ran.out, ran.out + ran.err


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("build quiz --sides backs", "Nothing of it has a back. Leave it out"),
        ("build quiz --paper 10x10mm", "Name paper of 50 to 5000 mm"),
        ("build quiz --paper 8,5x11in", "Or write WxHmm or WxHin"),
        ("build quiz --pages 9", "The pages are 1 to"),
        ("build quiz --pages one", "Write 4, or 2-5,8"),
        ("build quiz --dpi 72dpi", '"72dpi" is not a whole number from 72 to 1200'),
        ("build quiz --copies 0", '"0" is not a whole number from 1 to 99'),
        ("build quiz --kerf 0.1", "Give --cut too"),
        ("build quiz --pieces q1", 'Did you mean "Q1"?'),
        ("build quiz --pieces Q1 Q2", "Write several with commas: --pieces Q1,Q2."),
        ("build --only cards map quiz", "Write several with commas: --only cards,map."),
        ("build --only cards quizz", 'Or name a game. Did you mean "quiz"?'),
        ("build quiz/cards.csv", "Name the folder of a game"),
        ("build Quiz", 'Did you mean "quiz"?'),
        ("show Q1", "A game of your own is named: --game"),
        ("export quiz --to labels", "Name decks with --only"),
        ("new Two --from quiz/game.toml", "Name an .xlsx, .ods or .csv file"),
    ],
)
def test_a_mistake_in_a_command_is_answered(
    order: str, says: str, quiz: Path, pnp: Pnp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(quiz.parent)
    ran = pnp(*order.split())
    assert ran.code == 2 and says in ran.err, ran.err
