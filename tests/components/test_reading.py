"""Text that somebody else may have written: what is refused, where, and that it is refused at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from components.errors import DataError
from components.reading import DIGITS, NESTING, parse_json, parse_toml_data, read_bytes, read_text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, -2.5, "é", null, true]}', {"a": [1, -2.5, "é", None, True]}),
        ('"[[[[" ', "[[[["),
        ('{"pair": "\\ud83d\\ude80"}', {"pair": "\U0001f680"}),
        ("9" * DIGITS, 10**DIGITS - 1),
        ("[" * NESTING + "]" * NESTING, None),
        ('["' + "[{" * NESTING + '"]', ["[{" * NESTING]),
    ],
)
def test_json_is_read(text: str, value: object) -> None:
    assert value is None or parse_json(text, "a text") == value
    assert parse_json(text, "a text") is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * (NESTING + 1) + "]" * (NESTING + 1), "nested more than 40 deep"),
        ("[" * 200_000, "nested more than 40 deep"),
        ('{"a":' * 200_000, "nested more than 40 deep"),
        ("9" * (DIGITS + 1), "more than 15 digits"),
        ("[1, -" + "9" * 5_000 + "]", "more than 15 digits"),
        ("1e999", "is too large"),
        ("[NaN]", "NaN is not a number"),
        ("-Infinity", "-Infinity is not a number"),
        (r'{"seed": "\ud800"}', "half a character"),
        (r'{"\udc00": 1}', "half a character"),
        ("{'a': 1}", "This is not JSON"),
        ('"' + "\\" * 100_001, "This is not JSON"),
        ("", "This is not JSON"),
        ("{}{}", "This is not JSON"),
    ],
)
def test_json_is_refused(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as refused:
        parse_json(text, "a text")
    assert refused.value.where == "a text"


def test_json_is_refused_with_the_line() -> None:
    for text, line in (("{\n\n'a': 1}", 3), ("[\n" * 100, NESTING + 1)):
        with pytest.raises(DataError) as refused:
            parse_json(text, "a.json")
        assert refused.value.where == f"a.json, line {line}"


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("a = " + "[" * (NESTING + 1) + "]" * (NESTING + 1), "nested more than 40 deep", ""),
        ("\na = " + "[" * 20_000, "nested more than 40 deep", ", line 2"),
        ("a = " + "{a=" * 20_000, "nested more than 40 deep", ""),
        ('b = """[\n[["""\na = ' + "[\n" * 20_000, "nested more than 40 deep", ", line 43"),
        ("a." * 50_000 + "a = 1", "nested more than 40 deep", ", line 1"),
        ('\n[ "a b" . ' * 1 + "'c d' . " * 50_000 + "e ]", "nested more than 40 deep", ", line 2"),
        ("[" + "a." * 60 + "a]", "nested more than 40 deep", ""),
        ("a = " + "9" * (DIGITS + 1), "a has more than 15 digits", ""),
        ("a = " + "9" * 5_000, "more than 15 digits", ""),
        ("[t]\nb = [1, 0x" + "f" * 100_000 + "]", r"t.b\[2\] has more than 15 digits", ""),
        ("a = 1e999", "a is inf, which is not a number", ""),
        ("a = nan", "a is nan", ""),
        ("a = 2026-02-30", "Invalid date", ""),
        ("a = \n", "This is not TOML.*line 1", ""),
        ('a = "\0"', "This is not TOML", ""),
        ('a = "\\ud800"', "This is not TOML", ""),
    ],
)
def test_toml_is_refused(text: str, said: str, line: str) -> None:
    with pytest.raises(DataError, match=said) as refused:
        parse_toml_data(text, "a.toml")
    assert refused.value.where == f"a.toml{line}"


def test_toml_with_many_dots_is_read() -> None:
    dots = "a. " * 60
    text = f'a = "{dots}"\nb = [{"1.5, " * 60}]\n# {"x, " * 99}'
    assert parse_toml_data(text, "a.toml") == {"a": dots, "b": [1.5] * 60}


def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "circle").symlink_to("circle")
    for file, said in (
        (Path("/dev/zero"), "a pipe or a device and not a file"),
        (pipe, "a pipe or a device and not a file"),
        (tmp_path, "a folder and not a file"),
        (tmp_path / "circle", "cannot be read"),
        (tmp_path / "none", "no such file"),
        (tmp_path / "n\0ne", "no such file"),
        (tmp_path / "n.[*", "no such file"),
        (tmp_path / "n.**", "no such file"),
        (tmp_path / ("n" * 5_000), "cannot be read"),
    ):
        with pytest.raises(DataError, match=said):
            read_bytes(file)


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * 2048)
    assert len(read_bytes(file, limit=2048)) == 2048
    with pytest.raises(DataError, match="larger than"):
        read_bytes(file, limit=2047)


def test_nothing_outside_a_folder_is_read(tmp_path: Path) -> None:
    folder, secret = tmp_path / "game", tmp_path / "secret.csv"
    folder.mkdir()
    secret.write_text("code")
    (folder / "inside.csv").write_text("code")
    (folder / "link.csv").symlink_to(secret)
    (folder / "within.csv").symlink_to("inside.csv")
    for name in ("inside.csv", "within.csv", "../game/inside.csv"):
        assert read_text(folder / name, within=folder) == "code"
    for name in ("../secret.csv", "link.csv", str(secret), "../game2/x.csv", "/dev/zero"):
        with pytest.raises(DataError, match="outside the folder"):
            read_text(folder / name, within=folder)


def test_text_is_utf_8_and_its_lines_end_alike(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert read_text(file) == "one\ntwo\nthree"
    file.write_bytes(b"one\ntwo \xff")
    with pytest.raises(DataError, match="not UTF-8") as refused:
        read_text(file)
    assert refused.value.where == f"{file}, line 2"
