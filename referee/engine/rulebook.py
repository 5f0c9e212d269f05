"""Looking rules up: by number, by section or by words."""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from components.catalogue import HOME, Game
from components.errors import UsageError
from components.prose import Block, List, Paragraph, Run, blocks, table
from components.rules import Rule, Section
from components.terminal import text_lines
from components.toml import read_toml
from referee.engine.answers import Answer

_NEAREST = 3  # rules that are shown where none has all words
_ENDINGS = ("ists", "ions", "ist", "ing", "ers", "ion", "ies", "ed", "er", "es", "s", "e", "y")
# Words of a question that say nothing of what it is about.
_SMALL = frozenset(
    "a an and are can do does for how i if in is it my of on or the there to what when who".split()
)


@dataclass(frozen=True)
class FoundRule:
    """A rule: its number with the game's prefix ("LB 4.6"), its section's title and its Markdown text."""

    number: str
    section: str
    text: str


@dataclass(frozen=True)
class FoundRules:
    """Rules of one game, in the order of the rules."""

    game: str
    rules: tuple[FoundRule, ...]


def contents(game: Game) -> Answer[FoundRules]:
    """The sections with their numbers."""
    rows = [
        (section.number, section.title, f"{section.rules[0].number}–{section.rules[-1].number}")
        if section.rules
        else (section.number, section.title)
        for section in game.rules.sections
    ]
    rules = tuple(_found(game, section, rule) for section in game.rules.sections for rule in section.rules)
    return Answer(FoundRules(game.slug, rules), (f"{game.title}: rules", "", table(rows, "><", indent=2)))


def look_up(game: Game, words: str) -> Answer[FoundRules]:
    """A rule ("4.6", "LB 4.6"), a whole section ("4", "Flight") or the rules with all these words.

    Words count by their stems and with their synonyms, and the book's index is asked, too. `ok` is False if
    no rule has all of them: then the nearest are shown. Raises `UsageError` for a number that no rule has.
    """
    wanted = words.strip()
    prefix = game.rules.prefix
    if wanted.upper().startswith(prefix) and not wanted[len(prefix) :][:1].isalpha():
        wanted = wanted[len(prefix) :].strip()
    if wanted[:1].isdigit():
        return _by_number(game, wanted.rstrip("."))
    for section in game.rules.sections:
        if section.title.casefold() == wanted.casefold():
            return _whole(game, section)
    return _by_words(game, wanted)


def rule_text(game: Game, number: str) -> str:
    """The text of the rule cited as "LB 4.6", without emphasis marks; empty if there is no such rule."""
    try:
        found = look_up(game, number).value.rules
    except UsageError:
        return ""
    return " ".join(text_lines(blocks(found[0].text))).removesuffix(" °") if len(found) == 1 else ""


def rule_blocks(rule: FoundRule) -> Iterator[Block]:
    """The blocks of the rule, the first of which begins with its number."""
    first, *rest = blocks(rule.text)
    number = (Run(rule.number, cites=rule.number), Run("  "))
    yield Paragraph((*number, *first.words)) if isinstance(first, Paragraph) else Paragraph(number)
    yield from rest if isinstance(first, Paragraph) else (first, *rest)


def _by_number(game: Game, number: str) -> Answer[FoundRules]:
    for section in game.rules.sections:
        if section.number == number:
            return _whole(game, section)
        for rule in section.rules:
            if rule.number == number:
                found = _found(game, section, rule)
                return Answer(FoundRules(game.slug, (found,)), _spaced(rule_blocks(found)))
    todo = f"List the rules with referee rules {game.slug}."
    raise UsageError(f'There is no rule "{number}".', where=game.title, todo=todo)


def _whole(game: Game, section: Section) -> Answer[FoundRules]:
    found = tuple(_found(game, section, rule) for rule in section.rules)
    title = Paragraph((Run(f"{section.number} {section.title}".strip(), bold=True),))
    return Answer(
        FoundRules(game.slug, found), _spaced([title], blocks(section.prose), *map(rule_blocks, found))
    )


def _by_words(game: Game, words: str) -> Answer[FoundRules]:
    wanted = [
        word for word in re.findall(r"[^\W_]+", words.casefold().replace("-", "")) if word not in _SMALL
    ]
    every = [(section, rule) for section in game.rules.sections for rule in section.rules]
    texts = {rule.number: f"{section.title}\n{rule.text}".casefold() for section, rule in every}
    stems = {number: set(map(_stem, re.findall(r"[^\W_]+", text))) for number, text in texts.items()}
    meant = [_meant(word) for word in wanted]
    held = {
        number: sum(
            word in text or not others.isdisjoint(stems[number])
            for word, others in zip(wanted, meant, strict=True)
        )
        for number, text in texts.items()
    }
    listed = _listed(game, {_stem(word) for word in wanted})
    hits = [(s, rule) for s, rule in every if 0 < len(wanted) == held[rule.number] or rule.number in listed]
    best = max(held.values(), default=0)
    near = hits or [(s, rule) for s, rule in every if 0 < best == held[rule.number]][:_NEAREST]
    found = FoundRules(game.slug, tuple(_found(game, section, rule) for section, rule in near))
    shown = _spaced(*map(rule_blocks, found.rules))
    if hits:
        return Answer(found, shown)
    said = f'No rule of {game.title} contains "{words}".' + (" The nearest:" if near else "")
    return Answer(found, (said, *shown), ok=False)


def _listed(game: Game, wanted: set[str]) -> set[str]:
    """The rules that the index of the game's book, and its search.toml, name for those words."""
    found: set[str] = set()
    for file in (game.folder / name for name in ("index.toml", "search.toml")):
        for entry, places in (read_toml(file, game.folder).data if file.exists() else {}).items():
            words = re.findall(r"[^\W_]+", entry.casefold().replace("-", ""))
            stems = {_stem(word) for word in words if word not in _SMALL}
            if wanted and (wanted <= stems or (len(stems) > 1 and stems <= wanted)):
                found.update(places)
    return found


@cache
def _meant(word: str) -> frozenset[str]:
    """The stems of a word and of those that mean the same."""
    groups = read_toml(HOME / "synonyms.toml").anything("groups")
    same = [other for group in groups for other in group if word in group]
    return frozenset(map(_stem, (word, *same)))


def _stem(word: str) -> str:
    """The word without its ending: "parachut" of parachute and parachutist, "win" of winner and wins."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word.removesuffix(ending)
            doubled = ending in ("ing", "er", "ed") and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return stem[:-1] if doubled else stem
    return word


def _found(game: Game, section: Section, rule: Rule) -> FoundRule:
    return FoundRule(f"{game.rules.prefix} {rule.number}", section.title, rule.text)


def _spaced(*groups: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks with an empty paragraph between two of them, but not between words and their list."""
    found: list[Block] = []
    for block in itertools.chain(*groups):
        if found and not (isinstance(found[-1], Paragraph) and isinstance(block, List)):
            found.append(Paragraph())
        found.append(block)
    return tuple(found)
