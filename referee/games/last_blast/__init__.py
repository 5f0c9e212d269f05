"""The Last Blast."""

from referee.engine.answers import Command

COMMANDS = {
    "rules": ("last-blast 4.6",),
    "damage": Command(f"{__name__}.commands:damage", examples=("R2-5 --tile T3 --rows 2",)),
    "odds": Command(
        f"{__name__}.commands:odds",
        "The best tile of the next column and the route after it.",
        ("json", "why", "exact"),
        examples=('--rocket "R2-5 A6-1" --field 54/26/x1 --row 2',),
    ),
    "score": Command(
        f"{__name__}.commands:score",
        "Score a game by what each rocket has left.",
        examples=('Ann="R2-5 A6-3" Bo=x5',),
        camera="rockets",
    ),
}
