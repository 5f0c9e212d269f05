"""Pages and files that are filled in: the templates of Jinja in the package `templates`."""

from typing import Any

import jinja2


def templates(folder: str, *, autoescape: bool = True, **settings: Any) -> jinja2.Environment:
    """The templates in that folder of the package. A name that they are not given is an error.

    autoescape  whether what they are given is text in a page
    settings    others of Jinja
    """
    return jinja2.Environment(
        loader=jinja2.PackageLoader("templates", folder),
        autoescape=autoescape,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **settings,
    )
