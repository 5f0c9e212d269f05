"""Rayguns and Rocketships."""

from referee.engine.answers import Command

COMMANDS = {
    "odds": Command(
        f"{__name__}.commands:odds",
        "The best tiles to keep and the points to expect.",
        ("json", "why", "exact"),
        examples=('--hold "G3w B3p A3r R4w G2r N5 G1w" --card RC05',),
        camera="tiles",
    ),
    "score": Command(
        f"{__name__}.commands:score",
        examples=('Ann="G3w B3p A3r R4w G2r" Bo="U2 R5r" --card RC03',),
        camera="tiles",
    ),
}
