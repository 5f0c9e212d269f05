"""The score pad of MLEM: the table plays, and the players type who landed where and when the rocket crashed.

The pad claims the goals itself, moves the failure marker and knows when the game ends. Landings are typed in
the order in which they happen: ranks and goals depend on it, and the rocket never flies back (ML 3.2).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from components.errors import UsageError, did_you_mean
from components.setup import Area, Fact, Placed
from referee.engine.asking.fields import PLAYER, code
from referee.engine.asking.picks import Word
from referee.engine.game import ALLOWED, OVER, Remark, Ruling, Seat, Seats, Turn, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.pads import Correction, Entries, Ledger, correction, pad_view
from referee.engine.pads import tally as tally
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.mlem import game
from referee.games.mlem.box import SLUG, Box, Goal, Place
from referee.games.mlem.codes import find_code
from referee.games.mlem.moves import ASTRONAUT
from referee.games.mlem.rules import scoring
from referee.games.mlem.rules.astronauts import Landed, Landings
from referee.games.mlem.rules.astronauts import check as check_landings
from referee.games.mlem.rules.goals import claimed
from referee.games.mlem.state import State as FirstState
from referee.games.mlem.text.view import failures_and_goals

slug: Final = SLUG
version: Final = 2  # version of the pad; the rules of the game have their own
read_box = game.read_box

embed = game.embed


def read_place(text: str, box: Box, where: str) -> str:
    """The code of a moon, a planet or a place in deep space."""
    names = {place.code: place.name for place in box.board.places}
    found = find_code(text, names)
    if found is None:
        todo = did_you_mean(text, names)
        raise UsageError(f'"{text}" is not a place to land.', where=where, todo=todo)
    return found


_NAMED = Word(words=lambda state: (one.code for one in state.box.astronauts))


@move("land {place}[ {astronaut...}]", ask="Enter who landed where", does="Land on {place}")
class Land:
    """Note that an astronaut has landed on that moon or planet, or in deep space (ML 5.2, 5.4).

    astronaut  empty if it is not named: then it does not double anything there (ML 7.3)
    """

    place: Annotated[str, code("Place", read_place, pick=Word(words=lambda state: state.box.board.numbers))]
    astronaut: Annotated[str, replace(ASTRONAUT, pick=_NAMED)] = ""


@move("crash", ask="Note a crash", does="The rocket crashed")
class Crash:
    """Note a crash, after the landings by parachute (ML 4.1)."""


@move("end", ask="End the expedition", does="End the expedition")
class End:
    """End the expedition without a crash (ML 5.5)."""


@move("commander {name...}", ask="Name the first commander", does="{name} commands first")
class Commander:
    """Name the first commander of the game, if the pad is to know the commander (ML 2.1)."""

    name: Annotated[str, PLAYER]


Move: TypeAlias = Land | Crash | End | Commander | Correction

CRASH, END = Crash(), End()
GRAMMAR = Grammar(Land, Crash, End, Commander, correction("ML 7.1"))


class Landing(NamedTuple):
    """An astronaut that has landed, and in which expedition, from 1."""

    seat: Seat
    move: Land
    expedition: int


class State(NamedTuple):
    """Everything that the players have typed.

    box       the box with our own board, or with a typed-in one: see `game.embed`
    landings  landings in the order in which they happened
    failures  steps of the failure marker
    goals     goal by goal, the seat that claimed it
    first     the first commander of the game; None if nobody has said
    """

    names: tuple[str, ...]
    box: Box
    expedition: int
    landings: tuple[Landing, ...]
    failures: int
    goals: tuple[Seat | None, ...]
    over: bool
    first: Seat | None = None
    entries: Entries = ()

    @property
    def order(self) -> tuple[Seat, ...]:
        """Clockwise from the first player of this expedition (ML 2.1); from the first seat if unknown."""
        count = len(self.names)
        begins = 0 if self.first is None else (self.first + self.expedition - 1) % count
        return tuple((begins + step) % count for step in range(count))

    @property
    def aboard(self) -> tuple[Seat, ...]:
        """Those who have not landed in this expedition, in that order."""
        landed = {one.seat for one in self.landed_now}
        return tuple(seat for seat in self.order if seat not in landed)

    @property
    def commander(self) -> Seat | None:
        """The first of those aboard (ML 2.2); None if nobody is aboard, or known."""
        return self.aboard[0] if self.first is not None and self.aboard else None

    @property
    def landed_now(self) -> tuple[Landing, ...]:
        """The landings of this expedition."""
        return tuple(one for one in self.landings if one.expedition == self.expedition)


def turn(state: State) -> Turn:
    """Anybody may type; those who are still aboard come first."""
    if state.over:
        return OVER
    return Seats((*state.aboard, *(seat for seat in state.order if seat not in state.aboard)))


def is_nobodys(state: State, move: Move) -> bool:
    """An expedition ends for everybody, and anybody may name the commander or correct an entry."""
    return not isinstance(move, Land)


def round_name(state: State) -> str:
    return f"expedition {state.expedition}"


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """All moves but those that name the astronaut, and corrections."""
    every: tuple[Move, ...] = (
        *map(Land, state.box.board.numbers),
        CRASH,
        END,
        *(map(Commander, state.names) if not state.entries else ()),
    )
    return tuple(move for move in every if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    if state.over:
        return ""
    doubling = ", ".join(one.code for one in state.box.astronauts if one.doubles)
    return f"Name an astronaut that doubles ({doubling}): land A ace. Parachutes land before crash"


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    return () if state.over else (Land,)


def ask(state: State, seat: Seat | None) -> str:
    return "Enter who landed where"


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what a landing scores now; a crash is never entered unasked."""
    name = state.names[seat]
    match move:
        case Land():
            landed = _apply(state, seat, move)
            more = _totals(landed)[seat] - _totals(state)[seat]
            claims = [f"claims {goal.code}" for goal, was, now in _goals(state, landed) if was != now]
            return Remark(", ".join((f"{more:+d} for {name}", *claims)))
        case Crash():
            failures = state.failures + state.box.expedition.crash_steps
            return Remark(f"failure {failures} of {state.box.expedition.failures}", sense=-1)
        case End():
            return Remark(f"ends expedition {state.expedition} without a crash")
        case Commander():
            return Remark(f"{move.name} commands expedition 1, then clockwise")
    return Remark()


