"""The XML in the archive of a workbook, heard as a stream, of which no tree is made."""

import zipfile
from collections.abc import Mapping
from typing import NoReturn, TypeAlias, TypeVar
from xml.etree import ElementTree

from components.errors import DataError
from components.workbooks.table import UNPACKED, too_much

_HEARD = 1_000_000  # elements, and pieces of text
_HEADS = 100_000  # elements of a part that are kept
_DEPTH = 50  # elements in elements
_PART = 256 * 1024  # bytes of XML at a time; a tag is not longer

Attributes: TypeAlias = Mapping[str, str]


class Reader:
    """Hears the elements of a part. `path` holds the names of those that are open, without namespaces."""

    where = ""
    heard = 0

    def __init__(self) -> None:
        self.path: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.heard += 1
        if self.heard > _HEARD or len(self.path) >= _DEPTH:
            raise too_much(self.where)
        name = tag.rpartition("}")[2]
        self.path.append(name)
        self.opened(name, attributes)

    def end(self, _: str) -> None:
        self.closed(self.path.pop())

    def data(self, text: str) -> None:
        self.heard += 1
        if self.heard > _HEARD:
            raise too_much(self.where)
        self.said(text)

    def doctype(self, *_: object) -> NoReturn:
        raise DataError("The workbook declares entities.", where=self.where, todo="Save it anew.")

    def opened(self, name: str, attributes: Attributes) -> None:
        """An element begins; the last of `path` is its name."""

    def closed(self, name: str) -> None:
        """An element has ended; `path` is what is around it."""

    def said(self, text: str) -> None:
        """A piece of text of the element at the end of `path`."""


_R = TypeVar("_R", bound=Reader)


class Parts:
    """The parts of an archive, of which only so much is unpacked and heard in all."""

    def __init__(self, archive: zipfile.ZipFile, where: str) -> None:
        self.where = where
        self._archive = archive
        self._entries = {entry.filename.lower(): entry for entry in archive.infolist()}
        self._left = UNPACKED
        self._heard = 0

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._entries

    def read(self, name: str, reader: _R) -> _R:
        """Let the reader hear that part. Raises what is in `_BROKEN`, and `DataError` beyond the limits."""
        entry = self._entries[name.lower()]
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile("it is packed in an unusual way")
        reader.where, reader.heard = reader.where or self.where, self._heard
        parser = ElementTree.XMLParser(target=reader)
        with self._archive.open(entry) as stream:
            while part := stream.read(_PART):
                self._left -= len(part)
                before = reader.heard
                if self._left >= 0:
                    parser.feed(part)
                if self._left < 0 or (len(part) == _PART and reader.heard == before):
                    raise too_much(self.where)
        parser.close()
        self._heard = reader.heard
        return reader


class Heads(Reader):
    """Keeps the elements of certain names, each with the name of the one around it."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self._names = names
        self.found: list[tuple[str, str, Attributes]] = []

    def opened(self, name: str, attributes: Attributes) -> None:
        if name in self._names:
            self.found.append((self.path[-2] if len(self.path) > 1 else "", name, attributes))
            if len(self.found) > _HEADS:
                raise too_much(self.where)
