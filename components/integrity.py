"""Check that the files of Starbox are those that were installed."""

import csv
from collections.abc import Iterator
from pathlib import Path

from components.errors import UsageError

_SITE = Path(__file__).parents[1]  # the folder of the packages; a checkout, if they are used from one
_OWN = ("components/", "generator/", "referee/", "templates/")


def check_installed(site: Path = _SITE) -> None:
    """Raises `UsageError` if another package has overwritten or removed files of ours.

    Only sizes are compared, which takes about a millisecond. A checkout has no list to compare with.
    """
    for name, size in _recorded(site):
        file = site / name
        try:
            same = file.stat().st_size == size
        except OSError:
            same = False
        if not same:
            raise UsageError(
                "This file of Starbox was changed or removed, perhaps by another package.",
                where=str(file),
                todo="Install Starbox again, in an environment of its own.",
            )


def _recorded(site: Path) -> Iterator[tuple[str, int]]:
    """The data files that were installed, with their sizes."""
    for record in site.glob("starbox-*.dist-info/RECORD"):
        with record.open(encoding="utf-8", newline="") as stream:
            for row in csv.reader(stream):
                if len(row) == 3 and row[0].startswith(_OWN) and row[2].isdecimal() and ".py" not in row[0]:
                    yield row[0], int(row[2])
