"""Which discards would make a seat liable for another's self-draw (4 no. 5), as far as that seat can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.mahjong.melds import CHOW, Meld
from games.rules.mahjong.payment import SAN_YUAN, SI_XI, TWELVE, Liability
from games.rules.mahjong.tiles import DRAGONS, SUITED, WINDS


@dataclass(frozen=True, slots=True)
class Risk:
    """A discard of `face` may make its seat liable for `payee`."""

    face: int
    payee: int
    cause: str


def risks(
    seat: int,
    own: Sequence[int],
    unseen: Sequence[int],
    melds: Sequence[Sequence[Meld]],
    liable: Sequence[Liability],
    big_liability: bool,
) -> Iterator[Risk]:
    """What `seat` risks with each of its `own` faces: `unseen` counts the tiles of each face that it cannot see,
    `melds` are everybody's."""
    for step in range(1, len(melds)):
        payee = (seat + step) % len(melds)
        if any(one.payer == seat and one.payee != payee for one in liable):
            continue
        laid = melds[payee]
        claimed = {meld.face for meld in laid if meld.is_claimed and meld.kind != CHOW}
        twelve = len(laid) == 3 and all(meld.is_claimed for meld in laid)
        for face in sorted(set(own)):
            can_pung = unseen[face] >= 2
            for cause, group in ((SAN_YUAN, DRAGONS), (SI_XI, WINDS)):
                if big_liability and can_pung and face in group and set(group) - claimed == {face}:
                    yield Risk(face, payee, cause)
            if twelve and (can_pung or (step == 1 and _can_chow(face, unseen))):
                yield Risk(face, payee, TWELVE)


def _can_chow(face: int, unseen: Sequence[int]) -> bool:
    if face >= SUITED:
        return False
    start = face // 9 * 9
    return any(
        all(unseen[other] for other in range(low, low + 3) if other != face)
        for low in range(max(start, face - 2), min(face, start + 6) + 1)
    )
