"""The page of a run."""

from __future__ import annotations

from html import escape

from referee.archive.pages.document import page
from referee.lab.measures import Simulation


def report_page(found: Simulation) -> str:
    body = [f"<h1>{escape(found.title)}</h1><ul>"]
    body += [f"<li>{one.grade} {one.about}: {escape(one.text)}</li>" for one in found.findings]
    return page(found.title, "\n".join(body) + "</ul>")
