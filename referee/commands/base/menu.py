"""The menu of `referee play`: learn a game, go on, a new game, a rematch, another game, or delete one."""

from collections.abc import Generator
from functools import partial
from pathlib import Path

from components import catalogue
from components.errors import StarboxError, UsageError
from components.wording import counted, visible
from referee.engine.answers import wrapped
from referee.games import slugs
from referee.lessons import course
from referee.lessons.lesson import find_lesson, has_lesson
from referee.players.bots import bots
from referee.screen.prompt import Question, Reply, T, Talk
from referee.table import beginning, shelf
from referee.table.journal.lines import Mode
from referee.table.session import Session
from referee.table.shelf import KeptSession

_MOST = 40  # games in a list, the latest first

# The game to play, or None to leave.
Chosen = Generator[Question, Reply, Session | None]
Step = Generator[Question, Reply, "Session | str | None"]  # a text is shown above the menu


def menu() -> Chosen:
    """Ask what to play, until there is a game or somebody leaves."""
    said = wrapped(shelf.kept()[1])
    while True:
        kept = _latest()
        words, steps = _entries(kept)
        reply = yield Question("What would you like to play?", words, said)
        if not isinstance(reply, int) or reply >= len(steps):
            return None
        try:
            found = yield from steps[reply]
        except StarboxError as problem:
            found = str(problem)
        if isinstance(found, Session):
            if not found.is_lesson:
                shelf.make_current(found.journal.file)
            return found
        said = wrapped(found) if found else ()


def hold_plainly(talk: Talk[T]) -> T:
    """Ask the questions of the talk line by line, and give what it returns."""
    reply: Reply = None
    while True:
        try:
            question = talk.send(reply)
        except StopIteration as end:
            result: T = end.value
            return result
        reply = _ask(question)


def _ask(question: Question) -> Reply:
    """Ask line by line. An empty line takes the first choice; `b`, or the end of the input, goes back."""
    print()
    for line in (*question.said, question.title):
        print(visible(line))
    for number, choice in enumerate(question.choices, 1):
        print(visible(f"{number:3}  {choice}"))
    while True:
        try:
            line = input(visible(_asked(question))).strip()
        except EOFError:
            print()
            return None
        if line in ("b", "q", "back", "quit"):
            return None
        if not question.choices:
            return line or question.typed
        if not line:
            return 0
        if line.isdecimal() and 1 <= int(line) <= len(question.choices):
            return int(line) - 1
        print(visible(f'"{line}" is not a number from 1 to {len(question.choices)}.'))


def _latest() -> list[KeptSession]:
    """The games that can be shown, the latest first, but the current one before all others."""
    kept, _ = shelf.kept()
    known = sorted(kept.sessions, key=lambda one: (one.current, one.date), reverse=True)
    return [one for one in known if one.players]


def _entries(kept: list[KeptSession]) -> tuple[tuple[str, ...], list[Step]]:
    """The lines of the menu, and what each leads to; the last line, to leave, leads nowhere."""
    entries: list[tuple[str, Step]] = []
    current = next((one for one in kept if one.current and not one.problem), None)
    open_games = [one for one in kept if not one.over and not one.problem and not one.current]
    if current and not current.over:
        entries.append((f"Go on: {_about(current)}", _open(current)))
    if current:
        entries.append((f"Rematch: {_game(current)}, {', '.join(current.players)}", _again(current)))
    new = ("A new game", _new(kept))
    entries.insert(0 if not current else len(entries), new)
    entries.insert(0 if not kept else len(entries), ("Learn a game", _learn()))
    if open_games:
        entries.append((f"Another game ({counted(len(open_games), 'game')} not over)", _resume(open_games)))
    if kept:
        entries.append(("All games", _look(kept)))
        entries.append(("Delete a game", _delete(kept)))
    return (*(word for word, _ in entries), "Leave"), [step for _, step in entries]


def _learn() -> Step:
    """Ask which game; a lesson that was left goes on."""
    games = [catalogue.load(slug) for slug in slugs() if has_lesson(slug)]
    lines = tuple(f"{game.title:26} {find_lesson(game.slug).minutes} minutes" for game in games)
    reply = yield Question("Which game would you like to learn?", lines)
    if not isinstance(reply, int):
        return None
    slug = games[reply].slug
    return course.latest(slug) or course.begin(slug)


