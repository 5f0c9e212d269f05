"""The command `serve`."""

from __future__ import annotations

import importlib.util
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from components import catalogue
from components.errors import UsageError
from components.writing import replace_file
from referee.engine.answers import Answer
from referee.games import slugs
from referee.table import shelf

if TYPE_CHECKING:  # the packages of the server may not be installed
    from referee.web.pages.tools import Desk
    from referee.web.server import Server
    from referee.web.table import Table

_LAN = """\
Everybody on this network can reach this server while it runs. Without --tls-cert they can also read what it
sends, the hands included. Do not use it on a network that you do not trust."""


@dataclass(frozen=True)
class Served:
    """The tables that were open when the server was stopped."""

    tables: int


def serve(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME|FILE]",
            help="Open a table of this game, or go on with a journal as `list` names it.",
        ),
    ] = "",
    lan: Annotated[bool, typer.Option("--lan", help="Let others on this network connect.")] = False,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any.")] = 8765,
    certificate: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="A certificate, for https.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="The key of it.")] = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--qr", metavar="FILE", help="Also write a PDF there with the QR code of the table."),
    ] = None,
) -> Answer[Served]:
    """Let everybody play on their own phone.

    The table is shown on this screen or on a television.

    Example: referee serve mlem --lan
    """
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise UsageError("Serving needs more packages.", todo='pip install "starbox[web]"')
    if (certificate is None) != (key is None):
        raise UsageError("A certificate and its key belong together.", where="--tls-cert", todo="Give both.")
    from referee.web.server import Server
    from referee.web.serving import serve as run

    server = Server(apart=True)
    with server.alone():
        for problem in server.bring_back():
            print(problem)
        opened = _opened(server, game)
        if sheet and opened is None:
            raise UsageError(
                "There is no table to invite to.", where="--qr", todo="Name a game: referee serve mlem --qr …"
            )

        def ready(address: str, token: str) -> None:
            if lan:
                print(_LAN)
            print(f"Open this address on this machine, to be the host: {address}/host/{token}")
            for table in server.tables:
                print(f"Players of {table.game} join at {_invitation(address, table)}")
            if opened is not None:
                print(_code(_invitation(address, opened)))
                if sheet:
                    _print_sheet(sheet, address, opened)
                    print(f"The sheet with the QR code is in {sheet}.")
            print("Ctrl-C stops the server; the games are kept.", flush=True)

        run(server, port=port, lan=lan, certificate=certificate, key=key, ready=ready, desk=tool_desk())
    return Answer(Served(len(server.tables)), ("The server has stopped. The games are kept.",))


def tool_desk() -> Desk:
    """Hand the pages their tools: the commands themselves."""
    from referee.commands import COMMANDS
    from referee.commands.base.tools import CommandDesk

    return CommandDesk(COMMANDS)


def _opened(server: Server, name: str) -> Table | None:
    """The table that the command asks for: of a game, or of a journal. Raises what opening it raises."""
    if not name:
        return None
    if name in slugs():
        return server.open(name)
    try:
        file = shelf.find(Path(name), newest=False)
    except UsageError as problem:
        games = f"Name one of {', '.join(slugs())}, or a journal of referee list."
        raise UsageError(f'"{name}" is neither a game nor a journal.', todo=problem.todo or games) from None
    return server.resume(file)


def _invitation(address: str, table: Table) -> str:
    return f"{address}/t/{table.name}/in/{table.rights.invitation}"


def _code(address: str) -> str:
    """The QR code in letters of a terminal, two rows in a line."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def _print_sheet(file: Path, address: str, table: Table) -> None:
    """Write the sheet that invites to that table. Raises `OutputError`."""
    import segno

    from generator.pdf.invitation import invitation_pdf

    invitation = _invitation(address, table)
    rows = tuple(tuple(row) for row in segno.make(invitation, error="m").matrix)
    code = table.rights.code
    replace_file(file, invitation_pdf(catalogue.load(table.game).title, invitation, code, rows))
