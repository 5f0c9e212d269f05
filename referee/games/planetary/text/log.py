"""The log of Planetary: what happens, in words, as a seat learns of it.

Everybody sees what happens on planets. Only those who see a ship learn what happens aboard it, and they
learn that it goes out of sight, but not where to.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from components.wording import counted, listed
from referee.engine.answers import Why
from referee.engine.game import TIME_OVER, Event, Seat, Telling
from referee.games.planetary import moves
from referee.games.planetary.rules import damage, ending, income, planets, power, sequence, ship_move, upkeep
from referee.games.planetary.rules.draws import Words
from referee.games.planetary.rules.round_end import Grown
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, DEAD, Place, Side, State


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    """The event as that seat, or with None an onlooker, learns of it."""
    if event.seat is None:
        lines = [*_chance_lines(before, event.what, after, seat)]
        why: tuple[Why, ...] = ()
    elif event.what is TIME_OVER:
        lines, why = [*_time_lines(before, event.seat, after, seat)], ()
    else:
        lines = [*_move_lines(before, event.seat, event.what, after, seat)]
        why = _why(before, event.what) if lines and seat == event.seat else ()
    sight = _sight_lines(before, event, after, seat) if before.order else ()
    told = (*lines, *sight, *_turning_points(before, after, seat))
    news = "The planets are laid [PL 1.6]." if before.step == "maps" else ""
    if isinstance(event.what, Grown) and len(event.what.hexes) > 1:
        news = f"Plants grow on {len(event.what.hexes)} hexes [PL 5.1]."
    return Telling(told, why, tuple(_positions(before, after, seat)), news)


def _chance_lines(before: State, what: Any, after: State, seat: Seat | None) -> Iterator[str]:
    match before.step:
        case "sizes":
            yield f"Map pieces round the planets: {' '.join(what.words)} [PL 1.2]."
        case "maps":
            yield f"The map pieces are {' '.join(one.code for one in what.pieces)} [PL 1.6]."
        case "sides":
            yield f"The planets show sides {' '.join(what.words)} [PL 1.2]."
        case "colours":
            assert isinstance(what, Words)
            for world in after.worlds:
                planet = world.planet
                yield f"{planet.card.title}: rock {planet.rock}, grass {planet.grass} [PL 1.2]."
        case "dust":
            yield f"Dust clouds are at {', '.join(map(str, after.dust))} [PL 1.3]."
        case "spaces":
            if seat is not None and before.sides[seat].ship.space < 0:
                yield f"{after.names[seat]}'s ship starts at space {after.sides[seat].ship.space} [PL 3.1]."
        case "bars":
            if seat is not None and after.sides[seat].bar and not before.sides[seat].bar:
                yield f"{after.names[seat]}'s bar is {' '.join(after.sides[seat].bar)} [PL 2.4]."
        case "strays":
            for owner, side in enumerate(after.sides):
                for number, unit in enumerate(side.units):
                    if unit != before.sides[owner].units[number] and seat == owner:
                        who = f"{after.names[owner]}'s {before.box.units[number].name}"
                        yield f"{who} goes to {before.box.board.cells[unit.place.spot]} [PL 3.1]."
        case "first":
            yield f"The first turn is counted from space {after.first} [PL 3.2]."
        case "draw" | "swap":
            own = seat == before.active
            drawn = " and ".join(one.code if own else "a blueprint" for one in what.pieces)
            if sees(before, seat, before.active):
                yield f"{before.names[before.active]} draws {drawn} [PL 4.4]."
        case "growth":
            assert isinstance(what, Grown)
            yield f"Plants grow: {', '.join(what.hexes) or 'nowhere'} [PL 5.1]."
        case "reward":
            winner = before.names[before.rewards.index(None)]
            yield f"{winner} draws {' '.join(one.code for one in what.pieces)} [PL 7.3]."


def _move_lines(
    before: State, acting_seat: Seat, move: moves.Move, after: State, seat: Seat | None
) -> Iterator[str]:
    name, own = before.names[acting_seat], seat == acting_seat
    if before.step in ("space", "build"):
        if own:
            yield f"{name}: {_round_0_text(before, move)} [PL 3.1]."
        return
    if isinstance(move, moves.Fly | moves.Land):
        yield from _flight_lines(before, name, acting_seat, move, after, seat)
    elif isinstance(move, moves.Walk):
        yield from _walk_lines(before, name, move, after, seat)
    elif isinstance(move, moves.Fire):
        yield from _shot_lines(before, name, acting_seat, move, after, seat)
    elif isinstance(move, moves.Raise | moves.Work | moves.Heal | moves.FallOn | moves.Strike):
        if own or isinstance(move, moves.FallOn) or _field_seen(before, seat, _field(before, move.unit)):
            yield f"{_deed(before, name, acting_seat, move, after)}."
    elif sees(before, seat, acting_seat) and (
        text := _aboard_text(before, acting_seat, move, after, own=own)
    ):
        yield f"{name} {text}."


def _time_lines(before: State, late: Seat, after: State, seat: Seat | None) -> Iterator[str]:
    name = before.names[late]
    yield f"{name}'s time is over [PL 3.4]."
    if before.step == "upkeep" and sees(before, seat, late):
        yield f"{name} {_ready_text(before, late, after)}."


def _round_0_text(before: State, move: moves.Move) -> str:
    if isinstance(move, moves.Start):
        return f"the ship starts at space {move.space}"
    if isinstance(move, moves.Build):
        return f"{move.code} is built at {move.cell}"
    if isinstance(move, moves.Walk):
        return f"the {before.box.units[move.unit].name} is placed at {move.to}"
    return "round 0 is over for you"


def _flight_lines(
    before: State, name: str, mover: Seat, move: moves.Fly | moves.Land, after: State, seat: Seat | None
) -> Iterator[str]:
    cost = ship_move.cost(before, ship_move.steps_of(before, move)) if seat == mover else 0
    price = f", for {cost} W" if cost else ""
    if not sees(after, seat, mover):
        return
    if isinstance(move, moves.Fly):
        yield f"{name}'s ship moves to space {move.space}{price} [PL 4.6]."
    else:
        yield f"{name}'s ship lands on P{move.planet + 1} at {move.hex}{price} [PL 4.6]."


def _sight_lines(before: State, event: Event, after: State, seat: Seat | None) -> Iterator[str]:
    """Ships that come into sight or go out of it: by a flight, by a scanner or a cloak, by a death."""
    for other, name in enumerate(after.names):
        sees_now = sees(after, seat, other)
        if sees_now == sees(before, seat, other):
            continue
        if not sees_now:
            yield f"{name}'s ship goes out of sight [PL 3.3]."
        elif other != event.seat or not isinstance(event.what, moves.Fly | moves.Land):
            yield f"{name}'s ship comes into sight at space {after.sides[other].ship.space} [PL 3.3]."


def _walk_lines(before: State, name: str, move: moves.Walk, after: State, seat: Seat | None) -> Iterator[str]:
    start = before.side.units[move.unit].place
    end = after.side.units[move.unit].place
    unit = before.box.units[move.unit].name
    if not (_field_seen(before, seat, start.field) or _field_seen(after, seat, end.field)):
        return
    if end.field >= ABOARD:
        ship = "" if end.field == start.field else f" aboard {before.names[end.field - ABOARD]}'s ship"
        where = f"{before.box.board.cells[end.spot]}{ship}"
    else:
        where = f"{move.to}{f' on P{end.field + 1}' if start.field != end.field else ''}"
    yield f"{name}'s {unit} goes to {where} [PL {'4.6' if start.field != end.field else '4.8'}]."


def _shot_lines(
    before: State, name: str, shooter: Seat, move: moves.Fire, after: State, seat: Seat | None
) -> Iterator[str]:
    """A seat that sees only one of the two ships learns only about that one (PL 3.3)."""
    from_here = sees(before, seat, shooter)
    target = move.target
    to_there = isinstance(target, moves.Other) or (
        target.ship is not None and sees(before, seat, target.ship)
    )
    if not (from_here or to_there):
        return
    gun = before.side.ship.module(move.gun)
    source = f"{name}'s {before.box.units[move.unit].name} fires the {gun.code}"
    result = _result(before, target, after) if to_there else "a ship out of sight"
    yield f"{source} at {result} [PL 6]." if from_here else f"A shot from out of sight hits {result} [PL 6]."


def _field(state: State, unit: int) -> int:
    """Say where the active player's unit is."""
    return state.side.units[unit].place.field


