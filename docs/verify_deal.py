#!/usr/bin/env python3
"""Check the deal of a finished hand without trusting the platform: fairness.md, written again from its words alone.

    python3 verify_deal.py https://the.platform/replay/<hand id>/
    python3 verify_deal.py replay.json          (what /api/games/replays/<hand id>/ answers; "-" reads standard input)

Needs Python 3.9 or newer and nothing else. Says every step; exit status 0 when all of them hold, 1 when one does not,
2 when there is nothing that could be checked.
"""

import hashlib
import json
import sys
import urllib.request

SHUFFLE = 1

# (mode, players): cards in the deck, cards a player, hole cards, ranks drawn as laizi (fairness.md 4)
SHAPES = {
    ("classic", 3): (54, 17, 3, 0),
    ("siren", 4): (108, 25, 8, 0),
    ("huanle", 3): (54, 17, 3, 0),
    ("huanle", 2): (54, 20, 3, 0),
    ("huanle-laizi", 3): (54, 17, 3, 1),
    ("huanle-tiandi", 3): (54, 17, 3, 2),
    ("huopin", 3): (54, 17, 3, 0),
    ("huopin", 2): (54, 20, 3, 0),
    ("thirteen", 2): (52, 13, 0, 0),
    ("thirteen", 3): (52, 13, 0, 0),
    ("thirteen", 4): (52, 13, 0, 0),
}
TILES = {"guangdong-0": 4, "guangdong-1": 4, "guangdong-3": 4}
"""Modes of mahjong and their players: 136 tiles, 13 a player, a fourteenth for the dealer, the others are the wall."""
ROTATING = {"classic"}
"""Modes in which the first to speak moves on by one instead of being drawn."""


