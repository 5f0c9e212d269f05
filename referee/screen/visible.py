"""The part of the game that the viewer of the screen may see: the table, the log, and remarks on moves."""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rich.text import Text

from components import catalogue
from components.errors import UsageError
from components.prose import Blocks
from referee.engine.asking import choosing
from referee.engine.chance.parts import Progress, progress
from referee.engine.game import CHANCE, OVER, Remark, Remarks, Seat, Seats, Telling, View
from referee.engine.moves import Declares, Form, form_of, labelled
from referee.screen import picture
from referee.screen.explaining import explained
from referee.screen.handover import Handover
from referee.screen.styling import as_text, uncited
from referee.table import reporting
from referee.table.hinting import can_be_hinted, hint_blocks, preferred
from referee.table.history import Step
from referee.table.rounds import chart_lines
from referee.table.session import Session

_RULE = re.compile(r"\[([A-Z]{1,4} \d[\d.]*)")
_LAST_WORD = re.compile(r"[^ ,]+$")


class Question(NamedTuple):
    """A question that the screen asks.

    hint      everything else that may be typed
    numbered  true if digits pick from the moves
    """

    asked: str
    moves: tuple[str, ...] = ()
    hint: str = ""
    numbered: bool = False


class VisibleTable:
    """A session as seen by the players whom the screen is turned to. Set `handover` whenever it turns."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.box = catalogue.load(session.header.game)
        self.handover = Handover(None, None)
        # State, handover, and what is known of the state.
        self._known: tuple[Any, Handover, Any] = (None, self.handover, None)
        self._remarks: dict[str, Remark] = {}  # remarks by the text of the move, for the state that is known
        self._told: dict[Seat | None, list[Telling]] = {}

    def view(self) -> View:
        return self.session.game.view(self.session.state, self.handover.eyes)

    def tellings(self) -> list[Telling]:
        """Everything that was told, from the beginning on. Cached, because the story only grows."""
        told = self._told.setdefault(self.handover.eyes, [])
        told += self.session.told(self.handover.eyes, len(told))
        return told

    def is_passed(self, before: Seat | None, since: int) -> bool:
        """Tell whether a person is to move who was not before, or after the others have.

        since  the step of the story that was the first to happen
        """
        taker = self.handover.taker
        steps = (step for step in self.session.story[since:] if isinstance(step, Step))
        others = any(step.event.seat not in (None, taker) for step in steps)
        return taker is not None and (taker != before or others)

    def undoes(self, moves: int) -> str:
        """Say what an undo of that many moves takes back, as everybody who looks on was told of it.

        Empty if there are not that many.
        """
        session = self.session
        starts = session.starts()
        if not 1 <= moves <= len(starts):
            return ""
        at = starts[-moves]
        event = session.events[at]
        people = [seat for seat, _ in enumerate(session.names) if seat not in session.bots]
        eyes = people[0] if len(people) == 1 else None
        lines = session.game.tell(session.states[at], event, session.states[at + 1], eyes).lines
        who = "a result" if event.seat is None else f"a move of {session.names[event.seat]}"
        what = uncited(lines[0]) if lines else f"{who}."
        return what if moves == 1 else f"{moves} moves, the first of them: {what}"

    def picture(self, width: int, height: int, marked: str) -> Text:
        """The table with the places of the marked move; height 0 for any height."""
        view = self.view()
        eyes = self.handover.eyes if self.handover.seat is None else self.handover.seat
        own = self.session.names
        remark = self._remark(marked)
        return picture.picture(
            replace(view, facts=tuple(fact for fact in view.facts if fact.name not in own)),
            own,
            width=width,
            height=height,
            mine="" if eyes is None or self.handover.waiting else own[eyes],
            marked=() if remark and remark.points else _places(marked),
            points=remark.points if remark else (),
            shown=guided.show if (guided := self.session.guidance) else (),
        )

    def heading(self) -> str:
        """The game, its journal, and how it is played."""
        header, kept = self.session.header, self.session.journal.file.stem
        dice = ", dice at the table" if header.dice == "table" else ""
        pad = ", score pad" if header.mode == "pad" else ""
        return f"{self.box.title} ({kept}{dice}{pad})"

    def score(self, width: int) -> Text:
        """The score, and a chart of it, which is not broken as sentences are."""
        found = reporting.score_of(self.session)
        chart = [Text(line) for line in chart_lines(found.value, width)]
        return Text("\n").join([as_text(found.blocks, width), Text(), *chart])

    def odds(self) -> tuple[Blocks, Sequence[str]]:
        """The odds of the position, and their formulas; both empty if there are none."""
        found = None if self.handover.waiting else reporting.odds_of(self.session, self.handover.eyes)
        if found is None:
            return (), ()
        return found.blocks, [f"{step.what}: {step.formula} [{step.rule}]" for step in found.why]

    @property
    def has_hint(self) -> bool:
        """True if `hint` has more to show than why there is none."""
        seat = self.handover.seat
        return seat is not None and not self.handover.waiting and can_be_hinted(self.session, seat)

    def hint(self) -> Blocks:
        """The moves with their chances to win, or why there is no hint. Takes a second or two."""
        return hint_blocks(self.session, None if self.handover.waiting else self.handover.seat)

    def explanation(self, move: str, hint: str, said: str) -> Callable[[int], Iterator[Text]]:
        """Explain that move for the help, at a width; `said` may be a refusal with its rule."""
        remark = self.about()(move) if move else ""
        rule = _RULE.search(said)
        told = (move, self.forms(move), remark, self.view().areas, hint, rule[1] if rule else "")
        return functools.partial(explained, self.box, *told)

    def question(self) -> Question:
        """Return the question for the player who has the machine, or for the table."""
        session, seat, turn = self.session, self.handover.seat, self.session.turn
        if turn is OVER:
            return Question("The game is over.\nF7 score, F4 log, q to leave.")
        found = reporting.moves_of(session, seat).value
        if seat is None:
            taker = self.handover.taker
            asked = "Dice or cards decide" if taker is None else f"{session.names[taker]} has drawn"
            return Question(asked, found.moves, f"Write {found.wanted}.")
        secret = isinstance(turn, Seats) and turn.secret
        asked = f"{session.names[seat]} {'chooses in secret' if secret else 'is to move'}"
        asked = "\n".join((asked, *reporting.asked_of(session, seat)))
        return Question(asked, found.moves, found.wanted, numbered=True)

    def about(self) -> Callable[[str], str]:
        """Gives the remark on a move: the game's own, or its numbers with labels, or what is in its place."""
        where = {} if isinstance(self.session.game, Remarks) else picture.where_of(self.view().areas)

        def said(move: str) -> str:
            remark = self._remark(move)
            if remark is not None:
                return remark.text
            return labelled(self.session.game, move) or ", ".join(
                where[word] for word in move.split() if word in where
            )

        return said

    def senses(self) -> dict[str, int]:
        """Rate the sense of each move of the seat that chooses, by its text; empty if the game does not."""
        game, seat = self.session.game, self.handover.seat
        if not isinstance(game, Remarks) or seat is None or self.handover.waiting:
            return {}
        known = self._as_known_to(seat)
        for move in game.moves(self.session.state, seat):
            self._remarks.setdefault(str(move), game.remark(known, seat, move))
        senses = {text: remark.sense for text, remark in self._remarks.items()}
        return preferred(self.session, seat, senses)

    def gathered(self, typed: str) -> Progress | None:
        """Return the progress of the result of dice or cards on the line; None where none is wanted."""
        if self.session.turn is not CHANCE or not typed.strip():
            return None
        return progress(self.session.game.chance(self.session.state), typed)

    def gathering(self, typed: str) -> str:
        """Describe the progress of a result while it is typed: the last word may not be whole yet."""
        found = self.gathered(typed)
        if found and found.reason and found.fitting == len(found.words) - 1 and _LAST_WORD.search(typed):
            found = self.gathered(_LAST_WORD.sub("", typed))
        return found.told if found and found.words else ""

    def begun(self, text: str) -> tuple[choosing.Question, Form, dict[str, str]] | None:
        """The form of a move of that text, or that begins so, and its parts; None if it has no fields."""
        seat, forms = self.handover.seat, [form for form in self.forms(text) if form.fields]
        if seat is None or self.handover.waiting or not forms:
            return None
        form, question = forms[0], choosing.Question(self.session.game, self.session.state, seat)
        words = text.split()[1:] if form.verb and form.text.startswith(form.verb) else []
        if self._is_set(question, form):
            return question, form, {next(iter(form.fields)): " ".join(words)}
        senses, wanted = self.senses(), dict(zip(form.fields, words, strict=False))
        moves = [move for move in self.session.game.moves(self.session.state, seat) if _has(move, form)]
        moves.sort(key=lambda move: (str(move) != text, -senses.get(str(move), 0)))
        every = (choosing.texts_of(form, move) for move in moves)
        return question, form, next((one for one in every if wanted.items() <= one.items()), wanted)

    def is_better_filled_in(self, text: str) -> bool:
        """Tell whether a move that begins so is a set of pieces, or a mix of numbers."""
        begun = self.begun(text) if len(text.split()) > 1 else None
        return begun is not None and (begun[1].mixed is not None or self._is_set(begun[0], begun[1]))

    def _is_set(self, question: choosing.Question, form: Form) -> bool:
        return len(form.fields) == 1 and question.most(form.text, next(iter(form.fields))) > 1

    def forms(self, text: str) -> tuple[Form, ...]:
        """The form of a move of that text or, if it is only the beginning of one, all that it may have."""
        game, seat, words = self.session.game, self.handover.seat, text.split()
        if not isinstance(game, Declares) or not words:
            return ()
        try:
            if seat is not None and not self.handover.waiting:
                return (form_of(type(game.read(self._as_known_to(seat), seat, text))),)
        except UsageError:
            pass
        return tuple(form for form in game.GRAMMAR.forms if form.verb == words[0] or form.is_named(words))

    def _remark(self, move: str) -> Remark | None:
        """The game's remark on that move of the acting seat; None if the game has no remarks."""
        game, seat = self.session.game, self.handover.seat
        if not isinstance(game, Remarks):
            return None
        if seat is None or self.handover.waiting or not move:
            return Remark()
        known = self._as_known_to(seat)
        if move not in self._remarks:
            try:
                self._remarks[move] = game.remark(known, seat, game.read(known, seat, move))
            except UsageError:
                self._remarks[move] = Remark()  # only the beginning of a move
        return self._remarks[move]

    def _as_known_to(self, seat: Seat) -> Any:
        """The state as that seat knows it. Cached, because every move of a list asks for it."""
        state, handover, known = self._known
        if state is not self.session.state or handover is not self.handover:
            known = self.session.game.known(self.session.state, seat)
            self._known = (self.session.state, self.handover, known)
            self._remarks = {}
        return known


def _has(move: object, form: Form) -> bool:
    return form_of(type(move)) is form


def _places(move: str) -> set[str]:
    """The words of a move that may name a piece or a place; a number only if it is the only word."""
    verb, *rest = move.split() or [""]
    names = {word for word in rest if not word.isdigit() or len(rest) == 1}
    return names | {f"{verb} {rest[0]}"} if rest else names
