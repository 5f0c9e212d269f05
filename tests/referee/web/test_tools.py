"""Pages that need no table: what they answer, and what they are never made to do."""

from __future__ import annotations

import html
import re

import pytest

from components.errors import UsageError
from referee.commands.serve import tool_answer
from referee.web.app import make_app
from referee.web.pages.tools import TOOLS, Tool
from tests.referee.web.conftest import ADDRESS, ORIGIN, Phone, Served, TestClient


@pytest.fixture
def phone(served: Served) -> Phone:
    """A browser without a seat, on a server that has the commands."""
    app = make_app(served.house, served.rights, (ADDRESS,), ask=tool_answer)
    return Phone(TestClient(app, base_url=ORIGIN))  # type: ignore[arg-type]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.word)
def test_a_stranger_can_use_every_example(phone: Phone, tool: Tool) -> None:
    assert 'href="/tools"' in phone.get("/")
    assert f'href="/tools/{tool.word}"' in phone.get("/tools")
    shown = phone.get(f"/tools/{tool.word}")
    examples = [html.unescape(link) for link in re.findall(r'href="(/tools/\w+[?]line=[^"]*)"', shown)]
    assert len(examples) == len(tool.examples)
    for example in examples:
        assert 'class="answer"' in phone.get(example), phone.page
        assert phone.status == 200


def test_a_tool_answers_what_the_command_answers(phone: Phone) -> None:
    assert "mean 7, standard deviation 2.42" in phone.get("/tools/odds?line=dice+2d6")
    assert "LB 4.6" in phone.get("/tools/rules?line=last-blast+4.6")


@pytest.mark.parametrize(
    "line",
    [
        "odds mlem --board /etc/passwd",
        "score planetary --save Ann=3",
        "score now",
        "score",
        "roll --help",
        "roll",
        'roll "2d6',
        "delete 1",
        "verify mlem",
        "",
    ],
)
def test_what_touches_files_is_not_known(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError):
        tool_answer(line)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("line", ["1d", "2d6 " + "x" * 300, "2d6; echo hello", "$(id)"])
def test_a_line_that_cannot_be_read_is_told_in_a_sentence(phone: Phone, line: str) -> None:
    shown = phone.get(f"/tools/roll?line={line}")
    assert 'role="alert"' in shown and phone.status == 422
    assert 'class="answer"' not in shown


def test_there_is_no_other_tool(phone: Phone) -> None:
    phone.get("/tools/delete?line=1")
    assert phone.status == 404
