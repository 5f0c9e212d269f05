"""The start of `referee serve`: what it prints and refuses."""

from __future__ import annotations

import socket
from pathlib import Path

import pypdfium2
import pytest
import segno
import uvicorn

from components.errors import UsageError
from generator.pdf.invitation import invitation_pdf
from referee.commands import serve as serving_command
from referee.web import serving
from referee.web.server import Server
from referee.web.serving import LOOPBACK, serve
from tests.referee.web.conftest import ORIGIN, Served
from tests.referee.web.scanning import scanned, scanned_page, scanned_terminal


def never(address: str, token: str) -> None:
    raise AssertionError("the server must not begin")


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=f"Port {port} cannot be used") as refusal:
            serve(Server(), port=port, lan=False, certificate=None, key=None, ready=never)
    assert "Choose another one" in refusal.value.todo


def test_without_a_network_there_is_nothing_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "own_address", lambda: LOOPBACK)
    with pytest.raises(UsageError, match="on no network"):
        serve(Server(), port=0, lan=True, certificate=None, key=None, ready=never)


@pytest.mark.parametrize(("lan", "reached"), [(False, LOOPBACK), (True, "0.0.0.0")])
def test_only_with_lan_do_others_reach_it(lan: bool, reached: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/security.md: otherwise it listens to this computer alone."""
    listening: list[str] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        listening.extend(each.getsockname()[0] for each in sockets)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr(serving, "own_address", lambda: "192.168.1.20")
    serve(Server(), port=0, lan=lan, certificate=None, key=None, ready=lambda address, token: None)
    assert listening == [reached]


def test_a_certificate_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    for certificate in (tmp_path / "cert.pem", tmp_path / "missing.pem"):
        with pytest.raises(UsageError, match="cannot be used"):
            serve(Server(), port=0, lan=False, certificate=certificate, key=certificate, ready=never)


def test_two_servers_do_not_have_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with Server().alone(), pytest.raises(UsageError, match="served already"), Server().alone():
        pass
    with Server().alone():
        pass


ADDRESS = f"http://192.168.1.20:8765/t/0123abcd/in/{'x' * 32}"


def test_the_sheet_has_the_code_the_address_and_the_letters() -> None:
    rows = [tuple(row) for row in segno.make(ADDRESS, error="m").matrix]
    page = pypdfium2.PdfDocument(invitation_pdf("MLEM", ADDRESS, "BCDFGH", rows))[0]
    words = page.get_textpage().get_text_range()
    assert "MLEM" in words and "BCDFGH" in words and "http://192.168.1.20:8765" in words
    assert ADDRESS in words.replace("\r\n", ""), "the address is complete"
    assert scanned(page.render(scale=2).to_pil()) == [ADDRESS]


def test_every_qr_code_leads_to_the_table(served: Served, tmp_path: Path) -> None:
    """On the page, in the terminal and on the sheet of `--qr` it is the same address, and it opens a seat."""
    table = served.server.open("mlem")
    host = served.host()
    (invitation,) = scanned_page(host.get(f"/t/{table.name}"))
    assert scanned_terminal(serving_command._code(invitation)) == [invitation]
    serving_command._print_sheet(tmp_path / "sheet.pdf", ORIGIN, table)
    (sheet,) = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
    assert scanned(sheet.render(scale=1).to_pil()) == [invitation]
    phone = served.phone()
    assert "Take a seat" in phone.get(invitation.removeprefix(ORIGIN))
    host.post(f"/t/{table.name}/invite")
    assert scanned_page(host.page) != [invitation]
    phone.get(invitation.removeprefix(ORIGIN))
    assert phone.status == 403
