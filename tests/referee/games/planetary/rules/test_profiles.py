"""Collections and money between games (PL 7.4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from components.errors import DataError, OutputError, UsageError
from referee.commands.status import score_now
from referee.engine.answers import WIDTH
from referee.engine.chance.outcomes import Quick
from referee.engine.game import Event
from referee.games.planetary.commands import profile, score
from referee.games.planetary.rules import profiles
from referee.players.bots import at_random
from referee.table import beginning, session, shelf
from referee.table.session import Session
from tests.referee.games.planetary.tables import BOX


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_new_profile_has_the_ready_decks_and_no_money() -> None:
    """PL 7.4."""
    [entry] = profile("Ann", new=True).value.profiles
    assert entry.money == 0
    assert entry.count == 80
    counts = {code: sum(deck.get(code, 0) for deck in BOX.decks.values()) for code in BOX.blueprints}
    assert entry.blueprints == {code: count for code, count in counts.items() if count}
    assert list(entry.blueprints) == [code for code in BOX.blueprints if code != "VAT"]


def test_it_is_kept() -> None:
    profile(" Ann ", new=True)
    profile("Bo", new=True, money=40)
    changed = profile("Ann", money=7, gain="LAS, 2 CAN", lose="COR").value.profiles
    assert profile("Ann").value.profiles == changed
    [ann] = changed
    assert (ann.money, ann.blueprints["LAS"], ann.blueprints["CAN"], ann.blueprints["COR"]) == (7, 8, 6, 15)
    assert [entry.name for entry in profile().value.profiles] == ["Ann", "Bo"]
    assert profile().lines == (
        "Ann   7 money  82 blueprints",
        "Bo   40 money  80 blueprints",
    )


def test_7_4_names_can_be_read_in_the_file(own_folder: Path) -> None:
    profile("Jürgen", new=True)
    [file] = own_folder.iterdir()
    assert '"Jürgen"' in file.read_text(encoding="utf-8")


def test_words() -> None:
    assert profile().lines == ("There are no profiles yet. Begin one: referee profile NAME --new",)
    answer = profile("Ann", new=True, lose="REP")
    assert answer.lines == (
        "Ann: 0 money, 79 blueprints",
        "  tier 1  16 COR, 8 LND, 4 BAT, 4 CPU, 4 SCN, 9 PLT",
        "  tier 2  7 LAS, 4 SHD, 4 MED, 8 DRL, THR, HYP, GEN-S, GEN-F, GEN-H, GEN-T",
        "  tier 3  CLK, 4 CAN",
    )
    assert all(len(line) <= WIDTH for line in answer.lines)
    assert [step.rule for step in answer.why] == ["PL 7.4"]


def test_asking_writes_nothing(own_folder: Path) -> None:
    profile()
    with pytest.raises(UsageError):
        profile("Ann")
    assert not own_folder.exists()


def test_a_score_is_saved() -> None:
    """PL 7.2 to PL 7.4: what each player gets goes into the profile of that name."""
    for name in ("Ann", "Bo", "Cy"):
        profile(name, new=True)
    answer = score(["Ann", "Bo", "Cy"], ["Ann=2 LAS, CAN"], "kiwi", save=True)
    assert answer.lines[-1] == "The rewards are in the players' profiles."
    kept = profiles.profiles(BOX)
    assert {name: entry.money for name, entry in kept.items()} == {"Ann": 60, "Bo": 30, "Cy": 0}
    assert {name: entry.count for name, entry in kept.items()} == {"Ann": 83, "Bo": 81, "Cy": 80}
    assert kept["Ann"].blueprints["LAS"] == 9
    score(["Bo", "Ann", "Cy"], [], "kiwi")
    assert profiles.profiles(BOX) == kept


def test_a_score_is_saved_for_all_or_nobody() -> None:
    profile("Ann", new=True)
    with pytest.raises(UsageError, match='no profile "Bo"'):
        score(["Ann", "Bo"], [], "kiwi", save=True)
    assert profiles.profiles(BOX)["Ann"].money == 0


@pytest.mark.parametrize(
    ("name", "changes", "what", "todo"),
    [
        ("An", {}, 'no profile "An"', 'Did you mean "Ann"? referee profile An --new begins one.'),
        ("ann", {}, 'no profile "ann"', 'mean "Ann"'),
        ("Ann", {"new": True}, "has a profile", "Leave out --new"),
        ("Ann", {"money": -1}, "has only 0 money", ""),
        ("Ann", {"lose": "REP REP"}, "has 1 REP", ""),
        ("Ann", {"gain": "VTA"}, 'no blueprint "VTA"', "VAT"),
        (None, {"new": True}, "Whose", "name"),
        (None, {"money": 5}, "Whose", "name"),
        ("", {"new": True}, "no name", "name"),
    ],
)
def test_wrong_calls(name: str | None, changes: dict[str, object], what: str, todo: str) -> None:
    profile("Ann", new=True)
    with pytest.raises(UsageError, match=what) as caught:
        profile(name, **changes)  # type: ignore[arg-type]
    assert todo in caught.value.todo


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"version": 2, "profiles": {}}',
        '{"version": 1, "profiles": {"Ann": {"money": -1, "blueprints": {}}}}',
        '{"version": 1, "profiles": {"Ann": {"money": 1.5, "blueprints": {}}}}',
        '{"version": 1, "profiles": {"Ann": {"money": 0, "blueprints": {"COR": true}}}}',
        '{"version": 1, "profiles": {"Ann": {"money": 0, "blueprints": {"XXX": 1}}}}',
        '{"version": 1, "profiles": {"Ann": {"money": 0}}}',
    ],
)
def test_a_damaged_file_is_said_and_left_alone(own_folder: Path, text: str) -> None:
    own_folder.mkdir()
    file = own_folder / "planetary-profiles.json"
    file.write_text(text, encoding="utf-8")
    for change in ({}, {"new": True}):
        with pytest.raises(DataError, match="cannot be read") as caught:
            profile("Ann", **change)
        assert caught.value.where == str(file)
    assert file.read_text(encoding="utf-8") == text


def test_a_file_is_written_wholly_or_not_at_all(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails at the last moment, the old file stands and no draft is left."""
    profile("Ann", new=True)
    before = profiles.profiles_file().read_text(encoding="utf-8")

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OutputError, match="No space left"):
        profile("Ann", money=5)
    assert profiles.profiles_file().read_text(encoding="utf-8") == before
    assert [file.name for file in own_folder.iterdir()] == ["planetary-profiles.json"]


