"""`verify`: a journal proves that nobody cheated, and shows where somebody did."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from components.errors import UsageError
from referee.commands.journals.verify import verify
from referee.engine.chance.outcomes import Drawn, Quick
from referee.engine.chance.seeded import Chance, commitment
from referee.engine.game import Event
from referee.players.bots import at_random
from referee.table.beginning import begin
from referee.table.journal import Journal
from referee.table.journal.lines import (
    ChanceRecord,
    Header,
    MoveRecord,
    RedoRecord,
    SeedRecord,
    UndoRecord,
    WordsRecord,
    plain,
)
from referee.table.playing import play_text
from referee.table.proof import Proof, prove
from referee.table.seeds import new_secret, seed_file
from referee.table.session import Session, resume
from tests.referee.table.moving import play
from tests.searching import SEARCHING

GAME = "last-blast"


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here pulls the plug."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


@pytest.fixture
def played(file: Path) -> Path:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    play(session, 20)
    session.undo(3, agreed=True)
    play(session)
    return file


def test_a_game_as_it_should_be(played: Path) -> None:
    proof = prove(played)
    digits = Journal.open(played).header.commitment[:8]
    assert proof.faults == ()
    assert proof.proved == (
        "The chain is unbroken, every move is legal, every result is possible.",
        "Every result is the one the seed gives, and the seed is the one fixed at the start, with names,"
        f" options and all of the first line, by the commitment that begins with {digits}.",
    )
    assert proof.unproved == (
        "that the game was not picked from several beginnings; nobody added words to the seed",
        "that people made the moves recorded for them",
    )
    assert (proof.seed, proof.results) == ("shown", played.read_text().count('"chance"'))
    assert (proof.replayed, proof.moves) == (True, played.read_text().count('"move"'))


def test_a_broken_journal_proves_nothing(file: Path) -> None:
    file.write_bytes(b"{}\n")
    (fault,) = prove(file).faults
    assert "not a journal" in fault
    assert prove(file) == Proof(
        file=str(file),
        hash="",
        replayed=False,
        records=0,
        moves=0,
        results=0,
        seed="missing",
        late=(),
        dropped="",
        faults=(fault,),
        proved=(),
        unproved=(),
    )


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


@pytest.mark.parametrize("undone", [0, 1])
def test_what_could_not_be_brought_back(file: Path, undone: int) -> None:
    """Nothing, where nothing was taken back, and no more than was."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    play(session, 1)
    for _ in range(undone):
        session.undo()
    session.journal.append(RedoRecord(2))
    (fault,) = prove(file).faults
    assert "2 moves and results cannot be brought back here." in fault


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


def forged(honest: Session, number: int, file: Path) -> int:
    """Play the same game, but for one move of a bot, and go on as if nothing had happened.

    Gives the number of the record that is another; 0 if that bot had no other move.
    """
    begun = Session(Journal.create(file, honest.header), honest.game, honest.secret)
    for step in range(number):
        begun._record(honest.events[step])
    event = honest.events[number]
    assert event.seat is not None
    for other in begun.game.moves(begun.state, event.seat):
        if str(other) != str(event.what):
            begun._record(Event(event.seat, other))
            begun.advance()
            return number + 1
    return 0


@pytest.mark.parametrize(("slug", "count"), [("last-blast", 30), ("mlem", 20), ("rayguns", 20)])
def test_a_move_of_a_bot_that_was_changed(slug: str, count: int, file: Path) -> None:
    """The move is legal, the chain is right, and all that follows is honest: the bot's seed tells."""
    honest = begin(file, slug, ["Ann", "Bo"], seed="kiwi", bots={"Ann": "greedy", "Bo": "random"})
    assert prove(file).faults == ()
    at = [number for number, event in enumerate(honest.events) if event.seat is not None]
    source, tried = Quick(3), 0
    while tried < (count if SEARCHING else 2):
        other = file.with_name(f"{tried}.jsonl")
        record = forged(honest, at[source.below(len(at))], other)
        if record:
            faults = prove(other).faults
            assert any(fault.startswith(f"Record {record}: ") for fault in faults), other.read_text()
            tried += 1
        other.unlink()


