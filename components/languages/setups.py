"""A set-up in another language.

The referee writes set-ups in the words of the game, put together of phrases: "seat 2, seat 1: each sits to
the right of the one before". So each text is looked up whole and, if it is not there, by the entries of the
tables `[setup]` that have `{}` in them, and as the parts of a list. What stands in the place of `{}` is
looked up in the same way:

    [setup]
    "seat #" = "Platz #"
    "{}: each sits to the right of the one before" = "{}: jeder sitzt rechts vom vorigen"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from components.languages import SETUP, Words, filled
from components.setup import Area, Fact, Placed, Setup

_LISTS: Final = ("; ", ", ")  # separators of the parts of a list; a language may have its own
_MARK = re.compile(r"(#|\{\})")
_WORD = re.compile(r"[^\W\d_]{2}")


def in_language(setup: Setup, words: Words) -> Setup:
    """The set-up with all that is printed of it in the language of the words; what is missing is noted.

    Codes, rules, and options as they are typed stay as they are.
    """
    if words.original:
        return setup
    said = _Phrases(words)
    return replace(
        setup,
        areas=tuple(_area(area, said) for area in setup.areas),
        facts=tuple(Fact(said(fact.name), said(fact.text), fact.rule) for fact in setup.facts),
    )


def _area(area: Area, said: _Phrases) -> Area:
    pieces = tuple(_placed(placed, said) for placed in area.pieces)
    return replace(area, title=said(area.title), note=said(area.note), pieces=pieces)


def _placed(placed: Placed, said: _Phrases) -> Placed:
    code = placed.code if placed.deck else said(placed.code)
    return replace(placed, code=code, note=said(placed.note))


class _Phrases:
    """Looks up texts that were put together."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        """The text in the language; itself, with a note, if the language does not have it."""
        found = self._said(text)
        if found is None:
            self.words.hole(re.sub(r"\d+", "#", text), SETUP)
        return text if found is None else found

    def _said(self, text: str) -> str | None:
        """The text in the language; None if a word of it is missing."""
        if text in self.words:
            return self.words(text)
        if not _WORD.search(text) or self.words.knows(text):
            return text  # a code, or a number
        return self._by_list(text, _LISTS[0]) or self._by_frame(text) or self._by_list(text, _LISTS[1])

    @cached_property
    def _frames(self) -> list[_Frame]:
        """The entries with `{}`, those with the most words of their own first."""
        keys = (key for key in self.words.phrases if "{}" in key)
        return [_frame(key) for key in sorted(keys, key=lambda key: len(_MARK.sub("", key)), reverse=True)]

    def _by_list(self, text: str, between: str) -> str | None:
        parts = text.split(between)
        if len(parts) == 1:
            return None
        said = [self._said(part) for part in parts]
        return None if None in said else self.words.phrases.get(between, between).join(filter(None, said))

    def _by_frame(self, text: str) -> str | None:
        for frame in self._frames:
            match = frame.pattern.fullmatch(text)
            if not match:
                continue
            parts = [self._said(match[group]) for group in frame.words]
            if None not in parts:
                numbers = tuple(match[group] for group in frame.numbers)
                return filled(self.words.phrases[frame.key], numbers, parts)
        return None


class _Frame(NamedTuple):
    """An entry whose `{}` stand for words: a pattern, and its groups of words and of numbers."""

    key: str
    pattern: re.Pattern[str]
    words: tuple[int, ...]
    numbers: tuple[int, ...]


def _frame(key: str) -> _Frame:
    marks = _MARK.findall(key)
    pattern = "".join(_patterns(key))
    groups = list(enumerate(marks, 1))
    return _Frame(
        key,
        re.compile(pattern),
        tuple(group for group, mark in groups if mark == "{}"),
        tuple(group for group, mark in groups if mark == "#"),
    )


def _patterns(key: str) -> Iterator[str]:
    for part in _MARK.split(key):
        yield {"#": r"(\d+)", "{}": "(.+?)"}.get(part) or re.escape(part)
