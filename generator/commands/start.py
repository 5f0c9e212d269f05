"""What every command of `pnp` makes sure of before it begins."""

from __future__ import annotations

import os
import re

from components.errors import UsageError

_EPOCH = "SOURCE_DATE_EPOCH"


def check_environment() -> None:
    """Raises `UsageError` for a variable of the environment that a PDF cannot be made with."""
    epoch = os.environ.get(_EPOCH, "").strip()
    if epoch and not re.fullmatch(r"\d{1,11}", epoch, re.ASCII):
        raise UsageError(
            f'"{epoch[:40]}" is not a time.', where=_EPOCH, todo="Write seconds since 1970, or unset it."
        )
