"""A lesson on the pages: its sentence above the board, and a button that makes its move."""

from __future__ import annotations

from referee.web.server import Server
from tests.referee.web.conftest import Served


def test_a_lesson_is_led_on_the_page(served: Served) -> None:
    """Its move is the one that the page proposes; a mistake is answered as a move is; it comes back."""
    host = served.host()
    host.get("/")
    assert 'name="learn" value="mlem"' in host.page
    host.post("/open", learn="mlem")
    assert host.status == 200 and "You are Ann." in host.page
    assert "step 1 of 8" in host.page and 'data-best="board ace"' in host.page
    host.post(f"{host.where}/move", move="board ace")
    assert "Try it: use 3" in host.page and 'href="/tools/rules' in host.page
    host.post(f"{host.where}/move", move="use 3")
    assert host.status == 200
    assert "Space 0 does not show 3" in host.page and "Each space shows which faces" in host.page
    host.post(f"{host.where.removesuffix('/move')}/move", move="use 2")
    assert "This lesson goes on with use 1,*." in host.page

    server = Server()
    assert not list(server.bring_back())
    (table,) = server.tables
    assert table.session and table.session.is_lesson
    guided = table.session.guidance
    assert guided and guided.number == 2, "a mistake is not recorded, and is tried again"


def test_only_the_host_begins_a_lesson(served: Served) -> None:
    phone = served.phone()
    phone.post("/open", learn="mlem")
    assert phone.status == 403 and not served.server.tables