def test_a_person_who_moves_before_a_bot(file: Path) -> None:
    """Bots choose at once. Whoever held one back could choose by the order in which it draws."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", bots={"Bo": "greedy"})
    *before, bot = session.journal.records
    assert isinstance(bot, MoveRecord)
    other = Journal.create(file.with_name("other.jsonl"), session.header)
    for record in (*before, MoveRecord("Ann", str(session.game.moves(session.state, 0)[0])), bot):
        other.append(record)
    seed_file(other.file).write_bytes(seed_file(file).read_bytes())
    assert "Record 3: Bo is a bot and was to move first." in prove(other.file).faults


def test_a_bot_that_moves_before_another_bot(file: Path) -> None:
    """Both choose at once; what each draws at random depends on the order, so it is that of the seats."""
    honest = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", bots={"Ann": "greedy", "Bo": "greedy"})
    moves = [n for n, record in enumerate(honest.journal.records) if isinstance(record, MoveRecord)]
    records = list(honest.journal.records)
    records[moves[0]], records[moves[1]] = records[moves[1]], records[moves[0]]
    other = Journal.create(file.with_name("other.jsonl"), honest.header)
    for record in (*records[: moves[1] + 1], records[-1]):
        other.append(record)
    assert f"Record {moves[0] + 1}: this bot moved before its turn." in prove(other.file).faults


def test_bots_of_another_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer bots move otherwise. Nobody can tell that from a forged move: it is said, and is not a fault."""
    begin(file, GAME, ["Ann", "Bo"], seed="kiwi", bots={"Ann": "greedy", "Bo": "greedy"})
    monkeypatch.setattr("referee.table.proof.version", lambda game: 99)
    assert any("Every move of a bot" in said for said in prove(file).proved), "these make the same moves"
    assert not any(said.startswith("moves of bots") for said in prove(file).unproved)
    monkeypatch.setattr("referee.table.session.find_bot", lambda game, name: at_random)
    proof = prove(file)
    assert proof.faults == ()
    assert any(said.startswith("moves of bots") for said in proof.unproved)
    assert not any("bot" in said for said in proof.proved)


