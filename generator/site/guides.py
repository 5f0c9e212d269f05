"""The guides and the rules as pages: the Markdown that the tests run, and what the search in it knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from components.catalogue import Game
from components.errors import UsageError

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

    name   its place in the folder of guides, "games/mlem.html"
    group  the heading over it in the list of guides
    own    its text, where it is not that of the file
    """

    file: Path
    name: str
    group: str = ""
    own: str = ""

    @cached_property
    def _tokens(self) -> list[Any]:
        from markdown_it import MarkdownIt

        text = self.own or self.file.read_text(encoding="utf-8")
        return MarkdownIt("commonmark").enable("table").parse(text)

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
            if token.type == "heading_open":
                token.attrs["id"] = next(self._ids[token.map[0]])
            for inner in token.children or ():
                self._lead(inner, known)
        text = renderer.renderer.render(self._tokens, renderer.options, {})
        text = text.replace("<table>", f"{_SCROLLS}<table>").replace("</table>", "</table></div>")
        return str(text.replace("<pre>", '<pre tabindex="0">'))

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

    @cached_property
    def _ids(self) -> dict[int, Iterator[str]]:
        found: dict[int, Iterator[str]] = {}
        seen: dict[str, int] = {}
        for token, after in zip(self._tokens, self._tokens[1:], strict=False):
            if token.type == "heading_open":
                name = anchor(after.content)
                count = seen[name] = seen.get(name, -1) + 1
                found[token.map[0]] = iter([name if not count else f"{name}-{count}"])
        return found

    def _parts(self) -> Iterator[tuple[str, str, list[str]]]:
        """The id and the words of each heading, and all words under it."""
        heading, words = "", list[str]()
        seen: dict[str, int] = {}
        name = ""
        for token, before in zip(self._tokens, [None, *self._tokens], strict=False):
            if before is not None and before.type == "heading_open":
                if heading:
                    yield name, heading, words
                heading, words = _plain(token), []
                name = anchor(token.content)
                count = seen[name] = seen.get(name, -1) + 1
                name = name if not count else f"{name}-{count}"
            elif token.type in ("inline", "fence", "code_block"):
                words.append(_plain(token))
        if heading:
            yield name, heading, words

    def _lead(self, token: Any, known: Mapping[Path, str]) -> None:
        """Let a link or a picture lead to its place in the site; one that leads nowhere becomes words."""
        key = {"link_open": "href", "image": "src"}.get(token.type)
        if (
            key is None
            or "://" in str(token.attrs[key])
            or str(token.attrs[key]).startswith(("#", "mailto:"))
        ):
            return
        target, _, part = str(token.attrs[key]).partition("#")
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
        if file.stem in left_out:
            continue
        found.append(Guide(file, file.relative_to(_DOCS).with_suffix(".html").as_posix(), group))
    return [*found, *(Guide(_HOME / file, name, _LAST) for file, name in _MORE.items())]


def rules(game: Game) -> Guide:
    """The rules of a game as a page: how to play it, then the rules by their numbers.

    The drawings of the rulebook are made for its pages; here is the picture of the table.
    """
    learn, whole = (
        file.read_text("utf-8") if file.exists() else ""
        for file in (game.folder / "learn.md", game.folder / "rules.md")
    )
    head, _, whole = whole.partition("\n## ")
    text = f"{head}\n\n{learn}\n\n## {whole}".replace("# ", "# Rules of ", 1)
    picture = _DOCS / "pictures" / f"{game.slug}-table.jpg"
    shown = f"](../../docs/pictures/{picture.name})" if picture.exists() else "](nowhere)"
    text = _PRINTED.sub(r"\1", text).replace("](table)", shown)
    return Guide(game.folder / "rules.md", f"rules/{game.slug}.html", _RULES, text)


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
