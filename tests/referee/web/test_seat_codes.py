"""A code for one seat: it sends away whoever has the seat, and is good once."""

from __future__ import annotations

import asyncio
import re

import pytest

from components.errors import UsageError
from referee.web.house import House
from referee.web.rights import hashed
from referee.web.room import END, Room
from tests.referee.web.conftest import ORIGIN, Phone, Served
from tests.referee.web.scanning import scanned_page


def coded(served: Served) -> tuple[Room, Phone, Phone, Phone, str]:
    """A table, the phones of its host, Ann and Bo, and where the code for Bo's seat leads."""
    room, (ann, bo) = served.table("mlem", "Ann", "Bo")
    host = served.host()
    host.get(f"/t/{room.name}")
    host.post(f"/t/{room.name}/seat", player="Bo")
    (address,) = (one for one in scanned_page(host.page) if "/seat/" in one)
    assert address in host.page and address.startswith(f"{ORIGIN}/t/{room.name}/seat/")
    return room, host, ann, bo, address.removeprefix(ORIGIN)


def take(phone: Phone, address: str) -> str:
    """Open the address of the code, and press the one button there."""
    phone.get(address)
    where, code = re.findall(r'action="([^"]+)"|name="code" value="([^"]+)"', phone.page)
    return phone.post(where[0], code=code[1])


def test_a_seat_code_revokes_the_cookie_before_and_is_good_once(served: Served) -> None:
    room, _, ann, bo, address = coded(served)
    for path in ("", "/odds", "/news", "/choice"):
        bo.get(f"/t/{room.name}{path}")
        assert bo.status == 403, path
    bo.post(f"/t/{room.name}/move", move="pass", form_token="0" * 64)
    assert bo.status == 403
    new, late = served.phone(), served.phone()
    assert "Play as Bo" in new.get(address) and not room.rights.taken("Bo"), "looking takes nothing"
    assert "Play as Bo" in late.get(address)
    assert "You are Bo" in take(new, address)
    code = address.rpartition("/")[2]
    assert "has been used" in late.post(f"/t/{room.name}/sit", code=code) and late.status == 409
    assert "has been used" in late.get(address) and late.status == 403
    assert "You are Ann" in ann.get(f"/t/{room.name}") and "You are Bo" in new.get(f"/t/{room.name}")


def test_a_newer_seat_code_makes_the_one_before_worthless(served: Served) -> None:
    room, host, _, _, address = coded(served)
    host.post(f"/t/{room.name}/seat", player="Bo")
    newer = [one for one in scanned_page(host.page) if "/seat/" in one]
    assert len(newer) == 1 and not newer[0].endswith(address)
    late = served.phone()
    late.post(f"/t/{room.name}/sit", code=address.rpartition("/")[2])
    assert late.status == 409 and not room.rights.taken("Bo")
    host.post(f"/t/{room.name}/leave", player="Bo")
    late.post(f"/t/{room.name}/sit", code=newer[0].rpartition("/")[2])
    assert late.status == 409, "a seat that is released is free for all"
    assert "You are Bo" in late.post(f"/t/{room.name}/sit", invitation=room.rights.invitation, player="Bo")


def test_nobody_else_takes_a_seat_that_has_its_own_code(served: Served) -> None:
    room, _, ann, _, address = coded(served)
    other = served.phone()
    door = other.get(f"/t/{room.name}/in/{room.rights.invitation}")
    assert "Bo (has its own code)" in door
    other.post(f"/t/{room.name}/sit", invitation=room.rights.invitation, player="Bo")
    assert other.status == 409 and "a code of its own" in other.page
    ann.get(f"/t/{room.name}")
    assert address not in ann.page
    ann.post(f"/t/{room.name}/seat", player="Bo")
    assert ann.status == 403, "only the host makes codes"
    with pytest.raises(UsageError, match="no player"):
        room.new_seat_code("Eve")


def test_a_seat_code_is_good_after_a_stop_and_only_its_hash_is_kept(served: Served) -> None:
    room, host, _, _, address = coded(served)
    code = address.rpartition("/")[2]
    assert code not in str(room.rights.as_json())
    house = House()
    assert list(house.bring_back()) == []
    served.house._rooms = house._rooms
    assert "has a code of its own" in host.get(f"/t/{room.name}"), "it cannot be shown again"
    assert "You are Bo" in take(served.phone(), address)


def test_a_phone_that_is_sent_away_hears_nothing_more(served: Served) -> None:
    room, (ann, bo) = served.table("mlem", "Ann", "Bo")
    cookies = [hashed(phone.client.cookies[f"starbox-{room.name}"]) for phone in (ann, bo)]

    async def heard() -> list[list[str | None]]:
        loop = asyncio.get_running_loop()
        listeners = [room.listen(loop, cookie) for cookie in cookies]
        room.new_seat_code("Bo")
        before = room.number
        room.changed()
        await asyncio.sleep(0)
        told = [[await one.hear(0.01) for _ in range(2)] for one in listeners if one]
        assert told == [[before, room.number], [before, END]]
        return told

    assert asyncio.run(heard())
    assert len(room._listeners) == 1
