"""Numbers as the cells of a workbook show them: 15 %, $1,500.00, 07, 1/2, (250)."""

from __future__ import annotations

import re
from fractions import Fraction

from components.workbooks.table import digits, shown

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
