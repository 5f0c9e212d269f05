"""A session: journal and game agree, undo and redo bring the same results, several may write."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from components.errors import DataError, OutputError, UsageError
from referee.commands.journals.verify import verify
from referee.engine.chance.outcomes import Drawn, Quick
from referee.engine.chance.seeded import commitment
from referee.engine.game import CHANCE, OVER, Event
from referee.games.last_blast.setup import set_up
from referee.screen.prompt import _Table
from referee.table.beginning import begin
from referee.table.journal import Journal
from referee.table.journal.lines import MoveRecord, SeedRecord, UndoRecord, standing
from referee.table.proof import prove
from referee.table.session import Session, resume
from tests.referee.table.moving import play

GAME = "last-blast"


def _texts(file: Path) -> list[str]:
    """The moves and results that count, from the records alone."""
    records = standing(Journal.open(file).records)
    return [record.move if isinstance(record, MoveRecord) else record.chance for record in records]


def codes(drawn: Any) -> list[str]:
    return [piece.code for piece in drawn.pieces]


def test_the_field_and_the_first_hands_are_those_of_the_setup(file: Path) -> None:
    """So a set-up that was printed can be played on with its seed."""
    session = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="kiwi")
    made = set_up(3, "kiwi", {})
    assert codes(session.events[0].what) == [piece.code for piece in made.area("field").pieces]
    for seat in range(3):
        hand = [piece.code for piece in made.area(f"hand-{seat + 1}").pieces]
        assert [card.code for card in session.state.hands[seat]] == hand


@pytest.mark.parametrize("players", [2, 3, 4])
def test_replay_is_the_state(file: Path, players: int) -> None:
    """After every move, the journal alone gives the same game."""
    session = begin(file, GAME, ["Ann", "Bo", "Cy", "Di"][:players], seed="tea", options={"wrecks": ""})
    source = Quick(players)
    while session.acting:
        play(session, 9, source)
        again = resume(file)
        assert (again.events, again.states, again.undone) == (session.events, session.states, session.undone)
        assert list(again.told(None)) == list(session.told(None))
    assert session.turn is OVER


def test_undo_and_redo_are_the_identity(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 30)
    for count in (1, 2, 5, 11):
        events, states = list(session.events), list(session.states)
        assert session.undo(count, agreed=True).allowed
        assert len(session.events) < len(events)
        assert session.states == states[: len(session.states)]
        again = resume(file)
        assert again.undone == session.undone
        assert [str(event.what) for event in again.events] == _texts(file)
        for _ in range(count):
            assert session.redo().allowed
        assert (session.events, session.states) == (events, states)
        assert [str(event.what) for event in events] == _texts(file)
        assert not session.redo().allowed
    again = resume(file)
    assert again.states == session.states
    assert list(again.told(None)) == list(session.told(None))


def test_the_same_results_come_whatever_was_undone(file: Path) -> None:
    """Another move after undo cannot fish for another deal."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")

    def deals() -> list[str]:
        return [str(event.what) for event in session.events if event.seat is None]

    def pick_until_dealt(number: int) -> None:
        while len(deals()) < 3:
            moves = session.game.moves(session.state, session.acting[0])
            picks = [move for move in moves if str(move) != "blind"]
            session.play(Event(session.acting[0], picks[number % len(picks)]))

    pick_until_dealt(0)
    first = deals()
    for number in range(1, 5):
        session.undo(number, agreed=True)
        assert len(deals()) == 2
        pick_until_dealt(number)
        assert deals() == first


def test_undo_is_free_until_something_is_shown(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 1)
    assert session.undo().allowed, "a secret choice nobody has seen"
    play(session, 2)
    refused = session.undo()
    assert (refused.allowed, "--agreed" in refused.reason) == (False, True), "the choices were shown"
    assert session.undo(agreed=True).allowed
    assert UndoRecord(1, True) in session.journal.records
    assert any("as all agreed" in line for telling in session.told(None) for line in telling.lines)


