"""The page Print in a real browser: what it makes is what the command makes, to the last byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from components import catalogue
from tests.generator.presswork import pnp
from tests.generator.site.conftest import Visit, whole_site

pytestmark = whole_site


def _made(visit: Visit, button: str) -> dict[str | None, str]:
    """The hash of every file that is made at the press of a button."""
    visit.page.get_by_role("button", name=button).click()
    visit.page.wait_for_selector("#made li")
    links = visit.page.locator("#made a[download]").all()
    return {link.get_attribute("download"): visit.sha256(link.get_attribute("href") or "") for link in links}


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_pdf_of_a_game_is_the_same_as_natively(visit: Visit, slug: str, tmp_path: Path) -> None:
    visit.open(f"print.html?game={slug}")
    ready = _made(visit, "Make the PDF")
    assert "starbox.bin" not in visit.asked
    visit.page.get_by_text("Marks, margins and boxes").click()
    marks = visit.page.locator("[name='--marks']")
    marks.select_option("lines")
    sheets = _made(visit, "Make the PDF")
    assert pnp("build", slug, "--together", "--sheets", "--marks", "lines", "--out", tmp_path).code == 0
    assert sheets == {f"{slug}.pdf": _hash(tmp_path / f"{slug}-part" / f"{slug}.pdf")}
    marks.select_option("crop")
    visit.page.get_by_label("Also the rulebook").check()
    made = _made(visit, "Make the PDF")
    assert pnp("build", slug, "--together", "--out", tmp_path).code == 0
    files = (tmp_path / slug).glob("*.pdf")
    assert made == {file.name: _hash(file) for file in files}
    assert ready == {f"{slug}.pdf": made[f"{slug}.pdf"]}
    assert "more.bin" not in visit.asked  # nothing is made there that printing finds ready
    assert not visit.browser.complaints


def test_a_printer_is_measured_and_kept_and_a_set_up_has_a_seed(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARBOX_CONFIG", str(tmp_path / "config"))
    page = visit.page
    visit.open("print.html?game=last-blast")
    made = _made(visit, "Make the calibration sheet")
    assert pnp("calibrate", "--out", tmp_path).code == 0
    assert made == {"calibration.pdf": _hash(tmp_path / "calibration.pdf")}

    page.get_by_label("Name").fill("Office")
    for place, value in ("left", "0.5"), ("right", "0.5"):
        page.locator(f"[name={place}-x]").fill(value)
    page.get_by_role("button", name="Remember this printer").click()
    page.get_by_role("button", name="Forget Office").wait_for()
    page.reload()
    page.locator("#printer").select_option("Office")
    page.get_by_text("Set-up for this evening").click()
    page.get_by_label("Seed").fill("table")
    page.get_by_role("checkbox", name="Asteroid tiles").check()
    words = page.inner_text("#typed").split()
    assert words[:3] == ["pnp", "build", "last-blast"]

    made = _made(visit, "Make the PDF")
    assert made.keys() == {"last-blast.pdf", "setup.pdf"}
    measured = [word for place in ("left", "right") for word in (f"--{place}", "0.5,0")]
    measured += [word for place in ("top", "bottom") for word in (f"--{place}", "0,0")]
    assert pnp("printer", "add", "Office", *measured).code == 0
    assert pnp(*words[1:], "--out", tmp_path).code == 0
    files = (tmp_path / "last-blast-part").glob("*.pdf")
    assert made == {file.name: _hash(file) for file in files}

    page.get_by_role("button", name="Forget Office").click()
    page.get_by_role("button", name="Forget Office").wait_for(state="detached")
    assert not visit.browser.complaints
