"""Nicknames and placeholder pictures for those who have not chosen theirs."""

from __future__ import annotations

import secrets

BOT_MARK = "BOT·"
"""Begins the name of every bot account (`accounts.bots`), and no person's: neither random nicknames nor usernames hold
a middle dot."""
AVATARS = ("f1", "f2", "f3", "f4", "m1", "m2", "m3", "m4")

# ruff: noqa: SIM905 - lists of words are read and mended more easily as running text
_FIRST = (
    "早起的 晚归的 爱笑的 好奇的 慢悠悠的 热心的 不服输的 会做饭的 爱喝茶的 看风景的 吹口哨的 数星星的 "
    "晒太阳的 爱下雨天的 骑单车的 种西瓜的 写信的 赶集的 唱小曲的 打瞌睡的 认真的 淡定的 机灵的 有口福的"
).split()
_SECOND = (
    "小满 谷雨 阿福 豆包 石榴 麦子 芝麻 汤圆 橘子 核桃 云朵 青山 小河 山雀 松鼠 锦鲤 花猫 白鹅 老周 "
    "阿明 小禾 大力 团子 竹笋 银杏 海棠 月亮 木瓜"
).split()


def nickname() -> str:
    """A random nickname of at most ten characters, such as 爱喝茶的芝麻."""
    return secrets.choice(_FIRST) + secrets.choice(_SECOND)


def avatar() -> str:
    """A random placeholder picture's code."""
    return secrets.choice(AVATARS)
