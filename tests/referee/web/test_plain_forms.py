"""Games in a browser without JavaScript: plain forms, in which everything that is used can be seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from components.errors import UsageError
from referee.engine.asking.choosing import texts_of
from referee.engine.asking.picks import NONE
from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, OVER
from referee.engine.moves import form_of
from referee.games import find_pad, slugs
from referee.web.pages.choosing import DRAWN
from referee.web.table import Table, Way
from tests.generator.browser import IN_A_BROWSER
from tests.referee.pads import recordings
from tests.referee.web.players import Gathering, Person, gathered
from tests.searching import SEARCHING

pytestmark = IN_A_BROWSER

STEPS = 100_000 if SEARCHING else 5  # moves of each game at most


@pytest.fixture
def gathering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gathering]:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with gathered() as gathering:
        yield gathering


def begun(gathering: Gathering, slug: str, names: list[str], way: Way) -> tuple[Table, list[Person]]:
    """A table at which a game has begun, and the phones of those players, which have no script."""
    table = gathering.server.open(slug)
    people = [gathering.person(name, scripts=False) for name in names]
    for person in people:
        person.page.route("**/faces/**", lambda route: route.abort())  # nothing waits for a painter
        person.sit_down(gathering.invitation(table))
    people[0].page.reload(wait_until="domcontentloaded")
    named = "pad" if way.mode == "pad" else "table" if way.dice == "table" else "referee"
    tap(people[0].page.locator(f"[name=way][value={named}]"))
    people[0].page.get_by_role("button", name="Begin").click()
    assert table.session is not None
    return table, people


def offers(page: Page, entry: object) -> bool:
    """Tell whether a page offers an entry; a score pad lists what is likely, and the rest is typed."""
    form = form_of(type(entry))
    if page.locator(f'[name=move][value="{entry}"]').count():
        return True
    for name, text in texts_of(form, entry).items():
        inputs = page.locator(f'[name="{form.text}|{name}"]')
        kind = inputs.first.get_attribute("type") if inputs.count() else "none"
        if kind in (None, "number"):
            continue  # it is written into a field
        wanted = [text] if kind == "radio" else [] if text == NONE else text.replace(",", " ").split()
        if kind == "none" or not {*wanted} <= {one.get_attribute("value") for one in inputs.all()}:
            return False
    return True


def choose(page: Page, form: str, parts: dict[str, str]) -> None:
    """Give every part of a form its value, and send it."""
    kind = page.locator(f'fieldset.kind[data-form="{form}"]')
    for name, text in parts.items():
        inputs = kind.locator(f'[name="{form}|{name}"]')
        if inputs.count() == 1 and not inputs.is_visible():
            continue  # it can be nothing else
        if inputs.first.get_attribute("type") in ("checkbox", "radio"):
            tick(inputs, text)
        else:
            inputs.fill("" if text == NONE else text)
    kind.locator('noscript button, button[name="form"]').first.click()


def tick(inputs: Locator, text: str) -> None:
    """Tap that value, or each piece of it: of several with one code the first ones."""
    several = inputs.first.get_attribute("type") == "checkbox"
    wanted = Counter([text] if not several else [] if text == NONE else text.replace(",", " ").split())
    for one in inputs.all():
        value = one.get_attribute("value") or ""
        if wanted[value] > 0:
            tap(one)
            wanted[value] -= 1
    assert not +wanted, (text, "is not offered")


def tap(choice: Locator) -> None:
    """Tap its label, which is what a finger meets."""
    choice.locator("xpath=..").click()
    assert choice.is_checked()


def move(person: Person, move: object) -> None:
    """Make that move by a form of the page."""
    page, text, form = person.page, str(move), form_of(type(move))
    if (row := page.locator(f'.choice input[value="{text}"]')).count():
        tap(row)
        page.get_by_role("button", name="Do it").click()
    elif (whole := page.locator(f'button[name=move][value="{text}"]')).count():
        whole.click()
    else:
        choose(page, form.text, texts_of(form, move))


def type_in(page: Page, text: str) -> None:
    """Type a line, which is possible everywhere."""
    if not page.locator("#typed[open]").count():
        page.locator("#typed summary").click()
    page.locator(".type [name=move]").fill(text)
    page.locator(".type button").click()


def enter(person: Person, text: str) -> None:
    """Enter what the dice and the cards of the table show."""
    page, words = person.page, text.partition(" ")[2]
    if page.locator("[name=dice]").count():
        for number, face in enumerate(words.split(",")):
            tap(page.locator(f'[name="die-{number}"][value="{face}"]'))
        page.get_by_role("button", name="Enter the roll").click()
    elif (row := page.locator(f'.choice input[value="{text}"]')).count():
        tap(row)
        page.get_by_role("button", name="Do it").click()
    elif page.locator(f'[name="|{DRAWN}"]').count():
        choose(page, "", {DRAWN: text})
    else:
        type_in(page, text)


@pytest.mark.parametrize("way", [Way(), Way(dice="table")], ids=["dealt", "printed"])
@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_played_by_plain_forms(gathering: Gathering, slug: str, way: Way) -> None:
    table, people = begun(gathering, slug, ["Ann", "Bo"], way)
    session, chance = table.session, random.Random(5)
    assert session is not None
    here = f"{gathering.origin}/t/{table.name}"
    for step in range(STEPS):
        if session.turn is OVER:
            break
        before = len(session.events)
        if session.turn is CHANCE:
            person = chance.choice(people)
            outcome = session.game.chance(session.state).pick(Chance("plain").stream(f"{step}"))
            person.page.goto(here, wait_until="domcontentloaded")
            enter(person, str(outcome))
            said = str(outcome)
        else:
            seat = chance.choice(session.acting)
            person, chosen = people[seat], chance.choice(session.game.moves(session.state, seat))
            person.page.goto(here, wait_until="domcontentloaded")
            move(person, chosen)
            said = str(chosen)
        assert not person.page.locator(".said").count(), (said, person.page.locator(".said").inner_text())
        assert str(session.events[before].what) == said
    assert [person.complaints for person in people] == [[], []]


@pytest.mark.parametrize("file", recordings(), ids=lambda file: file.stem)
def test_every_score_pad_is_filled_in_by_plain_forms(gathering: Gathering, file: Path) -> None:
    """By the lines of a recording; those that it refuses are left out."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    if facts["options"] != "none":
        pytest.skip("no lobby offers its options")
    names, pad = facts["players"].split(", "), find_pad(facts["pad"])
    table, people = begun(gathering, pad.slug, names, Way(mode="pad"))
    session, entered = table.session, 0
    assert session is not None
    for line in (one for one in body.splitlines() if ": " in one and not one.startswith(" ")):
        name, _, text = line.partition(": ")
        seat = names.index(name)
        try:
            entry = pad.read(session.state, seat, text)
        except UsageError:
            continue
        if entered == STEPS:
            break
        if seat in session.acting and pad.check(session.state, seat, entry).allowed:
            page = people[seat].page
            page.goto(f"{gathering.origin}/t/{table.name}", wait_until="domcontentloaded")
            move(people[seat], entry) if offers(page, entry) else type_in(page, str(entry))
            assert not page.locator(".said").count(), (text, page.locator(".said").inner_text())
            assert session.events[-1].what == entry
            entered += 1
    assert entered and [person.complaints for person in people] == [[] for _ in people]
