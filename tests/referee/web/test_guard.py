"""Attacks that are refused, each by name."""

from __future__ import annotations

import asyncio
import gzip
import html
import re
import socket
from importlib.resources import files
from unittest.mock import MagicMock

import pytest
import uvicorn
from starlette.testclient import TestClient

from components.errors import OutputError
from referee.web import app, serving
from referee.web.app import make_app
from referee.web.guard import LARGEST_BODY, RateLimit
from referee.web.rights import Right
from referee.web.subscriptions import END, MOST_STREAMS, STREAMS_EACH
from referee.web.table import Table
from tests.referee.web.conftest import ADDRESS, ORIGIN, Phone, Served, offered


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
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    assert "another web page" in ann.post(f"/t/{table.name}/undo", {"origin": origin})
    assert ann.status == 403


def test_a_name_that_was_pointed_here_gets_nothing_with_good_cookies(served: Served) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    for path in (f"/t/{table.name}", f"/t/{table.name}/news", f"/t/{table.name}/odds"):
        assert "You are Ann" not in ann.get(path, host="rebound.example:8765")
        assert ann.status == 421


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}],
)
def test_a_foreign_page_cannot_listen(served: Served, headers: dict[str, str]) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    assert "another web page" in ann.get(f"/t/{table.name}/news", **headers)
    assert ann.status == 403


def test_every_channel_asks_for_a_right(served: Served) -> None:
    """Page, stream, odds and forms: neither a stranger nor a player of another table gets any."""
    table, (ann, _) = served.table("last-blast", "Ann", "Bo")
    other, _ = served.table("mlem", "Cy", "Dee")
    for phone in (served.phone(), served.seated(served.server.open("mlem"), "Eve")):
        for path in ("", "/news", "/odds", "/hint", "/choice"):
            assert "You have no seat" in phone.get(f"/t/{table.name}{path}")
            assert phone.status == 403
        for what in ("move", "undo", "vote", "words", "start", "bot", "leave", "again", "end"):
            phone.post(f"/t/{table.name}/{what}", form_token="0" * 64)
            assert phone.status == 403
    ann.get(f"/t/{other.name}")
    assert ann.status == 403


def test_a_replayed_token_is_refused(served: Served) -> None:
    """The address of the host opens once; the cookie of a seat is worthless once the seat is given anew."""
    assert "Open a table" in served.host().page
    again = served.phone()
    assert "used already" in again.post("/host", token=served.host_token)
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    stolen = ann.client.cookies.get(f"starbox-{table.name}")
    assert stolen and stolen not in str(table.rights.as_json()), "only its hash is kept"
    table.leave("Ann")
    served.seated(table, "Ann")
    thief = served.phone()
    thief.client.cookies.set(f"starbox-{table.name}", stolen)
    assert "You have no seat" in thief.get(f"/t/{table.name}")


def test_a_cookie_cannot_be_read_by_scripts_or_sent_by_other_pages(served: Served) -> None:
    table, phone = served.server.open("mlem"), served.phone()
    sent = phone.client.post(
        f"/t/{table.name}/sit",
        data={"invitation": table.rights.invitation, "player": "Ann"},
        headers={"origin": ORIGIN},
        follow_redirects=False,
    )
    cookie = sent.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and f"path=/t/{table.name}" in cookie


def test_nobody_writes_the_name_of_another_before_a_move(served: Served) -> None:
    """ "Bo: R1-1" is how one screen moves for everybody; a phone has one seat."""
    table, (ann, bo) = served.table("last-blast", "Ann", "Bo")
    assert table.session is not None
    card = next(iter(table.session.game.moves(table.session.state, 1)))
    records = table.records
    for typed in (f"Bo: {card}", f"bo:{card}", f"  BO: {card}"):
        ann.get(f"/t/{table.name}")
        assert "for yourself only" in ann.post(f"/t/{table.name}/move", move=typed)
    assert table.records == records
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/move", move=f"Bo: {card}")
    assert bo.status == 200 and table.records > records


@pytest.mark.parametrize("seen", ["", "-1", "9" * 5000, "1e3", "\u0661", "0"])
def test_a_stale_or_broken_index_is_refused(served: Served, seen: str) -> None:
    table, (ann, _) = served.table("last-blast", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    records = table.records
    assert "Something has happened since" in ann.post(f"/t/{table.name}/move", move="R1-1", ask=seen)
    assert ann.status == 409 and table.records == records


def test_a_form_without_an_origin_is_refused(served: Served) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/undo", {})
    assert ann.status == 403


def test_a_form_without_its_mark_is_refused(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    bo.get(f"/t/{table.name}")
    for mark in ("", "0" * 64, bo.page.split('name="form_token" value="')[1][:64]):
        assert "not from this table" in ann.post(f"/t/{table.name}/undo", form_token=mark)
        assert ann.status == 403
        ann.get(f"/t/{table.name}")


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


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "<b>Ann</b>{{7*7}}", "Bo' &lt;onclick&gt;", '[/]Cy" autofocus']
)
def test_markup_in_a_name_stays_text_on_every_page(served: Served, name: str) -> None:
    """On the pages of the player, of the other, of the television and of the host."""
    table, (ann, bo) = served.table("mlem", name, "Bo")
    television, host = served.phone(), served.host()
    television.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/move", move="roll")
    pages = [
        phone.get(f"/t/{table.name}{page}")
        for phone in (ann, bo, television, host)
        for page in ("", "/odds", "/hint", "/choice?moves=roll")
    ]
    pages += [ann.post(f"/t/{table.name}/move", move=name), host.get("/"), host.get(f"/t/{table.name}")]
    pages += [served.phone().get(f"/t/{table.name}/in/{table.rights.invitation}")]
    assert sum(html.escape(name) in html.unescape(page) or name in html.unescape(page) for page in pages) > 6
    for page in pages:
        assert name not in page.replace("\\u003c", "<"), page
        assert "49" not in re.findall(r"<b>Ann</b>(\d+)", html.unescape(page))