def _field_seen(state: State, seat: Seat | None, field: int) -> bool:
    return field < ABOARD or sees(state, seat, field - ABOARD)


def _deed(before: State, name: str, actor: Seat, move: Any, after: State) -> str:
    if isinstance(move, moves.FallOn):
        assert before.fall is not None
        unit = before.box.units[before.fall.unit].name
        return f"{name}'s {unit} falls to {move.hex} [PL 4.11]"
    who = f"{name}'s {before.box.units[move.unit].name}"
    if isinstance(move, moves.Raise):
        return f"{who} places a {move.kind} on {move.hex} [PL 4.9]"
    if isinstance(move, moves.Heal):
        ally, hp = before.box.units[move.ally], after.sides[actor].units[move.ally].hp
        return f"{who} heals the {ally.name}: {hp} of {ally.hp} HP [PL 4.9]"
    if isinstance(move, moves.Work):
        return f"{who} {_work_text(before, move, after)} [PL 4.9]"
    verb = "shoots" if before.box.units[move.unit].attack.line else "attacks"
    return f"{who} {verb} {_result(before, move.target, after)} [PL 4.9]"


def _work_text(before: State, move: moves.Work, after: State) -> str:
    if isinstance(move, moves.Claim):
        return f"claims the structure on {move.hex}"
    gains = tuple(new - old for new, old in zip(after.side.materials, before.side.materials, strict=True))
    what = f"gains {before.box.amounts_text(gains)}" if any(gains) else "has one more cut to do"
    return f"{'cuts woodland' if isinstance(move, moves.Cut) else 'picks plants'} on {move.hex} and {what}"


