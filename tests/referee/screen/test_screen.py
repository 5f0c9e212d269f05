"""The table screen, driven by its keys: whole games, secrets, undo, mistakes, sizes, no colour."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from textual.widgets import OptionList

from components.errors import OutputError
from components.process import STOPPED
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Event, Seats
from referee.players.bots import at_random
from referee.screen.app import TableApp
from referee.screen.dialogs import Agree, Filling, Reading
from referee.screen.explaining import Help
from referee.screen.handover import handover
from referee.screen.movelist import Choosing, Line
from referee.table.journal import Journal
from referee.table.journal.lines import MoveRecord, Record
from referee.table.session import Session, resume
from tests.referee.screen.tablekeys import Keys, drive
from tests.searching import SEARCHING

Begin = Callable[..., Session]


# Games that are played to the end by keys in a search alone; `test_five_games` plays all with Enter.
WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("last-blast", {}),
    ("per-aspera", {"options": {"rounds": "2"}}),
    ("planetary", {"options": {"rounds": "1"}}),
] * SEARCHING


@pytest.mark.parametrize(
    ("slug", "how"),
    [
        ("mlem", {}),
        ("rayguns", {}),
        *WHOLE,
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_whole_game_by_keys(begin: Begin, slug: str, how: Any) -> None:
    """A key takes the move beside it, Enter the marked one, until the final score."""
    session = begin(slug, "Ann", "Bo", bots={"Bo": "greedy"}, **how)
    finger = Random(slug)

    def one_of_those_listed(app: TableApp) -> list[str]:
        if isinstance(app.screen, Filling):
            return [*["up"] * finger.randrange(2), "enter", "escape"]
        listed = app.query_one(OptionList).option_count
        picks = [key for key in app.query_one(Line).keys if key]
        if picks and finger.random() < 0.7:
            return [finger.choice(picks)]
        return [*["down"] * finger.randrange(min(listed, 4)), "enter"]

    async def play(keys: Keys) -> None:
        with keys.app.batch_update():  # nobody looks before the end
            while session.turn is not OVER:
                await keys.press(*one_of_those_listed(keys.app))
        await keys.rest()
        assert isinstance(keys.app.screen, Reading)
        score = session.game.score(session.state)
        for player in score.players:
            assert f"{player.name}: {player.total}" in keys.shown()
        await keys.press("escape")
        for player in score.players:
            assert bool(re.search(rf"{player.name} \((bot, )?wins\)", keys.panel("seats"))) == (
                player.name in score.winners
            )
        await keys.press("q")

    assert drive(session, play).return_code == 0
    assert resume(session.journal.file).events == session.events


def test_nobody_sees_the_secrets_of_another(begin: Begin) -> None:
    """LB 3.1: before the machine is handed over it shows no hand, and then that player's only."""
    session = begin("last-blast", "Ann", "Bo", "Cy")
    looked: set[int | None] = set()

    def may_see(seat: int | None) -> str:
        told = (line for telling in session.told(seat) for line in telling.lines)
        return f"{session.game.view(session.state, seat)} {' '.join(told)}"

    async def play(keys: Keys) -> None:
        while session.state.pick < 2:
            eyes = keys.app.handover.eyes
            known = may_see(eyes)
            assert eyes is None or f"Hand of {session.names[eyes]}  " in keys.shown()
            secret = {card.code for hand in session.state.hands for card in hand if card.code not in known}
            assert secret
            for key in ("", "f2", "f3", "f4") if not looked else ("",):
                await keys.press(*([key] if key else []))
                assert not [code for code in secret if code in keys.shown()], (eyes, key)
                if isinstance(keys.app.screen, Reading):
                    await keys.press("escape")
            looked.add(eyes)
            await keys.press("enter")

    drive(session, play, (100, 40))
    assert looked == {None, 0, 1, 2}


