"""The television: one picture for everybody, from what everybody may know."""

from __future__ import annotations

import re

import pytest

from referee.games import slugs
from referee.web.server import Server
from tests.referee.web.conftest import Served

PLACE = re.compile(r'data-at="([^"]+)"')


@pytest.mark.parametrize("slug", slugs())
def test_the_parts_of_every_picture_stand_beside_each_other(served: Served, slug: str) -> None:
    """In rem, of 114 by 49 between head and foot."""
    table, _ = served.table(slug, "Ann", "Bo")
    page = served.host().get(f"/t/{table.name}/tv")
    boxes = [tuple(map(float, found.split())) for found in PLACE.findall(page)]
    assert len(boxes) >= 2, "a board, and the players"
    for number, (x, y, width, height) in enumerate(boxes):
        assert x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= 114 and y + height <= 49
        for left, top, wide, high in boxes[number + 1 :]:
            assert x + width <= left or left + wide <= x or y + height <= top or top + high <= y, boxes


def test_only_the_hosts_television_shows_the_code_of_a_game_that_has_begun(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    onlooker = served.phone()
    onlooker.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    assert 'class="qr"' in served.host().get(f"/t/{table.name}/tv")
    assert 'class="qr"' not in onlooker.get(f"/t/{table.name}/tv")


def test_the_host_is_led_to_the_table_where_something_happened_last(served: Served) -> None:
    host = served.host()
    host.get("/tv")
    assert host.where == "/", "there is no table yet"
    older, newer = served.server.open("mlem"), served.server.open("rayguns")
    older.changed()
    host.get("/tv")
    assert host.where == f"/t/{older.name}/tv"
    newer.changed()
    host.get("/tv")
    assert host.where == f"/t/{newer.name}/tv"


def test_a_stranger_sees_no_television(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    stranger = served.phone()
    stranger.get(f"/t/{table.name}/tv")
    assert stranger.status == 403


def test_the_host_and_the_television_come_back_after_a_stop(served: Served) -> None:
    """The address of the host is good for one exchange, and a new one does not send the host away."""
    table, _ = served.table("mlem", "Ann", "Bo")
    host = served.host()
    host.post("/host", token=served.host_token)
    assert host.status == 403, "it has been used"
    server = Server()
    assert list(server.bring_back()) == []
    rights = server.host_rights()
    again = Served(server, rights, rights.invitation)
    later = again.phone()
    later.client.cookies.update(host.client.cookies)
    assert 'class="qr"' in later.get(f"/t/{table.name}/tv")
    assert again.host().get("/tv") and rights.invitation != served.host_token
    later.get(f"/t/{table.name}/tv")
    assert later.status == 403, "there is one host"
