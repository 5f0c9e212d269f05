"""MLEM: Space Agency."""

from referee.engine.answers import Command

COMMANDS = {
    "roll": ("mlem:6@5",),
    "rules": ("mlem landing",),
    "odds": Command(
        f"{__name__}.commands:odds", answers=("json", "why", "exact"), examples=("--at 5 --dice 3",)
    ),
    "score": Command(
        f"{__name__}.commands:score", examples=("--planet A=Ann:2,Bo,Ann --moon m3=Bo --comet Ann",)
    ),
}
