"""Refusals before any page is asked: foreign hosts, foreign pages, bodies that are too large.

Browsers let any web page send requests to this machine, and a name of somebody else's can be made to point at
it. So a request has to name one of our own addresses, and a request that changes anything has to come from a
page of ours.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import PlainTextResponse

from referee.web.pages.photographs import LARGEST

LARGEST_BODY = 16_384  # bytes
_PHOTOGRAPHS = "/photograph"  # the end of the one address that takes more
_MOST_KEYS = 4096  # askers that are remembered; what they did is forgotten before memory runs out
_SAFE = ("GET", "HEAD")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
        "form-action 'self'; base-uri 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Because with "no-referrer", browsers send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SENT = tuple((key.lower().encode(), value.encode()) for key, value in _HEADERS.items())

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guard:
    """Wraps an application.

    hosts   the addresses it is reached by: "127.0.0.1:8000"
    scheme  "http" or "https"
    """

    def __init__(self, app: App, hosts: tuple[str, ...], scheme: str) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"{scheme}://{host}" for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        largest = LARGEST if scope["path"].endswith(_PHOTOGRAPHS) else LARGEST_BODY
        problem = self._problem(scope["method"], headers, largest)
        if problem:
            status, text = problem
            await PlainTextResponse(text, status, headers=_HEADERS)(scope, receive, send)
            return
        await self._app(scope, _Limited(receive, largest), _with_headers(send))

    def _problem(self, method: str, headers: dict[str, str], largest: int) -> tuple[int, str] | None:
        if headers.get("host", "") not in self._hosts:
            return 421, "This is not an address of this table. Open the one that referee serve printed.\n"
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            return 403, "This request comes from another web page and is refused.\n"
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if elsewhere and headers.get("sec-fetch-mode") != "navigate":
            return 403, "This request comes from another web page and is refused.\n"
        if method in _SAFE:
            return None
        if origin is None:
            return 403, "This request does not say which page it comes from and is refused.\n"
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > largest:
            return 413, "This is too long. Go back and write less.\n"
        return None


class _Limited:
    """Receives a body of at most that size, whatever its header says."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._left = receive, largest

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return message if self._left >= 0 else {"type": "http.disconnect"}


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_SENT]}
        await send(message)

    return sent


class RateLimit:
    """At most so many times in any such span of seconds, for each key.

    now  the clock, in seconds
    """

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._now = most, seconds, now
        self._times: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Tell whether one time more is allowed; only then it counts."""
        now = self._now()
        times = self._times.pop(key, None) or deque()
        while times and times[0] <= now - self._seconds:
            times.popleft()
        allowed = len(times) < self._most
        if allowed:
            times.append(now)
        self._times[key] = times
        while len(self._times) > _MOST_KEYS:
            del self._times[next(iter(self._times))]  # the one that has been quiet longest
        return allowed
