"""Moments of a hand as a server would send them: the island's tests and its pictures start from these."""

from __future__ import annotations

import time
from typing import Any

RANKS = "3456789TJQKA2BR"

ROOM = {
    "id": 1,
    "game": "doudizhu",
    "code": "novice",
    "name": "新手",
    "mode": "huanle",
    "seats": 3,
    "currency": "beans",
    "coef_n": 1,
    "rake": 5,
    "initial": 15,
    "minimum": 500,
    "maximum": 50000,
    "threshold": 2000,
}
NAMES = [
    {"name": "小满", "bot": False, "avatar": "f1", "level": 3, "title": "长工"},
    {"name": "木头人甲", "bot": True, "avatar": "bot", "level": 1, "title": "包身工"},
    {"name": "木头人乙", "bot": True, "avatar": "m2", "level": 1, "title": "包身工"},
]


def cards(text: str) -> list[int]:
    """Cards by their ranks, each rank's suits in order; from high to low."""
    seen: dict[str, int] = {}
    out = []
    for letter in text:
        suit = seen.get(letter, 0)
        seen[letter] = suit + 1
        rank = RANKS.index(letter)
        out.append(rank * 4 + suit if rank < 13 else 52 + rank - 13)
    return sorted(out, key=lambda card: (-rank_of(card), card))


def rank_of(card: int) -> int:
    return card // 4 if card < 52 else card - 52 + 13


HAND = cards("22AAKKQQJTTT9988765")[:17]
LANDLORD_HAND = cards("R22AAKKQQJTTT99887654")[:20]


def now() -> int:
    return int(time.time() * 1000)


def boot(*, hand: str | None = "h1", ready: bool = False) -> dict[str, Any]:
    seats = [
        {"player": 12 if i == 0 else None, "ready": i > 0 or ready, "show": False, **name}
        for i, name in enumerate(NAMES)
    ]
    return {
        "me": {"id": 12, "name": "小满", "avatar": "f1", "guest": True, "balances": {"beans": 10000, "coins": 10000}},
        "room": ROOM,
        "table": {"id": 7, "number": 3, "room": 1, "v": 1, "hand": hand, "seats": seats},
        "seat": 0,
        "hand": hand,
        "s": now(),
    }


def seat(count: int = 17, **fields: Any) -> dict[str, Any]:
    return {
        "count": count,
        "cards": None,
        "show": 0,
        "role": None,
        "call": None,
        "opened": True,
        "double": None,
        "last": None,
        "plays": 0,
        "played": [],
        "bot": False,
        "trustee": None,
        "lost": None,
        "fled": False,
    } | fields


