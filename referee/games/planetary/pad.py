"""The score pad of Planetary: who is out and when, what each side destroyed, and so what everybody gets.

The table plays. A player without units is out, alone or together with others in the same turn; blueprints
that a side destroyed are noted as they fall. At the end the table draws those that are to be drawn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from components.setup import Area, Fact, Placed
from components.wording import counted, listed
from referee.engine.asking.fields import Field, Typed, code, number
from referee.engine.asking.picks import Faces, Who
from referee.engine.game import ALLOWED, OVER, Remark, Ruling, Seat, Seats, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.pads import Correction, Entries, Ledger, correction, pad_view
from referee.engine.phases import Phase, Phases
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.engine.tuples import replaced
from referee.engine.typed import read_seat
from referee.games.planetary import game
from referee.games.planetary.box import SLUG, Box
from referee.games.planetary.codes import read_blueprints
from referee.games.planetary.rules import profiles, scoring
from referee.games.planetary.rules.scoring import Reward, Standing
from referee.games.planetary.state import State as FirstState

slug: Final = SLUG
version: Final = 1  # version of the pad; the rules of the game have their own
read_box = game.read_box

embed = game.embed


def read_codes(text: str, box: Box, where: str) -> tuple[str, ...]:
    return tuple(Counter(read_blueprints(text, box, where)).elements())


def read_others(text: str, typed: Typed) -> tuple[str, ...]:
    """Names with commas between them."""
    seats = [read_seat(name.strip(), typed.state.names, typed.where) for name in text.split(",")]
    return tuple(typed.state.names[seat] for seat in dict.fromkeys(seats))


def _most(state: Any) -> int:
    """The most blueprints of one entry: those of every ship (PL 2.1)."""
    box: Box = state.box
    return len(state.names) * (box.start.deck + len(box.ship.first))


_MODULES = Faces(("*-modules",), 1, _most)
BLUEPRINTS = code("Blueprints", read_codes, " ".join, pick=_MODULES)


@move("destroy {codes...}", ask="Enter what your side destroyed", does="Note {codes}")
class Destroy:
    """Note the blueprints of modules that your side has destroyed (PL 4.11)."""

    codes: Annotated[tuple[str, ...], BLUEPRINTS]


@move("out[ with {others...}]", ask="Note that you are out", does="You are out")
class Out:
    """Note that you have no unit left, with all whose last unit died in the same turn (PL 7.1)."""

    others: Annotated[tuple[str, ...], Field("Players", read_others, ", ".join, pick=Who())] = ()


@move("end", ask="End the game", does="The last round is over")
class End:
    """End the game after its last round, with several players still in it (PL 7.1)."""


@move("left {units} {hp}", ask="Count your units and their HP", does="{units} units, {hp} HP")
class Left:
    """Count your living units and all their HP, after the last round (PL 7.1)."""

    units: Annotated[int, number("Units")]
    hp: Annotated[int, number("HP")]


@move("copy {codes...}", ask="Enter the blueprints you drew", does="Keep {codes}")
class Copy:
    """Enter the blueprints that you have drawn as your reward (PL 7.3)."""

    codes: Annotated[tuple[str, ...], BLUEPRINTS]


Entered: TypeAlias = Destroy | Out | End | Left | Copy
Move: TypeAlias = Entered | Correction

OUT, END = Out(), End()
GRAMMAR = Grammar(Destroy, Out, End, Left, Copy, correction("PL 7.1"))


class State(NamedTuple):
    """Everything that the players have entered.

    box        the numbers of the game
    out        those without a unit, in the order in which they went, together those of one turn
    destroyed  blueprints, seat by seat, in the order of PL 6
    ended      whether the last round is over
    counted    units and HP after it, seat by seat; None where they are not counted
    copied     blueprints that were drawn as a reward, seat by seat; None before that
    """

    names: tuple[str, ...]
    box: Box
    out: tuple[tuple[Seat, ...], ...]
    destroyed: tuple[tuple[str, ...], ...]
    ended: bool
    counted: tuple[Left | None, ...]
    copied: tuple[tuple[str, ...] | None, ...]
    entries: Entries = ()

    @property
    def alive(self) -> tuple[Seat, ...]:
        gone = {seat for group in self.out for seat in group}
        return tuple(seat for seat in range(len(self.names)) if seat not in gone)

    @property
    def step(self) -> str:
        if len(self.alive) > 1:
            if not self.ended:
                return "play"
            if any(self.counted[seat] is None for seat in self.alive):
                return "count"
        return "draw" if _drawing(self) else "over"


def is_nobodys(state: State, move: Move) -> bool:
    """The last round is over for everybody, and anybody may correct an entry."""
    return isinstance(move, End | Correction)


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what an entry leads to; none that ends something is entered unasked."""
    match move:
        case Out():
            gone = [state.names[seat], *move.others]
            return Remark(f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} out", sense=-1)
        case End():
            return Remark("the last round is over: units and HP decide", sense=-1)
        case Copy():
            return Remark(listed(state.box.blueprints[code].title for code in move.codes))
    return Remark()


