"""Dice and cards typed in: in all five games the table is told which, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.engine.chance.outcomes import Outcomes, Quick
from referee.engine.chance.parts import progress
from referee.engine.game import CHANCE, OVER, AnyGame, Event
from referee.engine.play import follow, open_box, start_game
from referee.games import find_game, slugs
from referee.games.per_aspera import game as per_aspera
from referee.games.per_aspera.box import Opponent
from referee.games.per_aspera.rules.combat_dice import FightOutcomes, meet
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo", "Cy")


def chance_points(
    game: AnyGame, options: Mapping[str, str], most: int
) -> Iterator[tuple[Outcomes[Any], Any]]:
    """Yield what may be rolled or drawn in a game of bots, and what came of it."""
    state, source, bot = start_game(game, NAMES, options), Quick(3), find_bot(game.slug, "greedy")
    for _ in range(most):
        turn = game.turn(state)
        if turn is OVER:
            return
        if turn is CHANCE:
            outcomes = game.chance(state)
            event = Event(None, outcomes.pick(source))
            yield outcomes, event.what
        else:
            seat = turn.seats[0]
            event = Event(seat, bot(game, game.known(state, seat), seat, source))
        state = follow(game, state, event)


def first_of(slug: str, **options: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The prompt and the parts of the first chance point with each label."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for outcomes, outcome in chance_points(find_game(slug), options, 400):
        words = str(outcome).split()[1:]
        found.setdefault(outcomes.label, (outcomes.prompt, outcomes.parts(words)))
    return found


@pytest.mark.parametrize("slug", slugs())
def test_every_result_can_be_typed_part_by_part(slug: str) -> None:
    """Each part has a name of its own, which stays the same while the parts before it are typed."""
    for outcomes, outcome in chance_points(find_game(slug), {}, 150):
        assert outcomes.prompt and not outcomes.misfit(outcome)
        words = str(outcome).replace(",", " ").split()[1:]
        parts = outcomes.parts(words)
        if not parts:
            continue
        assert len(parts) == len(words) == len(set(parts))
        for count in range(len(words)):
            found = progress(outcomes, " ".join(words[:count]))
            assert (found.fitting, found.next) == (count, parts[count]), found
        assert progress(outcomes, str(outcome)).next == ""


ORDERS = [
    ("last-blast", "tiles", "row by row", "row 1, column 1", "row 4, column 7"),
    ("last-blast", "parts", "Ann, Bo, Cy, and so on", "Ann's card 1", "Cy's card 5"),
    ("mlem", "commander", "the first commander", None, None),
    ("mlem", "dice", "the 6 dice showed, in any order", "die 1", "die 6"),
    ("per-aspera", "map", "row by row", "row 1, space 1", "row 7, space 4"),
    ("per-aspera", "demands", "the results in this order: ", None, None),
    ("per-aspera", "starter", "the start player", None, None),
    ("planetary", "sizes", "each planet", "planet 1", "planet 2"),
    ("planetary", "maps", "planet by planet", "planet 1, piece 1", None),
    ("planetary", "sides", "the side", "planet 1", "planet 2"),
    ("planetary", "colours", "rock and then grass", "planet 1, rock", "planet 2, grass"),
    ("planetary", "dust", "in any order", "dust 1", None),
    ("planetary", "bar", "Ann's bar", "blueprint 1", "blueprint 5"),
    ("planetary", "blueprint", "draws", None, None),
    ("rayguns", "launch", "each of Ann, Bo, Cy", "Ann's tile 1", None),
    ("rayguns", "rules-cards", "the rules card", "the rules card", None),
    ("rayguns", "tiles", "in any order", None, None),
]


def test_the_order_is_told() -> None:
    known = {slug: first_of(slug) for slug in slugs()}
    for slug, label, said, first, last in ORDERS:
        prompt, parts = known[slug][label]
        assert said in prompt, (slug, prompt)
        assert first is None or parts[0] == first
        assert last is None or parts[-1] == last


DICE = ("Ann's die", "the pirates' die")
BOX = open_box(per_aspera)
CHECK = "the die that decides whether there is an attack"


@pytest.mark.parametrize(
    ("opponent", "level", "dice", "words", "parts"),
    [
        ("ship", None, ("Ann's die", "Bo's die"), (), ("Ann's die", "Bo's die")),
        ("pirate", 0, DICE, (), DICE),
        ("pirate", 3, DICE, (), (CHECK,)),
        ("pirate", 3, DICE, ("3",), (CHECK,)),
        ("pirate", 3, DICE, ("4",), (CHECK, *DICE)),
        ("interceptor", 4, DICE, ("4",), (CHECK, *DICE)),
        ("interceptor", 4, DICE, ("5",), (CHECK,)),
    ],
)
def test_5_6_whose_die_is_which(
    opponent: Opponent, level: int | None, dice: tuple[str, str], words: tuple[str, ...], parts: Any
) -> None:
    """PA 5.6 to 5.8: the first die decides how many more there are."""
    outcomes = FightOutcomes(meet(BOX, opponent, 2, 3, level), BOX.faces, dice)
    assert outcomes.parts(words) == parts