def _check(state: State, seat: Seat, move: Move) -> Ruling:
    if state.over:
        return refused("The game is over.", "ML 7.1")
    if isinstance(move, Land):
        return _check_land(state, seat, move)
    if isinstance(move, Commander):
        told = "The first commander is named already; correct replaces an entry."
        return ALLOWED if state.first is None else refused(told, "ML 2.1")
    layout, places = state.box.board, [one.move.place for one in state.landed_now]
    deep = layout.comet.code in places or layout.galaxy.code in places
    if isinstance(move, Crash):
        return refused("The rocket is in deep space and cannot crash.", "ML 5.4") if deep else ALLOWED
    if deep and layout.comet.code not in places:
        return refused(f"The commander has not yet landed on {layout.comet.code}.", "ML 5.4")
    return ALLOWED


def _apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Commander):
        return state._replace(first=state.names.index(move.name))
    if isinstance(move, Land):
        landed = state._replace(landings=(*state.landings, Landing(seat, move, state.expedition)))
        board = state.box.board
        own = [board.numbers[one.move.place] for one in landed.landings if one.seat == seat]
        kind = board.place(move.place).kind
        return landed._replace(goals=claimed(state.box, state.goals, seat, own, kind))
    failures = state.failures + (state.box.expedition.crash_steps if isinstance(move, Crash) else 0)
    seats = [one.seat for one in state.landings]
    used_up = max(map(seats.count, range(len(state.names)))) == len(state.box.astronauts)
    if used_up or failures >= state.box.expedition.failures:
        return state._replace(failures=failures, over=True)
    return state._replace(failures=failures, expedition=state.expedition + 1)


