"""A lesson: a first game that is led by the hand, read from `components/<game>/lesson.toml`.

It is data. What it says of the game is checked by the rules while it is played, see `course.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from components import catalogue
from components.errors import UsageError
from components.toml import Table, read_toml

FILE = "lesson.toml"


@dataclass(frozen=True)
class Step:
    """Something to say, and what is then done.

    say      a few sentences for the learner, before the decision; figures in braces, see `Course.said`
    rule     the rule they are about: "LB 3.1"
    move     what the learner does, or `by` if that is not the learner
    by       the player who makes the move; the learner if empty
    mistake  a move that the rules refuse, made on purpose; it takes the place of `move`
    because  what the refusal teaches
    show     names of the areas of the table to show before it; "table" for all of it
    where    the file and the place in it, for errors
    """

    say: str = ""
    rule: str = ""
    move: str = ""
    by: str = ""
    mistake: str = ""
    because: str = ""
    show: tuple[str, ...] = ()
    where: str = ""


@dataclass(frozen=True)
class Lesson:
    """The first game of somebody who has never played.

    minutes  it takes to read and to play, free play included
    players  names in seat order; the first is the learner
    bot      name of the bot that plays the other seats once the steps are done
    seed     decides all dice and cards
    opening  what the game is about, before the first step
    closing  what to do next, after the last step: from there on play is free
    """

    title: str
    minutes: int
    players: tuple[str, ...]
    seed: str
    opening: str
    closing: str
    steps: tuple[Step, ...]
    bot: str = "greedy"
    options: Mapping[str, str] = field(default_factory=dict)


def has_lesson(slug: str) -> bool:
    """Tell whether there is a lesson for that game."""
    return _file(slug).is_file()


def find_lesson(slug: str) -> Lesson:
    """The lesson of that game. Raises `UsageError` if the game has none, `DataError` for a broken file."""
    game, file = catalogue.load(slug), _file(slug)
    if not file.is_file():
        raise UsageError(f"There is no lesson for {game.title}.", todo=f"Read it: referee rules {slug}.")
    return read_lesson(read_toml(file))


def read_lesson(table: Table) -> Lesson:
    """The lesson that the table describes. Raises `DataError`, naming the step, for one that says nothing."""
    steps = tuple(_step(row) for row in table.tables("step"))
    options = table.table("options")
    lesson = Lesson(
        title=table.text("title"),
        minutes=table.integer("minutes"),
        players=table.texts("players"),
        seed=table.text("seed"),
        opening=table.text("opening"),
        closing=table.text("closing"),
        steps=steps,
        bot=table.text("bot", "greedy"),
        options={name: options.text(name) for name in options.data},
    )
    table.done()
    return lesson


def _file(slug: str) -> Path:
    return Path(str(catalogue.load(slug).folder)) / FILE


def _step(row: Table) -> Step:
    step = row.record(Step, where=row.where())
    row.done()
    if bool(step.move) == bool(step.mistake):
        raise row.error("move", "or mistake is needed, and only one of them.")
    if step.mistake and not step.because:
        raise row.error("because", "is missing: say what the mistake teaches.")
    if not step.by and not (step.say and step.rule):
        raise row.error("say", "and rule are needed where the learner decides.")
    return step
