"""Workbooks that a few kilobytes make large: what is counted is what is read, so none takes long or much."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from components.errors import DataError
from components.sheets import read_sheet

_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="a" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="b" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
)
_SHEET = '<sheet name="A" sheetId="1" r:id="a"/>'
_BOOK = f'<workbook {_MAIN} xmlns:r="{_OFFICE}"><sheets>{_SHEET}</sheets></workbook>'
_FIRST = '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c></row>'
_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
_VALUE = 'office:value-type="float" office:value="1"'


def packed(parts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def xlsx(rows: str, after: str = "", strings: str = "", strings_in: str = "xl/sharedStrings.xml") -> bytes:
    sheet = f"<worksheet {_MAIN}><sheetData>{_FIRST}{rows}</sheetData>{after}</worksheet>"
    return packed({
        "xl/workbook.xml": _BOOK, "xl/_rels/workbook.xml.rels": _RELATIONS, "xl/worksheets/sheet1.xml": sheet,
        strings_in: f"<sst {_MAIN}>{strings}</sst>",
    })  # fmt: skip


def ods(rows: str, **more: str) -> bytes:
    content = (
        f"<office:document-content {_SPACES}><office:body><office:spreadsheet>"
        f'<table:table table:name="A">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return packed({"content.xml": content, **more})


def row(cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{cells}</table:table-row>'


M = 1_000_000
# What the workbook is, and what is said of it.
LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "cells that do not end": (lambda: xlsx("<row>" + "<c>" * M), "is more than 16 MB of XML"),
    "tags that do not end": (lambda: xlsx("<row " * M), "that can be read"),
    "attributes that recur": (lambda: xlsx('<row><c r="A3" ' + 't="e" ' * M), "is more than"),
    "attributes that differ": (
        lambda: xlsx("<row " + " ".join(f'a{one}=""' for one in range(M // 4)) + "/>"),
        "is more than",
    ),
    "merged cells that do not end": (lambda: xlsx("", "<mergeCell " * M), "that can be read"),
    "empty cells": (lambda: xlsx("<row>" + "<c/>" * (M + 9) + "</row>"), "is more than"),
    "ends of lines": (lambda: xlsx("<row>" + "\n" * (M + 9) + "</row>"), "is more than"),
    "far away, single quotes": (
        lambda: xlsx("<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"),
        "1,048,576 rows",
    ),
    "far away, spaces": (lambda: xlsx('<row><c r ="XFD9"><v>1</v></c></row>'), "16,384 columns"),
    "far away, small letters": (lambda: xlsx('<row><c r="xfd9"><v>1</v></c></row>'), "16,384 columns"),
    "farther than there is": (
        lambda: xlsx('<row><c r="ZZZZZZZZZZZZ99999999999999"><v>1</v></c></row>'),
        "there is no cell ZZZZZZZZZZZZ",
    ),
    "rows without numbers": (lambda: xlsx("<row><c><v>1</v></c></row>" * 300_000), "rows or more"),
    "wide and long": (
        lambda: xlsx("".join(f'<row><c r="GR{one}"><v>1</v></c></row>' for one in range(2, 20_000))),
        "1,000,000 cells",
    ),
    "strings in capitals": (
        lambda: xlsx("<row/>", strings="<si><t>x</t></si>" * M, strings_in="xl/sharedStrings.XML"),
        "is more than",
    ),
    "a string that is shared": (
        lambda: xlsx(
            "<row>" + '<c t="s"><v>0</v></c>' * 150 + "</row>", strings=f"<si><t>{'x' * M}</t></si>"
        ),
        "is more than",
    ),
    "merged, single quotes": (
        lambda: xlsx("", "<mergeCells><mergeCell ref='B2:C3'/></mergeCells>"),
        "cell B2: The cells B2 to C3 are merged",
    ),
    "declared entities": (
        lambda: packed({"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
        "declares entities",
    ),
    "a value that recurs": (
        lambda: ods(row(f'<table:table-cell table:number-columns-repeated="3000" {_VALUE}/>', 30_000)),
        "3,000 columns",
    ),
    "a row that recurs": (lambda: ods(row(f"<table:table-cell {_VALUE}/>", 30_000)), "30,000 rows"),
    "rows that recur": (
        lambda: ods(
            row(f'<table:table-cell table:number-columns-repeated="200" {_VALUE}/>', 19_999)
            + row("<table:table-cell/>")
        ),
        "1,000,000 cells",
    ),
    "spaces that recur": (
        lambda: ods(row('<table:table-cell><text:p><text:s text:c="2000000000"/>')),
        "4 MB of text",
    ),
    "two formats in one": (
        lambda: ods(
            row(f'<table:table-cell table:number-columns-repeated="201" {_VALUE}/>'),
            **{"xl/workbook.xml": _BOOK, "xl/_rels/workbook.xml.rels": _RELATIONS},
        ),
        "201 columns",
    ),
    "tables in tables": (lambda: ods("<table:table-row>" * 100), "is more than"),
}  # fmt: skip


@pytest.mark.parametrize("what", LARGE)
def test_s4_no_workbook_takes_long_or_much(what: str, tmp_path: Path, guarded: None) -> None:
    make, said = LARGE[what]
    for suffix in ("xlsx", "ods"):
        file = tmp_path / f"a.{suffix}"
        file.write_bytes(make())
        assert file.stat().st_size < 5 * M
        with pytest.raises(DataError, match=said):
            list(read_sheet(file).rows)


def test_s4_whatever_is_left_of_a_workbook_is_told_in_a_sentence(tmp_path: Path) -> None:
    """Bytes of the archive changed at random, as in two files that ended in a traceback."""
    chance = random.Random(4)
    whole = xlsx('<row><c t="s"><v>0</v></c><c r="B2"><v>2</v></c></row>', strings="<si><t>A1</t></si>")
    file = tmp_path / "a.xlsx"
    refused = 0
    for _ in range(500):
        harmed = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            harmed[chance.randrange(len(harmed))] = chance.randrange(256)
        file.write_bytes(harmed)
        try:
            list(read_sheet(file).rows)
        except DataError:
            refused += 1
    assert refused > 50