@pytest.mark.parametrize("name", ["A" * 41, "\u202eAnn", "A\x1b[2Jnn", "\u3164", "\u2800 ", "A\u200dnn"])
def test_a_name_that_cannot_be_shown_is_refused(served: Served, name: str) -> None:
    table = served.server.open("mlem")
    phone = served.phone()
    phone.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player=name)
    assert phone.status == 409 and table.players == [], phone.page


def test_joined_emoji_are_a_name_and_wide_letters_no_other(served: Served) -> None:
    table = served.server.open("mlem")
    served.seated(table, "👩\u200d👩\u200d👧")
    served.seated(table, "Ann")
    phone = served.phone()
    phone.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="\uff21nn")
    assert phone.status == 409 and len(table.players) == 2


def test_a_flood_of_streams_is_refused(served: Served) -> None:
    """Those who look on fill their own places only: a player always finds one."""
    table, _ = served.table("mlem", "Ann", "Bo")
    loop, watcher = asyncio.new_event_loop(), served.phone()
    listeners = [table.listen(loop, f"cookie {number}") for number in range(MOST_STREAMS)]
    assert all(listeners)
    watcher.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    assert "Too many pages" in watcher.get(f"/t/{table.name}/news")
    assert watcher.status == 503
    assert table.listen(loop, "Ann's cookie", Right("seat", "Ann")) is not None
    assert listeners[0] is not None
    table.forget(listeners[0])
    assert table.listen(loop, "one more") is not None
    loop.close()


def test_a_phone_has_four_streams_and_its_oldest_makes_room() -> None:
    async def opened() -> None:
        table, loop = Table("one", "mlem"), asyncio.get_running_loop()
        found = [table.listen(loop, "Ann's cookie") for _ in range(STREAMS_EACH + 1)]
        other = table.listen(loop, "Bo's cookie")
        assert found[0] and found[1] and other
        table.changed()
        assert await found[0].hear(1) == END
        assert await found[1].hear(1) == table.number == await other.hear(1)

    asyncio.run(opened())


def test_a_page_that_does_not_keep_up_misses_numbers_but_never_the_last() -> None:
    async def told() -> None:
        table = Table("one", "mlem")
        listener = table.listen(asyncio.get_running_loop(), "a cookie")
        assert listener
        for _ in range(1000):
            table.changed()
        await asyncio.sleep(0)
        heard = [await listener.hear(1) for _ in range(8)]
        assert heard[-1] == table.number
        assert await listener.hear(0) is None

    asyncio.run(told())


