"""Planetary."""

from referee.engine.answers import Command, Group

COMMANDS = {
    "power": Command(f"{__name__}.commands:power", examples=("turbine --travelled 4",)),
    "deck": Group(
        "Planetary: manage decks of blueprints.",
        {name: Command(f"{__name__}.commands:deck_{name}") for name in ("list", "show", "check", "new")},
        "referee deck show fission",
    ),
    "profile": Command(f"{__name__}.commands:profile", "Planetary: a player's collection."),
    "score": Command(f"{__name__}.commands:score", examples=("Ann Bo+Cy Di",)),
}
