"""Round a table: who sits where, what each phone shows, and what its forms do."""

from __future__ import annotations

import html
import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from components import catalogue
from generator.exports.web.faces import WebFaces
from referee.engine.asking.choosing import texts_of
from referee.engine.asking.picks import NONE
from referee.engine.game import OVER, Event, Seat
from referee.engine.moves import form_of
from referee.games import slugs
from referee.table.session import Session
from referee.web import thinking
from referee.web.pages import choosing
from referee.web.rights import Right
from referee.web.server import Server
from referee.web.table import Table
from tests.referee.web.conftest import ORIGIN, Phone, Served, offered
from tests.searching import SEARCHING

AT_ONCE = 100 if SEARCHING else 4  # times that all choose at once


def moves(phone: Phone, table: str) -> list[str]:
    """The moves that the phone offers."""
    return offered(phone.get(f"/t/{table}"))


def test_one_sits_down_by_the_invitation_alone(served: Served) -> None:
    table = served.server.open("mlem")
    stranger = served.phone()
    assert "You have no seat" in stranger.get(f"/t/{table.name}")
    assert "not good any more" in stranger.get(f"/t/{table.name}/in/wrong")
    assert stranger.status == 403
    ann = served.phone()
    assert "Your name" in ann.get(f"/t/{table.name}/in/{table.rights.invitation}")
    assert "Players" in ann.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Ann")
    assert table.players == ["Ann"]


def test_a_seat_that_is_taken_stays_taken_until_it_is_released(served: Served) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    thief = served.phone()
    assert "seat is taken" in thief.post(
        f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Ann"
    )
    host = served.host()
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/leave", player="Ann")
    assert "You have no seat" in ann.get(f"/t/{table.name}"), "the old token is worthless"
    back = served.phone()
    assert "You are Ann" in back.post(
        f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Ann"
    )


def test_the_address_of_the_host_is_good_once(served: Served) -> None:
    host, other = served.phone(), served.phone()
    assert "Open a table" in host.post("/host", token=served.host_token)
    assert "used already" in other.post("/host", token=served.host_token)
    assert "Open a table" not in other.get("/")


def test_a_new_invitation_makes_the_old_one_worthless_and_keeps_the_seats(served: Served) -> None:
    table = served.server.open("mlem")
    ann, host = served.seated(table, "Ann"), served.host()
    old, code = table.rights.invitation, table.rights.code
    ann.get(f"/t/{table.name}")
    assert "Only the host" in ann.post(f"/t/{table.name}/invite")
    assert table.rights.invitation == old
    host.get(f"/t/{table.name}")
    shown = host.post(f"/t/{table.name}/invite")
    assert table.rights.code in shown and table.rights.code != code
    assert "not good any more" in served.phone().get(f"/t/{table.name}/in/{old}")
    assert "Your name" in served.phone().get(f"/t/{table.name}/in/{table.rights.invitation}")
    assert "Players" in ann.get(f"/t/{table.name}") and ann.status == 200


def test_the_code_is_void_after_ten_wrong_tries(served: Served) -> None:
    table = served.server.open("mlem")
    code, phone = table.rights.code, served.phone()
    assert "Your name" in phone.post("/code", code=code.lower())
    for _ in range(10):
        phone.post("/code", code="QQQQQQ")
    assert "No table has this code" in phone.post("/code", code=code)


