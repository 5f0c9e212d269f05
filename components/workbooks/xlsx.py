"""A sheet of an .xlsx, the format of Excel."""

import posixpath
import re
from datetime import datetime, timedelta
from fractions import Fraction

from components.errors import DataError
from components.workbooks.parts import Attributes, Heads, Parts, Reader
from components.workbooks.table import (
    Table,
    cell_name,
    chosen,
    dated,
    digits,
    faulty,
    merged,
    plain,
    shown,
    yes_or_no,
)

_REFERENCE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")
_ESCAPED = re.compile(r"_x(0[0-9A-Fa-f]{3})_")  # a character as Excel writes it if XML cannot hold it
# Parts of the format of a number that say nothing of dates: texts, escapes, colours and languages.
_NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # numbers of Excel's own formats
_LAST_DAY = 2_958_465  # 9999-12-31


def read_xlsx(parts: Parts, wanted: str) -> tuple[list[str], Table]:
    related = _related(parts, "xl/workbook.xml")
    files = dict(related.values())
    sheets: dict[str, str] = {}
    from_1904 = False
    for _, kind, head in parts.read("xl/workbook.xml", Heads("sheet", "workbookPr")).found:
        if kind == "workbookPr":
            from_1904 = head.get("date1904") in ("1", "true")
            continue
        is_a, target = related[next(value for key, value in head.items() if key.endswith("relationships}id"))]
        if is_a == "worksheet":
            sheets.setdefault(head["name"], target)
    name = chosen(wanted, list(sheets), parts.where)
    strings = parts.read(files["sharedStrings"], _Strings()).texts if "sharedStrings" in files else []
    formats = _formats(parts, files["styles"]) if "styles" in files else []
    sheet = _Worksheet(f"{parts.where}, sheet {name}", strings, formats, from_1904)
    table = parts.read(sheets[name], sheet).table
    for _, drawn in _related(parts, sheets[name]).values():
        if "/drawings/" in drawn and drawn in parts:
            held = _related(parts, drawn)
            found = parts.read(drawn, _Anchors()).found
            table.pictures |= {place: held[key][1] for place, key in found.items() if key in held}
    return list(sheets), table


def _related(parts: Parts, part: str) -> dict[str, tuple[str, str]]:
    """The parts that a part refers to, by id: the kind and the name of each."""
    home, _, name = part.rpartition("/")
    rels = f"{home}/_rels/{name}.rels"
    heads = parts.read(rels, Heads("Relationship")).found if rels in parts else []
    return {
        head["Id"]: (
            head.get("Type", "").rpartition("/")[2],
            posixpath.normpath(posixpath.join("/", home, head["Target"]))[1:],
        )
        for _, _, head in heads
    }


def _formats(parts: Parts, file: str) -> list[str]:
    """The format of numbers in each style of cells; "" for the general one, "date" for dates and times."""
    found = parts.read(file, Heads("numFmt", "xf")).found
    codes = {head["numFmtId"]: head["formatCode"] for _, name, head in found if name == "numFmt"}
    known = {str(number): "date" for number in _DATES} | FORMATS | codes
    known |= {
        key: "date" for key, code in codes.items() if re.search("[dmyhs]", _NO_DATE.sub("", code), re.I)
    }
    return [known.get(head.get("numFmtId", ""), "") for around, name, head in found if around == "cellXfs"]


class _Anchors(Reader):
    """The pictures of a drawing: the id of each by the row and column of its upper left corner."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[tuple[int, int], str] = {}
        self._at = {"row": 0, "col": 0}

    def opened(self, name: str, attributes: Attributes) -> None:
        if name == "blip":
            key = next((value for key, value in attributes.items() if key.endswith("}embed")), "")
            self.found.setdefault((self._at["row"], self._at["col"]), key)

    def said(self, text: str) -> None:
        if self.path[-1] in self._at and self.path[-2] == "from":
            self._at[self.path[-1]] = int(text)


class _Strings(Reader):
    """The texts that the cells of an .xlsx share."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._pieces: list[str] = []

    def closed(self, name: str) -> None:
        if name == "si":
            self.texts.append("".join(self._pieces))
            self._pieces.clear()

    def said(self, text: str) -> None:
        if self.path[-1] == "t" and self.path[-2] != "rPh":  # rPh says how it is pronounced
            self._pieces.append(text)