def test_undo_is_not_free_when_the_seed_was_shown(file: Path) -> None:
    """Anybody who knows the seed knows every roll: all must agree, and `verify` lists the moves made then."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots={"Bo": "greedy"})
    play(session)
    assert session.shown
    for one in (session, resume(file)):
        assert one.reveals()
        assert "seed has been shown" in one.undo().reason
    assert prove(file).late == ()
    assert session.undo(2, agreed=True).allowed
    records = len(session.journal.records)
    play(session)
    assert session.turn is OVER
    late = prove(file)
    assert (late.faults, late.late[0]) == ((), records + 1)
    seats = [session.journal.records[number - 1].seat for number in late.late]  # type: ignore[union-attr]
    assert set(seats) == {"Ann"}, "a bot does not look ahead"
    assert f"record {records + 1}" in " ".join(verify(file).lines)


def test_undo_of_more_than_there_is(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    assert not session.undo().allowed
    play(session, 2)
    assert not session.undo(3, agreed=True).allowed
    assert not session.redo().allowed
    assert len(session.journal.records) == 4


def test_a_new_move_forgets_what_was_undone(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 4)
    session.undo(2, agreed=True)
    play(session, 1)
    assert not session.redo().allowed
    assert resume(file).undone == []


def test_bots_move_at_once_and_are_undone_with_the_player(file: Path) -> None:
    bots = {"Bo": "greedy", "Cy": "random"}
    session = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="tea", bots=bots)
    while session.acting:
        assert session.acting == (0,)
        play(session, 1)
        if len(session.events) > 12:
            states = list(session.states)
            session.undo(2, agreed=True)
            assert session.acting == (0,)
            session.redo()
            session.redo()
            assert session.states == states
    assert resume(file).states == session.states


def test_only_bots(file: Path) -> None:
    """A game of bots is over as soon as it has begun, and the same seed gives the same game."""
    bots = {"Ann": "greedy", "Bo": "random"}
    one = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots=bots)
    other = begin(file.with_name("other.jsonl"), GAME, ["Ann", "Bo"], seed="tea", bots=bots)
    assert one.turn is OVER
    assert one.events == other.events


def test_illegal_moves_change_nothing(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    before = file.read_bytes()
    ruling = session.play(session.read(0, "row 2"))
    assert (ruling.allowed, ruling.rule) == (False, "LB 4.2")
    assert not session.play(Event(None, Drawn(()))).allowed, "nothing is to be drawn"
    assert file.read_bytes() == before


@pytest.mark.parametrize("act", ["play", "undo", "redo"])
def test_two_play_the_same_game(file: Path, act: str) -> None:
    """The second is refused, sees what the first did, and continues from there."""
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
    _Table(game, wipes=False, bell=False, read=lambda _, text: text)._answer(0, move)
    shown = capsys.readouterr().out
    assert "begins with" in shown
    assert "Somebody else" in shown


def test_table_dice(file: Path) -> None:
    """The table types in what it drew, which is held to what there is."""
    session = begin(file, GAME, ["Ann", "Bo"], dice="table")
    assert session.turn is CHANCE
    assert "Type what was rolled or drawn first" in session.play(Event(0, "pick")).reason
    assert "Expected 21" in session.play(session.read(None, "draw T4")).reason
    assert "there is none left" in session.play(session.read(None, "draw" + " T4" * 21)).reason
    assert session.play(session.read(None, "draw" + " T1 T2 T3" * 2 + " T4 T5 T6" * 5)).allowed
    assert session.play(session.read(None, "draw ??")).allowed, "hands nobody but their owners may see"
    before = session.game.moves(session.state, 1)
    assert session.play(session.read(0, "pick R2-5")).allowed
    assert session.game.moves(session.state, 1) == before, "no move tells what another has chosen"
    assert session.play(session.read(1, "pick R2-5")).allowed
    assert "they choose again [LB 1.3]" in list(session.told(None))[-1].lines[0], "there is only one"
    assert session.acting == (0, 1)
    assert session.play(session.read(0, "pick R2-5")).allowed
    assert session.play(session.read(1, "pick G1-5")).allowed
    assert not list(session.game.faults(session.state))
    assert resume(file).states == session.states
    assert session.header.commitment == ""
    assert prove(file).seed == "none"


def test_the_seed_is_fixed_at_the_start_and_shown_at_the_end(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed=" Kiwi ", salt="ab" * 16)
    header = session.header
    assert header.commitment == commitment("kiwi", "ab" * 16, header.agreed)
    line = file.read_text().splitlines()[0].partition(',"hash":')[0] + "}"
    agreed = "{" + line.partition(",")[2].replace(header.commitment, "")
    assert header.agreed == hashlib.sha256(agreed.encode()).hexdigest(), "as docs/randomness.md says"
    assert "kiwi" not in file.read_text()
    play(session)
    assert session.journal.records[-1] == SeedRecord("kiwi", "ab" * 16)
    assert [path.name for path in file.parent.iterdir()] == [file.name], "the kept seed is gone"
    assert prove(file).seed == "shown"


def test_without_the_seed_the_game_is_read_but_not_gone_on_with(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    file.with_name("game.jsonl.seed").unlink()
    again = resume(file)
    assert again.states == session.states
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
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots={"Bo": "greedy"})
    play(session, 6)
    whole, states = file.read_bytes(), list(session.states)
    lines = whole.splitlines(keepends=True)
    for kept in range(1, len(lines) + 1):
        file.write_bytes(b"".join(lines[:kept]))
        again = resume(file)
        waits = again.cut_off
        before = len(again.events)
        again.advance()
        assert waits == (len(again.events) > before)
        assert again.states == states[: len(again.states)]


def test_rules_of_another_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(file, GAME, ["Ann", "Bo"])
    monkeypatch.setattr("referee.games.last_blast.game.version", 2)
    with pytest.raises(DataError, match="version 1 of the rules; this referee has version 2"):
        resume(file)


def test_five_hundred_events_are_replayed_to_the_same_states(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo", "Cy", "Di"], seed="tea")
    source = Quick(3)
    while len(session.story) < 500:
        play(session, 20, source)
        session.undo(min(19, 12), agreed=True)
    assert resume(file).states == session.states


def test_hands_nobody_looked_at(file: Path) -> None:
    """With real cards the referee never needs to see a hand: whole games, each card named as it is shown."""
    for number in range(20):
        session = begin(file.with_name(f"{number}.jsonl"), GAME, ["Ann", "Bo", "Cy", "Di"], dice="table")
        source = Quick(number)
        while session.turn is not OVER:
            if session.turn is CHANCE:
                outcomes = session.game.chance(session.state)
                text = "draw ??" if outcomes.label == "parts" else str(outcomes.pick(source))
                assert session.play(session.read(None, text)).allowed
            else:
                play(session, 1, source)
            assert not list(session.game.faults(session.state))
        assert prove(session.journal.file).faults == ()


@pytest.mark.parametrize("after", [0, 1])
def test_a_disk_that_is_full_says_what_is_in_the_journal(
    file: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Between a move and the roll that follows: the move stands, and the roll comes later, the same."""
    session = begin(file, "mlem", ["Ann", "Bo"], seed="kiwi")
    reference = begin(file.with_name("other.jsonl"), "mlem", ["Ann", "Bo"], seed="kiwi")
    while len(follows(reference)) < 2:
        play(reference, 1)
        play(session, 1)
    move = reference.events[-len(follows(reference))]
    reference.undo(agreed=True)
    session.undo(agreed=True)
    left = [after]

    def full(handle: int) -> None:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1

    records = len(session.journal.records)
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(OutputError) as caught:
            session.play(move)
    said = "The move before it stands in the journal" if after else "The move did not happen"
    assert said in str(caught.value)
    again = resume(file)
    assert len(again.journal.records) == records + after
    again.advance()
    if not after:
        assert again.play(move).allowed
    assert reference.play(move).allowed
    assert again.states == reference.states


