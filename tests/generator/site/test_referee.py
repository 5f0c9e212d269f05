"""The page Referee in a real browser: whole games against a bot, and the tools, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from referee.games import slugs
from referee.table.proof import prove
from tests.generator.site.conftest import Visit, whole_site
from tests.searching import SEARCHING

pytestmark = whole_site

# Plays from the page that is shown: the first move offered; of its parts, each the last that is possible.
PLAY = """async (most) => {
  const inside = () => document.getElementById("pages").contentDocument;
  const pause = () => new Promise((done) => setTimeout(done, 20));
  for (let moves = 0; moves < most; moves++) {
    const form = inside().querySelector("#moves form.kind, #moves form.parts");
    if (!form) return moves;
    for (let place = 0; place < form.querySelectorAll("select").length; place++) {
      const part = form.querySelectorAll("select")[place];
      const open = [...part.options].filter((one) => !one.disabled && one.value);
      if (!open.length || (part.value && open.length === 1)) continue;
      part.value = open.at(-1).value;
      part.dispatchEvent(new Event("change", { bubbles: true }));
      await pause();
      while (form.getAttribute("aria-busy") === "true") await pause();
    }
    const before = inside().getElementById("live").dataset.n, button = form.querySelector("button");
    button.dataset.agreed = "1";
    form.requestSubmit(button);
    for (let waits = 0; inside().getElementById("live").dataset.n === before; waits++) {
      if (waits > 2000) throw new Error(inside().querySelector(".said")?.textContent ?? "nothing happens");
      await pause();
    }
  }
  return most;
}"""


def begin(visit: Visit, title: str) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    visit.open("referee.html")
    page.get_by_role("button", name="Play a game").click()
    inside.get_by_role("button", name=title).click()
    inside.get_by_role("link", name="Take a seat").click()
    inside.get_by_label("Your name").fill("Ann")
    inside.get_by_role("button", name="Take a seat").click()
    inside.get_by_text("Add a bot").click()
    inside.get_by_role("button", name="Add", exact=True).click()
    inside.get_by_text("bot: greedy").wait_for()
    inside.get_by_role("button", name="Begin").click()
    inside.locator("main.table").wait_for()


def test_a_game_against_a_bot_is_kept_and_proved(visit: Visit, tmp_path: Path) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    begin(visit, "MLEM")
    page.evaluate(PLAY, 400)
    assert "The game is over." in inside.locator("#turn").inner_text()
    assert "every move is legal" in inside.locator("main").inner_text()
    page.reload()
    page.get_by_role("button", name="Play a game").click()
    inside.get_by_role("link", name="MLEM: Space Agency Ann").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download mlem-1").click()
    saved.value.save_as(tmp_path / "mlem-1.jsonl")
    proof = prove(tmp_path / "mlem-1.jsonl")
    assert proof.moves > 20
    assert not proof.faults


@pytest.mark.skipif(not SEARCHING, reason="whole games of all five take minutes: HYPOTHESIS_PROFILE=search")
@pytest.mark.parametrize("title", ["The Last Blast", "Per Aspera", "Planetary", "Rayguns"])
def test_a_whole_game_of_every_other_game(visit: Visit, title: str) -> None:
    begin(visit, title)
    visit.page.evaluate(PLAY, 3000)
    assert "The game is over." in visit.page.frame_locator("#pages").locator("#turn").inner_text()


def test_two_people_pass_the_screen_round(visit: Visit) -> None:
    page, inside = visit.page, visit.page.frame_locator("#pages")
    visit.open("referee.html")
    page.get_by_role("button", name="Play a game").click()
    inside.get_by_role("button", name="MLEM").click()
    for player, link in ("Ann", "Take a seat"), ("Bo", "Another player takes a seat"):
        inside.get_by_role("link", name=link).click()
        inside.get_by_label("Your name").fill(player)
        inside.get_by_role("button", name="Take a seat").click()
        inside.get_by_role("listitem").filter(has_text=player).wait_for()
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
    page.get_by_role("button", name="Play a game").click()
    page.frame_locator("#pages").get_by_role("button", name="MLEM").wait_for()
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
        inside.get_by_role("heading", name="Score", exact=True).wait_for()
        inside.get_by_role("link", name=slug).last.click()
        inside.locator("h2", has_text=slug).wait_for()
        assert "Ann" in inside.locator("pre.answer").inner_text()
