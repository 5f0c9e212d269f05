"""Attacks that are refused, each by name."""

from __future__ import annotations

import pytest

from referee.web.guard import LARGEST_BODY
from tests.referee.web.conftest import ORIGIN, Served


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:8765.evil.example", ""]
)
def test_a_foreign_host_is_refused(served: Served, host: str) -> None:
    """A name that was made to point here (DNS rebinding) does not open anything."""
    phone = served.phone()
    assert "not an address of this table" in phone.get("/", host=host)
    assert phone.status == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8765", f"{ORIGIN}.evil.example"]
)
def test_a_foreign_page_cannot_send_a_form(served: Served, origin: str) -> None:
    room, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{room.name}")
    assert "another web page" in ann.post(f"/t/{room.name}/undo", {"origin": origin})
    assert ann.status == 403


def test_a_form_without_an_origin_is_refused(served: Served) -> None:
    room, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{room.name}")
    ann.post(f"/t/{room.name}/undo", {})
    assert ann.status == 403


def test_a_form_without_its_mark_is_refused(served: Served) -> None:
    room, (ann, bo) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{room.name}")
    bo.get(f"/t/{room.name}")
    for mark in ("", "0" * 64, bo.page.split('name="form_token" value="')[1][:64]):
        assert "not from this table" in ann.post(f"/t/{room.name}/undo", form_token=mark)
        assert ann.status == 403
        ann.get(f"/t/{room.name}")


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    phone = served.phone()
    phone.post("/code", code="x" * LARGEST_BODY)
    assert phone.status == 413


def test_every_answer_says_what_a_browser_may_do(served: Served) -> None:
    phone = served.phone()
    for path in ("/", "/nowhere", "/t/none", "/static/starbox.css"):
        phone.get(path)
        policy = phone.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy
        assert phone.headers["x-content-type-options"] == "nosniff"
        assert not [name for name in phone.headers if name.startswith("access-control-")]


def test_a_script_in_a_name_stays_text(served: Served) -> None:
    room = served.house.open("mlem")
    phone = served.seated(room, "<script>alert(1)</script>")
    shown = phone.get(f"/t/{room.name}")
    assert "<script>alert" not in shown and "&lt;script&gt;alert" in shown
