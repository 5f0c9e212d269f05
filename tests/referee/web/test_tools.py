"""Pages that need no table: what they answer, and what they are never made to do."""

from __future__ import annotations

import html
import re

import pytest

from components import catalogue
from components.errors import UsageError
from components.prose import Lines, blocks, table
from referee.commands import COMMANDS
from referee.commands.base.tools import CommandDesk
from referee.web.app import make_app
from referee.web.pages.rendering import printed
from referee.web.pages.tools import Tool
from tests.referee.web.conftest import ADDRESS, ORIGIN, Phone, Served, TestClient

DESK = CommandDesk(COMMANDS)


@pytest.fixture
def phone(served: Served) -> Phone:
    """A browser without a seat, on a server that has the commands."""
    app = make_app(served.server, served.rights, (ADDRESS,), desk=DESK)
    return Phone(TestClient(app, base_url=ORIGIN))  # type: ignore[arg-type]


@pytest.mark.parametrize("tool", DESK.tools, ids=lambda tool: tool.word)
def test_a_stranger_can_use_every_example(phone: Phone, tool: Tool) -> None:
    assert 'href="/tools"' in phone.get("/")
    assert f'href="/tools/{tool.word}"' in phone.get("/tools")
    shown = phone.get(f"/tools/{tool.word}")
    examples = [html.unescape(link) for link in re.findall(r'href="(/tools/\w+[?]line=[^"]*)"', shown)]
    assert len(examples) == len(tool.examples)
    for example in examples:
        assert 'class="answer' in phone.get(example), phone.page
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
        DESK.ask(line)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("line", ["1d", "2d6 " + "x" * 300, "2d6; echo hello", "$(id)"])
def test_a_line_that_cannot_be_read_is_told_in_a_sentence(phone: Phone, line: str) -> None:
    shown = phone.get(f"/tools/roll?line={line}")
    assert 'role="alert"' in shown and phone.status == 422
    assert 'class="answer' not in shown


def test_there_is_no_other_tool(phone: Phone) -> None:
    shown = phone.get("/tools/delete?line=1")
    assert phone.status == 404
    assert 'href="/tools"' in shown, "the way back"


def test_a_hint_is_what_people_write(phone: Phone) -> None:
    """Not the words that stand for it at the command line."""
    combat = phone.get("/tools/combat")
    assert 'placeholder="S, M or L"' in combat
    assert set(re.findall(r'placeholder="([^"]*)"', combat)) == {"S, M or L"}
    assert 'placeholder="win or lose"' in phone.get("/tools/odds?game=per-aspera")
    assert 'placeholder="NAME=..."' in phone.get("/tools/score")


def test_what_rules_emphasise_is_in_italics(phone: Phone) -> None:
    assert "<i>Attack</i> (brute)" in phone.get("/tools/rules?line=planetary+4.9")


def test_fields_ask_what_a_line_asks(phone: Phone) -> None:
    """The fields are those of the command; an empty one is left out, a switch is set or not."""
    shown = phone.get("/tools/sale?game=per-aspera")
    for name in ("resource", "distance", "units", "pirate"):
        assert f'name="{name}"' in shown
    by_line = phone.get("/tools/sale?line=per-aspera+--resource+3+--distance+4+--units+2+--pirate")
    by_fields = phone.get("/tools/sale?game=per-aspera&resource=3&distance=4&units=2&pirate=yes&colony=")
    answers = [
        re.search(r'<div class="answer">(.*?)</section>', one, re.DOTALL) for one in (by_line, by_fields)
    ]
    assert answers[0] and answers[1] and answers[0][1] == answers[1][1]
    assert "2" in phone.get("/tools/score?game=last-blast&players=Ann=%22R2-5+A6-3%22+Bo=x5")
    assert 'class="answer' in phone.page
    assert "LB 4.6" in phone.get("/tools/rules?game=last-blast&words=4.6")
    assert "quotation mark" in phone.get("/tools/score?game=last-blast&players=Ann=%22R2-5")
    assert phone.status == 422


@pytest.mark.parametrize("tool", DESK.tools, ids=lambda tool: tool.word)
def test_no_field_names_a_file(tool: Tool) -> None:
    forms = DESK.opened(tool).forms
    assert forms
    for form in forms:
        assert form.fields, form.words
        assert not {"save", "board", "pdf", "file"} & {field.name for field in form.fields}


def test_an_answer_is_paragraphs_lists_and_tables(phone: Phone) -> None:
    """A phone breaks them as it has room; nothing is guessed from lines of a terminal."""
    rows = table([("Crash & burn", "29.6 %")], "<>", ("", "chance"), indent=2)
    (listed,) = blocks("- takes `1 4 *` or *one* of <b>")
    assert printed(["Space 5: [RR 6.2]", "  further in", "", rows, listed, Lines(("█ 1", "██ 2"))]) == (
        '<p>Space 5: [<a class="rule" href="/tools/rules?line=rayguns+6.2">RR 6.2</a>]</p>\n'
        '<p class="deep">further in</p>\n'
        "<br>\n"
        '<div class="scroll" tabindex="0"><table><tr><th></th><th class="end">chance</th></tr>'
        '<tr><td>Crash &amp; burn</td><td class="end">29.6 %</td></tr></table></div>\n'
        "<ul><li>takes <code>1 4 *</code> or <i>one</i> of &lt;b&gt;</li></ul>\n"
        "<pre>█ 1\n██ 2\n</pre>"
    )
    assert '<td class="end">29.6 %</td>' in phone.get("/tools/odds?line=mlem+--at+5+--dice+3")


def test_a_tool_knows_the_table_one_comes_from(phone: Phone) -> None:
    """It begins with that table's game, and every link keeps the way back; a made-up table is not one."""
    shown = phone.get("/tools/score?table=0a1b2c3d&of=rayguns")
    assert 'href="/t/0a1b2c3d"' in shown and 'name="game" value="rayguns"' in shown
    links = re.findall(r'href="(/tools/\w+[?][^"]*)"', shown)
    assert links and all("table=0a1b2c3d" in link for link in links)
    for strange in ("table=../x&of=rayguns", "table=0a1b2c3d&of=chess", 'table="><script>&of=mlem'):
        assert 'href="/t/' not in phone.get(f"/tools/score?{strange}")


def test_pieces_of_a_tool_are_tapped(phone: Phone) -> None:
    shown = phone.get("/tools/score?game=last-blast")
    assert shown.count('data-code="') == len(catalogue.load("last-blast").deck("parts").pieces)
