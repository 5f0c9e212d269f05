"""Decks and deck files (PL 2.1), and the codes of blueprints as people type them (PL 6)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import DataError, OutputError, UsageError
from referee.engine.answers import WIDTH, Answer
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.codes import read_blueprints, write_blueprints
from referee.games.planetary.commands import DeckRuling, deck_check, deck_list, deck_new, deck_show, profile
from referee.games.planetary.rules.decks import (
    Deck,
    faults,
    is_ready,
    option_text,
    ready_decks,
    write_deck,
)
from referee.table.journal import Journal
from referee.table.proof import prove
from referee.table.session import replayed
from tests.referee.games.planetary.tables import BOX, NAMES

CODES = sorted(BOX.blueprints)
BAGS = st.dictionaries(st.sampled_from(CODES), st.integers(1, 30))


def write(folder: Path, text: str) -> str:
    file = folder / "sunrise.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def check(folder: Path, core: str, blueprints: str, owner: str | None = None) -> Answer[DeckRuling]:
    rows = "\n".join(blueprints.split(", "))
    return deck_check(write(folder, f'core = "{core}"\n[blueprints]\n{rows}\n'), owner)


SOLAR = (
    "COR = 4, LND = 2, BAT = 1, CPU = 1, SCN = 1, PLT = 2, LAS = 2, SHD = 1, MED = 1, DRL = 2, "
    "THR = 1, CAN = 1, GEN-S = 1"
)


@pytest.mark.parametrize("core", ["solar", "fission", "hydrocarbon", "turbine"])
def test_the_ready_decks_are_legal(core: str) -> None:
    """PL 2.1, PL 7.4: out of the collection of a new profile too."""
    answer = deck_check(core)
    assert answer.ok
    assert answer.value == DeckRuling(core, core, 20, True, ())
    assert answer.lines == (f"{core} is a legal deck for the {core} core.",)


def test_the_ready_decks() -> None:
    """PL 6: what the rules list, for each core."""
    common = {"COR": 4, "LND": 2, "BAT": 1, "CPU": 1, "SCN": 1, "PLT": 2, "LAS": 2, "SHD": 1, "MED": 1}
    own = {
        "solar": {"DRL": 2, "THR": 1, "CAN": 1, "GEN-S": 1},
        "fission": {"DRL": 2, "REP": 1, "CAN": 1, "GEN-F": 1, "LAS": 1, "PLT": 3},
        "hydrocarbon": {"DRL": 2, "HYP": 1, "CAN": 1, "GEN-H": 1},
        "turbine": {"DRL": 2, "CLK": 1, "CAN": 1, "GEN-T": 1},
    }
    listed = deck_list().value.decks
    assert {deck.name: {entry.code: entry.copies for entry in deck.blueprints} for deck in listed} == {
        core: {**common, **cards} for core, cards in own.items()
    }
    assert [deck.count for deck in listed] == [20] * 4


@pytest.mark.parametrize(
    ("version", "others"),
    [
        (1, [["REP"], [], ["THR"], ["LAS", "VAT"]]),
        (2, [[], [], [], ["LAS", "VAT"]]),
        (3, [[], [], [], ["LAS"]]),
    ],
)
def test_the_ready_decks_of_earlier_versions(version: int, others: list[list[str]]) -> None:
    """Their journals are played with them, and with any other deck as it was brought."""
    hydrocarbon, turbine = (deck.blueprints for deck in ready_decks(BOX)[2:])
    assert (hydrocarbon["CAN"], turbine["CAN"]) == (1, 1)
    own = f"turbine: {write_blueprints(turbine)}"
    options = {"deck Ann": "hydrocarbon", "deck Bo": own, "deck Cy": "turbine", "deck Di": "fission"}
    state = start_game(game, NAMES[:4], options)
    earlier = [Counter(side.brought) for side in game.by_version(state, version, options).sides]
    now = [Counter(side.brought) for side in state.sides]
    assert [sorted((one - other).elements()) for one, other in zip(earlier, now, strict=True)] == others
    assert [sum(cards.values()) for cards in earlier] == [20] * 4


def test_a_game_by_version_1() -> None:
    """A ship out of sight is guessed by the deck of version 1 too, so bots make the same moves again."""
    file = Path(__file__).parents[1] / "version_1.jsonl"
    proof = prove(file)
    assert (proof.faults, proof.seed) == ((), "shown")
    assert "REP" in {
        module.code for _, module in replayed(Journal.open(file)).states[-1].sides[1].ship.modules
    }


@pytest.mark.parametrize(
    ("core", "blueprints", "expected"),
    [
        pytest.param("solar", SOLAR, [], id="legal"),
        pytest.param("S", SOLAR.replace("LAS", "las").replace("GEN-S", "gens"), [], id="legal, typed small"),
        pytest.param(
            "solar",
            SOLAR.replace("COR = 4", "COR = 3"),
            [("PL 2.1", "It has 19 blueprints; a deck has 20.")],
            id="PL 2.1 too few",
        ),
        pytest.param(
            "solar",
            SOLAR.replace("COR = 4", "COR = 5"),
            [("PL 2.1", "It has 21 blueprints; a deck has 20.")],
            id="PL 2.1 too many",
        ),
        pytest.param(
            "turbine",
            SOLAR,
            [("PL 2.1", "GEN-S is a generator for solar, not for the turbine core.")],
            id="PL 2.1 another core's generator",
        ),
        pytest.param(
            "solar",
            SOLAR.replace("CAN = 1", "CAN = 0").replace("GEN-S = 1", "GEN-S = 2"),
            [("PL 2.1", "It has 2 GEN-S; the collection has 1.")],
            id="PL 7.4 more than the collection",
        ),
        pytest.param(
            "solar",
            SOLAR.replace("CAN", "CANN"),
            [("PL 6", 'There is no blueprint "CANN". Did you mean "CAN"?')],
            id="PL 6 unknown",
        ),
        pytest.param(
            "solr",
            SOLAR,
            [("PL 2.1", 'There is no core "solr". Did you mean "solar"?')],
            id="PL 2.1 no such core",
        ),
        pytest.param(
            "solr",
            "LAS = 9, laser = 1, GEN-F = 2",
            [
                ("PL 2.1", 'There is no core "solr". Did you mean "solar"?'),
                ("PL 6", 'There is no blueprint "laser". Did you mean "LAS"?'),
                ("PL 2.1", "It has 12 blueprints; a deck has 20."),
                ("PL 2.1", "It has 9 LAS; the collection has 7."),
                ("PL 2.1", "It has 2 GEN-F; the collection has 1."),
            ],
            id="every fault at once",
        ),
    ],
)
def test_faults(tmp_path: Path, core: str, blueprints: str, expected: list[tuple[str, str]]) -> None:
    answer = check(tmp_path, core, blueprints)
    assert [(fault.rule, fault.what) for fault in answer.value.faults] == expected
    assert answer.ok == answer.value.legal == (not expected)
    assert all(len(line) <= WIDTH for line in answer.lines)


def test_faults_in_words(tmp_path: Path) -> None:
    assert check(tmp_path, "solar", "LAS = 9, XYZ = 1").lines == (
        "sunrise is not a legal deck: 3 faults.",
        '  PL 6    There is no blueprint "XYZ". Known: BAT, CAN, CLK, COR, CPU, DRL,',
        "          GEN-F, GEN-H, GEN-S, GEN-T, HYP, LAS, LND, MED, PLT, REP, SCN, SHD,",
        "          THR, VAT.",
        "  PL 2.1  It has 10 blueprints; a deck has 20.",
        "  PL 2.1  It has 9 LAS; the collection has 7.",
    )
    assert check(tmp_path, "solar", "").lines == (
        "sunrise is not a legal deck: 1 fault.",
        "  PL 2.1  It has 0 blueprints; a deck has 20.",
    )


def test_a_bigger_collection_allows_more(tmp_path: Path) -> None:
    """PL 2.1, PL 7.4: with a second generator in the profile, two are legal."""
    two = SOLAR.replace("CAN = 1", "CAN = 0").replace("GEN-S = 1", "GEN-S = 2")
    profile("Gena", new=True)
    assert not check(tmp_path, "solar", two, "Gena").ok
    profile("Gena", gain="gens")
    answer = check(tmp_path, "solar", two, "Gena")
    assert answer.ok
    assert [step.rule for step in answer.why] == ["PL 2.1", "PL 7.4"]
    with pytest.raises(UsageError, match='no profile "Gna"'):
        check(tmp_path, "solar", two, "Gna")


def test_a_ready_deck_needs_no_collection(tmp_path: Path) -> None:
    """PL 2.1: it is in the box, so check and game agree; the same cards in a file need one."""
    profile("Rena", new=True)
    profile("Rena", lose="4 COR, 12 COR")
    assert deck_check("solar", "Rena").ok
    assert option_text(BOX, "solar", "Rena", "--deck") == "solar"
    assert not check(tmp_path, "solar", SOLAR, "Rena").ok


@given(st.sampled_from(sorted(BOX.cores)), BAGS, st.dictionaries(st.sampled_from(CODES), st.integers(0, 30)))
def test_a_deck_is_legal_if_and_only_if(core: str, blueprints: dict[str, int], owned: dict[str, int]) -> None:
    """PL 2.1, said once more the short way."""
    legal = (
        sum(blueprints.values()) == 20
        and all(copies <= owned.get(code, 0) for code, copies in blueprints.items())
        and not {"GEN-S", "GEN-F", "GEN-H", "GEN-T"} - {BOX.cores[core].generator} & blueprints.keys()
    )
    assert (not faults(BOX, Deck("x", core, blueprints, ""), owned)) == legal


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        ('cor = "solar"\n', "core is missing", "sunrise.toml"),
        ('core = "solar"\n[blueprint]\nCOR = 1\n', "blueprint is not a key", "sunrise.toml"),
        ('core = "solar"\n[blueprints]\nCOR = -1\n', "COR is -1", "sunrise.toml, blueprints"),
        ('core = "solar"\n[blueprints]\nCOR = "4"\n', "COR is '4'", "sunrise.toml, blueprints"),
        ('core = "solar"\n[blueprints]\nCOR = two\n', "A text has no quotes", "sunrise.toml"),
        ("core = 1\n", "core is 1", "sunrise.toml"),
    ],
)
def test_a_file_that_is_no_deck(tmp_path: Path, text: str, what: str, where: str) -> None:
    with pytest.raises(DataError, match=re.escape(what)) as caught:
        deck_check(write(tmp_path, text))
    assert caught.value.where.partition(", line")[0].endswith(where)


def test_a_deck_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no ready deck and no file") as caught:
        deck_show("fision")
    assert caught.value.todo == 'Did you mean "fission"?'
    with pytest.raises(DataError, match="folder and not a file"):
        deck_check(str(tmp_path))


def test_show() -> None:
    answer = deck_show("Fission")
    assert answer.lines[:4] == (
        "fission: fission core, 20 blueprints",
        "",
        "                             tier  iron  copper    W  upkeep  HP",
        "4  COR    Corridor              1     1       0   50       0   2",
    )
    assert answer.lines[-1] == "1  GEN-F  Fission generator     2     2       2   75      25   3"
    cannon = next(entry for entry in answer.value.blueprints if entry.code == "CAN")
    assert (cannon.tier, cannon.iron, cannon.copper, cannon.watts, cannon.upkeep, cannon.hp) == (
        3,
        3,
        2,
        100,
        100,
        2,
    )
    assert cannon.effect.startswith("Operate: 2 damage")


def test_show_a_file(tmp_path: Path) -> None:
    """The deck's name comes from the file or its name; unknown blueprints are refused."""
    shown = deck_show(write(tmp_path, 'name = "Dawn"\ncore = "S"\n[blueprints]\nlas = 2\nLAS = 1\nCOR = 0\n'))
    assert shown.lines[0] == "Dawn: solar core, 3 blueprints"
    assert [(entry.code, entry.copies) for entry in shown.value.blueprints] == [("LAS", 3)]
    assert deck_show(write(tmp_path, 'core = "S"\n')).lines == ("sunrise: solar core, 0 blueprints",)
    with pytest.raises(DataError, match='no blueprint "LSA"'):
        deck_show(write(tmp_path, 'core = "S"\n[blueprints]\nLSA = 2\n'))


