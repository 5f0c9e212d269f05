"""Players who are away: a bot plays for them, or the game is ended, if all agree or the host says so."""

from __future__ import annotations

import pytest

from referee.table.journal import Journal
from referee.table.journal.lines import MoveRecord
from referee.web import thinking
from referee.web.server import Server
from referee.web.table import Way
from tests.referee.web.conftest import Served


def test_a_bot_plays_for_a_player_once_all_agree(served: Served) -> None:
    """Its moves are the player's in the journal; the player's own page says so, and takes the seat back."""
    table, (ann, bo) = served.table("rayguns", "Ann", "Bo")
    here = f"/t/{table.name}"
    ann.get(here)
    ann.post(f"{here}/stand-in", player="Bo", bot="yes")
    thinking.think(table)
    assert table.stand_ins == {} and thinking.thinker(table) is None
    assert "Ann asks to let a bot play for Bo" in bo.get(here)
    bo.post(f"{here}/vote", answer="yes")
    assert list(table.stand_ins) == ["Bo"]
    session = table.session
    assert session is not None
    for _ in range(12):
        if session.acting and session.acting[0] == 0:
            ann.get(here)
            ann.post(f"{here}/move", move=str(session.game.moves(session.state, 0)[0]))
        thinking.think(table)
    made = [one for one in Journal.open(session.journal.file).records if isinstance(one, MoveRecord)]
    assert "Bo" in {one.seat for one in made}
    assert "A bot plays for you" in bo.get(here)
    bo.post(f"{here}/stand-in", player="Bo", bot="")
    assert table.stand_ins == {} and "A bot plays for you" not in bo.page


def test_a_stand_in_is_there_after_a_stop_of_the_server(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    host = served.host()
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/stand-in", player="Bo", bot="yes")
    assert list(table.stand_ins) == ["Bo"]
    again = Server()
    assert list(again.bring_back()) == []
    (back,) = again.tables
    assert back.stand_ins == table.stand_ins


@pytest.mark.parametrize("way", [Way(dice="table"), Way(mode="pad")])
def test_no_bot_plays_where_the_pieces_lie_on_a_real_table(served: Served, way: Way) -> None:
    table = served.server.open("mlem")
    ann, _ = served.seated(table, "Ann"), served.seated(table, "Bo")
    table.start(served.server.begin, way)
    assert "Let a bot play" not in ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/stand-in", player="Bo", bot="yes")
    assert ann.status == 409 and table.questions.open is None


def test_a_game_is_ended_once_all_agree_and_its_journal_stays(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    here, session = f"/t/{table.name}", table.session
    assert session is not None
    for answer, over in (("no", False), ("yes", True)):
        ann.get(here)
        ann.post(f"{here}/stop")
        assert "Ann asks to end the game" in bo.get(here)
        bo.post(f"{here}/vote", answer=answer)
        assert (table.session is None) == over
    assert session.journal.file.exists() and table.players == ["Ann", "Bo"]
    assert "Begin with 2 players" in ann.get(here)


def test_a_stranger_ends_nothing(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    onlooker = served.phone()
    onlooker.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="")
    for what in ("stop", "stand-in"):
        onlooker.post(f"/t/{table.name}/{what}", player="Bo", bot="yes")
        assert onlooker.status == 403, what
    assert table.session is not None and not table.stand_ins
