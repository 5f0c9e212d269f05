"""The colour profile of printing on coated paper: `python -m generator.pdf.ink.coated` writes `coated.icc`.

The profiles of print houses may not be passed on freely, so this one is calculated: a Neugebauer model with
the colours of solid inks and their overprints, and the dot gain, that ISO 12647-2 (2004, amended in 2007)
gives for coated paper. It never uses more than `LIMIT` ink, so neither does what is converted with it.
Writing it takes two minutes.
"""

import itertools
import math
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from components.writing import replace_file

Three: TypeAlias = tuple[float, float, float]
Cmyk: TypeAlias = tuple[float, float, float, float]

FILE = Path(__file__).with_name("coated.icc")
LIMIT = 2.4  # the most ink on a spot, of 4
NAME = "Starbox coated paper, ink up to 240 %"
RIGHTS = "MIT licence, the Starbox founders"

_PAPER: Three = (95.0, 0.0, -2.0)  # CIE L*a*b*, D50
_SOLIDS: dict[tuple[int, int, int], Three] = {  # cyan, magenta, yellow
    (0, 0, 0): _PAPER,
    (1, 0, 0): (55.0, -37.0, -50.0),
    (0, 1, 0): (48.0, 74.0, -3.0),
    (0, 0, 1): (89.0, -5.0, 93.0),
    (0, 1, 1): (47.0, 68.0, 48.0),
    (1, 0, 1): (50.0, -68.0, 27.0),
    (1, 1, 0): (24.0, 19.0, -46.0),
    (1, 1, 1): (23.0, 0.0, 0.0),
}
_BLACK: Three = (16.0, 0.0, 0.0)
_GAIN: Cmyk = (0.14, 0.14, 0.14, 0.17)  # gain of a tint of 50 %
_D50: Three = (0.9642, 1.0, 0.8249)
_DEVICE, _LAB, _GAMUT = 9, 25, 9  # points along an edge of the tables
_THRIFT = 3.0  # price of a solid coloured ink in units of colour difference: black is used instead
_CHROMA = 0.5  # the weight of a difference in chroma, where a colour cannot be printed
_STEPS = 40


def colour(inks: Cmyk) -> Three:
    """The L*a*b* of a tint, relative to the paper; inks from 0 to 1."""
    shares = [ink + 4 * gain * ink * (1 - ink) for ink, gain in zip(inks, _GAIN, strict=True)]
    x = y = z = 0.0
    for solid, (sx, sy, sz) in _primaries():
        weight = 1.0
        for on, share in zip(solid, shares, strict=True):
            weight *= share if on else 1 - share
        x, y, z = x + weight * sx, y + weight * sy, z + weight * sz
    return _lab((x, y, z))


def inks_for(lab: Three) -> Cmyk:
    """The inks that print an L*a*b* relative to the paper, or come nearest to it: much black, little of the
    others, `LIMIT` in all."""
    target = lab
    chroma = math.hypot(target[1], target[2])
    along = (target[1] / chroma, target[2] / chroma) if chroma > 1e-6 else (1.0, 0.0)

    def off(inks: Sequence[float]) -> list[float]:
        seen = colour((inks[0], inks[1], inks[2], inks[3]))
        da, db = seen[1] - target[1], seen[2] - target[2]
        too_much = max(0.0, sum(inks) - LIMIT + 0.02)
        return [
            seen[0] - target[0],
            _CHROMA * (da * along[0] + db * along[1]),
            db * along[0] - da * along[1],
            *(_THRIFT * ink for ink in inks[:3]),
            300 * too_much,
        ]

    dark = max(0.0, 1 - target[0] / 100)
    best = _least(off, [dark / 2, dark / 2, dark / 2, dark / 2])
    total = sum(best)
    scale = min(1.0, (LIMIT - 0.01) / total) if total else 1.0
    return best[0] * scale, best[1] * scale, best[2] * scale, best[3] * scale


def profile() -> bytes:
    """The ICC profile, version 2, for output."""
    axis = [step / (_LAB - 1) for step in range(_LAB)]
    back = b"".join(
        bytes(
            int(255 * ink) for ink in inks_for(_unpacked((lightness, a, b)))
        )  # rounded down: the limit holds
        for lightness, a, b in itertools.product(axis, axis, axis)
    )
    tags = {
        b"desc": _description(NAME),
        b"cprt": b"text\0\0\0\0" + RIGHTS.encode() + b"\0",
        b"wtpt": b"XYZ \0\0\0\0" + b"".join(map(_fixed, _xyz(_PAPER))),
        b"A2B0": _seen_table(),
        b"B2A0": _table8(3, 4, _LAB, back),
        b"gamt": _table8(3, 1, _GAMUT, bytes(_beyond())),
    }
    # One table serves every rendering intent.
    order = [*tags, b"A2B1", b"A2B2", b"B2A1", b"B2A2"]
    place = 128 + 4 + 12 * len(order)
    places: dict[bytes, tuple[int, int]] = {}
    body = b""
    for tag, data in tags.items():
        places[tag] = (place + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    rows = b"".join(
        tag + struct.pack(">II", *places[tag if tag in places else tag[:3] + b"0"]) for tag in order
    )
    whole = struct.pack(">I", len(order)) + rows + body
    return _header(128 + len(whole)) + whole


@cache
def _primaries() -> tuple[tuple[tuple[int, ...], Three], ...]:
    """The 16 overprints of solid inks, X, Y and Z relative to the paper. On black, colours are multiplied."""
    paper, black = _xyz(_PAPER), _xyz(_BLACK)
    found = []
    for solid, lab in _SOLIDS.items():
        ink = tuple(value / white for value, white in zip(_xyz(lab), paper, strict=True))
        found.append(((*solid, 0), ink))
        found.append(
            ((*solid, 1), tuple(v * k / white for v, k, white in zip(ink, black, paper, strict=True)))
        )
    return tuple((solid, (ink[0] * _D50[0], ink[1] * _D50[1], ink[2] * _D50[2])) for solid, ink in found)


def _xyz(lab: Three) -> Three:
    fy = (lab[0] + 16) / 116
    parts = (fy + lab[1] / 500, fy, fy - lab[2] / 200)
    x, y, z = (
        white * (f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29))
        for f, white in zip(parts, _D50, strict=True)
    )
    return x, y, z