def _result(before: State, target: moves.Target, after: State) -> str:
    """The target, and what has become of it."""
    if isinstance(target, moves.Hex):
        return f"the structure on {target}: it is destroyed"
    if isinstance(target, moves.Other):
        number = target.unit
        one, kind = after.sides[target.seat].units[number], before.box.units[number]
        state = f"{one.hp} of {kind.hp} HP left" if one.hp else "it dies"
        return f"{before.names[target.seat]}'s {kind.name}: {state}"
    assert target.ship is not None
    old = before.sides[target.ship].ship.module(target.cell)
    new = after.sides[target.ship].ship.cells[target.cell]
    what = f"{before.names[target.ship]}'s {old.code} at {target.cell}"
    if damage.voids(before.sides[target.ship].ship, before.round):
        return f"{what}: a shield voids the hit"
    text = f"{what}: {new.hp} HP left" if new and new.hp else f"{what}: it is destroyed"
    return text + _thrown(before, target.ship, target.cell, after)


def _thrown(before: State, ship: Seat, cell: int, after: State) -> str:
    """Tell what happens to a unit on a module that is destroyed (PL 4.11)."""
    victim = before.occupants.get(Place(ABOARD + ship, cell))
    if not victim or after.sides[ship].ship.cells[cell] is not None:
        return ""
    seat, number = victim
    unit = f"{before.names[seat]}'s {before.box.units[number].name}"
    one = after.sides[seat].units[number]
    if not one.hp:
        return f", and {unit} with it"
    if one.place == DEAD:
        return f", and {unit} falls"
    return f", and {unit} falls to {after.worlds[one.place.field].cylinder.text(one.place.spot)}"


def _aboard_text(before: State, seat: Seat, move: moves.Move, after: State, *, own: bool) -> str:
    side, new = before.sides[seat], after.sides[seat]
    if isinstance(move, moves.Fuel):
        spent = zip(side.materials, new.materials, strict=True)
        return f"buys fuel for {before.box.amounts_text(tuple(old - now for old, now in spent))} [PL 4.2]"
    if isinstance(move, moves.Repair):
        return f"repairs the core for {before.box.amounts_text(power.repair_cost(side))} [PL 4.2]"
    if isinstance(move, moves.On | moves.Many):
        cells = after.doings.paid[len(before.doings.paid) :]
        codes = [module.code for cell in cells if (module := side.ship.cells[cell])]
        text = f"pays upkeep for {', '.join(codes)}{_generator_text(side, new, codes, own=own)}"
        unpaid = set(upkeep.meant(before, move)) - set(cells) if isinstance(move, moves.Many) else ()
        left_out = [module.code for cell in sorted(unpaid) if (module := side.ship.cells[cell])]
        return f"{text}{'; not for ' if left_out else ''}{', '.join(left_out)} [PL 4.3]"
    if isinstance(move, moves.Ready):
        return _ready_text(before, seat, after)
    if isinstance(move, moves.Drill):
        return f"drills at {move.hex} [PL 6]"
    if isinstance(move, moves.Build):
        on = f", on{_generator_text(side, new, [move.code], own=own)}" if move.on else ""
        return f"builds {move.code} at {move.cell}{on} [PL 4.7]"
    if isinstance(move, moves.Sacrifice):
        gains = "a card" if move.card else before.box.amounts_text(before.box.sacrifice_gains)
        return f"sacrifices {move.code if own else 'a blueprint'} for {gains} [PL 4.7]"
    if isinstance(move, moves.Mend):
        module = new.ship.module(move.cell)
        return f"repairs {module.code} at {move.cell}: {module.hp} HP [PL 6]"
    if isinstance(move, moves.Clone):
        return f"brings the {before.box.units[move.dead].name} back at {move.cell} [PL 6]"
    return ""


def _generator_text(old: Side, new: Side, codes: Sequence[str], *, own: bool) -> str:
    """The fuel that generators buy when they are paid for; only their owner learns that they give nothing."""
    if not any(power.is_generator(old.box.blueprints[code]) for code in codes):
        return ""
    fuel = power.fuel_cost(old)
    amounts = zip(fuel, old.materials, new.materials, strict=True)
    bought = tuple(had - has if needed else 0 for needed, had, has in amounts)
    text = f", and buys {old.box.amounts_text(bought)} as fuel" if any(bought) else ""
    return text if power.works(new) or not own else f"{text}, but it gives nothing while the core is out"


