"""Games played by taps on small phones: how many a move takes, and that nobody has to scroll to make one."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.game import OVER
from referee.games import slugs
from referee.web.table import Way
from tests.generator.browser import IN_A_BROWSER
from tests.referee.web.players import Gathering, Person, gathered
from tests.searching import SEARCHING

pytestmark = IN_A_BROWSER

MOVES = 10_000 if SEARCHING else 8  # moves of each game at most
SIZES = ({"width": 320, "height": 568}, {"width": 390, "height": 844})
# Tells whether the question, something to choose from and the button are on the screen, and what is too wide.
IN_SIGHT = """() => {
  const seen = (one) => {
    const box = one?.getBoundingClientRect();
    return box && box.height > 0 && box.top >= 0 && box.top < innerHeight - 40 && box.left < innerWidth;
  };
  const taken = ".chip, .piece, .choice, .group, .step, .key";
  const first = [...document.querySelectorAll(`#play :is(${taken}), #board .reach`)];
  const go = document.getElementById("go").getBoundingClientRect();
  return {
    asks: seen(document.getElementById("turn")),
    chooses: first.some(seen) || !document.querySelector("#play .facet:not(.single)"),
    go: go.bottom <= innerHeight && go.height >= 44,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.fixture
def gathering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gathering]:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with gathered() as gathering:
        yield gathering


@pytest.mark.parametrize("slug", slugs())
def test_a_choice_and_its_button_are_on_one_screen(gathering: Gathering, slug: str) -> None:
    """A proposal takes one tap; whoever chooses otherwise taps the parts, too."""
    table = gathering.server.open(slug)
    people = [gathering.person(name) for name in ("Ann", "Bo")]
    for person, size in zip(people, SIZES, strict=True):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        person.sit_down(gathering.invitation(table))
    with table.lock:
        table.start(gathering.server.begin, Way())
    session, taps = table.session, list[int]()
    assert session is not None
    while session.turn is not OVER and len(taps) < MOVES:
        person = people[session.acting[0]]
        person.catch_up(table)
        seen = person.page.evaluate(IN_SIGHT)
        assert seen == {"asks": True, "chooses": True, "go": True, "wide": 0}, (person.name, seen)
        taps.append(_taps(person))
    assert statistics.median(taps) <= 1.5 and statistics.mean(taps) <= 1.5
    assert [person.complaints for person in people] == [[], []]
    print(
        f"{slug}: {len(taps)} moves, median {statistics.median(taps)}, mean {statistics.mean(taps):.2f} taps"
    )


def _taps(person: Person) -> int:
    """Make the move that is proposed, or what is possible of each part where none is; the taps it took."""
    person.taps = 0
    person.chance.seed(person.number)
    person.act(proposed=True)
    return person.taps
