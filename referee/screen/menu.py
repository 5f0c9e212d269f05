"""The menu on the whole terminal: a question at a time, answered with the arrow keys or by typing."""

from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static

from components.wording import visible
from referee.screen.prompt import Question, Reply, T, Talk
from referee.screen.styling import NightApp

_FOOT = "↑ ↓ or a number, Enter to choose, Esc to go back"
_FOOT_TYPED = "Enter to go on, Esc to go back"


def hold(talk: Talk[T]) -> T | None:
    """Ask the questions of the talk, and give what it returns; None if somebody leaves.

    Raises what `run_to_the_end` raises.
    """
    app = MenuApp(talk)
    try:
        app.run_to_the_end()
    finally:
        talk.close()
    result: T | None = app.result
    return result


class MenuApp(NightApp[None]):
    """Holds a talk; `result` is what it returned, or None if it was left."""

    CSS = """
    Screen { padding: 1 2; }
    #said { color: $warning; }
    #title { text-style: bold; margin: 1 0; }
    #choices { height: auto; max-height: 70%; }
    #foot { dock: bottom; }
    .gone { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "step_back", priority=True),
        Binding("ctrl+c", "stop", priority=True),
        Binding("ctrl+q", "leave", priority=True),
    ]

    def __init__(self, talk: Talk[Any]) -> None:
        super().__init__()
        self._talk = talk
        self._question = Question("")
        self.result: Any = None

    def compose(self) -> ComposeResult:
        yield Static(id="said", markup=False)
        yield Static(id="title", markup=False)
        yield OptionList(id="choices", markup=False)
        yield Input(id="line")
        yield Static(_FOOT, id="foot", markup=False)

    def on_mount(self) -> None:
        self._send(None)

    def action_step_back(self) -> None:
        self._send(None)

    def on_key(self, event: Any) -> None:
        """A digit takes the choice with that number."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._question.choices):
            event.stop()
            self._send(int(event.key) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._send(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._send(event.value.strip() or self._question.typed)

    def _send(self, reply: Reply) -> None:
        """Give the talk the reply, and show its next question."""
        try:
            self._question = self._talk.send(reply)
        except StopIteration as end:
            self.result = end.value
            self.exit()
            return
        question = self._question
        self.query_one("#said", Static).update(Text("\n".join(map(visible, question.said))))
        self.query_one("#title", Static).update(Text(visible(question.title)))
        choices, line = self.query_one(OptionList), self.query_one(Input)
        choices.set_class(not question.choices, "gone")
        line.set_class(bool(question.choices), "gone")
        self.query_one("#foot", Static).update(_FOOT if question.choices else _FOOT_TYPED)
        if question.choices:
            choices.clear_options()
            numbered = (f"{number:2}  {visible(one)}" for number, one in enumerate(question.choices, 1))
            choices.add_options(Text(one) for one in numbered)
            choices.highlighted = 0
            choices.focus()
        else:
            line.value = question.typed
            line.focus()
