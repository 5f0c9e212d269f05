"""The commands of Planetary as they are typed: exit codes, JSON by its schema, help, what goes where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli import main
from referee.engine.answers import WIDTH

CALLS = {
    "power-planetary": ("power", "planetary", "fission", "--generators", "1", "--turn", "5"),
    "score-planetary": ("score", "planetary", "Ann", "Bo+Cy", "Di", "--destroyed", "Ann=LAS,SHD"),
    "deck-list": ("deck", "list"),
    "deck-show": ("deck", "show", "solar"),
    "deck-check": ("deck", "check", "turbine"),
    "deck-new": ("deck", "new", "sunrise.toml", "--core", "solar"),
    "profile": ("profile", "Ann", "--new"),
    "setup": ("setup", "planetary", "--players", "8", "--option", "start=random"),
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of `referee` with these words."""
    monkeypatch.setattr("sys.argv", ["referee", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    return int(caught.value.code or 0)


@pytest.mark.parametrize("name", CALLS)
def test_text(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Fits a terminal, with and without --why, and ends without an error."""
    why = [] if name == "setup" else ["--why"]
    assert run(monkeypatch, *CALLS[name], *why) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out
    assert all(len(line) <= WIDTH for line in shown.out.splitlines())
    assert not why or "[PL " in shown.out


@pytest.mark.parametrize("name", CALLS)
def test_json(
    name: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    assert run(monkeypatch, *CALLS[name], "--json") == 0
    schema = json.loads((project / "docs" / "referee-json" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("name", [name for name in CALLS if name != "setup"])
def test_help_has_an_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = CALLS[name][:1] if name == "profile" else CALLS[name][:2]
    assert run(monkeypatch, *words, "--help") == 0
    assert f"Example: referee {' '.join(words)}" in capsys.readouterr().out


def test_no_is_1(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deck with a fault: the answer stands on the output, text or JSON."""
    (own_folder / "bad.toml").write_text('core = "solar"\n', encoding="utf-8")
    assert run(monkeypatch, "deck", "check", "bad.toml") == 1
    assert "PL 2.1  It has 0 blueprints; a deck has 20." in capsys.readouterr().out
    assert run(monkeypatch, "deck", "check", "bad.toml", "--json") == 1
    assert json.loads(capsys.readouterr().out)["legal"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("power", "planetary", "fusion"),
            'referee: CORE: There is no core "fusion". Did you mean "fission"?',
        ),
        (("power", "planetari", "solar"), 'referee: power: There is no command "planetari".'),
        (("score", "planetary", "Ann"), "referee: Planetary is for 2 to 8 players, not 1. Name all players."),
        (("deck", "show", "lunar"), 'referee: DECK: There is no ready deck and no file "lunar".'),
        (("deck", "new", "x.toml"), "Missing option '--core'"),
        (
            ("profile", "Ann"),
            'referee: NAME: There is no profile "Ann". referee profile Ann --new begins one.',
        ),
        (
            ("setup", "planetary", "--players", "9"),
            "referee: --players: Planetary is for 2 to 8 players, not 9.",
        ),
    ],
)
def test_a_wrong_call_is_2(
    words: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, *words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err


def test_decks_grow_with_the_collection(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PL 7.4 from end to end: a game brings a second repair bay, and a deck may have it."""
    for name in ("Ann", "Bo"):
        assert run(monkeypatch, "profile", name, "--new") == 0
    assert run(monkeypatch, "deck", "new", "mine.toml", "--core", "F") == 0
    deck = own_folder / "mine.toml"
    text = deck.read_text(encoding="utf-8")
    deck.write_text(
        text.replace("REP   = 1", "REP   = 2").replace("BAT   = 1", "BAT   = 0"), encoding="utf-8"
    )
    assert run(monkeypatch, "deck", "check", "mine.toml", "--profile", "Ann") == 1
    assert run(monkeypatch, "score", "planetary", "Ann", "Bo", "--destroyed", "Ann=REP", "--save") == 0
    assert run(monkeypatch, "deck", "check", "mine.toml", "--profile", "Ann") == 0
    assert run(monkeypatch, "deck", "check", "mine.toml", "--profile", "Bo") == 1