def test_a_data_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "taken" / "data"))
    with pytest.raises((OutputError, DataError)):
        profile("Ann", new=True)


def test_names_and_the_file_are_plain_text(own_folder: Path) -> None:
    profile("Zoë/../x", new=True)
    data = json.loads((own_folder / "planetary-profiles.json").read_text(encoding="utf-8"))
    assert data["version"] == 1
    assert list(data["profiles"]) == ["Zoë/../x"]


def test_a_game_at_the_table_is_paid_once(tmp_path: Path) -> None:
    """PL 7.4: when it is over, to players who have profiles, and only once."""
    sitting = beginning.begin(
        tmp_path / "game.jsonl", "planetary", ["Ann", "Bo"], seed="kiwi", options={"rounds": "1"}
    )
    shelf.make_current(tmp_path / "game.jsonl")
    with pytest.raises(UsageError, match="The game is not over"):
        score_now(save=True)
    play_to_the_end(sitting)
    profile("Ann", new=True)
    with pytest.raises(UsageError, match="no profile"):
        score_now(save=True)
    assert profile("Ann").value.profiles[0].money == 0
    profile("Bo", new=True)
    answer = score_now(save=True)
    assert answer.lines[-1] == "The rewards are in the players' profiles."
    won = [player.total for player in answer.value.players]
    assert sum(won) > 0
    assert [entry.money for entry in profile().value.profiles] == won
    with pytest.raises(UsageError, match="already"):
        score_now(save=True)
    assert [entry.money for entry in profile().value.profiles] == won


def test_a_game_that_was_taken_back_is_not_paid_again(tmp_path: Path) -> None:
    """PL 7.4: not when its end is brought back, nor when it is played to another end."""
    file = tmp_path / "game.jsonl"
    sitting = beginning.begin(file, "planetary", ["Ann", "Bo"], seed="kiwi", options={"rounds": "1"})
    shelf.make_current(file)
    for name in ("Ann", "Bo"):
        profile(name, new=True)
    play_to_the_end(sitting)
    score_now(save=True)
    paid = profile().value.profiles
    assert sitting.undo(agreed=True).allowed
    assert sitting.redo().allowed
    with pytest.raises(UsageError, match="already"):
        score_now(save=True)
    assert sitting.undo(agreed=True).allowed
    play_to_the_end(sitting)
    with pytest.raises(UsageError, match="already"):
        score_now(save=True)
    assert profile().value.profiles == paid
    assert session.resume(file).seal == sitting.seal


def play_to_the_end(sitting: Session) -> None:
    source = Quick(1)
    while sitting.acting:
        seat = sitting.acting[0]
        sitting.play(Event(seat, at_random(sitting.game, sitting.state, seat, source)))


def test_7_4_what_is_not_there_cannot_be_lost() -> None:
    """PL 7.4: a new collection has one clone vat."""
    profile("Ann", new=True, lose="REP")
    with pytest.raises(UsageError, match="Ann has no REP"):
        profile("Ann", lose="REP")
