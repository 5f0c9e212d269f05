"""Templates and what they are filled with. Parts that many pages share are drawn once."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from itertools import chain, repeat
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from components import catalogue
from components.filling import templates
from components.prose import Block, Lines, List, Paragraph, Words, sentence
from components.setup import Area
from components.wording import counted, listed
from referee.engine.scoresheet import PlayerScore
from referee.games import slugs
from referee.web.pages.charting import MARKS, chart_of
from referee.web.pages.drawing import Drawn, Faces
from referee.web.pages.photographs import INSTALLED
from referee.web.table import Table

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CITED = re.compile(r"\[?\b([A-Z]{2}) (\d[\d.]*\d|\d)\b\]?")
_RULE_LINK = Markup('<a class="rule" href="/tools/rules?line={}+{}">{}</a>')
_FLAME = Markup(
    '<svg viewBox="3 0 18 23"><path d="M12.6.8C13.4 4.8 19.6 8.2 19.6 15A7.6 7.6 0 0 1 4.4 15'
    'C4.4 11.2 6.4 8.8 7.6 6.4C8.2 7.8 8.8 8.8 9.8 9.4C9.6 6.4 10.8 3.2 12.6.8Z"/></svg>'
)  # the face of a die that the rules write as a star
_TOLD = 4  # lines of a score that a result tells
_NAME, _END = 16, "<!--end-->"  # letters of the name of a part of a page, and what is after the part
_TEXTS, _VARIANTS = 128, 16  # texts to remember of one table, and of one area
_SCRIPTS = ("starbox", "choosing", "telling", "camera", "tools", "tv", "htmx.min")
STATIC = dict.fromkeys(("starbox.css", "table.css", "tv.css"), "text/css")  # files for browsers by kind
STATIC |= dict.fromkeys((f"{name}.js" for name in _SCRIPTS), "text/javascript")


class Pages:
    """Fills the templates of `templates/web`.

    alone  whether one device has all seats, so that there is nobody to invite
    """

    def __init__(self, faces: Faces, alone: bool = False) -> None:
        self._faces = faces
        # Without `auto_reload`, as otherwise each page would look at the dates of its templates.
        self._templates = templates("web", auto_reload=False)
        self._templates.filters["listed"] = lambda names: listed(names) if names else ""
        self._templates.filters["capitalise"] = lambda text: text[:1].upper() + text[1:]
        self._templates.filters["lower_first"] = lambda text: text[:1].lower() + text[1:]
        self._templates.filters["face"] = lambda face: _FLAME if face == "*" else face
        self._templates.filters |= {"printed": printed, "cited": cited, "symbol": symbol, "part": part}
        self._templates.filters["options"] = lambda moves: htmlsafe_json_dumps(
            [kind.options for kind in moves.kinds]
        )
        self._templates.globals |= {"alone": alone, "marks": MARKS, "qr_code": qr_code, "chart_of": chart_of}
        self._templates.globals |= {"presence": presence, "how": self._how}
        self._templates.globals |= {"counted": counted, "cover": faces.cover, "area": self._area_of}
        self._templates.globals |= {"once": self._once, "keys": faces.keys}
        self._templates.globals["camera"] = INSTALLED and not alone

    def page(self, template: str, **known: Any) -> str:
        """The page of that template."""
        return self._templates.get_template(template).render(**known)

    def area(self, game: str, area: Area) -> Markup:
        """A part of the table of which nothing can be asked for."""
        return self._area_of(game, self._faces.drawn(game, area), frozenset())

    def _how(self, game: str, player: PlayerScore) -> str:
        """Say what the points of a player come from, as far as two lines of a phone have room for it."""
        pieces = sum(self._faces.key(game, line.what) is not None for line in player.lines)
        told = [counted(pieces, "piece")] if pieces else []
        told += [
            f"{line.what} {line.points}" if line.points else line.what
            for line in player.lines
            if not self._faces.key(game, line.what)
        ]
        more = len(told) - _TOLD
        return ", ".join(told if more < 2 else [*told[:_TOLD], f"and {more} more"])

    def _area_of(self, game: str, drawn: Drawn, targets: frozenset[str]) -> Markup:
        """A part of the table.

        targets  the codes and places that a tap may ask for; those that are not on it do not matter
        """
        marked = targets & drawn.targets
        if (text := drawn.texts.get(marked)) is None:
            if len(drawn.texts) > _VARIANTS:
                drawn.texts.clear()
            text = part(self.page("area.html.j2", game=game, drawn=drawn, targets=marked))
            drawn.texts[marked] = text
        return text

    def _once(self, texts: dict[Any, Markup], key: Hashable, template: str, **known: Any) -> Markup:
        """The part of a page that this template makes, or what it made by that key before."""
        found = texts.pop(key, None)
        texts[key] = part(self.page(template, **known)) if found is None else found
        if len(texts) > _TEXTS:  # the one that no page has had for the longest time
            del texts[next(iter(texts))]
        return texts[key]


def part(text: str) -> Markup:
    """Mark a part of a page, so that it need not be sent again to whoever has it."""
    name = blake2b(text.encode(), digest_size=_NAME // 2).hexdigest()
    return Markup(f"<!--part {name}-->{text}{_END}")


def lacking(page: str, has: Collection[str]) -> str:
    """The page with nothing but the names of the parts that somebody has."""
    first, *rest = page.split("<!--part ")
    sent = [
        f"<!--same {one[:_NAME]}-->{one.partition(_END)[2]}" if one[:_NAME] in has else f"<!--part {one}"
        for one in rest
    ]
    return first + "".join(sent)


def presence(table: Table, player: str) -> str:
    """Say whether that player's phone listens: "here", or how long it has not."""
    minutes = int(table.away(player) / 60)
    return f"asleep for {counted(minutes, 'minute')}" if minutes else "here"