def test_a_long_list_of_other_moves_is_cut(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten numbers, and how many more there are."""
    begin(file, GAME, ["Ann", "Bo"], seed="kiwi", bots={"Ann": "random", "Bo": "random"})
    monkeypatch.setattr("referee.table.proof.version", lambda game: 99)
    monkeypatch.setattr("referee.table.session.find_bot", lambda game, name: other_move)
    session = resume(file)
    others = [
        number
        for number, record in enumerate(session.journal.records, 1)
        if isinstance(record, MoveRecord)
        and record.move
        != str(other_move(session.game, session.states[number - 1], session.seat(record.seat), None))
    ]
    assert len(others) > 11
    listed = ", ".join(map(str, others[:10]))
    for count, more in ((11, " and 1 more"), (10, "")):
        # All but the seed, up to the eleventh and the tenth of them.
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[: others[count - 1] + 1]))
        assert session.secret is not None
        seed_file(file).write_text("\n".join(session.secret))
        (told,) = [said for said in prove(file).unproved if said.startswith("moves of bots")]
        assert told.endswith(f"would not make record {listed}{more}")


def other_move(game: Any, state: Any, seat: int, source: Any) -> Any:
    """The last of the moves, whatever the seed says."""
    return list(game.moves(state, seat))[-1]


@pytest.mark.parametrize("how", [{"mode": "pad"}, {"dice": "table"}], ids=["pad", "dice of the table"])
def test_what_was_typed_at_a_table_has_no_seed(file: Path, how: dict[str, str]) -> None:
    begin(file, "mlem", ["Ann", "Bo"], **how)  # type: ignore[arg-type]
    proof = prove(file)
    assert proof.faults == ()
    assert "that the table rolled and drew what was typed; there is no seed" in proof.unproved
    assert proof.seed == "none"


def test_a_game_of_other_rules(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be said of its moves: that is a fault of the answer, and it says where to go."""
    begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    monkeypatch.setattr("referee.games.last_blast.game.version", 999)
    proof = prove(file)
    assert any(fault.startswith("Its moves and results cannot be checked here. ") for fault in proof.faults)
    assert not proof.replayed and proof.hash


@pytest.mark.parametrize(
    ("seed", "says"), [("a" * 1001, "These are 1001 characters"), ("a\x1b[2J", "cannot be shown: U\\+001B")]
)
def test_a_seed_that_cannot_be_read_aloud_is_refused(seed: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        new_secret(seed)
    assert new_secret("a" * 1000).seed == "a" * 1000


def test_a_result_is_written_in_one_way(file: Path) -> None:
    """The same cards in another spelling are refused: no text of a journal is free."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", salt="ab")
    result = str(session.events[0].what)
    for written in (result.lower(), result.replace("draw ", "")):
        other = Journal.create(file.with_name("other.jsonl"), session.header)
        other.append(ChanceRecord(written))
        seed_file(other.file).write_text("kiwi\nab\n")
        (fault,) = prove(other.file).faults
        assert fault == f'Record 1: the result "{result}" is written as "{written}".'
        other.file.unlink()


def test_words_of_players(file: Path) -> None:
    """Nothing is drawn before all people have added words; then all of them count."""
    deals = []
    for text in ("soup", "tea", "Tea"):
        session = begin(
            file, GAME, ["Ann", "Bo", "Cy"], seed="kiwi", salt="ab", bots={"Cy": "greedy"}, words=True
        )
        assert (session.awaited, session.events) == (("Ann", "Bo"), [])
        assert "Words are to come from Ann, Bo" in play_text(session, None, "draw T1").reason
        assert session.add_words("bo", f" {text} ").allowed
        assert "cannot be changed" in session.add_words("Bo", "other").reason
        assert "is a bot" in session.add_words("Cy", "other").reason
        for impossible in (" ", "a\x1bb", "a" * 1001):
            with pytest.raises(UsageError):
                session.add_words("Ann", impossible)
        assert resume(file).awaited == ("Ann",)
        assert session.add_words("Ann", "green tomatoes").allowed
        deals.append(str(session.events[0].what))
        assert resume(file).states == session.states
        proof = prove(file)
        assert proof.faults == ()
        assert proof.proved[-1] == (
            "The seed was joined with words of Bo, Ann, which were added in this order."
        )
        assert "that Ann, who added words last, did not know the seed" in proof.unproved
        play(session)
        assert (prove(file).faults, prove(file).seed) == ((), "shown")
        file.unlink()
    assert len(set(deals)) == 3


def test_words_that_were_changed(file: Path) -> None:
    """The words that are recorded are those that the results follow from."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", salt="ab", words=True)
    session.add_words("Ann", "tea")
    session.add_words("Bo", "soup")
    other = Journal.create(file.with_name("other.jsonl"), session.header)
    for record in session.journal.records:
        other.append(WordsRecord("Bo", "stew") if record == WordsRecord("Bo", "soup") else record)
    seed_file(other.file).write_text("kiwi\nab\n")
    assert "but the seed gives" in prove(other.file).faults[0]
    late = Journal.create(file.with_name("late.jsonl"), session.header)
    late.append(session.journal.records[2])
    assert "Words are to come from Ann, Bo" in prove(late.file).faults[0]


def test_words_that_nobody_agreed_on(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi")
    assert "did not agree on words" in session.add_words("Ann", "tea").reason
    session.journal.append(WordsRecord("Ann", "tea"))
    assert "did not agree on words" in prove(file).faults[0]


def test_the_seed_that_was_shown_too_early(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="kiwi", salt="ab")
    session.journal.append(SeedRecord("kiwi", "ab"))
    assert prove(file).faults == ("The seed was shown before the game was over.",)
    session.journal.append(SeedRecord("kiwi", "ab"))
    assert "The seed is shown more than once." in prove(file).faults


OLD = Path(__file__).parent / "format_1"


def test_a_journal_of_format_1(file: Path) -> None:
    """Version 0.1.0 wrote it: its commitment has no salt, and its bots are those of version 1."""
    proof = prove(OLD / "over.jsonl")
    assert (proof.faults, proof.seed) == ((), "shown")
    assert "Every move of a bot is the one it makes with this seed." in proof.proved
    assert "that nobody guessed the seed, whose commitment has no salt" in proof.unproved


def test_a_journal_of_format_2(file: Path) -> None:
    """Its commitment is to the seed alone: it verifies, and says what is not proved."""
    proof = prove(OLD.with_name("format_2") / "over.jsonl")
    assert (proof.faults, proof.seed, proof.replayed) == ((), "shown", True)
    assert "Every move of a bot is the one it makes with this seed." in proof.proved
    assert UNBOUND in proof.unproved
    assert UNBOUND in prove(OLD / "over.jsonl").unproved


UNBOUND = "that names and options are those of the beginning, which no known commitment binds"


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"wrecks": ""}},
        {"bots": {"Bo": "random"}},
        {"bots_version": 99},
        {"words": True},
        {"seats": ["Ann", "Mallory"], "bots": {"Mallory": "greedy"}},
        {"bound": False},
        {"bound": False, "options": {"wrecks": ""}},
    ],
    ids=str,
)
def test_a_header_that_was_changed_after_the_game(file: Path, change: dict[str, Any]) -> None:
    """The chain is made new, and names are changed throughout; the commitment still shows it."""
    play(begin(file, GAME, ["Ann", "Bo"], bots={"Bo": "greedy"}, seed="kiwi"))
    assert not prove(file).faults
    assert UNBOUND not in prove(file).unproved
    journal = Journal.open(file)
    fields = {**plain(journal.header), **change}
    fields["seats"] = tuple(fields["seats"])
    other = Journal.create(file.with_name("other.jsonl"), Header(**fields))
    names = dict(zip(journal.header.seats, fields["seats"], strict=True))
    for record in journal.records:
        other.append(replace(record, seat=names[record.seat]) if isinstance(record, MoveRecord) else record)
    faults = prove(other.file).faults
    assert any("is not the one that was fixed at the start" in fault for fault in faults)


