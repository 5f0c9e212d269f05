"""Workbooks of Excel and LibreOffice as the pieces of a deck."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from components.errors import DataError
from components.pieces import Column, Source, read_pieces
from components.sheets import read_sheet
from tests.searching import SEARCHING

openpyxl = pytest.importorskip("openpyxl")

ROWS = [
    ["code", "cost", "text"],
    ["A1", 2, "One, two; three"],
    ["A2", 2.5, "é 星 ☄\nnext"],
    ["A3", "0", True],
]
Write = Callable[[Path, Sequence[Sequence[Any]]], Path]


def xlsx(
    file: Path, rows: Sequence[Sequence[Any]], change: Callable[[Any], object] = lambda sheet: None
) -> Path:
    book = openpyxl.Workbook()
    book.active.title = "Cover"
    sheet = book.create_sheet("Cards")
    for row in rows:
        sheet.append(row)
    change(sheet)
    book.save(file)
    return file


def ods(file: Path, rows: Sequence[Sequence[Any]], extra: str = "") -> Path:
    def cell(value: Any) -> str:
        if isinstance(value, bool):
            kind = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
        elif isinstance(value, (int, float)):
            kind = f'office:value-type="float" office:value="{value}"'
        else:
            kind = 'office:value-type="string"'
        paragraphs = "".join(f"<text:p>{line}</text:p>" for line in str(value).split("\n"))
        return f"<table:table-cell {kind}>{paragraphs}</table:table-cell>"

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    far = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="Cover"/><table:table table:name="Cards">{lines}{extra}{far}</table:table>'
        f"</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    return file


def cells(file: Path, sheet: str = "Cards") -> list[list[str]]:
    table = read_sheet(file, sheet=sheet)
    return [[*table.header], *([*row.values.values()] for row in table.rows)]


@pytest.mark.parametrize("write", [xlsx, ods])
def test_every_kind_of_cell_is_read_as_it_is_seen(write: Write, tmp_path: Path) -> None:
    file = write(tmp_path / f"cards.{write.__name__}", ROWS)
    assert cells(file) == [
        ["code", "cost", "text"], ["A1", "2", "One, two; three"],
        ["A2", "2.5", "é 星 ☄\nnext"], ["A3", "0", "yes"],
    ]  # fmt: skip


@pytest.mark.parametrize("write", [xlsx, ods])
def test_pieces_come_from_a_sheet_with_headings_of_its_own(write: Write, tmp_path: Path) -> None:
    rows = [["Card name", "Qty", "Cost"], ["Fox", 2, 3], ["", "", ""], ["Owl", 1, "much"]]
    file = write(tmp_path / f"cards.{write.__name__}", rows)
    headings = {"title": "Card name", "copies": "Qty"}
    source = Source(file, sheet="Cards", headings=headings, numbered="A")
    columns = {"title": Column("title", "text", False), "Cost": Column("Cost", "text", False)}
    first, second = read_pieces(source, columns)
    assert (first.code, first.copies, first["title"], first["Cost"]) == ("A1", 2, "Fox", "3")
    assert second.code == "A2" and second.where == f"{file}, sheet Cards, row 4"
    with pytest.raises(DataError, match=r'sheet Cards, row 4, cell C4: Column "Cost" is "much"'):
        read_pieces(source, {**columns, "Cost": Column("Cost", "int", False)})


def test_an_unknown_sheet_is_named_with_a_near_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r'There is no sheet "Card"\. Did you mean "Cards"'):
        cells(xlsx(tmp_path / "a.xlsx", ROWS), "Card")


def test_an_unknown_heading_is_named_with_a_near_one(tmp_path: Path) -> None:
    source = Source(xlsx(tmp_path / "a.xlsx", ROWS), sheet="Cards", headings={"title": "Text"})
    with pytest.raises(DataError, match=r'There is no heading "Text".*Did you mean "text"'):
        read_pieces(source, {})


FAULTS: dict[str, tuple[Callable[[Any], object], str]] = {
    "merged": (lambda sheet: sheet.merge_cells("B2:C3"), "cell B2: The cells B2 to C3 are merged"),
    "formula": (lambda sheet: sheet.cell(3, 2, "=1+1"), "cell B3: The formula has no value"),
    "fault": (lambda sheet: sheet.cell(4, 3, "#REF!"), "cell C4: The formula gives #REF!"),
    "date": (
        lambda sheet: sheet.cell(2, 3, date(2026, 1, 2)),
        "cell C2: The cell is a date or a time, 2026-01-02",
    ),
    "beside": (lambda sheet: sheet.cell(2, 5, "lost"), "cell E2: There is no heading above this cell"),
    "far down": (lambda sheet: sheet.cell(1_000_000, 1, "x"), "has 1,000,000 rows or more"),
    "far right": (lambda sheet: sheet.cell(2, 16_000, "x"), "has 16,000 columns"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_cell_that_cannot_be_a_value_is_named(what: str, tmp_path: Path) -> None:
    change, said = FAULTS[what]
    with pytest.raises(DataError, match=f"a.xlsx, sheet Cards.*{said}"):
        cells(xlsx(tmp_path / "a.xlsx", ROWS, change))


def test_a_formula_counts_as_the_value_that_was_saved(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "a.xlsx", ROWS, lambda sheet: sheet.cell(3, 2, "=1+1"))
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part.replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>"))
    assert cells(file)[2][1] == "2"


def test_merged_cells_of_an_ods_are_named(tmp_path: Path) -> None:
    merged = (
        "<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell "
        'table:number-columns-spanned="2"><text:p>y</text:p></table:table-cell></table:table-row>'
    )
    with pytest.raises(DataError, match="cell B5: The cells B5 to C5 are merged"):
        cells(ods(tmp_path / "a.ods", ROWS, merged))


def test_an_ods_cannot_claim_more_than_it_may(tmp_path: Path) -> None:
    cell = '<table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    with pytest.raises(DataError, match="16,000 columns"):
        cells(ods(tmp_path / "a.ods", ROWS, row))


def archive(**parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return buffer.getvalue()


FILES = {
    "no archive": (b"code,text\nA,1\n", "This is not a workbook"),
    "cut short": (archive(a=b"b")[:-9], "This is not a workbook"),
    "another archive": (archive(**{"a.xml": b"<a/>"}), "not a workbook that can be read"),
    "before 2007": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "from before 2007"),
    "password": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(60) + "EncryptedPackage".encode("utf-16-le"),
        "has a password",
    ),
    "password, ods": (archive(**{"META-INF/manifest.xml": b"<a><encryption-data/></a>"}), "has a password"),
    "bomb": (archive(**{"content.xml": b"<a>" + bytes([32, 10]) * 10 * 1024**2}), "more than 16 MB"),
    "entities": (archive(**{"content.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a/>'}), "declares entities"),
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_no_workbook_is_refused(what: str, tmp_path: Path) -> None:
    content, said = FILES[what]
    file = tmp_path / "a.xlsx"
    file.write_bytes(content)
    with pytest.raises(DataError, match=said):
        cells(file)


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_what_separates_the_cells_is_found_and_said(sign: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter=sign).writerows([["code", "text"], ["A", "a,b;c\td"], ["", ""]])
    sheet = read_sheet(file)
    assert [*next(sheet.rows).values.values()] == ["A", "a,b;c\td"] and next(sheet.rows, None) is None
    assert sheet.said == f"cells separated by { {',': 'commas', ';': 'semicolons', chr(9): 'tabs'}[sign] }"


@pytest.mark.outside
@pytest.mark.skipif(not (SEARCHING and shutil.which("soffice")), reason="make search: needs LibreOffice")
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_what_libreoffice_saves_is_read(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text('code,cost,text\nA1,2,"One, two"\nA2,=1+2,Ünïcode\n', encoding="utf-8")
    utf8 = "--infilter=Text - txt - csv (StarCalc):44,34,76,1"
    command = ["soffice", f"-env:UserInstallation={(tmp_path / 'user').as_uri()}", "--headless", utf8]
    subprocess.run([*command, "--convert-to", kind, "--outdir", tmp_path, file], check=True, timeout=120)
    found = cells(tmp_path / f"cards.{kind}", "cards")
    assert found[1] == ["A1", "2", "One, two"] and found[2][2] == "Ünïcode"


_FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="cards">{rows}</table:table></office:spreadsheet></office:body></office:document>"""
_ROW = "<table:table-row>{}</table:table-row>"
_WORD = '<table:table-cell {} office:value-type="string"><text:p>x</text:p></table:table-cell>'
_SAVED = {
    "sum": ('<table:table-cell table:formula="of:=1+2"/>', "3"),
    "broken": ('<table:table-cell table:formula="of:=1/0"/>', "The formula gives #DIV/0!"),
    "merged": (_WORD.format('table:number-rows-spanned="2"'), "The cells B2 to B3 are merged"),
}


@pytest.mark.outside
@pytest.mark.skipif(not (SEARCHING and shutil.which("soffice")), reason="make search: needs LibreOffice")
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
@pytest.mark.parametrize(("cell", "wanted"), _SAVED.values(), ids=_SAVED)
def test_what_libreoffice_counts_and_merges(kind: str, cell: str, wanted: str, tmp_path: Path) -> None:
    word = _WORD.format("")
    last = _ROW.format(f"{word}<table:covered-table-cell/>" if "spanned" in cell else word)
    head = word + word.replace("<text:p>x", "<text:p>y")
    rows = _ROW.format(head) + _ROW.format(word + cell) + last
    file = tmp_path / "cards.fods"
    file.write_text(_FLAT.format(rows=rows), encoding="utf-8")
    command = ["soffice", f"-env:UserInstallation={(tmp_path / 'user').as_uri()}", "--headless"]
    subprocess.run([*command, "--convert-to", kind, "--outdir", tmp_path, file], check=True, timeout=120)
    if wanted == "3":
        assert cells(tmp_path / f"cards.{kind}", "cards")[1] == ["x", "3"]
    else:
        with pytest.raises(DataError, match=wanted):
            cells(tmp_path / f"cards.{kind}", "cards")
