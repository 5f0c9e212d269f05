"""Looking closely at a game while it is played: what was decided, drawn, taken, cited and refused.

What is seen is counted under keys, tuples of texts, so that what many processes saw is added up.
"""

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from referee.engine.game import AnyGame, Event, Rounds, Seat
from referee.engine.moves import parts_of
from referee.lab.playing import Ended

Key: TypeAlias = tuple[str, ...]

_RULE = re.compile(r"\b[A-Z]{1,4} \d+\.\d+\b")
_WORD = re.compile(r"\w[^\s,;]*")
_MOST_LEGAL = 100  # moves; more are counted as that many
_ROUNDS = 60  # rounds of which the scores are kept
_TRIED = 2  # moves that were legal before and are not now, tried at every decision

SEVERAL = "pieces"
QUARTERS = ("a quarter", "half", "three quarters")


class Watch:
    """Observations of one game. Call it for every event, and `close` at the end.

    tally     counts by key
    examples  a refusal for each rule that refused something
    """

    def __init__(
        self, rules: AnyGame, codes: Mapping[str, str], tally: Counter[Key], examples: dict[str, str]
    ) -> None:
        self.rules, self.codes, self.tally, self.examples = rules, codes, tally, examples
        self._round_of = rules.round_name if isinstance(rules, Rounds) else None
        self.scores: list[tuple[int, ...]] = []
        self._round = ""
        self._cited: set[str] = set()
        self._taken: dict[Seat, set[Key]] = {}
        self._decisions = self._forced = 0
        self._before: dict[Seat, Sequence[Any]] = {}
        self._last: tuple[str, ...] = ()

    def __call__(self, before: Any, event: Event, after: Any) -> None:
        if event.seat is None:
            self._drawn(str(event.what))
        else:
            self._decided(before, event.seat, event.what)
        told = self.rules.tell(before, event, after, None)
        self._last = tuple(found for line in told.lines for found in _RULE.findall(line))
        self._cited.update(self._last)
        self._cited.update(found for why in told.why for found in _RULE.findall(why.rule))
        if self._round_of is not None and (name := self._round_of(after)) != self._round:
            if self._round:
                self.scores.append(self._totals(after))
            self._round = name

    def close(self, ended: Ended) -> int:
        """Count the game. Returns how many points its winner was behind at worst, at the end of a round."""
        tally = self.tally
        self.scores.append(ended.totals)
        tally["watched",] += 1
        for rule in self._cited:
            tally["rule", rule] += 1
        tally["end", " ".join(dict.fromkeys(self._last))] += 1
        tally["forced", str(self._forced), str(self._decisions)] += 1
        takers = Counter(key for taken in self._taken.values() for key in taken)
        winners = Counter(key for seat in ended.winners for key in self._taken.get(seat, ()))
        for key, seats in takers.items():
            tally["takers", str(winners[key]), str(seats), *key] += 1
        for number, totals in enumerate(self.scores[:_ROUNDS]):
            for total in totals:
                tally["score", str(number + 1), str(total)] += 1
        return self._lead(ended)

    def _totals(self, state: Any) -> tuple[int, ...]:
        by_name = {player.name: player.total for player in self.rules.score(state).players}
        return tuple(by_name.values())

    def _drawn(self, text: str) -> None:
        for word in _WORD.findall(text)[1:]:
            if word in self.codes:
                self.tally["drawn", self.codes[word], word] += 1

    def _decided(self, state: Any, seat: Seat, move: Any) -> None:
        legal = self.rules.moves(state, seat)
        self.tally["legal", str(min(len(legal), _MOST_LEGAL))] += 1
        self._decisions += 1
        self._forced += len(legal) == 1
        self._refused(state, seat, legal)
        taken = self._taken.setdefault(seat, set())
        taken.update(_features(move))
        for kind in {type(one) for one in legal}:
            self.tally["offered", kind.__name__.lower()] += 1

    def _refused(self, state: Any, seat: Seat, legal: Sequence[Any]) -> None:
        now = set(legal)
        gone = [move for move in self._before.get(seat, ()) if move not in now][:_TRIED]
        self._before[seat] = legal
        for move in gone:
            ruling = self.rules.check(state, seat, move)
            if not ruling.allowed:
                self.tally["refused", ruling.rule] += 1
                self.examples.setdefault(ruling.rule, ruling.reason)
                self._cited.update(_RULE.findall(ruling.rule))

    def _lead(self, ended: Ended) -> int:
        """Count who led when: at the end of each round somebody alone, or nobody."""
        tally, scores = self.tally, self.scores
        leaders = [_leader(totals) for totals in scores]
        led = [leader for leader in leaders if leader is not None]
        tally["lead changes", str(sum(one != other for one, other in itertools.pairwise(led)))] += 1
        for name, quarter in zip(QUARTERS, (1, 2, 3), strict=True):
            leader = leaders[len(leaders) * quarter // 4 - 1] if len(leaders) >= 4 else None
            if leader is not None:
                tally["led", name] += 1
                tally["led and won", name] += leader in ended.winners
        if len(ended.winners) != 1:
            return 0
        (winner,) = ended.winners
        since = len(leaders)
        while since and leaders[since - 1] == winner:
            since -= 1
        tally["decided", str(10 * since // len(leaders))] += 1
        return max(max(totals) - totals[winner] for totals in scores)


def codes_of(game: Any) -> dict[str, str]:
    """The codes of the pieces that moves and draws may name, each with its deck: not numbers, nor letters.

    What several decks have is in the group "pieces".
    """
    found: dict[str, str] = {}
    for deck in game.at_the_table():
        for piece in deck.pieces:
            code = piece.code
            if (seat := piece.fields.get("seat")) is not None:
                code = code.removesuffix(f"-{seat.letter}")
            if len(code) > 1 and not code.isdigit():
                found[code] = deck.name if found.get(code, deck.name) == deck.name else SEVERAL
    return found


def _leader(totals: Sequence[int]) -> Seat | None:
    top = max(totals)
    return totals.index(top) if totals.count(top) == 1 else None


@lru_cache(maxsize=20_000)
def _features(move: Any) -> tuple[Key, ...]:
    """Return what a move takes: its kind, and each word of its fields, unless it gives up what they name."""
    verb = _verb(move)
    taking = ((field.label, text) for field, text in parts_of(move) if not field.given)
    fields = ((label, word) for label, text in taking for word in text.split())
    return (("move", verb), *(("choice", f"{verb}: {label}", word) for label, word in fields))


def _verb(move: Any) -> str:
    return str(type(move).__name__).lower()
