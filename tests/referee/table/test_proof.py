"""`verify`: a journal proves that nobody cheated, and shows where somebody did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.commands.verify import verify
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.seeded import Chance
from referee.table.beginning import begin
from referee.table.journal import ChanceRecord, Journal, MoveRecord, SeedRecord, UndoRecord
from referee.table.proof import prove
from tests.referee.table.moving import play

GAME = "last-blast"


@pytest.fixture
def played(file: Path) -> Path:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    play(session, 20)
    session.undo(3, agreed=True)
    play(session)
    return file


def test_a_game_as_it_should_be(played: Path) -> None:
    proof = prove(played)
    assert proof.faults == ()
    assert (proof.seed, proof.results) == ("shown", played.read_text().count('"chance"'))


def test_a_result_that_was_chosen(file: Path) -> None:
    """A journal written with better cards than the seed brings, its chain all right, is found out."""
    honest = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", salt="ab")
    other = file.with_name("other.jsonl")
    forged = Journal.create(other, honest.header)
    field = honest.events[0].what
    forged.append(ChanceRecord(str(Drawn((*field.pieces[1:], field.pieces[0])))))
    other.with_name("other.jsonl.seed").write_text("kiwi\nab\n")
    (fault,) = prove(other).faults
    assert "but the seed gives" in fault


def test_a_seed_that_was_swapped(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    session.journal.append(SeedRecord("tea"))
    assert any("not the one that was fixed" in fault for fault in prove(file).faults)


def test_an_illegal_move(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    session.journal.append(MoveRecord("Ann", "row 3"))
    (fault,) = prove(file).faults
    assert "line 4" in fault
    assert "LB 4.2" in fault


@pytest.mark.parametrize(
    ("undo", "says"),
    [
        pytest.param(UndoRecord(1, False), "not all agreed", id="past what was shown"),
        pytest.param(UndoRecord(3, True), "no player's move begins there", id="in a deal"),
        pytest.param(UndoRecord(9, True), "no player's move begins there", id="more than there is"),
    ],
)
def test_what_could_not_be_taken_back(file: Path, undo: UndoRecord, says: str) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    play(session, 2)
    session.journal.append(undo)
    (fault,) = prove(file).faults
    assert says in fault
    assert "line 6" in fault


def test_an_end_that_was_cut_off(file: Path) -> None:
    """Only somebody who noted the hash of the last line can tell."""
    play(begin(file, GAME, ["Ann", "Bo"], seed="kiwi"), 6)
    noted = prove(file).hash
    assert noted in file.read_text().splitlines()[-1]
    assert noted[:16] in verify(file).lines[1]
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-2]))
    cut = prove(file)
    assert cut.faults == ()
    assert (cut.hash != noted, noted in file.read_text()) == (True, False)


def test_a_torn_end_is_not_a_fault(played: Path) -> None:
    with played.open("ab") as stream:
        stream.write(b'{"n":99,"mo')
    proof = prove(played)
    assert (proof.faults, bool(proof.dropped)) == ((), True)


def test_anybody_can_do_it(played: Path) -> None:
    """The first deal follows from the published algorithm alone."""
    lines = [json.loads(line) for line in played.read_text().splitlines()]
    seed = lines[-1]["seed"]
    box = [*(f"A{n}-{s}" for n in (4, 5, 6) for s in range(1, 7))]
    box += [f"G1-{s}" for s in range(1, 7) for _ in range(2)] + [f"G2-{s}" for s in range(1, 7)]
    box += [f"R{n}-{s}" for n in (1, 2, 3) for s in range(1, 7)]
    assert lines[2]["chance"].split()[1:] == Chance(seed, "parts").shuffled(box)[:10]
