"""Questions to all players, such as to take a move back.

Each has a name of its own, so that nobody answers one that they have not seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from components.wording import listed
from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.table.journal.lines import RedoRecord, UndoRecord
from referee.table.session import Session


@dataclass
class Question:
    """A question to all players.

    by     the player who asks
    about  what they ask for, after "asks to": "play again"
    if_not what a no means: "Nothing is taken back."
    asked  the players whose answer is needed
    do     does it, once all agree
    """

    name: str
    by: str
    about: str
    if_not: str
    asked: tuple[str, ...]
    do: Callable[[], Ruling]
    agreed: set[str] = field(default_factory=set)

    @property
    def missing(self) -> tuple[str, ...]:
        """The players who have not answered."""
        return tuple(player for player in self.asked if player not in self.agreed)


class Questions:
    """The questions of one table, one at a time.

    open     the question that is asked now
    outcome  what came of the last one, until something else happens
    """

    def __init__(self) -> None:
        self.open: Question | None = None
        self.outcome = ""
        self._count = 0

    def ask(self, by: str, about: str, if_not: str, asked: Sequence[str], do: Callable[[], Ruling]) -> Ruling:
        """Ask all those players; whoever asks agrees. Refused while another question is open."""
        if self.open is not None:
            return refused(f"{self.open.by} is already asking. Answer that first.", "")
        self._count += 1
        self.outcome = ""
        self.open = Question(f"{self._count}", by, about, if_not, tuple(asked), do)
        return self.answer(by, self.open.name, agrees=True)

    def answer(self, player: str, name: str, *, agrees: bool) -> Ruling:
        """Take that player's answer to the question of that name; once all agree, it is done."""
        question = self.open
        if question is None or question.name != name:
            return refused("That question is over.", "")
        if not agrees:
            self.close()
            self.outcome = (
                f"{player} no longer asks to {question.about}."
                if player == question.by
                else f"{player} does not want to {question.about}. {question.if_not}"
            )
            return ALLOWED
        question.agreed.add(player)
        if question.missing:
            return ALLOWED
        self.close()
        self.outcome = f"{listed(question.asked)} agreed to {question.about}." if question.asked[1:] else ""
        return question.do()

    def close(self) -> None:
        """Forget the question, as what it is about has changed."""
        self.open, self.outcome = None, ""


def name_of(session: Session, seat: Seat | None) -> str:
    """Name what that seat is asked now in a game: another name for each question of it.

    It stays the same while others choose in the same secret, as their choices change nothing for it.
    """
    number = len(session.events)
    while number and seat is not None and _is_apart(session, number - 1, seat):
        number -= 1
    undone = sum(isinstance(one, UndoRecord | RedoRecord) for one in session.story)
    return f"{number}-{undone}"


def _is_apart(session: Session, number: int, seat: Seat) -> bool:
    """Tell whether that event was a choice of another's in a secret turn that is that seat's too."""
    turn = session.game.turn(session.states[number])
    apart = isinstance(turn, Seats) and turn.secret and seat in turn.seats
    return apart and session.events[number].seat not in (None, seat)
