"""Streams by which the pages of a table hear that something has changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

END = ""  # told to a listener whose stream is to end
MOST_STREAMS = 64  # streams of the players of one table, and as many of all who look on
STREAMS_EACH = 4  # streams of one cookie
_HEARTBEAT = 3.0  # seconds between two signs of life on a stream: a page says what it misses within 8
_BEAT = "event: beat\ndata:\n\n"
_QUEUE = 8  # numbers that wait for a listener; it only needs the last one


class Listener:
    """A page that waits for news. Told from any thread.

    who     which cookie it belongs to
    player  whose seat that is; empty for those who look on
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, who: str, player: str = "") -> None:
        self.who, self.player, self._loop = who, player, loop
        self._news: asyncio.Queue[str] = asyncio.Queue(_QUEUE)

    def tell(self, number: str) -> None:
        """Pass the number on; a listener that does not keep up misses some, never the last one."""
        with contextlib.suppress(RuntimeError):  # the server is stopping
            self._loop.call_soon_threadsafe(self._put, number)

    async def hear(self, seconds: float) -> str | None:
        """The next number; None if nothing happens for that long."""
        try:
            return await asyncio.wait_for(self._news.get(), seconds)
        except TimeoutError:
            return None

    async def stream(
        self,
        news: str,
        is_gone: Callable[[], Awaitable[bool]],
        forget: Callable[[Listener], None],
    ) -> AsyncIterator[str]:
        """Yield what the page hears. It ends when a newer page of the same phone needs its place.

        news  the number that the page does not know yet; empty if there is none
        """
        try:
            yield "retry: 1000\n\n"
            if news:
                yield _event(news)
            while not await is_gone():
                number = await self.hear(_HEARTBEAT)
                if number == END:
                    yield "retry: 60000\n\n"
                    return
                yield _BEAT if number is None else _event(number)
        finally:
            forget(self)

    def _put(self, number: str) -> None:
        while self._news.full():
            self._news.get_nowait()
        self._news.put_nowait(number)


def _event(number: str) -> str:
    return f"id: {number}\nevent: news\ndata: {number}\n\n"


class Listeners:
    """The pages of one table that wait for news.

    all  the oldest first
    """

    def __init__(self) -> None:
        self.all: list[Listener] = []
        self._left: dict[str, float] = {}  # times of the last page of each, by the monotonic clock

    def add(self, listener: Listener) -> Listener | None:
        """Take up that listener; None if there are too many. Players have places of their own.

        The oldest of a cookie that has four makes room: a phone that slept does not know which of its
        streams are dead.
        """
        own = [one for one in self.all if one.who == listener.who]
        for oldest in own[: max(0, len(own) - STREAMS_EACH + 1)]:
            oldest.tell(END)
            self.remove(oldest)
        if sum(bool(one.player) == bool(listener.player) for one in self.all) >= MOST_STREAMS:
            return None
        self.all.append(listener)
        return listener

    def remove(self, listener: Listener) -> None:
        """Forget a listener who has gone."""
        if listener in self.all:
            self.all.remove(listener)
            if listener.player and all(one.player != listener.player for one in self.all):
                self._left[listener.player] = time.monotonic()

    def end(self, who: frozenset[str]) -> None:
        """Let the streams of those cookies end."""
        for listener in [one for one in self.all if one.who in who]:
            listener.tell(END)
            self.remove(listener)

    def is_back(self, player: str) -> bool:
        """Tell whether that player had been away, which is over now."""
        return self._left.pop(player, None) is not None

    def away(self, player: str) -> float:
        """Seconds since that player's last page went away; 0 while one is open, and if none ever was."""
        left = self._left.get(player)
        return 0.0 if left is None else time.monotonic() - left
