"""Costs of the pages that run Starbox: time, memory, and what happens where there is too little of it.

Time is that of the processor, which does not depend on what else runs. Memory is that of the tab's process,
with what it shares with other tabs, such as the browser's own program: 125 MiB.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.browser import IN_A_BROWSER, Browser
from tests.generator.site.conftest import READY, serving, whole_site
from tests.generator.site.unwatched import Unwatched
from tests.searching import SEARCHING

pytestmark = [
    whole_site,
    *IN_A_BROWSER,
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="/proc is that of Linux"),
]

FIRST_PDF, AFTER_AN_EDIT = 12.0, 2.0  # seconds
MEMORY = 350.0  # MiB
_OVER = "The game is over."


def test_the_first_pdf_and_an_edit_take_little_time_and_memory(home: Path) -> None:
    steps = """
        await print("last-blast");
        await tell("first");
        await print("last-blast");
        await visit("Make");
        await make("Moon Mail");
        await tell("made");
        await edit("Comets are late today.");
        await tell("edited");
    """
    with Unwatched(home, "print.html", steps) as visit:
        visit.until("first")
        first = visit.seconds()
        visit.until("made")
        before = visit.seconds()
        visit.until("edited")
        edited = visit.seconds() - before
        visit.until()
    print(f"first PDF {first:.1f} s, an edit {edited:.2f} s, {visit.most:.0f} MiB")
    assert first < FIRST_PDF
    assert edited < AFTER_AN_EDIT
    assert visit.most < MEMORY


def test_the_largest_game_takes_little_memory_to_print_and_gives_it_back(home: Path) -> None:
    steps = """
        await print("planetary");
        await print("planetary");
        await tell("printed");
        await pause(1000);
        await visit("Make");
        await make("Moon Mail");
        await tell("made");
        await pause(1000);
    """
    with Unwatched(home, "print.html", steps) as visit:
        visit.until("printed")
        printed = visit.held()
        visit.until("made")
        made = visit.held()
        visit.until()
    print(
        f"Planetary printed twice, {visit.most:.0f} MiB; then {printed:.0f}, and {made:.0f} on the next page"
    )
    assert visit.most < MEMORY
    assert made < printed - 10


@pytest.mark.parametrize("title", ["MLEM", "The Last Blast", "Rayguns", "Per Aspera", "Planetary"])
def test_a_whole_game_takes_little_memory(home: Path, title: str) -> None:
    steps = (
        f'await begin("{title}"); await play(3000); await tell(inside().getElementById("turn").textContent);'
    )
    with Unwatched(home, "referee.html", steps) as visit:
        assert _OVER in visit.until(seconds=900)  # a machine may be busy
    print(f"a game of {title}, {visit.most:.0f} MiB")
    assert visit.most < MEMORY


@pytest.mark.skipif(
    not SEARCHING, reason="all there is, one after the other, takes minutes: HYPOTHESIS_PROFILE=search"
)
def test_a_long_visit_takes_little_memory(home: Path) -> None:
    steps = """
        for (const game of ["mlem", "last-blast", "rayguns", "per-aspera", "planetary"]) await print(game);
        await tell("all games are printed");
        await visit("Make");
        await make("Moon Mail");
        for (let n = 0; n < 20; n++) await edit(`Comets are ${n} days late.`);
        await press("#pdf", "Make the PDF");
        await printed();
        await tell("a game is made");
        for (const title of ["MLEM", "Rayguns", "Planetary", "Per Aspera", "The Last Blast"]) {
          await visit("Guides");
          await visit("Play");
          await begin(title);
          await play(3000);
          await tell(`${title} is played`);
        }
        await visit("Print");
        await print("planetary");
    """
    with Unwatched(home, "print.html", steps) as visit:
        assert visit.until(seconds=900) == "The Last Blast is played"
    print(f"a long visit, {visit.most:.0f} MiB")
    assert visit.most < MEMORY


@pytest.mark.parametrize("pages", [200, 640])  # 64 KiB each: too few to begin with, and too few to print with
def test_too_little_memory_is_told(home: Path, pages: int) -> None:
    flags = [f"--js-flags=--wasm-max-mem-pages={pages}"]
    with serving(home) as (address, _), Browser(flags=flags) as browser:
        browser.page.set_default_timeout(300_000)
        browser.page.goto(f"{address}/print.html?game={READY}&--marks=lines")  # no file is ready for these
        browser.page.get_by_role("button", name="Make the PDF").click()
        browser.page.wait_for_selector("#problem:not([hidden])")
        said = browser.page.inner_text("#problem")
        assert "memory" in said
        assert "Error" not in said
        assert browser.page.get_by_role("button", name="Make the PDF").is_enabled()
