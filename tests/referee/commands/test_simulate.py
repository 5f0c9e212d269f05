"""`referee simulate` at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from components.errors import UsageError
from referee.commands.simulate import simulate
from referee.lab import running


def test_it_tells_where_the_page_is(tmp_path: Path) -> None:
    answer = simulate("last-blast", games=10, bots="random", seed="kiwi", out=tmp_path)
    assert answer.lines[0] == "The Last Blast: 10 games of 2 players (random)."
    assert all(len(line) <= 80 for line in answer.lines[:-3])
    assert answer.lines[-1] == f"SHA-256 of games.csv: {answer.value.digest}"
    assert json.loads((tmp_path / "summary.json").read_text())["digest"] == answer.value.digest
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_a_run_without_a_seed_goes_on_with_its_own(tmp_path: Path) -> None:
    first = simulate("last-blast", games=6, bots="random", out=tmp_path)
    assert simulate("last-blast", games=6, bots="random", out=tmp_path).value == first.value
    other = simulate("last-blast", games=6, bots="random", out=tmp_path / "other")
    assert other.value.seed != first.value.seed


def test_ctrl_c_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(store: Any, workers: Any, progress: Any) -> None:
        job = next(store.missing())
        store.keep(job, running.play(job))
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run", stop)
    with pytest.raises(KeyboardInterrupt):
        simulate("last-blast", games=80, bots="random", out=tmp_path)
    kept = f"2 of 112 games are kept in {tmp_path}. Give the same command again to go on."
    assert kept in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bots": "greedi"}, 'There is no bot "greedi"'),
        ({"bots": "greedy,random,greedy"}, "There are 3 bots for 2 seats"),
        ({"players": 5}, "for 2 to 4 players, not 5"),
        ({"vary": ["field.columns"]}, "is not a key with values"),
        ({"vary": ["field.columns=6", "field.columns=8"]}, "given twice"),
        ({"option": ["wreck"]}, 'no option "wreck"'),
    ],
)
def test_what_is_typed_wrong(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        simulate("last-blast", games=5, out=tmp_path / "out", **given)
    assert not (tmp_path / "out").exists()
