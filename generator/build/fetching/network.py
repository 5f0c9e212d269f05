"""The one place where `pnp` uses the network: what an address that a person typed answers.

All of it together, from the name of the host to the last byte, may take so long and no longer. Where the web
answers, it may lead to another place of the web, and never into this computer or the network that it is in.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from typing import TYPE_CHECKING, Any, Final

from components.errors import StarboxError, UsageError
from components.sheets import CSV_BYTES

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

SECONDS = 20.0  # longest time for an answer, all of it
PUBLISH: Final = (
    "In Google Sheets: File, Share, Publish to the web, CSV. The copy that you have is unchanged."
)
_UNCHANGED = "Is it right, and are you connected? What was there before is unchanged."


def is_address(text: str) -> bool:
    """Tell whether it names something on the web."""
    return text.startswith(("https://", "http://"))


def answer(address: str) -> bytes:
    """Return what is at the address, of the size of a spreadsheet at most. Raises `UsageError`."""
    if not is_address(address):
        raise UsageError(f'"{address[:60]}" is not an address.', todo="Write https://…")
    told: list[bytes | BaseException] = []

    def ask() -> None:
        try:
            told.append(_asked(address))
        except BaseException as problem:
            told.append(problem)

    # A time for each read would start anew with every byte that a server sends, so another thread waits.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(SECONDS)
    if not told:
        what = f"The address does not answer within {SECONDS:g} seconds."
        raise UsageError(what, where=address, todo=_UNCHANGED)
    if isinstance(told[0], BaseException):
        raise told[0]
    return told[0]


def _asked(address: str) -> bytes:
    import http.client
    from urllib.error import HTTPError, URLError
    from urllib.request import Request

    try:
        request = Request(address, headers={"User-Agent": "starbox", "Accept": "text/csv,*/*;q=0.5"})
        with _opener().open(request, timeout=SECONDS) as found:
            content: bytes = found.read(CSV_BYTES + 1)
            if "html" in found.headers.get("Content-Type", ""):
                raise UsageError("The address has a page and not CSV.", where=address, todo=PUBLISH)
            if found.length and len(content) <= CSV_BYTES:  # bytes that were promised and did not come
                raise OSError("the answer breaks off")
    except HTTPError as problem:
        what = f"The address answers: {problem.code} {problem.reason}."
        raise UsageError(what, where=address, todo=PUBLISH) from None
    except StarboxError:
        raise
    except (URLError, OSError, ValueError, http.client.HTTPException, AttributeError) as problem:
        cause = getattr(problem, "reason", problem)
        why = str(getattr(cause, "strerror", "") or cause)[:100] or "nothing"
        raise UsageError(f"The address does not answer: {why}.", where=address, todo=_UNCHANGED) from None
    if len(content) > CSV_BYTES:
        raise UsageError(f"There is more than {CSV_BYTES // 1024**2} MB.", where=address)
    return content


def _opener() -> OpenerDirector:
    """It knows no files and other schemes, to which a page could lead."""
    import http.client
    import urllib.request

    connect = _Way().connect

    def connection(kind: Any) -> Any:
        def made(host: str, **options: Any) -> Any:
            one = kind(host, **options)
            one._create_connection = connect
            return one

        return made

    class Plain(urllib.request.HTTPHandler):
        def http_open(self, request: Any) -> Any:
            return self.do_open(connection(http.client.HTTPConnection), request)

    class Secure(urllib.request.HTTPSHandler):
        def https_open(self, request: Any) -> Any:
            return self.do_open(connection(http.client.HTTPSConnection), request)

    opener = urllib.request.OpenerDirector()
    for handler in (
        Plain,
        Secure,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.HTTPRedirectHandler,
    ):
        opener.add_handler(handler())
    return opener


class _Way:
    """The way from one address to the next: once on the web, it stays there."""

    def __init__(self) -> None:
        self._on_the_web = False

    def connect(self, place: tuple[str, int], timeout: float, _: object = None) -> socket.socket:
        """Connect to a host of that name and port. Raises `OSError`.

        What was looked at is what is connected to: asked again, a name may lead elsewhere.
        """
        host, port = place
        problem = OSError(f"{host} is not found")
        for *_, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            number = ipaddress.ip_address(str(found[0]).partition("%")[0])
            number = getattr(number, "ipv4_mapped", None) or number
            if self._on_the_web and not number.is_global:
                raise OSError(f"it leads to {host} in your own network")
            try:
                made = socket.create_connection((str(found[0]), port), timeout)
            except OSError as refused:
                problem = refused
            else:
                self._on_the_web |= number.is_global
                return made
        raise problem
