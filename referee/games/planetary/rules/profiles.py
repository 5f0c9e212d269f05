"""Possessions that players keep from game to game: a collection of blueprints and money (PL 7.4).

All profiles are in one file, `planetary-profiles.json` in the user's data folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from components.errors import DataError, UsageError, did_you_mean
from components.files import folder
from components.reading import parse_json, read_text
from components.writing import make_folder, replace_file
from referee.engine.scoresheet import ScoreSheet
from referee.games.planetary.box import Box
from referee.games.planetary.rules.numbers import Blueprints
from referee.games.planetary.rules.scoring import Reward

VERSION = 1


@dataclass(frozen=True)
class Profile:
    """A player's money, and the copies of each blueprint by code in the order of PL 6."""

    name: str
    money: int
    blueprints: Blueprints

    @property
    def count(self) -> int:
        return sum(self.blueprints.values())


def profiles(box: Box) -> Mapping[str, Profile]:
    """Every profile by name. Raises `DataError` if the file is damaged."""
    return _kept(box).profiles


def pay(box: Box, sheet: ScoreSheet[Reward], where: str, mark: str = "") -> None:
    """Add every reward to the profile of that name, all or none of them.

    mark  mark of a game whose rewards are paid only once; empty if nobody keeps count

    Raises `UsageError`, naming the argument `where`, for a player without a profile and for a game
    that is paid already.
    """
    if mark and mark in _kept(box).games:
        raise UsageError("The rewards of this game are in the profiles already.", where=where)
    entries = []
    for reward in sheet.players:
        entry = find_profile(box, reward.name, where)
        gained = {code: reward.blueprints.count(code) for code in reward.blueprints}
        entries.append(changed(box, entry, reward.money, gained, {}))
    save(box, *entries, mark=mark)


def _kept(box: Box) -> _Kept:
    file = profiles_file()
    try:
        if not os.path.lexists(file):
            return _Kept({}, ())
        data = parse_json(read_text(file), file.name)
        if data["version"] != VERSION:
            raise ValueError(f"version {data['version']}")
        return _Kept(
            {name: _read(box, name, row) for name, row in data["profiles"].items()},
            tuple(map(str, data.get("games", ()))),
        )
    except (DataError, ValueError, TypeError, KeyError, AttributeError) as problem:
        raise DataError(
            f"The profiles cannot be read ({problem}).", where=str(file), todo="Fix or delete the file."
        ) from None


def find_profile(box: Box, name: str, where: str) -> Profile:
    """The profile of that name. Raises `UsageError`, naming the argument `where`, if there is none."""
    known = profiles(box)
    if name.strip() not in known:
        hint = f"{did_you_mean(name, known)} referee profile {name} --new begins one.".strip()
        raise UsageError(f'There is no profile "{name}".', where=where, todo=hint)
    return known[name.strip()]


def new_profile(box: Box, name: str) -> Profile:
    """A profile as it begins: the blueprints of the ready decks (PL 7.4). It is not saved.

    Raises `UsageError` for an empty name.
    """
    if not name.strip():
        raise UsageError("The profile has no name.", where="NAME", todo="Write the player's name.")
    rewards = box.rewards
    return Profile(name.strip(), rewards.start_money, box.counts_in_order(box.collection))


def changed(box: Box, profile: Profile, money: int, gained: Blueprints, lost: Blueprints) -> Profile:
    """The profile with that much more money and those blueprints more and fewer. It is not saved.

    Raises `UsageError` if it would have less than none of something.
    """
    if profile.money + money < 0:
        raise UsageError(f"{profile.name} has only {profile.money} money.", where="--money")
    counts = {code: profile.blueprints.get(code, 0) + gained.get(code, 0) for code in box.blueprints}
    for code, copies in lost.items():
        if copies > counts[code]:
            raise UsageError(f"{profile.name} has {counts[code] or 'no'} {code}.", where="--lose")
        counts[code] -= copies
    return Profile(profile.name, profile.money + money, box.counts_in_order(counts))


def save(box: Box, *entries: Profile, mark: str = "") -> None:
    """Keep these profiles, all or none of them, and the mark of the game they are changed for.

    Raises `OutputError` if they cannot be written.
    """
    kept = _kept(box)
    known = {**kept.profiles, **{entry.name: entry for entry in entries}}
    rows = {
        name: {"money": entry.money, "blueprints": dict(entry.blueprints)} for name, entry in known.items()
    }
    games = [*kept.games, mark] if mark else list(kept.games)
    data = {"version": VERSION, "profiles": rows, **({"games": games} if games else {})}
    text = json.dumps(data, indent=2, ensure_ascii=False)
    make_folder(folder("data"))
    replace_file(profiles_file(), f"{text}\n")


def profiles_file() -> Path:
    """The file the profiles are kept in, which need not be there."""
    return folder("data") / "planetary-profiles.json"


class _Kept(NamedTuple):
    """Contents of the file: profiles by name, and the marks of the games whose rewards are paid."""

    profiles: Mapping[str, Profile]
    games: tuple[str, ...]


def _read(box: Box, name: str, row: Mapping[str, Any]) -> Profile:
    money, blueprints = row["money"], row["blueprints"]
    counts = {code: _count(blueprints[code]) for code in blueprints}
    if unknown := set(counts) - set(box.blueprints):
        raise ValueError(f"{name} has {', '.join(sorted(unknown))}, which is not a blueprint")
    return Profile(name, _count(money), box.counts_in_order(counts))


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is not a count")
    return value