def test_a_full_disk_costs_nothing(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that cannot be written is refused with the reason, and can be made when there is room again."""
    session = begin("per-aspera", "Ann", "Bo", mode="pad", seed=None)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async def play(keys: Keys) -> None:
        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", full)
            await keys.press("'ship 2 1 2 10 10")
            assert "No space left on device" in keys.panel("choosing")
            assert "Any other ship" not in keys.panel("choosing"), "what is said stands in place of the hint"
        assert session.acting == (0,)
        await keys.press("enter")  # the line was kept
        assert session.acting == (1,)
        await keys.press("f5")
        assert session.acting == (0,)

    assert drive(session, play).return_code in (None, 0)
    assert resume(session.journal.file).acting == (0,)


def test_where_the_referee_cannot_go_on_the_screen_ends(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's move cannot be written: the caller gets the reason, and the journal is intact."""
    session = begin("mlem", "Ann", "Bo", bots={"Bo": "random"})
    write = Journal.append

    def full(journal: Journal, record: Record) -> None:
        if isinstance(record, MoveRecord) and record.seat == "Ann":
            write(journal, record)
        else:
            raise OutputError("It cannot be written.")

    async def play(keys: Keys) -> None:
        monkeypatch.setattr(Journal, "append", full)
        await keys.press("1")

    app = drive(session, play)
    assert isinstance(app.failed, OutputError)
    assert resume(session.journal.file).cut_off


def test_another_player_may_choose_first(begin: Begin) -> None:
    async def play(keys: Keys) -> None:
        assert "Hand the machine to Ann" in keys.shown()
        await keys.press("tab")
        assert "Hand the machine to Bo" in keys.shown()
        await keys.press("enter", "1")
        assert "Bo (has chosen)" in keys.shown()
        await keys.press("enter", "tab")
        assert "Ann chooses in secret" in keys.shown(), "nobody else is to choose"

    drive(begin("last-blast", "Ann", "Bo"), play)


def test_a_player_against_bots_alone_keeps_the_machine(begin: Begin) -> None:
    async def play(keys: Keys) -> None:
        assert "Ann chooses in secret" in keys.shown()
        await keys.press("1")
        assert "Ann chooses in secret" in keys.shown()

    drive(begin("last-blast", "Ann", "Bo", bots={"Bo": "random"}), play)


def test_undo_asks_the_table_where_it_must(begin: Begin) -> None:
    session = begin("last-blast", "Ann", "Bo")

    async def play(keys: Keys) -> None:
        await keys.press("f5")
        assert "Moves that can be taken back: 0" in keys.panel("choosing")
        await keys.press("enter", "1", "f5")
        assert "Hand the machine to Ann" in keys.shown(), "her choice was a secret: nobody is asked"
        await keys.press("f6", "enter", "2")
        assert "begins with" in keys.shown()
        await keys.press("f5")
        assert isinstance(keys.app.screen, Agree)
        await keys.press("n")
        assert len(session.events) == 4
        await keys.press("f5", "y")
        assert len(session.events) == 3
        assert "as all" in keys.panel("log")
        await keys.press("f6")
        assert len(session.events) == 4

    drive(session, play)


def test_somebody_else_has_gone_on(begin: Begin) -> None:
    """A move that comes second is refused; what came first is on the screen."""
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        other = resume(session.journal.file)
        other.play(other.read(0, str(next(iter(other.game.moves(other.state, 0))))))
        await keys.press("2")
        assert "Somebody else has gone on" in keys.panel("choosing")
        assert "Ann begins with" in keys.panel("log")
        assert session.events == other.events

    drive(session, play, (100, 40))


def test_what_is_typed(begin: Begin) -> None:
    """A move as it is written, in part or at length; what is refused has its reason and its rule."""
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})
    code = str(session.game.moves(session.state, 0)[3]).split()[1]

    async def play(keys: Keys) -> None:
        await keys.press("'row 2")
        assert "No: The flight has not begun" in keys.shown() and "[LB 4.2]" in keys.shown()
        await keys.press("f1")
        assert isinstance(keys.app.screen, Help)
        assert "LB 4.2  " in keys.shown(), "the rule of the refusal"
        await keys.press("escape", "escape", "escape", "'fly")
        assert 'There is no move "fly"' in keys.panel("choosing")
        await keys.press("escape", "'" + code.replace("-", "").lower())
        assert f"begins with {code}" in keys.shown(), "a code as it is typed, without the verb"
        await keys.press("'odds")
        assert "There are no odds to work out here." in keys.panel("choosing")
        await keys.press("'rules blind")
        assert "LB 3.5  " in keys.shown()
        await keys.press("escape", "'log")
        assert isinstance(keys.app.screen, Reading)
        await keys.press("escape", "'undo 1")
        assert isinstance(keys.app.screen, Agree)
        await keys.press("escape", "'q")

    assert drive(session, play).return_code == 0


