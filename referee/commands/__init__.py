"""The commands of `referee` by their words. A command is imported only when it is called."""

from __future__ import annotations

from referee.commands.base.lazy import Command, Group, Table
from referee.games import command

_ODDS = ("json", "why", "exact")

COMMANDS: Table = {
    "games": Command(f"{__name__}.rules:games", "List the games the referee knows.", ("json",)),
    "rules": Command(
        f"{__name__}.rules:rules",
        "Look up the rules of a game: all of them, by number or by words.",
        ("json",),
    ),
    "help": Command(f"{__name__}.help:help_", "How the moves of a game are typed.", ("json",)),
    "roll": Command(f"{__name__}.roll:roll", "Roll dice.", ("json",)),
    "setup": Command(f"{__name__}.setup:setup", "Set up a game at random.", ("json",)),
    "new": Command(f"{__name__}.new:new", "Start a game at the table.", ("json",)),
    "play": Command(f"{__name__}.play:play", "Play the current game on the table screen.", ()),
    "teach": Command(
        f"{__name__}.teach:teach", "Learn a game by playing it, with every decision explained.", ()
    ),
    "serve": Command(f"{__name__}.serve:serve", "Let everybody play on their own phone.", ()),
    "status": Command(f"{__name__}.status:status", "Show the game at the table.", ("json",)),
    "moves": Command(f"{__name__}.moves:moves", "List the possible moves as they are typed.", ("json",)),
    "hint": Command(f"{__name__}.journals.hint:hint", "Show each move with its chance to win.", ("json",)),
    "do": Command(
        f"{__name__}.moves:do",
        "Make a move, or type what dice or cards at the table showed.",
        takes_minus=True,
    ),
    "words": Command(
        f"{__name__}.moves:words",
        "Add words of your own to the seed, in a game begun with --words.",
        ("json",),
    ),
    "undo": Command(f"{__name__}.moves:undo", "Undo moves. They stay in the log.", ("json",)),
    "redo": Command(
        f"{__name__}.moves:redo", "Redo the last move that was undone, with the same results.", ("json",)
    ),
    "log": Command(f"{__name__}.journals.log:log", "Show everything that happened, with the rulings."),
    "replay": Command(
        f"{__name__}.journals.replay:replay", "Replay a game step by step, forwards and backwards.", ("json",)
    ),
    "stats": Command(f"{__name__}.journals.stats:stats", "Statistics of the games that are over.", ("json",)),
    "simulate": Command(
        f"{__name__}.simulate:simulate",
        "Let bots play many games and report on them: is it fair, how long, what decides.",
        ("json",),
    ),
    "resume": Command(f"{__name__}.list:resume", "Continue another game.", ("json",)),
    "rematch": Command(
        f"{__name__}.list:rematch", "Start a game again, with the same players and options.", ("json",)
    ),
    "delete": Command(f"{__name__}.list:delete", "Delete a game: its journal and its seed.", ("json",)),
    "list": Command(
        f"{__name__}.list:list_",
        "List the games, with a star at the current one, and beginnings that were deleted.",
        ("json",),
    ),
    "verify": Command(
        f"{__name__}.journals.verify:verify",
        "Check a journal: its moves, its results, its bots, its chain of hashes and its seed.",
        ("json",),
    ),
    "check": Command(
        f"{__name__}.check:check",
        "Check a position in a file.",
        ("json",),
    ),
    "demands": Command(command("per-aspera", "demands"), "Per Aspera: roll what planets ask for."),
    "damage": Group(
        "Work out the damage of a move.",
        {"last-blast": Command(command("last-blast", "damage"))},
        "referee damage last-blast R2-5 --tile T3 --rows 2",
    ),
    "combat": Group(
        "Work out a fight.",
        {"per-aspera": Command(command("per-aspera", "combat"), "Who wins and what follows, or the odds.")},
        "referee combat per-aspera ship --cannons 2 --against 3",
    ),
    "sale": Group(
        "Work out the price of a cargo.",
        {"per-aspera": Command(command("per-aspera", "sale"))},
        "referee sale per-aspera --resource 3 --distance 4 --units 2",
    ),
    "power": Group(
        "Work out the power of a ship's core.",
        {"planetary": Command(command("planetary", "power"))},
        "referee power planetary turbine --travelled 4",
    ),
    "deck": Group(
        "Planetary: manage decks of blueprints.",
        {
            "list": Command(command("planetary", "deck_list")),
            "show": Command(command("planetary", "deck_show")),
            "check": Command(command("planetary", "deck_check")),
            "new": Command(command("planetary", "deck_new")),
        },
        "referee deck show fission",
    ),
    "profile": Command(command("planetary", "profile"), "Planetary: a player's collection."),
    "odds": Group(
        "Work out exact odds.",
        {
            "dice": Command(f"{__name__}.roll:odds_dice", answers=("json", "exact")),
            "last-blast": Command(
                command("last-blast", "odds"),
                "The best tile of the next column and the route after it.",
                _ODDS,
            ),
            "mlem": Command(command("mlem", "odds"), answers=_ODDS),
            "per-aspera": Command(command("per-aspera", "odds"), answers=_ODDS),
            "rayguns": Command(
                command("rayguns", "odds"), "The best tiles to keep and the points to expect.", _ODDS
            ),
        },
        "referee odds mlem --at 5 --dice 3",
    ),
    "score": Group(
        "Score a game: the one at the table, unless you name one.",
        {
            "now": Command(f"{__name__}.status:score_now", answers=("json",)),
            "last-blast": Command(
                command("last-blast", "score"), "Score a game by what each rocket has left."
            ),
            "mlem": Command(command("mlem", "score")),
            "per-aspera": Command(command("per-aspera", "score")),
            "planetary": Command(command("planetary", "score")),
            "rayguns": Command(command("rayguns", "score")),
        },
        'referee score last-blast Ann="R2-5 A6-3" Bo=x5',
        default="now",
    ),
}
