"""Games at a table: the way they are played, words, the end, a rematch and another game."""

from __future__ import annotations

import html
import re

import pytest

from components.errors import UsageError
from referee.engine.game import OVER
from referee.games import slugs
from referee.table import shelf
from referee.table.proof import prove
from referee.web.server import Server
from referee.web.table import Table
from tests.referee.web.conftest import Phone, Served, offered


def over(served: Served, game: str = "last-blast") -> tuple[Table, Phone]:
    """A table at which two bots have played a game to its end, and the phone of the host."""
    table, host = served.server.open(game), served.host()
    for name in ("Cy", "Dee"):
        host.get(f"/t/{table.name}")
        host.post(f"/t/{table.name}/bot", player=name, bot="random")
    host.post(f"/t/{table.name}/start")
    assert table.session is not None and table.session.turn is OVER
    return table, host


def test_words_of_all_phones_are_joined_with_the_seed(served: Served) -> None:
    table = served.server.open("mlem")
    ann, bo = (served.seated(table, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/start", words="yes")
    session = table.session
    assert session is not None and session.awaited == ("Ann", "Bo") and not session.events
    watcher = served.phone()
    watcher.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
    for phone in (ann, bo, watcher):
        shown = phone.get(f"/t/{table.name}")
        assert session.header.commitment in shown and "Still to come: Ann and Bo" in shown
        assert 'name="move"' not in shown, "nobody moves before the words are in"
    watcher.post(f"/t/{table.name}/words", words="mine too")
    assert watcher.status == 403
    assert "Still to come: Bo" in ann.post(f"/t/{table.name}/words", words="the kettle sings")
    ann.post(f"/t/{table.name}/words", words="twice")
    assert ann.status == 409
    bo.post(f"/t/{table.name}/words", words="rain")
    assert session.words == {"Ann": "the kettle sings", "Bo": "rain"} and not session.awaited
    assert "It is your turn" in ann.get(f"/t/{table.name}") or "It is your turn" in bo.get(f"/t/{table.name}")


def test_the_end_shows_what_the_journal_proves(served: Served) -> None:
    table, host = over(served)
    assert table.session is not None
    shown = html.unescape(host.get(f"/t/{table.name}"))
    found = prove(table.session.journal.file)
    assert found.proved and not found.faults
    for sentence in (*found.proved, *found.unproved):
        assert sentence in shown
    assert table.session.header.commitment in shown


def test_a_rematch_keeps_the_phones_and_takes_no_move_of_the_game_before(served: Served) -> None:
    table, host = over(served)
    before, records, old = table.session, table.records, table.session and table.session.header
    host.get(f"/t/{table.name}")
    host.post(f"/t/{table.name}/again", game="")
    assert table.session is not None and table.session is not before
    assert table.session.header.commitment != old.commitment if old else False
    assert table.session.names == ("Cy", "Dee")
    assert table.records > records, "a number of records is never seen twice at a table"
    server = Server()
    assert list(server.bring_back()) == []
    again = server.find(table.name)
    assert again is not None and again.records == table.records


def test_another_game_keeps_who_is_there(served: Served) -> None:
    table, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{table.name}")
    assert "not over" in ann.post(f"/t/{table.name}/again", game="last-blast")
    assert table.game == "mlem"
    table, host = over(served)
    host.get(f"/t/{table.name}")
    assert "no game" in host.post(f"/t/{table.name}/again", game="chess")
    host.get(f"/t/{table.name}")
    assert "Begin" in host.post(f"/t/{table.name}/again", game="mlem")
    assert (table.game, table.players, table.session) == ("mlem", ["Cy", "Dee"], None)
    assert table.rights.code


@pytest.mark.parametrize("slug", slugs("pad"))
def test_a_score_pad_takes_entries_from_phones(served: Served, slug: str) -> None:
    table = served.server.open(slug)
    ann, bo = (served.seated(table, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/start", way="pad")
    assert ann.status == 200 and table.session is not None and table.session.header.mode == "pad"
    wrote = 0
    for phone in (ann, bo):
        shown, records = phone.get(f"/t/{table.name}"), table.records
        wrote += 'name="move"' in shown
        if found := offered(shown):
            phone.post(f"/t/{table.name}/move", move=found[0])
            assert phone.status == 200 and table.records > records
    assert wrote, "somebody has something to type into"


@pytest.mark.parametrize("slug", slugs())
def test_printed_dice_and_cards_are_typed_in(served: Served, slug: str) -> None:
    table = served.server.open(slug)
    ann, _ = (served.seated(table, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{table.name}")
    ann.post(f"/t/{table.name}/start", way="table")
    assert ann.status == 200 and table.session is not None
    assert table.session.header.dice == "table" and not table.session.header.commitment
    assert "You are Ann" in ann.get(f"/t/{table.name}")


def test_a_lobby_is_never_fuller_than_the_game(served: Served) -> None:
    """LB 1.1: two to four play. One alone cannot begin, and is told why."""
    table = served.server.open("last-blast")
    phones = [served.seated(table, "Ann")]
    page = phones[0].get(f"/t/{table.name}")
    assert "needs 2 to 4 players" in page and re.search(r"<button[^>]* disabled>Begin", page)
    phones += [served.seated(table, name) for name in ("Bo", "Cy", "Dee")]
    late = served.phone()
    late.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player="Eve")
    assert late.status == 409 and "This table is full." in late.page
    phones[3].get(f"/t/{table.name}")
    phones[3].post(f"/t/{table.name}/leave")
    assert "Begin with 3 players" in phones[0].get(f"/t/{table.name}")


def test_what_cannot_be_is_a_sentence_in_the_lobby(served: Served) -> None:
    table = served.server.open("mlem")
    ann = served.seated(table, "Ann")
    host = served.host()
    for way, bot, said in (("chess", "", "no such way"), ("pad", "Cy", "score pad"), ("table", "Cy", "bot")):
        host.get(f"/t/{table.name}")
        if bot and bot not in table.players:
            host.post(f"/t/{table.name}/bot", player=bot, bot="random")
        assert said in host.post(f"/t/{table.name}/start", way=way)
        assert host.status == 409 and table.session is None
    ann.get(f"/t/{table.name}")
    assert "bot" in ann.post(f"/t/{table.name}/bot", player="Eve", bot="nobody")
    assert ann.status == 409 and "Eve" not in table.players


def test_a_game_that_was_interrupted_goes_on_and_takes_nobodys_word_for_the_dice(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full between a move and the roll that follows it."""
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    session = table.session
    assert session is not None
    with monkeypatch.context() as patched:
        patched.setattr(session, "_go_on", lambda what: None)
        for phone in (ann, bo) * 10:
            if found := offered(phone.get(f"/t/{table.name}")):
                phone.post(f"/t/{table.name}/move", move=found[0])
    assert session.cut_off
    records = table.records
    ann.post(f"/t/{table.name}/move", move="6 6 6 6", ask=table.question(0))
    assert "has gone on" in ann.page and table.records > records and not session.cut_off


def test_a_journal_goes_on_at_the_table_that_has_it(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    assert table.session is not None
    file = table.session.journal.file
    assert served.server.resume(file) is table
    served.server.end(table)
    again = served.server.resume(file)
    assert again is not table and again.players == ["Ann", "Bo"] and again.game == "mlem"
    assert "Who are you?" in served.phone().get(f"/t/{again.name}/in/{again.rights.invitation}")


def test_phones_hear_of_what_another_program_did_to_the_game(served: Served) -> None:
    table, (ann, bo) = served.table("mlem", "Ann", "Bo")
    assert table.session is not None
    other = Server().resume(table.session.journal.file)
    assert other.session is not None
    first = 0 if other.session.acting == (0,) else 1
    phone = (ann, bo)[first]
    phone.get(f"/t/{table.name}")
    number = table.number
    move = str(next(iter(other.session.game.moves(other.session.state, first))))
    assert other.play(other.players[first], move, other.question(first)).allowed
    said = phone.post(f"/t/{table.name}/move", move=move, ask=table.question(first))
    assert "Somebody else has gone on" in said and table.number != number
    assert table.records == other.records


def test_what_another_program_did_is_shown_before_anybody_moves(served: Served) -> None:
    """As after `referee do` in a terminal: on the next page, and to those who listen within a second."""
    table, (_, bo) = served.table("mlem", "Ann", "Bo")
    assert table.session is not None
    other = Server().resume(table.session.journal.file)
    for _ in range(2):
        assert other.session is not None and not table.behind
        seat, number = other.session.acting[0], table.number
        move = str(next(iter(other.session.game.moves(other.session.state, seat))))
        assert other.play(other.players[seat], move, other.question(seat)).allowed
        assert table.behind
        served.server.catch_up()
        assert table.number != number and table.records == other.records and not table.behind
        assert f'data-n="{table.number}"' in bo.get(f"/t/{table.name}")


def test_nobody_deletes_a_game_that_is_served(served: Served) -> None:
    table, _ = served.table("mlem", "Ann", "Bo")
    assert table.session is not None
    file = table.session.journal.file
    with pytest.raises(UsageError, match="open elsewhere") as refusal:
        shelf.delete(file)
    assert "close its table" in refusal.value.todo
    served.server.end(table)
    assert file in shelf.delete(file)


def test_dice_of_the_table_are_tapped_on_their_faces(served: Served) -> None:
    table = served.server.open("mlem")
    phones = [served.seated(table, name) for name in ("Ann", "Bo")]
    phones[0].get(f"/t/{table.name}")
    phones[0].post(f"/t/{table.name}/start", way="table")
    assert "Draw the first commander." in phones[1].get(f"/t/{table.name}")
    for phone in phones * 6:
        shown = phone.get(f"/t/{table.name}")
        if found := re.search(r'name="dice" value="([0-9]+)"', shown):
            break
        if moves := offered(shown):
            phone.post(f"/t/{table.name}/move", move=moves[0])
    assert found and shown.count("<fieldset>") == int(found[1])
    assert f"Roll {found[1]} dice, then tap what they show." in shown
    dice, records = {f"die-{number}": "1" for number in range(int(found[1]))}, table.records
    assert "Some dice are missing" in phone.post(f"/t/{table.name}/move", dice=found[1], **{"die-0": "1"})
    assert phone.status == 409 and table.records == records
    phone.post(f"/t/{table.name}/move", dice=found[1], **dice)
    assert phone.status == 200 and table.records == records + 1
    assert table.session is not None and "roll 1,1" in table.session.journal.file.read_text()
