"""The table of all commands: those of the referee itself, and those that the games add.

Nothing is asked of a game before it is needed: a command of the referee itself is found without any, and
`score mlem` reads only what MLEM adds. A game that cannot be imported is left out of every list; only whoever
asks for one of its commands is told why.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from referee.engine.answers import Command, Group
from referee.games import commands, commands_of, slugs

Table: TypeAlias = Mapping[str, Command | Group]


class WithGames(Mapping[str, Command | Group]):
    """The commands of a table, with members from all games in its groups, and words that are a game's own.

    A word that two games claim belongs to the first one.
    """

    def __init__(self, own: Table) -> None:
        self._own = own

    def __getitem__(self, word: str) -> Command | Group:
        if entry := self._own.get(word):
            if isinstance(entry, Group):
                return replace(entry, members=_Members(word, entry.members))
            return entry
        for _, added in commands():
            if isinstance(found := added.get(word), Command | Group):
                return found
        raise KeyError(word)

    def __iter__(self) -> Iterator[str]:
        """The words: commands of the referee, then those of games, then the groups that they share."""
        yield from (word for word, entry in self._own.items() if isinstance(entry, Command))
        yield from dict.fromkeys(
            word
            for _, added in commands()
            for word, entry in added.items()
            if word not in self._own and not isinstance(entry, tuple)
        )
        yield from (word for word, entry in self._own.items() if isinstance(entry, Group))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Members(Mapping[str, Command]):
    """The members of a group: its own, and the command that each game adds to it, by slug."""

    def __init__(self, word: str, own: Mapping[str, Command]) -> None:
        self._word, self._own = word, own

    def __getitem__(self, name: str) -> Command:
        """Raises `DataError` if that game cannot be imported."""
        found = self._own.get(name) or commands_of(name).get(self._word)
        if not isinstance(found, Command):
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (slug for slug, added in commands() if isinstance(added.get(self._word), Command))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def examples_of(word: str, entry: Command | Group) -> tuple[str, ...]:
    """List what may follow that word, as its commands and the games declare it."""
    if isinstance(entry, Group):
        return tuple(f"{name} {one}" for name, member in entry.members.items() for one in member.examples)
    lines = [
        one.replace("GAME", slug) for one in entry.examples for slug in (slugs() if "GAME" in one else ("",))
    ]
    further = (added.get(word) for _, added in commands())
    return (*lines, *(one for more in further if isinstance(more, tuple) for one in more))
