"""Pages of `templates/reports` for a browser: one file, no network, light or dark as the reader's system is.

A page may be read without its script, without colour and by a screen reader. Its policy forbids the browser
to load anything and to run any script but the page's own.
"""

import base64
import hashlib
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from components.filling import templates
from components.wording import counted, listed
from referee.archive.pages import charts

_TEMPLATES = templates("reports")
_TEMPLATES.globals |= {"charts": charts, "counted": counted, "listed": listed}


def page(template: str, **known: Any) -> str:
    """The document that the template makes of what it is given."""
    return _TEMPLATES.get_template(template).render(**known)


def macros(template: str, **known: Any) -> Any:
    """The parts of documents that the template defines, by their names, with what it uses besides."""
    return _TEMPLATES.get_template(template, globals=known).module


def _source(name: str) -> Markup:
    """A style or a script as it is."""
    return Markup((files("templates") / "reports" / name).read_text(encoding="utf-8"))


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


_TEMPLATES.globals |= {"source": _source, "digest": _digest}