def view(state: State, seat: Seat | None) -> View:
    """The places where somebody has landed, and what the tracks show."""
    areas = [
        Area(
            f"place-{place.code}",
            place.title,
            "list",
            tuple(Placed("", state.names[one.seat], note=one.move.astronaut) for one in there),
        )
        for place, there in zip(state.box.board.places, _by_place(state), strict=True)
        if there
    ]
    return pad_view(state, _totals(state), areas, tuple(_facts(state)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """The score (ML 7); nobody has won before the game is over."""
    sheet, _ = scoring.score(state.box, state.names, landings_on(state))
    return sheet if state.over else replace(sheet, winners=())


def landings_on(state: State) -> Landings:
    """Return where everybody has landed, as the score needs it."""
    doubles = {one.code: one.doubles for one in state.box.astronauts}
    goals = zip(state.box.goals, state.goals, strict=True)
    return Landings(
        tuple(
            tuple(
                Landed(state.names[one.seat], doubles.get(one.move.astronaut) == place.kind) for one in there
            )
            for place, there in zip(state.box.board.places, _by_place(state), strict=True)
        ),
        {goal.code: state.names[seat] for goal, seat in goals if seat is not None},
    )


def _totals(state: State) -> list[int]:
    return [player.total for player in score(state).players]


def _fresh(state: FirstState | State) -> State:
    return State(state.names, state.box, 1, (), 0, (None,) * len(state.box.goals), False)


def _told(before: State, seat: Seat, move: Move, after: State) -> Iterator[str]:
    if isinstance(move, Commander):
        yield f"{move.name} is the first commander [ML 2.1]."
        return
    if isinstance(move, Land):
        who = f"{before.names[seat]}'s {move.astronaut}" if move.astronaut else before.names[seat]
        yield f"{who} is on {_in_words(before.box.board.place(move.place))}."
        for goal, earlier, owner in _goals(before, after):
            if owner != earlier:
                yield f"{before.names[seat]} claims the goal {goal.code} [ML 6.1]."
        return
    if isinstance(move, Crash):
        yield f"Failure {after.failures} of {after.box.expedition.failures} [ML 4.1]."
    standing = ", ".join(f"{player.name} {player.total}" for player in score(after).players)
    yield f"After expedition {before.expedition}: {standing}."
    if after.over:
        yield "The game ends [ML 7.1]."
    elif after.commander is not None:
        yield f"{after.names[after.commander]} commands expedition {after.expedition} [ML 5.5]."


_ledger = Ledger(
    game.start,
    GRAMMAR,
    _fresh,
    turn,
    moves,
    _check,
    _apply,
    _totals,
    _told,
    "ML 7.1",
    lambda before, after: round_name(before),
)
start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults


def _check_land(state: State, seat: Seat, move: Land) -> Ruling:
    name, layout = state.names[seat], state.box.board
    now = state.landed_now
    if any(one.seat == seat for one in now):
        return refused(f"{name} has landed in this expedition already; type end or crash first.", "ML 2.1")
    places = [one.move.place for one in now]
    if move.place in (layout.comet.code, layout.galaxy.code):
        if move.place == layout.comet.code and move.place in places:
            return refused("The commander is there already.", "ML 5.4")
        deep = _check_deep(state, seat, move.place == layout.comet.code)
        if not deep.allowed:
            return deep
        if len(now) == len(state.names) - 1 and layout.comet.code not in (*places, move.place):
            return refused(f"Somebody must be the commander, on {layout.comet.code}.", "ML 5.4")
    elif layout.comet.code in places or layout.galaxy.code in places:
        return refused("The rocket is in deep space.", "ML 5.4")
    if move.place in (moon.code for moon in layout.moons):
        for one in state.landings:
            if one.move.place == move.place:
                return refused(f"{state.names[one.seat]} is on {move.place} already.", "ML 5.2")
    if not _flies_on(state, [*[one.move for one in now], move]):
        last = now[-1]
        return refused(
            f"When {state.names[last.seat]} landed on {last.move.place}, the rocket had passed {move.place}. "
            "Type landings in the order they happened; undo takes one back",
            "ML 3.2",
        )
    own = [one.move.astronaut for one in state.landings if one.seat == seat]
    if move.astronaut and move.astronaut in own:
        return refused(f"{name}'s {move.astronaut} has landed already.", "ML 1.3")
    try:
        check_landings(state.box, landings_on(apply(state, seat, move)))
    except UsageError as problem:
        return refused(problem.what, "ML 1.3")
    return ALLOWED


def _check_deep(state: State, seat: Seat, on_comet: bool) -> Ruling:
    """The commander goes to the comet, all others to the galaxy; any, if no commander is named (ML 5.4)."""
    gone = [one.seat for one in state.landed_now if state.box.board.place(one.move.place).kind == "deep"]
    aboard = [one for one in state.order if one in (*state.aboard, *gone)]
    if state.first is None or on_comet == (seat == aboard[0]):
        return ALLOWED
    commander = state.names[aboard[0]]
    where = state.box.board.comet if on_comet else state.box.board.galaxy
    return refused(
        f"{commander} is the commander, so {state.names[seat]} does not land on {where.code}.", "ML 5.4"
    )


def _flies_on(state: State, moves: Sequence[Land]) -> bool:
    """Tell whether a rocket that never flies back can have stopped for those landings in turn (ML 3.2).

    An astronaut that is not named may be a navigator (ML 5.3).
    """
    box, at = state.box, 0
    for landing in moves:
        reach = box.navigators_reach if landing.astronaut in ("", "navigator") else 0
        stops = [
            stop
            for space in box.board.place(landing.place).spaces or (box.board.end,)
            for stop in range(space - reach, space + reach + 1)
            if max(at, box.expedition.landing_from) <= stop <= box.board.end
        ]
        if not stops:
            return False
        at = min(stops)
    return True


def _by_place(state: State) -> list[list[Landing]]:
    """The landings, place by place."""
    board = state.box.board
    found: list[list[Landing]] = [[] for _ in board.places]
    for one in state.landings:
        found[board.numbers[one.move.place]].append(one)
    return found


def _facts(state: State) -> Iterator[Fact]:
    if not state.over:
        yield Fact("Expedition", f"{state.expedition}", "ML 2.1")
        if state.commander is not None:
            yield Fact("Commander", state.names[state.commander], "ML 2.2")
    yield from failures_and_goals(state.box, state.names, state.failures, state.goals)


def _goals(before: State, after: State) -> Iterator[tuple[Goal, Seat | None, Seat | None]]:
    """Each goal, and who has it before and after."""
    return zip(before.box.goals, before.goals, after.goals, strict=True)


def _in_words(place: Place) -> str:
    """For a sentence: "planet A Anvil", "the comet"."""
    if place.kind == "deep":
        return f"the {place.name.lower()}"
    return f"{place.kind} {place.code} {place.name}".rstrip()
