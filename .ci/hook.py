"""Man pages in the wheel: those that `make man` has left in `man/`, as a release does. There may be none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManPages(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the pages to where `man` looks for those of an environment."""
        pages = sorted((Path(self.root) / "man").glob("*.1"))
        build_data["shared_data"].update({str(page): f"share/man/man1/{page.name}" for page in pages})
