"""Per Aspera Ad Astra."""

from referee.engine.answers import Command

COMMANDS = {
    "demands": Command(
        f"{__name__}.commands:demands",
        "Per Aspera: roll what planets ask for.",
        examples=("3L 1S 4M --levies 2",),
        chance=True,
    ),
    "combat": Command(
        f"{__name__}.commands:combat",
        "Who wins and what follows, or the odds.",
        examples=("ship --cannons 2 --against 3", "pirate --cannons 2 --size L --level 1 --roll 4,2,3"),
    ),
    "sale": Command(
        f"{__name__}.commands:sale",
        examples=("--resource 3 --distance 4 --units 2", "--resource 3 --distance 4 --units 2 --pirate"),
    ),
    "odds": Command(
        f"{__name__}.commands:odds",
        answers=("json", "why", "exact"),
        examples=("--size L --resource 1", "--cannons 2 --against 3 --draw win"),
    ),
    "score": Command(f"{__name__}.commands:score", examples=("Ann=130@home Bo=95 --levies 2",)),
}
