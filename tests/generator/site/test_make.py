"""The page Make in a real browser: a card is edited, a mistake is refused, a zip goes out and comes back."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

from tests.generator.presswork import pnp
from tests.generator.site.conftest import Visit, whole_site


def test_a_game_is_begun_edited_and_taken_along(visit: Visit, tmp_path: Path) -> None:
    page = visit.page
    visit.open("make.html")
    page.get_by_label("A new game, from a small one").fill("Moon Mail")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#sheets figure")

    page.get_by_label("note of row 1", exact=True).fill("Comets are late today.")
    page.wait_for_function("document.querySelector('#definitions').textContent.includes('Comets')")

    page.get_by_label("value of row 1", exact=True).fill("nine")
    page.wait_for_selector("#problem:not([hidden])")
    assert 'cards.csv, line 2: Column "value" is "nine"' in page.inner_text("#problem")
    page.get_by_role("button", name="Go to cards.csv, line 2").click()
    assert "nine" in str(page.evaluate("getSelection().toString() || document.activeElement.value"))
    page.fill("#text", page.input_value("#text").replace("nine", "3"))
    page.wait_for_selector("#problem", state="hidden")

    made = pdfs(visit)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as zip").click()
    saved.value.save_as(tmp_path / "moon-mail.zip")
    zipfile.ZipFile(tmp_path / "moon-mail.zip").extractall(tmp_path)
    assert made == native_pdfs(tmp_path / "moon-mail", tmp_path / "output")

    visit.open("make.html")
    page.get_by_role("button", name="Delete Moon Mail").wait_for()
    page.set_input_files("#open input", tmp_path / "moon-mail.zip")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("document.querySelector('#definitions').textContent.includes('Comets')")
    assert not visit.browser.complaints


@whole_site
def test_the_example_is_the_same_as_natively(visit: Visit, tmp_path: Path) -> None:
    visit.open("make.html")
    visit.page.get_by_role("button", name="Open Comet Post").click()
    visit.page.wait_for_selector("#sheets figure")
    example = Path(__file__).parents[3] / "examples" / "comet-post"
    assert pdfs(visit) == native_pdfs(example, tmp_path)


def pdfs(visit: Visit) -> dict[str | None, str]:
    """The hash of every PDF that the page makes."""
    visit.page.get_by_role("button", name="Make the PDF").click()
    visit.page.wait_for_selector("#made li")
    visit.page.wait_for_function("document.querySelector('#state').textContent.includes('made')")
    links = visit.page.locator("#made a[download]").all()
    return {link.get_attribute("download"): visit.sha256(link.get_attribute("href") or "") for link in links}


def native_pdfs(game: Path, out: Path) -> dict[str, str]:
    assert pnp("build", game, "--out", out).code == 0
    files = (out / game.name).glob("*.pdf")
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