def test_list_fits() -> None:
    lines = deck_list().lines
    assert lines[0].startswith("solar        4 COR, 2 LND, BAT")
    assert all(len(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("core", ["solar", "fission", "hydrocarbon", "turbine"])
def test_new(tmp_path: Path, core: str) -> None:
    """The file that is written is read again, is legal and is the ready deck."""
    file = tmp_path / "sunrise.toml"
    answer = deck_new(file, core[0])
    assert answer.value.file == str(file)
    again = deck_show(str(file)).value
    assert again == answer.value.deck
    assert again.blueprints == deck_show(core).value.blueprints
    assert deck_check(str(file)).ok
    assert list(tmp_path.iterdir()) == [file]


def test_new_replaces_nothing_unasked(tmp_path: Path) -> None:
    file = tmp_path / "sunrise.toml"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="already exists") as caught:
        deck_new(file, "solar")
    assert "--force" in caught.value.todo
    assert file.read_text(encoding="utf-8") == "mine"
    deck_new(file, "solar", force=True)
    assert deck_check(str(file)).ok
    with pytest.raises(OutputError, match="cannot be written"):
        deck_new(tmp_path / "nowhere" / "sunrise.toml", "solar")
    with pytest.raises(UsageError, match="no core"):
        deck_new(tmp_path / "other.toml", "sun")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("LAS", {"LAS": 1}),
        ("las,shd", {"LAS": 1, "SHD": 1}),
        ("SHD LAS; Las + las", {"LAS": 3, "SHD": 1}),
        ("2 COR", {"COR": 2}),
        ("2×COR, 3xCOR,4*COR 5COR", {"COR": 14}),
        ("COR ×2 CORx3, COR * 4", {"COR": 9}),
        ("LAS 2 SHD", {"LAS": 1, "SHD": 2}),
        ("gen-s GENF gen_h, Gen T", {"GEN-S": 1, "GEN-F": 1, "GEN-H": 1, "GEN-T": 1}),
        ("GEN–S×2", {"GEN-S": 2}),
    ],
)
def test_blueprints_as_typed(text: str, expected: dict[str, int]) -> None:
    assert read_blueprints(text, BOX, "--gain") == expected


