"""The moves of MLEM, as they are typed."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from components.errors import UsageError
from referee.engine.asking import picks
from referee.engine.asking.fields import Field, Typed, code
from referee.engine.chance.outcomes import Rolled
from referee.engine.chance.starters import Starts
from referee.engine.game import Seat
from referee.engine.moves import Grammar, move
from referee.games.mlem import codes


def _piece(state: Any, seat: Seat, text: str) -> str:
    """The code of that player's astronaut (ML 1.2)."""
    return f"{text}-{state.box.components.seats[seat].letter}"


ASTRONAUT = code("Astronaut", codes.read_astronaut, pick=picks.Pieces("mat-{seat}", code=_piece))


def read_groups(text: str, typed: Typed) -> tuple[str, ...]:
    """The faces of the groups, each once, in the order of the space; `a` stands for an afterburner."""
    state = typed.state
    faces = set(map(codes.read_face, text.replace(",", " ").split()))
    if wrong := sorted(faces - set(state.box.faces)):
        todo = "Name each group once: use 1,2."
        raise UsageError(f'"{wrong[0]}" is not a face of the dice.', where=typed.where, todo=todo)
    shown = state.box.board.spaces[state.at].faces
    return tuple(face for face in dict.fromkeys((*shown, *state.box.faces)) if face in faces)


def read_place(text: str, typed: Typed) -> str:
    """The moon or planet of that code or name, or `s+1` for what the next space leads to."""
    board = typed.state.box.board
    if found := codes.find_code(text, {place.code: place.name for place in board.places if place.spaces}):
        return found
    reach = typed.state.box.navigators_reach
    steps = {"s": 0} | {f"s{step:+}": step for step in range(-reach, reach + 1)}
    if text.lower() not in steps:
        todo = "Write land m3, land A or land s+1, for example."
        raise UsageError(f'"{text}" is not a place to land.', where=typed.where, todo=todo)
    space = typed.state.at + steps[text.lower()]
    here = {place.code: place.kind for place in board.places if space in place.spaces}
    legal = [one for one in _legal_places(typed) if one in here]
    # Only the best moon is open, and it comes first in what is legal (ML 5.2).
    moons = [one for one in legal if here[one] == "moon"]
    return _only([*moons[:1], *[one for one in legal if one not in moons]], typed)


@move("board {astronaut}", ask="Choose who flies with this rocket", does="Put the {astronaut} aboard")
class Aboard:
    """Put that astronaut on the next place of the boarding track (ML 2.1)."""

    astronaut: Annotated[str, ASTRONAUT]


@move("engineer", ask="Let your engineer add a die", does="Add a die")
class Help:
    """Let an engineer add a die to the roll (ML 3.4)."""


@move("use {faces...}", ask="Choose the dice that fly", does="Fly with {faces}")
class Use:
    """Use the groups of dice with those faces, and fly (ML 3.2)."""

    faces: Annotated[tuple[str, ...], Field("Faces", read_groups, codes.show_roll, pick=picks.Rolled())]


@move("crash", ask="Let the rocket crash", does="Let it crash")
class Crash:
    """Let the rocket crash, although an engineer could save it (ML 3.4)."""


@move("land {place}", ask="Get off, or stay aboard", does="Land on {place}")
class Land:
    """Get off at that moon or planet (ML 5.2)."""

    place: Annotated[str, Field("Place", read_place, pick=picks.Place("lane"))]


@move("stay", ask="Stay aboard", does="Stay aboard")
class Stay:
    """Stay aboard; in a crash, do not land by parachute (ML 5.2)."""


Move: TypeAlias = Aboard | Help | Use | Crash | Land | Stay
Outcome: TypeAlias = Starts | Rolled

HELP, CRASH, STAY = Help(), Crash(), Stay()


def read_only_landing(text: str, typed: Typed) -> Land:
    """`land` alone, where there is one place to land."""
    return Land(_only(_legal_places(typed), typed))


GRAMMAR = Grammar(Aboard, Help, Use, Crash, Land, Stay, also={"land": read_only_landing})


def _legal_places(typed: Typed) -> list[str]:
    return [one.place for one in typed.legal() if isinstance(one, Land)]


def _only(places: Sequence[str], typed: Typed) -> str:
    if len(places) == 1:
        return places[0]
    if places:
        todo = f"Write one of them: {', '.join(places)}."
        raise UsageError("There are several places to land.", where=typed.where, todo=todo)
    raise UsageError("There is nowhere to land.", where=typed.where, todo="Write stay.")
