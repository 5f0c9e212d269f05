"""The commands of `referee` by their words. A command is imported only when it is called.

Games add theirs in the table `COMMANDS` of their package. A group is open to all games.
"""

from referee.commands.base.gathering import Table, WithGames
from referee.engine.answers import Command, Group

_OWN: Table = {
    "games": Command(f"{__name__}.rules:games", "List the games the referee knows.", ("json",)),
    "rules": Command(
        f"{__name__}.rules:rules",
        "Look up the rules of a game: all of them, by number or by words.",
        ("json",),
        examples=("GAME",),
    ),
    "help": Command(f"{__name__}.help:help_", "Show how the moves of a game are typed.", ("json",)),
    "roll": Command(
        f"{__name__}.roll:roll",
        "Roll dice.",
        ("json",),
        examples=("2d6", "3d6", "4d6kh3", "d20"),
        title="Dice",
        chance=True,
    ),
    "setup": Command(f"{__name__}.setup:setup", "Set up a game at random.", ("json",)),
    "new": Command(f"{__name__}.new:new", "Start a game at the table.", ("json",)),
    "play": Command(f"{__name__}.play:play", "Play the current game on the table screen.", ()),
    "teach": Command(
        f"{__name__}.play:teach", "Learn a game by playing it, with every decision explained.", ()
    ),
    "serve": Command(f"{__name__}.serve:serve", "Let everybody play on their own phone.", ()),
    "status": Command(f"{__name__}.status:status", "Show the game at the table.", ("json",)),
    "moves": Command(f"{__name__}.moves:moves", "List the possible moves as they are typed.", ("json",)),
    "hint": Command(
        f"{__name__}.journals.hint:hint",
        "Show what the bot clever thinks of each move: its chance to win, and how often it was tried.",
        ("json",),
    ),
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
    "camera": Command(f"{__name__}.camera:camera", "Name the pieces in a photograph of the table."),
    "verify": Command(
        f"{__name__}.journals.verify:verify",
        "Check a journal: its moves, its results, its bots, its chain of hashes and its seed.",
        ("json",),
    ),
    "check": Command(f"{__name__}.check:check", "Check a position in a file.", ("json",)),
    "damage": Group("Work out the damage of a move.", {}),
    "combat": Group("Work out a fight.", {}),
    "sale": Group("Work out the price of a cargo.", {}),
    "power": Group("Work out the power of a ship's core.", {}),
    "odds": Group(
        "Work out exact odds.",
        {"dice": Command(f"{__name__}.roll:odds_dice", answers=("json", "exact"), examples=("2d6",))},
    ),
    "score": Group(
        "Score a game: the one at the table, unless you name one.",
        {"now": Command(f"{__name__}.status:score_now", answers=("json",))},
        default="now",
    ),
}

COMMANDS: Table = WithGames(_OWN)

# Commands by what somebody wants to do.
SECTIONS = {
    "Learn and play": (
        "teach", "new", "play", "serve", "status", "moves", "do", "hint", "undo", "redo", "words", "log",
        "list", "resume", "rematch", "delete",
    ),
    "Look up and work out": (
        "games", "rules", "help", "odds", "score", "damage", "combat", "sale", "power", "check",
    ),
    "At your own table": ("roll", "setup"),
    "After a game, and many games": ("replay", "stats", "verify", "simulate"),
}  # fmt: skip
