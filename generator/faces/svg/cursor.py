"""Runs of text that follow one another in a `text` element."""

from generator.faces.svg.operations import Text


class TextCursor:
    """Place where the next run of a `text` element begins, and its runs since the last jump."""

    def __init__(self) -> None:
        self.x = self.y = self.anchor = 0.0
        self.chunk: list[Text] = []
        self.done: list[Text] = []

    def jump(self, x: float | None, y: float | None, anchor: float) -> None:
        if x is not None or y is not None:
            self.finish()
            self.anchor = anchor
        self.x = self.x if x is None else x
        self.y = self.y if y is None else y

    def add(self, run: Text) -> None:
        self.chunk.append(run)
        self.x += run.advance

    def finish(self) -> None:
        """Shift the chunk by its anchor: SVG anchors each piece of text that has its own position."""
        shift = self.anchor and self.anchor * sum(run.advance for run in self.chunk)
        self.done += [run._replace(x=run.x - shift) for run in self.chunk] if shift else self.chunk
        self.chunk = []

    def trim(self) -> None:
        """Drop the white space at the end of the text."""
        while self.chunk and not self.chunk[-1].text.strip():
            self.chunk.pop()
        if self.chunk and self.chunk[-1].text.endswith(" "):
            self.chunk[-1] = self.chunk[-1]._replace(text=self.chunk[-1].text.rstrip(" "))

    @property
    def after_space(self) -> bool:
        """Tell whether further white space is ignored: at the beginning and after a space."""
        runs = self.chunk or self.done
        return not runs or runs[-1].text.endswith(" ")
