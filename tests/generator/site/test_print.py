"""The page Print in a real browser: what it makes is what the command makes, to the last byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from components import catalogue
from tests.generator.presswork import pnp
from tests.generator.site.conftest import Visit, whole_site

pytestmark = whole_site


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_pdf_of_a_game_is_the_same_as_natively(visit: Visit, slug: str, tmp_path: Path) -> None:
    visit.open(f"print.html?game={slug}")
    visit.page.get_by_role("button", name="Make the PDF").click()
    visit.page.wait_for_selector("#made li")
    links = visit.page.locator("#made a[download]").all()
    made = {link.get_attribute("download"): visit.sha256(link.get_attribute("href") or "") for link in links}
    assert pnp("build", slug, "--out", tmp_path).code == 0
    files = (tmp_path / slug).glob("*.pdf")
    assert made == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert not visit.browser.complaints
