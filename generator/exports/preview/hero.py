"""A game on a table, seen by somebody who sits there: the scene `hero` of its learn-to-play, or `table`."""

import io
import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from components.catalogue import Deck, Game
from components.errors import UsageError
from components.languages.translated import load
from components.pieces import Piece
from components.teaching import Die, Scene, ScenePiece, read_teaching
from components.writing import make_folder, replace_file
from generator import INCH, Progress
from generator.exports.order import outline
from generator.exports.pictures import Shot, shot, take
from generator.faces import fonts
from generator.faces.renderer import Face, Renderer
from generator.pdf import raster

SCENES = ("hero", "table")  # the first that the game has
WIDTH = 1600  # width of the picture, px
_FINER = 2  # the factor by which the table is drawn larger than it is shown
_FAR = 0.7  # apparent length of the far edge of the table, beside the near one
_DEEP = 0.68  # apparent depth of the table
BESIDE = 0.24  # table beside the scene, in its widths: it fills the picture at the far end
BEHIND = 0.3  # table behind the scene, in its widths
_WOOD, _NIGHT = (112, 78, 54), (14, 11, 14)
_BOARD = (176, 168, 156)  # the edge of grey board
_THICK, _CARD = 1.7, 0.5  # mm
_SHADE = 150  # darkness of a shadow, of 255
_COVER = (148.0, 210.0)  # mm


def hero(slug: str, file: Path, ink: str, jobs: int, progress: Progress, language: str = "") -> Path:
    """Write the picture, a PNG. Raises `UsageError` if the game has no such scene, or not that language."""
    game = load(slug, language)
    scenes = read_teaching(game).scenes
    scene = next((scenes[name] for name in SCENES if name in scenes), None)
    if scene is None:
        raise UsageError(
            f'{game.title} has no scene "{SCENES[-1]}".',
            where=str(game.folder / "scenes.toml"),
            todo="Describe one: see docs/own-games.md.",
        )
    renderer = Renderer(game, ink)
    picture = seen(_laid(game, scene, renderer, jobs, progress), _FINER, _cover(renderer))
    make_folder(file.parent)
    replace_file(file, raster.png(picture, 150))
    return file


def _laid(game: Game, scene: Scene, renderer: Renderer, jobs: int, progress: Progress) -> Image.Image:
    """The table from above, with the pieces and their shadows."""
    px = WIDTH * _FINER / scene.size[0]
    left, top = BESIDE * scene.size[0], BEHIND * scene.size[0]
    table = wood((round((scene.size[0] + 2 * left) * px), round((scene.size[1] + top) * px)), px)
    pieces = scene.all_pieces()
    shots = [_shot(game, piece, renderer, px) for piece in pieces]
    drawn = take(shots, jobs, progress, "pieces")
    for piece, png in zip(pieces, drawn, strict=True):
        picture = Image.open(io.BytesIO(png)).convert("RGBA")
        deck = game.deck(piece.deck)
        shown = piece.view or (0.0, 0.0, *deck.size)
        across, tall = shown[2:]
        finer = px * piece.scale
        cut, head, right, bottom = (
            round(finer * edge) for edge in (*shown[:2], shown[0] + across, shown[1] + tall)
        )
        picture = picture.crop((cut, head, right, bottom))
        if piece.turn:
            picture = picture.rotate(-piece.turn, Image.Resampling.BICUBIC, expand=True)
        x, y = piece.at[0] + across / 2 * piece.scale, piece.at[1] + tall / 2 * piece.scale
        thick = _CARD if deck.shape == "card" else _THICK
        lay(table, picture, ((x + left) * px, (y + top) * px), px, thick)
    for die in scene.dice:
        x, y = (place + die.size / 2 for place in die.at)
        lay(table, _die(die, renderer, px), ((x + left) * px, (y + top) * px), px, die.size / 2)
    return table


