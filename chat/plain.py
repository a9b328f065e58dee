"""Text that people write for others, made plain: one line, nothing that hides, turns around or pretends to be empty."""

from __future__ import annotations

import re
import unicodedata

DROPPED = ("Cc", "Cf", "Cs", "Co")
"""Control and format characters (zero width, direction overrides), halves of characters, and private ones that look
different everywhere."""
BLANK = re.compile("[\u115f\u1160\u3164\uffa0\u2800]")
"""Letters and signs that show nothing, with which a text looks empty or two look alike."""
STACKED = 2
"""So many marks may stand on one letter; more of them climb over the lines around."""


def plain(text: str) -> str:
    """`text` in one line, normalised (NFC), without what cannot be seen, its spaces single; may be empty."""
    found = unicodedata.normalize("NFC", BLANK.sub(" ", re.sub(r"\s", " ", text)))
    kept: list[str] = []
    marks = 0
    for letter in found:
        category = unicodedata.category(letter)
        if category in DROPPED:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= STACKED:
            kept.append(letter)
    return " ".join("".join(kept).split())
