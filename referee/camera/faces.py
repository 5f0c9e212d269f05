"""Known faces: an index of those of one size, in every ink, to which a photograph is compared."""

import io
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby, product
from typing import Any, NamedTuple

import cv2
import numpy

from components.catalogue import Deck, Game
from generator.exports.preview.portraits import Portrait, Slot, kept_of
from referee.camera.features import Array, Features, find_features
from referee.camera.photograph import Picture

_FINE = 26_000  # pixels of a face as it is compared at last, at most ...
_FINE_PER_MM = 4.0  # ... and of a millimetre
_COARSE = 64  # pixels of its longer side for the first comparison with all faces
_DRAWN = 1.4  # pixels of a face as it is drawn, to one of what it is made to
_FEATURED, _FEATURED_PER_MM = 140, 2.6  # and for its features, but at least ...
_FEATURED_LEAST = 64  # ... so many pixels
_BOARD, _BOARD_PER_MM = 120, 2.2  # mm from which it is a board, whose features are finer than it is compared
_EACH, _EACH_BOARD = 350, 1200  # features of a face or a board, at most, but ...
_BOARDS = 30_000  # ... of all boards of a size together hardly more
_INKS = ("full", "saver")  # inks in which faces are drawn; in grey they are those in full colour
_LUMINANCE = (0.0722, 0.7152, 0.2126)  # share of blue, green and red in the light that is seen
_QUALITY = 93  # JPEG quality of the faces as they are kept
_ALIKE = 0.86  # two features of faces that look as much alike are kept once
_PATTERN = 12  # features of one face that look as much alike are a pattern
_VERSION = 5  # raised when an index is made otherwise
_LIGHT_AND_HUES = numpy.array([[1 / 3, 1 / 3, 1 / 3], [1.2, -1.2, 0], [0, -1.2, 1.2]], numpy.float32)
_RECIPE = repr({name: value for name, value in globals().items() if name.isupper()})  # all of these


class Name(NamedTuple):
    """A side of a piece; `code` is empty for a back that does not name it."""

    deck: str
    code: str
    up: bool


