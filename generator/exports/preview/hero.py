"""A game laid out on a table, seen from where a player sits: the scene `table` of its learn-to-play."""

from __future__ import annotations

import io
import math
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from components.catalogue import Game
from components.errors import UsageError
from components.languages.translated import load
from components.teaching import Die, Scene, ScenePiece, read_teaching
from components.writing import make_folder, replace_file
from generator import INCH, Progress
from generator.exports.order import outline
from generator.exports.pictures import Shot, shot, take
from generator.faces.renderer import Face, Renderer
from generator.pdf import raster

SCENE = "table"
WIDTH = 1600  # width of the picture, px
_FINER = 2  # the factor by which the table is drawn larger than it is shown
_FAR = 0.74  # apparent length of the far edge of the table, beside the near one
_DEEP = 0.8  # apparent depth of the table
_EDGE = 0.035  # bare table around the scene, in its widths
_TABLE, _NIGHT = (58, 46, 44), (24, 20, 24)
_SHADE = 120  # darkness of a shadow, of 255


def hero(slug: str, file: Path, ink: str, jobs: int, progress: Progress, language: str = "") -> Path:
    """Write the picture, a PNG. Raises `UsageError` if the game has no such scene, or not that language."""
    game = load(slug, language)
    scene = read_teaching(game).scenes.get(SCENE)
    if scene is None:
        raise UsageError(
            f'{game.title} has no scene "{SCENE}".',
            where=str(game.folder / "scenes.toml"),
            todo="Describe one: see docs/own-games.md.",
        )
    picture = seen(_laid(game, scene, Renderer(game, ink), jobs, progress), _FINER)
    make_folder(file.parent)
    replace_file(file, raster.png(picture, 150))
    return file


def _laid(game: Game, scene: Scene, renderer: Renderer, jobs: int, progress: Progress) -> Image.Image:
    """The table from above, with the pieces and their shadows."""
    edge = _EDGE * scene.size[0]
    px = WIDTH * _FINER / (scene.size[0] + 2 * edge)
    table = Image.new("RGB", (WIDTH * _FINER, round((scene.size[1] + 2 * edge) * px)), _TABLE)
    pieces = scene.all_pieces()
    shots = [_shot(game, piece, renderer, px) for piece in pieces]
    drawn = take(shots, jobs, progress, "pieces")
    for piece, png in zip(pieces, drawn, strict=True):
        picture = Image.open(io.BytesIO(png)).convert("RGBA")
        left, top, across, tall = piece.view or (0.0, 0.0, *game.deck(piece.deck).size)
        finer = px * piece.scale
        right, bottom = left + across, top + tall
        picture = picture.crop(
            (round(left * finer), round(top * finer), round(right * finer), round(bottom * finer))
        )
        if piece.turn:
            picture = picture.rotate(-piece.turn, Image.Resampling.BICUBIC, expand=True)
        x, y = piece.at[0] + across / 2 * piece.scale, piece.at[1] + tall / 2 * piece.scale
        _lay(table, picture, ((x + edge) * px, (y + edge) * px), px)
    for die in scene.dice:
        x, y = (place + die.size / 2 for place in die.at)
        _lay(table, _die(die, renderer, px), ((x + edge) * px, (y + edge) * px), px)
    return table


def _shot(game: Game, piece: ScenePiece, renderer: Renderer, px: float) -> Shot:
    deck = game.deck(piece.deck)
    faces = renderer.faces(deck, next(known for known in deck.pieces if known.code == piece.code))
    face: Face = faces.back if piece.back and faces.back else faces.front
    return shot(face, max(36, round(px * piece.scale * INCH)), outline=outline(game, deck, face))


def _die(die: Die, renderer: Renderer, px: float) -> Image.Image:
    side = max(8, round(die.size * px))
    picture = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    ImageDraw.Draw(picture).rounded_rectangle((0, 0, side - 1, side - 1), side / 5, (250, 248, 240, 255))
    if die.symbol:
        face = renderer.symbol(die.symbol)
        inner = round(side * 0.66)
        [png] = take([shot(face, round(inner / face.size[0] * INCH))], 1, lambda *_: None, "")
        symbol = Image.open(io.BytesIO(png)).convert("L").resize((inner, inner), Image.Resampling.LANCZOS)
        picture.paste((30, 28, 40, 255), ((side - inner) // 2,) * 2, symbol.point(lambda grey: 255 - grey))
        return picture
    for x, y in _PIPS.get(die.face, ()):
        radius = side * 0.09
        middle = (side * (0.5 + 0.26 * x), side * (0.5 + 0.26 * y))
        box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
        ImageDraw.Draw(picture).ellipse(box, (30, 28, 40, 255))
    return picture


_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    "5": ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    "6": ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip


def _lay(table: Image.Image, picture: Image.Image, middle: tuple[float, float], px: float) -> None:
    """Put a piece on the table about that point, over its shadow."""
    blur = max(2.0, 1.6 * px)
    room = math.ceil(3 * blur)
    shadow = Image.new("L", (picture.width + 2 * room, picture.height + 2 * room), 0)
    shadow.paste(picture.getchannel("A").point(lambda alpha: alpha * _SHADE // 255), (room, room))
    shadow = shadow.filter(ImageFilter.GaussianBlur(blur))
    corner = (round(middle[0] - picture.width / 2), round(middle[1] - picture.height / 2))
    table.paste((0, 0, 0), (corner[0] - room, corner[1] - room + round(1.8 * px)), shadow)
    table.paste(picture, corner, picture)


def seen(table: Image.Image, finer: int) -> Image.Image:
    """The table in perspective, that many times smaller, with the light falling off into the distance."""
    width, height = table.width, round(table.height * _DEEP)
    inset = width * (1 - _FAR) / 2
    corners = ((inset, 0.0), (width - inset, 0.0), (float(width), float(height)), (0.0, float(height)))
    targets = ((0, 0), (table.width, 0), (table.width, table.height), (0, table.height))
    ways = _perspective(corners, targets)
    view = table.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        ways,
        Image.Resampling.BICUBIC,
        fillcolor=table.getpixel((0, 0)),
    )
    dusk = Image.linear_gradient("L").point(lambda grey: 96 - min(96, grey)).resize((width, height))
    view.paste(_NIGHT, (0, 0), dusk)
    return view.resize((width // finer, height // finer), Image.Resampling.LANCZOS)


def _perspective(
    seen: tuple[tuple[float, float], ...], flat: tuple[tuple[float, float], ...]
) -> tuple[float, ...]:
    """The eight numbers that take each corner as it is seen to its place on the table."""
    rows = []
    for (x, y), (u, v) in zip(seen, flat, strict=True):
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v])
    for place in range(8):  # Gaussian elimination
        pivot = max(range(place, 8), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = [number / rows[place][place] for number in rows[place]]
        rows = [
            head if row == place else [a - line[place] * b for a, b in zip(line, head, strict=True)]
            for row, line in enumerate(rows)
        ]
    return tuple(line[8] for line in rows)
