"""`pnp watch`: who may read the page, and what is imported to make it."""

from __future__ import annotations

import http.client
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from generator.exports import watching
from tests.hostile.conftest import CANARY

MODULES = ("generator", "components", "typer", "jinja2", "json", "html", "reportlab", "sitecustomize")


@pytest.mark.outside
def test_nothing_is_imported_from_where_it_is_started(
    trap: Callable[[Mapping[str, str]], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = f"open({str(tmp_path / CANARY)!r}, 'w').close()\n"
    folder = trap({f"{module}.py": evil for module in MODULES})
    monkeypatch.chdir(folder)
    said: list[str] = []
    watching._make(".", Path(), tmp_path / "out", state := watching._State(), said.append)
    assert said[0].startswith("Made in") and b"Trap" in state.page
    assert not (tmp_path / CANARY).exists()


@pytest.mark.outside
def test_no_process_that_pnp_starts_imports_from_where_it_is(tmp_path: Path) -> None:
    """Workers are new processes on most systems; they inherit the setting."""
    child = (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import json, sys; print(sys.path)'])"
    )
    pnp = "import sys; sys.argv = ['pnp', '--version']; from generator import cli"
    code = f"{pnp}\ntry: cli.main()\nfinally:\n {child}"
    (tmp_path / "json.py").write_text("raise SystemExit('imported')")
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path, env=settings, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 0 and "imported" not in ran.stdout + ran.stderr, ran.stderr
    assert "['', " not in ran.stdout and str(tmp_path) not in ran.stdout


@pytest.fixture
def server() -> Iterator[watching._Server]:
    state = watching._State()
    state.made(b"<html><body>secret</body></html>")
    serving = watching._Server(("127.0.0.1", 0), state)
    threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield serving
    state.end()
    serving.shutdown()
    serving.server_close()


def asked(server: watching._Server, host: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.putrequest("GET", "/", skip_host=True)
    if host:
        connection.putheader("Host", host.replace("PORT", str(server.server_port)))
    connection.endheaders()
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT"])
def test_this_computer_may_read_the_page(server: watching._Server, host: str) -> None:
    status, content = asked(server, host)
    assert status == 200 and b"secret" in content


@pytest.mark.parametrize(
    "host",
    ["evil.example:PORT", "evil.example", "", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:PORT",
     "127.0.0.1:PORT.evil.example", "evil.example:80@127.0.0.1:PORT", "[::1]:PORT"],
)  # fmt: skip
def test_a_page_from_elsewhere_may_not(server: watching._Server, host: str) -> None:
    status, content = asked(server, host)
    assert status == 403 and b"secret" not in content


def test_a_reset_connection_is_not_worth_a_word(
    server: watching._Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for asks in (b"", b"GET / HTTP/1.0\r\n", b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.server_port)) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(asks)
    try:
        raise ConnectionResetError
    except ConnectionResetError:
        server.handle_error(None, None)
    assert asked(server, "localhost:PORT")[0] == 200
    assert capfd.readouterr() == ("", "")
