"""Moves that are chosen part by part: whoever chooses from what is left ends with a legal move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine.game import OVER, Event, Seat
from referee.games import slugs
from referee.table.beginning import begin
from referee.table.session import Session
from referee.web.pages import choosing
from referee.web.pages.choosing import Kind, Sight
from tests.searching import SEARCHING

STEPS = 400 if SEARCHING else 12  # steps of each game at most
GAMES = 3 if SEARCHING else 1
NOTHING = Sight({}, {})  # nothing on the table


def begun(folder: Path, slug: str, number: int = 0) -> Session:
    session = begin(folder / f"{number}.jsonl", slug, ("Ann", "Bo"), seed=f"parts {number}")
    session.advance()
    return session


def walked(session: Session, seat: Seat, kind: Kind, at: str, chance: random.Random) -> str:
    """The move of somebody who chooses the parts on the page, in any order, with changes of mind."""
    selects = [[value.text for value in facet.values] for facet in kind.facets]
    parts = [values[0] if len(values) == 1 else "" for values in selects]
    allowed = [set(values) for values in selects]

    def choose(number: int) -> None:
        nonlocal parts, allowed
        parts[number] = chance.choice([value for value in selects[number] if value in allowed[number]])
        found = choosing.choice(session, seat, kind.form, parts, at)
        parts, allowed = list(found.parts), [set(values) for values in found.values]
        assert all(part in ("", *values) for part, values in zip(parts, selects, strict=True))

    for number in chance.choices(range(len(parts)), k=chance.randrange(3)):
        choose(number)
    while "" in parts:
        choose(parts.index(""))
    return choosing.chosen(session, seat, kind.form, [[part] for part in parts])


@pytest.mark.parametrize("slug", slugs())
def test_what_is_left_leads_to_a_legal_move(slug: str, tmp_path: Path) -> None:
    chance, found = random.Random(11), 0
    for number in range(GAMES):
        session = begun(tmp_path, slug, number)
        for _ in range(STEPS):
            if session.turn is OVER:
                break
            seat = chance.choice(session.acting)
            legal = list(session.game.moves(session.state, seat))
            tapped = chance.choice(str(chance.choice(legal)).split())
            for at in ("", tapped):
                for kind in choosing.moves_of(session, seat, NOTHING, at).kinds:
                    if kind.facets and all(facet.most == 1 for facet in kind.facets):
                        assert walked(session, seat, kind, at, chance) in map(str, legal)
                    for one in chance.sample(kind.options, min(3, len(kind.options))):
                        pairs = zip(kind.facets, one.parts, strict=True)
                        values = [[facet.values[place].text for place in places] for facet, places in pairs]
                        assert choosing.chosen(session, seat, kind.form, values) == one.text
                        found += 1
            session.play(Event(seat, chance.choice(legal)))
    assert found


def test_a_part_that_no_longer_fits_is_chosen_anew(tmp_path: Path) -> None:
    """Per Aspera's first ship (PA 1.4) has five parts, and what it costs is left to the last ones."""
    session = begun(tmp_path, "per-aspera")
    seat = session.acting[0]
    (ship,) = choosing.moves_of(session, seat, NOTHING).kinds

    def choice(*parts: int) -> choosing.Choice:
        return choosing.choice(session, seat, ship.form, [str(part or "") for part in parts])

    ships = [tuple(map(int, str(move).split()[1:])) for move in session.game.moves(session.state, seat)]
    nothing, free = choice(0, 0, 0, 0, 0), 0
    for ship_made in ships[:: len(ships) // 20]:
        assert choice(*ship_made).parts == tuple(map(str, ship_made))
        fuels = [str(one[4]) for one in ships if one[:4] == ship_made[:4]]
        found = choice(*ship_made[:4], 99)
        assert found.parts == (*map(str, ship_made[:4]), fuels[0] if len(fuels) == 1 else "")
        assert set(found.values[4]) == set(fuels)
        assert found.values[0] == nothing.values[0], "the first part may always be another one"
        free += len(fuels) > 1
    assert free


def test_a_number_names_no_piece(tmp_path: Path) -> None:
    """Per Aspera: to buy one unit of fuel has nothing to do with ice, whose cubes have the code 1."""
    session, chance, found = begun(tmp_path, "per-aspera"), random.Random(5), 0
    for _ in range(60):
        seat = session.acting[0]
        legal = list(session.game.moves(session.state, seat))
        if "fuel 1" in map(str, legal):
            moves = choosing.moves_of(session, seat, NOTHING)
            goods = [facet for kind in moves.kinds for facet in kind.facets if facet.label == "Resource"]
            named = {value.text for facet in goods for value in facet.values}
            assert ("1" in moves.targets) == ("1" in named)
            found += 1
        session.play(Event(seat, chance.choice(legal)))
    assert found
