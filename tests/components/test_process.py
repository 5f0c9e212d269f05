"""Behaviour of a command as a process on Windows, where signals and pipes are others: by simulation."""

from __future__ import annotations

import errno
import os
import signal
from typing import Any

import pytest

from components import process
from components.errors import OutputError, PartlyDone


@pytest.fixture
def kept_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard output of the tests themselves is not sent nowhere."""
    monkeypatch.setattr(process, "_write_no_more", lambda: None)


def exit_code(problem: BaseException) -> Any:
    def app() -> None:
        raise problem

    with pytest.raises(SystemExit) as end:
        process.run("referee", app, stopped="Nothing is lost.")
    return end.value.code


@pytest.mark.usefixtures("kept_output")
def test_a_closed_pipe_is_an_invalid_argument_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = OSError(errno.EINVAL, "Invalid argument")
    assert exit_code(gone) == 2
    assert "The output cannot be read or written: Invalid argument." in capsys.readouterr().err
    monkeypatch.setattr(process, "WINDOWS", True)
    assert exit_code(gone) == exit_code(BrokenPipeError(errno.EPIPE, "Broken pipe")) == 141
    assert capsys.readouterr() == ("", "")
    assert exit_code(OSError(errno.EINVAL, "Invalid argument", "a?.toml")) == 2
    assert "a?.toml cannot be read or written" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["SIGTERM", "SIGBREAK"])
def test_ctrl_break_is_heard_as_sigterm_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another signal stands for SIGBREAK here."""
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    before = signal.getsignal(signal.SIGUSR1)

    def app() -> None:
        os.kill(os.getpid(), getattr(signal, name))

    with pytest.raises(SystemExit) as end:
        process.run("referee", app, stopped="Nothing is lost.")
    assert end.value.code == process.TERMINATED
    assert signal.getsignal(signal.SIGUSR1) == before


def test_a_system_without_ctrl_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGBREAK", raising=False)
    with process.terminable() as terminated:
        assert not terminated()


def test_what_a_plain_command_prints_cannot_command_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    def app() -> None:
        print("Title\x1b[2J\u202e", "\x9b", sep="\n")

    process.run("pnp", app, stopped="Nothing is lost.", plain=True)
    process.run("referee", app, stopped="Nothing is lost.")
    assert capsys.readouterr().out == "Title\\x1b[2J\\u202e\n\\x9b\nTitle\x1b[2J\u202e\n\x9b\n"


def test_what_is_done_in_part_has_an_exit_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """3 means that something stays; 2 that nothing has changed."""
    assert exit_code(PartlyDone("The roll cannot be written.")) == process.IN_PART == 3
    assert exit_code(OutputError("The move cannot be written.")) == 2
    assert capsys.readouterr().err == (
        "referee: The roll cannot be written.\nreferee: The move cannot be written.\n"
    )
