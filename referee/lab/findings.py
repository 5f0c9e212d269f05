"""Findings that a designer should know first: sentences, each with its interval.

Something is called a flaw only where a whole interval lies beyond a bound, and these intervals are so wide
that of a hundred games without a flaw one is accused wrongly by all comparisons of one kind together.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import NormalDist

from components.wording import counted, listed
from referee.archive.rates import SURE, Rate
from referee.lab.measures import (
    Close,
    Deviation,
    Effect,
    Finding,
    Match,
    SeriesSummary,
    Spread,
    Use,
    Variation,
)

_WRONGLY = 0.01  # share of games without a flaw in which some comparison of a kind finds one
_SEAT = 0.03  # distance from a seat's share, up or down
_PIECE = 0.10
_FEWEST = 30  # takes of a piece before its wins count, or draws before nobody wants it
_TIES = 0.15
_UNWON = 0.15
_FORCED = 0.6
_RUNAWAY = (0.6, 0.75)  # parts of the way from a fair share to certainty, after 1/4 and 1/2 of the rounds
_SKILL = 0.56
_NAMED = 5  # pieces in a sentence


_flaw, _note = partial(Finding, "flaw"), partial(Finding, "note")


def findings(
    series: Sequence[SeriesSummary],
    ladder: Sequence[Match],
    variations: Sequence[Variation],
    deviations: Sequence[Deviation],
    unusable: Sequence[str],
    optional: bool,
) -> tuple[Finding, ...]:
    """Flaws first, then notes; those of the box as it is before those of its variations.

    unusable  kinds of moves that the game declares and nobody could ever make
    optional  whether the game has options, which some moves may need
    """
    found: list[Finding] = []
    for one in series:
        if one.kind in ("box", "vary"):
            where = "" if one.kind == "box" else f"With {one.name}: "
            told = (Finding(item.grade, item.about, where + item.text) for item in _series(one))
            found += (item for item in told if item.grade == "flaw" or one.kind == "box")
    found += _dead(unusable, optional)
    found += _skill(ladder)
    found += _variations(variations)
    found += _deviations(deviations)
    return tuple(sorted(found, key=lambda one: one.grade != "flaw"))


def _series(one: SeriesSummary) -> Iterator[Finding]:
    yield from _seats(one)
    yield from _bots(one)
    yield from _endings(one)
    if one.closely is not None and one.closely.games:
        yield from _leads(one, one.closely)
        yield from _decisions(one.closely)
        yield from _pieces(one, one.closely)
    yield _length(one)


def _seats(one: SeriesSummary) -> Iterator[Finding]:
    wide = _width(len(one.seats))
    worst = 0.0
    for seat in one.seats:
        sure = seat.rate.at(wide)
        worst = max(worst, abs(sure.low - one.fair), abs(sure.high - one.fair))
        if _beyond(sure, one.fair, _SEAT):
            more = "more" if sure.share > one.fair else "less"
            yield _flaw(
                "seats",
                f"{seat.of.capitalize()} wins {more} than its share: {seat.rate.told()} of"
                f" {counted(one.games, 'game')}; {_even(one)}.",
            )
    yield from _first(one)
    if one.games and len(one.seats) > 1:
        yield _note(
            "fairness",
            f"In {counted(one.games, 'game')} every seat wins within {100 * worst:.1f} percentage points of"
            f" an even share, {_percent(one.fair)}.",
        )


def _even(one: SeriesSummary) -> str:
    why = ", as a shared win counts for all who share it" if one.shared.won else ""
    return f"{_percent(one.fair)} would be even{why}"


def _first(one: SeriesSummary) -> Iterator[Finding]:
    """Seats may be fair where it is drawn who begins, and beginning may not be."""
    if len(one.seats) < 2 or not one.first.games:
        return
    sure = one.first.at(_width(1))
    told = f"the first player wins {one.first.told()} of the games"
    if _beyond(sure, one.fair, _SEAT):
        which = "an advantage" if sure.share > one.fair else "a disadvantage"
        yield _flaw("first", f"Going first is {which}: {told}; {_even(one)}.")
    else:
        yield _note("first", f"{told.capitalize()}; {_even(one)}.")


def _bots(one: SeriesSummary) -> Iterator[Finding]:
    if len(one.bots) > 1:
        told = listed(f"{bot.of} wins {bot.rate.told()} of its games" for bot in one.bots)
        yield _note("bots", f"Counted by seats, {told}.")


def _endings(one: SeriesSummary) -> Iterator[Finding]:
    if one.limited.won:
        text = f"{_several(one.limited)} did not end and were given up: {one.limited.told()}."
        yield _flaw("endless", text)
    if one.broken.won:
        text = f"{_several(one.broken)} broke off, because the rules or a bot failed: {one.error}."
        yield _flaw("broken", text)
    wide = _width(1)
    if one.shared.at(wide).low > _TIES:
        yield _flaw("ties", f"The win is shared too often: in {one.shared.told()} of the games.")
    if one.unwon.at(wide).low > _UNWON:
        yield _flaw("unwon", f"Too often nobody wins: in {one.unwon.told()} of the games.")


def _leads(one: SeriesSummary, closely: Close) -> Iterator[Finding]:
    wide = _width(len(closely.led))
    for led, bound in zip(closely.led, _RUNAWAY, strict=False):
        sure = led.rate.at(wide)
        if sure.low > one.fair + bound * (1 - one.fair):
            yield _flaw(
                "runaway",
                f"The leader runs away: whoever leads after {led.of} of the rounds wins {led.rate.told()}.",
            )
            break
    last = closely.led[-1]
    sure = last.rate.at(wide)
    if sure.high < one.fair:
        yield _flaw(
            "catch-up",
            f"Leading hurts: the leader after {last.of} of the rounds wins only {last.rate.told()}.",
        )
    elif last.rate.games >= _FEWEST:
        yield _note(
            "lead",
            f"The leader after {closely.led[1].of} of the rounds wins {closely.led[1].rate.told()}, after"
            f" {last.of} {last.rate.told()}; the lead changes {closely.lead_changes.mean:.1f} times a game.",
        )


def _decisions(closely: Close) -> Iterator[Finding]:
    if closely.forced.at(_width(1)).low > _FORCED:
        yield _flaw(
            "forced",
            f"There is little to decide: {closely.forced.told()} of the decisions have only one legal move.",
        )


def _pieces(one: SeriesSummary, closely: Close) -> Iterator[Finding]:
    by_group: dict[str, list[Use]] = {}
    for piece in closely.pieces:
        by_group.setdefault(piece.group, []).append(piece)
    for group, pieces in by_group.items():
        taken = [piece for piece in pieces if piece.won.games]
        if not taken:
            continue  # chance alone brings these pieces, or nobody is asked about them
        usual = sum(piece.won.won for piece in taken) / sum(piece.won.games for piece in taken)
        wide = _width(len(taken))
        often = [piece for piece in taken if piece.won.games >= _FEWEST]
        sure = [(piece, piece.won.at(wide)) for piece in often]
        strong = [piece for piece, found in sure if found.low > usual + _PIECE]
        weak = [piece for piece, found in sure if found.high < usual - _PIECE]
        ignored = [piece for piece in pieces if piece.drawn >= _FEWEST and not piece.won.games]
        if strong:
            strong.sort(key=lambda piece: -piece.won.share)
            yield _flaw("too strong", _winning(group, "often", strong, usual))
        if weak:
            weak.sort(key=lambda piece: piece.won.share)
            yield _flaw("too weak", _winning(group, "seldom", weak, usual))
        if ignored:
            yield _flaw("ignored", _untaken(group, ignored))


def _length(one: SeriesSummary) -> Finding:
    rounds, decisions = one.rounds, one.decisions
    # A game without names for its rounds has none to count.
    often, usual = (f" in {_between(rounds)} rounds", f" in {rounds.median}") if rounds.median else ("", "")
    return _note(
        "length",
        f"Eight games in ten take {_between(decisions)} decisions{often};"
        f" the median is {decisions.median}{usual}.",
    )


def _dead(unusable: Sequence[str], optional: bool) -> Iterator[Finding]:
    if unusable:
        names = listed(f'"{name}"' for name in unusable)
        moves = "move" if len(unusable) == 1 else "moves"
        text = f"In the games that were watched, nobody could ever make the {moves} {names}"
        how = ", as these bots play with these options" if optional else ", as these bots play"
        yield Finding("note" if optional else "flaw", "dead rule", f"{text}{how}.")


_BLIND = " As random does not try to win, playing can hardly decide more."


def _skill(ladder: Sequence[Match]) -> Iterator[Finding]:
    wide = _width(max(len(ladder), 1))
    for one in ladder:
        sure = one.won.at(wide)
        told = f"{one.strong} wins {one.won.told()} of its games against {one.weak}"
        if sure.high < _SKILL and one.weak == "random":
            yield _flaw("luck", f"Playing well hardly helps: {told}.")
        yield _note(
            "skill",
            f"For two, {told}. Of {counted(one.deals, 'deal')} that were played twice, with seats swapped,"
            f" the same bot wins both games in {one.same_bot.told()}, so playing decides there, and the same"
            f" seat in {one.same_seat.told()}, so the deal does.{_BLIND if one.weak == 'random' else ''}",
        )


def _variations(variations: Sequence[Variation]) -> Iterator[Finding]:
    wide = _width(len(variations) * 4)
    for one in variations:
        moved = [effect for effect in one.compared.effects if _distance(effect, wide) > 0]
        told = "; ".join(map(_moved, moved)) or "nothing that is measured changes for certain"
        yield _note(
            "variation", f"With {one.name}, compared with the box as it is and with the same luck: {told}."
        )


def _deviations(deviations: Sequence[Deviation]) -> Iterator[Finding]:
    played = [one for one in deviations if not one.refused and one.compared.changed.games]
    if not played:
        return
    moving = {one.number for one in played if one.compared.changed.won}
    every = {one.number for one in played}
    if idle := len(every - moving):
        yield _note(
            "idle numbers",
            f"{idle} of {counted(len(every), 'number')} changed nothing, one step up or down, in"
            f" {counted(played[0].compared.changed.games, 'game')}.",
        )
    wide = _width(len(played))
    able = [one for one in played if one.compared.effects]
    for place, what in enumerate(("who wins", "how long it takes", "the scores")):
        best = max(able, key=lambda one: _distance(one.compared.effects[place], wide), default=None)
        if best and _distance(best.compared.effects[place], wide) > 0:
            yield _note(
                "levers",
                f"The number that most changes {what} is {best.number}, from {best.before:g} to"
                f" {best.after:g}: {_moved(best.compared.effects[place])}.",
            )


def _distance(effect: Effect, wide: float) -> float:
    """Return how far the nearer end of an interval of that width is from 0; 0 or less if 0 lies in it."""
    return abs(effect.mean) - (effect.high - effect.mean) * wide / SURE


def _moved(effect: Effect) -> str:
    return f"{effect.of} {effect.told}"


def _beyond(sure: Rate, fair: float, bound: float) -> bool:
    return sure.games > 0 and (sure.low > fair + bound or sure.high < fair - bound)


def _width(comparisons: int) -> float:
    """Standard deviations of intervals that all hold together, but for one time in a hundred."""
    return NormalDist().inv_cdf(1 - _WRONGLY / 2 / max(comparisons, 1))


def _winning(group: str, how: str, pieces: Sequence[Use], usual: float) -> str:
    told = listed(f"{piece.name} in {piece.won.told()}" for piece in pieces[:_NAMED])
    rest = len(pieces) - _NAMED
    more = f"; so do{'es' if rest == 1 else ''} {rest} more" if rest > 0 else ""
    who = f"Players who take one of these {group} win too {how}, where {_percent(usual)} is usual"
    return f"{who}: {told} of the games{more}."


def _untaken(group: str, pieces: Sequence[Use]) -> str:
    draws = min(piece.drawn for piece in pieces)
    if len(pieces) == 1:
        return f"Nobody ever takes {pieces[0].name}, one of the {group}, though it was drawn {draws} times."
    more = [f"{len(pieces) - _NAMED} more"] if len(pieces) > _NAMED else []
    names = listed([*(piece.name for piece in pieces[:_NAMED]), *more])
    return f"Nobody ever takes these {group}: {names}, each drawn {draws} times or more."


def _between(spread: Spread) -> str:
    return f"{spread.tenth} to {spread.ninetieth}" if spread.tenth < spread.ninetieth else f"{spread.tenth}"


def _several(one: Rate) -> str:
    return f"{one.won} of {counted(one.games, 'game')}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".0 %", " %")
