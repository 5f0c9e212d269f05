"""A sitting: journal and game agree, undo and redo bring the same results, nobody can cheat unseen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from components.errors import DataError, OutputError, TakenError, UsageError
from referee.chance import Chance, commitment
from referee.engine import CHANCE, OVER, Event, at_random
from referee.games.last_blast.setup import set_up
from referee.outcomes import Drawn, Quick
from referee.table import session
from referee.table.beginning import begin
from referee.table.journal import ChanceRecord, Header, Journal, MoveRecord, SeedRecord, UndoRecord, standing
from referee.table.prompt import _Table
from referee.table.proof import prove, verify
from referee.table.session import Session, resume

GAME = "last-blast"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def play(sitting: Session, steps: int = 10_000, source: Quick | None = None) -> None:
    """Moves at random, that many or to the end."""
    source = source or Quick(7)
    for _ in range(steps):
        if not sitting.acting:
            return
        seat = sitting.acting[source.below(len(sitting.acting))]
        assert sitting.play(Event(seat, at_random(sitting.game, sitting.state, seat, source))).allowed


def _texts(file: Path) -> list[str]:
    """The moves and results as the game stands, from the records alone."""
    records = standing(Journal.open(file).records)
    return [record.move if isinstance(record, MoveRecord) else record.chance for record in records]


def codes(drawn: Any) -> list[str]:
    return [piece.code for piece in drawn.pieces]


def test_the_field_and_the_first_hands_are_those_of_the_setup(file: Path) -> None:
    """So a set-up that was printed can be played on with its seed."""
    sitting = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="kiwi")
    made = set_up(3, "kiwi", {})
    assert codes(sitting.events[0].what) == [piece.code for piece in made.area("field").pieces]
    for seat in range(3):
        hand = [piece.code for piece in made.area(f"hand-{seat + 1}").pieces]
        assert [card.code for card in sitting.state.hands[seat]] == hand


@pytest.mark.parametrize("players", [2, 3, 4])
def test_replay_is_the_state(file: Path, players: int) -> None:
    """After every move, the journal alone gives the same game."""
    sitting = begin(file, GAME, ["Ann", "Bo", "Cy", "Di"][:players], seed="tea", options={"wrecks": ""})
    source = Quick(players)
    while sitting.acting:
        play(sitting, 9, source)
        again = resume(file)
        assert (again.events, again.states, again.undone) == (sitting.events, sitting.states, sitting.undone)
        assert list(again.told(None)) == list(sitting.told(None))
    assert sitting.turn is OVER


def test_undo_and_redo_are_the_identity(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(sitting, 30)
    for count in (1, 2, 5, 11):
        events, states = list(sitting.events), list(sitting.states)
        assert sitting.undo(count, agreed=True).allowed
        assert len(sitting.events) < len(events)
        assert sitting.states == states[: len(sitting.states)]
        again = resume(file)
        assert again.undone == sitting.undone
        assert [str(event.what) for event in again.events] == _texts(file)
        for _ in range(count):
            assert sitting.redo().allowed
        assert (sitting.events, sitting.states) == (events, states)
        assert [str(event.what) for event in events] == _texts(file)
        assert not sitting.redo().allowed
    again = resume(file)
    assert again.states == sitting.states
    assert list(again.told(None)) == list(sitting.told(None))


def test_the_same_results_come_whatever_was_undone(file: Path) -> None:
    """Another move after undo cannot fish for another deal."""
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")

    def deals() -> list[str]:
        return [str(event.what) for event in sitting.events if event.seat is None]

    def pick_until_dealt(number: int) -> None:
        while len(deals()) < 3:
            moves = sitting.game.moves(sitting.state, sitting.acting[0])
            picks = [move for move in moves if str(move) != "blind"]
            sitting.play(Event(sitting.acting[0], picks[number % len(picks)]))

    pick_until_dealt(0)
    first = deals()
    for number in range(1, 5):
        sitting.undo(number, agreed=True)
        assert len(deals()) == 2
        pick_until_dealt(number)
        assert deals() == first


def test_undo_is_free_until_something_is_shown(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(sitting, 1)
    assert sitting.undo().allowed, "a secret choice nobody has seen"
    play(sitting, 2)
    refused = sitting.undo()
    assert (refused.allowed, "--agreed" in refused.reason) == (False, True), "the choices were shown"
    assert sitting.undo(agreed=True).allowed
    assert UndoRecord(1, True) in sitting.journal.records
    assert any("as all agreed" in line for telling in sitting.told(None) for line in telling.lines)


def test_undo_is_not_free_when_the_seed_was_shown(file: Path) -> None:
    """Who knows the seed knows every roll: all must agree, and `verify` names the moves made then."""
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots={"Bo": "greedy"})
    play(sitting)
    assert sitting.shown
    for one in (sitting, resume(file)):
        assert one.reveals()
        assert "seed has been shown" in one.undo().reason
    assert prove(file).late == ()
    assert sitting.undo(2, agreed=True).allowed
    records = len(sitting.journal.records)
    play(sitting)
    assert sitting.turn is OVER
    late = prove(file)
    assert (late.faults, late.late[0]) == ((), records + 1)
    seats = [sitting.journal.records[number - 1].seat for number in late.late]  # type: ignore[union-attr]
    assert set(seats) == {"Ann"}, "a bot does not look ahead"
    assert f"record {records + 1}" in " ".join(verify(file).lines)


def test_undo_of_more_than_there_is(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    assert not sitting.undo().allowed
    play(sitting, 2)
    assert not sitting.undo(3, agreed=True).allowed
    assert not sitting.redo().allowed
    assert len(sitting.journal.records) == 4


def test_a_new_move_forgets_what_was_undone(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(sitting, 4)
    sitting.undo(2, agreed=True)
    play(sitting, 1)
    assert not sitting.redo().allowed
    assert resume(file).undone == []


def test_bots_move_by_themselves_and_are_undone_with_the_player(file: Path) -> None:
    bots = {"Bo": "greedy", "Cy": "random"}
    sitting = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="tea", bots=bots)
    while sitting.acting:
        assert sitting.acting == (0,)
        play(sitting, 1)
        if len(sitting.events) > 12:
            states = list(sitting.states)
            sitting.undo(2, agreed=True)
            assert sitting.acting == (0,)
            sitting.redo()
            sitting.redo()
            assert sitting.states == states
    assert resume(file).states == sitting.states


def test_only_bots(file: Path) -> None:
    """A game of bots is over as soon as it is begun, and the same seed gives the same game."""
    bots = {"Ann": "greedy", "Bo": "random"}
    one = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots=bots)
    other = begin(file.with_name("other.jsonl"), GAME, ["Ann", "Bo"], seed="tea", bots=bots)
    assert one.turn is OVER
    assert one.events == other.events


def test_illegal_moves_change_nothing(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    before = file.read_bytes()
    ruling = sitting.play(sitting.read(0, "row 2"))
    assert (ruling.allowed, ruling.rule) == (False, "LB 4.2")
    assert not sitting.play(Event(None, Drawn(()))).allowed, "nothing is to be drawn"
    assert file.read_bytes() == before


@pytest.mark.parametrize("act", ["play", "undo", "redo"])
def test_two_who_play_the_same_game(file: Path, act: str) -> None:
    """Who comes second is refused, sees what the first did, and goes on from there."""
    one = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(one, 5)
    one.undo(agreed=True)
    other = resume(file)
    play(one, 3)
    seat = other.acting[0]
    if act == "play":
        ruling = other.play(Event(seat, next(iter(other.game.moves(other.state, seat)))))
    else:
        ruling = other.undo(agreed=True) if act == "undo" else other.redo()
    assert not ruling.allowed
    assert "Somebody else" in ruling.reason
    assert (other.events, other.states, other.undone) == (one.events, one.states, one.undone)
    play(other, 3)
    assert resume(file).states == other.states


def test_the_prompt_tells_what_somebody_else_did(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    move = str(next(iter(game.game.moves(game.state, 0))))
    other = resume(file)
    play(other, 2)
    _Table(game, wipes=False)._answer(0, move)
    shown = capsys.readouterr().out
    assert "begins with" in shown
    assert "Somebody else" in shown


def test_table_dice(file: Path) -> None:
    """What the table drew is typed in, and held to what there is."""
    sitting = begin(file, GAME, ["Ann", "Bo"], dice="table")
    assert sitting.turn is CHANCE
    assert "First say" in sitting.play(Event(0, "pick")).reason
    assert "not 21" in sitting.play(sitting.read(None, "draw T4")).reason
    assert "none is left" in sitting.play(sitting.read(None, "draw" + " T4" * 21)).reason
    assert sitting.play(sitting.read(None, "draw" + " T1 T2 T3" * 2 + " T4 T5 T6" * 5)).allowed
    assert sitting.play(sitting.read(None, "draw ??")).allowed, "hands nobody but their owners may see"
    before = sitting.game.moves(sitting.state, 1)
    assert sitting.play(sitting.read(0, "pick R2-5")).allowed
    assert sitting.game.moves(sitting.state, 1) == before, "no move tells what another has chosen"
    assert sitting.play(sitting.read(1, "pick R2-5")).allowed
    assert "they choose again [LB 1.3]" in list(sitting.told(None))[-1].lines[0], "there is only one"
    assert sitting.acting == (0, 1)
    assert sitting.play(sitting.read(0, "pick R2-5")).allowed
    assert sitting.play(sitting.read(1, "pick G1-5")).allowed
    assert not list(sitting.game.faults(sitting.state))
    assert resume(file).states == sitting.states
    assert sitting.header.commitment == ""
    assert prove(file).seed == "none"


def test_the_seed_is_fixed_at_the_start_and_shown_at_the_end(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed=" Kiwi ")
    assert sitting.header.commitment == commitment("kiwi")
    assert "kiwi" not in file.read_text()
    play(sitting)
    assert sitting.journal.records[-1] == SeedRecord("kiwi")
    assert [path.name for path in file.parent.iterdir()] == [file.name], "the kept seed is gone"
    assert prove(file).seed == "shown"


def test_without_the_seed_the_game_is_read_but_not_gone_on_with(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    file.with_name("game.jsonl.seed").unlink()
    again = resume(file)
    assert again.states == sitting.states
    assert prove(file).seed == "missing"
    with pytest.raises(UsageError, match="seed of this game is not here"):
        play(again, 30)


@pytest.mark.parametrize("kept", [b"tea\n", b"", b"\xff\xfe"], ids=["another", "empty", "no text"])
def test_another_seed_is_refused(file: Path, kept: bytes) -> None:
    begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    file.with_name("game.jsonl.seed").write_bytes(kept)
    with pytest.raises(DataError, match="not the seed"):
        resume(file)


def test_a_game_that_was_cut_off_goes_on(file: Path) -> None:
    """Cut after any record, the game goes on to the same state as if nothing had happened."""
    sitting = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots={"Bo": "greedy"})
    play(sitting, 6)
    whole, states = file.read_bytes(), list(sitting.states)
    lines = whole.splitlines(keepends=True)
    for kept in range(1, len(lines) + 1):
        file.write_bytes(b"".join(lines[:kept]))
        again = resume(file)
        again.advance()
        assert again.states == states[: len(again.states)]


class TestProof:
    @pytest.fixture
    def played(self, file: Path) -> Path:
        sitting = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
        play(sitting, 20)
        sitting.undo(3, agreed=True)
        play(sitting)
        return file

    def test_a_game_as_it_should_be(self, played: Path) -> None:
        proof = prove(played)
        assert proof.faults == ()
        assert (proof.seed, proof.results) == ("shown", played.read_text().count('"chance"'))

    def test_a_result_that_was_chosen(self, file: Path) -> None:
        """A journal written with better cards than the seed brings, its chain all right, is found out."""
        honest = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
        other = file.with_name("other.jsonl")
        forged = Journal.create(other, honest.header)
        field = honest.events[0].what
        forged.append(ChanceRecord(str(Drawn((*field.pieces[1:], field.pieces[0])))))
        other.with_name("other.jsonl.seed").write_text("kiwi\n")
        (fault,) = prove(other).faults
        assert "but the seed brings" in fault

    def test_a_seed_that_was_swapped(self, file: Path) -> None:
        sitting = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
        sitting.journal.append(SeedRecord("tea"))
        assert any("not the one that was fixed" in fault for fault in prove(file).faults)

    def test_an_illegal_move(self, file: Path) -> None:
        sitting = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
        sitting.journal.append(MoveRecord("Ann", "row 3"))
        (fault,) = prove(file).faults
        assert "line 4" in fault
        assert "LB 4.2" in fault

    @pytest.mark.parametrize(
        ("undo", "says"),
        [
            pytest.param(UndoRecord(1, False), "not all have agreed", id="past what was shown"),
            pytest.param(UndoRecord(3, True), "not where a player's move begins", id="in a deal"),
            pytest.param(UndoRecord(9, True), "not where a player's move begins", id="more than there is"),
        ],
    )
    def test_what_could_not_be_taken_back(self, file: Path, undo: UndoRecord, says: str) -> None:
        sitting = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
        play(sitting, 2)
        sitting.journal.append(undo)
        (fault,) = prove(file).faults
        assert says in fault
        assert "line 6" in fault

    def test_an_end_that_was_cut_off(self, file: Path) -> None:
        """It shows to whoever noted the hash of the last line, and to nobody else."""
        play(begin(file, GAME, ["Ann", "Bo"], seed="kiwi"), 6)
        noted = prove(file).hash
        assert noted in file.read_text().splitlines()[-1]
        assert noted[:16] in verify(file).lines[1]
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-2]))
        cut = prove(file)
        assert cut.faults == ()
        assert (cut.hash != noted, noted in file.read_text()) == (True, False)

    def test_a_torn_end_is_no_fault(self, played: Path) -> None:
        with played.open("ab") as stream:
            stream.write(b'{"n":99,"mo')
        proof = prove(played)
        assert (proof.faults, bool(proof.dropped)) == ((), True)

    def test_anybody_can_do_it(self, played: Path) -> None:
        """The first deal, from the published rules of the generator alone."""
        lines = [json.loads(line) for line in played.read_text().splitlines()]
        seed = lines[-1]["seed"]
        box = [*(f"A{n}-{s}" for n in (4, 5, 6) for s in range(1, 7))]
        box += [f"G1-{s}" for s in range(1, 7) for _ in range(2)] + [f"G2-{s}" for s in range(1, 7)]
        box += [f"R{n}-{s}" for n in (1, 2, 3) for s in range(1, 7)]
        assert lines[2]["chance"].split()[1:] == Chance(seed, "parts").shuffled(box)[:10]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"game": "lastblast"}, 'Did you mean "last-blast"', id="game"),
        pytest.param({"names": ["Ann"]}, "2 to 4 players", id="too few"),
        pytest.param({"names": ["Ann", "Ann"]}, "stands twice", id="twice"),
        pytest.param({"names": ["Ann", " "]}, "no proper name", id="no name"),
        pytest.param({"options": {"wreck": ""}}, 'Did you mean "wrecks"', id="option"),
        pytest.param({"options": {"wrecks": "2"}}, "has no value", id="value of an option"),
        pytest.param({"bots": {"Bo": "greety"}}, 'Did you mean "greedy"', id="bot"),
        pytest.param({"bots": {"Boo": "greedy"}}, 'Did you mean "Bo"', id="seat of a bot"),
        pytest.param(
            {"bots": {"Bo": "greedy"}, "dice": "table"}, "cannot hold cards", id="bot with real cards"
        ),
        pytest.param({"seed": " "}, "seed is empty", id="seed"),
        pytest.param({"game": "tiddlywinks"}, "cannot be played", id="a game that is not there"),
    ],
)
def test_games_that_cannot_be(change: dict[str, Any], says: str, file: Path) -> None:
    """Nothing is left on the disk."""
    how = {"game": GAME, "names": ["Ann", "Bo"], **change}
    with pytest.raises(UsageError) as caught:
        begin(file, **how)
    assert says in str(caught.value)
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("kept", ["both", "journal", "seed"])
def test_an_old_game_is_not_overwritten(file: Path, kept: str) -> None:
    """Neither its journal nor its seed, of which another process may have written only one yet."""
    begin(file, GAME, ["Ann", "Bo"])
    seed = file.with_name("game.jsonl.seed")
    for name, path in (("seed", file), ("journal", seed)):
        if kept == name:
            path.unlink()
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    with pytest.raises(TakenError, match="there already"):
        begin(file, GAME, ["Ann", "Bo"])
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


def test_the_seed_is_kept_before_the_journal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed as it begins leaves no journal without its seed; one that fails leaves nothing."""
    made: list[list[str]] = []

    def killed(journal: Path, header: Header) -> Journal:
        made.append([path.name for path in file.parent.iterdir()])
        raise OutputError("It cannot be written.")

    monkeypatch.setattr(Journal, "create", killed)
    with pytest.raises(OutputError):
        begin(file, GAME, ["Ann", "Bo"])
    assert made == [["game.jsonl.seed"]]
    assert list(file.parent.iterdir()) == []


