"""What a viewer may know of a hand of Dou Dizhu (docs/protocol.md, section 4).

A viewer sees the own hand, every open hand and, once the hand is over, all of them; while cards are dealt one by one,
of each of these only the part that is out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from games.rules.core import Event, Json, Result, commitment
from games.rules.doudizhu.cards import sort_cards
from games.rules.seats import result_json

if TYPE_CHECKING:
    from games.rules.doudizhu.rounds import Doudizhu, Lead


def sorted_list(cards: Iterable[int]) -> list[int]:
    """Cards as the wire carries them: a list from high to low."""
    return list(sort_cards(cards))


def view(state: Doudizhu, seat: int | None, now: int) -> dict[str, Json]:
    """The whole hand as `seat` may know it at `now`."""
    deal = state.deal
    over = state.phase == "over"
    return {
        "game": state.game,
        "mode": state.preset.mode,
        "phase": state.phase,
        "deal": 0 if deal is None else deal.number,
        "seat": seat,
        "seats": [_seat(state, who, seat, now) for who in range(state.seats)],
        "hole": hole(state, seat),
        "rest": sorted_list(deal.rest) if deal is not None and over else None,
        "dealing": {"start": deal.start, "step": deal.step, "total": deal.total}
        if deal is not None and state.phase == "deal"
        else None,
        "first": None if state.bidding is None else state.bidding.first,
        "lead": None if state.lead is None else {"seat": state.lead.seat, **_lead(state.lead)},
        "wilds": list(state.wilds),
        "short": state.short(),
        "base": state.base,
        "multiplier": state.multiplier.as_json(),
        "commitment": commitment(state.seed),
        "seed": state.told_seed() if over else None,
        "nonces": list(state.nonces),
        "decisions": state.seen_decisions(seat),
        "result": None if state.result is None else result_json(state.result),
    }


def _seat(state: Doudizhu, who: int, viewer: int | None, now: int) -> dict[str, Json]:
    cards = hand(state, who, now)
    last = state.last[who]
    return {
        "count": len(cards),
        "cards": cards if sees(state, viewer, who) else None,
        "show": state.shows[who],
        "role": None if state.landlord is None else "landlord" if who == state.landlord else "peasant",
        "call": state.bidding.said[who] if state.bidding is not None else None,
        "opened": state.opened[who],
        "double": state.doubles[who] if state.doubled or viewer == who else None,
        "last": last if last is None or isinstance(last, str) else _lead(last),
        "plays": state.plays[who],
        "played": sorted_list(state.played[who]),
        **state._seat_view(who, viewer),
    }


def _lead(lead: Lead) -> dict[str, Json]:
    return {"cards": list(lead.cards), "type": lead.play.type, "rank": lead.play.rank, "len": lead.play.len}


def sees(state: Doudizhu, viewer: int | None, who: int) -> bool:
    """Whether `viewer` may see the cards of `who`."""
    return viewer == who or state.shows[who] > 0 or state.phase == "over"


def hole(state: Doudizhu, viewer: int | None) -> list[int] | None:
    """The hole cards where `viewer` may see them: everybody once there is a landlord or the hand is over; in a mode
    that keeps them closed the landlord alone."""
    if state.deal is None:
        return None
    settled = state.landlord is not None or state.phase == "over"
    if settled if state.preset.open_hole else viewer is not None and viewer == state.landlord:
        return sorted_list(state.deal.hole)
    return None


def hand(state: Doudizhu, who: int, now: int) -> list[int]:
    """The cards that `who` holds at `now`, from high to low."""
    if state.phase == "deal" and state.deal is not None:
        return sorted_list(state.deal.order[who][: state.deal.dealt(now)])
    return list(state.hands[who])


def dealt(state: Doudizhu, kind: str, facts: Mapping[str, Json], whose: Iterable[int]) -> Event:
    """An event that brings the hands of `whose` to those who may see them, in its field `hands`."""
    hands = {who: list(state.hands[who]) for who in whose}
    return _with_hands(state, kind, facts, hands)


def crowned(state: Doudizhu, landlord: int) -> Event:
    """The event that makes `landlord` known and brings it the hole cards."""
    facts = {
        "seat": landlord,
        "hole": hole(state, None),
        "phase": state.phase,
        "count": len(state.hands[landlord]),
        "short": state.short(),
    }
    return _and_hole(state, dealt(state, "landlord", facts, (landlord,)))


def _and_hole(state: Doudizhu, event: Event) -> Event:
    """The event with the closed hole cards for the landlord who may see them."""
    landlord = state.landlord
    if state.preset.open_hole or landlord is None:
        return event
    own = {**event.private.get(landlord, {}), "hole": hole(state, landlord)}
    return replace(event, private={**event.private, landlord: own})


def _with_hands(state: Doudizhu, kind: str, facts: Mapping[str, Json], hands: Mapping[int, Sequence[int]]) -> Event:
    public = {str(who): cards for who, cards in hands.items() if state.shows[who]}
    private = {who: {"hands": {**public, str(who): cards}} for who, cards in hands.items() if not state.shows[who]}
    return Event(kind, {**facts, "hands": public}, private)


def next_reveal(state: Doudizhu, after: int) -> int | None:
    """When the next card after `after` is turned up."""
    deal = state.deal
    if state.phase != "deal" or deal is None or deal.step <= 0 or after >= deal.due:
        return None
    return deal.start + deal.step * (deal.dealt(after) + 1)


def revealed(state: Doudizhu, since: int, until: int) -> list[Event]:
    """The cards turned up after `since` and no later than `until`, as one event."""
    deal = state.deal
    if state.phase != "deal" or deal is None:
        return []
    return turned_up(state, deal.dealt(since), deal.dealt(until))


def turned_up(state: Doudizhu, before: int, now: int) -> list[Event]:
    """The event that brings each seat's cards from number `before` to `now`; nothing if there are none."""
    deal = state.deal
    if deal is None or now <= before:
        return []
    fresh = {who: sorted_list(cards[before:now]) for who, cards in enumerate(deal.order)}
    return [_with_hands(state, "cards", {"dealt": now}, fresh)]


def over(state: Doudizhu, result: Result) -> Event:
    """The end of a hand: everything is open, the seed included."""
    deal = state.deal
    event = Event(
        "over",
        {
            "hands": {str(who): list(cards) for who, cards in enumerate(state.hands)},
            "hole": hole(state, None),
            "rest": None if deal is None else sorted_list(deal.rest),
            "seed": state.told_seed(),
            "multiplier": state.multiplier.as_json(),
            "result": result_json(result),
        },
    )
    return _and_hole(state, event)
