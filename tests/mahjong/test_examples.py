"""Every worked example of the rules: the hands of 5.1, the payments of 5.2."""

from __future__ import annotations

import pytest
from hk_mahjong.core.meld import Meld as HkMeld
from hk_mahjong.core.meld import make_chow, make_kong, make_pong
from hk_mahjong.core.scoring import ScoringContext, score_hand
from hk_mahjong.core.tiles import WIND_ORDER
from hk_mahjong.core.win_check import check_win

from games.rules.core import Result
from games.rules.mahjong import payment
from games.rules.mahjong.fans import How, Score, score
from games.rules.mahjong.melds import CHOW, KONGS, Meld
from games.rules.mahjong.payment import Liability, Win
from games.rules.mahjong.tiles import COPIES, FACES, counts_of, parse
from games.rules.stakes import share
from tests.mahjong.examples import HANDS, PAYMENTS
from tests.mahjong.test_oracles import HK_TILES

SEATS = "ABCD"
FIRSTS = ("tian_he", "di_he", "ren_he")


def melds_of(text: str) -> tuple[Meld, ...]:
    """The melds that "pung:CCC chow:s345" names."""
    found = []
    for one in text.split():
        kind, faces = one.split(":")
        tiles = tuple(COPIES * face + min(place, 3) for place, face in enumerate(parse(faces)))
        found.append(Meld(kind, tiles, None if kind == "concealed" else tiles[0], None if kind == "concealed" else 0))
    return tuple(found)


def how_of(text: str, winds: str, winning: str) -> How:
    words = text.split()
    (face,) = parse(winning)
    return How(
        face,
        seat_wind="ESWN".index(winds[0]),
        round_wind="ESWN".index(winds[1]),
        self_drawn=words[0] == "drawn",
        robbed=words[0] == "robbed",
        last="last" in words,
        replacement="replacement" in words,
        first=next((name for name in FIRSTS if name in words), None),
    )


@pytest.mark.parametrize(("number", "concealed", "melds", "tile", "text", "winds", "items", "fan"), HANDS)
def test_hand(
    number: int,
    concealed: str,
    melds: str,
    tile: str,
    text: str,
    winds: str,
    items: tuple[tuple[str, int], ...],
    fan: int | None,
) -> None:
    how = how_of(text, winds, tile)
    found = score(counts_of((*parse(concealed), how.face)), melds_of(melds), how)
    assert (found and found.fan) == fan
    if found is not None:
        assert found.items == items


HK_NAMES = {
    "peng_peng_hu": {"All Pongs"},
    "hun_yi_se": {"Mixed One Suit"},
    "hun_peng": {"Mixed One Suit", "All Pongs"},
    "qing_yi_se": {"Pure One Suit"},
    "qing_peng": {"Pure One Suit", "All Pongs"},
    "zi_mo": {"Self Drawn"},
    "ke_zhong": {"Red Dragon Pong"},
    "ke_fa": {"Green Dragon Pong"},
    "ke_bai": {"White Dragon Pong"},
    "men_feng_ke": {"Seat Wind"},
    "quan_feng_ke": {"Prevailing Wind"},
    "hai_di_lao_yue": {"Win on Last Tile"},
    "gang_kai": {"Win on Kong Replacement"},
    "qiang_gang": {"Robbing the Kong"},
    "shi_san_yao": {"Thirteen Orphans"},
    "zi_yi_se": {"All Honors"},
    "da_si_xi": {"Great Winds"},
    "da_san_yuan": {"Great Dragons"},
    "qing_yao_jiu": {"All Terminals"},
    "shi_ba_luo_han": {"All Kongs"},
    "jiu_lian_bao_deng": {"Nine Gates"},
    "hun_yao_jiu": {"All Terminals and Honors", "All Pongs"},
}
"""What an independent scorer of Hong Kong rules calls the same patterns."""
OUTRANKED = {"All Honors", "Great Winds", "Great Dragons", "All Terminals", "All Kongs", "Nine Gates"}
"""Of these it names the first that it looks for, here the one that pays most."""


def hk_melds(melds: tuple[Meld, ...]) -> list[HkMeld]:
    made = []
    for meld in melds:
        tile = HK_TILES[meld.face]
        if meld.kind == CHOW:
            made.append(make_chow(*(HK_TILES[meld.face + i] for i in range(3))))
        else:
            made.append(make_kong(tile, meld.kind == "concealed") if meld.kind in KONGS else make_pong(tile))
    return made


