"""What the database says of a run: `python -m tests.live.verdict CLAIMS.json`, in the environment of the house.

The claims are what the clients saw: {"hands": [ids], "acknowledged": [[hand, seat, key]], "patience": ms,
"views": [[hand, seat, view]], "unfinished": [ids]}; of unfinished hands the log alone is looked at. Prints figures and
faults as JSON; a list of faults is empty when all is well:

`lost` acknowledged commands that the log does not hold, `doubled` commands that it holds twice, `holes` hands whose
numbers have a gap, `stuck` hands that stood still for longer than `patience`, `unsettled` hands that are neither
settled nor void, `paid` hands whose money did not move exactly once, `told` hands whose end was not told upward
exactly once, `counted` players whose record counts a hand twice or not at all, `views` last views that differ from the
server's, `carried` hands that neither begin as their table's hand before left them nor anew, `ledger` what
`audit_ledger` finds. `carried_on` and `begun_anew` (by whether the company is the same) count the hands that followed
another one at their table.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import UUID

Json = Any


def judge(claims: Json) -> Json:
    """Compare the claims with the log, the ledger and the outbox. Django is set up."""
    hands = [UUID(hand) for hand in claims["hands"]]
    ended = [hand for hand in hands if str(hand) not in claims["unfinished"]]
    return {
        **_log(hands, claims["acknowledged"], claims["patience"]),
        **_ends(ended),
        **_matches(hands),
        "views": _views(claims["views"]),
        "ledger": _ledger(),
    }


def _rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _log(hands: list[UUID], acknowledged: list[list[Any]], patience: int) -> Json:
    stored = set(_rows("SELECT hand_id::text, cmd FROM games_logentry WHERE hand_id = ANY(%s)", hands))
    lost = [claim for claim in acknowledged if (claim[0], f"{claim[1]}:{claim[2]}") not in stored]
    doubled = _rows(
        "SELECT hand_id::text, cmd FROM games_logentry WHERE hand_id = ANY(%s) GROUP BY 1, 2 HAVING count(*) > 1", hands
    )
    holes = _rows(
        "SELECT hand_id::text FROM games_logentry WHERE hand_id = ANY(%s)"
        " GROUP BY 1 HAVING max(seq) + 1 <> count(*) OR min(seq) <> 0",
        hands,
    )
    pauses = _rows(
        "SELECT hand_id::text, max(pause), count(*) FROM ("
        " SELECT e.hand_id, coalesce(lead(e.at) OVER w, extract(epoch FROM h.ended) * 1000, %s) - e.at AS pause"
        " FROM games_logentry e JOIN games_hand h ON h.id = e.hand_id WHERE h.id = ANY(%s)"
        " WINDOW w AS (PARTITION BY e.hand_id ORDER BY e.seq)) p GROUP BY 1",
        _now(),
        hands,
    )
    return {
        "lost": lost,
        "doubled": doubled,
        "holes": holes,
        "stuck": [(hand, int(pause)) for hand, pause, _ in pauses if pause > patience],
        "longest_pause_ms": int(max((pause for _, pause, _ in pauses), default=0)),
        "entries": sum(count for _, _, count in pauses),
        "acknowledged": len(acknowledged),
    }


def _ends(hands: list[UUID]) -> Json:
    from games.models import Hand

    found = Hand.objects.filter(pk__in=hands)
    endings: Counter[str] = Counter()
    modes: Counter[str] = Counter()
    for hand in found:
        modes[f"{hand.mode} {hand.config['seats']}"] += 1
        facts = (hand.result or {}).get("facts", {})
        ending = (hand.result or {}).get("ending", "none")
        endings[f"{ending} ({facts.get('why')})" if ending == "void" else ending] += 1
    told = Counter(
        hand for (hand,) in _rows("SELECT payload->>'hand_id' FROM outbox_event WHERE type = 'games.HandSettled'")
    )
    return {
        "hands": len(hands),
        "modes": dict(sorted(modes.items())),
        "endings": dict(endings),
        "unsettled": [str(h.pk) for h in found if h.status not in (Hand.Status.SETTLED, Hand.Status.VOID)],
        "paid": _paid_otherwise_than_once(hands),
        "counted": _counted_otherwise_than_once(),
        "told": [str(hand) for hand in hands if told[str(hand)] != 1],
    }


def _matches(hands: list[UUID]) -> Json:
    """A match goes on from hand to hand while the company stays: dealer, winds, time-outs in a row."""
    found = _rows(
        "SELECT id, carry = '{}', carry = before, company = company_before FROM ("
        " SELECT h.id::text AS id, h.carry, lag(h.result->'carry') OVER w AS before, lag(h.id) OVER w AS follows,"
        "  array_agg(s.player_id ORDER BY s.seat) AS company,"
        "  lag(array_agg(s.player_id ORDER BY s.seat)) OVER w AS company_before"
        " FROM games_hand h JOIN games_handseat s ON s.hand_id = h.id WHERE h.id = ANY(%s)"
        " GROUP BY h.id WINDOW w AS (PARTITION BY h.table_key ORDER BY h.created)) hands WHERE follows IS NOT NULL",
        hands,
    )
    anew = Counter("same" if company else "others" for _, is_anew, _, company in found if is_anew)
    return {
        "carried": [hand for hand, is_anew, as_left, company in found if not is_anew and not (as_left and company)],
        "carried_on": len(found) - anew.total(),
        "begun_anew": dict(anew),
    }


def _paid_otherwise_than_once(hands: list[UUID]) -> list[Any]:
    """Hands without the one transfer that ends them, with one of the wrong kind, or with money still on hold."""
    return _rows(
        "SELECT h.id::text, h.status, t.kind, count(o.id) FROM games_hand h"
        " LEFT JOIN wallet_transfer t ON t.key = 'hand:' || h.id"
        " LEFT JOIN wallet_hold o ON o.key = 'hand:' || h.id AND o.closed IS NULL"
        " WHERE h.id = ANY(%s) GROUP BY 1, 2, 3"
        " HAVING count(o.id) > 0 OR t.kind IS DISTINCT FROM CASE h.status WHEN 'void' THEN 'release' ELSE 'hand' END",
        hands,
    )


def _counted_otherwise_than_once() -> list[Any]:
    """Players whose standings count another number of results than they have settled hands."""
    return _rows(
        "SELECT p.id, coalesce(s.results, 0), coalesce(h.hands, 0) FROM accounts_player p"
        " LEFT JOIN (SELECT player_id, sum(win + lose + draw + escape) AS results"
        "            FROM accounts_standing GROUP BY 1) s ON s.player_id = p.id"
        " LEFT JOIN (SELECT i.player_id, count(*) AS hands FROM games_handseat i JOIN games_hand h ON h.id = i.hand_id"
        "            WHERE h.status = 'settled' GROUP BY 1) h ON h.player_id = p.id"
        " WHERE coalesce(s.results, 0) <> coalesce(h.hands, 0)"
    )


def _views(views: list[list[Any]]) -> list[str]:
    from games.runtime import store

    wrong = []
    folds: dict[str, Any] = {}
    for hand, seat, view in views:
        if hand not in folds:
            folds = {hand: store.load(UUID(hand))}
        folded = folds[hand]
        fresh = json.loads(json.dumps(folded.state.view(seat, folded.at)))
        if fresh != view:
            names = [name for name in fresh if fresh[name] != view.get(name)]
            wrong.append(f"{hand} seat {seat}: {[(n, view.get(n), fresh[n]) for n in names]}")
    return wrong


def _ledger() -> list[str]:
    from wallet import audit

    wrong = [f"{fault.code}: {fault.text}" for fault in audit.faults()]
    return wrong + [f"{c}: {kinds}" for c, kinds in audit.totals().items() if sum(kinds.values())]


def _now() -> int:
    from games.runtime.store import now_ms

    return now_ms()


def main() -> int:
    import django

    django.setup()
    sys.stdout.write(json.dumps(judge(json.loads(Path(sys.argv[1]).read_text()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
