"""The end of a game: places, and what they are worth (PL 7.1 to PL 7.3)."""

from collections import Counter
from typing import Any

from referee.engine.chance.outcomes import Draw, Drawn
from referee.engine.game import Seat
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.engine.tuples import replaced
from referee.games.planetary.box import SLUG
from referee.games.planetary.rules import scoring
from referee.games.planetary.rules.draws import Named, blueprints, card_reader, cards, named, one
from referee.games.planetary.rules.scoring import Reward, Standing
from referee.games.planetary.state import State


def places(state: State) -> list[list[Seat]]:
    """The seats in the order of places (PL 7.1).

    Those still in the game come first, by units and then HP, then those who were out last.
    """

    def rank(seat: Seat) -> tuple[bool, int, int]:
        side = state.sides[seat]
        if side.out is not None:
            return (False, side.out, 0)
        return (True, side.alive, sum(unit.hp for unit in side.units))

    ranks = {seat: rank(seat) for seat in range(len(state.names))}
    return [
        [seat for seat in ranks if ranks[seat] == value]
        for value in sorted(set(ranks.values()), reverse=True)
    ]


def rewarding(state: State) -> State:
    """Everybody's blueprints: those that need not be drawn, then those that are (PL 7.3)."""
    drawn = state.rewards or (None,) * len(state.names)
    found = tuple(kept if kept is not None else _certain(state, seat) for seat, kept in enumerate(drawn))
    return state.but(rewards=found, step="reward" if None in found else "over")


def reward_draw(state: State) -> Draw[Named]:
    """The draw for the first seat whose blueprints are still to be drawn."""
    seat = state.rewards.index(None)
    codes = state.sides[seat].destroyed
    if count := scoring.consolation(state.box, _standing(state, seat), len(codes)):
        tier = state.box.rewards.consolation.tier
        kinds = [one.code for one in state.box.blueprints.values() if one.tier == tier]
        wanted = one(f"a tier {tier} blueprint for {state.names[seat]}")
        return cards("reward", named(kinds), count, wanted, card_reader(state.box))
    count = scoring.copies(state.box, _standing(state, seat), len(codes))
    wanted = blueprints(count, f"{state.names[seat]} copies")
    return cards("reward", named(state.box.in_order(codes)), count, wanted, card_reader(state.box))


def rewarded(state: State, drawn: Drawn[Named]) -> State:
    seat = state.rewards.index(None)
    codes = state.box.in_order(tuple(piece.code for piece in drawn.pieces))
    return rewarding(state.but(rewards=replaced(state.rewards, seat, codes)))


def score(state: State) -> ScoreSheet[Any]:
    """Living units while the game goes on (PL 7.1), at its end the rewards."""
    if state.step != "over":
        return ScoreSheet(
            SLUG,
            tuple(
                PlayerScore(
                    name=name,
                    points=side.alive,
                    total=side.alive,
                    lines=(ScoreLine("units alive", side.alive, "PL 7.1"),),
                )
                for name, side in zip(state.names, state.sides, strict=True)
            ),
            (),
        )
    return rewards(state)


def rewards(state: State) -> ScoreSheet[Reward]:
    """Money and blueprints of everybody, when the game is over."""
    everybody = tuple(
        scoring.reward(state.box, _standing(state, seat), codes or (), _how(state, seat))
        for seat, codes in enumerate(state.rewards)
    )
    return ScoreSheet(SLUG, everybody, tuple(reward.name for reward in everybody if reward.place == 1))


def _certain(state: State, seat: Seat) -> tuple[str, ...] | None:
    """A seat's blueprints; None if they are to be drawn."""
    standing, codes = _standing(state, seat), state.sides[seat].destroyed
    if scoring.consolation(state.box, standing, len(codes)):
        return None
    copies = scoring.copies(state.box, standing, len(codes))
    if copies == 0:
        return ()
    if copies == len(codes) or len(Counter(codes)) == 1:
        return state.box.in_order(codes)[:copies]
    return None


def _how(state: State, seat: Seat) -> str:
    standing, count = _standing(state, seat), len(state.sides[seat].destroyed)
    if scoring.consolation(state.box, standing, count):
        return "drawn, as none was destroyed"
    copies = scoring.copies(state.box, standing, count)
    if standing.last_alone:
        return "last alone"
    return f"{copies} of {count}{', drawn' if 0 < copies < count else ''}"


def _standing(state: State, seat: Seat) -> Standing:
    ranked = scoring.standings([[state.names[one] for one in place] for place in places(state)])
    return next(standing for standing in ranked if standing.name == state.names[seat])