@cache
def for_browsers(name: str) -> bytes:
    """A file of `templates/web` without the comments and the indents that only its authors read."""
    text = (files("templates") / "web" / name).read_text("utf-8")
    if ".min." in name:
        return text.encode()
    lines = (line.strip() for line in _CSS_COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")).encode()


@cache
def symbol(name: str) -> Markup:
    """The drawing of a symbol, as it is printed; empty if there is none of that name."""
    drawing = files("templates") / "symbols" / f"{name}.svg"
    return Markup(drawing.read_text("utf-8")) if drawing.is_file() else Markup("")


@lru_cache(64)
def qr_code(address: str) -> str:
    """The QR code of the address as SVG, as large as the page makes it."""
    import segno

    return str(
        segno.make(address, error="m").svg_inline(
            border=2, dark="#14182b", light="#ffffff", svgclass="qr", omitsize=True
        )
    )


def printed(blocks: Iterable[Block | str]) -> Markup:
    """Blocks and sentences as paragraphs, lists and tables of a page; lines of a chart stay as they are."""
    return Markup("\n").join(_block(sentence(one) if isinstance(one, str) else one) for one in blocks)


def cited(text: str) -> Markup:
    """A sentence whose rules, "LB 4.2", are links. It may have words that somebody typed."""

    def link(found: re.Match[str]) -> str:
        slug = _prefixes().get(found[1])
        if not slug:
            return found[0]
        return str(_RULE_LINK.format(slug, found[2], f"{found[1]} {found[2]}"))

    return Markup(_CITED.sub(link, str(escape(text))))


def _block(block: Block) -> Markup:
    if isinstance(block, List):
        whole = f'<ol start="{block.numbers[0][:-1]}">{{}}</ol>' if block.numbers else "<ul>{}</ul>"
        return _all(whole, (Markup("<li>{}</li>").format(_inline(unit)) for unit in block.units))
    if isinstance(block, Lines):
        return _all("<pre>{}</pre>", (_inline(line) + "\n" for line in block.units))
    if isinstance(block, Paragraph):
        deep = ' class="deep"' if block.indent else ""
        return Markup(f"<p{deep}>{{}}</p>").format(_inline(block.words)) if block.words else Markup("<br>")
    tags = chain(["th" if block.headed else "td"], repeat("td"))
    sides = block.aligned.ljust(max(map(len, block.rows), default=0))
    rows = (
        _all("<tr>{}</tr>", (_cell(cell, side, tag) for cell, side in zip(row, sides, strict=False)))
        for row, tag in zip(block.rows, tags, strict=False)
    )
    return _all('<div class="scroll" tabindex="0"><table>{}</table></div>', rows)


def _cell(cell: Words, side: str, tag: str) -> Markup:
    end = ' class="end"' if side == ">" else ""
    return Markup(f"<{tag}{end}>{{}}</{tag}>").format(_inline(cell))


def _inline(words: Words) -> Markup:
    """The words as a printed book has them."""
    text = Markup("")
    for run in words:
        said = Markup("{}").format(run.text)
        for tag, on in (("code", run.code), ("i", run.italic), ("b", run.bold)):
            said = Markup(f"<{tag}>{{}}</{tag}>").format(said) if on else said
        if slug := _prefixes().get(run.cites[:2]):
            line = f"/tools/rules?line={slug}+{run.cites[3:]}"
            said = Markup('<a class="rule" href="{}">{}</a>').format(line, said)
        text += said
    return text


@cache
def _prefixes() -> Mapping[str, str]:
    """The game whose rules have that prefix."""
    return {catalogue.load(slug).rules.prefix: slug for slug in slugs()}


def _all(around: str, parts: Iterable[Markup]) -> Markup:
    return Markup(around).format(Markup("").join(parts))
