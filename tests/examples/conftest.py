"""Ring Tugs as if its package were installed: its folder is found, and so is its entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from components import catalogue

HOME = Path(__file__).parents[2] / "examples" / "ring-tugs"
sys.path.append(str(HOME))


def entry(folder: Path, slug: str, module: str, name: str = "", version: str = "1.0") -> None:
    """Leave what pip leaves of a package that brings a game."""
    info = folder / f"{(name or slug).replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name or slug}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[starbox.games]\n{slug} = {module}\n")


@pytest.fixture(scope="module", autouse=True)
def ring_tugs_is_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("installed")
    entry(folder, "ring-tugs", "ring_tugs")
    sys.path.insert(0, str(folder))
    catalogue.forget()
    yield
    sys.path.remove(str(folder))
    catalogue.forget()