def _lab(xyz: Three) -> Three:
    x, y, z = (
        t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29
        for t in (value / white for value, white in zip(xyz, _D50, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _least(off: Callable[[Sequence[float]], list[float]], start: list[float]) -> list[float]:
    """Return where the squares of `off` are least, in the box from 0 to 1: Levenberg and Marquardt."""
    at, damping = start, 1.0
    here = off(at)
    for _ in range(_STEPS):
        slopes = []
        for axis in range(len(at)):
            step = 1e-4 if at[axis] < 0.5 else -1e-4
            moved = [value + (step if axis == index else 0.0) for index, value in enumerate(at)]
            slopes.append([(b - a) / step for a, b in zip(here, off(moved), strict=True)])
        pull = [-sum(s * r for s, r in zip(slope, here, strict=True)) for slope in slopes]
        # An ink that is at an end of its range, and would go beyond it, stays there.
        free = [
            axis
            for axis, value in enumerate(at)
            if not (value <= 0 and pull[axis] < 0) and not (value >= 1 and pull[axis] > 0)
        ]
        if not free:
            break
        for _ in range(8):
            rows = [
                [
                    sum(a * b for a, b in zip(slopes[i], slopes[j], strict=True))
                    + (damping if i == j else 0.0)
                    for j in free
                ]
                for i in free
            ]
            moves = _solved(rows, [pull[i] for i in free])
            tried = list(at)
            for axis, move in zip(free, moves, strict=True):
                tried[axis] = min(1.0, max(0.0, at[axis] + move))
            there = off(tried)
            if sum(r * r for r in there) < sum(r * r for r in here):
                break
            damping *= 4
        else:
            break
        settled = max(abs(a - b) for a, b in zip(at, tried, strict=True)) < 1e-5
        at, here, damping = tried, there, max(1e-6, damping / 6)
        if settled:
            break
    return at


def _solved(rows: list[list[float]], values: list[float]) -> list[float]:
    """The solution of linear equations with a symmetric positive matrix."""
    table = [[*row, value] for row, value in zip(rows, values, strict=True)]
    for i in range(len(table)):
        table[i] = [entry / table[i][i] for entry in table[i]]
        for other in range(len(table)):
            if other != i:
                factor = table[other][i]
                table[other] = [a - factor * b for a, b in zip(table[other], table[i], strict=True)]
    return [row[-1] for row in table]


def _unpacked(place: Three) -> Three:
    """The L*a*b* of a place in a table of 8 bits, its axes from 0 to 1."""
    return 100 * place[0], 255 * place[1] - 128, 255 * place[2] - 128


def _seen_table() -> bytes:
    """Return the colours of inks: a table of 16 bits whose axes are the tints."""
    axis = [step / (_DEVICE - 1) for step in range(_DEVICE)]
    values = []
    for inks in itertools.product(axis, repeat=4):
        lightness, a, b = colour((inks[0], inks[1], inks[2], inks[3]))
        values += [lightness / 100 * 0xFF00, (a + 128) * 256, (b + 128) * 256]
    clut = b"".join(struct.pack(">H", min(0xFFFF, max(0, round(value)))) for value in values)
    ends = struct.pack(">HH", 0, 0xFFFF)
    return (
        b"mft2\0\0\0\0"
        + bytes((4, 3, _DEVICE, 0))
        + _unit_matrix()
        + struct.pack(">HH", 2, 2)
        + ends * 4
        + clut
        + ends * 3
    )


def _table8(inputs: int, outputs: int, points: int, clut: bytes) -> bytes:
    straight = bytes(range(256))
    head = b"mft1\0\0\0\0" + bytes((inputs, outputs, points, 0)) + _unit_matrix()
    return head + straight * inputs + clut + straight * outputs


def _beyond() -> Iterator[int]:
    """For each place of the table of L*a*b*, whether it cannot be printed."""
    axis = [step / (_GAMUT - 1) for step in range(_GAMUT)]
    for lightness, a, b in itertools.product(axis, axis, axis):
        lab = _unpacked((lightness, a, b))
        yield 0 if math.dist(colour(inks_for(lab)), lab) < 3 else 255


def _unit_matrix() -> bytes:
    return b"".join(_fixed(float(row == column)) for row in range(3) for column in range(3))


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _description(text: str) -> bytes:
    words = text.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + b"\0" * (4 + 4 + 2 + 1 + 67)


def _header(size: int) -> bytes:
    return (
        struct.pack(">I", size)
        + b"\0\0\0\0"
        + bytes((2, 0x40, 0, 0))
        + b"prtrCMYKLab "
        + struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
        + b"acsp"
        + b"\0" * 20
        + struct.pack(">I", 1)  # relative to the paper
        + b"\0" * 4
        + b"".join(map(_fixed, _D50))
        + b"\0" * 48
    )[:128].ljust(128, b"\0")


if __name__ == "__main__":
    replace_file(FILE, profile())