def view(phase: str, seats: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {
        "game": "doudizhu",
        "mode": "huanle",
        "phase": phase,
        "deal": 1,
        "seat": 0,
        "seats": seats,
        "hole": None,
        "rest": None,
        "seed": None,
        "dealing": None,
        "first": 0,
        "lead": None,
        "commitment": "9f3c",
        "result": None,
        "multiplier": {"initial": 15, "rob": 1, "show": 1, "bomb": 1, "spring": 1, "total": 15},
        "nonces": ["aa", "", ""],
        "decisions": [],
    } | fields


def decision(
    kind: str, seats: list[int], ms: int, mine: dict[str, Any] | None = None, number: int = 7
) -> dict[str, Any]:
    found: dict[str, Any] = {"id": number, "kind": kind, "due": now() + ms, "seats": seats}
    return found if mine is None else found | {"mine": mine}


def snap(of: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "t": "snap",
        "n": 0,
        "s": now(),
        "hand": "h1",
        "seat": of["seat"],
        "names": NAMES,
        "room": ROOM,
        "view": of,
    } | fields


def laid(text: str, type_: str, rank: str, length: int = 1) -> dict[str, Any]:
    return {"cards": cards(text), "type": type_, "rank": RANKS.index(rank), "len": length}


def opening() -> dict[str, Any]:
    return view(
        "opening",
        [seat(0, cards=[]), seat(0, bot=True), seat(0, bot=True)],
        deal=0,
        first=None,
        decisions=[decision("open", [0], 5000, {"show": True})],
    )


def dealing() -> dict[str, Any]:
    return view(
        "deal",
        [seat(9, cards=HAND[:9]), seat(9, bot=True), seat(9, bot=True)],
        first=None,
        dealing={"start": now() - 3600, "step": 400, "total": 17},
        decisions=[decision("deal", [0], 3200, {"show": True})],
    )


def calling() -> dict[str, Any]:
    return view(
        "call",
        [seat(17, cards=HAND), seat(17, bot=True, call="pass"), seat(17, bot=True)],
        first=1,
        decisions=[decision("call", [0], 36000, {})],
    )


def robbing() -> dict[str, Any]:
    return view(
        "rob",
        [seat(17, cards=HAND, call="call"), seat(17, bot=True, call="rob"), seat(17, bot=True, call="no_rob")],
        multiplier={"initial": 15, "rob": 2, "show": 1, "bomb": 1, "spring": 1, "total": 30},
        decisions=[decision("rob", [0], 22000, {})],
    )


def doubling() -> dict[str, Any]:
    seats = [
        seat(20, cards=LANDLORD_HAND, role="landlord"),
        seat(17, role="peasant", bot=True),
        seat(17, role="peasant", bot=True),
    ]
    return view("double", seats, hole=cards("K94"), decisions=[decision("double", [0], 12000, {"show": True})])


def following() -> dict[str, Any]:
    last = laid("99J", "pair", "9")
    last = laid("99", "pair", "9")
    seats = [
        seat(20, cards=LANDLORD_HAND, role="landlord"),
        seat(13, role="peasant", bot=True, last="pass", plays=1),
        seat(4, role="peasant", bot=True, last=last, plays=4),
    ]
    seats[0]["last"] = laid("66", "pair", "6")
    return view(
        "play",
        seats,
        hole=cards("K94"),
        lead={"seat": 2, **last},
        multiplier={"initial": 15, "rob": 2, "show": 1, "bomb": 2, "spring": 1, "total": 60},
        decisions=[decision("play", [0], 18000, {"lead": False, "beats": True, "show": False})],
    )


def beaten() -> dict[str, Any]:
    of = following()
    last = laid("BR", "rocket", "R", 2)
    of["seats"][2]["last"] = last
    of["lead"] = {"seat": 2, **last}
    of["decisions"] = [decision("play", [0], 4200, {"lead": False, "beats": False, "show": False})]
    return of


def watching_others() -> dict[str, Any]:
    plane = laid("33344455566678TJ", "plane_solo", "6", 4)
    seats = [
        seat(17, cards=HAND, role="peasant", double=True, last="pass"),
        seat(2, role="landlord", bot=True, last=plane, plays=5),
        seat(11, role="peasant", lost=now() + 48000, last="pass"),
    ]
    return view("play", seats, hole=cards("K94"), lead={"seat": 1, **plane}, decisions=[decision("play", [2], 21000)])


def trustee() -> dict[str, Any]:
    of = following()
    of["seats"][0] |= {"trustee": "timeouts", "acted": ACTED}
    of["seats"][1]["trustee"] = "self"
    return of


def alarmed() -> dict[str, Any]:
    of = following()
    of["decisions"][0]["due"] = now() + 4600
    return of


def spectated() -> dict[str, Any]:
    """What somebody without a seat sees of `watching_others`: nobody's cards but an open hand's."""
    of = watching_others()
    of["seat"] = None
    of["seats"][0] |= {"cards": None}
    of["seats"][2] |= {"cards": HAND[:11], "show": 2}
    return of


def escaped(why: str = "absent") -> dict[str, Any]:
    """Seat 2 was lost and did not come back: all hands are open, one pays."""
    of = over()
    of["seats"][0] |= {"count": 4, "cards": HAND[:4]}
    of["seats"][2] |= {"fled": True, "lost": now() - 1000}
    of["result"] |= {
        "ending": "escape",
        "outcomes": ["draw", "draw", "escape"],
        "debts": [],
        "points": [0, 0, -900],
        "penalty": [2, "900"],
    }
    of["result"]["facts"] |= {"winner": None, "why": why}
    return of


def voided() -> dict[str, Any]:
    of = over()
    nothing = {"ending": "void", "outcomes": ["draw"] * 3, "debts": [], "points": [0] * 3, "penalty": None}
    of["result"] |= nothing | {"facts": {"why": "damaged"}}
    return of


ACTED = [
    {"kind": "pass"},
    {"kind": "play", "cards": cards("33344456")},
    {"kind": "play", "cards": cards("2")},
]
ESCAPED = {
    "t": "settled",
    "changes": [0, 0, -900],
    "rake": [0, 0, 0],
    "balances": {"beans": 10000},
    "formula": {},
    "level": None,
}


def over() -> dict[str, Any]:
    times = {"initial": 15, "rob": 2, "show": 1, "bomb": 2, "spring": 1, "total": 60}
    seats = [
        seat(0, cards=[], role="landlord", last=laid("22", "pair", "2"), plays=7),
        seat(5, cards=cards("KJ773"), role="peasant", bot=True, last="pass"),
        seat(6, cards=cards("Q88544"), role="peasant", bot=True, double=True),
    ]
    return view(
        "over",
        seats,
        hole=cards("K94"),
        rest=[],
        seed="00",
        multiplier=times,
        result={
            "ending": "played",
            "outcomes": ["win", "lose", "lose"],
            "debts": [{"payer": 1, "payee": 0, "points": "60"}, {"payer": 2, "payee": 0, "points": "120"}],
            "order": [1, 2, 0],
            "points": [180, -60, -120],
            "penalty": None,
            "facts": {
                "landlord": 0,
                "base": 1,
                "multiplier": times,
                "robs": 1,
                "shows": [0, 0, 0],
                "bombs": 1,
                "rockets": 0,
                "spring": None,
                "doubles": [False, False, True],
                "coef": "1",
                "deals": 1,
                "winner": 0,
            },
        },
    )


SETTLED = {
    "t": "settled",
    "changes": [175, -65, -125],
    "rake": [5, 5, 5],
    "balances": {"beans": 10175},
    "formula": {},
    "level": {
        "points": 210,
        "change": 180,
        "level": 5,
        "title": "贫农",
        "start": 180,
        "next": 320,
        "next_title": "渔夫",
    },
}
SCENES = {
    f.__name__: f
    for f in (
        opening,
        dealing,
        calling,
        robbing,
        doubling,
        following,
        beaten,
        watching_others,
        trustee,
        alarmed,
        spectated,
        escaped,
        voided,
        over,
    )
}


# --- the other modes: their own rooms, tables and moments ---------------------------------------------------------


def room(mode: str, seats: int = 3, **fields: Any) -> dict[str, Any]:
    """The room of a mode, as the lobby tells it."""
    points = mode in ("classic", "siren")
    laizi = mode in ("huanle-laizi", "huanle-tiandi")
    own: dict[str, Any] = {
        "mode": mode,
        "seats": seats,
        "coef": "0.25" if laizi else "1",
        "initial": 60 if laizi else 15,
    }
    if points:
        own |= {"code": "points-1", "name": "积分一", "currency": None, "rake": 0, "initial": 1}
        own |= {"minimum": 0, "maximum": None, "threshold": None}
    if mode == "huopin":
        own |= {"currency": "coins", "threshold": None}
    return ROOM | own | fields


def boot_of(of: dict[str, Any], hand: str | None = "h1") -> dict[str, Any]:
    """What the table's page starts from in the mode of a view."""
    seats = [NAMES[at % 3] | {"name": NAMES[at % 3]["name"] + "丙" * (at // 3)} for at in range(len(of["seats"]))]
    own = boot(hand=hand)
    own["room"] = room(of["mode"], len(seats))
    own["table"]["seats"] = [
        {"player": 12 if at == 0 else None, "ready": at > 0, "show": False, **name} for at, name in enumerate(seats)
    ]
    own["names"] = seats
    return own


def snap_of(of: dict[str, Any]) -> dict[str, Any]:
    own = boot_of(of)
    return snap(of, names=own["names"], room=own["room"])


def of_mode(mode: str, phase: str, seats: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    points = mode in ("classic", "siren")
    initial = 1 if points else 60 if "-" in mode else 15
    times = {"initial": initial, "rob": 1, "show": 1, "bomb": 1, "spring": 1, "total": initial}
    return view(phase, seats, **{"mode": mode, "multiplier": times, "base": 0 if points else 1, "wilds": []} | fields)


def two_deck_hand(size: int) -> list[int]:
    """So many cards of two decks, some of them four and five of a rank."""
    text = "R22AAAAKKQQQJJTTTT999887776655544443"
    seen: dict[int, int] = {}
    out = []
    for letter in text[:size]:
        rank = RANKS.index(letter)
        copy = seen.get(rank, 0)
        seen[rank] = copy + 1
        out.append((rank * 4 + copy % 4 + 54 * (copy // 4)) if rank < 13 else 52 + rank - 13)
    return sorted(out, key=lambda card: (-rank_of(card % 54), card % 54))


def bidding() -> dict[str, Any]:
    seats = [seat(17, cards=HAND), seat(17, call=0, bot=True), seat(17, call=1, bot=True)]
    return of_mode(
        "classic", "bid", seats, base=1, first=1, decisions=[decision("bid", [0], 33_000, {"points": [0, 2, 3]})]
    )


def classic_over() -> dict[str, Any]:
    of = over() | {"mode": "classic", "base": 3}
    of["multiplier"] = {"initial": 1, "rob": 1, "show": 1, "bomb": 2, "spring": 1, "total": 2}
    of["result"] = of["result"] | {
        "debts": [{"payer": 1, "payee": 0, "points": "6"}, {"payer": 2, "payee": 0, "points": "6"}],
        "points": [12, -6, -6],
    }
    of["result"]["facts"] = of["result"]["facts"] | {"base": 3, "multiplier": of["multiplier"], "doubles": [False] * 3}
    return of


def siren_bidding() -> dict[str, Any]:
    seats = [seat(25, cards=two_deck_hand(25)), *(seat(25, bot=True, call=call) for call in (0, None, None))]
    return of_mode("siren", "bid", seats, first=1, decisions=[decision("bid", [0], 33_000, {"points": [0, 1, 2, 3]})])


def siren_landlord() -> dict[str, Any]:
    seats = [
        seat(33, cards=two_deck_hand(33), role="landlord", last=laid("66677", "trio_pair", "6")),
        seat(21, role="peasant", bot=True, last=laid("888JJ", "trio_pair", "8"), plays=1),
        seat(25, role="peasant", bot=True, last="pass"),
        seat(4, role="peasant", bot=True, last=laid("QQQKK", "trio_pair", "Q"), plays=4),
    ]
    lead = {"seat": 3, **seats[3]["last"]}
    mine = {"lead": False, "beats": True, "show": False}
    return of_mode(
        "siren",
        "play",
        seats,
        base=3,
        hole=cards("R2AKQ954"),
        lead=lead,
        decisions=[decision("play", [0], 18_000, mine)],
    )


def siren_peasant() -> dict[str, Any]:
    of = siren_landlord()
    of["seats"][0] = seat(25, cards=two_deck_hand(25), role="peasant", last="pass")
    of["seats"][1]["role"] = "landlord"
    of["seats"][1]["last"] = laid("3334445566", "plane_pair", "4", 2)
    return of | {
        "hole": None,
        "lead": {"seat": 1, **of["seats"][1]["last"]},
        "decisions": [decision("play", [2], 9_000)],
    }


def laizi_reading() -> dict[str, Any]:
    """5 is laizi, and 6 7 8 9 5 may be two straights."""
    hand = cards("2AAKQJT987655443")
    seats = [
        seat(len(hand), cards=hand, role="peasant"),
        seat(14, role="landlord", bot=True, last=laid("8885", "trio_solo", "8"), plays=2),
        seat(17, role="peasant", bot=True, last=laid("QQ57", "trio_solo", "Q"), plays=1),
    ]
    mine = {"lead": True, "beats": True, "show": False}
    return of_mode(
        "huanle-laizi", "play", seats, wilds=[2], hole=cards("K54"), decisions=[decision("play", [0], 21_000, mine)]
    )


def tiandi_play() -> dict[str, Any]:
    """5 is the laizi of heaven, 9 that of the earth."""
    hand = cards("R2AAKQ9998765544")
    seats = [
        seat(len(hand), cards=hand, role="landlord", double=True),
        seat(14, role="peasant", bot=True, last=laid("33359", "bomb", "3", 5), plays=2),
        seat(2, role="peasant", bot=True, last="pass", cards=cards("9K"), show=3),
    ]
    lead = {"seat": 1, **seats[1]["last"]}
    mine = {"lead": False, "beats": True, "show": False}
    return of_mode(
        "huanle-tiandi",
        "play",
        seats,
        wilds=[2, 6],
        hole=cards("K95"),
        lead=lead,
        decisions=[decision("play", [0], 21_000, mine)],
        multiplier={"initial": 60, "rob": 2, "show": 3, "bomb": 2, "spring": 1, "total": 720},
    )


def barred() -> dict[str, Any]:
    """I may not double: the landlord carries too little."""
    of = doubling() | {"mode": "huanle", "short": [1]}
    of["seats"][0]["role"], of["seats"][1]["role"] = "peasant", "landlord"
    of["decisions"] = [{"id": 7, "kind": "double", "due": now() + 12_000}]
    return of


def two_play() -> dict[str, Any]:
    seats = [
        seat(20, cards=LANDLORD_HAND, role="peasant", last=laid("66", "pair", "6")),
        seat(9, role="landlord", bot=True, last=laid("99", "pair", "9"), plays=4),
    ]
    mine = {"lead": False, "beats": True, "show": False}
    lead = {"seat": 1, **seats[1]["last"]}
    return of_mode(
        "huopin", "play", seats, hole=cards("K94"), lead=lead, decisions=[decision("play", [0], 18_000, mine)]
    )


def two_over() -> dict[str, Any]:
    of = over() | {"mode": "huanle", "rest": cards("AKJT9776543")}
    of["seats"] = of["seats"][:2]
    of["result"] = of["result"] | {"outcomes": ["win", "lose"], "points": [60, -60], "order": [1, 0]}
    of["result"]["debts"] = of["result"]["debts"][:1]
    of["result"]["facts"] = of["result"]["facts"] | {"doubles": [False, False], "shows": [0, 0]}
    return of


def dissolved() -> dict[str, Any]:
    seats = [seat(25, cards=two_deck_hand(25), call=0) for _ in range(4)]
    facts = {"why": "no_call"}
    result = {"ending": "void", "outcomes": [], "debts": [], "order": [], "points": [], "penalty": None, "facts": facts}
    return of_mode("siren", "over", seats, deal=3, hole=None, result=result)


MODE_SCENES = {
    f.__name__: f
    for f in (
        bidding,
        classic_over,
        siren_bidding,
        siren_landlord,
        siren_peasant,
        laizi_reading,
        tiandi_play,
        barred,
        two_play,
        two_over,
        dissolved,
    )
}
