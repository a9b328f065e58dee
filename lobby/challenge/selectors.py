"""Reads: contests as lists and pages show them, and what a table says of the one that is played there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from lobby import notify
from lobby.challenge import pairing, purse, standings
from lobby.challenge.models import Challenge, Entry, Round, RoundTable
from lobby.challenge.services import playing
from lobby.challenge.standings import Stand
from lobby.errors import Refused
from lobby.models import Seat
from lobby.selectors import ms

Json = dict[str, Any]
PAST = 20
"""So many contests that are over are listed."""


def listed(player: Player | None) -> dict[str, list[Json]]:
    """Contests: those one can enter, the next first; those that run; the last that were held."""
    status = Challenge.Status
    entering = _counted(Challenge.objects.filter(status=status.OPEN)).order_by("starts_at", "schedule__order", "pk")
    running = _counted(Challenge.objects.filter(status=status.RUNNING)).order_by("began_at")
    past = _counted(Challenge.objects.filter(status=status.FINISHED)).order_by("-ended_at")[:PAST]
    found = {"open": list(entering), "running": list(running), "past": list(past)}
    own = _own(player, [contest.pk for contests in found.values() for contest in contests])
    return {shelf: [_shown(contest, own.get(contest.pk)) for contest in rows] for shelf, rows in found.items()}


def next_ones(player: Player | None, limit: int = 3) -> list[Json]:
    """What the hall shows: the own contest that runs first, then those that one can enter next."""
    running = Q(status=Challenge.Status.RUNNING)
    mine = running & Q(entries__player=player, entries__place=None, entries__left_at=None)
    own = list(_counted(Challenge.objects.filter(pk__in=Challenge.objects.filter(mine)))) if player else []
    opening = _counted(Challenge.objects.filter(status=Challenge.Status.OPEN))
    found = [*own, *opening.order_by("starts_at", "schedule__order", "pk")[:limit]][:limit]
    entries = _own(player, [contest.pk for contest in found])
    return [_shown(contest, entries.get(contest.pk)) for contest in found]


def version(challenge_id: int) -> int | None:
    """`v` of a contest; None where there is none."""
    return Challenge.objects.filter(pk=challenge_id).values_list("v", flat=True).first()


def page(challenge_id: int, player: Player | None) -> Json:
    """A contest with everybody in it, as `challenge`, `rows` (the best first, or in order of entry before the start),
    `rounds` (those played, with their boards), `now` (the newest while it runs), `table` (where the reader sits in it)
    and `busy`, whether he plays another one. Raises Refused `no_challenge`."""
    contest = _counted(Challenge.objects.filter(pk=challenge_id)).first()
    if contest is None:
        raise Refused("no_challenge")
    own = _own(player, [contest.pk]).get(contest.pk)
    rounds = list(contest.rounds.prefetch_related("boards__plays__table").order_by("number"))
    told = [_round(found) for found in rounds]
    seats = Seat.objects.filter(player=player, table__room=contest.room_id)
    return {
        "challenge": _shown(contest, own) | {"prizes": _prizes(contest)},
        "rows": _rows(contest, rounds, player),
        "rounds": told,
        "now": told[-1] if told and contest.status == Challenge.Status.RUNNING else None,
        "table": seats.values_list("table", flat=True).first() if own and own.place is None else None,
        "busy": player is not None and own is None and playing(player.pk),
    }


def _counted(contests: QuerySet[Challenge]) -> QuerySet[Any]:
    still = Q(entries__place=None, entries__left_at=None)
    return contests.select_related("room").annotate(
        people=Count("entries", distinct=True), still=Count("entries", filter=still, distinct=True)
    )


def _own(player: Player | None, contests: Sequence[int]) -> dict[int, Entry]:
    if player is None:
        return {}
    return {entry.challenge_id: entry for entry in Entry.objects.filter(player=player, challenge__in=contests)}


def _shown(contest: Any, own: Entry | None) -> Json:
    pool = contest.pool
    if not contest.began_at:
        pool, _house = purse.filled(contest.fee, contest.people, contest.rake, contest.guaranteed)
    left = contest.still if contest.status == Challenge.Status.RUNNING else contest.people
    played = contest.round - 1 if contest.status == Challenge.Status.RUNNING and contest.round else 0
    return {
        "id": contest.pk,
        "v": contest.v,
        "name": contest.name,
        "game": contest.room.game,
        "mode": contest.room.mode,
        "seats": contest.room.seats,
        "status": contest.status,
        "why": contest.why,
        "start": contest.start,
        "starts_at": contest.starts_at,
        "ended_at": contest.ended_at,
        "currency": contest.currency,
        "fee": contest.fee,
        "rake": contest.rake,
        "guaranteed": contest.guaranteed,
        "pool": pool,
        "fewest": contest.fewest,
        "most": contest.most,
        "boards": contest.boards,
        "keep": contest.keep,
        "minutes": contest.minutes,
        "compare": contest.compare,
        "bots": contest.bots,
        "people": contest.people,
        "still": contest.still,
        "round": contest.round,
        "rounds": played + pairing.rounds(max(left, 1), contest.room.seats, contest.keep),
        "mine": own and {"place": own.place, "prize": own.prize, "left": own.left_at is not None, "rank": own.rank},
    }


def _prizes(contest: Any) -> list[tuple[int, int]]:
    """(place, amount) as they would be paid now, if nobody shared a place."""
    pool = _shown(contest, None)["pool"]
    people = max(contest.people, contest.fewest)
    places = [(place, place) for place in range(1, people + 1)]
    return sorted(purse.shared(pool, contest.prizes, places).items())


def _rows(contest: Challenge, rounds: Sequence[Round], player: Player | None) -> list[Json]:
    out = contest.entries.filter(place__isnull=False).select_related("player").order_by("place", "rank", "pk")
    rows = []
    if contest.status == Challenge.Status.RUNNING and rounds and rounds[-1].ended_at is None:
        cut = rounds[-1].going_on
        for number, stand in enumerate(standings.of(rounds[-1]), 1):
            rows.append(_row(stand.entry, player, number=number, stand=stand, safe=number <= cut))
    elif not contest.over:
        waiting = contest.entries.filter(place=None).select_related("player").order_by("rank", "pk")
        rows += [_row(entry, player, number=entry.rank) for entry in waiting]
    return rows + [_row(entry, player, number=entry.place) for entry in out]


def _row(
    entry: Entry, player: Player | None, *, number: int | None, stand: Stand | None = None, safe: bool = False
) -> Json:
    return {
        "number": number,
        "id": entry.player_id,
        "name": entry.player.nickname,
        "avatar": entry.player.avatar,
        "mine": player is not None and entry.player_id == player.pk,
        "left": entry.left_at is not None,
        "in": entry.place is None,
        "safe": safe,
        "resting": stand is not None and stand.sitting is None and entry.left_at is None,
        "table": stand.sitting.table.number if stand is not None and stand.sitting is not None else None,
        "score": None if stand is None or stand.score is None else stand.score / 100,
        "points": stand.points if stand is not None else entry.total,
        "prize": entry.prize,
    }


def _round(found: Round) -> Json:
    """A round with its boards: what was promised before, and the seed once it is over."""
    over = found.ended_at is not None
    return {
        "number": found.number,
        "final": found.going_on == 0,
        "going_on": found.going_on,
        "compare": found.compare,
        "until": found.until,
        "over": over,
        "boards": [
            {
                "number": board.number,
                "commitment": board.commitment,
                "seed": bytes(board.seed).hex() if over else None,
                "hands": [(play.table.number, play.hand) for play in board.plays.all()] if over else [],
            }
            for board in found.boards.all()
        ],
    }


# -- at the table ------------------------------------------------------------------------------------------------------


def badge(player_id: int, table_id: int) -> Json | None:
    """What is told at a table of the contest that is played there: its round and board, and where the player stands;
    None where he plays none there."""
    places = RoundTable.objects.filter(table=table_id, round__challenge__status=Challenge.Status.RUNNING)
    place = (
        places.filter(sittings__entry__player=player_id)
        .select_related("round__challenge__room")
        .order_by("-pk")
        .first()
    )
    return None if place is None else _badges(place, [player_id]).get(player_id)


def tell_table(round_table_id: int) -> None:
    """Tell the people of a round's table where they stand."""
    place = RoundTable.objects.select_related("round__challenge__room").get(pk=round_table_id)
    people = place.sittings.filter(entry__isnull=False, entry__left_at=None).values_list("entry__player", flat=True)
    for player_id, told in _badges(place, [pk for pk in people if pk is not None]).items():
        notify.contest(player_id, told)


def _badges(place: RoundTable, people: Iterable[int]) -> dict[int, Json]:
    found, contest = place.round, place.round.challenge
    wanted = set(people)
    board = place.plays.count()
    if found.ended_at is None:
        stands = standings.of(found)
        ranks = {s.entry.player_id: (rank, s.score, s.points) for rank, s in enumerate(stands, 1)}
        of = len(stands)
    else:
        entries = Entry.objects.filter(challenge=contest, player__in=wanted)
        ranks = {entry.player_id: (entry.rank or 0, None, entry.total) for entry in entries}
        of = Entry.objects.filter(sittings__table__round=found).count()
    return {
        player_id: {
            "id": contest.pk,
            "name": contest.name,
            "round": found.number,
            "final": found.going_on == 0,
            "board": board,
            "boards": contest.boards,
            "rank": rank,
            "of": of,
            "cut": found.going_on,
            "score": None if score is None else score / 100,
            "points": points,
            "until": ms(found.until),
            "over": found.ended_at is not None,
        }
        for player_id, (rank, score, points) in ranks.items()
        if player_id in wanted
    }
