"""Generators of the drawings under static/art. `python -m tools.art` writes them, a test compares.

Drawings are text in, text out: no font and no library is needed to make them again. Ids inside a sprite are prefixed
with the sprite's letter, because all sprites of a page share one document.
"""

from pathlib import Path

from tools.art import backs, cards, icons, marks, tiles

ART = Path(__file__).resolve().parents[2] / "static" / "art"


def everything() -> dict[Path, str]:
    """Every drawing by its path."""
    return {
        ART / "cards.svg": cards.deck(),
        ART / "backs.svg": backs.backs(),
        ART / "icons.svg": icons.icons(),
        ART / "tiles.svg": tiles.tiles(),
        ART / "marks.svg": marks.marks(),
        ART / "favicon.svg": marks.favicon(),
        ART / "favicon-turn.svg": marks.favicon(turn=True),
    }


def stale() -> list[Path]:
    """Committed drawings that differ from what their generator draws, and drawings nobody draws."""
    drawn = everything()
    known = {path for path, text in drawn.items() if path.exists() and path.read_text(encoding="utf-8") == text}
    return sorted((drawn.keys() | set(ART.rglob("*.svg"))) - known)
