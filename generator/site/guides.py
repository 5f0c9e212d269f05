"""The guides and the rules as pages: the Markdown that the tests run, and what the search in it knows."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from components.catalogue import Game
from components.errors import UsageError
from components.languages.translated import languages_of

_HOME = Path(__file__).parents[2]
_DOCS = _HOME / "docs"
_MORE = {
    "README.md": "starbox.html",
    "NOTICE.md": "notice.html",
    "CHANGELOG.md": "changelog.html",
}  # files beside the folder of guides
_RULES = "Rules of the games"  # the group of the shelf that has them, and comes first
_LAST = "More"
# Of the rules: what only the program tells, names of pages, and drawings, of which the words stay.
_PRINTED = re.compile(r"\[[^\]]*\]\{program\}| \{page\}$|!\[([^\]]*)\]\((?!table\))[^)]*\)", re.MULTILINE)
_SCROLLS = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


@dataclass(frozen=True)
class Section:
    """A result of a search: the words under a heading. `place` leads there from the folder of guides."""

    place: str
    title: str
    heading: str
    text: str


@dataclass(frozen=True)
class Guide:
    """A guide.

    name      its place in the folder of guides, "games/mlem.html"
    group     the heading over it in the list of guides
    own       its text, where it is not that of the file
    language  that of its words
    of        the slug of the game whose rules it has
    """

    file: Path
    name: str
    group: str = ""
    own: str = ""
    language: str = "en"
    of: str = ""

    @cached_property
    def _tokens(self) -> list[Any]:
        from markdown_it import MarkdownIt

        text = self.own or self.file.read_text(encoding="utf-8")
        found = MarkdownIt("commonmark").enable("table").parse(text)
        seen = Counter[str]()
        for token, words in pairwise(found):
            if token.type == "heading_open":
                name = anchor(words.content)
                token.attrs["id"] = f"{name}-{seen[name]}" if seen[name] else name
                seen[name] += 1
        return found

    @property
    def title(self) -> str:
        """Its first heading."""
        return next(heading for _, heading, _ in self._parts() if heading)

    @property
    def about(self) -> str:
        """Its first paragraph, for whoever finds a link to it."""
        for before, token in pairwise(self._tokens):
            if before.type == "paragraph_open" and token.content[:1] not in "!|":
                return " ".join(_plain(token).split())[:300]
        return self.title

    def html(self, known: Mapping[Path, str]) -> str:
        """Its contents; `known` has the place of every file that a link may lead to."""
        from markdown_it import MarkdownIt

        renderer = MarkdownIt("commonmark").enable("table")
        for token in self._tokens:
            for inner in token.children or ():
                self._lead(inner, known)
        text = renderer.renderer.render(self._tokens, renderer.options, {})
        text = text.replace("<table>", f"{_SCROLLS}<table>").replace("</table>", "</table></div>")
        # The corner of a table has no words, so it heads nothing.
        return str(text.replace("<pre>", '<pre tabindex="0">').replace("<th></th>", "<td></td>"))

    def sections(self) -> Iterator[Section]:
        """Its sections, for the search."""
        for place, heading, words in self._parts():
            yield Section(f"{self.name}#{place}", self.title, heading, " ".join(" ".join(words).split()))

    def pictures(self) -> Iterator[Path]:
        """The pictures that it shows."""
        for token in self._tokens:
            for inner in token.children or ():
                if inner.type == "image":
                    yield (self.file.parent / str(inner.attrs["src"])).resolve()

    def _parts(self) -> Iterator[tuple[str, str, list[str]]]:
        """The id and the words of each heading, and all words under it."""
        place, heading, words = "", "", list[str]()
        for before, token in pairwise(self._tokens):
            if before.type == "heading_open":
                if heading:
                    yield place, heading, words
                place, heading, words = before.attrs["id"], _plain(token), []
            elif token.type in ("inline", "fence", "code_block"):
                words.append(_plain(token))
        if heading:
            yield place, heading, words

    def _lead(self, token: Any, known: Mapping[Path, str]) -> None:
        """Let a link or a picture lead to its place in the site; one that leads nowhere becomes words."""
        key = {"link_open": "href", "image": "src"}.get(token.type)
        target, _, part = str(token.attrs[key]).partition("#") if key else ("", "", "")
        if not target or "://" in target or target.startswith("mailto:"):
            return
        there = known.get((self.file.parent / target).resolve())
        if there is None:
            del token.attrs[key]
            return
        up = "../" * (len(PurePosixPath(self.name).parts) - 1)
        token.attrs[key] = f"{up}{there}{'#' if part else ''}{part}"


def guides(left_out: Collection[str] = ()) -> list[Guide]:
    """Every guide but those of games that are left out, their list first.

    Raises `UsageError` where Starbox was installed without them.
    """
    if not (_DOCS / "README.md").is_file():
        raise UsageError("The guides are not installed.", todo="Make the site from a checkout of Starbox.")
    index = _DOCS / "README.md"
    groups: dict[Path, str] = {}  # guides in the order of their list, each with its heading
    for part in index.read_text("utf-8").split("\n## ")[1:]:
        for link in re.findall(r"\]\(([^)#]+\.md)\)", part):
            groups.setdefault(_DOCS / link, part.partition("\n")[0])
    groups |= {file: _LAST for file in sorted(_DOCS.rglob("*.md")) if file not in groups and file != index}
    found = [Guide(index, "index.html")]
    for file, group in groups.items():
        if file.stem not in left_out:
            found.append(Guide(file, file.relative_to(_DOCS).with_suffix(".html").as_posix(), group))
    return [*found, *(Guide(_HOME / file, name, _LAST) for file, name in _MORE.items())]


def rules(game: Game) -> list[Guide]:
    """The rules of a game as pages, in its own language and in those that it is translated into."""
    others = [code for code in languages_of(game) if (game.folder / code / "rules.md").exists()]
    return [_rules(game, code) for code in ("", *others)]


def _rules(game: Game, language: str) -> Guide:
    """The learn-to-play of a game, then its rules by their numbers.

    The drawings of the rulebook are made for its pages; here is the picture of the table.
    """
    home = game.folder / language
    learn, whole = (
        file.read_text("utf-8") if file.exists() else "" for file in (home / "learn.md", home / "rules.md")
    )
    head, _, whole = whole.partition("\n## ")
    text = f"{head}\n\n{learn}\n\n## {whole}"
    if not language:
        text = text.replace("# ", "# Rules of ", 1)
    picture = _DOCS / "pictures" / f"{game.slug}-table.jpg"
    up = "../../../" if language else "../../"
    shown = f"]({up}docs/pictures/{picture.name})" if picture.exists() else "](nowhere)"
    text = _PRINTED.sub(r"\1", text).replace("](table)", shown)
    name = f"rules/{'-'.join(filter(None, (game.slug, language)))}.html"
    return Guide(home / "rules.md", name, _RULES, text, language or "en", game.slug)


def places(found: Sequence[Guide]) -> dict[Path, str]:
    """Return the place of each guide and each picture in the folder of guides, by its file."""
    known = {guide.file.resolve(): guide.name for guide in found}
    pictures = {picture for guide in found for picture in guide.pictures()}
    return known | {picture: f"pictures/{picture.name}" for picture in sorted(pictures)}


def anchor(heading: str) -> str:
    """The id of a heading, as in the links of the guides."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _plain(token: Any) -> str:
    """The words of a token, without marks."""
    if not token.children:
        return str(token.content)
    return "".join(
        " " if inner.type in ("softbreak", "hardbreak") else inner.content for inner in token.children
    )
