"""The site in Firefox, where it is installed: what it prints is the same there, and its other pages work."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.generator.presswork import pnp
from tests.generator.site.conftest import READY, whole_site
from tests.generator.site.unwatched import FIREFOX, Unwatched

pytestmark = [
    whole_site,
    pytest.mark.outside,
    pytest.mark.skipif(not FIREFOX, reason="no Firefox is installed: apt-get install firefox-esr"),
]


def test_firefox_prints_the_same_and_makes_and_plays(home: Path, tmp_path: Path) -> None:
    steps = f"""
        await print("{READY}");
        const address = document.querySelector("#made a[download='{READY}.pdf']").href;
        const bytes = await (await fetch(address)).arrayBuffer();
        const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
        await tell(hash.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
        await visit("Make");
        await make("Moon Mail");
        await edit("Comets are late today.");
        await tell("made");
        await visit("Play");
        await begin("MLEM");
        await play(3000);
        await tell(inside().getElementById("turn").textContent);
    """
    assert pnp("build", READY, "--out", tmp_path).code == 0
    native = hashlib.sha256((tmp_path / READY / f"{READY}.pdf").read_bytes()).hexdigest()
    with Unwatched(home, "print.html", steps, fox=True) as visit:
        visit.until(native)
        visit.until("made")
        assert "The game is over." in visit.until()
