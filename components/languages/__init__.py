"""Words on paper in other languages: what is written in a game's own is looked up before it is printed.

A language of a game is a folder in its folder, `de/`, with up to four files: `words.toml`, `rules.md`,
`learn.md` and `solo.md`. `words.toml` has the game's own words on the left and the other language on the
right; what all games share, such as the words on the sheets, is in this package in the same form:

    same = ["Mars"]                                   # the same in both languages

    [cards]                                           # tables are for people; their names are free
    "In front: jump damage −#" = "Vorn: Sprungschaden −#"
    "{} may replace {}." = "{} kann {} ersetzen."

    [deck.parts]                                      # words on the pieces of that deck only
    "Light" = "Licht"

    [glossary]                                        # terms that translators keep to
    "front" = "Spitze"

    [setup]                                           # parts of the words of set-ups, see setups.py
    "seat #" = "Platz #"

A game that says its own language needs no such folder: only the words that all games share are looked up.

`#` stands for a number, so that numbers exist once, in the game's own data; `#1` and `#2` name them where
they change places. `{}` stands for words that were looked up by themselves.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from components.errors import DataError, UsageError, did_you_mean
from components.toml import Table, read_toml

HOME: Final = Path(__file__).parent
ENTRIES: Final = 20_000
FILE: Final = "words.toml"
SETUP: Final = "set-up"  # place under which missing words of set-ups are printed
SHEETS: Final = "sheets"  # name of the labels of sheets in the shared words, as if they were a deck

_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
_NUMBER = re.compile(r"\d+")
_PLACE = re.compile(r"#(\d?)|\{(\d?)\}")
_SYMBOL = re.compile(r"\[[A-Za-z0-9-]+\]")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_MARKUP = re.compile(r"\[[A-Za-z0-9-]+\]|\{[^{}|]*\||[*{}]")
_NOT_WORDS = ("same", "deck")  # keys of words.toml that are not tables for people


class Catalogue(NamedTuple):
    """Contents of a file: entries for everywhere, and those for the pieces of one deck.

    glossary  those of them in the table of this name: terms for translators, printed or not
    setup     those of them in the table of this name: what the words of set-ups are put together of
    """

    entries: Mapping[str, str] = MappingProxyType({})
    decks: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    glossary: Mapping[str, str] = MappingProxyType({})
    setup: Mapping[str, str] = MappingProxyType({})


class Words:
    """The words of a game in one language, and notes of what was looked up in vain.

    language  its code, such as "de"; "" for that of a game which does not say in which it is written
    original  whether the game is written in it, so only the words that all games share are looked up
    folder    folder of the files of the language, if any
    phrases   the entries that the words of set-ups are put together of
    holes     what was looked up and is not there, with where it is printed
    """

    def __init__(
        self,
        language: str = "",
        folder: Path | None = None,
        own: Catalogue | None = None,
        shared: Catalogue | None = None,
        pieces: Collection[str] | None = None,
    ) -> None:
        """`pieces` names the decks of a game that is written in this language; None for a translation."""
        self.language = language
        self.original = pieces is not None or not language
        self._pieces = frozenset(pieces or ())
        self.folder = folder
        self.own = own or Catalogue()
        self._decks = {**(shared.decks if shared else {}), **self.own.decks}
        self.holes: dict[str, str] = {}
        self.used: set[str] = set()
        self._all = {**(shared.entries if shared else {}), **self.own.entries}
        self.phrases = {**(shared.setup if shared else {}), **self.own.setup}
        for key, said in [*self._all.items()]:  # templates measure texts without their mark-up
            self._all.setdefault(key.replace("**", ""), said.replace("**", ""))
        self._said: set[str] = set()  # texts that were put together of words that were said
        self._known: set[str] = set()

    def __call__(
        self,
        text: str,
        *parts: object,
        deck: str = "",
        where: str = "",
        note: bool = True,
        codes: bool = True,
    ) -> str:
        """The text in this language; itself if the language does not have it, which is noted.

        parts  take the places of `{}` in it
        deck   the deck on whose pieces it is printed
        note   False to look something up that may not be words
        codes  False for what is words even if it reads like a code, such as "laser" in an index
        """
        if not self.language or deck in self._pieces:
            return filled(text, (), parts) if parts else text
        found = self._found(text, deck)
        if found is None:
            if note and not self.original and (self._is_hole(text) or not codes):
                self.hole(_NUMBER.sub("#", text), where)
            return filled(text, (), parts) if parts else text
        said = filled(*found, parts)
        self._said.add(said)
        return said

    def __contains__(self, text: str) -> bool:
        """Tell whether the language has an entry for the text."""
        return self._found(text, "") is not None

    def lines(self, text: str, *, deck: str = "", where: str = "") -> str:
        """A text that may have several lines: looked up as a whole and, if it is not there, line by line."""
        if not self.language or "\n" not in text or self._found(text, deck) is not None:
            return self(text, deck=deck, where=where)
        return "\n".join(self(line, deck=deck, where=where) if line else "" for line in text.split("\n"))

    def hole(self, text: str, where: str) -> None:
        """Note that something is not in this language."""
        self.holes.setdefault(text, where)

    def lacks(self, name: str) -> bool:
        """Tell whether the language lacks a file that others have, such as "rules.md", and note that."""
        if self.folder is None or (self.folder / name).exists():
            return False
        self.hole(name, str(self.folder / name))
        return True

    def know(self, texts: Iterable[str]) -> None:
        """Note that these texts are in the language already, so they are not looked up in vain."""
        self._known.update(texts)

    def knows(self, text: str) -> bool:
        """Tell whether the text is in the language already."""
        return text in self._known

    def unused(self) -> list[str]:
        """The entries of the game that nothing asked for; only some of the phrases are in any one set-up."""
        own = [*self.own.entries, *(key for entries in self.own.decks.values() for key in entries)]
        kept = self.used | self.own.glossary.keys() | self.own.setup.keys()
        return [key for key in own if key not in kept]

    def _found(self, text: str, deck: str) -> tuple[str, tuple[str, ...]] | None:
        """The entry for a text, and the numbers that belong into it."""
        only = self._decks.get(deck, {})
        numbers = tuple(_NUMBER.findall(text))
        pattern = _NUMBER.sub("#", text) if numbers else text
        for entries, key in ((only, text), (only, pattern), (self._all, text), (self._all, pattern)):
            if key in entries:
                self.used.add(key)
                return entries[key], numbers if key == pattern else ()
        return None

    def _is_hole(self, text: str) -> bool:
        """Tell whether these are words that the language lacks: codes and texts put together are not."""
        if text in self._known or not _LETTERS.search(_MARKUP.sub("", text)):
            return False
        for said in sorted(self._said, key=len, reverse=True):
            text = text.replace(said, "") if len(said) > 2 else text
        return bool(_LETTERS.search(_MARKUP.sub("", text)))


def checked(code: str) -> str:
    """The code of a language as a person typed it. Raises `UsageError` if it cannot be one."""
    if not _CODE.fullmatch(code):
        raise UsageError(
            f'"{code}" is not the code of a language.', where="--language", todo="Write one such as de or fr."
        )
    return code


def written_in(table: Table, folder: Path, decks: Collection[str], others: Collection[str]) -> Words:
    """The words of a game in the language in which its game.toml says that it is written, if it does.

    decks   the names of its decks
    others  the languages that columns of its sheets are in

    Raises `DataError` for what is not a language, and for one that the game is translated into.
    """
    language = table.text("language", "")
    if not language:
        return Words()
    if not _CODE.fullmatch(language):
        raise table.error("language", f'is "{language}".', "Write the code of a language, such as de or fr.")
    if language in others or (folder / language / FILE).exists():
        raise table.error(
            "language",
            f'is "{language}", but the game is translated into that.',
            "Write the language in which it is written.",
        )
    return Words(language, shared=shared(language), pieces=decks)


def shared(language: str) -> Catalogue:
    """The words that games share, which are written in English; none if Starbox does not know the language.

    Those of German are used for "de-AT" too.
    """
    known = base(language)
    if known == "en":
        return _alike(shared("de"))
    file = HOME / f"{known}.toml"
    return read_catalogue(file, HOME, (SHEETS,)) if file.exists() else Catalogue()


def base(language: str) -> str:
    """The language without its country: "de" of "de-AT"."""
    return language.partition("-")[0]


def _alike(other: Catalogue) -> Catalogue:
    """Return everything that is to be translated, translated into itself."""
    return Catalogue(
        {key: key for key in other.entries},
        {deck: {key: key for key in entries} for deck, entries in other.decks.items()},
        setup={key: key for key in other.setup},
    )


def read_catalogue(file: Path, within: Path, decks: Collection[str]) -> Catalogue:
    """The entries of a file. Raises `DataError` for one that is wrong, such as one that loses a number.

    decks  the names of the decks of the game
    """
    table = read_toml(file, within)
    entries: dict[str, str] = {text: text for text in table.texts("same", ())}
    for name in table.data:
        if name not in _NOT_WORDS:
            _read(table.table(name), entries)
    only: dict[str, dict[str, str]] = {}
    by_deck = table.table("deck")
    for name in by_deck.data:
        if name not in decks:
            raise by_deck.error(name, "is not a deck of the game.", did_you_mean(name, decks))
        _read(by_deck.table(name), only.setdefault(name, {}))
    table.done()
    if len(entries) > ENTRIES:
        raise DataError(f"There are more than {ENTRIES:,} entries.", where=str(file), todo="Use fewer.")
    glossary, setup = (
        {key: entries[key] for key in table.table(name).data if key in entries}
        for name in ("glossary", "setup")
    )
    return Catalogue(entries, only, glossary, setup)


def _read(table: Table, entries: dict[str, str]) -> None:
    for key in table.data:
        said = table.text(key)
        if not said:
            continue  # this is not translated yet
        shown = key if len(key) < 60 else f"{key[:57]}…"
        if entries.get(key, said) != said:
            raise DataError(f'"{shown}" is there twice, and differs.', where=table.where(), todo="Keep one.")
        if lost := _lost(key, said):
            todo = "Write # for each number, and every {} and [symbol] of the left on the right."
            raise DataError(
                f'"{shown}" and its translation differ in {lost}.', where=table.where(), todo=todo
            )
        entries[key] = said


def _lost(key: str, said: str) -> str:
    """Name what one of a text and its translation has and the other lacks; "" if they agree."""
    for name, left, right in (
        ("their numbers", sorted(_NUMBER.findall(key)), sorted(_NUMBER.findall(_PLACE.sub("", said)))),
        ("their symbols", sorted(_SYMBOL.findall(key)), sorted(_SYMBOL.findall(said))),
        ("the places of numbers", key.count("#"), sum(mark[0][0] == "#" for mark in _PLACE.finditer(said))),
        ("the places of words", key.count("{}"), sum(mark[0][0] == "{" for mark in _PLACE.finditer(said))),
    ):
        if left != right:
            return name
    return ""


def filled(text: str, numbers: tuple[str, ...], parts: Iterable[object]) -> str:
    """An entry with numbers and words in their places."""
    words = [str(part) for part in parts]
    taken = [0, 0]

    def fill(mark: re.Match[str]) -> str:
        kind = int(mark[0][0] == "{")
        have = (numbers, words)[kind]
        named = mark[1 + kind]
        place = int(named) - 1 if named else taken[kind]
        taken[kind] += 1
        return have[place] if 0 <= place < len(have) else mark[0]

    return _PLACE.sub(fill, text)
