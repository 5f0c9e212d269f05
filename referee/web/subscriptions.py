"""Streams by which the pages of a table hear that something has changed."""

from __future__ import annotations

import asyncio
import contextlib

END = ""  # told to a listener whose stream is to end
_QUEUE = 8  # numbers that wait for a listener; it only needs the last one


class Listener:
    """A page that waits for news. Told from any thread.

    who  which cookie it belongs to
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, who: str) -> None:
        self.who, self._loop = who, loop
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

    def _put(self, number: str) -> None:
        while self._news.full():
            self._news.get_nowait()
        self._news.put_nowait(number)
