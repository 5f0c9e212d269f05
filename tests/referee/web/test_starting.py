"""What `referee serve` prints and refuses as it starts."""

from __future__ import annotations

import socket
from pathlib import Path

import pypdfium2
import pytest

from components.errors import UsageError
from generator.pdf.invitation import invitation_pdf
from referee.web import serving
from referee.web.house import House
from referee.web.serving import LOOPBACK, serve


def never(address: str, token: str) -> None:
    raise AssertionError("the server must not begin")


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=f"Port {port} cannot be used") as refusal:
            serve(House(), port=port, lan=False, certificate=None, key=None, ready=never)
    assert "Choose another one" in refusal.value.todo


def test_without_a_network_there_is_nothing_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "own_address", lambda: LOOPBACK)
    with pytest.raises(UsageError, match="on no network"):
        serve(House(), port=0, lan=True, certificate=None, key=None, ready=never)


def test_a_certificate_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    for certificate in (tmp_path / "cert.pem", tmp_path / "missing.pem"):
        with pytest.raises(UsageError, match="cannot be used"):
            serve(House(), port=0, lan=False, certificate=certificate, key=certificate, ready=never)


def test_two_servers_do_not_have_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    with House().alone(), pytest.raises(UsageError, match="served already"), House().alone():
        pass
    with House().alone():
        pass


def test_the_sheet_has_the_code_the_address_and_the_letters() -> None:
    segno = pytest.importorskip("segno")
    address = f"http://192.168.1.20:8765/t/0123abcd/in/{'x' * 32}"
    rows = [tuple(row) for row in segno.make(address, error="m").matrix]
    page = pypdfium2.PdfDocument(invitation_pdf("MLEM", address, "BCDFGH", rows))[0]
    words = page.get_textpage().get_text_range()
    assert "MLEM" in words and "BCDFGH" in words and "http://192.168.1.20:8765" in words
    assert address in words.replace("\r\n", ""), "the address is complete"
    picture = page.render(scale=2).to_pil().convert("L")
    side = 130 / (len(rows) + 8)
    for row, line in enumerate(rows):
        for column, dark in enumerate(line):
            x, y = 40 + (column + 4.5) * side, 62 + (row + 4.5) * side
            grey = picture.getpixel((int(x * 2 * 72 / 25.4), int(y * 2 * 72 / 25.4)))
            assert isinstance(grey, int) and (grey < 128) == bool(dark), f"module {row}, {column}"
