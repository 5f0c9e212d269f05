"""Whole games on phones in a real browser, from the code to the last score, with taps and with keys alone."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from referee.engine.game import OVER
from referee.games import slugs
from referee.table.journal import Journal
from referee.table.journal.lines import MoveRecord
from referee.web.table import Table
from tests.generator.browser import IN_A_BROWSER
from tests.referee.web.players import Gathering, Person, asleep, gathered
from tests.searching import SEARCHING

pytestmark = IN_A_BROWSER

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")
PLAYERS = {"last-blast": 4, "mlem": 5, "per-aspera": 3, "planetary": 2, "rayguns": 2}
SLEEPS = 200
GAPS = 200 if SEARCHING else 3
SILENT = 8.0  # s at most until a phone says that something is amiss
# Tell whether a page shows that its move was made, or at least that it is on its way still or kept.
ANSWERED = "asked => document.getElementById('choose')?.dataset.question !== asked"
TOLD = f"""{ANSWERED}
  || !document.getElementById('bar').hidden || document.querySelector('.said')"""


@pytest.fixture
def gathering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gathering]:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with gathered() as gathering:
        yield gathering


def play(table: Table, people: list[Person], sleeper: Person | None = None) -> int:
    """Play to the end by what the pages offer; how many moves. The sleeper is away again and again."""
    moves = 0
    while table.session is None or table.session.turn is not OVER:
        if sleeper is not None and moves % 20 in (8, 14):
            asleep(sleeper, moves % 20 == 8)
        acting = [person for person in people if _acts(table, person)]
        awake = [person for person in acting if not (person is sleeper and 8 <= moves % 20 < 14)]
        if not awake:
            assert sleeper is not None
            asleep(sleeper, False)
            awake = acting
        person = awake[0]
        person.catch_up(table)
        person.act()
        moves += 1
    if sleeper is not None:
        asleep(sleeper, False)
    return moves


def _acts(table: Table, person: Person) -> bool:
    assert table.session is not None
    return table.session.names.index(person.name) in table.session.acting


def finish(table: Table, people: list[Person], moves: int) -> None:
    """Every page shows the end, the same score and the proof; every move is in the journal once."""
    assert table.session is not None
    for person in people:
        expect(person.page.locator(".turn")).to_contain_text("The game is over.")
        expect(person.page.get_by_role("heading", name="Proof")).to_be_visible()
        totals = person.page.locator("#score > table td").all_inner_texts()
        score = table.session.game.score(table.session.state)
        assert [int(total.replace("−", "-")) for total in totals] == [one.total for one in score.players]
        assert person.complaints == []
    made = Journal.open(table.session.journal.file).records
    assert sum(isinstance(record, MoveRecord) and record.seat not in table.bots for record in made) == moves


@pytest.mark.skipif(not SEARCHING, reason="make search: whole games of all five")
@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_played_with_the_keyboard_alone(gathering: Gathering, slug: str) -> None:
    table = gathering.server.open(slug)
    ann = gathering.person("Ann", keys=True)
    ann.sit_down(gathering.invitation(table))
    with table.lock:
        table.add_bot("Bo", "greedy")
    ann.press(ann.page.get_by_role("button", name="Begin"))
    expect(ann.page.locator("#board")).to_be_visible()
    finish(table, [ann], play(table, [ann]))


@pytest.mark.skipif(not SEARCHING, reason="make search: whole games of all five")
@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_played_by_taps_while_a_phone_sleeps(gathering: Gathering, slug: str) -> None:
    """Two to five phones and a television, from the QR code to the last score."""
    television = gathering.person("", seed=0)
    television.page.set_viewport_size({"width": 1920, "height": 1080})
    television.page.goto(f"{gathering.origin}/host/{gathering.host_token}")
    television.press(television.page.get_by_role("button", name="Be the host"))
    television.press(television.page.locator(f"button[name=game][value={slug}]"))
    expect(television.page.get_by_text("Only this computer can join")).to_be_visible()
    (opened,) = gathering.server.tables
    invitation = gathering.invitation(opened)
    people = [gathering.person(name) for name in NAMES[: PLAYERS[slug]]]
    for person in people:
        person.sit_down(invitation)
    expect(television.page.locator("ol.players li:not(.free)")).to_have_count(len(people))
    people[0].press(people[0].page.get_by_role("button", name="Begin"))
    (table,) = gathering.server.tables
    expect(people[0].page.locator("#board")).to_be_visible()
    moves = play(table, people, people[-1])
    finish(table, [*people, television], moves)


@pytest.mark.skipif(not SEARCHING, reason="make search: a phone that sleeps 200 times")
def test_a_phone_that_slept_200_times_lost_nothing(gathering: Gathering) -> None:
    """Asleep without a network or frozen by the browser; it taps, too, while nothing is heard."""
    table = gathering.server.open("mlem")
    ann, bo = (gathering.person(name) for name in ("Ann", "Bo"))
    for person in (ann, bo):
        person.sit_down(gathering.invitation(table))
    ann.press(ann.page.get_by_role("button", name="Begin"))
    expect(bo.page.locator("#board")).to_be_visible()
    browser = bo.page.context.new_cdp_session(bo.page)
    moves, current, games = 0, {True: list[float](), False: list[float]()}, []
    for sleep in range(SLEEPS):
        assert table.session is not None
        if table.session.turn is OVER:
            games.append(table.session.journal.file)
            with table.lock:
                gathering.server.rematch(table)
        frozen = sleep % 3 == 2
        if frozen:
            browser.send("Page.setWebLifecycleState", {"state": "frozen"})
        else:
            asleep(bo, True)
            if bo.may_act:  # the move is not told, and the page stays
                bo.page.locator("#go").click()
                if (ask := bo.page.locator("#ask[open] [value=yes]")).count():
                    ask.click()
                expect(bo.page.locator("#bar")).to_contain_text("is kept and sent")
                bo.page.locator("#unsend").click()
        if _acts(table, ann):
            ann.catch_up(table)
            ann.act()
            moves += 1
        began = time.monotonic()
        if frozen:
            browser.send("Page.setWebLifecycleState", {"state": "active"})
        else:
            asleep(bo, False)
        bo.catch_up(table)
        current[frozen].append(time.monotonic() - began)
        if table.session.turn is not OVER and _acts(table, bo):
            bo.act()
            moves += 1
    games.append(table.session.journal.file if table.session else Path())
    made = [one for file in games for one in Journal.open(file).records if isinstance(one, MoveRecord)]
    assert len(made) == moves
    for frozen, times in current.items():
        way = "frozen" if frozen else "without a network"
        print(f"{way}: median {statistics.median(times):.2f} s, at most {max(times):.2f} s")
    assert max(current[True] + current[False]) <= 1.0


class Gap:
    """A network that is not there for the next moves of a page.

    kind  whether a move "never arrives", "is not answered" though it has arrived, or "hangs"
    left  moves that it takes
    """

    def __init__(self, kind: str, left: int) -> None:
        self.kind, self.left = kind, left

    def __call__(self, route: Route) -> None:
        self.left -= 1
        if self.left < 0:
            route.continue_()
        elif self.kind != "hangs":
            if self.kind == "is not answered":
                route.fetch()
            route.abort("internetdisconnected")


@pytest.mark.parametrize("kind", ["never arrives", "is not answered", "hangs"])
def test_a_move_in_a_gap_is_made_once_and_the_gap_is_told(gathering: Gathering, kind: str) -> None:
    """The phone sends it again by itself; meanwhile it says that the move is on its way, or kept."""
    table = gathering.server.open("mlem")
    people = [gathering.person(name) for name in ("Ann", "Bo")]
    for person in people:
        person.sit_down(gathering.invitation(table))
    people[0].press(people[0].page.get_by_role("button", name="Begin"))
    expect(people[1].page.locator("#board")).to_be_visible()
    told, games = list[float](), list[Path]()
    for number in range(-(-GAPS // 3)):
        assert table.session is not None
        if table.session.turn is OVER:
            games.append(table.session.journal.file)
            with table.lock:
                gathering.server.rematch(table)
        person = people[table.session.acting[0]]
        person.catch_up(table)
        page, question, gap = person.page, person.question, Gap(kind, 1 + number % 4)
        page.route("**/move", gap)
        page.locator("#go").click()
        if (ask := page.locator("#ask[open] [value=yes]")).count():
            ask.click()
        began = time.monotonic()
        page.wait_for_function(TOLD, arg=question)
        told.append(time.monotonic() - began)
        page.wait_for_function(ANSWERED, arg=question)
        expect(page.locator("#bar")).to_be_hidden()
        page.unroute("**/move", gap)
    games.append(table.session.journal.file if table.session else Path())
    made = [one for file in games for one in Journal.open(file).records if isinstance(one, MoveRecord)]
    assert len(made) == len(told) and [person.complaints for person in people] == [[], []]
    print(f"{len(told)} moves: told after {statistics.median(told):.2f} s, at most {max(told):.2f} s")
    assert max(told) <= SILENT