@given(BAGS)
def test_what_is_written_is_read(blueprints: dict[str, int]) -> None:
    assert read_blueprints(write_blueprints(blueprints), BOX, "--gain") == blueprints


@pytest.mark.parametrize(
    ("name", "where", "ready"), [("solar", "solar", True), ("mine", "mine", False), ("mine", "solar", False)]
)
def test_2_1_a_ready_deck_is_one_of_the_box(name: str, where: str, ready: bool) -> None:
    """A deck in a file is not, whatever the file and the deck are called."""
    assert is_ready(BOX, Deck(name, "solar", BOX.decks["solar"], where)) == ready


def test_2_1_a_blueprint_that_the_collection_lacks() -> None:
    owned = {code: copies for code, copies in BOX.collection.items() if code != "CAN"}
    [fault] = faults(BOX, Deck("mine", "solar", BOX.decks["solar"], "mine.toml"), owned)
    assert fault.what == "It has 1 CAN; the collection has none."


def test_2_1_a_deck_is_written_as_it_is_named(tmp_path: Path) -> None:
    deck = Deck("Sonnenöl", "solar", BOX.decks["solar"], "solar")
    write_deck(BOX, deck, tmp_path / "deck.toml", overwrite=False)
    assert 'name = "Sonnenöl"' in (tmp_path / "deck.toml").read_text(encoding="utf-8")
    with pytest.raises(OutputError):
        write_deck(BOX, deck, tmp_path / "deck.toml", overwrite=False)
    write_deck(BOX, deck, tmp_path / "deck.toml", overwrite=True)
