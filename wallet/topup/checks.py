"""What `audit_ledger` proves of orders: who paid got it once and in full, who did not pay got nothing, what was paid
back was taken back, and every membership was paid for.

`paid` is set in the states in which the money came at some time, and in no others: the table itself sees to it.
"""

from __future__ import annotations

from wallet.audit import Check

CHECKS: tuple[Check, ...] = (
    (
        "paid_without_transfer",
        "order {0} is {1} but no transfer gave its player {2} {3}",
        """SELECT o.number, o.state, o.amount, o.currency FROM topup_order o
            WHERE o.product_id IS NOT NULL AND o.paid IS NOT NULL AND NOT EXISTS (
              SELECT FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id
              JOIN wallet_account a ON a.id = e.account_id
              WHERE t.key = 'order:' || o.number AND t.kind = 'topup' AND a.kind = 'player'
                AND a.owner_id = o.player_id AND a.currency = o.currency AND e.amount = o.amount)
            ORDER BY o.id""",
    ),
    (
        "transfer_without_order",
        "transfer {0} ({1}) gave or took money for an order that was not paid or does not exist",
        """SELECT t.key, t.kind FROM wallet_transfer t
            LEFT JOIN topup_order o ON o.number = split_part(t.key, ':', 2) AND o.product_id IS NOT NULL
            WHERE t.kind IN ('topup', 'refund', 'chargeback')
              AND (t.key NOT LIKE 'order:%' OR o.id IS NULL OR o.paid IS NULL) ORDER BY t.id""",
    ),
    (
        "wrong_refund",
        "order {0} is {1} and says that {2} were taken back, but its transfers took {3}",
        """SELECT * FROM (
              SELECT o.number, o.state, o.taken_back, (
                SELECT coalesce(-sum(e.amount), 0) FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id
                JOIN wallet_account a ON a.id = e.account_id AND a.kind = 'player'
                WHERE t.kind IN ('refund', 'chargeback') AND t.key LIKE 'order:' || o.number || ':%') AS taken,
                CASE WHEN o.state IN ('refunding', 'refunded') THEN o.amount END AS due
              FROM topup_order o WHERE o.product_id IS NOT NULL AND (o.refunds > 0 OR o.paid IS NOT NULL)) found
            WHERE taken_back <> taken OR taken <> coalesce(due, taken) OR (state = 'credited' AND taken <> 0)
            ORDER BY number""",
    ),
    (
        "paid_without_membership",
        "order {0} is {1} but gave no membership",
        """SELECT o.number, o.state FROM topup_order o LEFT JOIN topup_term m ON m.order_id = o.id
            WHERE o.plan_id IS NOT NULL AND o.paid IS NOT NULL
              AND (m.id IS NULL OR m.player_id <> o.player_id OR m.days <> o.days
                   OR (m.voided IS NULL) <> (o.state = 'credited'))
            ORDER BY o.id""",
    ),
    (
        "membership_unpaid",
        "the membership {0} of player {1} was paid by no order and no transfer",
        """SELECT m.id, m.player_id FROM topup_term m LEFT JOIN topup_order o ON o.id = m.order_id
            LEFT JOIN wallet_transfer t ON t.id = m.transfer_id
            WHERE (o.id IS NULL OR o.paid IS NULL) AND (t.id IS NULL OR t.kind <> 'member') ORDER BY m.id""",
    ),
)
