"""The picture of a television in a browser, for one moment of a game after the other, and its faults."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from playwright.sync_api import Page

from components import catalogue
from referee.engine.asking.news import Told, told
from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, OVER, AnyGame, Event, Seats
from referee.engine.play import follow, start_game
from referee.games import find_game
from referee.players.bots import find_bot
from referee.table.rounds import SessionScore
from referee.web.pages.drawing import Faces
from referee.web.pages.rendering import Pages, for_browsers
from referee.web.pages.television import picture_of
from referee.web.table import Table
from tests.generator.browser import chromium
from tests.referee.playthroughs import begun, read_line
from tests.searching import SEARCHING

SIZES = ((1920, 1080), (960, 540), (1024, 768), (1280, 720), (1366, 768), (3840, 2160))
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
RANDOM_GAMES = 100 if SEARCHING else 1  # games of each kind
SHOWN = 1.0 if SEARCHING else 0.015  # share of the states of a game that are looked at

# Everything that is wrong with a picture. Print on pieces is a picture of its own, and may be small.
FAULTS = Path(__file__).with_name("television.js").read_text("utf-8")


class Moment(NamedTuple):
    """A state of a game, and the latest events as everybody was told of them."""

    state: Any
    news: tuple[Told, ...]


class Screen:
    """A browser with the picture of one moment after the other."""

    def __init__(self, page: Page) -> None:
        self._page, self._faces = page, Faces()
        self._pages = Pages(self._faces)
        self._game: AnyGame | None = None

    def faults(self, game: AnyGame, moment: Moment) -> list[str]:
        """Return what is wrong with the picture, each with the size of the screen."""
        names = moment.state.names
        session: Any = SimpleNamespace(names=names, awaited=(), journal=SimpleNamespace(records=()))
        table = Table("t", game.slug, players=list(names), session=session)
        sheet = game.score(moment.state)
        score = SessionScore(sheet.game, sheet.players, sheet.winners, sheet.bonus_to, ())
        text = self._pages.page(
            "tv.html.j2", table=table, game=catalogue.load(game.slug), host=True, base="http://192.168.1.20:8765",
            picture=picture_of(game, moment.state, moment.news, score, self._faces),
        )  # fmt: skip
        text = text.replace('href="/faces/', 'data-href="')
        self._show(text, new=self._game is not game)
        self._game = game
        found = []
        for width, height in SIZES:
            self._page.set_viewport_size({"width": width, "height": height})
            self._page.evaluate("dispatchEvent(new Event('resize'))")
            found += [f"{width} x {height}: {one}" for one in self._page.evaluate(FAULTS)]
        return found

    def close(self) -> None:
        self._faces.close()

    def _show(self, text: str, *, new: bool) -> None:
        if new:
            style, script = (for_browsers(name).decode() for name in ("tv.css", "tv.js"))
            self._page.set_content(
                text.partition("<link")[0] + f"<style>{style}</style></head>" + text.partition("</head>")[2]
            )
            self._page.evaluate("() => { self.EventSource = class { addEventListener() {} }; }")
            self._page.add_script_tag(content=script)
        else:
            main = text[text.index("<main") : text.index("</main>") + 7]
            self._page.evaluate("text => { document.querySelector('main').outerHTML = text; }", main)


@contextmanager
def screened() -> Iterator[Screen]:
    with chromium() as browser:
        screen = Screen(browser.new_page())
        yield screen
        screen.close()


def recorded(file: Path) -> tuple[AnyGame, Iterator[Moment]]:
    """The game of a recorded playthrough, and its states one after the other."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    typed = [line for line in body.splitlines() if line and not line.startswith(" ")]
    game, names = find_game(facts["game"]), facts["players"].split(", ")
    options = facts["options"].split() if facts["options"] != "none" else []

    def moments() -> Iterator[Moment]:
        state, news = begun(game, int(facts["rules"]), names, options), tuple[Told, ...]()
        yield Moment(state, news)
        for line in typed[: typed.index("score")]:
            state, news = following(game, state, read_line(game, state, names, line), news)
            yield Moment(state, news)

    return game, moments()


def played(game: AnyGame, players: int, seed: str, names: tuple[str, ...] = NAMES) -> Iterator[Moment]:
    """The states of a game that chance plays, to its end."""
    state, news = start_game(game, names[:players], {}), tuple[Told, ...]()
    source, bot = Chance(seed), find_bot(game.slug, "random")
    yield Moment(state, news)
    number = 0
    while (turn := game.turn(state)) is not OVER:
        luck, number = source.stream(f"{number}"), number + 1
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            event = Event(seat, bot(game, game.known(state, seat), seat, luck))
        else:
            assert turn is CHANCE
            event = Event(None, game.chance(state).pick(luck))
        state, news = following(game, state, event, news)
        yield Moment(state, news)


def following(
    game: AnyGame, state: Any, event: Event, news: tuple[Told, ...]
) -> tuple[Any, tuple[Told, ...]]:
    after = follow(game, state, event)
    one = told(game, state, event, after, None, game.tell(state, event, after, None))
    return after, (*news, one)[-12:] if one.text else news


def seen(moments: Iterator[Moment], chance: random.Random) -> Iterator[Moment]:
    """Some of them, always with the first and the last."""
    last = None
    for number, moment in enumerate(moments):
        if number == 0 or chance.random() < SHOWN:
            yield moment
            last = None
        else:
            last = moment
    if last is not None:
        yield last
