"""The page Play in a real browser: whole games against a bot, and the tools, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from components.catalogue import load
from referee.games import slugs
from referee.table.proof import prove
from tests.generator.site.conftest import Visit, whole_site

pytestmark = whole_site

# Plays from the page that is shown: what it proposes, else one choice after the other until a move is whole.
PLAY = """async (most) => {
  const inside = () => document.getElementById("pages").contentDocument;
  const pause = (time = 20) => new Promise((done) => setTimeout(done, time));
  const found = (words) => [...inside().querySelectorAll(words)];
  const open = (words) => found(words).filter((one) => !one.disabled && one.offsetParent);
  const go = () => open("#go")[0];
  // There is none while a page takes the place of another.
  const number = () => inside().getElementById("live")?.dataset.n;
  for (let moves = 0; moves < most; moves++) {
    const due = () => number() && inside().querySelector("#go, main.over");
    for (let waits = 0; waits < 500 && !due(); waits++) await pause();
    if (!inside().getElementById("go")) return moves;
    const before = number();
    const proposed = open("#propose")[0];
    if (proposed) proposed.click();
    for (let tries = 0; !go() && tries < 200; tries++) {
      const parts = "#choose [data-facet] input:not(:checked), #choose .cells button";
      const choice = open(tries < 10 ? "[data-verb]:not([aria-pressed=true]), .choice input" : parts);
      if (tries % 10 === 0 && choice.length) choice[Math.floor(tries / 10) % choice.length].click();
      await pause();
    }
    if (!go()) throw new Error("nothing can be chosen");
    go().click();
    await pause();
    inside().querySelector("#ask[open] [value=yes]")?.click();
    for (let waits = 0; [before, undefined].includes(number()); waits++) {
      const said = inside().querySelector(".said");
      if (waits > 1000 || said) throw new Error(said?.textContent ?? "nothing happens");
      await pause();
    }
  }
  return most;
}"""


def begin(visit: Visit, title: str) -> None:
    visit.open("referee.html")
    sit_down(visit, title)


def sit_down(visit: Visit, title: str) -> None:
    """Begin a game against a bot."""
    visit.page.locator("#against button[name=game]", has_text=title).click()
    visit.page.frame_locator("#pages").locator("main.table").wait_for()


def test_a_game_against_a_bot_is_kept_and_proved(visit: Visit, tmp_path: Path) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    begin(visit, "MLEM")
    page.evaluate(PLAY, 400)
    assert "The game is over." in inside.locator("#turn").inner_text()
    assert "every move is legal" in inside.locator("main").inner_text()
    page.reload()
    assert not page.locator("#waiting").is_visible()
    page.get_by_role("button", name="Play with others").click()
    inside.get_by_text("Ann and Cy").wait_for()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.locator("#journals", has_text="over, won by").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download mlem-1").click()
    saved.value.save_as(tmp_path / "mlem-1.jsonl")
    proof = prove(tmp_path / "mlem-1.jsonl")
    assert proof.moves > 20
    assert not proof.faults
    assert not visit.browser.complaints  # such as a picture of a piece that is not there


@pytest.mark.parametrize("slug", ["last-blast", "per-aspera", "planetary", "rayguns"])
def test_a_whole_game_of_every_other_game(visit: Visit, slug: str) -> None:
    """From the link of its card on the front page, which begins it."""
    visit.open("index.html")
    visit.page.locator(f"#{slug}").get_by_role("link", name="Play against a bot").click()
    inside = visit.page.frame_locator("#pages")
    inside.locator("main.table").wait_for()
    visit.page.evaluate(PLAY, 3000)
    assert "The game is over." in inside.locator("#turn").inner_text()
    assert not visit.browser.complaints


def test_a_game_is_the_page_and_waits_for_whoever_left_it(visit: Visit) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    begin(visit, "Rayguns")
    frame = page.locator("#pages").bounding_box()
    size = page.viewport_size
    assert frame and size
    assert frame["width"] == size["width"]
    assert frame["y"] + frame["height"] == size["height"]
    assert frame["y"] < 60
    assert not page.evaluate("document.documentElement.scrollHeight > innerHeight")
    begun = inside.locator("#live").get_attribute("data-table")
    page.reload()
    page.get_by_role("button", name="Go on: Rayguns and Rocketships (Ann and Cy)").click()
    inside.locator("main.table").wait_for()
    assert inside.locator("#live").get_attribute("data-table") == begun
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Forget it").click()
    assert not page.locator("#waiting").is_visible()


def test_a_page_that_fails_says_so(visit: Visit) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    begin(visit, "MLEM")
    page.evaluate(
        "() => { const inside = document.getElementById('pages').contentDocument;"
        " const link = Object.assign(inside.createElement('a'), { href: '/t/nowhere' });"
        " inside.body.append(link); link.click(); }"
    )
    inside.get_by_role("heading", name="There is no such table.").wait_for()


def test_two_people_pass_the_screen_round(visit: Visit) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    visit.open("referee.html")
    page.get_by_role("button", name="Play with others").click()
    inside.locator("button[name=game]", has_text="MLEM").click()
    for player, link in ("Ann", "Take a seat"), ("Bo", "Another player takes a seat"):
        inside.get_by_role("link", name=link).click()
        inside.get_by_label("Your name").fill(player)
        inside.get_by_role("button", name="Take a seat").click()
        inside.locator("li:not(.free)", has_text=player).first.wait_for()
    inside.get_by_role("button", name="Begin").click()
    inside.locator("main.table").wait_for(state="attached")

    looked: list[str] = []
    for _ in range(60):
        if page.locator("#curtain").is_visible():
            assert not page.locator("#pages").is_visible()
            looked.append(page.inner_text("#whose").removeprefix("It is ").removesuffix("'s turn."))
            page.get_by_role("button", name="Show my page").click()
            page.locator("#curtain").wait_for(state="hidden")
            at = page.locator("#seats [aria-pressed=true]")
            assert at.inner_text() == looked[-1]
        else:
            assert page.evaluate(PLAY, 1) == 1
        if {"Ann", "Bo"} <= set(looked):
            break
    assert {"Ann", "Bo"} <= set(looked)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_frame_is_as_light_or_dark_as_the_page(visit: Visit, scheme: Literal["light", "dark"]) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    visit.open("referee.html")
    page.get_by_role("button", name="Play with others").click()
    page.frame_locator("#pages").locator("button[name=game]", has_text="MLEM").wait_for()
    grounds = page.evaluate(
        "[document.documentElement, document.getElementById('pages').contentDocument.body].map("
        "(one) => getComputedStyle(one).backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number))"
    )
    page.emulate_media(color_scheme="null")
    assert [sum(ground) > 3 * 128 for ground in grounds] == [scheme == "light"] * 2


def test_a_score_of_every_game(visit: Visit) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    visit.open("referee.html")
    page.get_by_role("button", name="Dice, rules, odds, scores").click()
    inside.get_by_role("link", name="Score").first.click()
    for slug in slugs():
        inside.get_by_role("heading", name="Score").wait_for()
        inside.get_by_role("link", name=slug).last.click()
        inside.get_by_role("heading", name=f"Score · {load(slug).title}").wait_for()
        inside.locator("h2", has_text=slug).wait_for()
        inside.locator("#live", has_text="Ann").wait_for()