class _Worksheet(Reader):
    """A sheet of an .xlsx."""

    def __init__(self, place: str, strings: list[str], formats: list[str], from_1904: bool) -> None:
        super().__init__()
        self.where = place
        self.table = Table(place)
        self._strings, self._formats = strings, formats
        self._checked: dict[int, str] = {}  # texts of `strings`
        self._zero = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
        self._row = self._column = -1
        self._cell: Attributes = {}
        self._formula = False
        self._pieces: list[str] = []

    def opened(self, name: str, attributes: Attributes) -> None:
        if name == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1
        elif name == "c":
            self._column += 1
            if "r" in attributes:
                self._row, self._column = _position(attributes["r"])
            self._cell, self._formula = attributes, False
            self._pieces.clear()
        elif name == "f":
            self._formula = True
        elif name == "mergeCell":
            raise merged(attributes["ref"][:30], self.where)

    def closed(self, name: str) -> None:
        if name == "c":
            self.table.put(self._row, self._column, self._text("".join(self._pieces)))

    def said(self, text: str) -> None:
        if self.path[-1] == "v" or (self.path[-1] == "t" and self.path[-2] != "rPh"):
            self._pieces.append(text)

    def _text(self, said: str) -> str:
        kind = self._cell.get("t", "n")
        if kind == "e":
            raise faulty(said[:20], self._here())
        if self._formula and not said and kind != "str":
            raise DataError(
                "The formula has no value.",
                where=self._here(),
                todo="Open the workbook in a spreadsheet and save it, or write the value.",
            )
        if not said.strip() and kind in ("b", "d", "n", "s"):
            return ""
        if kind == "b":
            return yes_or_no(said.strip() == "1")
        if kind == "d":
            raise dated(said, self._here())
        if kind == "n":
            number, style = float(said), int(self._cell.get("s", "0"))
            code = "".join(self._formats[style : style + 1])
            if code == "date" and 0 <= number <= _LAST_DAY:
                raise dated(self._date(number), self._here())
            return formatted(number, code)
        if kind != "s":
            return plain(_ESCAPED.sub(_escaped, said), self._here())
        shared = int(said)
        if shared not in self._checked:
            text = _ESCAPED.sub(_escaped, self._strings[shared])
            self._checked[shared] = plain(text, self._here())
        return self._checked[shared]

    def _date(self, number: float) -> str:
        moment = (self._zero + timedelta(days=number)).replace(microsecond=0)
        return str(moment.time() if number < 1 else moment if number % 1 else moment.date())

    def _here(self) -> str:
        return cell_name(self.where, self._row, self._column)


def _position(reference: str) -> tuple[int, int]:
    """The row and the column of a cell such as B7, from 0."""
    found = _REFERENCE.fullmatch(reference)
    if not found:
        raise ValueError(f"there is no cell {reference[:20]}")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(found[2]) - 1, column - 1


def _escaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))


# Excel's own formats by their numbers; others are in the file.
FORMATS = {
    "2": "0.00", "4": "#,##0.00", "9": "0%", "10": "0.00%", "12": "# ?/?", "13": "# ??/??",
    "37": "#,##0;(#,##0)", "38": "#,##0;(#,##0)", "39": "#,##0.00;(#,##0.00)", "40": "#,##0.00;(#,##0.00)",
}  # fmt: skip
_SECTION = re.compile(r"""(?:"[^"]*"|\\.|[^;"\\])*""")
# Texts and escapes stay; room for a character, fillers, colours and languages go.
_TOKEN = re.compile(r"""(?P<text>"[^"]*"|\\.)|_.|\*.|\[\$(?P<sign>[^\]-]*)[^\]]*\]|\[[^\]]*\]|(?P<other>.)""")
_PLACES = re.compile(r"[#0?][#0?,]*(?:\.[0#?]+)?")
_FRACTION = re.compile(r"(?P<whole>[#0?]+ +)?[#0?]+/(?P<below>[?#]+|\d+)")


def formatted(number: float, code: str) -> str:
    """The number in that format, and as it is where the format says nothing that we know."""
    plain = digits(number)
    sections = [found[0] for found in _SECTION.finditer(code) if found[0]][:3]
    if not sections or "E+" in code:
        return plain
    section = sections[0]
    if number < 0 and len(sections) > 1:
        section, number = sections[1], -number
    elif not number and len(sections) > 2:
        section = sections[2]
    words: list[str] = []  # texts, which the places of the digits are looked for without
    bare = ""
    for token in _TOKEN.finditer(section):
        text = token["text"].strip('"').removeprefix("\\") if token["text"] else token["sign"] or ""
        bare += token["other"] or ("\0" if text else "")
        words += [text] if text else []
    if "%" in bare:
        number *= 100
    if fraction := _FRACTION.search(bare):
        made, found = _fraction(number, fraction), fraction
    elif places := _PLACES.search(bare):
        made, found = _decimal(number, places[0]), places
    else:
        return plain
    said = re.sub("\0", lambda _: words.pop(0), bare[: found.start()] + "\1" + bare[found.end() :])
    sign = "-" if number < 0 else ""
    return shown(plain, sign + said.replace("\1", made).strip())


def _decimal(number: float, places: str) -> str:
    whole, _, decimals = places.partition(".")
    least = decimals.count("0")
    text = f"{abs(number):{',' if ',' in whole else ''}.{len(decimals)}f}"
    while len(text.partition(".")[2]) > least and text.endswith("0"):
        text = text[:-1]
    before, dot, after = text.rstrip(".").partition(".")
    return before.rjust(whole.count("0"), "0") + dot + after


def _fraction(number: float, form: re.Match[str]) -> str:
    below = form["below"]
    part = (
        Fraction(round(abs(number) * int(below)), int(below))
        if below.isdigit()
        else Fraction(abs(number)).limit_denominator(10 ** len(below) - 1)
    )
    whole, rest = divmod(part.numerator, part.denominator) if form["whole"] else (0, part.numerator)
    said = f"{rest}/{part.denominator}" if rest else ""
    return " ".join(word for word in (str(whole) if whole or not rest else "", said) if word)