def test_a_long_list_is_gone_through_word_by_word(begin: Begin) -> None:
    """PA 4.1: well over a thousand ships, by words that are typed."""
    session = begin("per-aspera", "Ann", "Bo")

    async def play(keys: Keys) -> None:
        before = len(session.events)
        assert "ship 1 … (" in keys.shown()
        await keys.press("'ship 2")
        assert "> ship 2 " in keys.shown() and len(session.events) == before, "no move is made by halves"
        await keys.press("space", "'1 2", "space", "'10 10")
        assert "Warp 2, Cannons 1, Hold 2, tank 10 and fuel 10" in keys.panel("log")

    drive(session, play)


def test_a_move_takes_few_keys(begin: Begin) -> None:
    """Digits, and 0 for more lines: to land, to build, to walk, to end the turn.

    What a move leads to is marked on the map, also where that is wider than its frame.
    """
    options = {"start": "random"}
    session = begin("planetary", "Ann", "Bo", seed="tea", bots={"Bo": "random"}, options=options)
    verbs = ("land", "build", "b", "sacrifice", "done")
    for text in ("b D3", "done", "on all", "ready"):
        assert session.play(session.read(0, text)).allowed, text

    async def pick(keys: Keys, move: str) -> int:
        """The line that the move begins with, till it is made: how many keys that took."""
        before, count = len(session.events), 0
        while len(session.events) == before:
            choosing = keys.app.query_one(Choosing)
            listed = choosing._listed
            exact = [line for line in listed if line.text == move and line.whole]
            begun = [line for line in listed if not line.whole and f"{move} ".startswith(f"{line.text} ")]
            column = [line for line in listed if line.text.endswith(",") and move.startswith(line.text)]
            if exact and move.startswith("land"):
                await keys.press(*["down"] * listed.index(exact[0]))
                assert re.search(r"\[[GR]\]", keys.panel("table")), "the plain it lands on"
            wanted = listed.index((*exact, *begun, *column)[0])
            while not choosing.query_one(Line).keys[wanted]:
                await keys.press("0")
                count += 1
            await keys.press(choosing.query_one(Line).keys[wanted])
            count += 1
        assert str(session.events[before].what) == move
        return count

    async def play(keys: Keys) -> None:
        at_first = keys.panel("table")
        for part in ("Watts: 475 of 500", "Units: B 3+action", "Solar: ", "Ring 0", "Bar of Ann", "F3: the"):
            assert part in at_first, "what matters now fits on 80 × 24"
        for verb in verbs:
            moves = [
                text for text in map(str, session.game.moves(session.state, 0)) if text.split()[0] == verb
            ]
            move = moves[0] if verb == "land" else moves[-1]
            assert await pick(keys, move) <= 4, move

    drive(session, play)