def follows(session: Session) -> list[Event]:
    """The last move of a person, and what followed."""
    return session.events[session.starts()[-1] :] if session.starts() else []


def test_everything_is_told_unless_less_is_wanted(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 5)
    assert len(list(session.told(None))) == len(session.story)
    assert list(session.told(None, 2)) == list(session.told(None))[2:]


def test_what_is_taken_back_and_brought_back_is_told(file: Path) -> None:
    """To every seat, and as agreed where all had to agree."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 1)
    before = len(session.story)
    assert session.undo().allowed and session.redo().allowed
    play(session, 2)
    assert session.undo(2, agreed=True).allowed
    told = [telling.lines for telling in session.told(1, before)]
    assert told[:2] == [
        ("Moves and results taken back: 1.",),
        ("Moves and results brought back: 1.",),
    ]
    assert told[-1][0].endswith(", as all agreed.")
    assert list(resume(file).told(1, before)) == list(session.told(1, before))


def test_the_end_is_sealed_where_the_game_was_first_over(file: Path) -> None:
    """The seal is the hash of the record that ended the game, whatever is taken back and played after it."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    assert session.seal == ""
    play(session)
    last = max(n for n, record in enumerate(session.journal.records, 1) if not isinstance(record, SeedRecord))
    seal = session.seal
    assert seal == session.journal.hashes[last] and seal
    session.undo(2, agreed=True)
    play(session)
    assert (session.seal, resume(file).seal) == (seal, seal)


def test_the_last_move_alone_is_asked_about(file: Path) -> None:
    """A secret choice reveals nothing, whatever was shown before it."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session, 3)
    assert (session.reveals(), session.reveals(2)) == (False, True)


def test_a_bad_record_of_somebody_else_is_named_by_its_line(file: Path) -> None:
    """Whoever is overtaken replays what the others wrote."""
    session, other = begin(file, GAME, ["Ann", "Bo"], seed="tea"), resume(file)
    other.journal.append(MoveRecord("Ann", "row 3"))
    with pytest.raises(DataError) as caught:
        play(session, 1)
    assert f"line {len(other.journal.records) + 1}" in caught.value.where
