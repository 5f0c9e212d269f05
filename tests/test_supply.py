"""The packages that Starbox needs: all are told, and the oldest that are allowed have no known hole."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# The first version without the holes that were known when it was looked up, and the one before.
SOUND = {
    "jinja2": ("3.1.6", "3.1.5"), "pillow": ("13.0.0", "12.3.0"), "starlette": ("1.3.1", "1.3.0"),
    "python-multipart": ("0.0.31", "0.0.30"), "fonttools": ("4.60.2", "4.60.1"),
    "distributed": ("2026.1.0", "2025.12.0"),
}  # fmt: skip


@pytest.fixture(scope="module")
def wanted(project: Path) -> list[Requirement]:
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    extras = [one for extra in about["project"]["optional-dependencies"].values() for one in extra]
    return [Requirement(one) for one in (*about["project"]["dependencies"], *extras)]


def test_s1_no_version_with_a_known_hole_is_allowed(wanted: list[Requirement]) -> None:
    told = {one.name for one in wanted}
    assert told >= SOUND.keys()
    for one in wanted:
        if one.name in SOUND:
            sound, holed = SOUND[one.name]
            assert one.specifier.contains(sound) and not one.specifier.contains(holed), one


@pytest.mark.outside
def test_one_command_tells_every_part_and_its_licence(
    wanted: list[Requirement], project: Path, tmp_path: Path
) -> None:
    for folder in ("one", "two"):
        subprocess.run([sys.executable, project / ".ci" / "sbom.py", tmp_path / folder], check=True)
    text = (tmp_path / "one" / "sbom.cdx.json").read_text(encoding="utf-8")
    assert text == (tmp_path / "two" / "sbom.cdx.json").read_text(encoding="utf-8")
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["name"]: part for part in bill["components"]}
    missing = {canonicalize_name(one.name) for one in wanted} - parts.keys()
    assert not missing, "pyproject.toml asks for more than is installed: .venv/bin/pip install -e ."
    assert "pytest" not in parts and "markupsafe" in parts
    refs = {part["bom-ref"] for part in parts.values()} | {bill["metadata"]["component"]["bom-ref"]}
    assert refs == {one["ref"] for one in bill["dependencies"]}
    assert all(set(one["dependsOn"]) <= refs for one in bill["dependencies"])
    licences = (tmp_path / "one" / "licences.md").read_text(encoding="utf-8")
    assert all(f"| {name} | {part['version']} |" in licences for name, part in parts.items())
    assert "| jinja2 | " in licences and "BSD" in licences
