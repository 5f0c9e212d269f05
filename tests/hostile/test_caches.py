"""Caches between runs are used like a part of the program, so only their owner may be able to write them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.errors import OutputError
from components.files import WINDOWS
from generator import cache
from generator.site import downloads

pytestmark = pytest.mark.skipif(WINDOWS, reason="Windows has other rights")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield tmp_path / "cache"
    cache.folder.cache_clear()


def kept(content: bytes = b"<program>") -> bytes | None:
    """The content that another run would read back."""
    cache.keep("programs", "a.cache", content)
    cache.folder.cache_clear()
    return cache.kept("programs", "a.cache")


def test_s11_a_cache_is_for_its_owner_alone(root: Path) -> None:
    before = os.umask(0o002)
    try:
        assert kept() == b"<program>"
    finally:
        os.umask(before)
    assert {made.stat().st_mode & 0o777 for made in (root, root / "programs")} == {0o700}


@pytest.mark.parametrize("place", ["", "programs"])
@pytest.mark.parametrize("rights", [0o777, 0o775, 0o707])
def test_s11_a_cache_that_others_may_write_to_is_not_used(root: Path, place: str, rights: int) -> None:
    assert kept()
    (root / place).chmod(rights)
    cache.folder.cache_clear()
    assert cache.kept("programs", "a.cache") is None
    assert kept(b"<other>") is None


@pytest.mark.parametrize("place", ["", "programs"])
def test_s11_a_cache_of_another_user_is_not_used(
    root: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept()
    real, theirs = Path.stat, root / place

    def told(path: Path, **given: bool) -> os.stat_result:
        fields = list(real(path, **given))
        if path == theirs:
            fields[4] = 65_534
        return os.stat_result(fields)

    cache.folder.cache_clear()
    monkeypatch.setattr(Path, "stat", told)
    assert cache.kept("programs", "a.cache") is None


def test_s11_a_cache_in_a_folder_like_tmp_is_used(root: Path) -> None:
    root.mkdir()
    root.chmod(0o1777)
    assert kept() == b"<program>"


def test_s11_what_npm_and_pip_fetched_is_not_taken_from_others(root: Path) -> None:
    root.mkdir()
    root.chmod(0o777)
    with pytest.raises(OutputError, match="cache cannot be used"):
        downloads._kept("npm", [Path(__file__)], Path.touch)
