"""For every fault in a game, `pnp build` says what is wrong, where and what to do, and writes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.generator.conftest import COMMAND

GAME, CARDS, RULES, THEME = "game.toml", "cards.csv", "rules.md", "theme.toml"
CARD, DOT = "templates/card.svg.j2", "symbols/dot.svg"


def own_deck(table: str, *told: str) -> tuple[str, str, str, list[str]]:
    return GAME, "[credits]", f"[own_deck]\n{table}\n[credits]", ["game.toml, own_deck, line", *told]


# Each fault: the file, the text to replace, its replacement, and what the message must contain.
SPOILED: dict[str, tuple[str, str, str, list[str]]] = {
    # pieces
    "missing column": (
        CARDS,
        "suit,value",
        "value,suite",
        ["cards.csv, line 1", '"suit" is missing', '"suite"?'],
    ),
    "unknown column": (CARDS, "suit,", "suit,suitt,", ["cards.csv, line", 'no column "suitt"', '"suit"?']),
    "column there twice": (CARDS, "value,text", "value,value", ["line 1", '"value" appears twice']),
    "no code column": (CARDS, "code,", "name,", ["line 1", '"code" is missing']),
    "wrong type in a cell": (
        CARDS,
        "red,1,One",
        "red,one,One",
        ["line 2", '"value" is "one"', "a whole number, 1..9"],
    ),
    "fraction for a whole number": (CARDS, "red,1,One", "red,1.5,One", ["line 2", '"value" is "1.5"']),
    "out of range": (
        CARDS,
        "blue,9,",
        "blue,10,",
        ["line 4", '"value" is "10"', "expected: a whole number, 1..9"],
    ),
    "empty cell": (CARDS, "red,1,One", "red,,One", ["line 2", '"value" is empty']),
    "not one of the choices": (CARDS, "blue,9", "blu,9", ["line 4", '"suit" is "blu"', '"blue"?']),
    "wrong count of copies": (CARDS, "R2,2", "R2,-1", ["line 3", '"copies" is "-1"']),
    "code there twice": (CARDS, "B9,1", "R1,1", ["line 4", '"R1" appears twice', "line 2"]),
    "row too long": (CARDS, "One\n", "One,two\n", ["line 2", "more cells", "double quotes"]),
    "quote that is never closed": (CARDS, "One\n", '"One\n', ["cards.csv, line", "not CSV"]),
    "quote in the header": (CARDS, "code,", '"code"x,', ["cards.csv, line", "not CSV"]),
    "no rows": (CARDS, "R1,1,red,1,One\nR2,2,red,2,\nB9,1,blue,9,Nine\n", "", ["no pieces"]),
    "empty file": (CARDS, "", "", ["cards.csv, line 1", "missing"]),
    "piece without a code": ("tokens.toml", "code", "cde", ["tokens.toml, piece 1", '"cde"', '"code"?']),
    # game.toml
    "count that does not add up": (GAME, "count = 4", "count = 5", ["deck 1", "count is 5", "add up to 4"]),
    "misspelt key": (GAME, "prefix =", "prefx =", ["game.toml", "prefix is missing", '"prefx"']),
    "misspelt key of a deck": (GAME, "back =", "bak =", ["deck 1", "bak is not a key", '"back"?']),
    "missing key of a deck": (GAME, 'face = "card"\n', "", ["deck 1", "face is missing", "Write face ="]),
    "wrong type": (GAME, "count = 4", 'count = "4"', ["deck 1", "count is '4'", "a whole number"]),
    "flag for a number": (GAME, "count = 4", "count = true", ["count is True", "a whole number"]),
    "no number": (GAME, "[20, 20]", "[20, nan]", ["game.toml", "deck[2].size[2] is nan", "a number"]),
    "no number where anything goes": (
        "tokens.toml",
        '"token"',
        '"token"\nart = { at = [{ x = -inf }] }',
        ["tokens.toml", "piece[1].art.at[1].x is -inf"],
    ),
    "unknown shape": (GAME, '"circle"', '"cirle"', ["deck 2", 'shape is "cirle"', '"circle"?']),
    "unknown size": (GAME, '"poker"', '"pokr"', ["deck 1", 'size is "pokr"', '"poker"?', "44x68 for mm"]),
    "size of nothing": (GAME, "[20, 20]", "[20, 0]", ["deck 2", "size is", "mm"]),
    "size of a house": (GAME, "[20, 20]", "[20, 20000]", ["deck 2", "size is", "2 to 2000"]),
    "strip without a grid": (GAME, '"circle"', '"stepped"', ["deck 2", "grid is missing"]),
    "grid of nothing": (GAME, '"circle"', '"stepped"\ngrid = [3]', ["deck 2", "grid is [3]", "[4, 1]"]),
    "unknown type of a column": (
        GAME,
        '"int 1..9"',
        '"integer"',
        ["columns", '"integer"', "Use text, plain, int"],
    ),
    "own deck that fits none": own_deck(
        'like = "like"\npieces = "parts"\ndecks = ["{like}", "my-{like}"]', "'my-{like}'], which fits no deck"
    ),
    "own deck of nothing": own_deck('like = "like"\npieces = "parts"\ndecks = []', "decks is []"),
    "own deck with a strange one": own_deck(
        'like = "like"\npieces = "parts"\ndecks = ["{like}", "tokns"]', 'has "tokns"', '"tokens"?'
    ),
    "own deck with one key for two": own_deck(
        'like = "like"\npieces = "like"\ndecks = ["{like}"]', 'like and pieces are "like" and "like"'
    ),
    "own deck misspelt": own_deck('like = "like"\npeices = "parts"', "pieces is missing", '"peices"'),
    "unknown seat": (GAME, '"orange", "blue"', '"orange", "blu"', ['seats has "blu"', '"blue"?']),
    "seat there twice": (GAME, '"orange", "blue"', '"blue", "blue"', ['seats has "blue" twice']),
    "no seats for a deck of seats": (GAME, 'seats = ["orange", "blue"]', "", ["deck 2", "has no seats"]),
    "players the wrong way round": (GAME, "[2, 4]", "[4, 2]", ["players is [4, 2]", "fewest"]),
    "two decks of a name": (GAME, '"tokens"\ntitle', '"cards"\ntitle', ['two decks "cards"']),
    "deck that leaves its folder": (
        GAME,
        '"cards"\ntitle',
        '"../cards"\ntitle',
        ['name is "../cards"', "hyphens"],
    ),
    "deck named like another file": (
        GAME,
        '"cards"\ntitle',
        '"rulebook"\ntitle',
        ['name "rulebook"', "Rename"],
    ),
    "no decks": (GAME, "[[deck]]", "[[dek]]", ["game.toml", "dek is not a key", '"deck"?']),
    "table that is not there": (
        GAME,
        "players",
        'tables = ["costs"]\nplayers',
        ["costs.toml", "no such file"],
    ),
    "not TOML": (GAME, 'title = "Small"', "title = Small", ["game.toml, line 2", "A text has no quotes"]),
    "pieces that are not there": (
        GAME,
        "cards.csv",
        "card.csv",
        ["card.csv", "no such file", '"cards.csv"?'],
    ),
    # rules
    "rule out of order": (RULES, "1.2 Stop", "1.3 Stop", ["rules.md, line 8", "1.3 is where 1.2"]),
    "no rules": (RULES, "## 1 Play", "Play", ["rules.md", "no rules in it"]),
    "character no font has in a rule": (RULES, "Stop.", "Stop ☄.", ["rules.md, rule 1.2", 'no "☄"']),
    # looks
    "font in a form for the web": (
        THEME,
        "[palette]",
        '[fonts]\ntext = "fonts/mine.woff2"\n[palette]',
        ["theme.toml, fonts", 'text is "fonts/mine.woff2"', ".ttf or .otf"],
    ),
    "missing template": (
        GAME,
        'face = "card"',
        'face = "crad"',
        [
            "deck cards",
            '"crad.svg.j2"',
            '"card.svg.j2"? Or write templates/crad.svg.j2 or [crad] in layout.toml.',
        ],
    ),
    "missing column of a piece": (
        CARD,
        "piece.value",
        "piece.valeu",
        ["card.svg.j2, line 4", "piece R1", '"value"?'],
    ),
    "missing name": (
        CARD,
        "piece.value",
        "pice.value",
        ["card.svg.j2, line 4", 'nothing called "pice"', '"piece"?'],
    ),
    "misspelt colour": (
        CARD,
        "c.accent",
        "c.acent",
        ["card.svg.j2, line 3", 'no colour "acent"', '"accent"?'],
    ),
    "misspelt style": (
        CARD,
        '"number"',
        '"nummber"',
        ["card.svg.j2, line 4", 'no style "nummber"', '"number"?'],
    ),
    "misspelt option": (CARD, "anchor=", "ancor=", ["card.svg.j2, line 6", "ancor"]),
    "missing symbol": (
        CARD,
        '"dot"',
        '"dott"',
        ["card.svg.j2, line 3", 'no symbol "dott"', '"dot"? Or draw symbols/dott.svg.'],
    ),
    "symbol with a script": (
        DOT,
        "<circle",
        "<script>1</script><circle",
        ["cards.csv, line 2", "piece R1, front, symbol dot: <script> cannot be printed"],
    ),
    "missing import": (CARD, "macros.svg", "macro.svg", ["piece R1", '"macro.svg.j2"', '"macros.svg.j2"?']),
    "missing macro": (CARD, "import ground", "import groud", ["card.svg.j2, line 2"]),
    "broken template": (
        CARD,
        "{{ text(piece.value",
        "{% if %}{{ text(piece.value",
        ["card.svg.j2, line 4", "syntax error"],
    ),
    "unknown filter": (CARD, "piece.value,", "piece.value|nn,", ["card.svg.j2, line 4", "nn"]),
    "fault in a sum": (
        CARD,
        "piece.value,",
        "piece.value / 0,",
        ["card.svg.j2, line 4", "divided by 0"],
    ),
    "circle that is none": (GAME, "size = [20, 20]", "size = [20, 30]", ["size is [20, 30]", "as wide as"]),
    "wrong colour": (THEME, "#aa0000", "crimson", ["theme.toml, palette", 'accent is "crimson"', "#rrggbb"]),
    "unknown table of a theme": (THEME, "[palette]", "[colours]", ["theme.toml", "colours is not a key"]),
    "unknown font": (
        THEME,
        "[palette]",
        '[styles]\nnumber = { font = "Barlov", weight = 400, size = 9, min = 7, leading = 1 }\n[palette]',
        ["theme.toml, styles.number", 'no font "Barlov"', '"Barlow"?', 'its file, such as ["fonts/'],
    ),
    "style with a key too few": (
        THEME,
        "[palette]",
        '[styles]\nnumber = { font = "Barlow", weight = 400 }\n[palette]',
        ["theme.toml, styles.number", "size is missing"],
    ),
    "character no font has": (CARDS, "Nine", "Nine 星", ["piece B9, front", 'no "星"', "symbol"]),
    "word too wide": (CARDS, "Nine", "N" * 60, ["piece B9, front", "needs", "has 40.0 mm", "Shorten"]),
    "text too long": (
        CARDS,
        "Nine",
        "nine " * 90,
        ["piece B9, front", "mm but has 20.0 mm", "Shorten"],
    ),
    "line too long": (
        CARD,
        '"code", anchor',
        '"code", width=1, anchor',
        ["R1, front", '"R1" needs', "has 1.0 mm"],
    ),
    "symbol without a view box": (DOT, "viewBox=", "box=", ["dot.svg", "no <svg viewBox"]),
    "symbol that is not closed": (DOT, "/>", ">", ["piece R1, front", "not well-formed"]),
    "element that cannot be printed": (
        CARD,
        "{{ symbol",
        '<image href="x.png"/>{{ symbol',
        ["R1, front", "<image>"],
    ),
    "letters that are mark-up": (
        CARD,
        "{{ symbol",
        "<text>Salt & Sons</text>{{ symbol",
        ["R1, front", "Escape &"],
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "told"), SPOILED.values(), ids=SPOILED)
def test_a_faulty_game_is_reported_and_nothing_is_written(
    small_game: Path, tmp_path: Path, pnp: Callable, file: str, old: str, new: str, told: list[str]
) -> None:
    text = (small_game / file).read_text()
    assert old in text
    (small_game / file).write_text(text.replace(old, new, 1) if old else "")
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2
    assert ran.out == ""
    is_one_paragraph(ran.err, told)
    assert not (tmp_path / "out").exists()


def is_one_paragraph(said: str, told: list[str]) -> None:
    assert said.startswith("pnp: ")
    assert "Traceback" not in said
    assert "\n\n" not in said
    assert len(said) < 600
    for words in told:
        assert words in said


NOT_UTF8 = [GAME, "tokens.toml", RULES, THEME, CARD, DOT]


@pytest.mark.parametrize("file", NOT_UTF8)
def test_a_file_that_is_not_utf8_is_named(small_game: Path, tmp_path: Path, pnp: Callable, file: str) -> None:
    (small_game / file).write_bytes((small_game / file).read_bytes() + b"\n# caf\xe9\n")
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2
    is_one_paragraph(ran.err, [Path(file).name, "UTF-8"])


def test_a_byte_order_mark_does_no_harm(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    """Spreadsheets write one."""
    for file in (GAME, CARDS):
        (small_game / file).write_bytes(b"\xef\xbb\xbf" + (small_game / file).read_bytes())
    assert pnp("build", small_game, "--out", tmp_path / "out").code == 0


def test_all_texts_that_do_not_fit_are_reported_at_once(
    small_game: Path, tmp_path: Path, pnp: Callable
) -> None:
    file = small_game / CARDS
    file.write_text(file.read_text().replace("One", "one " * 99).replace("Nine", "nine " * 99))
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "2 texts do not fit" in ran.err
    assert [line.split(":")[0].strip() for line in ran.err.splitlines()[1:3]] == [
        f"{file}, line 2, deck cards, piece R1, front",
        f"{file}, line 4, deck cards, piece B9, front",
    ]


def test_earlier_files_stay_when_a_build_fails(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    out = tmp_path / "out"
    assert pnp("build", small_game, "--out", out).code == 0
    before = {file.name: file.read_bytes() for file in (out / "small").iterdir()}
    (small_game / CARD).write_text('{{ symbol("nothing", 1, 1, 1) }}')
    assert pnp("build", small_game, "--out", out).code == 2
    assert {file.name: file.read_bytes() for file in (out / "small").iterdir()} == before


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"files": 3}', '{"files": {}}', '{"stamp": 1}'])
def test_a_damaged_manifest_proves_nothing(
    small_game: Path, tmp_path: Path, pnp: Callable, damage: str
) -> None:
    """It may be somebody else's. Files that are what would be written anyway are in nobody's way."""
    out = tmp_path / "out"
    pnp("build", small_game, "--out", out)
    manifest = out / "small" / "manifest.json"
    whole = manifest.read_bytes()
    manifest.write_text(damage)
    ran = pnp("build", small_game, "--out", out)
    assert ran.code == 2 and "manifest.json: Starbox has not made this file" in ran.err
    assert manifest.read_text() == damage
    manifest.unlink()
    assert "made" in pnp("build", small_game, "--out", out).out
    assert manifest.read_bytes() == whole


# Things that are asked for and do not exist, and words that the message must hold.
ASKED: dict[str, tuple[list[str], list[str]]] = {
    "game": (["build", "raygun"], ['"raygun"', '"rayguns"?']),
    "game like none": (["build", "chess"], ['"chess"', "Known: last-blast, mlem"]),
    "game in capitals": (["build", "Rayguns"], ['"rayguns"?']),
    "players too many": (["build", "mlem", "--players", "9"], ["--players", "is for 2 to 5 players"]),
    "option of no set-up": (["build", "--option", "foray"], ["--option", "no effect without --setup"]),
    "thickness of no box": (["build", "--thickness", "2"], ["--thickness", "no effect without --boxes"]),
    "own deck that changed": (["build", "planetary", "--changed", "--deck", "x"], ["exclude each other"]),
    "box for some pieces": (["build", "--pieces", "T4", "--boxes"], ["exclude each other"]),
    "nothing but a comma": (["build", "--only", ","], ["--only", "does not contain a name"]),
    "deck": (["build", "rayguns", "--only", "tile"], ['no deck "tile"', "rayguns", '"tiles"?']),
    "piece": (["build", "rayguns", "--pieces", "R6p"], ['no piece "R6p"', "rayguns", "mean"]),
    "piece of another deck": (
        ["build", "rayguns", "--only", "tiles", "--pieces", "SO07"],
        ['no piece "SO07"'],
    ),
    "paper": (["build", "--paper", "a44"], ["--paper", '"a44"', '"a4"?', "WxHmm"]),
    "no paper": (["build", "--paper", "0x0mm"], ["--paper", "0 × 0 mm cannot be printed"]),
    "duplex": (["build", "--duplex", "lng"], ["--duplex", '"lng"', '"long"?']),
    "marks": (["build", "--marks", "crops"], ["--marks", '"crops"', '"crop"?']),
    "ink": (["build", "--ink", "gray"], ["--ink", '"gray"', '"grey"?']),
    "cut": (["build", "--cut", "pdf"], ["--cut", '"pdf"', '"dxf"?']),
    "shift": (["build", "--shift", "3"], ["--shift", '"3"', "0.5,-1.2"]),
    "margin": (["build", "rayguns", "--margin", "lots"], ["--margin", '"lots"']),
    "margin that leaves nothing": (
        ["build", "rayguns", "--margin", "60", "--paper", "120x150mm"],
        ["too small", "larger paper"],
    ),
    "printer": (["build", "--printer", "Office"], ["--printer", 'no printer "Office"']),
    "piece to show": (["show", "Q99"], ['no piece and no deck "Q99"']),
    "list of a game": (["list", "planetry"], ['"planetary"?']),
    "check of a game": (["check", "mlm"], ['"mlem"?']),
}


@pytest.mark.parametrize(("arguments", "told"), ASKED.values(), ids=ASKED)
def test_unknown_names_and_values_are_answered_with_known_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable, arguments: list[str], told: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pnp(*arguments)
    assert ran.code == 2
    is_one_paragraph(ran.err, told)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_game(tmp_path: Path, pnp: Callable) -> None:
    ran = pnp("build", tmp_path, "--out", tmp_path / "out")
    assert ran.code == 2
    is_one_paragraph(ran.err, [str(tmp_path), "no game.toml in it", "holds game.toml"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["buidl"], "build"),
        (["build", "--papr", "a4"], "--paper"),
        (["build", "--bleed", "much"], "--bleed"),
        (["build", "--bleed", "9"], "--bleed"),
        (["build", "--jobs", "0"], "--jobs"),
        (["show"], "CODE"),
    ],
)
def test_an_unknown_command_lists_the_known_ones(pnp: Callable, arguments: list[str], told: str) -> None:
    ran = pnp(*arguments)
    assert ran.code == 2
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_two_games_that_would_share_a_folder(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    other = shutil.copytree(small_game, tmp_path / "other")
    out = tmp_path / "out"
    ran = pnp("build", small_game, other, "--out", out)
    assert ran.code == 2 and "are both the game small" in ran.err
    ran = pnp("build", small_game, small_game, "--out", out)
    assert ran.code == 2 and "named twice" in ran.err
    assert not out.exists()


def test_the_slugs_of_the_five_games_are_taken(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    toml = small_game / GAME
    toml.write_text(toml.read_text().replace('slug = "small"', 'slug = "rayguns"'))
    ran = pnp("build", small_game, "--out", tmp_path / "out")
    assert ran.code == 2 and "one of the five games" in ran.err


def test_a_set_up_of_several_games_at_once(tmp_path: Path, pnp: Callable) -> None:
    """Each game of its own process, with the set-up in its order."""
    words = ("build", "mlem", "rayguns", "--pieces", "nothing", "--setup", "kiwi", "--jobs", 2)
    ran = pnp(*words, "--out", tmp_path / "out")
    assert ran.code == 2 and ran.err.splitlines()[-1] == "pnp: not made: mlem, rayguns."


def test_an_empty_cell_draws_no_text(small_game: Path, tmp_path: Path, pnp: Callable) -> None:
    """A text in a column that may be empty is drawn where it is, and nothing where it is not."""
    file = small_game / CARD
    text = file.read_text()
    assert 'piece.text or ""' in text
    file.write_text(text.replace('piece.text or ""', "piece.text") + '{{ text(piece.text, 8, 70, "code") }}')
    assert pnp("show", "R2", "--game", small_game, "--svg", "--out", tmp_path).code == 0
    assert "None" not in (tmp_path / "small-cards-R2-front.svg").read_text()
    assert pnp("show", "R1", "--game", small_game, "--svg", "--out", tmp_path).code == 0
    assert (tmp_path / "small-cards-R1-front.svg").read_text().count("One") == 2


@pytest.mark.outside
@pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_keeps_nothing_from_being_built(
    closed: str, small_game: Path, tmp_path: Path
) -> None:
    words = [*COMMAND, "build", str(small_game), "--only", "cards", "--out", str(tmp_path / "out")]
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', *words], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert list((tmp_path / "out").rglob("cards.pdf"))


@pytest.mark.outside
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_cannot_be_written_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left" in done.stderr
