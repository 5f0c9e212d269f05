"""A phone that has parts of a page names them, and is sent the others."""

from __future__ import annotations

import pytest

from referee.games import slugs
from referee.web.pages.rendering import lacking, part
from tests.referee.web.conftest import ORIGIN, PART, Phone, Served


def has(parts: dict[str, str]) -> dict[str, str]:
    return {"starbox-has": " ".join(parts)}


def put_together(sent: str, had: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The page, and its parts by name, as a phone makes them of what it was sent and of what it had."""
    parts = {name or same: text or had.get(same, "") for name, text, same in PART.findall(sent)}
    return PART.sub(lambda found: parts[found[1] or found[3]], sent), parts


def test_what_is_the_same_comes_as_its_name() -> None:
    one, other = part("<p>Map</p>"), part("<p>Log</p>")
    (name,) = put_together(one, {})[1]
    page = f"<main>{one}, {other}</main>"
    assert lacking(page, {name}) == f"<main><!--same {name}-->, {other}</main>"
    assert lacking(page, set()) == lacking(page, {"unknown"}) == page
    assert part("<p>Map</p>") == one != other


@pytest.mark.parametrize("slug", slugs())
def test_what_changed_and_what_a_phone_has_are_its_page(served: Served, slug: str) -> None:
    """Also where the page is the answer to a move."""
    table, phones = served.table(slug, "Ann", "Bo")
    had: dict[str, dict[str, str]] = {"Ann": {}, "Bo": {}}
    session = table.session
    assert session is not None

    def look(name: str, phone: Phone) -> None:
        whole = phone.get(f"/t/{table.name}")
        changed = phone.get(f"/t/{table.name}", **has(had[name]))
        page, parts = put_together(changed, had[name])
        assert page == put_together(whole, {})[0]
        assert len(changed) < len(whole) or not had[name]
        had[name] = parts

    for _ in range(8):
        for name, phone in zip(had, phones, strict=True):
            look(name, phone)
        seat = session.acting[0]
        name, phone = session.names[seat], phones[seat]
        phone.get(f"/t/{table.name}")
        move = str(next(iter(session.game.moves(session.state, seat))))
        answer = phone.post(f"/t/{table.name}/move", {"origin": ORIGIN, **has(had[name])}, move=move)
        page, had[name] = put_together(answer, had[name])
        assert phone.status == 200 and f'data-n="{table.number}"' in page


def test_names_of_parts_do_not_make_a_refusal_good(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    answer = ann.post(f"/t/{table.name}/move", {"origin": ORIGIN, **has({})}, move="nonsense")
    assert ann.status == 409 and 'class="said"' in answer
    bo.get(f"/t/{table.name}")
    bo.post(f"/t/{table.name}/leave", {"origin": ORIGIN, **has({})})
    assert bo.status == 403
