"""Pictures that the browser itself makes anew, where Starbox runs in one: Pillow is not there.

A browser answers later. So what is made of a picture is noted as an order, an empty picture stands for it,
and whoever runs a command there has the orders filled and runs it again.
"""

import base64
from dataclasses import asdict, dataclass
from typing import Any

from components.errors import DataError
from generator import cache
from generator.faces.pictures.source import Picture, unreadable

# One grey pixel.
_EMPTY = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)


@dataclass(frozen=True)
class Order:
    """A picture to be made: upright, in the colours of the screen or in grey, with that many pixels.

    name  under which it is kept, in the folder `shelf` of the cache
    kind  what it becomes, image/png or image/jpeg, unless it is `clear`: then it has to be PNG
    """

    shelf: str
    name: str
    file: str
    kind: str
    size: tuple[int, int]
    clear: bool
    grey: bool


_orders: dict[str, Order] = {}
_refused: dict[str, str] = {}


def resampled(picture: Picture, pixels: tuple[int, int], shelf: str, name: str) -> bytes:
    """An empty picture, for an order that is noted. Raises `DataError` if the browser has refused it."""
    if name in _refused:
        raise unreadable(ValueError(_refused[name]), str(picture.file))
    if picture.kind == "svg":
        raise DataError("The drawing has to be drawn by another program.", where=str(picture.file))
    clear = picture.mode in ("RGBA", "LA", "P", "PA")
    kind = "image/png" if picture.kind == "png" or clear else "image/jpeg"
    _orders[name] = Order(shelf, name, str(picture.file), kind, pixels, clear, picture.grey)
    return _EMPTY


def orders() -> list[dict[str, Any]]:
    """Return the orders noted since the last time."""
    found = [asdict(order) for order in _orders.values()]
    _orders.clear()
    return found


def fill(shelf: str, name: str, made: bytes) -> None:
    """Keep what the browser made of an order."""
    cache.keep(shelf, name, made)


def refuse(name: str, why: str) -> None:
    """Note that the browser cannot make it."""
    _refused[name] = why
