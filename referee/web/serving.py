"""Runs the server: on this machine alone, or for the network it is on if that is asked for."""

import asyncio
import logging
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from components.errors import UsageError
from referee.web.app import make_app
from referee.web.pages.tools import Desk, NoDesk
from referee.web.server import Server

LOOPBACK = "127.0.0.1"
_WHOLE = 20.0  # seconds within which a request has to come, from its first byte to its last
_SWITCH = 0.001  # seconds that a bot that thinks may keep the processor from a page that is asked for


def serve(
    server: Server,
    *,
    port: int,
    lan: bool,
    certificate: Path | None,
    key: Path | None,
    ready: Callable[[str, str], None],
    desk: Desk | None = None,
) -> None:
    """Serve until Ctrl-C.

    port   0 for any that is free
    lan    whether others on the network may connect
    ready  called with the address and the token of the host once the port is open
    desk   where the tools are

    Raises `UsageError` if the port is in use, if there is no network to serve, or if the certificate and
    its key do not fit.
    """
    scheme = "https" if certificate else "http"
    addresses = [own_address()] if lan else []
    if LOOPBACK in addresses:
        raise UsageError(
            "This computer is on no network.",
            where="--lan",
            todo="Connect it to the network of the phones, or open a hotspot on it; then start again.",
        )
    if certificate:
        _check_certificate(certificate, key)
    listening = _listen("" if lan else LOOPBACK, port)
    port = listening.getsockname()[1]
    hosts = tuple(f"{address}:{port}" for address in [*addresses, LOOPBACK, "localhost"])
    rights = server.host_rights()
    app = make_app(server, rights, hosts, scheme, desk or NoDesk())
    config = uvicorn.Config(
        app,
        log_level=logging.CRITICAL,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        http=_Impatient,
        ssl_certfile=str(certificate) if certificate else None,
        ssl_keyfile=str(key) if key else None,
    )
    # It would tell the host's terminal of every body that a stranger breaks.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    sys.setswitchinterval(_SWITCH)
    ready(f"{scheme}://{hosts[0]}", rights.invitation)
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


class _Impatient(H11Protocol):
    """Hangs up on whoever has not sent the whole of a request after some seconds."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if self._late and whole:
            self._late.cancel()
            self._late = None
        elif not (self._late or whole):
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late:
            self._late.cancel()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._late = self.loop.call_later(_WHOLE, self.transport.close)


def own_address() -> str:
    """The address of this machine on its network; the loopback if it is on none.

    No packet is sent: a socket is only asked which address it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address kept for documentation
            return str(asked.getsockname()[0])
        except OSError:
            return LOOPBACK


def _check_certificate(certificate: Path, key: Path | None) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as problem:  # ssl.SSLError is an OSError
        reason = getattr(problem, "reason", None) or getattr(problem, "strerror", None) or str(problem)
        raise UsageError(
            f"The certificate and its key cannot be used: {reason}.",
            where=f"{certificate}, {key}",
            todo="Give a PEM certificate and its key without a password.",
        ) from None


def _listen(address: str, port: int) -> socket.socket:
    # Only where it is said to be TCP does asyncio send at once what it has: else kept connections wait 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(128)
    except (OSError, OverflowError) as problem:
        listening.close()
        raise UsageError(
            f"Port {port} cannot be used: {getattr(problem, 'strerror', None) or problem}.",
            where="--port",
            todo="Choose another one, or leave --port out.",
        ) from None
    return listening
