"""The frame of all pages for a browser: one file each, no network, light or dark as the reader's system is.

A page may be read without its script, without colour and by a screen reader. Its policy forbids the browser
to load anything and to run any script but the page's own.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path

HOME = Path(__file__).parent


def page(title: str, body: str, *, style: str = "", script: str = "", rules: str = "") -> str:
    """The document.

    body           HTML of our own, in which everything else is escaped
    style, script  the names of further files of this folder
    rules          further CSS
    """
    css = "".join(_read(name) for name in ("document.css", style) if name) + rules
    code = _read(script) if script else ""
    ready = "" if code else ' data-ready="1"'  # a script says itself when it has filled the page
    allowed = f"'sha256-{_digest(code)}'" if code else "'none'"
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'"
    return (
        f'<!doctype html>\n<html lang="en"{ready}>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n{body}\n"
        f"{f'<script>{code}</script>' if code else ''}\n</body>\n</html>\n"
    )


def _read(name: str) -> str:
    return (HOME / name).read_text(encoding="utf-8")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
