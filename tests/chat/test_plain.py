"""Text made plain."""

import pytest

from chat.plain import plain


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  你好\t\r\n world ", "你好 world"),
        ("\u200b\u200d\ufeff\u2060", ""),
        ("a\u202ecod.exe\u202c", "acod.exe"),
        ("\u3164\u115f\u2800", ""),
        ("nul\x00 bell\x07", "nul bell"),
        ("half\ud800", "half"),
        ("Z" + "\u0310" * 9, "Z\u0310\u0310"),
        ("cafe\u0301", "café"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("한글 ไทย 😀", "한글 ไทย 😀"),
    ],
)
def test_plain(text: str, told: str) -> None:
    assert plain(text) == told
    assert plain(told) == told
