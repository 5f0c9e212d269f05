"""Photographs of pieces on a table, made from their faces: for tests, as no real ones are here.

A pinhole camera with a lens that bends lines looks at a table of wood, cloth or paint. Printing spreads
dots and shifts colours, prints are banded or faded, cards curl and lie in sleeves, pieces throw shadows,
lamps leave gradients and glare, a hand its shadow; then come defocus, motion, noise, the phone's own
sharpening, and JPEG.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cv2
import numpy as np
from PIL import Image

Array = Any
DPI = 150
PER_MM = DPI / 25.4


class Conditions(NamedTuple):
    """Under what a photograph is taken. Pairs are ranges; shares are of photographs."""

    megapixels: float = 12
    tilt: tuple[float, float] = (0, 30)
    roll: float = 10
    fill: tuple[float, float] = (0.76, 0.93)
    defocus: tuple[float, float] = (0.6, 1.3)
    motion: tuple[float, float] = (0, 4)
    noise: tuple[float, float] = (1.5, 5)
    quality: tuple[int, int] = (70, 92)
    darkest: tuple[float, float] = (0.55, 1.0)
    shadow: float = 0.3
    glare: float = 0.25
    glaring: tuple[float, float] = (30, 90)
    white: float = 0.1
    exposure: tuple[float, float] = (0.7, 1.08)
    bend: float = 0.03
    curled: float = 0.3
    curl: tuple[float, float] = (0.3, 1.0)
    sleeved: float = 0.15
    faded: float = 0.15


USUAL = Conditions()
HARD = Conditions(
    megapixels=8,
    tilt=(30, 45),
    roll=25,
    fill=(0.6, 0.85),
    defocus=(1, 2),
    motion=(0, 8),
    noise=(4, 9),
    quality=(60, 75),
    darkest=(0.35, 0.9),
    shadow=0.7,
    glare=0.7,
    glaring=(60, 200),
    white=0.22,
    exposure=(0.5, 1.2),
    bend=0.06,
    curled=0.6,
    curl=(0.5, 2.5),
    sleeved=0.4,
    faded=0.4,
)


@dataclass
class Piece:
    """A piece on the table: its face with its transparency, where its middle is (mm), and its turn.

    covered  the share that something dull covers, from its left
    curl     how far its left and right edges are lifted, mm
    sleeved  how strongly a sleeve over it shines, up to 1
    """

    what: Any
    face: Array
    x: float
    y: float
    turn: float = 0.0
    covered: float = 0.0
    curl: float = 0.0
    sleeved: float = 0.0
    size: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        self.size = self.face.shape[1] / PER_MM, self.face.shape[0] / PER_MM

    @property
    def plane(self) -> Array:
        """From millimetres on the piece, from its middle, to millimetres on the table."""
        cosine, sine = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return np.array([[cosine, -sine, self.x], [sine, cosine, self.y], [0, 0, 1]])

    @property
    def corners(self) -> Array:
        width, height = self.size[0] / 2, self.size[1] / 2
        square = np.array([[-width, width, width, -width], [-height, -height, height, height], [1, 1, 1, 1]])
        return (self.plane @ square)[:2].T


class Camera:
    """A camera above a table, turned so that all of these points are in its picture."""

    def __init__(self, points: Array, how: Conditions, luck: random.Random) -> None:
        self.width = round(math.sqrt(how.megapixels * 1e6 * 4 / 3) / 4) * 4
        self.height = self.width * 3 // 4
        self.focal = 26 / 43.27 * math.hypot(self.width, self.height)
        self.bend = luck.uniform(-how.bend, how.bend)
        tilt, roll = math.radians(luck.uniform(*how.tilt)), math.radians(luck.uniform(-how.roll, how.roll))
        side = math.radians(luck.choice([luck.gauss(90, 12), luck.gauss(90, 12), luck.uniform(0, 360)]))
        away = np.array([math.sin(tilt) * math.cos(side), math.sin(tilt) * math.sin(side), -math.cos(tilt)])
        right = np.cross([-math.sin(roll), math.cos(roll), 0], -away)
        right /= np.linalg.norm(right)
        turned = np.stack([right, np.cross(-away, right), -away])
        middle = np.array([*(points.min(0) + points.max(0)) / 2, 0])
        solid, fill = np.c_[points, np.zeros(len(points))], luck.uniform(*how.fill)
        near, far = 50.0, 5000.0
        for _ in range(40):
            distance = (near + far) / 2
            seen = solid @ turned.T - turned @ (middle + away * distance)
            flat = seen[:, :2] / seen[:, 2:] * self.focal
            too_near = (seen[:, 2] <= 20).any() or np.ptp(flat[:, 0]) > fill * self.width
            if too_near or np.ptp(flat[:, 1]) > fill * self.height:
                near = distance
            else:
                far = distance
        moved = -turned @ (middle + away * far)
        seen = solid @ turned.T + moved
        flat = seen[:, :2] / seen[:, 2:] * self.focal
        error = np.array([luck.uniform(-0.02, 0.02) * self.width, luck.uniform(-0.02, 0.02) * self.height])
        self.middle = np.array([self.width, self.height]) / 2 + error - (flat.min(0) + flat.max(0)) / 2
        self.plane = np.stack([turned[:, 0], turned[:, 1], moved], 1)
        self.eye = -turned.T @ moved  # place of the camera, mm: above the table it is negative

    def project(self, points: Array) -> Array:
        """Points of the table, mm, in the picture."""
        seen = np.c_[points, np.ones(len(points))] @ self.plane.T
        straight = seen[:, :2] / seen[:, 2:]
        bent = straight.copy()
        for _ in range(8):
            bent = straight / (1 - self.bend * (bent**2).sum(1, keepdims=True))
        return bent * self.focal + self.middle

    def back(self, x: Array, y: Array) -> tuple[Array, Array]:
        """The points of the table, mm, that these pixels show."""
        x, y = (x - self.middle[0]) / self.focal, (y - self.middle[1]) / self.focal
        straight = 1 - self.bend * (x * x + y * y)
        x, y = x * straight, y * straight
        rows = np.linalg.inv(self.plane)
        far = rows[2, 0] * x + rows[2, 1] * y + rows[2, 2]
        return (
            (rows[0, 0] * x + rows[0, 1] * y + rows[0, 2]) / far,
            (rows[1, 0] * x + rows[1, 1] * y + rows[1, 2]) / far,
        )


def photograph(pieces: Sequence[Piece], how: Conditions, seed: int, focus: Sequence[Piece] = ()) -> bytes:
    """A JPEG of these pieces, later ones on top of earlier ones.

    focus  those that fill the picture; by default all
    """
    luck = random.Random(seed)
    focus = focus or pieces
    camera = Camera(np.concatenate([piece.corners for piece in focus]), how, luck)
    picture = _table(luck, camera)
    printer = _Printer.of(luck, how)
    curled, sleeved = (luck.random() < share for share in (how.curled, how.sleeved))
    for piece in pieces:
        if max(piece.size) < _CARD:
            piece.curl = luck.uniform(*how.curl) * min(1, max(piece.size) / 60) if curled else 0.0
            piece.sleeved = luck.uniform(0.2, 1) if sleeved and min(piece.size) > 40 else 0.0
        _lay(picture, piece, camera, printer)
    lit = picture.astype(np.float32) * _light(picture, focus, camera, how, luck)
    if luck.random() < how.glare:
        lit += _glare(camera, how, luck)
    return _developed(lit, how, luck)


_CARD = 100  # mm: what is larger is mounted on board, which does not curl


class _Printer(NamedTuple):
    """Inks on paper: how they mix, how white the paper is and how dark black, and how far dots spread, px."""

    mix: Array
    white: Array
    black: float
    spread: float
    bands: float
    faded: Array

    @staticmethod
    def of(luck: random.Random, how: Conditions) -> _Printer:
        strength = luck.uniform(0.7, 1.1)
        faded = [luck.uniform(0.1, 0.45) if luck.random() < how.faded else 0.0] * 3
        faded[luck.randrange(3)] *= 1.4  # one ink fades before the others
        mix = np.array([[0.114, 0.587, 0.299]] * 3) * (1 - strength) + np.eye(3) * strength
        mix = mix @ (np.eye(3) + np.array([[luck.gauss(0, 0.03) for _ in range(3)] for _ in range(3)]))
        white = np.array([luck.uniform(0.84, 0.96) + luck.gauss(0, 0.015) for _ in range(3)])
        bands = luck.choice([0, 0, 0, luck.uniform(0.02, 0.08)])
        spread = luck.uniform(0.04, 0.1) * PER_MM
        return _Printer(
            mix.astype(np.float32),
            white.astype(np.float32),
            luck.uniform(0.05, 0.15),
            spread,
            bands,
            np.array(faded, np.float32),
        )

    def print(self, face: Array) -> Array:
        inked = cv2.GaussianBlur(face[:, :, :3], (0, 0), self.spread).astype(np.float32) / 255 @ self.mix.T
        inked = np.clip(inked, 0, 1)
        inked += (1 - inked) * self.faded
        inked = inked * (self.white - self.black) + self.black
        rows = np.arange(face.shape[0])[:, None, None] // 9 % 2
        return (inked * (1 + self.bands * rows) * 255).clip(0, 255).astype(np.uint8)


def _lay(picture: Array, piece: Piece, camera: Camera, printer: _Printer) -> None:
    line = camera.project(piece.corners)
    left, top = np.maximum(np.floor(line.min(0)).astype(int) - 4, 0)
    right, bottom = np.minimum(np.ceil(line.max(0)).astype(int) + 8, (camera.width, camera.height))
    if right - left < 4 or bottom - top < 4:
        return
    fine = max(math.dist(line[one], line[(one + 1) % 4]) / piece.size[one % 2] for one in range(4)) / PER_MM
    face, cover = printer.print(piece.face), piece.face[:, :, 3]
    if piece.covered:
        face[:, : round(piece.covered * face.shape[1])] = (120, 140, 190)
    if fine < 0.95:
        size = max(8, round(face.shape[1] * fine)), max(8, round(face.shape[0] * fine))
        face, cover = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (face, cover))
    x, y = np.meshgrid(np.arange(left, right, dtype=np.float32), np.arange(top, bottom, dtype=np.float32))
    on_x, on_y = camera.back(x, y)
    rows = np.linalg.inv(piece.plane)
    here_x, here_y = (rows[one, 0] * on_x + rows[one, 1] * on_y + rows[one, 2] for one in (0, 1))
    if piece.curl:  # a lifted edge is seen farther from the camera than it is
        for _ in range(2):
            lift = piece.curl * np.clip(2 * here_x / piece.size[0], -1, 1) ** 2 / -camera.eye[2]
            true_x, true_y = on_x - (on_x - camera.eye[0]) * lift, on_y - (on_y - camera.eye[1]) * lift
            here_x, here_y = (rows[one, 0] * true_x + rows[one, 1] * true_y + rows[one, 2] for one in (0, 1))
    at_x = ((here_x / piece.size[0] + 0.5) * face.shape[1] - 0.5).astype(np.float32)
    at_y = ((here_y / piece.size[1] + 0.5) * face.shape[0] - 0.5).astype(np.float32)
    colours = cv2.remap(face, at_x, at_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    if piece.sleeved:  # a soft band of light across the foil
        shine = np.exp(-(((here_x + here_y) / piece.size[0] + 0.2) ** 2) * 9) * piece.sleeved * 70
        colours = cv2.add(colours, np.repeat((shine + 12).astype(np.uint8)[..., None], 3, 2))
    opaque = cv2.remap(cover, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    part = picture[top:bottom, left:right].astype(np.float32)
    far = max(1, int(fine * PER_MM * 0.6))
    shadow = cv2.GaussianBlur(np.roll(opaque, (far, far), (0, 1)), (0, 0), max(1.0, far * 0.8))
    part *= (1 - 0.35 * shadow.astype(np.float32) / 255)[..., None]
    share = (opaque.astype(np.float32) / 255)[..., None]
    picture[top:bottom, left:right] = part * (1 - share) + colours * share


_TABLES = {
    "wood": (70, 110, 160),
    "cloth": (60, 90, 50),
    "plain": (150, 160, 165),
    "dark": (45, 45, 50),
    "white": (205, 210, 212),
}


def _table(luck: random.Random, camera: Camera) -> Array:
    kind, side = luck.choice(list(_TABLES)), 1200
    grain = np.random.default_rng(luck.randrange(1 << 30))
    ground = np.zeros((side, side, 3), np.float32) + np.array(_TABLES[kind], np.float32) * luck.uniform(
        0.8, 1.15
    )
    if kind == "wood":
        waves = cv2.resize(
            grain.normal(0, 1, (60, 3)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
        )
        ground *= (1 + 0.13 * waves)[..., None]
        ground[:: luck.randrange(120, 260)] *= 0.55
    elif kind == "cloth":
        ground *= (1 + 0.16 * grain.normal(0, 1, (side, side)).astype(np.float32))[..., None]
        if luck.random() < 0.5:
            ground[np.arange(side) // 40 % 2 == 0] *= 0.8
    else:
        ground *= (1 + 0.04 * cv2.resize(grain.normal(0, 1, (200, 200)).astype(np.float32), (side, side)))[
            ..., None
        ]
    x, y = np.meshgrid(np.arange(0, camera.width, 4, np.float32), np.arange(0, camera.height, 4, np.float32))
    x, y = camera.back(x, y)
    turn = luck.uniform(0, 6.28)
    across, down = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    at = (np.mod(one * 1.3 + 6000, side - 1).astype(np.float32) for one in (across, down))
    seen = cv2.remap(ground.clip(0, 255).astype(np.uint8), *at, cv2.INTER_LINEAR)
    return cv2.resize(seen, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)


def _light(
    picture: Array, focus: Sequence[Piece], camera: Camera, how: Conditions, luck: random.Random
) -> Array:
    """The light on each pixel, from a lamp and behind a hand, as the phone exposes it."""
    width, height = camera.width // 8, camera.height // 8
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    turn, darkest = luck.uniform(0, 6.28), luck.uniform(*how.darkest)
    slope = math.cos(turn) * x + math.sin(turn) * y
    light = darkest + (1 - darkest) * (slope - slope.min()) / np.ptp(slope)
    light *= 1 - luck.uniform(0.1, 0.35) * (x * x + y * y) * 2
    if luck.random() < how.shadow:
        hand = np.zeros((height, width), np.float32)
        middle = luck.uniform(0.1, 0.9) * width, luck.uniform(0.2, 1) * height
        cv2.ellipse(hand, (middle, (width * 0.16, height * 0.22), luck.uniform(-35, 35)), 1.0, -1)
        for finger in range(4):
            lean = luck.uniform(-0.6, 0.6) + 0.22 * finger - 0.35
            tip = (
                int(middle[0] + math.sin(lean) * height * 0.5),
                int(middle[1] - math.cos(lean) * height * 0.5),
            )
            cv2.line(hand, (int(middle[0]), int(middle[1])), tip, 1.0, int(width * 0.035))
        light *= 1 - cv2.GaussianBlur(hand, (0, 0), luck.uniform(3, 14)) * luck.uniform(0.25, 0.55)
    white = np.array(
        [1 + luck.uniform(-how.white, how.white), 1, 1 + luck.uniform(-how.white, how.white)], np.float32
    )
    mask = np.zeros((height, width), np.uint8)
    for piece in focus:
        cv2.fillConvexPoly(mask, (camera.project(piece.corners) / 8).astype(np.int32), 255)
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    brightest = (
        np.percentile((small * light[..., None] * white)[mask > 0].max(1), 95) if (mask > 0).any() else 200
    )
    white *= luck.uniform(*how.exposure) * 235 / max(brightest, 20)
    return cv2.resize(light[..., None] * white, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)


def _glare(camera: Camera, how: Conditions, luck: random.Random) -> Array:
    width, height = camera.width // 8, camera.height // 8
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y, glare = x / width - 0.5, y / height - 0.5, np.zeros((height, width), np.float32)
    for _ in range(luck.randint(1, 3)):
        there_x, there_y = luck.uniform(-0.45, 0.45), luck.uniform(-0.45, 0.45)
        wide, high = luck.uniform(0.015, 0.06), luck.uniform(0.015, 0.06)
        glare += luck.uniform(*how.glaring) * np.exp(
            -(((x - there_x) / wide) ** 2) - ((y - there_y) / high) ** 2
        )
    return cv2.resize(glare, (camera.width, camera.height))[..., None]


def _developed(lit: Array, how: Conditions, luck: random.Random) -> bytes:
    lit = cv2.GaussianBlur(lit, (0, 0), luck.uniform(*how.defocus))
    length = luck.uniform(*how.motion)
    if length > 1:
        side = int(length) * 2 + 3
        path, turn = np.zeros((side, side), np.float32), luck.uniform(0, 3.14)
        end = np.array([math.cos(turn), math.sin(turn)]) * length / 2
        middle = side // 2
        cv2.line(
            path,
            (round(middle - end[0]), round(middle - end[1])),
            (round(middle + end[0]), round(middle + end[1])),
            1.0,
        )
        lit = cv2.filter2D(lit, -1, path / path.sum())
    grain = np.random.default_rng(luck.randrange(1 << 30)).normal(0, 1, (600, 800, 3)).astype(np.float32)
    rows, columns = lit.shape[0] // 600 + 1, lit.shape[1] // 800 + 1
    lit += np.tile(grain, (rows, columns, 1))[: lit.shape[0], : lit.shape[1]] * luck.uniform(*how.noise)
    if luck.random() < 0.7:
        lit = cv2.GaussianBlur(lit, (0, 0), 0.6)
        lit += (lit - cv2.GaussianBlur(lit, (0, 0), 1.6)) * luck.uniform(0.4, 1)
    file = io.BytesIO()
    Image.fromarray(lit.clip(0, 255).astype(np.uint8)[:, :, ::-1]).save(
        file, "JPEG", quality=luck.randint(*how.quality), subsampling=2
    )
    return file.getvalue()
