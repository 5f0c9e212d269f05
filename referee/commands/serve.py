"""The command `serve`."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from components.errors import UsageError
from referee.commands.base.lazy import Group
from referee.engine.answers import Answer

_LAN = """\
Everybody on this network can reach this server while it runs. Without --tls-cert they can also read what it
sends, the hands included. Do not use it on a network that you do not trust."""


_TOOLS = ("roll", "rules", "odds", "score")  # commands that touch no journal and no other file


@dataclass(frozen=True)
class Served:
    """The tables that were open when the server was stopped."""

    tables: int


def serve(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Open a table of this game.")] = "",
    lan: Annotated[bool, typer.Option("--lan", help="Let others on this network connect.")] = False,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any.")] = 8765,
    certificate: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="A certificate, for https.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="The key of it.")] = None,
) -> Answer[Served]:
    """Let everybody play on their own phone.

    The table is shown on this screen or on a television.

    Example: referee serve mlem --lan
    """
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise UsageError("Serving needs more packages.", todo='pip install "starbox[web]"')
    if (certificate is None) != (key is None):
        raise UsageError("A certificate and its key belong together.", where="--tls-cert", todo="Give both.")
    from referee.web.house import House
    from referee.web.serving import serve as run

    house = House()
    for problem in house.bring_back():
        print(problem)
    if game:
        house.open(game)

    def ready(address: str, token: str) -> None:
        if lan:
            print(_LAN)
        print(f"Open this address on this machine, to be the host: {address}/host/{token}")
        for room in house.rooms:
            print(f"Players of {room.game} join at {address}/t/{room.name}/in/{room.rights.invitation}")
        print("Ctrl-C stops the server; the games are kept.", flush=True)

    run(house, port=port, lan=lan, certificate=certificate, key=key, ready=ready, ask=tool_answer)
    return Answer(Served(len(house.rooms)), ("The server has stopped. The games are kept.",))


def tool_answer(line: str) -> Answer[Any]:
    """The answer to a line that was typed into a page without a table.

    Raises `UsageError` for what is not one of the tools, and what the command raises.
    """
    from referee.commands import COMMANDS
    from referee.commands.base.asking import ask

    table = {word: entry for word, entry in COMMANDS.items() if word in _TOOLS}
    score = table["score"]
    if isinstance(score, Group):  # without the score of the game at this computer's own table
        members = {word: entry for word, entry in score.members.items() if word != score.default}
        table["score"] = replace(score, members=members, default="")
    return ask(table, line)