def _new(kept: list[KeptSession]) -> Step:
    """Ask which game, in which way, and who plays."""
    games = [catalogue.load(slug) for slug in slugs()]
    lines = tuple(f"{game.title:26} {game.players[0]}–{game.players[1]} players" for game in games)
    reply = yield Question("Which game?", lines)
    if not isinstance(reply, int):
        return None
    game = games[reply].slug
    mode: Mode = "full"
    if game in slugs("pad"):
        ways = ("The referee runs the game", "Score pad: you play with the printed pieces")
        way = yield Question(f"{games[reply].title}: how do you play?", ways)
        if not isinstance(way, int):
            return None
        mode = "pad" if way else "full"
    said: tuple[str, ...] = ()
    wrong = ""
    while True:
        text = yield from _names(kept, game, games[reply].players, mode, said, wrong)
        if text is None:
            return None
        try:
            names, filled = _players(text)
            begin = partial(beginning.begin, game=game, names=names, bots=filled, mode=mode)
            return shelf.begin(game, begin)
        except UsageError as problem:
            said, wrong = wrapped(str(problem)), text


def _names(
    kept: list[KeptSession],
    game: str,
    players: tuple[int, int],
    mode: Mode,
    said: tuple[str, ...],
    wrong: str,
) -> Generator[Question, Reply, str | None]:
    """Ask who plays: the players of an earlier game, or others.

    said, wrong  what was wrong with the last answer, and the answer itself
    """
    fewest, most = players
    known = dict.fromkeys(", ".join(one.players) for one in kept if fewest <= len(one.players) <= most)
    earlier = tuple(known)[:5]
    if earlier and not said:
        reply = yield Question("Who plays?", (*earlier, "Others, or with bots"))
        if not isinstance(reply, int):
            return None
        if reply < len(earlier):
            return earlier[reply]
    computer = "" if mode == "pad" else f" A bot is Cy=greedy; there are {', '.join(bots(game))}."
    typed = yield Question(
        f"The names of {fewest} to {most} players, clockwise, with commas between them.{computer}",
        (),
        said,
        wrong or (earlier[0] if earlier else ""),
    )
    return typed if isinstance(typed, str) and typed else None


def _players(text: str) -> tuple[list[str], dict[str, str]]:
    """The names, and the bots by name, of "Ann, Bo=greedy"."""
    names: list[str] = []
    filled: dict[str, str] = {}
    for one in text.split(","):
        name, sign, bot = (part.strip() for part in one.partition("="))
        names.append(name)
        if sign:
            filled[name] = bot
    return names, filled


def _open(kept: KeptSession) -> Step:
    """No question: the game itself."""
    yield from ()
    return shelf.open_session(Path(kept.file))


def _again(kept: KeptSession) -> Step:
    yield from ()
    header = shelf.open_journal(Path(kept.file)).header
    return shelf.begin(header.game, partial(beginning.again, before=header))


def _resume(kept: list[KeptSession]) -> Step:
    reply = yield Question("Which game?", tuple(map(_about, kept[:_MOST])))
    return shelf.open_session(Path(kept[reply].file)) if isinstance(reply, int) else None


def _look(kept: list[KeptSession]) -> Step:
    """All games; one that is over can be played again, and any other continued."""
    reply = yield Question("All games, the latest first", tuple(map(_about, kept[:_MOST])))
    if not isinstance(reply, int):
        return None
    found = kept[reply]
    if not found.over:
        return (yield from _open(found))
    sure = yield Question(f"{_about(found)}. Play it again with the same players?", ("Play it again", "Back"))
    return (yield from _again(found)) if sure == 0 else None


def _delete(kept: list[KeptSession]) -> Step:
    reply = yield Question("Which game is to be deleted?", tuple(map(_about, kept[:_MOST])))
    if not isinstance(reply, int):
        return None
    sure = yield Question(
        f"Delete {_about(kept[reply])}? It cannot be brought back.", ("Keep it", "Delete it")
    )
    if sure != 1:
        return "Nothing was deleted."
    shelf.delete(Path(kept[reply].file))
    return f"{Path(kept[reply].file).stem} was deleted."


def _about(kept: KeptSession) -> str:
    """A line on a game: date, name, players, and how it stands."""
    words = [kept.date[:10], Path(kept.file).stem, ", ".join(kept.players), shelf.standing_of(kept)]
    return "  ".join(filter(None, words))


def _game(kept: KeptSession) -> str:
    return catalogue.load(kept.game).title


def _asked(question: Question) -> str:
    if question.choices:
        return "Number, Enter for 1, b for back: "
    return f"Enter for {question.typed}: " if question.typed else "Type it, or b for back: "
