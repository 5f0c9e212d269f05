"""The changelog keeps the form of Keep a Changelog, and knows the version that is built."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

HOME = Path(__file__).parents[2]
TEXT = (HOME / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_versions_come_newest_first_each_with_its_day() -> None:
    first, *released = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
    assert first == "[Unreleased]"
    matches = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d{2}-\d{2}", head) for head in released]
    assert all(matches)
    numbers = [tuple(map(int, found.groups())) for found in matches if found]
    assert numbers == sorted(numbers, reverse=True)


def test_changes_are_sorted_by_kind() -> None:
    assert set(re.findall(r"^### (.*)$", TEXT, re.MULTILINE)) <= KINDS


def test_the_version_that_is_built_is_listed() -> None:
    version = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## [{version}]" in TEXT