@pytest.mark.parametrize(
    ("number", "concealed", "melds", "tile", "text", "winds", "items", "fan"),
    [hand for hand in HANDS if hand[-1] is not None and not any(name in hand[4] for name in FIRSTS)],
)
def test_patterns_are_those_of_an_independent_scorer(
    number: int,
    concealed: str,
    melds: str,
    tile: str,
    text: str,
    winds: str,
    items: tuple[tuple[str, int], ...],
    fan: int,
) -> None:
    how, own = how_of(text, winds, tile), melds_of(melds)
    counts = counts_of((*parse(concealed), how.face))
    tiles = [HK_TILES[face] for face in range(FACES) for _ in range(counts[face])]
    said = [
        {
            item.name
            for item in score_hand(
                ScoringContext(
                    decomposition=one,
                    exposed_melds=hk_melds(own),
                    concealed_tiles=tiles,
                    bonus_tiles=[],
                    winning_tile=HK_TILES[how.face],
                    self_drawn=how.self_drawn or how.robbed,
                    seat_wind=WIND_ORDER[how.seat_wind],
                    prevailing_wind=WIND_ORDER[how.round_wind],
                    is_last_tile=how.last,
                    is_kong_replacement=how.replacement,
                    is_robbing_kong=how.robbed,
                )
            ).items
        }
        for one in check_win(tiles, hk_melds(own))
    ]
    if number == 62:  # it asks only whether the 14 tiles hold the gates, not which tile won (3.5)
        items = (("jiu_lian_bao_deng", 9),)
    wanted = set().union(*(HK_NAMES.get(name, set()) for name, _ in items))
    assert any(wanted <= names or (wanted & OUTRANKED and names & OUTRANKED) for names in said), said


def fed(text: tuple[str, ...]) -> tuple[Liability, ...]:
    """The liabilities after each of these, such as "BC twelve", was fed in turn."""
    liable: tuple[Liability, ...] = ()
    for one in text:
        (payer, payee), cause = one[:2], one[3:]
        names = {"twelve": "chow:m123 pung:p222 melded:p5555", "san_yuan": "pung:CCC pung:FFF"}[cause]
        last = {"twelve": "EEE", "san_yuan": "PPP"}[cause]
        source = SEATS.index(payer)
        tiles = tuple(COPIES * face + place for place, face in enumerate(parse(last)))
        melds = (*melds_of(names), Meld("pung", tiles, tiles[0], source))
        liable = payment.after_claim(SEATS.index(payee), melds, liable, big_liability=True)
    return liable


@pytest.mark.parametrize(
    ("number", "how", "source", "liable", "winners", "shares", "rake", "carried", "change"), PAYMENTS
)
def test_payment(
    number: int,
    how: str,
    source: str,
    liable: tuple[str, ...],
    winners: str,
    shares: str,
    rake: int,
    carried: tuple[int, ...],
    change: tuple[int, ...],
) -> None:
    wins: list[Win] = []
    for winner in winners.split():
        seat, found = SEATS.index(winner[0]), Score(int(winner[1]), ())
        match how:
            case "discard":
                wins.append(payment.by_discard(seat, 0, SEATS.index(source), found))
            case "robbed":
                wins.append(payment.by_robbing(seat, 0, SEATS.index(source), found))
            case _:
                feeder = SEATS.index(source) if how == "fed" else None
                wins.append(payment.by_self_draw(seat, 0, found, 4, feeder, fed(liable)))
    told = "; ".join(" ".join(f"{SEATS[payer]}{count}" for payer, count in win.shares) for win in wins)
    assert len(wins) == len(winners.split())
    assert sorted(told.split()) == sorted(shares.split())
    start = SEATS.index(source or (winners or "A")[0])
    order = tuple((start + step) % 4 for step in range(4))
    result = Result("played", debts=tuple(debt for win in wins for debt in win.debts()), order=order)
    changes = share(result, 100, rake, carried, cap=False)
    assert tuple(s - r for s, r in zip(changes.stakes, changes.rakes, strict=True)) == change
    assert sum(changes.stakes) == 0