def wood(size: tuple[int, int], px: float) -> Image.Image:
    """Planks as wide as a hand, whose grain runs along the table."""
    width, height = size
    dice = random.Random("wood")
    grain = Image.frombytes("L", (12, height // 3), dice.randbytes(12 * (height // 3)))
    fine = Image.frombytes("L", (60, height), dice.randbytes(60 * height))
    coarse, fine = (one.resize(size, Image.Resampling.BICUBIC) for one in (grain, fine))
    streaks = Image.blend(coarse, fine, 0.35)
    plank = round(62 * px)
    for top in range(0, height, plank):
        tone = 0.84 + 0.3 * dice.random()
        box = (0, top, width, min(height, top + plank))
        streaks.paste(streaks.crop(box).point(lambda grey, tone=tone: round((150 + grey * 0.3) * tone)), box)
        ImageDraw.Draw(streaks).rectangle((0, top, width, top + max(1, round(0.7 * px))), 70)
    return Image.merge("RGB", [streaks.point(lambda grey, part=part: grey * part // 190) for part in _WOOD])


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
    else:
        font = fonts.font(renderer.theme.families["display"], 700).content
        type_ = ImageFont.truetype(io.BytesIO(font), round(side * 0.66))
        ImageDraw.Draw(picture).text((side / 2, side / 2), die.face, (30, 28, 40, 255), type_, "mm")
    return picture


def lay(
    table: Image.Image, picture: Image.Image, middle: tuple[float, float], px: float, thick: float
) -> None:
    """Put a piece, so many mm thick, on the table about that point: its shadow, its near edge, its face."""
    blur = max(2.0, 1.5 * px)
    room = math.ceil(3 * blur)
    alpha = picture.getchannel("A")
    shadow = Image.new("L", (picture.width + 2 * room, picture.height + 2 * room), 0)
    shadow.paste(alpha.point(lambda grey: grey * _SHADE // 255), (room, room))
    shadow = shadow.filter(ImageFilter.GaussianBlur(blur))
    left, top = round(middle[0] - picture.width / 2), round(middle[1] - picture.height / 2)
    rise = max(1, round(thick * px * 0.8))
    table.paste((0, 0, 0), (left - room + round(1.2 * px), top - room + rise + round(px)), shadow)
    for step in range(rise, 0, -1):
        tone = 0.62 + 0.38 * (1 - step / rise)
        table.paste(tuple(round(part * tone) for part in _BOARD), (left, top + step), alpha)
    table.paste(picture, (left, top), picture)


def _cover(renderer: Renderer) -> Image.Image:
    """The cover of the rulebook, for the front of the box."""
    own = "cover" if renderer.has_template("cover") else "pages/cover"
    poster = "poster" if renderer.has_template("poster") else "pages/poster"
    page = Deck("cover", "cover", _COVER, "square", own, "", "cover", ())
    face = renderer.faces(page, Piece(renderer.game.slug, fields={"poster": f"{poster}.svg.j2"})).front
    [png] = take([shot(face, 150)], 1, lambda *_: None, "")
    return Image.open(io.BytesIO(png)).convert("RGB")


def seen(table: Image.Image, finer: int, cover: Image.Image | None = None) -> Image.Image:
    """The table in perspective, that many times smaller, under a lamp on the left; what is far is blurred and
    dark. A box with that cover stands on its far left."""
    wide = round(table.width / (1 + 2 * BESIDE))
    height = round(table.height * _DEEP)
    inset = table.width * (1 - _FAR) / 2
    corners = (
        (inset, 0.0),
        (table.width - inset, 0.0),
        (float(table.width), float(height)),
        (0.0, float(height)),
    )
    view = _turned(table, corners, (table.width, height))
    start = (table.width - wide) // 2
    view = view.crop((start, 0, start + wide, height))
    far = Image.linear_gradient("L").resize((wide, height))
    blurred = view.filter(ImageFilter.GaussianBlur(2.2 * finer))
    view.paste(blurred, (0, 0), far.point(lambda grey: max(0, 255 - grey * 3)))
    view.paste(_NIGHT, (0, 0), far.point(lambda grey: max(0, 180 - grey * 2)))
    lamp = Image.radial_gradient("L").resize((round(wide * 2.1), round(height * 2.4)))
    lamp = lamp.crop(
        (round(wide * 0.62), round(height * 0.75), round(wide * 0.62) + wide, round(height * 0.75) + height)
    )
    view.paste((255, 240, 214), (0, 0), lamp.point(lambda grey: max(0, 34 - grey // 3)))
    view.paste(_NIGHT, (0, 0), lamp.point(lambda grey: max(0, grey - 105)))
    if cover:
        _stand(view, cover)
    return view.resize((wide // finer, height // finer), Image.Resampling.LANCZOS)


def _stand(view: Image.Image, cover: Image.Image) -> None:
    """Stand a box on the far left, its right side in the shade."""
    width, height = view.size
    tall = round(height * 0.38)
    across, deep = round(tall * 0.7), round(tall * 0.2)
    x, y = round(width * 0.04), round(height * 0.025)
    front = ((x, y + tall * 0.05), (x + across, y), (x + across, y + tall), (x, y + tall * 0.93))
    side = (
        (x + across, y),
        (x + across + deep, y + tall * 0.07),
        (x + across + deep, y + tall * 0.9),
        (x + across, y + tall),
    )
    shadow = Image.new("L", view.size, 0)
    feet = (
        (x, y + tall * 0.9),
        (x + across, y + tall),
        (x + across + deep * 3.4, y + tall * 0.99),
        (x + across + deep, y + tall * 0.82),
    )
    ImageDraw.Draw(shadow).polygon(feet, 190)
    view.paste((0, 0, 0), (0, 0), shadow.filter(ImageFilter.GaussianBlur(width / 130)))
    edge = cover.crop((cover.width - 5, 0, cover.width - 1, cover.height)).resize((40, cover.height))
    edge = ImageChops.multiply(edge, Image.new("RGB", edge.size, (120, 112, 118)))
    for picture, quad in ((cover, front), (edge, side)):
        mask = Image.new("L", view.size, 0)
        ImageDraw.Draw(mask).polygon(quad, 255)
        view.paste(_turned(picture, quad, view.size), (0, 0), mask)


def _turned(
    picture: Image.Image, corners: tuple[tuple[float, float], ...], size: tuple[int, int]
) -> Image.Image:
    """A picture whose corners, from the upper left clockwise, are seen at these places."""
    flat = ((0, 0), (picture.width, 0), (picture.width, picture.height), (0, picture.height))
    ways = _perspective(corners, flat)
    return picture.transform(size, Image.Transform.PERSPECTIVE, ways, Image.Resampling.BICUBIC)


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
