"""A code for one seat: it sends away whoever has the seat, and is good once."""

from __future__ import annotations

import asyncio
import re

import pytest

from components.errors import UsageError
from referee.web.rights import hashed
from referee.web.server import Server
from referee.web.subscriptions import END
from referee.web.table import Table
from tests.referee.web.conftest import ORIGIN, Phone, Served
from tests.referee.web.scanning import scanned_page


def coded(served: Served) -> tuple[Table, Phone, Phone, Phone, str]:
    """A table, the phones of its host, Ann and Bo, and where the code for Bo's seat leads."""
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    host = served.host()
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/seat", player="Bo")
    (address,) = (one for one in scanned_page(host.page) if "/seat/" in one)
    assert address in host.page and address.startswith(f"{ORIGIN}/t/{table.name}/seat/")
    return table, host, ann, bo, address.removeprefix(ORIGIN)


def take(phone: Phone, address: str) -> str:
    """Open the address of the code, and press the one button there."""
    phone.get(address)
    where, code = re.findall(r'action="([^"]+)"|name="code" value="([^"]+)"', phone.page)
    return phone.post(where[0], code=code[1])


def test_a_seat_code_revokes_the_cookie_before_and_is_good_once(served: Served) -> None:
    table, _, ann, bo, address = coded(served)
    for path in ("", "/odds", "/news", "/choice"):
        bo.get(f"/t/{table.name}{path}")
        assert bo.status == 403, path
    bo.post(f"/t/{table.name}/move", move="pass", form_token="0" * 64)
    assert bo.status == 403
    new, late = served.phone(), served.phone()
    assert "Play as Bo" in new.get(address) and not table.rights.taken("Bo"), "looking takes nothing"
    assert "Play as Bo" in late.get(address)
    assert "You are Bo" in take(new, address)
    code = address.rpartition("/")[2]
    assert "has been used" in late.post(f"/t/{table.name}/sit", code=code) and late.status == 409
    assert "has been used" in late.get(address) and late.status == 403
    assert "You are Ann" in ann.get(f"/t/{table.name}") and "You are Bo" in new.get(f"/t/{table.name}")


def test_a_newer_seat_code_makes_the_one_before_worthless(served: Served) -> None:
    table, host, _, _, address = coded(served)
    host.post(f"/t/{table.name}/seat", player="Bo")
    newer = [one for one in scanned_page(host.page) if "/seat/" in one]
    assert len(newer) == 1 and not newer[0].endswith(address)
    late = served.phone()
    late.post(f"/t/{table.name}/sit", code=address.rpartition("/")[2])
    assert late.status == 409 and not table.rights.taken("Bo")
    host.post(f"/t/{table.name}/leave", player="Bo")
    late.post(f"/t/{table.name}/sit", code=newer[0].rpartition("/")[2])
    assert late.status == 409, "a seat that is released is free for all"
    assert "You are Bo" in late.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Bo")


def test_nobody_else_takes_a_seat_that_has_its_own_code(served: Served) -> None:
    table, _, ann, _, address = coded(served)
    other = served.phone()
    door = other.get(f"/t/{table.name}/in/{table.rights.invitation}")
    assert "Bo (has its own code)" in door
    other.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Bo")
    assert other.status == 409 and "a code of its own" in other.page
    ann.get(f"/t/{table.name}")
    assert address not in ann.page
    ann.post(f"/t/{table.name}/seat", player="Bo")
    assert ann.status == 403, "only the host makes codes"
    with pytest.raises(UsageError, match="no player"):
        table.new_seat_code("Eve")


def test_a_seat_code_is_good_after_a_stop_and_only_its_hash_is_kept(served: Served) -> None:
    table, host, _, _, address = coded(served)
    code = address.rpartition("/")[2]
    assert code not in str(table.rights.as_json())
    server = Server()
    assert list(server.bring_back()) == []
    served.server._tables = server._tables
    assert "has a code of its own" in host.get(f"/t/{table.name}"), "it cannot be shown again"
    assert "You are Bo" in take(served.phone(), address)


def test_a_phone_that_is_sent_away_hears_nothing_more(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    cookies = [hashed(phone.client.cookies[f"starbox-{table.name}"]) for phone in (ann, bo)]

    async def heard() -> list[list[str | None]]:
        loop = asyncio.get_running_loop()
        listeners = [table.listen(loop, cookie) for cookie in cookies]
        table.new_seat_code("Bo")
        before = table.number
        table.changed()
        await asyncio.sleep(0)
        told = [[await one.hear(0.01) for _ in range(2)] for one in listeners if one]
        assert told == [[before, table.number], [before, END]]
        return told

    assert asyncio.run(heard())
    assert len(table._listeners.all) == 1
