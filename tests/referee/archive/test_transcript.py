"""A replay as text."""

from __future__ import annotations

from pathlib import Path

from referee.archive.scenes import Replay
from referee.archive.transcript import _indented, replay_lines
from referee.table import beginning
from tests.referee.archive.conftest import Played

PAD = """\
MLEM: Space Agency, score pad: Ann, Bo (without anybody's secrets)

  0  expedition 1 · the beginning
Score pad
          Ann     Bo
  total   0       0
Expedition: 1 [ML 2.1]
Failures: 0 of 11 [ML 4.1]

  1  expedition 1 · Ann: …
     Ann is on moon m3.
Score pad
  expedition  Ann         Bo
  1           2           0
  total       2           0
Moon m3
  Ann
Entries of expedition 1
  1  Ann: land m3

  2  expedition 1 · Bo: …
     Bo is on moon m5.
Score pad
  expedition  Ann         Bo
  1           2           3
  total       2           3
Moon m5
  Bo
Entries of expedition 1
  1  Ann: land m3
  2  Bo: land m5

Ann: 2 points
  Moon m3  +2  ML 7.2
Bo: 3 points
  Moon m5  +3  ML 7.2
No winner.
"""


def test_every_scene_with_what_has_changed(file: Path) -> None:
    session = beginning.begin(file, "mlem", ["Ann", "Bo"], mode="pad")
    for seat, move in enumerate(("land m3", "land m5")):
        assert session.play(session.read(seat, move)).allowed
    assert "\n".join([*replay_lines(Replay(session)), ""]) == PAD


def test_from_a_scene_on(file: Path) -> None:
    session = beginning.begin(file, "mlem", ["Ann", "Bo"], mode="pad")
    assert session.play(session.read(0, "land m3")).allowed
    lines = list(replay_lines(Replay(session), 1))
    assert lines[1:3] == ["", "  1  expedition 1 · Ann: …"]


def test_odds_stand_under_the_first_scene_that_has_them(played: Played) -> None:
    """Once, until they change; and not at all if they are not asked for."""
    replay = Replay(played("mlem", "Ann", "Bo"))
    number = next(scene.number for scene in replay.scenes if replay.odds(scene.number))
    odds = replay.odds(number)
    assert odds
    first = f"     {odds.lines[0]}"
    assert first in replay_lines(replay)
    assert first not in list(replay_lines(replay, odds=False))


def test_long_lines_are_broken_with_their_indent(played: Played) -> None:
    replay = Replay(played("per-aspera", "Ann", "Bo", options={"rounds": "2"}))
    lines = list(replay_lines(replay, odds=False))
    assert max(map(len, lines)) <= 80
    broken = [line for line in lines if line.startswith("       ") and not line.startswith("        ")]
    assert broken, "what follows in a line that was told stands two columns further in"


def test_a_line_of_a_table_is_broken_only_if_it_is_too_long() -> None:
    fits, long = "| " * 37 + "|", "word " * 15 + "two"
    assert list(_indented(fits)) == [f"     {fits}"] and len(fits) + 5 == 80
    assert list(_indented(long)) == [f"     {'word ' * 14}word", "       two"]
