"""What the ledger's audit asks of contests: whose fees may be on hold, and that prizes are what there was to win."""

from __future__ import annotations

from collections.abc import Iterable

from lobby.challenge.models import Challenge
from wallet import audit
from wallet.audit import Check


@audit.owner_of("challenge")
def still_owned(keys: Iterable[str]) -> set[str]:
    """Of these keys ("challenge:<contest>:<entry>"), those of contests that are not over."""
    of = {key: int(key.split(":")[1]) for key in keys}
    held = Challenge.objects.filter(pk__in=of.values(), status__in=(Challenge.Status.OPEN, Challenge.Status.RUNNING))
    alive = set(held.values_list("pk", flat=True))
    return {key for key, pk in of.items() if pk in alive}


CHECKS: tuple[Check, ...] = (
    (
        "wrong_prizes",
        "contest {0} had {1} to win, its entries won {2} and the ledger paid {3}",
        """SELECT c.id, c.pool, won.total, coalesce(paid.total, 0) FROM challenge_challenge c
           JOIN LATERAL (SELECT coalesce(sum(prize), 0) AS total FROM challenge_entry WHERE challenge_id = c.id) won
             ON TRUE
           LEFT JOIN LATERAL (SELECT sum(e.amount) AS total FROM wallet_transfer t
             JOIN wallet_entry e ON e.transfer_id = t.id JOIN wallet_account a ON a.id = e.account_id
             WHERE t.key = 'challenge:' || c.id || ':prizes' AND e.label = 'prize' AND a.kind = 'player') paid ON TRUE
           WHERE c.status = 'finished' AND (won.total <> c.pool OR coalesce(paid.total, 0) <> c.pool) ORDER BY c.id""",
    ),
    (
        "unplaced",
        "contest {0} is over, but {1} of its entries have no place",
        """SELECT c.id, count(*) FROM challenge_challenge c JOIN challenge_entry e ON e.challenge_id = c.id
           WHERE c.status = 'finished' AND e.place IS NULL GROUP BY c.id ORDER BY c.id""",
    ),
)
