"""Photographs from a phone: who may send one, what is refused, and what comes back."""

from __future__ import annotations

import json

import pytest

from referee.web.pages import photographs
from referee.web.pages.photographs import LARGEST
from referee.web.table import Table, Way
from tests.referee.web.conftest import ORIGIN, Phone, Served

pytest.importorskip("cv2", reason="needs starbox[camera]")


@pytest.fixture
def table(served: Served) -> Table:
    table = served.server.open("rayguns")
    for name in ("Ann", "Bo"):
        table.join(name)
    table.start(served.server.begin, Way(dice="table"))
    return table


def phone_of(served: Served, table: Table) -> Phone:
    """Ann's phone, with the page that asks for tiles."""
    phone = served.phone()
    phone.client.cookies.set(f"starbox-{table.name}", table.join_by_code(seat_code(table)))
    phone.get(f"/t/{table.name}")
    return phone


def seat_code(table: Table) -> str:
    table.new_seat_code("Ann")
    return table.rights.seat_codes["Ann"]


def send(phone: Phone, table: Table, body: bytes, token: str | None = None) -> int:
    found = phone.page.partition('name="form_token" value="')[2].partition('"')[0]
    headers = {"origin": ORIGIN, "x-form-token": found if token is None else token}
    phone._shown(phone.client.post(f"/t/{table.name}/photograph?like=A5w", content=body, headers=headers))
    return phone.status


def test_only_a_page_of_a_seat_may_send_a_photograph(
    served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who looks on, no form of another page, and nothing that a phone would not make so large."""
    monkeypatch.setattr(photographs, "seen_in", lambda *given: {"pieces": [], "order": []})
    ann, onlooker = phone_of(served, table), served.phone()
    assert "Point a camera" in ann.page
    assert send(ann, table, b"picture") == 200 and json.loads(ann.page) == {"pieces": [], "order": []}
    ann.get(f"/t/{table.name}")
    assert send(ann, table, b"picture", token="wrong") == 403
    ann.get(f"/t/{table.name}")
    assert send(ann, table, bytes(LARGEST + 1)) == 413
    onlooker.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="")
    assert send(onlooker, table, b"picture") == 403


def test_only_so_many_photographs_are_read_in_a_minute(
    served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photographs, "seen_in", lambda *given: {"pieces": [], "order": []})
    ann = phone_of(served, table)
    page = ann.page
    found = []
    for _ in range(21):
        ann.page = page
        found.append(send(ann, table, b"picture"))
    assert found == [200] * 20 + [429]


@pytest.mark.outside
def test_what_is_no_photograph_is_answered_with_a_sentence(
    capfd: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    """A broken picture stops its own process only; nothing is printed and nothing is kept."""
    said = photographs.seen_in(b"GIF89a nonsense", "rayguns", ["A5w"])
    assert said == {"problem": "This cannot be read as a photograph. Save it as a JPEG or a PNG."}
    assert photographs.seen_in(b"", "rayguns", ["no code"]) == {"problem": "No piece is to be entered now."}
    assert capfd.readouterr() == ("", "")
