"""Make the pictures of the guide to the camera: a table of each game, photographed and read.

    python docs/pictures/camera.py [NAME]...

No real print and no real phone was there: `tests/referee/camera` makes the photographs from the faces.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from components import catalogue
from referee.camera.looking import look
from referee.camera.reading import drawn
from tests.referee.camera.photographs import USUAL, photograph
from tests.referee.camera.scenes import TABLES

SEEDS = {"field": 4, "arrays": 2, "map": 3, "ship": 6, "landing": 5}
WIDTH = 1000


def main() -> None:
    for name in sys.argv[1:] or SEEDS:
        scene, slug, decks = TABLES[name]
        taken = photograph(scene(SEEDS[name]).pieces, USUAL._replace(glare=0), SEEDS[name])
        found = look(taken, catalogue.load(slug), decks)
        picture = Image.open(io.BytesIO(drawn(found.picture, found.seen))).convert("RGB")
        picture.thumbnail((WIDTH, WIDTH))
        picture.save(Path(__file__).parent / f"camera-{slug}.jpg", quality=78, optimize=True)


if __name__ == "__main__":
    main()