def test_a_digit_does_not_pick_another_number(begin: Begin) -> None:
    """The ninth line of a list is not space 9: where numbers are to be picked, digits are typed."""
    session = begin("planetary", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        assert "start 6 2 spaces from P1" in keys.panel("choosing").replace("  ", " ")
        await keys.press("3", "enter")
        assert [str(event.what) for event in session.events if event.seat == 0] == ["start 3"]

    drive(session, play)


def test_dice_of_the_table_are_typed(begin: Begin) -> None:
    session = begin("mlem", "Ann", "Bo", seed=None, dice="table")

    async def play(keys: Keys) -> None:
        assert "Dice or cards decide" in keys.shown()
        await keys.press("'draw Cy")
        assert '"Cy"' in keys.shown()
        await keys.press("escape", "'Bo", "1", "1", "'1,2,2,7")
        assert "Kept: 1 2 2." in keys.panel("choosing")
        assert "> 1 2 2  " in keys.shown(), "the die that is wrong is gone, and one types on"
        await keys.press("'4,*")
        assert "5 of 6: 1 2 2 4 *. Next: die 6." in keys.panel("choosing")
        await keys.press(",")
        assert "5 of 6: 1 2 2 4 *" in keys.panel("choosing")
        await keys.press("'*")
        assert "Bo rolls 1,2,2,4,*,*." in keys.shown()
        await keys.press("f2")
        assert "Reach 25" in keys.shown()

    drive(session, play)


def test_what_one_player_drew_is_typed_where_nobody_else_sees_it(begin: Begin) -> None:
    """PL 3.3: with cards of the table the machine is handed over for each bar, and the bar is gone after."""
    session = begin("planetary", "Ann", "Bo", seed=None, dice="table")
    for text in ("draw 2", "draw M01 M02", "draw a", "draw rust moss", "draw 1 2"):
        assert session.play(session.read(None, text)).allowed, text

    async def play(keys: Keys) -> None:
        for name, other in (("Ann", "Bo"), ("Bo", "Ann")):
            assert f"Hand the machine to {name}" in keys.shown()
            assert "LAS" not in keys.shown() and "SCN" not in keys.shown()
            await keys.press("enter")
            assert f"{name} has drawn" in keys.shown() and other not in keys.panel("choosing")
            await keys.press("'draw LAS SCN COR PLT BAT")
        assert "Bo chooses in secret" in keys.shown(), "who has the machine keeps it"
        await keys.press("'start 3")
        assert "Hand the machine to Ann" in keys.shown() and "LAS" not in keys.shown()

    drive(session, play)


@pytest.mark.parametrize("slug", ["planetary", "rayguns", "mlem"])
def test_a_player_who_draws_alone_takes_the_machine(begin: Begin, slug: str) -> None:
    """At every draw: if what was drawn is told to one player alone, that player types it."""
    session = begin(slug, "Ann", "Bo", seed=None, dice="table")
    source = Quick(1)
    confided = 0
    for _ in range(40):
        before, taker = session.state, handover(session, None).taker
        if isinstance(session.turn, Seats):
            seat = session.acting[0]
            assert session.play(Event(seat, at_random(session.game, before, seat, source))).allowed
            continue
        outcomes = session.game.chance(before)
        event = Event(None, outcomes.pick(source))
        assert session.play(event).allowed
        if outcomes.label != "stray":  # everything is shown as soon as the last of them is placed
            drawn = str(event.what).split()[-1]
            told = {
                seat: session.game.tell(before, event, session.state, seat).lines for seat in (None, 0, 1)
            }
            wise = [seat for seat in (0, 1) if drawn in " ".join(told[seat]) and told[seat] != told[None]]
            assert taker == (wise[0] if len(wise) == 1 else None), event
            confided += len(wise) == 1
    assert bool(confided) == (slug != "mlem")


def test_the_score_pad_says_what_may_be_typed(begin: Begin) -> None:
    session = begin("last-blast", "Ann", "Bo", mode="pad", seed=None)

    async def play(keys: Keys) -> None:
        assert "home" in keys.shown()
        await keys.press("'home r25 a63")
        assert "Ann is home with 8 points [LB 5.1]." in keys.shown()

    drive(session, play, (100, 30))


def test_it_fits_any_terminal(begin: Begin) -> None:
    """The typed line and whose turn it is are seen on 80 × 24, and on more and on less."""
    session = begin("per-aspera", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        for size in ((60, 20), (160, 50), (80, 24)):
            await keys.resize(*size)
            lines = keys.shown().splitlines()
            assert (len(lines[0]), len(lines)) == size
            assert "▸ Ann" in keys.shown() and "> " in keys.shown() and "F1 Help" in keys.shown()
        await keys.resize(60, 20)
        await keys.press("'ship 2 1 1 10 10", "'go", "up")
        assert re.search(r"\[(E|\d[SML]\.[a-d])\]", keys.panel("table")), "the table moves to what is marked"

    drive(session, play)


def test_without_colour_nothing_is_lost(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: no colour at all; the marked move has an arrow, its piece is in brackets."""
    monkeypatch.setenv("NO_COLOR", "1")
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "random"})

    async def play(keys: Keys) -> None:
        await keys.press("down")
        code = re.search(r"▸2 pick (\S+)", keys.shown())
        assert code and f"[{code[1]}]" in keys.shown()
        for strip in keys.app.screen._compositor.render_strips():
            for segment in strip.apply_filter(keys.app._filters[-1], keys.app.background_colors[0]):
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    assert colour is None or colour.is_default

    drive(session, play)


def test_ctrl_c_stops(begin: Begin) -> None:
    async def play(keys: Keys) -> None:
        await keys.press("ctrl+c")

    assert drive(begin("last-blast", "Ann", "Bo"), play).return_code == STOPPED


def test_on_windows_the_screen_handles_no_signals(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop cannot, and there is no SIGHUP; Ctrl-C is a key."""
    monkeypatch.setattr("referee.screen.styling.WINDOWS", True)
    monkeypatch.delattr(signal, "SIGHUP", raising=False)

    async def play(keys: Keys) -> None:
        await keys.press("ctrl+c")

    assert drive(begin("mlem", "Ann", "Bo"), play).return_code == 130