def test_a_double_tap_makes_one_move(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    first = ann if moves(ann, table.name) else bo
    move = moves(first, table.name)[0]
    page, before = first.page, table.records
    assert "Something has happened" not in first.post(f"/t/{table.name}/move", move=move)
    after = table.records
    assert after > before
    first.page = page
    assert "Something has happened" not in first.post(f"/t/{table.name}/move", move=move)
    assert table.records == after
    first.page = page
    assert "Something has happened" in first.post(f"/t/{table.name}/move", move="another")
    assert table.records == after


def bought(table: Table, phones: list[Phone]) -> Phone:
    """The phone that has just bought something in Planetary, where nothing is rolled or shown."""
    assert table.session is not None
    seat = table.session.acting[0]
    phone = next(one for one in phones if "data-question" in one.get(f"/t/{table.name}"))
    move = str(next(iter(table.session.game.moves(table.session.state, seat))))
    assert "Something has happened" not in phone.post(f"/t/{table.name}/move", move=move)
    return phone


def test_a_double_tap_takes_back_one_move(served: Served) -> None:
    table, phones = served.table("planetary", "Ann", "Bo")
    phone = [bought(table, phones) for _ in range(3)][-1]
    assert table.session is not None and len(table.session.starts()) == 3
    phone.get(f"/t/{table.name}")
    page = phone.page
    phone.post(f"/t/{table.name}/undo")
    assert len(table.session.starts()) == 2
    phone.page = page
    assert "Something has happened" not in phone.post(f"/t/{table.name}/undo")
    assert len(table.session.starts()) == 2


def test_nobody_takes_back_what_they_have_not_seen(served: Served) -> None:
    table, phones = served.table("planetary", "Ann", "Bo")
    other = phones[0]
    other.get(f"/t/{table.name}")
    page = other.page
    bought(table, phones)
    records, other.page = table.records, page
    assert "Something has happened" in other.post(f"/t/{table.name}/undo")
    assert other.status == 409 and table.records == records


def test_nobody_moves_for_another_seat(served: Served) -> None:
    table, phones = served.table("mlem", "Ann", "Bo")
    acting, waiting = sorted(phones, key=lambda phone: not moves(phone, table.name))
    move, before = moves(acting, table.name)[0], table.records
    waiting.get(f"/t/{table.name}")
    said = waiting.post(f"/t/{table.name}/move", move=move, ask=table.question(None))
    assert waiting.status == 409 and "turn" in said
    watcher = served.phone()
    watcher.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    assert "You look on" in watcher.get(f"/t/{table.name}")
    watcher.post(f"/t/{table.name}/move", move=move, ask=table.question(None))
    assert watcher.status == 403
    assert table.records == before


def test_undo_past_what_was_shown_asks_everybody(served: Served) -> None:
    """The Last Blast shows both cards once both have chosen (LB 3.1)."""
    table, (ann, bo) = served.table("last-blast", "Ann", "Bo")
    for phone in (ann, bo):
        phone.post(f"/t/{table.name}/move", move=moves(phone, table.name)[0])
    ann.get(f"/t/{table.name}")
    assert "You ask to take back the last move" in ann.post(f"/t/{table.name}/undo")
    assert "Ann asks to take back the last move" in bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/vote", answer="yes")
    assert table.session is not None and table.questions.open is None
    assert "Ann and Bo agreed to take back the last move." in bo.get(f"/t/{table.name}")


def test_one_no_ends_the_question_and_everybody_is_told(served: Served) -> None:
    table, (ann, bo) = served.table("last-blast", "Ann", "Bo")
    for phone in (ann, bo):
        phone.post(f"/t/{table.name}/move", move=moves(phone, table.name)[0])
    records = table.records
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/undo")
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/vote", answer="no")
    assert table.questions.open is None and table.records == records
    for phone in (ann, bo):
        assert "Bo does not want to take back the last move." in phone.get(f"/t/{table.name}")
        assert "Nothing is taken back." in phone.page


def test_nobody_answers_a_question_that_they_have_not_seen(served: Served) -> None:
    table, (ann, bo, cy) = served.table("last-blast", "Ann", "Bo", "Cy")
    for phone in (ann, bo, cy):
        phone.post(f"/t/{table.name}/move", move=moves(phone, table.name)[0])
    for phone in (ann, bo):
        phone.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/undo")
    assert "Ann is already asking" in bo.post(f"/t/{table.name}/undo")
    seen = cy.get(f"/t/{table.name}")
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/vote", answer="no")
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/undo")
    assert table.questions.open is not None
    cy.page = seen
    assert "That question is over" in cy.post(f"/t/{table.name}/vote", answer="yes")
    assert table.questions.open.missing == ("Ann", "Cy")
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/vote", answer="no")
    assert "Bo no longer asks to take back the last move." in ann.get(f"/t/{table.name}")


def test_choices_made_in_the_same_secret_never_refuse_each_other(served: Served) -> None:
    """LB 3.1: all choose at once; what a phone shows stays true while others choose."""
    table, phones = served.table("last-blast", "Ann", "Bo", "Cy", "Dee")
    for _ in range(2):
        offers = [moves(phone, table.name) for phone in phones]  # all look before anybody chooses
        for phone, found in zip(phones, offers, strict=True):
            assert phone.post(f"/t/{table.name}/move", move=found[0]) and phone.status == 200
    late, found = phones[0], moves(phones[0], table.name)
    for phone in phones[1:]:
        phone.post(f"/t/{table.name}/move", move=moves(phone, table.name)[0])
    page, records = late.page, table.records
    late.post(f"/t/{table.name}/move", move=found[0])
    after, late.page = table.records, page
    late.post(f"/t/{table.name}/move", move=found[0])
    assert records < after == table.records, "sent twice, made once"


def test_four_phones_that_choose_in_the_same_instant_are_never_refused(served: Served) -> None:
    """LB 3.1: each has seen the table before anybody chose, and none knows of the others' choices."""
    chosen = 0
    while chosen < AT_ONCE:
        table, phones = served.table("last-blast", "Ann", "Bo", "Cy", "Dee")
        while chosen < AT_ONCE:
            offers = [moves(phone, table.name) for phone in phones]
            if not all(offers):
                break
            gate = threading.Barrier(len(phones))

            def choose(
                phone: Phone, move: str, here: str = table.name, gate: threading.Barrier = gate
            ) -> None:
                gate.wait()
                phone.post(f"/t/{here}/move", move=move)

            pairs = zip(phones, offers, strict=True)
            threads = [threading.Thread(target=choose, args=(phone, found[0])) for phone, found in pairs]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [phone.status for phone in phones] == [200] * len(phones), [one.page for one in phones]
            chosen += 1


def test_phones_come_back_after_a_stop(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    first = ann if moves(ann, table.name) else bo
    first.post(f"/t/{table.name}/move", move=moves(first, table.name)[0])
    told = table.records
    server = Server()
    assert list(server.bring_back()) == []
    again = server.find(table.name)
    assert again is not None and again.records == told
    assert again.rights.taken("Ann") and again.rights.taken("Bo")
    served.server._tables = server._tables
    assert "You are Ann" in ann.get(f"/t/{table.name}")


def test_a_hand_is_on_its_own_phone_only(served: Served) -> None:
    """The faces of Ann's five cards are pictures on her page, and none of them on Bo's or an onlooker's."""
    table, (ann, bo) = served.table("last-blast", "Ann", "Bo")
    assert table.session is not None
    known = table.session.game.known(table.session.state, 0)
    watcher = served.phone()
    watcher.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    codes = {card.code for card in known.hands[0]}
    own = ann.get(f"/t/{table.name}")
    assert all(f"({code})" in own for code in codes)
    theirs = {card.code for card in table.session.game.known(table.session.state, 1).hands[1]}
    for phone in (bo, watcher):
        shown = phone.get(f"/t/{table.name}")
        assert not [code for code in codes - theirs if code in shown]


def test_a_face_is_there_whether_it_was_shown_or_not(served: Served) -> None:
    """So asking for pictures tells nothing about the cards that were dealt."""
    _, (ann, _) = served.table("last-blast", "Ann", "Bo")
    faces = WebFaces(catalogue.load("last-blast"))
    for code in ("R1-1", "A6-6", "G2-3"):
        name = faces.name("parts", code)
        assert ann.get(f"/faces/last-blast/{name}").startswith("<svg")
        assert ann.status == 200
    ann.get("/faces/last-blast/0000.svg")
    assert ann.status == 404


def ticked(page: str) -> Iterator[tuple[str, str | list[str]]]:
    """The fields of somebody without a script who ticks the parts of the first move of a form with parts."""
    kind, form = re.findall(r'data-kind="([0-9]+)"(?:(?!data-kind).)*name="form" value="([^"]*)"', page)[0]
    box = page.partition(f'data-kind="{kind}"')[2].partition("<noscript>")[0]
    options = json.loads(re.findall(r'id="options">(.*?)</script>', page)[0])[int(kind)]
    yield "form", html.unescape(form)
    for number, facet in enumerate(box.split("data-facet=")[1:]):
        values = [html.unescape(value) for value in re.findall(r'<input[^>]* value="([^"]*)"', facet)]
        name = html.unescape(re.findall(r' name="([^"]*)"', facet)[0])
        yield name, [values[place] for place in options[0][3][number]] if options else values


@pytest.mark.parametrize("slug", slugs())
def test_every_game_can_be_played_by_its_forms(served: Served, slug: str) -> None:
    """Twelve moves, each made with what the page offers: a button, or the parts of a form."""
    table, phones = served.table(slug, "Ann", "Bo")
    for _ in range(12):
        before = table.records
        for phone in phones:
            page = phone.get(f"/t/{table.name}")
            if not (found := offered(page)) and "data-step" not in page:
                continue
            if '<button name="form"' in page:
                phone.post(f"/t/{table.name}/move", **dict(ticked(page.replace("\n", " "))))
            else:
                phone.post(f"/t/{table.name}/move", move=found[0])
            assert phone.status == 200, phone.page
        assert table.records > before
    assert table.rights.of("") is None and table.rights.taken("Ann")
    assert table.seat_of(Right("onlooker")) is None


def test_parts_tell_what_they_come_to(served: Served) -> None:
    """Per Aspera begins with a ship of five parts (PA 1.4); only what can still be paid stays open."""
    table, phones = served.table("per-aspera", "Ann", "Bo")
    phone = next(one for one in phones if "data-step" in one.get(f"/t/{table.name}"))
    form = html.unescape(re.findall(r'data-form="([^"]*)"', phone.page)[0])

    def rest(**parts: str) -> dict[str, object]:
        asked = urlencode([("form", form), *((f"{form}|{name}", part) for name, part in parts.items())])
        found: dict[str, object] = json.loads(phone.get(f"/t/{table.name}/choice?{asked}"))
        return found

    before, after = rest(), rest(warp="1", cannons="1", hold="1", tank="1", fuel="1")
    assert before["whole"] and after["whole"] and before["whole"] != after["whole"]
    assert "MCR" in str(before["remark"]) and "MCR" in str(after["remark"])
    assert not rest(warp="99")["whole"], "what no ship has is not chosen"
    watcher = served.phone()
    watcher.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    watcher.get(f"/t/{table.name}/choice?form=x")
    assert watcher.status == 403


def test_a_word_that_a_move_may_have_is_a_part(served: Served) -> None:
    """Planetary builds a module off or, with "on", on (PL 4.7): each move is found by its parts."""
    session, draw, found = None, random.Random(3), set[str]()
    while not found:
        if session is None or session.turn is OVER or len(session.events) > 300:
            session = served.table("planetary", "Ann", "Bo")[0].session
            assert session is not None
        seat = session.acting[0]
        legal = list(session.game.moves(session.state, seat))
        for one in legal:
            if str(one).endswith(" on"):
                parts = texts_of(form_of(type(one)), one)
                assert parts["on"] == "on"
                form = form_of(type(one)).text
                assert choosing.chosen(session, seat, form, parts) == str(one)
                without = {**parts, "on": NONE}
                assert choosing.chosen(session, seat, form, without) == str(one).removesuffix(" on")
                found.add(str(one))
        session.play(Event(seat, draw.choice(legal)))


def test_a_hint_is_for_whoever_plays_against_bots_alone(served: Served) -> None:
    table = served.server.open("mlem")
    ann = served.seated(table, "Ann")
    host = served.host()
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/bot", player="Cy", bot="random")
    ann.get(f"/t/{table.name}")
    page = ann.post(f"/t/{table.name}/start")
    assert f'href="/t/{table.name}/hint"' in page
    assert "chance to win" in ann.get(f"/t/{table.name}/hint")
    both, (bo, _) = served.table("mlem", "Bo", "Di")
    assert f'href="/t/{both.name}/hint"' not in bo.get(f"/t/{both.name}")
    assert "against bots alone" in bo.get(f"/t/{both.name}/hint")


@dataclass
class Thoughtful:
    """A table of Ann with a bot that thinks until it may move.

    asked  how often the bot was
    """

    served: Served
    table: Table
    ann: Phone
    thinks: threading.Event = field(default_factory=threading.Event)
    may_move: threading.Event = field(default_factory=threading.Event)
    asked: int = 0

    def slowly(self, thought: Callable[[], object]) -> object:
        self.asked += 1
        self.thinks.set()
        assert self.may_move.wait(60)
        return thought()

    def move(self) -> str:
        """Ann makes her first move; the page that answers it."""
        return self.ann.post(f"/t/{self.table.name}/move", move=moves(self.ann, self.table.name)[0])


@pytest.fixture
def thoughtful(served: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughtful]:
    served.server.apart = True
    served.phone()  # makes the app
    with TestClient(served.app, base_url=ORIGIN) as client:  # type: ignore[arg-type]
        table, ann = served.server.open("mlem"), Phone(client)
        ann.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Ann")
        table.add_bot("Bo", "clever:1")
        thoughtful, thought = Thoughtful(served, table, ann), Session.thought
        monkeypatch.setattr(
            Session, "thought", lambda session, seat: partial(thoughtful.slowly, thought(session, seat))
        )
        ann.get(f"/t/{table.name}")
        ann.post(f"/t/{table.name}/start")
        yield thoughtful
        thoughtful.may_move.set()


def until(happened: Callable[[], object]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.1)
    raise AssertionError("it has not happened")


def test_no_page_waits_for_a_bot_that_thinks(thoughtful: Thoughtful) -> None:
    """Whoever moved is answered at once, and sees the table as it stands; the move of the bot comes later."""
    table, ann, session = thoughtful.table, thoughtful.ann, thoughtful.table.session
    assert session is not None
    while session.thinker is None:
        assert thoughtful.move() and ann.status == 200
    assert thoughtful.thinks.wait(60)
    assert "Bo is thinking …" in ann.get(f"/t/{table.name}") and not moves(ann, table.name)
    assert "Tools" in ann.get("/tools")
    number = table.number
    thoughtful.may_move.set()
    until(lambda: table.number != number)
    until(lambda: session.thinker is None)
    assert "is thinking" not in ann.get(f"/t/{table.name}")


def before_a_bot(served: Served) -> tuple[Table, Session]:
    """A table at which Ann has made a move, and a bot is to think."""
    served.server.apart = True
    table = served.server.open("mlem")
    ann = served.seated(table, "Ann")
    table.add_bot("Bo", "clever:1")
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/start")
    session = table.session
    assert session is not None
    while session.thinker is None or not session.starts():
        if session.thinker is None:
            ann.post(f"/t/{table.name}/move", move=moves(ann, table.name)[0])
        thinking.think(table)
    return table, session


def test_a_bot_that_fails_is_asked_again_later(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stops neither the others nor the server."""
    table, session = before_a_bot(served)
    clock = [0.0]
    bots, records = thinking.Thinking(served.server, lambda: clock[0]), table.records
    with monkeypatch.context() as patched:
        patched.setattr(Session, "thought", lambda session, seat: {}["nothing"])
        bots.look(table)
    assert "a bot failed (KeyError, test_table.py" in capsys.readouterr().err
    bots.look(table)
    assert table.records == records and session.thinker is not None
    clock[0] = 60.0
    bots.look(table)
    assert table.records > records


def test_what_a_bot_finds_too_late_is_not_played(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann takes a move back while it thinks."""
    (table, _), found = before_a_bot(served), Session.thought

    def slowly(session: Session, seat: Seat) -> object:
        thought = found(session, seat)
        assert session.undo(agreed=True).allowed
        return thought()

    monkeypatch.setattr(Session, "thought", lambda session, seat: partial(slowly, session, seat))
    records = table.records
    thinking.think(table)
    assert table.records == records + 1, "only that a move was taken back"
