"""Ring Tugs: salvage in the rings of Saturn, for two to four players."""

from referee.engine.answers import Command

COMMANDS = {
    "rules": ("ring-tugs frost",),
    "odds": Command(
        f"{__name__}.commands:odds",
        "When each tug takes its card: first, second …",
        ("json", "why", "exact"),
        examples=("Ann=0134 Bo=04 Cy=01234",),
    ),
    "score": Command(
        f"{__name__}.commands:score",
        "Score a game by what is in each hold.",
        examples=('Ann="I4 O1 O2 3K C2" Bo="R1 R2 1K C4"', 'Ann="I4 O1" Bo="R1 2K"'),
    ),
}
