"""Advice for when a package is missing that not everybody has."""

import sys

IN_A_BROWSER = sys.platform == "emscripten"  # true where Starbox runs in a page of the site
ELSEWHERE = "Save the game as a zip file and print it with the command pnp build, which can do it."


def todo(extra: str, otherwise: str = "") -> str:
    """Return a sentence that says how to get the packages of that extra, or what to do instead in a browser.

    otherwise  another way, a sentence that begins with "Or"
    """
    get = ELSEWHERE if IN_A_BROWSER else f'Install it: pip install "starbox[{extra}]".'
    return f"{get} {otherwise}".strip()