def test_codes_cannot_be_guessed_in_a_row(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_CODES", (3, 60.0))
    phone = served.phone()
    for _ in range(3):
        phone.post("/code", code="QQQQQQ")
        assert phone.status == 403
    assert "Wait a minute" in phone.post("/code", code="QQQQQQ")
    assert phone.status == 429


def test_a_code_is_good_in_the_lobby_only_and_a_good_one_counts_for_no_other(served: Served) -> None:
    first, second = served.server.open("mlem"), served.server.open("mlem")
    code, phone = second.rights.code, served.phone()
    for _ in range(11):
        assert "Your name" in phone.post("/code", code=code)
    assert first.rights.code, "a code of another table is not a wrong try"
    for name in ("Ann", "Bo"):
        served.seated(second, name).post(f"/t/{second.name}/start")
    assert second.session is not None
    phone.post("/code", code=code)
    assert phone.status == 403


def test_seats_cannot_be_taken_by_the_hundred(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_JOINS", (2, 60.0))
    table, phone = served.server.open("mlem"), served.phone()
    for number in range(3):
        phone.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player=f"P{number}")
    assert phone.status == 429 and table.players == ["P0", "P1"]


def test_a_rate_counts_each_asker_for_itself() -> None:
    now = [0.0]
    rate = RateLimit(2, 10.0, lambda: now[0])
    assert [rate.allows("Ann") for _ in range(3)] == [True, True, False]
    assert rate.allows("Bo")
    now[0] = 10.0
    assert rate.allows("Ann")


def test_an_idle_table_ends_unless_somebody_looks_at_it(served: Served) -> None:
    quiet, watched = served.server.open("mlem"), served.server.open("mlem")
    loop = asyncio.new_event_loop()
    assert watched.listen(loop, "a cookie")
    served.server.end_idle(3600)
    assert served.server.tables == (quiet, watched)
    served.server.end_idle(0)
    assert served.server.tables == (watched,)
    loop.close()


def test_who_came_left_and_answered_is_written_down_without_secrets(served: Served) -> None:
    table, (ann, bo) = served.table("last-blast", "Ann", "Bo")
    table.answer("Ann", "1", True)  # there is no question
    table.note("Bo", "did not agree")
    host = served.host()
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/leave", player="Ann")
    assert [(note.player, note.what) for note in table.notes] == [
        ("Ann", "took the seat"),
        ("Bo", "took the seat"),
        ("Bo", "did not agree"),
        ("Ann", "was released by the host"),
    ]
    kept = str(table.notes)
    for phone in (ann, bo):
        assert str(phone.client.cookies.get(f"starbox-{table.name}")) not in kept
    assert table.rights.invitation not in kept


def test_a_fault_is_a_page_that_says_what_to_do(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")

    def broken(*_: object) -> None:
        raise KeyError("the hand of Bo: R1-1")

    monkeypatch.setattr(app, "table_page", broken)
    client = TestClient(
        make_app(served.server, served.rights, (ADDRESS,)),  # type: ignore[arg-type]
        base_url=ORIGIN,
        raise_server_exceptions=False,
        cookies=ann.client.cookies,
    )
    phone = Phone(client)
    said = phone.get(f"/t/{table.name}")
    assert phone.status == 500 and "is in the journal" in said
    printed = capsys.readouterr().err
    assert "a page failed (KeyError, test_guard.py:" in printed and len(printed.splitlines()) == 1
    for text in (said, printed):
        assert "Traceback" not in text and "R1-1" not in text


def test_a_form_that_is_no_form_is_a_page(served: Served) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    many = "&".join(f"field{number}=1" for number in range(100))
    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    answer = ann.client.post(f"/t/{table.name}/move", content=many, headers=headers)
    assert answer.status_code == 400 and "cannot be read" in answer.text
    assert table.rights.of(ann.client.cookies.get(f"starbox-{table.name}")) == Right("seat", "Ann")


@pytest.mark.parametrize("name", ["starbox.css", "starbox.js", "htmx.min.js"])
def test_files_for_browsers_have_no_comments(served: Served, name: str) -> None:
    """The rest of a line is what was written; no text of a script goes over several lines."""
    written = (files("templates") / "web" / name).read_text("utf-8")
    sent = served.phone().get(f"/static/{name}")
    if ".min." in name:
        assert sent == written
        return
    lines = [line.strip() for line in re.sub(r"/\*.*?\*/", "", written).splitlines()]
    assert sent.splitlines() == [line for line in lines if line and not line.startswith("//")]
    assert "/*" not in sent and all(line.count("`") % 2 == 0 for line in written.splitlines())
    assert len(gzip.compress(sent.encode())) < 0.97 * len(gzip.compress(written.encode()))


def test_pages_are_sent_compressed(served: Served) -> None:
    table, (ann, _) = served.table("planetary", "Ann", "Bo")
    page = ann.get(f"/t/{table.name}", **{"accept-encoding": "gzip"})
    assert ann.headers["content-encoding"] == "gzip" and len(page) > 4 * int(ann.headers["content-length"])
    ann.get(f"/t/{table.name}", **{"accept-encoding": "identity"})
    assert "content-encoding" not in ann.headers


def test_no_phone_is_told_of_a_file_of_the_host(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, _) = served.table("last-blast", "Ann", "Bo")

    def full(*_: object) -> None:
        raise OutputError("The file cannot be written.", where="/home/host/games/1.jsonl", todo="Make room.")

    monkeypatch.setattr(table.session, "play", full)
    (move, *_) = offered(ann.get(f"/t/{table.name}"))
    said = ann.post(f"/t/{table.name}/move", move=move)
    assert "cannot be written. Make room." in said and "/home/host" not in said


def test_whoever_does_not_finish_a_request_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_WHOLE", 0.01)

    async def half_sent() -> bool:
        config, closed = uvicorn.Config(lambda *_: None, http=serving._Impatient), asyncio.Event()  # type: ignore[arg-type]
        config.load()
        protocol = serving._Impatient(config, uvicorn.Server(config).server_state, {})
        transport = MagicMock(spec=asyncio.Transport, get_extra_info=lambda *_: None)
        transport.close.side_effect = closed.set
        protocol.connection_made(transport)
        protocol.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n")
        return await asyncio.wait_for(closed.wait(), 30)

    assert asyncio.run(half_sent())


def test_what_is_sent_does_not_wait_for_more() -> None:
    """On a connection that is kept, a page has a head and a body: asyncio sends both at once over TCP."""
    with serving._listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
