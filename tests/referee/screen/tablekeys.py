"""The table screen in no terminal at all: keys are pressed, and what is shown is read.

Textual's own `Pilot.press` takes the screen to be done when the process needs little of the processor for
a moment, and on a busy machine it gets little before it is done. Here it is at rest when each of its parts
has answered and none had anything else to do.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from textual import events
from textual.message import Message
from textual.pilot import Pilot

from referee.screen.app import TableApp
from referee.table.session import Session

_NAMES = {" ": "space", ",": "comma", "-": "minus", "*": "asterisk", ".": "full_stop", "?": "question_mark"}


class Keys:
    """The keyboard and the eyes of a player at the table screen."""

    def __init__(self, app: TableApp) -> None:
        self.app = app
        self._pilot: Pilot[None] | None = None
        self._heard: list[Message] = []

    async def press(self, *keys: str) -> None:
        """Keys by name; what begins with a quote is typed letter by letter and entered: `'row 3`."""
        for key in keys:
            if key[0] == "'":
                for letter in key[1:]:
                    self._send(_NAMES.get(letter, letter), letter)
                self._send("enter", None)
            else:
                self._send(key, key if len(key) == 1 else None)
            await self.rest()

    async def resize(self, width: int, height: int) -> None:
        """As a terminal that is made larger or smaller."""
        assert self._pilot
        await self._pilot.resize_terminal(width, height)
        await self.rest()

    async def rest(self) -> None:
        """Wait until all that the keys led to has been done and drawn."""
        assert self._pilot
        while self.app.return_code is None:
            self._heard.clear()
            # Every part of the screen calls back when it has finished its work.
            await self._pilot.pause(0)
            parts = (self.app, *self.app.screen.walk_children(with_self=True))
            if all(isinstance(message, events.Callback) for message in self._heard) and not any(
                part.message_queue_size for part in parts
            ):
                return

    def shown(self) -> str:
        """The text on the screen, as a person sees it."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def panel(self, name: str) -> str:
        """Return what is in that frame, its lines joined."""
        part = self.app.query_one(f"#{name}").region
        lines = self.shown().splitlines()[part.y + 1 : part.bottom - 1]
        return " ".join(" ".join(line[part.x + 1 : part.right - 1] for line in lines).split())

    @contextlib.asynccontextmanager
    async def opened(self, size: tuple[int, int]) -> AsyncIterator[None]:
        async with self.app.run_test(size=size, message_hook=self._heard.append) as self._pilot:
            await self.rest()
            yield

    def _send(self, key: str, character: str | None) -> None:
        self.app.post_message(events.Key(key, character))


Play = Callable[[Keys], Awaitable[None]]


def drive(session: Session, play: Play, size: tuple[int, int] = (80, 24), *, bell: bool = False) -> TableApp:
    """Runs the screen, and `play` at its keys."""
    keys = Keys(TableApp(session, bell=bell))

    async def run() -> None:
        async with keys.opened(size):
            await play(keys)

    asyncio.run(run())
    return keys.app