class Index:
    """Faces of one size and shape.

    size      width and height, mm
    names     the side of a piece that each picture shows; one side has a picture in each ink
    inks      the ink of each picture
    features  those of all faces, from the middle of the piece, in mm
    mask      1 where a straightened piece is compared, which is inside its cut line
    slots     where something may lie on a side
    """

    def __init__(
        self,
        size: tuple[float, float],
        names: Sequence[Name],
        inks: Sequence[str],
        slots: Mapping[Name, Sequence[Slot]],
        arrays: Mapping[str, Array],
    ) -> None:
        self.size, self.names, self.slots, self._arrays = size, names, slots, arrays
        self.inks = numpy.array(inks)
        self.scale = fine_scale(size)
        descriptors = arrays["descriptors"].astype("float32") / 255
        self.features = Features(arrays["places"], descriptors)
        self.mask = arrays["mask"].astype(bool)

    @cached_property
    def coarse(self) -> Array:
        """The first look of each face, a row each of length 1."""
        return self._arrays["coarse"].astype("float32")

    def scores(self, straight: Picture, mask: Array, faces: Array | None = None) -> Array:
        """Compare a straightened piece roughly with each face, where the mask shows both: 1 is the same.

        faces  their first looks as a photograph shows them, if that is known
        """
        faces = self.coarse if faces is None else faces
        if mask is self.mask:
            return faces @ coarse_look(straight, mask)
        inside = coarse_mask(self.mask)
        shown = numpy.repeat(coarse_mask(mask)[inside], 3)
        seen, known = coarse_look(straight, self.mask) * shown, faces * shown
        return known @ seen / (numpy.linalg.norm(known, axis=1) * numpy.linalg.norm(seen) + 1e-9)

    @property
    def turns(self) -> int:
        """The number of turns by which its outline comes to lie on itself; a hex has a point up."""
        width, height = self.pixels
        return 6 if not self.mask[height // 9, width // 9] else 4 if width == height else 2

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of a straightened piece."""
        return self.mask.shape[1], self.mask.shape[0]

    def picture(self, number: int) -> Picture:
        """The face of that number, as it is compared."""
        starts = self._arrays["starts"]
        return cv2.imdecode(self._arrays["pictures"][starts[number] : starts[number + 1]], cv2.IMREAD_COLOR)


def fine_scale(size: tuple[float, float]) -> float:
    """Pixels for each millimetre of a face of that size as it is compared at last."""
    return min(_FINE_PER_MM, math.sqrt(_FINE / (size[0] * size[1])))


def look_of(picture: Picture, mask: Array) -> Array:
    """The look of a straightened piece: a row for each pixel of the mask, all together of length 1.

    Its light without what is even over a sixth of the piece, in units of its own spread, and two hues; so
    lamps, shadows and inks matter little.
    """
    mixed = normal(picture, mask)
    look = mixed.reshape(-1, 3)[numpy.flatnonzero(mask)]
    look[:, 1:] -= look[:, 1:].mean(0)
    return look / (numpy.linalg.norm(look) + 1e-9)


def normal(picture: Picture, mask: Array) -> Array:
    """The light and the hues of a straightened piece, as its look has them, for each of its pixels."""
    weight = mask.astype(numpy.float32)
    mixed: Array = cv2.transform(cv2.log(picture.astype(numpy.float32) + 8), _LIGHT_AND_HUES)
    around = 2 * round(max(mask.shape) / 6) + 1

    def even(values: Array) -> Array:
        return cv2.blur(cv2.blur(values * weight, (around, around)), (around, around)) / share

    share = cv2.blur(cv2.blur(weight, (around, around)), (around, around)) + 1e-3
    light = mixed[..., 0] - even(mixed[..., 0])
    mixed[..., 1:] = cv2.GaussianBlur(mixed[..., 1:], (0, 0), 1.2)
    mixed[..., 0] = light / (numpy.sqrt(even(light * light)) + 0.05)
    return mixed


def is_board(index: Index) -> bool:
    """Tell whether faces are as large as boards, which lenses bend and on which others lie."""
    return max(index.size) > _BOARD


def coarse_look(picture: Picture, mask: Array) -> Array:
    """The same of a smaller picture, to which this one is made if it is not, in one row."""
    small = coarse_mask(mask)
    if picture.shape[:2] != small.shape:
        picture = cv2.resize(picture, small.shape[::-1], interpolation=cv2.INTER_AREA)
    return look_of(picture, small).ravel()


def coarse_mask(mask: Array) -> Array:
    """The mask of that smaller picture."""
    scale = min(1.0, _COARSE / max(mask.shape))
    size = (max(8, round(mask.shape[1] * scale)), max(8, round(mask.shape[0] * scale)))
    return cv2.resize(mask.astype(numpy.uint8), size, interpolation=cv2.INTER_AREA).astype(bool)


def indexes(game: Game, decks: Iterable[Deck]) -> list[Index]:
    """The indexes of these decks, made when they are first needed: seconds for a deck, once."""
    ordered = sorted(decks, key=lambda deck: (deck.size, deck.shape, deck.name))
    alike = groupby(ordered, key=lambda deck: (deck.size, deck.shape))
    return [_index(game, tuple(group)) for _, group in alike]


def _index(game: Game, decks: tuple[Deck, ...]) -> Index:
    size = decks[0].size
    dpi = math.ceil(25.4 * _DRAWN * max(fine_scale(size), _featured_scale(size)))
    stored = kept_of(game, decks, partial(_packed, size), _RECIPE, _INKS, dpi)
    with numpy.load(io.BytesIO(stored), allow_pickle=False) as file:
        arrays = {key: file[key] for key in file.files}
    told = json.loads(bytes(arrays.pop("told")))
    names = [Name(*side) for side, _, _ in told]
    slots = {name: [Slot(*slot) for slot in places] for name, (_, _, places) in zip(names, told, strict=True)}
    return Index(size, names, [ink for _, ink, _ in told], slots, arrays)


def _packed(size: tuple[float, float], drawn: Sequence[Portrait]) -> bytes:
    """An index of these portraits, all of one size, as a file of arrays."""
    fine = fine_scale(size)
    pixels = (round(size[0] * fine), round(size[1] * fine))
    pictures: list[Array] = []
    coarse: list[Array] = []
    found: list[Features] = []
    told: list[tuple[Any, str, Any]] = []
    mask = numpy.zeros(0)
    board = max(size) > _BOARD
    each = max(_EACH, min(_EACH_BOARD, _BOARDS // len(drawn))) if board else _EACH
    for one in drawn:
        whole: Array = cv2.cvtColor(numpy.asarray(one.picture.convert("RGBA")), cv2.COLOR_RGBA2BGRA)
        cover = whole[:, :, 3:].astype(numpy.float32) / 255
        plain = (whole[:, :, :3] * cover + 128 * (1 - cover)).astype(numpy.uint8)
        if not mask.size:
            inside = cv2.resize(whole[:, :, 3], pixels, interpolation=cv2.INTER_AREA) > 250
            mask = cv2.erode(inside.astype(numpy.uint8), numpy.ones((5, 5)), borderValue=0).astype(bool)
        small = cv2.GaussianBlur(cv2.resize(plain, pixels, interpolation=cv2.INTER_AREA), (0, 0), 1.0)
        shown = {one.ink: small}
        if one.ink == "full":
            shown["grey"] = _greyed(small)
        for ink, picture in shown.items():
            pictures.append(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))[1].ravel())
            coarse.append(coarse_look(picture, mask))
            told.append(((one.deck, one.code, one.up), ink, one.slots))
        found.append(_features(plain, size, each))  # they know no colours
    places = numpy.concatenate([one.places for one in found])
    descriptors = numpy.concatenate([one.descriptors for one in found])
    kept = _distinct(places, descriptors)
    arrays: dict[str, Any] = {
        "told": numpy.frombuffer(json.dumps(told).encode(), numpy.uint8),
        "places": places[kept],
        "descriptors": (descriptors[kept] * 255).round().astype(numpy.uint8),
        "mask": mask.astype(numpy.uint8),
        "coarse": numpy.stack(coarse).astype(numpy.float16),
        "pictures": numpy.concatenate(pictures),
        "starts": numpy.cumsum([0, *map(len, pictures)]),
    }
    file = io.BytesIO()
    numpy.savez(file, **arrays)
    return file.getvalue()


def _greyed(picture: Picture) -> Picture:
    """The picture as a printer without colours prints it: in greys of the same luminance."""
    level = numpy.arange(256) / 255
    linear = numpy.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    light = linear[picture] @ _LUMINANCE
    grey = numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return numpy.repeat((255 * grey).round().astype(numpy.uint8)[..., None], 3, 2)


def _featured_scale(size: tuple[float, float]) -> float:
    """Pixels for each millimetre of a face as its features are found."""
    if max(size) > _BOARD:
        return _BOARD_PER_MM
    return min(max(_FEATURED_PER_MM, _FEATURED_LEAST / max(size)), _FEATURED / max(size))


def _features(plain: Picture, size: tuple[float, float], most: int) -> Features:
    """The features of a face, from its middle in mm."""
    scale = _featured_scale(size)
    pixels = (round(size[0] * scale), round(size[1] * scale))
    small = cv2.GaussianBlur(cv2.resize(plain, pixels, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    features = _single(find_features(small, most, scale))
    features.places[:, :2] -= (size[0] / 2, size[1] / 2)
    return features


def _single(features: Features) -> Features:
    """The features without those of which the face has many, as dots of a raster: they tell no place."""
    many = (features.descriptors @ features.descriptors.T > _ALIKE).sum(1) > _PATTERN
    return Features(features.places[~many], features.descriptors[~many])


def _distinct(places: Array, descriptors: Array) -> list[int]:
    """The features without those that many faces share, as frames and symbols: of these one is enough.

    The votes only have to find where a piece lies.
    """
    cells: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    kept: list[int] = []
    keys = numpy.c_[places[:, :2] / 1.2, 2 * numpy.log2(places[:, 2])].round().astype(int).tolist()
    for number, (x, y, size) in enumerate(keys):
        near = cells[x, y, size]
        if not near or (descriptors[near] @ descriptors[number]).max() <= _ALIKE:
            for dx, dy, bigger in product((-1, 0, 1), repeat=3):
                cells[x + dx, y + dy, size + bigger].append(number)
            kept.append(number)
    return kept
