"""Promises of every score pad: corrections count as if they had been typed at once, hints are short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from components.errors import UsageError
from referee.engine.answers import wrapped
from referee.engine.areas import area_lines
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Event, Remarks, Seats
from referee.engine.pads import Tallies
from referee.engine.play import start_game
from referee.games import find_pad, slugs
from referee.table.beginning import begin
from referee.table.playing import play_text
from referee.table.rounds import session_score
from tests.referee.pads import played, recordings

PADS = slugs("pad")
NAMES = ("Ann", "Bo", "Cy")

# Texts that people type, besides those that a pad lists.
TYPED = {
    "last-blast": ("home R2-5 A6-3", "home A5-2 A4-6", "home A5-2", "home R2-5", "exploded 3", "exploded 5"),
    "mlem": ("land A ace", "land m3", "land C", "land comet", "land galaxy voyager", "end", "crash", "end"),
    "per-aspera": (
        *("ship 2 1 2 10 10", "ship 1 1 1 10 10", "sell 3 1 at 4", "sell 2 2 at 3 pirate", "earn 5", "pay 3"),
        *("levy", "home", "away", "away 40", "home 62", "count 30", "away 12", "home 115"),
    ),
    "planetary": (
        *("destroy LAS", "destroy SHD LAS", "destroy 2 COR", "out", "out with Bo", "out with Ann", "end"),
        *("left 2 6", "left 1 2", "left 3 9", "copy LAS", "copy COR", "copy LAS SHD"),
    ),
    "rayguns": (
        *("commander Bo", "card SO07", "card RC01", "card RC02", "orders RC03"),
        *("dock G3w B3p A3r R4w G2r", "dock G5w B5p A2r R2w G4w", "dock R5w A5p", "dock B2w B1w R1p A1r G1p"),
    ),
}


def entered(pad: Any, slug: str, source: Quick, count: int) -> tuple[Any, list[tuple[int, str]]]:
    """A state after some entries that were picked at random, and those entries."""
    state, entries = start_game(pad, NAMES, {}), list[tuple[int, str]]()
    for _ in range(count * 6):
        turn = pad.turn(state)
        if turn is OVER or len(entries) == count:
            break
        seat, text = source.below(len(NAMES)), pick(TYPED[slug], source)
        move = pad.read(state, seat, text)
        if pad.check(state, seat, move).allowed:
            state = pad.apply(state, seat, move)
            entries.append((seat, text))
    return state, entries


def pick(texts: Sequence[str], source: Quick) -> str:
    return texts[source.below(len(texts))]


def replayed(pad: Any, entries: Sequence[tuple[int, str]]) -> Any:
    """The state after those entries; None if one of them is refused."""
    state = start_game(pad, NAMES, {})
    for seat, text in entries:
        move = pad.read(state, seat, text)
        if not pad.check(state, seat, move).allowed:
            return None
        state = pad.apply(state, seat, move)
    return state


@pytest.mark.parametrize("slug", PADS)
def test_a_correction_is_as_good_as_typing_it_rightly_at_once(slug: str) -> None:
    """The same state and the same score; refused where typing it at once would have been refused later."""
    pad: Any = find_pad(slug)
    source, outcomes = Quick(7), set[bool]()
    for _ in range(60):
        state, entries = entered(pad, slug, source, 3 + source.below(8))
        if pad.turn(state) is OVER:
            state = replayed(pad, entries := entries[:-1])
        if not entries:
            continue
        place, text = source.below(len(entries)), pick(TYPED[slug], source)
        seat = source.below(len(NAMES)) if source.below(3) == 0 else entries[place][0]
        by = f" by {NAMES[seat]}" if seat != entries[place][0] else ""
        move = pad.read(state, 0, f"correct {place + 1} {text}{by}")
        assert pad.read(state, 0, str(move)) == move
        rightly = [*entries[:place], (seat, text), *entries[place + 1 :]]
        at_once = replayed(pad, rightly)
        ruling = pad.check(state, 0, move)
        same = pad.read(replayed(pad, entries[:place]), seat, text) == state.entries[place].move
        if same and seat == entries[place][0]:
            assert not ruling.allowed
            continue
        assert ruling.allowed == (at_once is not None), ruling.reason
        outcomes.add(ruling.allowed)
        if at_once is None:
            assert ruling.reason
            assert ruling.rule
            continue
        corrected = pad.apply(state, 0, move)
        assert corrected == at_once
        assert pad.score(corrected) == pad.score(at_once)
        told = pad.tell(state, Event(0, move), corrected, None).lines
        assert told[0].startswith(f"Entry {place + 1} is corrected: {NAMES[seat]}: ")
        totals = [[player.total for player in pad.score(one).players] for one in (state, corrected)]
        assert (len(told) == 2) == (totals[0] != totals[1])
    assert outcomes == {True, False}


@pytest.mark.parametrize("slug", PADS)
def test_what_cannot_be_corrected(slug: str) -> None:
    pad: Any = find_pad(slug)
    fresh = start_game(pad, NAMES, {})
    first = pad.read(fresh, 0, "correct 1 nonsense")
    assert "There are no entries yet." in pad.check(fresh, 0, first).reason
    state, entries = entered(pad, slug, Quick(1), 1)
    [(_, text)] = entries
    assert pad.check(state, 0, pad.read(state, 0, f"correct 1 {text}")).reason == "Entry 1 says so already."
    wrong = pad.check(state, 0, pad.read(state, 0, f"correct 2 {text}"))
    assert "There is no entry 2; entries are 1 to 1." in wrong.reason
    assert wrong.rule
    assert "There is no entry 0" in pad.check(state, 0, pad.read(state, 0, f"correct 0 {text}")).reason
    for bad in ("correct 1 nonsense", "correct 1", "correct 1 correct 1 end", f"correct 1 {text} by Zed"):
        with pytest.raises(UsageError):
            pad.read(state, 0, bad)


def views(slug: str) -> Iterator[tuple[Any, Any]]:
    """Some states of the pad, each with the pad."""
    pad: Any = find_pad(slug)
    source = Quick(3)
    for count in range(0, 12):
        yield pad, entered(pad, slug, source, count)[0]


@pytest.mark.parametrize("slug", PADS)
def test_a_pad_has_a_column_for_each_player(slug: str) -> None:
    """The totals are those of the score, every entry has its number, and the table fits 80 columns."""
    for pad, state in views(slug):
        view = pad.view(state, None)
        table = view.areas[0]
        assert table.title == "Score pad"
        rows: dict[int, list[str]] = {}
        for piece in table.pieces:
            rows.setdefault(piece.at[1], []).append(piece.code)
        assert rows[0][1:] == list(NAMES)
        totals = {player.name: player.total for player in pad.score(state).players}
        assert rows[max(rows)] == ["total", *(str(totals[name]) for name in NAMES)]
        numbers = [
            piece.code
            for area in view.areas
            if area.title.startswith("Entries")
            for piece in sorted(area.pieces, key=lambda piece: int(piece.code))
        ]
        assert sorted(map(int, numbers)) == list(range(1, len(state.entries) + 1))
        assert all(len(line) <= 80 for line in area_lines(table))
        assert view.glance is not None
        if isinstance(pad, Tallies) and state.entries:
            *_, last = pad.tally(state).values()
            assert list(last) == list(state.entries[-1].totals)


@pytest.mark.parametrize("slug", PADS)
def test_hints_are_short_and_no_first_choice_destroys(slug: str) -> None:
    """At most two lines of 80 columns; a crash or an explosion has a sense below 0."""
    for pad, state in views(slug):
        turn = pad.turn(state)
        for seat in turn.seats if isinstance(turn, Seats) else ():
            assert len(wrapped(pad.hint(state, seat))) <= 2
            assert isinstance(pad, Remarks)
            for move in pad.moves(state, seat):
                remark = pad.remark(state, seat, move)
                if str(move).split()[0] in ("crash", "exploded", "orders", "out"):
                    assert remark.sense < 0


def test_undo_takes_a_correction_back(tmp_path: Any) -> None:
    """The journal has both, and the rounds count a correction where it belongs."""
    session = begin(tmp_path / "pad.jsonl", "mlem", ("Ann", "Bo"), mode="pad")
    for text in ("Ann: land A", "end", "Bo: land m3", "correct 1 land A ace"):
        assert play_text(session, None, text).allowed
    assert [one.totals for one in session_score(session).rounds] == [(8, 0), (8, 2)]
    assert [str(event.what) for event in session.events][::3] == ["land A", "correct 1 land A ace"]
    session.undo(1)
    assert [one.totals for one in session_score(session).rounds] == [(4, 0), (4, 2)]


@pytest.mark.parametrize("slug", PADS)
def test_a_pad_refuses_the_players_and_the_options_that_its_game_refuses(slug: str) -> None:
    pad: Any = find_pad(slug)
    for names, options in ((NAMES[:1], {}), (NAMES * 4, {}), (NAMES[:2], {"nonsense": ""})):
        with pytest.raises(UsageError):
            start_game(pad, names, options)


# Journals carry them, so whoever raises one does it on purpose.
VERSIONS = {"last-blast": 1, "mlem": 2, "per-aspera": 2, "planetary": 1, "rayguns": 1}


def test_versions_of_pads() -> None:
    assert {slug: find_pad(slug).version for slug in PADS} == VERSIONS


def test_entries_lie_round_by_round_the_latest_first() -> None:
    pad: Any = find_pad("mlem")
    state = replayed(pad, [(0, "land m3"), (0, "end"), (1, "land m5")])
    assert [(area.name, area.title) for area in pad.view(state, None).areas if "entries" in area.name] == [
        ("entries-2", "Entries of expedition 2"),
        ("entries-1", "Entries of expedition 1"),
    ]


@pytest.mark.parametrize("file", recordings(), ids=lambda file: file.stem)
def test_whole_games_are_told_again(file: Path) -> None:
    assert played(file) == file.read_text(encoding="utf-8").splitlines()


def test_every_pad_is_recorded() -> None:
    """With lines that it does not understand, refusals, and corrections that are made and refused."""
    texts: dict[str, str] = {}
    for file in recordings():
        text = file.read_text(encoding="utf-8")
        slug = text.partition("\n")[0].removeprefix("pad: ")
        texts[slug] = texts.get(slug, "") + text
    assert set(texts) == set(PADS)
    for text in texts.values():
        for shown in ("not understood:", "refused:", "is corrected:", "would then be impossible:", "Winner"):
            assert shown in text