def _ready_text(before: State, seat: Seat, after: State) -> str:
    on = [module.code for _, module, _ in after.sides[seat].ship.on]
    text = f"has on: {', '.join(on) or 'nothing'} [PL 4.3]"
    changes = zip(after.sides[seat].materials, before.sides[seat].materials, strict=True)
    gains = tuple(new - old for new, old in changes)
    return f"{text}, and gains {before.box.amounts_text(gains)} [PL 6]" if any(gains) else text


def _turning_points(before: State, after: State, seat: Seat | None) -> Iterator[str]:
    """The first order of turns, a new round or turn, a side that is out, the end of the game."""
    if after.order and not before.order:
        order = ", ".join(after.names[one] for one in after.order)
        yield f"Order of turns: {order} [PL 3.2]."
    for name, old, new in zip(after.names, before.sides, after.sides, strict=True):
        if old.out is None and new.out is not None:
            yield f"{name} has no unit left and is out [PL 7.1]."
    if after.step in ("reward", "over") and before.step not in ("reward", "over"):
        yield _end(after)
    elif after.turn_number > before.turn_number:
        if after.round > before.round:
            half = planets.day_half(after.box, after.round)
            yield f"Round {after.round}: half {half} of every planet is day [PL 5.1]."
        yield f"{after.names[after.active]}'s turn{_income_text(before, after)}."
        if seat == after.active and after.side.due:
            yield "A repair is due [PL 4.2]."


def _positions(before: State, after: State, seat: Seat | None) -> Iterator[str]:
    """Tell where everybody is when round 0 ends: whoever wants to use it has to remember it (PL 3.1)."""
    if not after.order or before.order:
        return
    for owner, (name, side) in enumerate(zip(after.names, after.sides, strict=True)):
        board = f": {_board_text(side.ship)}" if sees(after, seat, owner) else ""
        yield f"Shown once: {name}'s ship is at space {side.ship.space}{board} [PL 3.1]."


def _board_text(ship: Any) -> str:
    return ", ".join(f"{module.code} {cell}" for cell, module in ship.modules)


def _income_text(before: State, after: State) -> str:
    old, new = before.sides[after.active].materials, after.side.materials
    count = len(list(income.yielding(before, after.active)))
    if not count or before.active == after.active:
        return ""
    gains = tuple(now - then for now, then in zip(new, old, strict=True))
    return f"; structures yield {before.box.amounts_text(gains)} [PL 4.1]" if any(gains) else ""


def _end(after: State) -> str:
    """Say who has won, and why the game is over (PL 7.1)."""
    best = [after.names[seat] for seat in ending.places(after)[0]]
    wins = f"{listed(best)} {'wins' if len(best) == 1 else 'share the victory'}"
    if sequence.over(after):
        if len(best) > 1:
            return f"Nobody has a unit left: {wins} [PL 7.1]."
        return f"{wins}: nobody else has a unit left [PL 7.1]."
    units, hp = _strength(after, best[0])
    each = " each" if len(best) > 1 else ""
    return (
        f"Round {after.round} was the last: {wins} with {counted(units, 'unit')} and {hp} HP{each} [PL 7.1]."
    )


def _strength(after: State, name: str) -> tuple[int, int]:
    """The living units of that player, and their HP."""
    side = after.sides[after.names.index(name)]
    return side.alive, sum(unit.hp for unit in side.units)


def _why(before: State, move: moves.Move) -> tuple[Why, ...]:
    """The figures of a move in one's own turn."""
    if isinstance(move, moves.Ready):
        return (
            Why("watts", f"{power.total(before)} - {before.doings.spent} = {power.left(before)}", "PL 4.3"),
        )
    if isinstance(move, moves.Fly | moves.Land):
        steps = ship_move.steps_of(before, move)
        cost = ship_move.cost(before, steps)
        return (Why("watts", f"{steps} × {cost // steps} = {cost}", "PL 4.6"),) if cost else ()
    if isinstance(move, moves.Strike) and isinstance(move.target, moves.Other):
        kind = before.box.units[move.unit]
        kills = before.box.units[move.target.unit].name in kind.attack.kills
        return (
            Why("damage", f"a {kind.name} {'kills' if kills else f'does {kind.attack.damage}'}", "PL 4.9"),
        )
    if isinstance(move, moves.Build) and before.step == "act":
        blueprint = before.box.blueprints[move.code]
        more = f" + {blueprint.upkeep}" if move.on else ""
        return (Why("watts", f"{blueprint.watts}{more} of {power.left(before)}", "PL 4.7"),)
    return ()
