"""Pictures drawn in a process of their own.

Drawing loads templates and fonts, and takes tenths of a second of a processor for each face. A server that
did that itself would make everybody at its tables wait. The process ends when it has had nothing to draw for
a while, and when the server has gone.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import BinaryIO

from components import catalogue
from components.errors import StarboxError
from generator.exports.web.faces import WebFaces

_IDLE = 20.0  # seconds after which the process ends
_NOTHING = b"-1\n"


class Artist:
    """Draws pictures of any game, one at a time. Made for several threads."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._leaving: threading.Timer | None = None
        self._closed = False

    def draw(self, game: str, name: str) -> bytes | None:
        """The picture of that name, which is also kept; None if there is none or if it cannot be drawn."""
        with self._lock:
            if self._leaving:
                self._leaving.cancel()
            for _ in range(2):  # the process may have been ended, for lack of memory perhaps
                if self._closed:
                    break
                try:
                    picture = self._asked(game, name)
                except (OSError, ValueError):
                    self._end()
                    continue
                self._leaving = threading.Timer(_IDLE, self.leave)
                self._leaving.daemon = True
                self._leaving.start()
                return picture
            return None

    def leave(self) -> None:
        """End the process; it begins again when there is something to draw."""
        with self._lock:
            self._end()

    def close(self) -> None:
        """Draw nothing any more, and end the process even in the middle of a picture."""
        self._closed = True
        if process := self._process:
            process.terminate()
            process.wait()

    def _asked(self, game: str, name: str) -> bytes | None:
        if self._process is None:
            command = [sys.executable, "-P", "-m", __name__]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )  # a session of its own, so that Ctrl-C is for the server
        sent, told = self._process.stdin, self._process.stdout
        assert sent and told
        sent.write(f"{game} {name}\n".encode())
        sent.flush()
        size = int(told.readline())
        return told.read(size) if size >= 0 else None

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # a process that has died does not take the rest
                    pipe.close()  # type: ignore[union-attr]
            process.wait()


def _draw(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line "game name" with the length of the picture, and the picture."""
    from generator.exports.web.pictures import Pictures

    games: dict[str, tuple[WebFaces, Pictures]] = {}
    for line in lines:
        slug, name = line.decode().split()
        picture = None
        with suppress(StarboxError):  # a face that cannot be drawn is told of by `pnp check`
            if slug not in games:
                game = catalogue.load(slug)
                games[slug] = WebFaces(game), Pictures(game)
            faces, pictures = games[slug]
            if side := faces.side(name):
                picture = faces.file(name) or pictures.drawn(*side)
        if picture is None:
            answers.write(_NOTHING)
        else:
            faces.keep(name, picture)
            answers.write(f"{len(picture)}\n".encode() + picture)
        answers.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        _draw(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the server has gone in the middle of a picture
        os._exit(0)  # a normal exit would try once more to write what is left
