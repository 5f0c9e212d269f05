"""What is played at a table: the way it is played, words, the end, a rematch and another game."""

from __future__ import annotations

import html
import re

import pytest

from components.errors import UsageError
from referee.engine.game import OVER
from referee.games import slugs
from referee.table import shelf
from referee.table.proof import prove
from referee.web.house import House
from referee.web.room import Room
from tests.referee.web.conftest import Phone, Served

_BUTTON = re.compile(r'<button name="move" value="([^"]*)"')


def over(served: Served, game: str = "last-blast") -> tuple[Room, Phone]:
    """A table at which two bots have played a game to its end, and the phone of the host."""
    room, host = served.house.open(game), served.host()
    for name in ("Cy", "Dee"):
        host.get(f"/t/{room.name}")
        host.post(f"/t/{room.name}/bot", player=name, bot="random")
    host.post(f"/t/{room.name}/start")
    assert room.session is not None and room.session.turn is OVER
    return room, host


def test_words_of_all_phones_are_joined_with_the_seed(served: Served) -> None:
    room = served.house.open("mlem")
    ann, bo = (served.seated(room, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{room.name}")
    ann.post(f"/t/{room.name}/start", words="yes")
    session = room.session
    assert session is not None and session.awaited == ("Ann", "Bo") and not session.events
    watcher = served.phone()
    watcher.post(f"/t/{room.name}/sit", invitation=room.rights.invitation)
    for phone in (ann, bo, watcher):
        shown = phone.get(f"/t/{room.name}")
        assert session.header.commitment in shown and "Still to come: Ann and Bo" in shown
        assert 'name="move"' not in shown, "nobody moves before the words are in"
    watcher.post(f"/t/{room.name}/words", words="mine too")
    assert watcher.status == 403
    assert "Still to come: Bo" in ann.post(f"/t/{room.name}/words", words="the kettle sings")
    ann.post(f"/t/{room.name}/words", words="twice")
    assert ann.status == 409
    bo.post(f"/t/{room.name}/words", words="rain")
    assert session.words == {"Ann": "the kettle sings", "Bo": "rain"} and not session.awaited
    assert "It is your turn" in ann.get(f"/t/{room.name}") or "It is your turn" in bo.get(f"/t/{room.name}")


def test_the_end_shows_what_the_journal_proves(served: Served) -> None:
    room, host = over(served)
    assert room.session is not None
    shown = html.unescape(host.get(f"/t/{room.name}"))
    found = prove(room.session.journal.file)
    assert found.proved and not found.faults
    for sentence in (*found.proved, *found.unproved):
        assert sentence in shown
    assert room.session.header.commitment in shown


def test_a_rematch_keeps_the_phones_and_takes_no_move_of_the_game_before(served: Served) -> None:
    room, host = over(served)
    before, records, old = room.session, room.records, room.session and room.session.header
    host.get(f"/t/{room.name}")
    host.post(f"/t/{room.name}/again", game="")
    assert room.session is not None and room.session is not before
    assert room.session.header.commitment != old.commitment if old else False
    assert room.session.names == ("Cy", "Dee")
    assert room.records > records, "a number of records is never seen twice at a table"
    house = House()
    assert list(house.bring_back()) == []
    again = house.find(room.name)
    assert again is not None and again.records == room.records


def test_another_game_keeps_who_is_there(served: Served) -> None:
    room, (ann, _) = served.table("mlem", "Ann", "Bo")
    ann.get(f"/t/{room.name}")
    assert "not over" in ann.post(f"/t/{room.name}/again", game="last-blast")
    assert room.game == "mlem"
    room, host = over(served)
    host.get(f"/t/{room.name}")
    assert "no game" in host.post(f"/t/{room.name}/again", game="chess")
    host.get(f"/t/{room.name}")
    assert "Begin" in host.post(f"/t/{room.name}/again", game="mlem")
    assert (room.game, room.players, room.session) == ("mlem", ["Cy", "Dee"], None)
    assert room.rights.code


@pytest.mark.parametrize("slug", slugs("pad"))
def test_a_score_pad_takes_entries_from_phones(served: Served, slug: str) -> None:
    room = served.house.open(slug)
    ann, bo = (served.seated(room, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{room.name}")
    ann.post(f"/t/{room.name}/start", way="pad")
    assert ann.status == 200 and room.session is not None and room.session.header.mode == "pad"
    wrote = 0
    for phone in (ann, bo):
        shown, records = phone.get(f"/t/{room.name}"), room.records
        wrote += 'name="move"' in shown
        if found := _BUTTON.findall(shown):
            phone.post(f"/t/{room.name}/move", move=html.unescape(found[0]))
            assert phone.status == 200 and room.records > records
    assert wrote, "somebody has something to type into"


@pytest.mark.parametrize("slug", slugs())
def test_printed_dice_and_cards_are_typed_in(served: Served, slug: str) -> None:
    room = served.house.open(slug)
    ann, _ = (served.seated(room, name) for name in ("Ann", "Bo"))
    ann.get(f"/t/{room.name}")
    ann.post(f"/t/{room.name}/start", way="table")
    assert ann.status == 200 and room.session is not None
    assert room.session.header.dice == "table" and not room.session.header.commitment
    assert "You are Ann" in ann.get(f"/t/{room.name}")


def test_what_cannot_be_is_a_sentence_in_the_lobby(served: Served) -> None:
    room = served.house.open("mlem")
    ann = served.seated(room, "Ann")
    host = served.host()
    for way, bot, said in (("chess", "", "no such way"), ("pad", "Cy", "score pad"), ("table", "Cy", "bot")):
        host.get(f"/t/{room.name}")
        if bot and bot not in room.players:
            host.post(f"/t/{room.name}/bot", player=bot, bot="random")
        assert said in host.post(f"/t/{room.name}/start", way=way)
        assert host.status == 409 and room.session is None
    ann.get(f"/t/{room.name}")
    assert "bot" in ann.post(f"/t/{room.name}/bot", player="Eve", bot="nobody")
    assert ann.status == 409 and "Eve" not in room.players


def test_a_game_that_was_interrupted_goes_on_and_takes_nobodys_word_for_the_dice(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full between a move and the roll that follows it."""
    room, (ann, bo) = served.table("mlem", "Ann", "Bo")
    session = room.session
    assert session is not None
    with monkeypatch.context() as patched:
        patched.setattr(session, "_go_on", lambda what: None)
        for phone in (ann, bo) * 10:
            if found := _BUTTON.findall(phone.get(f"/t/{room.name}")):
                phone.post(f"/t/{room.name}/move", move=html.unescape(found[0]))
    assert session.cut_off
    records = room.records
    ann.post(f"/t/{room.name}/move", move="6 6 6 6", seen=str(records))
    assert "has gone on" in ann.page and room.records > records and not session.cut_off


def test_a_journal_goes_on_at_the_table_that_has_it(served: Served) -> None:
    room, _ = served.table("mlem", "Ann", "Bo")
    assert room.session is not None
    file = room.session.journal.file
    assert served.house.resume(file) is room
    served.house.end(room)
    again = served.house.resume(file)
    assert again is not room and again.players == ["Ann", "Bo"] and again.game == "mlem"
    assert "Who are you?" in served.phone().get(f"/t/{again.name}/in/{again.rights.invitation}")


def test_phones_hear_of_what_another_program_did_to_the_game(served: Served) -> None:
    room, (ann, bo) = served.table("mlem", "Ann", "Bo")
    assert room.session is not None
    other = House().resume(room.session.journal.file)
    assert other.session is not None
    first = 0 if other.session.acting == (0,) else 1
    phone = (ann, bo)[first]
    phone.get(f"/t/{room.name}")
    number = room.number
    move = str(next(iter(other.session.game.moves(other.session.state, first))))
    assert other.play(other.players[first], move, other.records).allowed
    said = phone.post(f"/t/{room.name}/move", move=move, seen=str(room.records))
    assert "Somebody else has gone on" in said and room.number != number
    assert room.records == other.records


def test_what_another_program_did_is_shown_before_anybody_moves(served: Served) -> None:
    """As after `referee do` in a terminal: on the next page, and to those who listen within a second."""
    room, (_, bo) = served.table("mlem", "Ann", "Bo")
    assert room.session is not None
    other = House().resume(room.session.journal.file)
    for _ in range(2):
        assert other.session is not None and not room.behind
        seat, number = other.session.acting[0], room.number
        move = str(next(iter(other.session.game.moves(other.session.state, seat))))
        assert other.play(other.players[seat], move, other.records).allowed
        assert room.behind
        served.house.catch_up()
        assert room.number != number and room.records == other.records and not room.behind
        assert f'data-n="{room.number}"' in bo.get(f"/t/{room.name}")


def test_nobody_deletes_a_game_that_is_served(served: Served) -> None:
    room, _ = served.table("mlem", "Ann", "Bo")
    assert room.session is not None
    file = room.session.journal.file
    with pytest.raises(UsageError, match="open elsewhere") as refusal:
        shelf.delete(file)
    assert "close its table" in refusal.value.todo
    served.house.end(room)
    assert file in shelf.delete(file)


def test_dice_of_the_table_are_tapped_on_their_faces(served: Served) -> None:
    room = served.house.open("mlem")
    phones = [served.seated(room, name) for name in ("Ann", "Bo")]
    phones[0].get(f"/t/{room.name}")
    phones[0].post(f"/t/{room.name}/start", way="table")
    assert "Tap the first commander." in phones[1].get(f"/t/{room.name}")
    for phone in phones * 6:
        shown = phone.get(f"/t/{room.name}")
        if found := re.search(r'name="dice" value="([0-9]+)"', shown):
            break
        if moves := _BUTTON.findall(shown):
            phone.post(f"/t/{room.name}/move", move=html.unescape(moves[0]))
    assert found and shown.count("<fieldset>") == int(found[1])
    assert f"Roll {found[1]} dice, then tap what they show." in shown
    dice, records = {f"die-{number}": "1" for number in range(int(found[1]))}, room.records
    assert "Some dice are missing" in phone.post(f"/t/{room.name}/move", dice=found[1], **{"die-0": "1"})
    assert phone.status == 409 and room.records == records
    phone.post(f"/t/{room.name}/move", dice=found[1], **dice)
    assert phone.status == 200 and room.records == records + 1
    assert room.session is not None and "roll 1,1" in room.session.journal.file.read_text()
