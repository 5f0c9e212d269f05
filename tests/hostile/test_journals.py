"""Journals from strangers: whatever is in them is answered with the file and the line.

Their chains are right, so that only what is in the lines can give them away. None ends in a traceback, shows
control characters, waits for ever, or breaks `referee list`.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from components.errors import DataError, StarboxError
from components.wording import stray
from referee.games import OURS
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.journal.ledger import LEDGER, beginnings
from referee.table.journal.lines import chained
from referee.table.proof import prove
from referee.table.records import record_lines
from referee.table.session import resume
from tests.referee.commands.shell import Shell
from tests.searching import SEARCHING


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here pulls the plug."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


HEADER: dict[str, Any] = {
    "starbox journal": 2,
    "game": "mlem",
    "rules": 1,
    "mode": "full",
    "dice": "table",
    "seats": ["Ann", "Bo"],
    "bots": {},
    "options": {},
    "commitment": "",
    "position": "",
}
ESCAPE, OVERRIDE, HALF = "\x1b[2J\x1b]0;x\x07", "\u202ereversed", "\ud800"
DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]

# Values that no key has, whatever its type.
VALUES: dict[str, Any] = {
    "null": None,
    "a number with a point": 1.5,
    "deep": DEEP,
    "a half character": HALF,
    "an escape": ESCAPE,
    "an override": OVERRIDE,
    "a C1 control": "a\x9bb",
    "a nul": "a\0b",
    "an end of line": "a\u2028b",
    "many digits": 10**5000,
    "below nothing": -1,
    "an object of null": {"Ann": None},
    "an object of numbers": {"a": 1},
    "a list of lists": [["Ann"], ["Bo"]],
    "a name twice": ["Ann", "ann"],
    "an object with an escape": {"Ann": ESCAPE},
    "a key with an escape": {ESCAPE: "greedy"},
}
KEYS = (*HEADER, "words", "bots_version")
RECORDS: tuple[dict[str, Any], ...] = (
    {"seat": "Ann", "move": "stay"},
    {"chance": "draw Bo"},
    {"time": "Ann"},
    {"clock": "Ann", "period": "turn 1", "runs": True, "at": 1, "used": 1},
    {"undo": 1, "agreed": True},
    {"redo": 1},
    {"words": "Ann", "text": "tea"},
    {"seed": "kiwi", "salt": "ab"},
)


def line(content: Any) -> bytes:
    """As a journal writes it, but for what it never writes."""
    digits = 10**5000
    if isinstance(content, dict) and digits in content.values():
        place = json.dumps({**content, **{key: "@" for key, value in content.items() if value == digits}})
        return place.replace('"@"', "1" + "0" * 5000).encode()
    try:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(content, separators=(",", ":")).encode()


def write(file: Path, *lines: Any) -> Path:
    before, whole = "", b""
    for content in lines:
        body = content if isinstance(content, bytes) else line(content)[:-1]
        before = chained(before, body)
        whole += body + b',"hash":"' + before.encode() + b'"}\n'
    file.write_bytes(whole)
    return file


def answer(ask: Callable[[], Any]) -> str:
    """The error, or nothing. Anything but our own errors fails the test."""
    try:
        ask()
    except StarboxError as problem:
        text = str(problem)
        assert not stray(text), ascii(text)
        assert len(text) < 1500
        return text
    return ""


def everything(file: Path) -> list[str]:
    """Return what each way in says of a journal."""
    said = [answer(lambda: resume(file)), answer(lambda: list(record_lines(Journal.open(file))))]
    proof = prove(file)
    told = (*proof.faults, *proof.proved, *proof.unproved)
    assert not any(map(stray, told)), ascii(told)
    return [*said, *proof.faults]


def headers() -> Iterator[tuple[str, Any]]:
    for key in KEYS:
        for name, value in VALUES.items():
            yield f"{key} is {name}", {**HEADER, key: value}
    yield "no seats", {**HEADER, "seats": []}
    yield "no name", {**HEADER, "seats": ["", "Bo"]}
    yield "a long name", {**HEADER, "seats": ["A" * 5000, "Bo"]}
    yield "a bot without a seat", {**HEADER, "bots": {"Cy": "greedy"}}
    yield "a list", [HEADER]


@pytest.mark.parametrize("key", KEYS)
def test_headers(key: str, tmp_path: Path) -> None:
    for name, header in headers():
        if name.startswith(f"{key} "):
            said = everything(write(tmp_path / "game.jsonl", header))
            assert said[0] and "game.jsonl" in said[0], name


@pytest.mark.parametrize("name", [name for name, _ in headers() if " is " not in name])
def test_headers_as_a_whole(name: str, tmp_path: Path) -> None:
    said = everything(write(tmp_path / "game.jsonl", dict(headers())[name]))
    assert "game.jsonl" in said[0]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: next(iter(record)))
def test_records(record: dict[str, Any], tmp_path: Path) -> None:
    """Any key with any strange value: each is refused with its line, before it is shown."""
    for key in ("n", *record):
        for name, value in VALUES.items():
            file = write(tmp_path / "game.jsonl", HEADER, {"n": 1, **record, key: value})
            with pytest.raises(DataError) as caught:
                Journal.open(file)
            assert "line 2" in str(caught.value), f"{key} is {name}"
            assert everything(file)


@pytest.mark.parametrize("slug", OURS)
def test_records_out_of_place(slug: str, tmp_path: Path) -> None:
    """Each kind of record where a game has just begun: what cannot be there is refused with its line."""
    for number, record in enumerate(RECORDS):
        said = everything(write(tmp_path / "game.jsonl", {**HEADER, "game": slug}, {"n": 1, **record}))
        kind = next(iter(record))
        if kind in ("time", "undo", "redo", "words"):
            assert "game.jsonl, line 2" in said[0], f"{number}: {kind}"


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(b'{"n":1,"chance":"a","chance":"b"', id="a key twice"),
        pytest.param(b'{"n": 1, "chance": "a"', id="spaces"),
        pytest.param(b'{"n":1,"chance":"\\u0061"', id="written otherwise"),
        pytest.param(b'{"n":true,"chance":"a"', id="true as a number"),
        pytest.param(b'{"n":1.0,"chance":"a"', id="a point"),
        pytest.param(b'{"n":1e0,"chance":"a"', id="an exponent"),
        pytest.param(b'{"n":NaN,"chance":"a"', id="not a number"),
        pytest.param(b'{"n":1,"chance":"\xff"', id="no UTF-8"),
        pytest.param(b'\xef\xbb\xbf{"n":1,"chance":"a"', id="a byte order mark"),
        pytest.param('{"n":1,"chance":"a"'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'{"n":1,"chance":"\x00"', id="a zero byte"),
        pytest.param(b"[1", id="a list"),
        pytest.param(b"1", id="a number"),
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"n":1,"chance":' + b"[" * 100_000, id="very deep"),
        pytest.param(b'{"n":1,"chance":' + b'{"a":' * 100_000, id="very deep objects"),
        pytest.param(b'{"n":1,"undo":' + b"9" * 100_000, id="very many digits"),
        pytest.param(b'{"n":1,"chance":"' + b"a" * (5 << 20) + b'"', id="a very long line"),
        pytest.param(b'{"n":1,"chance":"","agreed":true', id="an empty result"),
        pytest.param(b'{"n":1,"seat":"Ann","move":" "', id="an empty move"),
        pytest.param(b'{"n":1,"seat":"Ann","chance":"a"', id="two kinds in one"),
    ],
)
def test_lines(second: bytes, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", HEADER, second)
    with pytest.raises(DataError) as caught:
        Journal.open(file)
    assert "line 2" in str(caught.value)
    assert everything(file)


TEXTS = (
    *(
        "-",
        "0",
        "roll",
        "draw",
        "roll ,",
        "draw ??",
        "roll 6,6,6,6,6,6,6,6,6",
        "draw " + "T1 " * 500,
        "²",
        "١",
        "𝟙",
    ),
    *(
        "1" * 5000,
        "roll " + "9" * 5000,
        "draw -1",
        "@",
        "P1:1,3",
        "::",
        "a" * 10_000,
        "'",
        '"',
        "{0}",
        "%s",
        "../x",
    ),
    *(
        "\U0001f680",
        "ß",
        "İ",
        "e\u0301",
        "ranks",
        "use",
        "swap a",
        "zap @",
        "build 0 -1",
        "land m0",
        "ship 1 2 3",
    ),
)


@pytest.mark.parametrize("dice", ["table", "referee"])
@pytest.mark.parametrize("slug", OURS)
def test_texts_that_are_no_moves(slug: str, dice: str, tmp_path: Path) -> None:
    """As a result and as a move, at the beginning of every game."""
    header = {**HEADER, "game": slug, "dice": dice, "commitment": "ab" * 32 if dice == "referee" else ""}
    for text in TEXTS:
        for record in ({"chance": text}, {"seat": "Ann", "move": text}, {"seat": text, "move": "pass"}):
            everything(write(tmp_path / "game.jsonl", header, {"n": 1, **record}))


@pytest.mark.parametrize("slug", OURS)
def test_garbled_moves_of_a_real_game(slug: str, tmp_path: Path) -> None:
    """A game until some move, and then that move with characters dropped, doubled, swapped or replaced."""
    from referee.table.beginning import begin

    bots = {"Ann": "random", "Bo": "random"}
    session = begin(tmp_path / "real.jsonl", slug, ["Ann", "Bo"], seed="kiwi", bots=bots)
    source = random.Random(slug)
    for _ in range(400 if SEARCHING else 40):
        state, event = source.choice(list(zip(session.states, session.events, strict=False)))
        text = garbled(str(event.what), source)
        if text.strip():
            with contextlib.suppress(StarboxError):
                read_and_check(session.game, state, event.seat, text)


def read_and_check(game: Any, state: Any, seat: int | None, text: str) -> None:
    what = game.read(state, seat, text)
    if seat is None:
        game.chance(state).refusal(what)
    else:
        game.check(state, seat, what)


def garbled(text: str, source: random.Random) -> str:
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(text) + 1)
        sign = source.choice("0 9,:;@-+?ATx1²é\t")
        text = source.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + sign + text[at:],
                text[:at] + text[at : at + 1] * 2 + text[at + 1 :],
            )
        )
    return text


POSITIONS = {
    "no TOML": "= = =",
    "deep": "a = " + "[" * 5000 + "]" * 5000,
    "many digits": "a = " + "9" * 5000,
    "a number that is none": "a = nan",
    "a long key": ".".join("a" * 5000) + " = 1",
    "unknown keys": "colour = 'red'",
    "an escape": 'landed = "\\u001b[2J"',
    "a list of everything": "landed = [1, 'a', {}, []]",
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("slug", ["last-blast", "mlem", "per-aspera", "rayguns", "planetary"])
def test_positions(slug: str, name: str, tmp_path: Path) -> None:
    header = {**HEADER, "game": slug, "position": POSITIONS[name]}
    said = everything(write(tmp_path / "game.jsonl", header))
    assert "game.jsonl, line 1" in said[0]


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"goal": "9" * 5000},
        {"goal": "-1"},
        {"board": "= ="},
        {"": ""},
        {"deck Ann": "[" * 9000},
    ],
    ids=["unknown", "digits", "negative", "board", "empty", "deck"],
)
@pytest.mark.parametrize("slug", OURS)
def test_options(slug: str, options: dict[str, str], tmp_path: Path) -> None:
    said = everything(write(tmp_path / "game.jsonl", {**HEADER, "game": slug, "options": options}))
    assert "game.jsonl, line 1" in said[0]


@pytest.mark.parametrize(
    "kept",
    [b"", b"\n\n", b"\xff\xfe", b"kiwi", b"a\nb\nc", b"\0", b"x" * 100_000],
    ids=["empty", "lines", "no text", "another", "three lines", "zero", "long"],
)
def test_files_of_seeds(kept: bytes, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", {**HEADER, "dice": "referee", "commitment": "ab" * 32})
    (tmp_path / "game.jsonl.seed").write_bytes(kept)
    assert "not the seed" in everything(file)[0]


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
def test_what_is_not_a_file(tmp_path: Path) -> None:
    """A pipe that nobody writes to, a device without an end, links in a circle, a folder."""
    places = [
        tmp_path / name
        for name in ("pipe.jsonl", "device.jsonl", "circle.jsonl", "folder.jsonl", "none.jsonl")
    ]
    pipe, device, circle, folder, _ = places
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    circle.symlink_to(circle)
    folder.mkdir()
    for place in places:
        assert place.name in answer(lambda place=place: Journal.open(place))
    (tmp_path / "game.jsonl.seed").symlink_to("/dev/zero")
    file = write(tmp_path / "game.jsonl", {**HEADER, "dice": "referee", "commitment": "ab" * 32})
    assert "not the seed" in everything(file)[0]
    sparse = tmp_path / "large.jsonl"
    with sparse.open("wb") as stream:
        stream.truncate(1 << 40)
    assert "too large" in answer(lambda: Journal.open(sparse))


def test_a_folder_full_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`list` names them all, and the game among them that is good."""
    home = tmp_path / "data" / "sittings"
    home.mkdir(parents=True)
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    for number, (_, header) in enumerate(headers()):
        write(home / f"bad-{number}.jsonl", header)
    for number, record in enumerate(RECORDS):
        write(home / f"worse-{number}.jsonl", HEADER, {"n": 1, **record, next(iter(record)): ESCAPE})
    (home / "folder.jsonl").mkdir()
    if os.name == "posix":
        os.mkfifo(home / "pipe.jsonl")
    (home / LEDGER).write_bytes(b'[[[[\n\xff\n{"at":1}\n' + b"[" * 100_000)
    write(home / "good.jsonl", HEADER)
    found, _ = shelf.kept()
    files = list(home.glob("*.jsonl"))
    assert len(found.sessions) == len(files)
    assert [Path(one.file).name for one in found.sessions if not one.problem] == ["good.jsonl"]
    assert beginnings(home) == ()
    said = Shell(tmp_path / "data")("list")
    assert not stray(said, "\n")


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "a" * 5000),
        ("verify", "/dev/null"),
        ("verify", "."),
        ("resume", ""),
        ("resume", ".."),
        ("log", "/dev/zero", "--recorded"),
        ("do", ""),
        ("do", " "),
        ("do", "Ann:"),
        ("do", ":"),
        ("do", "\ud800"),
        ("do", ESCAPE),
        ("do", "pick", "9" * 5000),
        ("undo", "0"),
        ("undo", "9" * 5000),
        ("moves", ""),
        ("words", "Ann", "tea"),
        ("words", "Zed", "tea"),
        ("words", "Ann", ""),
        ("words", "", ""),
        ("new", "last-blast", ESCAPE, "Bo"),
        ("new", "last-blast", "Ann", "Bo", "--seed", ESCAPE),
        ("new", "last-blast", "Ann", "Bo", "--seed", "a" * 5000),
        ("new", "last-blast", "Ann", "Bo", "--words", "--dice", "table"),
        ("new", "last-blast", "Ann", "Bo", "--words", "--mode", "pad"),
        ("new", "last-blast", "A" * 41, "Bo"),
        ("new", "last-blast", OVERRIDE, "Bo"),
        ("new", "last-blast", "Ann", "Bo", "--file", "/dev/null"),
        ("new", "last-blast", "Ann", "Bo", "--file", "/nowhere/game.jsonl"),
        ("new", "last-blast", "Ann", "Bo", "--option", "=" * 500),
    ],
    ids=lambda words: ascii(" ".join(words))[:40],
)
def test_command_lines(words: tuple[str, ...], tmp_path: Path) -> None:
    """Each is refused, and the game at the table is as it was.

    An `OSError`, of a name that no file can have, is a paragraph where the command is a process.
    """
    from typer.testing import CliRunner

    from referee.cli import app

    home = tmp_path / "data"
    Shell(home)("new", "last-blast", "Ann", "Bo", "--seed", "kiwi")
    journal = home / "sittings" / "last-blast-1.jsonl"
    before = journal.read_bytes()
    done = CliRunner().invoke(app, words, env={"STARBOX_DATA": str(home)})
    assert done.exit_code in (1, 2)
    assert done.exception is None or isinstance(done.exception, (StarboxError, OSError, SystemExit))
    if words[0] != "moves":
        assert done.exit_code != 0
    assert journal.read_bytes() == before
    assert [path.name for path in (home / "sittings").glob("*.jsonl")] == ["last-blast-1.jsonl"]