class Stream:
    """The numbers that belong to a seed, the players' nonces and a label (fairness.md 2)."""

    def __init__(self, seed, nonces, label):
        material = seed + b"\x00" + ",".join(nonces).encode() + b"\x00" + label.encode()
        self.key = hashlib.sha256(material).digest()
        self.words = self._words()

    def _words(self):
        block = 0
        while True:
            data = hashlib.sha256(self.key + block.to_bytes(4, "big")).digest()
            for start in range(0, 32, 4):
                yield int.from_bytes(data[start : start + 4], "big")
            block += 1

    def below(self, bound):
        """A number from 0 to bound - 1, all equally likely."""
        limit = 2**32 // bound * bound
        for word in self.words:
            if word < limit:
                return word % bound
        raise AssertionError("the words never end")

    def shuffled(self, count):
        """The numbers 0 to count - 1 in the order of the shuffle."""
        cards = list(range(count))
        for place in range(count - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


def deal(mode, players, seed, nonces, number):
    """Deal `number` of a hand: {hands, hole, rest, first, laizi}. Raises KeyError for a mode that is not known."""
    cards, each, hole, laizi = SHAPES[mode, players]
    deck = Stream(seed, nonces, f"deck:{number}").shuffled(cards)
    out = each * players
    return {
        "hands": [deck[seat:out:players] for seat in range(players)],
        "hole": deck[out : out + hole],
        "rest": deck[out + hole :],
        "first": Stream(seed, nonces, f"first:{number}").below(players),
        "laizi": draw_laizi(laizi, Stream(seed, nonces, f"laizi:{number}")) if laizi else [],
    }


def deal_tiles(players, seed, nonces, dealer):
    """The deal of a hand of mahjong: (hands, wall). `dealer`: who deals as the hand before left it, None: drawn."""
    deck = Stream(seed, nonces, "deck:1").shuffled(136)
    if dealer is None:
        dealer = Stream(seed, nonces, "dealer:1").below(players)
    out = 13 * players
    hands = [deck[(seat - dealer) % players : out : players] for seat in range(players)]
    hands[dealer].append(deck[out])
    return {"dealer": dealer, "hands": hands, "wall": deck[out + 1 :]}


def draw_laizi(count, stream):
    """One of the ranks 3 to 2; a second one of the others or both jokers (ranks 13 and 14), as one."""
    ranks = [[rank] for rank in range(13)]
    first = ranks.pop(stream.below(13))
    if count == 1:
        return first
    ranks.append([13, 14])
    return first + ranks[stream.below(13)]


def told_deals(replay):
    """Everything the players were told of each deal, from the streams of their own seats: {number: {…: [telling]}}.

    Each telling is kept, so that nobody can have been told something else than the others.
    """
    deals = {}
    deal = shower = None
    called = False
    for i in range(len(replay["frames"])):
        for seat in range(len(replay["names"])):
            frame = replay["told"][str(seat)]["frames"][i]
            for event in frame["e"] if frame else ():
                kind = event["kind"]
                if kind == "show" and not called and shower is None:
                    shower = event["seat"]
                elif kind in ("dealing", "dealt"):  # "dealt": Thirteen Water deals once, everything in one event
                    called = False
                    empty = {"nonces": [], "hands": {}, "hole": [], "rest": [], "laizi": [], "first": []}
                    deal = deals.setdefault(event.get("deal", 1), {**empty, "landlord": False, "shower": None})
                    deal["nonces"].append(event["nonces"])
                    if kind == "dealt":
                        deal["hands"][seat] = event["hand"]
                elif deal is None:
                    continue
                elif kind == "calling":
                    called = True
                    deal["hands"][seat] = event["hands"][str(seat)]
                    deal["first"].append(event["first"])
                    deal["shower"] = shower
                elif kind == "wilds":
                    deal["laizi"].append(event["wilds"])
                elif kind == "landlord":
                    deal["landlord"] = True
                    deal["hole"] += [event["hole"]] if event["hole"] else []
                elif kind == "over":
                    deal["hands"].setdefault(seat, event["hands"][str(seat)])
                    deal["hole"] += [event["hole"]] if event.get("hole") else []
                    deal["rest"] += [event["rest"]] if event.get("rest") else []
    return deals


def same(tellings, cards):
    """Whether every telling names these cards, in any order."""
    return all(sorted(told) == sorted(cards) for told in tellings)


def check(replay):
    """Every step as (holds, sentence). Raises KeyError for a mode or a shuffle that is not known here."""
    proof = replay["proof"]
    if proof["shuffle"] != SHUFFLE:
        raise KeyError(f"shuffle version {proof['shuffle']}")
    players = len(replay["names"])
    seed = bytes.fromhex(proof["seed"])
    found = hashlib.sha256(seed).hexdigest()
    shown = {stream["view"]["commitment"] for stream in replay["told"].values()}
    yield found == proof["commitment"] and shown == {found}, f"SHA-256 of the seed is the commitment shown: {found}"
    if TILES.get(replay["mode"]) == players:
        yield from check_tiles(replay, seed, players)
        return
    before = None
    for number, told in told_deals(replay).items():
        nonces = proof["nonces"]
        ours = deal(replay["mode"], players, seed, nonces, number)
        yield all(n == nonces for n in told["nonces"]), f"deal {number}: nonces mixed in: {', '.join(nonces)}"
        for seat, cards in sorted(told["hands"].items()):
            name = replay["names"][seat]["name"]
            yield same([cards], ours["hands"][seat]), f"deal {number}: {name} got {named(ours['hands'][seat])}"
        for part, words in (("hole", "hole cards"), ("rest", "cards left over")):
            if told[part]:
                yield same(told[part], ours[part]), f"deal {number}: {words}: {named(ours[part])}"
        if ours["laizi"]:
            turned = all(ours["laizi"][: len(ranks)] == ranks for ranks in told["laizi"])
            whole = ours["laizi"] in told["laizi"] or not told["landlord"]
            yield turned and whole, f"deal {number}: laizi ranks {ours['laizi']}"
        if told["first"]:
            first, why = first_to_speak(replay, ours, told, before, players)
            yield set(told["first"]) == {first}, f"deal {number}: player {first} speaks first ({why})"
            before = first


def check_tiles(replay, seed, players):
    """The steps of a hand of mahjong after the commitment; none where it ended before the deal."""
    nonces = replay["proof"]["nonces"]
    streams = [replay["told"][str(seat)] for seat in range(players)]
    dealt = {}
    drawn = []  # (tile, whether it replaces one of a kong), as each seat itself was told
    ends = []
    for i in range(len(replay["frames"])):
        for seat, stream in enumerate(streams):
            frame = stream["frames"][i]
            for event in frame["e"] if frame else ():
                if event["kind"] == "dealt":
                    dealt[seat] = event
                elif event["kind"] == "drawn" and event["seat"] == seat:
                    drawn.append((event["tile"], event["replacement"]))
                elif event["kind"] == "over":
                    ends.append(event["rest"])
    if not dealt:
        return
    kept = {stream["view"]["dealer"] for stream in replay["told"].values()}
    ours = deal_tiles(players, seed, nonces, min(kept) if None not in kept else None)
    yield all(told["nonces"] == nonces for told in dealt.values()), f"nonces mixed in: {', '.join(nonces)}"
    why = "drawn" if None in kept else "after the table's last hand"
    yield (
        len(kept) == 1 and {told["dealer"] for told in dealt.values()} == {ours["dealer"]},
        f"{replay['names'][ours['dealer']]['name']} deals ({why})",
    )
    for seat, told in sorted(dealt.items()):
        hand = ours["hands"][seat]
        yield same([told["tiles"]], hand), f"{replay['names'][seat]['name']} got {tiles_named(hand)}"
    wall = ours["wall"]
    taken = [bool(wall) and wall.pop(-1 if replaces else 0) == tile for tile, replaces in drawn]
    yield all(taken), f"{len(drawn)} tiles drawn in the order of the wall, of kongs from its end"
    if ends:
        yield all(rest == wall for rest in ends), f"left in the wall: {tiles_named(wall)}"


def first_to_speak(replay, ours, told, before, players):
    """Who speaks first in a deal, and by which rule."""
    if replay["mode"] in ROTATING:
        if before is not None:
            return (before + 1) % players, "the turn moves on by one"
        if replay["proof"]["first"] is not None:
            return replay["proof"]["first"], "after the table's last hand"
    elif told["shower"] is not None:
        return told["shower"], "opened the hand first"
    return ours["first"], "drawn"


def named(cards):
    """Cards as people write them: rank and suit, jokers as BJ and RJ."""
    faces = sorted((card % 54 for card in cards), reverse=True)
    return " ".join("BJ" if f == 52 else "RJ" if f == 53 else "3456789TJQKA2"[f >> 2] + "♠♥♣♦"[f & 3] for f in faces)


def tiles_named(tiles):
    """Tiles as people write them: m 万, p 筒, s 条, the winds E S W N, the dragons C F P."""
    names = [suit + rank for suit in "mps" for rank in "123456789"] + list("ESWNCFP")
    return " ".join(names[tile // 4] for tile in tiles)


def read(source):
    """The replay's JSON from a page's address, a file or standard input."""
    if source == "-":
        return json.load(sys.stdin)
    if source.startswith(("http://", "https://")):
        address = source.partition("#")[0].partition("?")[0].replace("/replay/", "/api/games/replays/")
        with urllib.request.urlopen(address) as answer:
            return json.load(answer)
    with open(source, encoding="utf-8") as file:
        return json.load(file)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        replay = read(arguments[0])
        steps = list(check(replay))
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"Nothing that could be checked: {error!r}")
        return 2
    for holds, sentence in steps:
        print("ok   " if holds else "WRONG", sentence)
    wrong = sum(not holds for holds, _ in steps)
    print(f"The deal does not fit its seed: {wrong} of {len(steps)} steps are wrong." if wrong else "The deal is fair.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
