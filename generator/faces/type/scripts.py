"""Scripts that are set otherwise than ours: without spaces between words, or from right to left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from components.errors import TemplateError

_WITHOUT_SPACES = r"[\u2e80-\u9fff\ua000-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]"  # slow to compile
_LEFTWARDS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_NEVER_FIRST = "、。，．・：；？！）」』】〉》〕｝ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ％…‥)]}!?:;,."
_NEVER_LAST = "（「『【〈《〔｛([{"


def without_spaces(text: str) -> bool:
    """Tell whether it has Chinese, Japanese or Korean characters, between which lines may end."""
    return not text.isascii() and bool(re.search(_WITHOUT_SPACES, text))


def breaks(word: str) -> Iterator[tuple[str, str]]:
    """The places where a line may end between such characters, the last one first."""
    for place in range(len(word) - 1, 0, -1):
        before, after = word[place - 1], word[place]
        apart = re.match(_WITHOUT_SPACES, before) or re.match(_WITHOUT_SPACES, after)
        if apart and after not in _NEVER_FIRST and before not in _NEVER_LAST:
            yield word[:place], word[place:]


def refuse_leftwards(text: str, where: str = "") -> None:
    """Raises `TemplateError` for a text that runs from right to left, which would be printed backwards."""
    if not text.isascii() and (found := re.search(_LEFTWARDS, text)):
        shown = text if len(text) < 50 else f"{text[:47]}…"
        raise TemplateError(
            f'"{shown}" runs from right to left (U+{ord(found[0]):04X}), which cannot be printed.',
            where=where,
            todo="Leave the language out, or draw these words as a picture.",
        )
