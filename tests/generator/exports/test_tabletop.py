"""pnp export --to tts: the saved object has the format of Tabletop Simulator, and its pictures exist."""

from __future__ import annotations

import colorsys
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from components import catalogue
from generator.exports import order
from generator.exports.order import Order
from generator.exports.tables import tabletop
from generator.exports.tables.album import COLUMNS, LARGEST, ROWS, sheet
from tests.generator.conftest import Once
from tests.generator.presswork import drawn_once
from tests.searching import SEARCHING

Pnp = Callable[..., Any]
GAMES = catalogue.slugs() if SEARCHING else ("last-blast", "mlem")
# Decks of large games that are looked at, where that is not a search.
SOME = {
    "planetary": ("maps", "sectors", "sun", "planets", "solar", "cores"),
    "rayguns": ("rules-cards", "station", "boards", "commander"),
}
_TRANSFORM = {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}


def _all(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in objects:
        yield one
        yield from _all(one.get("ContainedObjects", []))
        yield from _all(list(one.get("States", {}).values()))


def _urls(one: dict[str, Any]) -> Iterator[str]:
    image = one.get("CustomImage", {})
    yield from (image[key] for key in ("ImageURL", "ImageSecondaryURL") if image.get(key))
    for deck in one.get("CustomDeck", {}).values():
        yield from (deck["FaceURL"], deck["BackURL"])


def ordered(slug: str, home: Path) -> Order:
    return Order(catalogue.load(slug), home, only=() if SEARCHING else SOME.get(slug, ()))


@pytest.fixture(scope="session")
def tables(once: Once) -> Callable[[str], tuple[Path, dict[str, Any]]]:
    """The folder and the saved object of a game, small."""

    def table(slug: str) -> tuple[Path, dict[str, Any]]:
        with drawn_once(order):
            home = once(f"table-{slug}", lambda home: tabletop.export(ordered(slug, home), dpi=40))
        folder = home / slug / "tts"
        return folder, json.loads((folder / f"{slug}.json").read_text(encoding="utf-8"))

    return table


@pytest.mark.parametrize("slug", GAMES)
def test_every_object_has_what_the_simulator_asks_for(tables: Callable[..., Any], slug: str) -> None:
    _, save = tables(slug)
    assert save["SaveName"] == catalogue.load(slug).title
    guids = []
    for one in _all(save["ObjectStates"]):
        assert set(one["Transform"]) == _TRANSFORM
        assert all(isinstance(value, float) for value in one["Transform"].values())
        assert re.fullmatch("[0-9a-f]{6}", one["GUID"])
        assert one["Name"] in {
            "DeckCustom", "Card", "CardCustom", "Custom_Tile", "Custom_Token", "Bag",
        }  # fmt: skip
        guids.append(one["GUID"])
    assert len(set(guids)) == len(guids)


# Fields of a saved object and of each kind of thing in it, by the simulator's knowledge base (save file
# format) and by files that it has saved itself.
SAVE = """SaveName Date VersionNumber GameMode GameType GameComplexity Tags Gravity PlayArea Table Sky Note
    TabStates LuaScript LuaScriptState XmlUI ObjectStates""".split()
EVERY = """GUID Name Transform Nickname Description GMNotes ColorDiffuse Locked Grid Snap Tooltip Hands
    HideWhenFaceDown LuaScript LuaScriptState XmlUI""".split()
SHEET = "FaceURL BackURL NumWidth NumHeight BackIsHidden UniqueBack".split()
IMAGE = "ImageURL ImageSecondaryURL ImageScalar WidthScale".split()
KINDS = {
    "DeckCustom": ["DeckIDs", "CustomDeck", "ContainedObjects", "SidewaysCard"],
    "Card": ["CardID", "CustomDeck", "SidewaysCard"],
    "CardCustom": ["CardID", "CustomDeck", "SidewaysCard"],
    "Custom_Tile": ["CustomImage"],
    "Custom_Token": ["CustomImage"],
    "Bag": ["ContainedObjects"],
}
SHAPES = {
    "Custom_Tile": ("CustomTile", ["Type", "Thickness", "Stackable", "Stretch"]),
    "Custom_Token": ("CustomToken", ["Thickness", "MergeDistancePixels", "StandUp", "Stackable"]),
}


@pytest.mark.parametrize("slug", GAMES)
def test_the_file_has_the_fields_of_the_published_format(tables: Callable[..., Any], slug: str) -> None:
    _, save = tables(slug)
    assert set(SAVE) <= set(save)
    for one in _all(save["ObjectStates"]):
        assert {*EVERY, *KINDS[one["Name"]]} <= set(one)
        assert set(one["ColorDiffuse"]) == {"r", "g", "b"}
        for grid in one.get("CustomDeck", {}).values():
            assert set(SHEET) <= set(grid)
        if "CustomImage" in one:
            assert set(IMAGE) <= set(one["CustomImage"])
        if one["Name"] in SHAPES:
            key, fields = SHAPES[one["Name"]]
            assert set(one["CustomImage"][key]) == set(fields)


@pytest.mark.parametrize("slug", GAMES)
def test_face_down_objects_hide_their_names_and_cards_go_into_hands(
    tables: Callable[..., Any], slug: str
) -> None:
    _, save = tables(slug)
    for one in _all(save["ObjectStates"]):
        image = one.get("CustomImage", {})
        backed = image.get("ImageSecondaryURL") not in ("", image.get("ImageURL"), None)
        card = one["Name"].startswith(("Card", "Deck"))
        assert one["HideWhenFaceDown"] == (card or backed), one["Nickname"]
        assert one["Hands"] or not one["Name"].startswith("Card")
        if one["Name"] == "Custom_Token":
            assert image["ImageSecondaryURL"] == image["ImageURL"], "stacked, it would show an empty side"


@pytest.mark.parametrize("slug", GAMES)
def test_exactly_the_named_pictures_exist_and_are_small_enough(tables: Callable[..., Any], slug: str) -> None:
    folder, save = tables(slug)
    named = set()
    for one in _all(save["ObjectStates"]):
        for url in _urls(one):
            assert url.startswith("file:///")
            named.add(Path(url.removeprefix("file://")))
    written = {file.resolve() for file in folder.iterdir() if file.suffix in (".png", ".jpg")}
    assert named == written
    for file in written:
        assert max(Image.open(file).size) <= LARGEST


@pytest.mark.parametrize("slug", GAMES)
def test_the_number_of_pieces_is_that_of_the_box(tables: Callable[..., Any], slug: str) -> None:
    _, save = tables(slug)
    states = [other["GUID"] for one in _all(save["ObjectStates"]) for other in one.get("States", {}).values()]
    pieces = [
        one for one in _all(save["ObjectStates"])
        if one["Name"] not in ("DeckCustom", "Bag") and one["GUID"] not in states
    ]  # fmt: skip
    assert len(pieces) == sum(deck.count for deck in catalogue.load(slug).decks if deck.shape != "net")


@pytest.mark.parametrize("slug", GAMES)
def test_decks_and_their_cards_agree(tables: Callable[..., Any], slug: str) -> None:
    _, save = tables(slug)
    for deck in (one for one in save["ObjectStates"] if one["Name"] == "DeckCustom"):
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert len(deck["DeckIDs"]) >= 2, "a deck of one card does not load"
        for card in deck["ContainedObjects"]:
            ((key, grid),) = card["CustomDeck"].items()
            assert deck["CustomDeck"][key] == grid
            number, place = divmod(card["CardID"], 100)
            assert str(number) == key
            assert place < grid["NumWidth"] * grid["NumHeight"] - 1, "the last cell is the hidden card"
            assert 2 <= grid["NumWidth"] <= COLUMNS and 2 <= grid["NumHeight"] <= ROWS
            width, height = Image.open(grid["FaceURL"].removeprefix("file://")).size
            assert width % grid["NumWidth"] == 0 and height % grid["NumHeight"] == 0


def test_the_cells_of_a_sheet_show_the_cards_in_order(tables: Callable[..., Any]) -> None:
    folder, save = tables("last-blast")
    deck = next(one for one in save["ObjectStates"] if one["Nickname"] == "Rocket parts")
    ((_, grid),) = deck["CustomDeck"].items()
    whole = Image.open(folder / "parts-front.jpg")
    width, height = whole.size[0] // grid["NumWidth"], whole.size[1] // grid["NumHeight"]

    def middle(place: int) -> tuple[int, ...]:
        row, column = divmod(place, grid["NumWidth"])
        return whole.getpixel((round((column + 0.03) * width), round((row + 0.12) * height)))

    def hue(rgb: tuple[int, ...]) -> float:  # the ground is lit from above: only its hue is the same
        return colorsys.rgb_to_hsv(*(level / 255 for level in rgb))[0]

    colours = {"R": (0xC0, 0x39, 0x2B), "G": (0x0E, 0x7C, 0x5A), "A": (0xE9, 0xA0, 0x25)}
    for card in deck["ContainedObjects"]:
        seen = hue(middle(card["CardID"] % 100))
        apart = {letter: abs(seen - hue(rgb)) for letter, rgb in colours.items()}
        likeness = {letter: min(far, 1 - far) for letter, far in apart.items()}
        assert min(likeness, key=lambda letter: likeness[letter]) == card["Nickname"][0]
    back = Image.open(folder / "parts-back.jpg").resize((20, 28))
    hidden = whole.crop((whole.size[0] - width, whole.size[1] - height, *whole.size)).resize((20, 28))
    different = [abs(a - b) for a, b in zip(back.tobytes(), hidden.tobytes(), strict=True)]
    assert sum(different) / len(different) < 8, "the last cell is the back"


def test_kinds_of_objects_follow_the_shapes(tables: Callable[..., Any]) -> None:
    _, save = tables("planetary")
    kinds = {one["Nickname"]: one for one in save["ObjectStates"]}
    assert kinds["Solar blueprints"]["Name"] == "DeckCustom"
    assert kinds["Solar blueprints"]["Transform"]["rotZ"] == 180.0, "face down"
    assert Counter(one["Name"] for one in kinds["Map pieces"]["ContainedObjects"]) == {"Custom_Token": 24}
    assert all("2" in one["States"] for one in kinds["Map pieces"]["ContainedObjects"]), "two sides"
    tile = kinds["Cores"]["ContainedObjects"][0]
    assert tile["CustomImage"]["CustomTile"]["Type"] == 0
    assert tile["CustomImage"]["ImageSecondaryURL"]
    goals = next(one for one in tables("mlem")[1]["ObjectStates"] if one["Nickname"] == "Goals")
    assert goals["ContainedObjects"][0]["CustomImage"]["CustomTile"]["Type"] == 2
    assert kinds["Cores"]["Bag"]["Order"] == 2, "drawn at random"
    board = kinds["Sun board sun"]
    assert board["Locked"] and board["CustomImage"]["CustomTile"]["Stretch"]


def test_boards_have_snap_points_where_things_lie(tables: Callable[..., Any]) -> None:
    """In inches from the middle of the board, x to the right and z away from the players."""

    def places(slug: str, nickname: str) -> list[tuple[float, float]]:
        _, save = tables(slug)
        board = next(one for one in save["ObjectStates"] if one["Nickname"] == nickname)
        size = board["Transform"]["scaleX"], board["Transform"]["scaleZ"]
        assert board["Transform"]["rotY"] == 180.0
        points = [point["Position"] for point in board["AttachedSnapPoints"]]
        assert all(max(abs(point["x"]), abs(point["z"])) < 1 for point in points)
        return [(-point["x"] * size[0], -point["z"] * size[1]) for point in points]

    seats = places("mlem", "Boarding track boarding")
    assert len(seats) == 5
    assert [round(25.4 * x) for x, _ in seats] == [-62, -32, -3, 26, 56], (
        "the first is in the nose, on the left"
    )
    assert {round(25.4 * z, 1) for _, z in seats} == {-6.0}, "below the middle"
    tables_of = catalogue.load("mlem").tables
    spaces, landing = tables_of["track"].data["space"], tables_of["places"].data
    shared = 2 * len(landing["planet"]) + len(["comet"]) + 2 * len(["galaxy"])
    assert len(places("mlem", "Star lane board")) == len(spaces) + len(landing["moon"]) + shared
    bays = places("rayguns", "Player boards board-O")
    assert round(25.4 * (bays[1][0] - bays[0][0]), 1) > 38, "tiles do not overlap"
    assert len(places("planetary", "Ring sectors sector-1")) == 8
    rounds = places("planetary", "Sun board sun")
    assert all(abs(math.hypot(*spot) * 25.4 - 78.5) < 0.1 for spot in rounds), "in a circle"
    track = places("rayguns", "Space Station board station")
    steps = [math.dist(a, b) * 25.4 for a, b in itertools.pairwise(track[:20])]
    assert all(15 < step < 18 for step in steps), "along the spiral"


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_has_a_hand_for_each_seat(tables: Callable[..., Any], slug: str) -> None:
    folder, save = tables(slug)
    table = json.loads((folder / f"{slug}-table.json").read_text(encoding="utf-8"))
    hands = [one for one in table["ObjectStates"] if one["Name"] == "HandTrigger"]
    assert len({one["FogColor"] for one in hands}) == len(hands) == catalogue.load(slug).players[1]
    assert not {"Black", "Grey"} & {one["FogColor"] for one in hands}, "the seats of leaders and lookers-on"
    places = {(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in hands}
    assert len(places) == len(hands)
    assert [one for one in table["ObjectStates"] if one not in hands] == save["ObjectStates"]
    for one in hands:
        assert set(EVERY) <= set(one) and one["Locked"]
        assert (one["Transform"]["posZ"] < 0) == (one["Transform"]["rotY"] == 0), "it faces the middle"


def test_planets_have_their_own_backs(tables: Callable[..., Any]) -> None:
    _, save = tables("planetary")
    planets = next(one for one in save["ObjectStates"] if one["Nickname"] == "Planet cards")
    ((_, grid),) = planets["CustomDeck"].items()
    assert grid["UniqueBack"]
    faces, backs = (Image.open(grid[url].removeprefix("file://")).size for url in ("FaceURL", "BackURL"))
    assert faces == backs


def test_an_export_is_the_same_every_time(tables: Callable[..., Any], tmp_path: Path) -> None:
    folder, save = tables("rayguns")
    tabletop.export(ordered("rayguns", tmp_path), dpi=40, url=folder.resolve().as_uri())
    again = json.loads((tmp_path / "rayguns" / "tts" / "rayguns.json").read_text(encoding="utf-8"))
    assert again == save


def test_pictures_put_elsewhere_are_named_there(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp(
        "export", small_game, "--to", "tts", "--url", "https://example.org/a/", "--out", tmp_path / "out"
    )
    assert ran.code == 0, ran.err
    text = (tmp_path / "out" / "small" / "tts" / "small.json").read_text()
    assert "https://example.org/a/cards-front.jpg" in text
    assert "file:" not in text


def test_a_deck_larger_than_a_sheet_takes_several(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    rows = "".join(f"R{number},1,red,1,\n" for number in range(100))
    (small_game / "cards.csv").write_text("code,copies,suit,value,text\n" + rows)
    toml = small_game / "game.toml"
    toml.write_text(toml.read_text().replace("count = 4", "count = 100"))
    ran = pnp("export", small_game, "--to", "tts", "--dpi", "40", "--jobs", 1, "--out", tmp_path)
    assert ran.code == 0, ran.err
    save = json.loads((tmp_path / "small" / "tts" / "small.json").read_text())
    deck = save["ObjectStates"][0]
    assert list(deck["CustomDeck"]) == ["1", "2"]
    assert deck["DeckIDs"] == [*range(100, 169), *range(200, 231)]


def test_a_single_card_is_not_a_deck(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    (small_game / "cards.csv").write_text("code,copies,suit,value,text\nR1,1,red,1,\n")
    toml = small_game / "game.toml"
    toml.write_text(toml.read_text().replace("count = 4", "count = 1"))
    assert pnp("export", small_game, "--to", "tts", "--dpi", "40", "--jobs", 1, "--out", tmp_path).code == 0
    save = json.loads((tmp_path / "small" / "tts" / "small.json").read_text())
    assert save["ObjectStates"][0]["Name"] == "CardCustom"


def test_nets_are_left_out_and_named(pnp: Pnp, tmp_path: Path) -> None:
    words = ("export", "last-blast", "--to", "tts", "--dpi", "36", "--jobs", 1)
    ran = pnp(*words, "--only", "reference,standees", "--out", tmp_path)
    assert "Left out because they are folded from paper: Rocket standees." in ran.out
    ran = pnp(*words, "--only", "standees", "--out", tmp_path / "b")
    assert ran.code == 2 and "folded from paper" in ran.err
    assert not (tmp_path / "b").exists()


@given(
    cards=st.integers(1, 69),
    size=st.tuples(st.floats(10, 400), st.floats(10, 400)),
    dpi=st.integers(36, 1200),
)
def test_any_sheet_holds_its_cards_and_stays_within_the_limits(
    cards: int, size: tuple[float, float], dpi: int
) -> None:
    grid = sheet(cards, size, dpi)
    assert 2 <= grid.columns <= COLUMNS and 2 <= grid.rows <= ROWS
    assert grid.columns * grid.rows > cards, "one cell is left for the hidden card"
    assert max(grid.pixels) <= LARGEST
    assert min(grid.cell) >= 1
    assert grid.cell[0] <= size[0] / 25.4 * dpi + 1 and grid.cell[1] <= size[1] / 25.4 * dpi + 1


def test_a_save_has_the_fields_that_readers_of_saves_ask_for_first(tables: Callable[..., Any]) -> None:
    """Hands before all: an importer reads whether they are enabled before it looks at the objects."""
    _, save = tables("last-blast")
    assert save["Hands"]["Enable"] is True and save["Turns"]["Enable"] is False
    assert {
        "Grid",
        "Lighting",
        "Hands",
        "Turns",
        "ComponentTags",
        "DecalPallet",
        "ObjectStates",
    } <= save.keys()
