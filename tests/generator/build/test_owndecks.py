"""`pnp build --deck`: a player's own deck is printed like its model, with its own copies."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

Pnp = Callable[..., Any]
DECK = """\
name = "Sunrise"
core = "solar"

[blueprints]
COR = 3
vat = 2     # not in the ready solar deck
REP = 1     # a reward, and not in any ready deck
GEN-S = 1
LAS = 0
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "sunrise.toml"
    file.write_text(DECK)
    return file


def printed(folder: Path) -> Counter[tuple[str, str]]:
    faces = json.loads((folder / "manifest.json").read_text())["faces"]
    return Counter((face["deck"], face["code"]) for face in faces if face["side"] == "front")


def test_its_cards_and_its_modules_are_printed_and_nothing_else(pnp: Pnp, tmp_path: Path, deck: Path) -> None:
    ran = pnp("build", "planetary", "--deck", deck, "--out", tmp_path / "out")
    assert (ran.code, ran.err) == (0, "")
    folder = tmp_path / "out" / "planetary-sunrise"
    wanted = {"COR": 3, "VAT": 2, "REP": 1, "GEN-S": 1}
    decks = ("solar", "solar-modules")
    assert printed(folder) == {(name, code): count for name in decks for code, count in wanted.items()}
    assert {file.name for file in folder.iterdir()} == {
        "manifest.json", "modules.pdf", "planetary.pdf", "solar.pdf",
    }  # fmt: skip
    assert "Sunrise" in pypdf.PdfReader(folder / "solar.pdf").pages[0].extract_text()


def test_a_change_of_the_file_is_a_reason_to_build_again(pnp: Pnp, tmp_path: Path, deck: Path) -> None:
    order = ("build", "planetary", "--deck", deck, "--only", "solar", "--out", tmp_path / "out")
    assert "made, 7 pieces" in pnp(*order).out
    assert "unchanged" in pnp(*order).out
    deck.write_text(DECK.replace("COR = 3", "COR = 4"))
    assert "made, 8 pieces" in pnp(*order).out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("solar", "soler", 'sunrise.toml, core: There is no deck "soler" to model it on.'),
        ("vat", "vatt", 'sunrise.toml: There is no piece "vatt". Did you mean "VAT"?'),
        ("COR = 3", "COR = -3", "sunrise.toml, blueprints, line 5: COR is -3. Write how many copies"),
        ("core =", "cor =", 'sunrise.toml: core is missing. There is "cor": is that the one meant?'),
        ("3", "0", "sunrise.toml: The deck has no pieces."),
    ],
)  # fmt: skip
def test_errors_in_the_file_are_reported(
    pnp: Pnp, tmp_path: Path, deck: Path, old: str, new: str, told: str
) -> None:
    text = re.sub(r"= [12]\b", "= 0", DECK) if new == "0" else DECK
    deck.write_text(text.replace(old, new))
    ran = pnp("build", "planetary", "--deck", deck, "--out", tmp_path / "out")
    assert ran.code == 2 and told in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("games", "told"), [(["rayguns"], "have no decks of their own"), ([], "A deck belongs to one game.")]
)
def test_a_game_without_own_decks_says_so(pnp: Pnp, deck: Path, games: list[str], told: str) -> None:
    ran = pnp("build", *games, "--deck", deck)
    assert ran.code == 2 and told in ran.err
