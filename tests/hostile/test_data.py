"""Data that ask for too much, lead out of the folder, or are not what they seem: each ends in one error."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from components import files as user_files
from components.catalogue import forget
from components.decklists import DeckForm, read_deck_list
from components.errors import DataError, OutputError, StarboxError, UsageError
from components.integrity import check_installed
from components.pieces import Piece
from generator import cache
from generator import cli as pnp
from generator.build import manifest, printers
from generator.build import printed as record
from generator.build.press import Order, build
from generator.commands import start as pnp_start
from generator.commands.start import check_environment
from generator.exports.png import table
from referee import cli as referee
from tests.hostile.conftest import GAME, PAPER
from tests.inprocess import run

Printed = Callable[[Mapping[str, Any]], StarboxError | None]
Trap = Callable[[Mapping[str, Any]], Path]


def game(old: str, new: str) -> dict[str, str]:
    assert old in GAME["game.toml"]
    return {"game.toml": GAME["game.toml"].replace(old, new)}


def deck(keys: str) -> dict[str, str]:
    return game('face = "card"', f'face = "card"\n{keys}')


DEEP = "[" * 5_000 + "]" * 5_000
TOML_ROWS = 'pieces = "x.toml"'
# Files that are read before anything is drawn. Each error names a file.
DATA: dict[str, Mapping[str, str | bytes]] = {
    "a deep list": game("players = [2, 4]", f"players = {DEEP}"),
    "deep tables": game("players = [2, 4]", "players = " + "{a=" * 5_000),
    "a deep key": game("players = [2, 4]", "a" + ".a" * 50_000 + " = 1"),
    "a deep header": {"game.toml": GAME["game.toml"] + "[" + "a." * 50_000 + "a]"},
    "a long integer": game("count = 1", "count = " + "1" * 5_000),
    "a long float": game("size = [30, 30]", "size = [1" + "0" * 400 + ".0, 30]"),
    "a hexadecimal bomb": game("count = 1", "count = 0x" + "f" * 50_000),
    "an infinite size": game("size = [30, 30]", "size = [inf, 30]"),
    "no size": game("size = [30, 30]", "size = [0, 0]"),
    "a negative size": game("size = [30, 30]", "size = [-30, 30]"),
    "a tiny size": game("size = [30, 30]", "size = [0.01, 0.01]"),
    "a tiny hex": game("size = [30, 30]", 'size = [0.01, 0.01]\nshape = "hex"'),
    "a huge size": game("size = [30, 30]", "size = [1e9, 30]"),
    "a list of sizes": game("size = [30, 30]", f"size = [{'30, ' * 50_000}]"),
    "a huge grid": deck('shape = "stepped"\ngrid = [1000000, 1]'),
    "a high grid": deck('shape = "stepped"\ngrid = [1, 1000000]'),
    "a grid of tiny hexes": deck('shape = "stepped"\ngrid = [100, 100]'),
    "a grid of nothing": deck('shape = "stepped"\ngrid = [0, 0]'),
    "many players": game("players = [2, 4]", "players = [1, 1000000000]"),
    "many decks": {"game.toml": GAME["game.toml"] + "[[deck]]\n" * 20_000},
    "a deck named like a path": game('name = "cards"', 'name = "../cards"'),
    "a slug like a path": game('slug = "trap"', 'slug = "../../trap"'),
    "a slug that is absolute": game('slug = "trap"', 'slug = "/tmp/trap"'),
    "a long slug": game('slug = "trap"', f'slug = "{"a" * 5_000}"'),
    "a sprue like a path": deck('sprue = "../x"'),
    "an escape in a title": game('title = "Trap"', r'title = "\u001b[31mred"'),
    "a bell in a title": game('title = "Cards"', r'title = "\u0007"'),
    "a C1 control in an author": game("Somebody", r"\u009b31m"),
    "a null in a title": game('title = "Trap"', r'title = "a\u0000b"'),
    "a control in a key": game('prefix = "TR"', 'prefix = "TR"\n"\\u001b[2J" = 1'),
    "half a character": game('title = "Trap"', r'title = "\ud800"'),
    "bytes that are not UTF-8": {"game.toml": b'slug = "\xff"'},
    "UTF-16": {"game.toml": GAME["game.toml"].encode("utf-16")},
    "an empty file": {"game.toml": ""},
    "a large file": {"game.toml": "# " + "a" * (5 * 1024 * 1024)},
    "a table that is not there": game('prefix = "TR"', 'prefix = "TR"\ntables = ["x"]'),
    "a table elsewhere": game('prefix = "TR"', 'prefix = "TR"\ntables = ["../secret"]'),
    "a table at an absolute place": game('prefix = "TR"', 'prefix = "TR"\ntables = ["/etc/hosts"]'),
    "a table with a null": game('prefix = "TR"', 'prefix = "TR"\ntables = ["a\\u0000"]'),
    "a deep table": {**game('prefix = "TR"', 'prefix = "TR"\ntables = ["x"]'), "x.toml": f"a = {DEEP}"},
    "pieces elsewhere": game('"cards.csv"', '"../secret.csv"'),
    "pieces far elsewhere": game('"cards.csv"', '"../../../../../../../etc/passwd"'),
    "pieces at an absolute place": game('"cards.csv"', '"/etc/passwd"'),
    "pieces from a device": game('"cards.csv"', '"/dev/zero"'),
    "pieces from a process": game('"cards.csv"', '"/proc/self/environ"'),
    "pieces that are a folder": game('"cards.csv"', '"templates"'),
    "pieces without a name": game('"cards.csv"', '""'),
    "pieces of a strange name": game('"cards.csv"', '"a.**"'),
    "a null in a code": {"cards.csv": "code\nA\0\n"},
    "an escape in a code": {"cards.csv": "code\n\x1b[31m\n"},
    "a line in a code": {"cards.csv": 'code\n"A\nB"\n'},
    "a long code": {"cards.csv": f"code\n{'A' * 5_000}\n"},
    "no code": {"cards.csv": "code,text\n'',\n\"\",One\n"},
    "many copies": {"cards.csv": "code,copies\nA,1000000000\n"},
    "a copy of many digits": {"cards.csv": f"code,copies\nA,{'9' * 5_000}\n"},
    "copies that are digits of another script": {"cards.csv": "code,copies\nA,٩٩٩٩٩٩\n"},
    "negative copies": {"cards.csv": "code,copies\nA,-1\n"},
    "many rows": {"cards.csv": "code\n" + "".join(f"A{number}\n" for number in range(20_000))},
    "many pieces": {
        **game("count = 1", "count = 99900"),
        "cards.csv": "code,copies\n" + "".join(f"A{number},999\n" for number in range(100)),
    },
    "many columns": {"cards.csv": "code," + ",".join(f"c{number}" for number in range(20_000)) + "\nA\n"},
    "a long cell": {"cards.csv": f'code,text\nA,"{"a" * 200_000}"\n'},
    "an open quote": {"cards.csv": 'code,text\nA,"' + "a,\n" * 9_000},
    "many quotes": {"cards.csv": "code,text\nA," + '"' * 99_999},
    "a large table": {"cards.csv": "code\n" + "A" * (5 * 1024 * 1024)},
    "many copies in TOML": {
        **game('pieces = "cards.csv"', TOML_ROWS), "x.toml": '[[piece]]\ncode = "A"\ncopies = 1000000000\n',
    },
    "a deep piece in TOML": {
        **game('pieces = "cards.csv"', TOML_ROWS), "x.toml": f'[[piece]]\ncode = "A"\ntext = {DEEP}\n',
    },
    "a code of TOML that is a table": {
        **game('pieces = "cards.csv"', TOML_ROWS), "x.toml": "[[piece]]\ncode = { a = 1 }\n",
    },
    "a range of many digits": game('text = "text?"', f'text = "int 1..{"9" * 5_000}"'),
    "a type with many choices": game('text = "text?"', f'text = "{"a" * 9_999}"'),
    "a deep figure": {"figures.toml": f"figure = {DEEP}", "rules.md": GAME["rules.md"]},
    "a figure of many": {
        "figures.toml": '[[figure]]\nafter = "1.1"\ncaption = ""\n'
        + '[[figure.pieces]]\ndeck = "cards"\ncode = "A1"\n' * 5_000,
    },
    "a figure far away": {
        "figures.toml": '[[figure]]\nafter = "1.1"\ncaption = ""\nlayout = "grid"\n'
        'pieces = [{ deck = "cards", code = "A1", at = [1000000000, 0] }]',
    },
    "a figure of a heap": {
        "figures.toml": '[[figure]]\nafter = "1.1"\ncaption = ""\n'
        'pieces = [{ deck = "cards", code = "A1", count = 1000000000 }]',
    },
    "a deep index of symbols": {"symbols.toml": f"a = {DEEP}"},
    "an index of unknown symbols": {"symbols.toml": 'lantern = "x"', "rules.md": GAME["rules.md"]},
    "a deep theme": {"theme.toml": f"print = {DEEP}"},
    "a huge style": {
        "theme.toml": '[styles.code]\nfont = "text"\nweight = 400\nsize = 1000000\nmin = 1\nleading = 1\n'
    },
    "a tiny style": {
        "theme.toml": '[styles.code]\nfont = "text"\nweight = 400\nsize = 9\nmin = 0.000001\nleading = 1\n'
    },
    "a huge leading": {
        "theme.toml": '[styles.code]\nfont = "text"\nweight = 400\nsize = 9\nmin = 9\nleading = 1e300\n'
    },
    "a font like a path": {
        "theme.toml": '[styles.code]\nfont = "../../x"\nweight = 400\nsize = 9\nmin = 9\nleading = 1\n'
    },
    "a huge bleed": {"theme.toml": "[print]\nbleed = 1e9\n"},
    "a negative bleed": {"theme.toml": "[print]\nbleed = -1\n"},
    "a colour that is more": {"theme.toml": "[palette]\nink = '#000000\" onload=\"alert(1)'\n"},
    "a face elsewhere": game('face = "card"', 'face = "../../secret"'),
    "a face at an absolute place": game('face = "card"', 'face = "/etc/passwd"'),
    "a face with a null": game('face = "card"', 'face = "a\\u0000"'),
    "a template that is not UTF-8": {"templates/card.svg.j2": b"\xff\xfe"},
    "a template with a null": {"templates/card.svg.j2": "\0"},
    "a template with an escape": {"templates/card.svg.j2": "\x1b[31m"},
    "a symbol elsewhere": {"templates/card.svg.j2": "{{ symbol('../../secret', 0, 0, 9) }}"},
    "a symbol at an absolute place": {"templates/card.svg.j2": "{{ symbol('/tmp/secret', 0, 0, 9) }}"},
    "a symbol of a strange name": {"templates/card.svg.j2": "{{ symbol('x\"><script>', 0, 0, 9) }}"},
    "a symbol that is a list": {"templates/card.svg.j2": "{{ symbol([1], 0, 0, 9) }}"},
    "a large symbol": {
        "templates/card.svg.j2": "{{ symbol('x', 0, 0, 9) }}",
        "symbols/x.svg": f'<svg viewBox="0 0 9 9"><!--{"a" * 2_000_000}--></svg>',
    },
}  # fmt: skip
# Files of the folder that are links, pipes or devices.
FILES = ["game.toml", "cards.csv", "rules.md", "templates/card.svg.j2", "theme.toml", "symbols.toml",
         "figures.toml", "symbols/x.svg"]  # fmt: skip
DRAWN = '{{ symbol("x", 0, 0, 9) }}'


@pytest.mark.parametrize("name", DATA)
def test_data_that_are_too_much_end_in_one_error(name: str, printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("code\nSECRET\n")
    (tmp_path / "secret.toml").write_text('a = "SECRET"\n')
    (tmp_path / "secret.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>')
    problem = printed(DATA[name])
    assert isinstance(problem, StarboxError)
    said = str(problem)
    assert "trap" in said and "SECRET" not in said and "Error" not in problem.what
    assert len(said) < 1_000 and "\x1b" not in said and "\0" not in said


@pytest.mark.parametrize("kind", ["link", "device", "pipe", "folder", "circle"])
@pytest.mark.parametrize("name", FILES)
def test_only_files_of_the_folder_are_read(
    name: str, kind: str, trap: Trap, printed: Printed, tmp_path: Path
) -> None:
    template = {} if "card.svg" in name else {"templates/card.svg.j2": DRAWN}
    trap(template)
    file, secret = tmp_path / "trap" / name, tmp_path / "secret"
    secret.write_text(GAME.get(name, ""))
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    match kind:
        case "link":
            file.symlink_to(secret)
        case "device":
            file.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(file)
        case "folder":
            file.mkdir()
        case "circle":
            file.symlink_to(file.name)
    forget()
    with pytest.raises(StarboxError) as refused:
        build(Order(str(tmp_path / "trap"), PAPER, tmp_path / "out"))
    assert refused.value.where or name == "game.toml"
    assert not (tmp_path / "out").exists()


def test_a_link_within_the_folder_is_followed(trap: Trap, printed: Printed) -> None:
    folder = trap({"more/cards.csv": GAME["cards.csv"]})
    (folder / "linked.csv").symlink_to("more/cards.csv")
    assert printed(game('"cards.csv"', '"linked.csv"')) is None


@pytest.mark.parametrize("count", [10**9, -1, 1000])
def test_a_deck_of_ones_own_has_a_limit(count: int, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(f'like = "a"\n[cards]\nA1 = {count}\n')
    with pytest.raises(DataError, match=r"Write how many copies, 999 at most"):
        read_deck_list(file, DeckForm("like", "cards", ("{like}",)))


HARMED = ["", "{", DEEP, '{"a":' * 5_000, "[]", "1" * 5_000, '{"a": ' + "1" * 5_000 + "}", '{"a": "\\ud800"}',
          "null", '{"a": null}', '{"a": {"copies": {}}}', "\0", '"', '{"a": NaN}']  # fmt: skip


@pytest.mark.parametrize("text", HARMED, ids=lambda text: text[:12])
def test_records_that_were_harmed(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_CONFIG", str(tmp_path))
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    (tmp_path / "printers.json").write_text(text)
    with pytest.raises(DataError, match="printers"):
        printers.printers()
    file = tmp_path / "record.json"
    file.write_text(text)
    with pytest.raises(DataError, match="damaged"):
        record._read(file)
    (tmp_path / manifest.NAME).write_text(text)
    assert manifest.read(tmp_path) is None


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://evil")']
)
def test_a_spreadsheet_calculates_nothing(cell: str) -> None:
    first, second = table(("code", "copies"), [(cell, -1)]).decode().split("\n", 1)
    assert first == "code,copies"
    begins = cell[:1].replace("\r", "\n")  # one kind of line ends
    assert second.lstrip('"').startswith(f"'{begins}") and second.rstrip().endswith(",-1")


def test_a_cached_file_that_was_harmed_is_made_anew() -> None:
    cache.keep("pictures", "harmed.png", content := bytes(range(256)))
    place = user_files.folder("cache") / "pictures" / "harmed.png"
    assert cache.kept("pictures", "harmed.png") == content
    whole = place.read_bytes()
    for harmed in (whole[:-1], whole[1:], b"", whole[:10], whole + b"x", whole[:50] + b"?" + whole[51:]):
        place.write_bytes(harmed)
        assert cache.kept("pictures", "harmed.png") is None
    place.unlink()


@pytest.mark.parametrize("epoch", ["nonsense", "-1", "1e9", "9" * 30, "1.5", "٣"])
def test_an_epoch_that_is_not_a_time(epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(UsageError, match="is not a time"):
        check_environment()
    for good in ("", "0", " 1700000000 "):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", good)
        check_environment()


def test_an_output_folder_whose_links_lead_in_a_circle(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("out")
    with pytest.raises(OutputError) as refused:
        build(Order(str(trap({})), PAPER, tmp_path / "out"))
    assert refused.value.where == str(tmp_path / "out")


def test_files_that_another_package_has_overwritten(tmp_path: Path) -> None:
    info, own = tmp_path / "starbox-1.0.dist-info", tmp_path / "templates" / "theme.toml"
    info.mkdir()
    own.parent.mkdir()
    own.write_text("ours")
    rows = "templates/theme.toml,sha256=x,4\ntemplates/x.py,sha256=x,9\nother/x,sha256=x,9\nRECORD,,\n"
    (info / "RECORD").write_text(rows)
    check_installed(tmp_path)
    own.write_text("another's")
    with pytest.raises(UsageError, match="changed or removed") as refused:
        check_installed(tmp_path)
    assert refused.value.where == str(own)
    own.unlink()
    with pytest.raises(UsageError):
        check_installed(tmp_path)
    check_installed(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("main", "start", "words"),
    [(pnp.main, pnp_start, ["list"]), (referee.main, referee, ["roll", "d6"])],
    ids=["pnp", "referee"],
)
def test_both_commands_look_at_their_files_first(
    main: Callable[[], None], start: ModuleType, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def overwritten() -> None:
        raise UsageError("This file was changed.")

    assert run(main, "it", *words).code == 0
    monkeypatch.setattr(start, "check_installed", overwritten)
    ran = run(main, "it", *words)
    assert (ran.code, ran.out) == (2, "") and "This file was changed." in ran.err


def test_what_is_read_stays_as_it_is() -> None:
    """Plain values come through, also those that look like mark-up."""
    rows = json.loads('{"A": "<b>&amp;\\u00e9"}')
    assert Piece("A", 1, rows)["A"] == "<b>&amp;é"