def test_a_header_that_was_changed_during_the_game(file: Path) -> None:
    """The seed beside the journal does not go on with other options."""
    play(begin(file, GAME, ["Ann", "Bo"], seed="kiwi"), 3)
    journal = Journal.open(file)
    changed = Journal.create(file.with_name("other.jsonl"), replace(journal.header, options={"wrecks": ""}))
    for record in journal.records:
        changed.append(record)
    seed_file(changed.file).write_bytes(seed_file(file).read_bytes())
    assert (
        "not the seed the game began with, or not with these names and options"
        in prove(changed.file).faults[0]
    )


def test_the_bots_of_format_1_are_those_of_version_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a move that they do not make is a fault only where the bots still have that version."""
    monkeypatch.setattr("referee.table.session.find_bot", lambda game, name: other_move)
    for now in (1, 2):
        monkeypatch.setattr("referee.table.proof.version", lambda game, now=now: now)
        proof = prove(OLD / "over.jsonl")
        assert any("makes another move with this seed" in fault for fault in proof.faults) == (now == 1)
        assert any(said.startswith("moves of bots") for said in proof.unproved) == (now == 2)


def test_a_journal_of_format_1_goes_on(file: Path) -> None:
    file.write_bytes((OLD / "open.jsonl").read_bytes())
    seed_file(file).write_bytes(b"kiwi\n")
    session = resume(file)
    play(session)
    assert session.journal.records[-1] == SeedRecord("kiwi")
    assert (prove(file).faults, prove(file).seed) == ((), "shown")


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_seed_is_for_its_owner(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the moment it exists."""
    modes = []
    write = os.fsync
    monkeypatch.setattr("os.fsync", lambda handle: (modes.append(os.fstat(handle).st_mode), write(handle)))
    begin(file, GAME, ["Ann", "Bo"])
    assert seed_file(file).stat().st_mode & 0o777 == 0o600
    assert 0o600 in [mode & 0o777 for mode in modes]


def test_a_seed_that_nobody_typed(file: Path) -> None:
    """It has 128 bits or more, and so has its salt."""
    session = begin(file, GAME, ["Ann", "Bo"])
    assert session.secret is not None
    assert (session.secret.seed.count("-"), len(session.secret.salt)) == (10, 32)


def test_the_same_seed_has_another_commitment_each_time(file: Path) -> None:
    """Nobody finds a typed seed by trying words."""
    other = file.with_name("other.jsonl")
    one, two = (begin(place, GAME, ["Ann", "Bo"], seed="kiwi") for place in (file, other))
    assert one.states == two.states
    assert one.header.commitment != two.header.commitment
    assert commitment("kiwi") not in (one.header.commitment, two.header.commitment)