def test_rules_of_another_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(file, GAME, ["Ann", "Bo"])
    monkeypatch.setattr("referee.games.last_blast.game.version", 2)
    with pytest.raises(DataError, match="version 1 of the rules; this referee has version 2"):
        resume(file)


def test_five_hundred_events_are_replayed_to_the_same_states(file: Path) -> None:
    sitting = begin(file, GAME, ["Ann", "Bo", "Cy", "Di"], seed="tea")
    source = Quick(3)
    while len(sitting.story) < 500:
        play(sitting, 20, source)
        sitting.undo(min(19, 12), agreed=True)
    assert resume(file).states == sitting.states


def test_the_table_knows_games_by_name_only_and_nothing_but_the_command_knows_the_table() -> None:
    table = Path(session.__file__).parent
    for source in table.parent.rglob("*.py"):
        forbidden = "referee.games" if table in source.parents else "referee.table"
        imported = re.findall(r"^\s*(?:from|import) .*", source.read_text("utf-8"), re.MULTILINE)
        assert source.name == "cli.py" or not [line for line in imported if forbidden in line], source


def test_hands_nobody_looked_at(file: Path) -> None:
    """With real cards the referee never needs to see a hand: whole games, each card named as it is shown."""
    for number in range(20):
        sitting = begin(file.with_name(f"{number}.jsonl"), GAME, ["Ann", "Bo", "Cy", "Di"], dice="table")
        source = Quick(number)
        while sitting.turn is not OVER:
            if sitting.turn is CHANCE:
                outcomes = sitting.game.chance(sitting.state)
                text = "draw ??" if outcomes.label == "parts" else str(outcomes.pick(source))
                assert sitting.play(sitting.read(None, text)).allowed
            else:
                play(sitting, 1, source)
            assert not list(sitting.game.faults(sitting.state))
        assert prove(sitting.journal.file).faults == ()
