"""Write a bill of materials (CycloneDX 1.6) and a list of licences of the packages that Starbox needs.

Usage: sbom.py FOLDER. Packages of development are left out. The same packages give the same files.
"""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = "starbox"
NOT_STATED = "not stated"


def main(folder: Path) -> None:
    """Write both files into the folder."""
    found = packages()
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(bill(found), indent=2, ensure_ascii=False)
    (folder / "sbom.cdx.json").write_text(f"{text}\n", encoding="utf-8")
    (folder / "licences.md").write_text(listed(found), encoding="utf-8")
    print(f"{len(found) - 1} packages -> {folder / 'sbom.cdx.json'}, {folder / 'licences.md'}")


def packages() -> dict[str, tuple[Distribution, list[str]]]:
    """Starbox with all its extras, and whatever these need: each with the names of what it needs itself."""
    found: dict[str, tuple[Distribution, list[str]]] = {}
    seen = set()
    waiting = [(ROOT, tuple(distribution(ROOT).metadata.get_all("Provides-Extra") or ()))]
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # an extra that is not installed
            continue
        needed = list(_needed(package, extras))
        before = found[name][1] if name in found else []
        found[name] = package, sorted({*before, *(one for one, _ in needed)})
        waiting += needed
    return {
        name: (package, [one for one in needs if one in found]) for name, (package, needs) in found.items()
    }


def bill(found: dict[str, tuple[Distribution, list[str]]]) -> dict[str, Any]:
    """The bill of materials, as CycloneDX describes it."""
    parts = {name: _component(name, package) for name, (package, _) in sorted(found.items())}
    whole = {**parts.pop(ROOT), "type": "application"}
    content = {
        "metadata": {"component": whole},
        "components": list(parts.values()),
        "dependencies": [
            {"ref": _purl(package), "dependsOn": [_purl(found[one][0]) for one in needs]}
            for _, (package, needs) in sorted(found.items())
        ],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
    }
    return {**head, **content}


def listed(found: dict[str, tuple[Distribution, list[str]]]) -> str:
    """The licences as a table."""
    rows = [
        f"| {name} | {package.version} | {licence(package)} |"
        for name, (package, _) in sorted(found.items())
        if name != ROOT
    ]
    head = "# Licences of what Starbox needs\n\nAs the packages themselves say.\n\n"
    return head + "\n".join(("| package | version | licence |", "|---|---|---|", *rows, ""))


def licence(package: Distribution) -> str:
    """The licence that a package says it has."""
    about = package.metadata
    kinds = [kind.rpartition(" :: ")[2] for kind in about.get_all("Classifier") or () if "License ::" in kind]
    said = str(about.get("License-Expression") or about.get("License") or "").strip()
    return (said if said and "\n" not in said and len(said) < 80 else ", ".join(kinds)) or NOT_STATED


def _needed(package: Distribution, extras: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in package.requires or ():
        wanted = Requirement(line)
        marked = wanted.marker is None or any(wanted.marker.evaluate({"extra": one}) for one in ("", *extras))
        if marked:
            yield canonicalize_name(wanted.name), tuple(sorted(wanted.extras))


def _component(name: str, package: Distribution) -> dict[str, Any]:
    said = licence(package)
    licences = [] if said == NOT_STATED else [{"license": {"name": said}}]
    about = {"type": "library", "bom-ref": _purl(package), "name": name, "version": package.version}
    return {**about, "purl": _purl(package), "licenses": licences}


def _purl(package: Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(package.metadata['Name'])}@{package.version}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
