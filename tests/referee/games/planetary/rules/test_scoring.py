"""Money and blueprints by place (PL 7.2, PL 7.3)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.commands.base.output import as_json
from referee.engine.answers import WIDTH
from referee.games.planetary.commands import score
from referee.games.planetary.rules.scoring import Reward
from tests.referee.games.planetary.tables import BOX

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
TIER_2 = {code for code, blueprint in BOX.blueprints.items() if blueprint.tier == 2}
CODES = st.lists(st.sampled_from(sorted(BOX.blueprints)), max_size=12)


@st.composite
def tables(draw: st.DrawFn) -> list[str]:
    """Places of two to eight players: `Ann+Bo`, `Cy`."""
    players = draw(st.permutations(NAMES))[: draw(st.integers(2, 8))]
    places = [[players[0]]]
    for name in players[1:]:
        if draw(st.booleans()):
            places[-1].append(name)
        else:
            places.append([name])
    return ["+".join(place) for place in places]


def rewards(places: str, *destroyed: str, seed: str = "kiwi") -> dict[str, Reward]:
    sheet = score(places.split(), list(destroyed), seed).value
    return {reward.name: reward for reward in sheet.players}


@pytest.mark.parametrize(
    ("places", "money"),
    [
        pytest.param("A B C D", [80, 40, 20, 0], id="PL 7.2 worked example"),
        pytest.param("A B+C D", [80, 20, 20, 0], id="PL 7.2 worked example, second shared"),
        pytest.param("A B C+D", [80, 40, 10, 10], id="PL 7.2 worked example, last shared"),
        pytest.param("A+B C D", [40, 40, 20, 0], id="PL 7.2 first shared"),
        pytest.param("A+B+C+D", [20, 20, 20, 20], id="PL 7.2 all share"),
        pytest.param("A+B+C D", [26, 26, 26, 0], id="PL 7.2 split rounded down"),
        pytest.param("A B+C+D", [80, 13, 13, 13], id="PL 7.2 three last"),
        pytest.param("A B", [40, 0], id="PL 7.2 two"),
        pytest.param("A+B", [20, 20], id="PL 7.2 two share"),
        pytest.param("A B C D E F G H", [160, 80, 40, 20, 10, 5, 2, 0], id="PL 7.2 eight"),
        pytest.param("A B C D E", [100, 50, 25, 12, 0], id="PL 7.2 rounded down"),
    ],
)
def test_money(places: str, money: list[int]) -> None:
    assert [reward.money for reward in rewards(places).values()] == money


@pytest.mark.parametrize(
    ("places", "place"),
    [("A B+C D", [1, 2, 2, 4]), ("A+B+C D", [1, 1, 1, 4]), ("A B C+D", [1, 2, 3, 3])],
)
def test_those_who_share_have_the_better_place(places: str, place: list[int]) -> None:
    """PL 7.2; the winners are all of the first place."""
    sheet = score(places.split(), seed="kiwi").value
    assert [reward.place for reward in sheet.players] == place
    assert sheet.winners == tuple(places.split()[0].split("+"))
    assert sheet.bonus_to == ()


@pytest.mark.parametrize(
    ("places", "destroyed", "count"),
    [
        pytest.param("A B C D", "B=LAS,SHD,DRL,COR,CAN", 2, id="PL 7.3 worked example"),
        pytest.param("B A C D", "B=LAS,SHD,DRL,COR,CAN", 5, id="PL 7.3 winner copies all"),
        pytest.param("A C B D", "B=LAS,SHD,DRL,COR,CAN", 1, id="PL 7.3 third"),
        pytest.param("A C D B", "B=LAS,SHD,DRL,COR,CAN", 0, id="PL 7.3 last alone"),
        pytest.param("A C B+D", "B=LAS,SHD,DRL,COR,CAN", 1, id="PL 7.3 last shared"),
        pytest.param("A+B C D", "B=LAS,SHD", 2, id="PL 7.3 winner shared"),
        pytest.param("A B C D", "B=LAS", 0, id="PL 7.3 half of one"),
        pytest.param("A B C D", "A=LAS", 1, id="PL 7.3 none destroyed: one of tier 2"),
        pytest.param("A C D B", "A=LAS", 0, id="PL 7.3 none destroyed, last alone"),
        pytest.param("A C B+D", "A=LAS", 0, id="PL 7.3 none destroyed, last shared"),
        pytest.param("B A C D", "A=LAS", 1, id="PL 7.3 none destroyed, winner"),
        pytest.param("A+B+C+D", "A=LAS", 1, id="PL 7.3 none destroyed, all share the first place"),
    ],
)
def test_blueprints(places: str, destroyed: str, count: int) -> None:
    copied = rewards(places, destroyed)["B"].blueprints
    assert len(copied) == count
    own = destroyed.removeprefix("B=").split(",") if destroyed.startswith("B=") else TIER_2
    assert set(copied) <= set(own)


def test_every_tier_2_blueprint_may_be_the_consolation() -> None:
    """PL 7.3: every kind of tier 2, the generators too, and nothing else."""
    drawn = Counter(rewards("A B", seed=f"seed {number}")["A"].blueprints for number in range(400))
    assert {codes[0] for codes in drawn} == TIER_2
    # 400 draws of 11 kinds: 36 each on average, with a standard deviation of 5.8.
    assert all(14 <= count <= 60 for count in drawn.values())


def test_every_blueprint_may_be_copied() -> None:
    """PL 7.3: two of three at random, any pair."""
    pairs = {
        rewards("A B C", "B=LAS,SHD,CAN,CAN", seed=f"seed {number}")["B"].blueprints for number in range(60)
    }
    assert pairs == {("LAS", "SHD"), ("LAS", "CAN"), ("SHD", "CAN"), ("CAN", "CAN")}


def test_the_same_seed_for_ever() -> None:
    """If this fails, rewards that were drawn come out otherwise."""
    drawn = rewards("Ann Bo+Cy Di", "Ann=LAS,SHD", "Bo=LAS,LND,COR")
    assert {name: reward.blueprints for name, reward in drawn.items()} == {
        "Ann": ("LAS", "SHD"),
        "Bo": ("LAS",),
        "Cy": ("DRL",),
        "Di": (),
    }


def test_words() -> None:
    answer = score(["Ann", "Bo+Cy", "Di"], ["Ann=LAS,SHD", "Bo=LAS,LND,COR"], "Kiwi ")
    assert answer.lines == (
        "Ann: 80 money",
        "  place 1 of 4                                                   +80  PL 7.2",
        "  blueprints: LAS, SHD (2 of 2)                                   +0  PL 7.3",
        "Bo: 20 money",
        "  place 2 of 4, shared by 2                                      +20  PL 7.2",
        "  blueprints: LAS (1 of 3, drawn with seed kiwi)                  +0  PL 7.3",
        "Cy: 20 money",
        "  place 2 of 4, shared by 2                                      +20  PL 7.2",
        "  blueprints: DRL (drawn with seed kiwi, as none was destroyed)   +0  PL 7.3",
        "Di: 0 money",
        "  place 4 of 4                                                    +0  PL 7.2",
        "  blueprints: none (last alone)                                   +0  PL 7.3",
        "Winner: Ann.",
    )
    assert [step.formula for step in answer.why] == [
        "floor(20 × 4 / 2^0) = 80",
        "floor(2 / 2^0) = 2",
        "floor(20 × 4 / 2^1) = 40, floor(40 / 2) = 20",
        "floor(3 / 2^1) = 1",
        "floor(20 × 4 / 2^1) = 40, floor(40 / 2) = 20",
        "none destroyed, not last: 1 of tier 2",
        "last alone: 0",
        "last alone: 0",
    ]


def test_json() -> None:
    value = as_json(score(["Ann", "Bo"], seed="kiwi").value)
    assert list(value) == ["game", "players", "winners", "bonus_to"]
    assert list(value["players"][0]) == [
        "name",
        "points",
        "bonus",
        "total",
        "lines",
        "place",
        "money",
        "blueprints",
    ]
    assert value["game"] == "planetary"


def test_a_seed_that_is_drawn_is_shown() -> None:
    first, _ = score(["Ann", "Bo"]).value.players
    shown = first.lines[1].what.partition("seed ")[2].partition(",")[0]
    assert rewards("Ann Bo", seed=shown)["Ann"].blueprints == first.blueprints


@given(tables(), st.integers(0, 2**30))
def test_what_always_holds(places: list[str], seed: int) -> None:
    """Money is never below none nor more than its place is worth, and never rises with the place."""
    answer = score(places, seed=str(seed))
    players = answer.value.players
    assert [player.money for player in players] == [player.total for player in players]
    for place in {player.place for player in players}:
        sharing = [player for player in players if player.place == place]
        assert len({player.money for player in sharing}) == 1
        assert 0 <= sum(player.money for player in sharing) <= 20 * len(players) // 2 ** (place - 1)
    assert sum(player.money for player in players) <= 40 * len(players)
    assert all(len(line) <= WIDTH for line in answer.lines)


@given(tables(), st.data())
def test_order_of_names_and_codes_does_not_matter(places: list[str], data: st.DataObject) -> None:
    """Those of a place in any order, the destroyed in any order: everybody gets the same."""
    names = [name for place in places for name in place.split("+")]
    destroyed = {name: data.draw(CODES) for name in names[:3]}
    other = {name: data.draw(st.permutations(codes)) for name, codes in reversed(list(destroyed.items()))}
    turned = ["+".join(reversed(place.split("+"))) for place in places]
    first = score(places, [f"{name}={','.join(codes)}" for name, codes in destroyed.items()], "kiwi")
    second = score(turned, [f"{name}={' '.join(codes)}" for name, codes in other.items()], "kiwi")
    assert sorted(first.value.players, key=lambda reward: reward.name) == sorted(
        second.value.players, key=lambda reward: reward.name
    )


@given(tables(), st.data())
def test_nobody_copies_what_was_not_destroyed(places: list[str], data: st.DataObject) -> None:
    names = [name for place in places for name in place.split("+")]
    destroyed = {name: data.draw(CODES.filter(bool)) for name in names[:3]}
    texts = [f"{name}={','.join(codes)}" for name, codes in destroyed.items()]
    for reward in score(places, texts, "kiwi").value.players:
        if reward.name in destroyed:
            assert not Counter(reward.blueprints) - Counter(destroyed[reward.name])
        else:
            assert len(reward.blueprints) <= 1


@pytest.mark.parametrize(
    ("places", "destroyed", "what", "todo"),
    [
        (["Ann"], [], "not 1", "Name all players"),
        ([*NAMES, "Ida"], [], "not 9", "Name all players"),
        (["Ann", "Bo+Ann"], [], '"Ann" is given twice', "once"),
        (["Ann", "Bo+"], [], "no name", "Bo+Cy"),
        (["Ann", ""], [], "no name", "Bo+Cy"),
        (["Ann=LAS", "Bo"], [], "names only", "the winner first"),
        (["Ann", "Bo"], ["An=LAS"], '"An" does not play', 'mean "Ann"'),
        (["Ann", "Bo"], ["LAS"], "names no player", "NAME="),
        (["Ann", "Bo"], ["Ann=LSA"], 'no blueprint "LSA"', 'mean "LAS"'),
        (["Ann", "Bo"], ["Ann=LAS GEN-X"], 'no blueprint "GEN-X"', 'mean "GEN-'),
        (["Ann", "Bo"], ["Ann=thruster"], 'no blueprint "thruster"', 'mean "THR"'),
        (["Ann", "Bo"], ["Ann=4"], 'no blueprint "4"', "Known"),
        (["Ann", "Bo"], ["Ann=0 LAS"], "is zero copies", "Leave it out"),
        (["Ann", "Bo"], ["Ann=2 LAS x3"], "two numbers", "comma"),
        (["Ann", "Bo"], ["Ann=30 COR", "Bo=15 LAS"], "45 destroyed", "at most 44"),
    ],
)
def test_wrong_calls(places: list[str], destroyed: list[str], what: str, todo: str) -> None:
    with pytest.raises(UsageError, match=what.replace("+", r"\+")) as caught:
        score(places, destroyed, "kiwi")
    assert todo in caught.value.todo


def test_2_1_as_many_destroyed_blueprints_as_the_ships_had() -> None:
    """PL 2.1: the 44 of two ships are not too many."""
    assert len(rewards("A B", "A=30 COR", "B=14 LAS")) == 2


def test_7_3_nothing_is_drawn_where_nothing_is_copied() -> None:
    """PL 7.3: the last alone copies none of what was destroyed, and no seed is named for that."""
    last = rewards("A C D B", "B=LAS,SHD")["B"]
    assert "none (last alone)" in str(last)
