"""Procedural artwork: one object looks like one object."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PIL import Image

from generator.faces import art
from tests.generator.conftest import PIXELS


@pytest.mark.parametrize("radius", [2.0, 3.5, 5.0])
def test_the_halves_of_a_ring_are_joined_without_a_crack(
    drawn: Callable[[str], Image.Image], radius: float
) -> None:
    planet = art.planet("x", 10, 10, radius, ["#0000ff", "#0000aa"], ring="#ff0000")
    ground = '<rect width="20" height="20" fill="#000000"/>'
    picture = drawn(ground + planet)
    tilt = math.radians(-18)
    for end in (0, 180):
        for step in range(-40, 41):
            angle = math.radians(end + step / 2)
            x, y = radius * 1.65 * math.cos(angle), radius * 0.42 * math.sin(angle)
            across = 10 + x * math.cos(tilt) - y * math.sin(tilt)
            down = 10 + x * math.sin(tilt) + y * math.cos(tilt)
            pixel = picture.getpixel((int(across * PIXELS), int(down * PIXELS)))
            assert pixel == (255, 0, 0), f"{end + step / 2}°"
