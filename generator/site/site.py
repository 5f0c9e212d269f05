"""The whole folder of the site."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from components import catalogue
from components.catalogue import Game
from components.errors import UsageError
from components.filling import templates
from components.languages.translated import languages_of
from components.writing import make_folder, replace_file, scratch_folder
from generator import Progress
from generator.exports.web.fonts import files as font_files
from generator.faces.fonts import font
from generator.faces.theme import HOME
from generator.files import export_files
from generator.sheets.paper import SIZES
from generator.site import archive, downloads, guides, prebuilt

_LOOKS = HOME / "site"
_SET = ("site.css", "room.css")  # styles that name the site's fonts
_PAGES = ("index.html", "print.html", "make.html", "referee.html", "guides/index.html")
# Styles and scripts of the referee's pages.
_REFEREE = ("starbox.css", "table.css", "starbox.js", "choosing.js", "telling.js")
_EXAMPLE = Path(__file__).parents[2] / "examples" / "comet-post"
_PREVIEW = Path(__file__).parents[2] / "docs" / "pictures" / "box.jpg"
# Languages by their own names, with the words for rules and for printing.
_LANGUAGES = {
    "en": ("English", "rules", "print"),
    "de": ("Deutsch", "Regeln", "drucken"),
    "fr": ("Français", "règles", "imprimer"),
}
_PAPERS = {"a4": "A4", "letter": "Letter", "a3": "A3", "legal": "Legal", "tabloid": "Tabloid"}


def export(
    out: Path, jobs: int, progress: Progress, games: Sequence[str] = (), address: str = "", source: str = ""
) -> tuple[list[str], list[Path]]:
    """Make the site in `out/site`, in the place of an earlier one. Returns lines for the user, and the files.

    games    the games that it has, by their names or folders; by default the five
    address  where it will be on the web, for previews of links to it
    source   the address of the repository, for questions

    Raises `UsageError` if something that it is made with is not installed, `OutputError` if it cannot be
    taken or written, and what building raises. After an error an earlier site is as it was.
    """
    if find_spec("markdown_it") is None:
        raise UsageError("The site needs markdown-it-py.", todo='pip install "starbox[site]"')
    place = out / "site"
    with scratch_folder() as made:
        links = {"address": address and f"{address.rstrip('/')}/", "source": source.rstrip("/")}
        site = _Site(made, [catalogue.load(name) for name in games or catalogue.slugs()], links)
        load = site.make(jobs, progress)
        files = export_files(place, site.files(), within=out, alone=True)
    said = [
        f"The site, {load / 1e6:.1f} MB to load where Starbox runs -> {place}",
        f"Look at it: python -m http.server --directory {place}",
    ]
    return said, files


class _Site:
    def __init__(self, place: Path, games: Sequence[Game], links: Mapping[str, str]) -> None:
        self._place, self._games = place, games
        self._templates = templates("site")
        self._known: dict[str, Any] = {"pages": _PAGES, "version": version("starbox"), **links}
        self._known["left_out"] = archive.left_out(games)
        self._known |= {"place_of": archive.place_of, "ours": catalogue.slugs(), "played": _played(games)}
        self._known |= {"languages": _LANGUAGES, "languages_of": languages_of}
        self._known["taught"] = [
            slug for slug in _played(games) if (catalogue.load(slug).folder / "lesson.toml").is_file()
        ]

    def make(self, jobs: int, progress: Progress) -> int:
        """Make every file; returns the bytes that are loaded where Starbox runs."""
        with archive.Archives(self._games) as archives:  # they are compiled while the games are printed
            found = prebuilt.ready(self._games, jobs, progress)
            made = ((Path(name), data) for one in found for name, data in one.contents.items())
            pictures = {name.name: data for name, data in made if name.parts[0] == "faces"}
            printed = {one.game.slug: one.kept for one in found}
            load = self._engine({**archives.done(printed), archive.SLOTS: archive.slots(pictures)})
        self._known["load"] = load
        self._known["stamp"] = self._scripts()
        for one in found:
            for name, data in one.contents.items():
                self._put(name, data)
        self._looks()
        offered = {"papers": prebuilt.PAPERS, "inks": prebuilt.INKS, "hours": _hours}
        self._page("front.html.j2", "index.html", games=found, **offered)
        self._workbench(found)
        self._guides()
        self._licences()
        self._keeper()
        return load

    def _workbench(self, found: Sequence[prebuilt.Ready]) -> None:
        """The pages that run Starbox, and what they need besides it."""
        papers = [(name, _PAPERS[name]) for name in SIZES if name in _PAPERS]
        self._page("print.html.j2", "print.html", games=self._games, ready=found, papers=papers)
        self._page("make.html.j2", "make.html")
        self._page("referee.html.j2", "referee.html", games=self._games)
        self._page("404.html.j2", "404.html")
        self._put("preview.jpg", _PREVIEW.read_bytes())
        for name in _REFEREE:
            self._put(f"referee/{name}", (HOME / "web" / name).read_bytes())
        faces = [font(*face) for face in archive.FONTS]
        for one in faces:
            self._put(f"fonts/{one.name}.ttf", one.content)
        rules = [_rule(one.family, one.weight, f"{one.name}.ttf", italic=one.italic) for one in faces]
        self._put("faces.css", "".join(rules).encode())
        self._put(f"examples/{_EXAMPLE.name}.zip", archive.zipped(_EXAMPLE, _EXAMPLE.name))

    def _guides(self) -> None:
        """The guides, their pictures, and their search."""
        index, *others = guides.guides(self._known["left_out"])
        found = [index, *(one for game in self._games for one in guides.rules(game)), *others]
        known = guides.places(found)
        for guide in found:
            shelf = [one for one in found if one.language == "en" or one is guide]
            same = [one for one in found if guide.of and one.of == guide.of]
            about = {"guide": guide, "guides": shelf, "versions": same, "text": guide.html(known)}
            self._page("guide.html.j2", f"guides/{guide.name}", **about)
        for file, name in known.items():
            if not name.endswith(".html"):
                self._put(f"guides/{name}", file.read_bytes())
        english = (guide for guide in found if guide.language == "en")
        sections = [asdict(section) for guide in english for section in guide.sections()]
        self._put("guides/search.json", json.dumps(sections, ensure_ascii=False).encode())
        library = downloads.packages() / "minisearch" / "dist" / "es" / "index.js"
        self._put("minisearch.js", library.read_bytes())

    def _licences(self) -> None:
        """Whose work is in the site, with the texts of their licences."""
        libraries = []
        for one in downloads.licences():
            name = f"licences/{one.name}.txt" if one.text else ""
            if name:
                self._put(name, one.text.encode())
            libraries.append({"name": one.name, "version": one.version, "licence": one.licence, "file": name})
        self._put("LICENSE.txt", (Path(__file__).parents[2] / "LICENSE").read_bytes())
        about = json.loads((downloads.packages() / "pyodide" / "package.json").read_text("utf-8"))
        self._page("licences.html.j2", "licences.html", libraries=libraries, pyodide=about["version"])

    def _engine(self, loaded: Mapping[str, bytes]) -> int:
        """Python and Starbox for the worker; returns the bytes that are loaded at once, compressed."""
        for name, data in loaded.items():
            self._put(name, data)
        pyodide = downloads.packages() / "pyodide"
        self._put("pyodide/pyodide.mjs", (pyodide / "pyodide.mjs").read_bytes())
        # Its list of packages is a hundred times as long as what is asked of it.
        about = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
        self._put("pyodide/pyodide-lock.json", json.dumps({**about, "packages": {}}).encode())
        return sum(len(data) for name, data in loaded.items() if not archive.LATER.match(name))

    def files(self) -> dict[str, bytes]:
        """The files that were made, by their paths in the site."""
        return {file.relative_to(self._place).as_posix(): file.read_bytes() for file in self._files()}

    def _scripts(self) -> str:
        """Return a key that differs between sites, as pages must not run with the scripts of another one."""
        files = [*sorted(_LOOKS.iterdir()), *self._files()]
        told = "".join(_hash(file) for file in files if file.is_file())
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def _looks(self) -> None:
        for file in sorted(_LOOKS.iterdir()):
            if file.suffix in (".js", ".svg", ".ico"):
                self._put(file.name, file.read_bytes())
        rules = []
        faces = font_files((("Barlow", 400), ("Barlow", 600), ("Chakra Petch", 600)))
        for family, weight, name, data in faces:
            self._put(f"fonts/{name}", data)
            rules.append(_rule(family, weight, name))
        for name in _SET:
            self._put(name, "".join([*rules, (_LOOKS / name).read_text("utf-8")]).encode())

    def _page(self, template: str, name: str, **known: Any) -> None:
        up = "../" * name.count("/")
        text = self._templates.get_template(template).render(up=up, here=name, **self._known, **known)
        self._put(name, text.encode())

    def _keeper(self) -> None:
        """The service worker, named after all that is in the site."""
        files = {file.relative_to(self._place).as_posix(): _hash(file) for file in self._files()}
        large = {name: files[name] for name in files if name.startswith("pyodide/") or name.endswith(".bin")}
        ends = (".html", ".css", ".js", ".woff", ".svg", ".webp", "search.json", ".zip")
        pictures = sorted(name for name in files if name.startswith("pictures/") and "-sheets." in name)
        later = {*large, *pictures, *(name for name in files if name.startswith("faces/"))}
        at_once = [name for name in files if name.endswith(ends) and name not in later]
        stamp = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:16]
        text = self._templates.get_template("keeper.js.j2").render(
            stamp=stamp, at_once=["./", *sorted(at_once)], large=large, pictures=pictures
        )
        self._put("keeper.js", text.encode())

    def _files(self) -> Iterable[Path]:
        return sorted(file for file in self._place.rglob("*") if file.is_file())

    def _put(self, name: str, data: bytes) -> None:
        file = self._place / name
        make_folder(file.parent)
        replace_file(file, data, synced=False)


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _rule(family: str, weight: int, name: str, *, italic: bool = False) -> str:
    style = "font-style:italic;" if italic else ""
    source = f"font-display:swap;src:url(fonts/{name})"
    return f'@font-face{{font-family:"{family}";font-weight:{weight};{style}{source}}}\n'


def _played(games: Sequence[Game]) -> list[str]:
    """The slugs of the games whose rules the site can play: those of ours that it has."""
    return [game.slug for game in games if game.slug in catalogue.slugs()]


def _hours(count: float) -> str:
    """A length of time in quarters as people say it: "2½ hours"."""
    if count < 1:
        return f"{round(count * 60)} minutes"
    whole, rest = divmod(round(count * 4), 4)
    return f"{whole}{('', '¼', '½', '¾')[rest]} {'hour' if count == 1 else 'hours'}"