def view(state: State, seat: Seat | None) -> View:
    """Show what each side has destroyed, and who is out."""
    areas = [
        Area(
            f"destroyed-{place}",
            f"Destroyed by {name}",
            "list",
            tuple(Placed("", one, count=count) for one, count in Counter(codes).items()),
        )
        for place, (name, codes) in enumerate(zip(state.names, state.destroyed, strict=True), 1)
    ]
    return pad_view(state, _totals(state), areas, tuple(_facts(state)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """Money and blueprints once the game is over; before that, the money of those who are out (PL 7.2)."""
    if state.step == "over":
        rewards = _rewards(state)
        return ScoreSheet(SLUG, rewards, tuple(reward.name for reward in rewards if reward.place == 1))
    players = tuple(
        PlayerScore(
            name=name, points=money, total=money, lines=(ScoreLine(_where(state, seat), money, "PL 7.2"),)
        )
        for seat, (name, money) in enumerate(zip(state.names, _totals(state), strict=True))
    )
    return ScoreSheet(SLUG, players, ())


def keep(state: State, mark: str) -> None:
    """Pay the rewards into the players' profiles (PL 7.4)."""
    profiles.pay(state.box, ScoreSheet(SLUG, _rewards(state), ()), "--save", mark)


def _anybody(state: State) -> Seats:
    """Those who are still in the game come first."""
    return Seats((*state.alive, *(seat for group in state.out for seat in group)))


def _play_moves(state: State, seat: Seat) -> Sequence[Move]:
    return [one for one in (OUT, END) if _check_play(state, seat, one).allowed]


def _check_play(state: State, seat: Seat, move: Entered) -> Ruling:
    if isinstance(move, Destroy):
        most = _most(state)
        if sum(map(len, state.destroyed)) + len(move.codes) > most:
            return refused(f"The ships have had {most} blueprints in all.", "PL 2.1")
        return ALLOWED if move.codes else refused("Name a blueprint at least: destroy LAS.", "PL 4.11")
    if isinstance(move, Out):
        for name in (state.names[seat], *move.others):
            if state.names.index(name) not in state.alive:
                return refused(f"{name} is out already; correct replaces an entry.", "PL 7.1")
        return refused("You are one of them already.", "PL 7.1") if _twice(state, seat, move) else ALLOWED
    if isinstance(move, End):
        return ALLOWED
    return refused("The game goes on: destroy, out, or end after the last round.", "PL 7.1")


def _twice(state: State, seat: Seat, move: Out) -> bool:
    return state.names[seat] in move.others


def _play(state: State, seat: Seat, move: Destroy | Out | End) -> State:
    if isinstance(move, Destroy):
        codes = state.box.in_order((*state.destroyed[seat], *move.codes))
        return state._replace(destroyed=replaced(state.destroyed, seat, codes))
    if isinstance(move, Out):
        return state._replace(out=(*state.out, (seat, *map(state.names.index, move.others))))
    return state._replace(ended=True)


def _uncounted(state: State) -> Seats:
    return Seats(tuple(seat for seat in state.alive if state.counted[seat] is None))


def _check_left(state: State, seat: Seat, move: Entered) -> Ruling:
    if not isinstance(move, Left):
        return refused("The last round is over: count units and HP, such as left 2 6.", "PL 7.1")
    full = sorted((unit.hp for unit in state.box.units), reverse=True)
    if not 1 <= move.units <= len(full):
        return refused(f"A side has 1 to {len(full)} living units.", "PL 2.2")
    most = sum(full[: move.units])
    if not move.units <= move.hp <= most:
        have = "has" if move.units == 1 else "have"
        return refused(f"{counted(move.units, 'unit')} {have} {move.units} to {most} HP.", "PL 2.2")
    return ALLOWED


def _count(state: State, seat: Seat, move: Left) -> State:
    return state._replace(counted=replaced(state.counted, seat, move))


def _to_draw(state: State) -> Seats:
    return Seats(_drawing(state))


def _copies(state: State, seat: Seat) -> Sequence[Move]:
    """The blueprints of the tier for a player who destroyed none; else there are too many draws to list."""
    if state.destroyed[seat]:
        return ()
    every = (Copy((one.code,)) for one in state.box.blueprints.values())
    return [one for one in every if _check_copy(state, seat, one).allowed]


def _check_copy(state: State, seat: Seat, move: Entered) -> Ruling:
    if not isinstance(move, Copy):
        return refused("The game is over: enter the blueprints that were drawn, such as copy LAS.", "PL 7.3")
    codes, standing = state.destroyed[seat], _standing(state, seat)
    if gift := scoring.consolation(state.box, standing, len(codes)):
        tier = state.box.rewards.consolation.tier
        fits = all(state.box.blueprints[one].tier == tier for one in move.codes)
        if fits and len(move.codes) == gift:
            return ALLOWED
        return refused(f"{state.names[seat]} gets {counted(gift, 'blueprint')} of tier {tier}.", "PL 7.3")
    count = scoring.copies(state.box, standing, len(codes))
    if len(move.codes) == count and not Counter(move.codes) - Counter(codes):
        return ALLOWED
    return refused(f"{state.names[seat]} copies {count} of {' '.join(codes)}.", "PL 7.3")


def _copy(state: State, seat: Seat, move: Copy) -> State:
    return state._replace(copied=replaced(state.copied, seat, state.box.in_order(move.codes)))


def _reward_text(state: State, seat: Seat) -> str:
    """Say what is to be drawn for a player: "copy 2 of LAS SHD CAN, drawn at random"."""
    codes, standing = state.destroyed[seat], _standing(state, seat)
    if gift := scoring.consolation(state.box, standing, len(codes)):
        tier = state.box.rewards.consolation.tier
        return f"copy and {counted(gift, 'blueprint')} of tier {tier}, drawn at random: copy LAS"
    return f"copy and {scoring.copies(state.box, standing, len(codes))} of {' '.join(codes)}, drawn at random"


_HINT_PLAY = "destroy LAS SHD, what your side destroyed; out, or out with Bo in the same turn"
_HINT_LEFT = "left, your living units and all their HP: left 2 6"
PHASES: Mapping[str, Phase[State, Any, Any]] = {
    "play": Phase(_anybody, _play_moves, _check_play, _play, hint=_HINT_PLAY, rule="PL 7.1"),
    "count": Phase(_uncounted, check=_check_left, apply=_count, hint=_HINT_LEFT, rule="PL 7.1"),
    "draw": Phase(_to_draw, _copies, _check_copy, _copy, hint=_reward_text, rule="PL 7.3"),
    "over": Phase(OVER, rule="PL 7.1"),
}
_ASKS = {"play": "Enter what was destroyed, and who is out"}
_OPEN: Mapping[str, Sequence[type[Any]]] = {"play": (Destroy, Out), "count": (Left,), "draw": (Copy,)}
_rules = Phases[State, Move, Any](PHASES, GRAMMAR, asks=_ASKS)
turn, moves, hint, ask = _rules.turn, _rules.moves, _rules.hint, _rules.ask


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    acting = turn(state)
    return _OPEN[state.step] if isinstance(acting, Seats) and seat in acting.seats else ()


def _fresh(state: FirstState | State) -> State:
    nothing = (None,) * len(state.names)
    return State(state.names, state.box, (), ((),) * len(nothing), False, nothing, nothing)


def _totals(state: State) -> list[int]:
    """The money of everybody whose place is known; 0 for the others."""
    known = state.step in ("draw", "over")
    return [
        scoring.money(state.box, _standing(state, seat)) if known or seat not in state.alive else 0
        for seat in range(len(state.names))
    ]


def _standing(state: State, seat: Seat) -> Standing:
    """The place of a seat; those who are still in the game share the first until their units are counted."""

    def rank(one: Seat) -> tuple[int, int]:
        left = state.counted[one]
        return (left.units, left.hp) if left else (0, 0)

    ranks = sorted({rank(one) for one in state.alive}, reverse=True)
    places = [[one for one in state.alive if rank(one) == value] for value in ranks] + [
        list(group) for group in reversed(state.out)
    ]
    standings = scoring.standings([[state.names[one] for one in place] for place in places])
    return next(standing for standing in standings if standing.name == state.names[seat])


def _drawing(state: State) -> tuple[Seat, ...]:
    """Those whose reward is drawn, and is not entered yet (PL 7.3)."""
    return tuple(seat for seat, copied in enumerate(state.copied) if copied is None and _drawn(state, seat))


def _drawn(state: State, seat: Seat) -> bool:
    codes, standing = state.destroyed[seat], _standing(state, seat)
    if scoring.consolation(state.box, standing, len(codes)):
        return True
    return 0 < scoring.copies(state.box, standing, len(codes)) < len(codes) and len(set(codes)) > 1


def _rewards(state: State) -> tuple[Reward, ...]:
    """Everybody's reward, seat by seat, when the game is over."""
    found = []
    for seat, codes in enumerate(state.destroyed):
        standing, copied = _standing(state, seat), state.copied[seat]
        count = scoring.copies(state.box, standing, len(codes))
        how = "last alone" if standing.last_alone else f"{count} of {len(codes)}"
        if copied is not None:
            how = f"{how}, drawn" if codes else "drawn, as none was destroyed"
        found.append(scoring.reward(state.box, standing, codes[:count] if copied is None else copied, how))
    return tuple(found)


def _where(state: State, seat: Seat) -> str:
    if seat in state.alive and state.step in ("play", "count"):
        return "still in the game"
    standing = _standing(state, seat)
    shared = f", shared by {standing.sharing}" if standing.sharing > 1 else ""
    return f"place {standing.place} of {standing.players}{shared}"


def _facts(state: State) -> Iterator[Fact]:
    yield Fact("In the game", f"{len(state.alive)} of {len(state.names)}", "PL 7.1")
    for seat, (name, money) in enumerate(zip(state.names, _totals(state), strict=True)):
        paid = f", {money} money" if seat not in state.alive or state.step in ("draw", "over") else ""
        yield Fact(name, f"{_where(state, seat)}{paid}, {len(state.destroyed[seat])} destroyed", "PL 7.2")


def _told(before: State, seat: Seat, move: Entered, after: State) -> Iterator[str]:
    name = before.names[seat]
    match move:
        case Destroy():
            yield f"{name} destroys {' '.join(move.codes)} [PL 4.11]."
        case Out():
            gone = [name, *move.others]
            money = scoring.money(after.box, _standing(after, seat))
            verb, each = ("is", "") if len(gone) == 1 else ("are", " each")
            yield f"{listed(gone)} {verb} out, with {money} money{each} [PL 7.2]."
        case End():
            yield "The last round is over: most units win, then most HP [PL 7.1]."
        case Left():
            yield f"{name} has {counted(move.units, 'unit')} left, with {move.hp} HP [PL 7.1]."
        case Copy():
            yield f"{name} copies {' '.join(move.codes)} [PL 7.3]."
    if after.step in ("draw", "over") and before.step not in ("draw", "over"):
        standings = ((after.names[one], _standing(after, one)) for one in range(len(after.names)))
        for player, standing in sorted(standings, key=lambda item: item[1].place):
            yield f"Place {standing.place}: {player}, {scoring.money(after.box, standing)} money [PL 7.2]."


_ledger = Ledger(
    game.start, GRAMMAR, _fresh, turn, moves, _rules.check, _rules.apply, _totals, _told, "PL 7.1"
)
start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults
