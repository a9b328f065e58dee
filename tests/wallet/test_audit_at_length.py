"""The audit of a long ledger: it is quick, and it finds each kind of damage that raw SQL can do.

AUDIT_TRANSFERS sets the length (5,000 unless set; script/soak takes 100,000, for which five seconds are allowed).
"""

from __future__ import annotations

import os
import time
import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from accounts.models import Player
from wallet import audit
from wallet.models import OpeningGrant
from wallet.services import Holder, open_holds

pytestmark = pytest.mark.django_db
TRANSFERS = int(os.environ.get("AUDIT_TRANSFERS", "5000"))
PEOPLE = 20
ALLOWED_SECONDS = 5.0

LEDGER = """
INSERT INTO wallet_transfer (key, kind, created, memo)
  SELECT 'planted:' || i, 'hand', now(), '{{}}' FROM generate_series(1, {transfers}) i;

-- One after the other everybody takes a stake from somebody else; both pay the house one bean.
WITH people AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM wallet_account
                WHERE kind = 'player' AND currency = 'beans'),
     house AS (SELECT id FROM wallet_account WHERE kind = 'house' AND currency = 'beans'),
     deals AS (SELECT id, row_number() OVER (ORDER BY id) AS i FROM wallet_transfer WHERE kind = 'hand'),
     sides AS (SELECT d.id AS transfer, w.id AS winner, l.id AS loser, 1 + d.i % 7 AS stake FROM deals d
               JOIN people w ON w.n = d.i % {people} JOIN people l ON l.n = (d.i * 3 + 1) % {people} AND l.n <> w.n),
     lines AS (
       SELECT transfer, winner AS account, stake AS amount, 'stake' AS label, 0 AS place FROM sides
       UNION ALL SELECT transfer, loser, -stake, 'stake', 1 FROM sides
       UNION ALL SELECT transfer, winner, -1, 'rake', 2 FROM sides
       UNION ALL SELECT transfer, house.id, 1, 'rake', 3 FROM sides, house
       UNION ALL SELECT transfer, loser, -1, 'rake', 4 FROM sides
       UNION ALL SELECT transfer, house.id, 1, 'rake', 5 FROM sides, house)
INSERT INTO wallet_entry (transfer_id, account_id, amount, label, balance, at)
  SELECT l.transfer, l.account, l.amount, l.label,
         a.balance + sum(l.amount) OVER (PARTITION BY l.account ORDER BY l.transfer, l.place), now()
  FROM lines l JOIN wallet_account a ON a.id = l.account ORDER BY l.transfer, l.place;

UPDATE wallet_account a SET balance = (SELECT sum(amount) FROM wallet_entry e WHERE e.account_id = a.id)
  WHERE EXISTS (SELECT FROM wallet_entry e WHERE e.account_id = a.id);
"""


def execute(sql: str) -> None:
    """Run it as somebody with the database's own rights could: no trigger looks."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql)
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many transfers, and a hand that holds money."""
    OpeningGrant.objects.filter(currency="beans").update(amount=1_000_000_000)
    players = [Player.objects.create_user(f"p{n}") for n in range(PEOPLE)]
    execute(LEDGER.format(transfers=TRANSFERS, people=PEOPLE))
    key = f"hand:{uuid.UUID(int=1)}"
    monkeypatch.setattr(audit, "_owners", {"hand": lambda keys: {found for found in keys if found == key}})
    open_holds(key, [Holder(players[0].pk, "beans", 500), Holder(players[1].pk, "beans", 700)])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE wallet_entry, wallet_transfer, wallet_account")


SOME = "(SELECT min(id) + 60 FROM wallet_entry WHERE label = 'stake')"
HOLD = "(SELECT min(id) FROM wallet_hold)"
DAMAGE = {
    "an amount is changed": (
        f"UPDATE wallet_entry SET amount = amount + 1 WHERE id = {SOME}",
        {"unbalanced_transfer", "wrong_balance", "wrong_running_balance"},
    ),
    "an amount and the balance are changed to fit": (
        f"""UPDATE wallet_account SET balance = balance + 9
            WHERE id = (SELECT account_id FROM wallet_entry WHERE id = {SOME});
            UPDATE wallet_entry SET amount = amount + 9 WHERE id = {SOME}""",
        {"unbalanced_transfer", "wrong_running_balance"},
    ),
    "two amounts of a transfer are changed to fit": (
        f"""UPDATE wallet_entry SET amount = amount + CASE WHEN amount > 0 THEN 5 ELSE -5 END
            WHERE label = 'stake' AND transfer_id = (SELECT transfer_id FROM wallet_entry WHERE id = {SOME})""",
        {"wrong_balance", "wrong_running_balance"},
    ),
    "an entry is removed": (
        f"DELETE FROM wallet_entry WHERE id = {SOME}",
        {"unbalanced_transfer", "wrong_balance", "wrong_running_balance"},
    ),
    "an entry is added": (
        f"""INSERT INTO wallet_entry (transfer_id, account_id, amount, label, balance, at)
            SELECT transfer_id, account_id, 5, label, balance + 5, at FROM wallet_entry WHERE id = {SOME}""",
        {"unbalanced_transfer", "wrong_balance", "wrong_running_balance"},
    ),
    "an entry is moved to another account": (
        f"""UPDATE wallet_entry SET account_id = (SELECT max(id) FROM wallet_account WHERE currency = 'beans'
              AND kind = 'player') WHERE id = {SOME}""",
        {"wrong_balance", "wrong_running_balance"},
    ),
    "an entry's balance is changed": (
        f"UPDATE wallet_entry SET balance = balance + 1 WHERE id = {SOME}",
        {"wrong_running_balance"},
    ),
    "a transfer is removed with its entries": (
        f"""CREATE TEMPORARY TABLE gone ON COMMIT DROP AS SELECT transfer_id FROM wallet_entry WHERE id = {SOME};
            DELETE FROM wallet_entry WHERE transfer_id IN (SELECT transfer_id FROM gone);
            DELETE FROM wallet_transfer WHERE id IN (SELECT transfer_id FROM gone)""",
        {"wrong_balance", "wrong_running_balance"},
    ),
    "a transfer is removed without its entries": (
        f"DELETE FROM wallet_transfer WHERE id = (SELECT transfer_id FROM wallet_entry WHERE id = {SOME})",
        {"dangling_entry"},
    ),
    "an account is removed": (
        f"DELETE FROM wallet_account WHERE id = (SELECT account_id FROM wallet_entry WHERE id = {SOME})",
        {"dangling_entry", "unbalanced_transfer"},
    ),
    "a balance is changed": (
        f"""UPDATE wallet_account SET balance = balance + 1
            WHERE id = (SELECT account_id FROM wallet_entry WHERE id = {SOME})""",
        {"wrong_balance"},
    ),
    "an account's currency is changed": (
        """DELETE FROM wallet_account WHERE kind = 'house' AND currency = 'coins';
           UPDATE wallet_account SET currency = 'coins' WHERE kind = 'house' AND currency = 'beans'""",
        {"unbalanced_transfer"},
    ),
    "an account is in debt": (
        """SET CONSTRAINTS ALL IMMEDIATE;
           ALTER TABLE wallet_account DROP CONSTRAINT no_debts;
           UPDATE wallet_account SET balance = -1 WHERE kind = 'shop' AND currency = 'beans'""",
        {"debt", "wrong_balance"},
    ),
    "what a hand holds is changed": (f"UPDATE wallet_hold SET amount = 499 WHERE id = {HOLD}", {"wrong_hold"}),
    "a hold is closed without its money": (f"UPDATE wallet_hold SET closed = now() WHERE id = {HOLD}", {"wrong_hold"}),
    "a hold is removed": (f"DELETE FROM wallet_hold WHERE id = {HOLD}", {"wrong_hold"}),
    "a hold is given to a hand that is gone": (
        f"UPDATE wallet_hold SET key = 'hand:gone' WHERE id = {HOLD}",
        {"orphan_hold"},
    ),
    "a hold is given to somebody else": (
        f"UPDATE wallet_hold SET player_id = (SELECT max(id) FROM accounts_player) WHERE id = {HOLD}",
        {"wrong_hold"},
    ),
}


@pytest.mark.django_db(transaction=True)
def test_a_long_ledger_is_audited_in_seconds(ledger: None) -> None:
    out = StringIO()
    start = time.perf_counter()
    call_command("audit_ledger", stdout=out)
    took = time.perf_counter() - start
    print(out.getvalue().splitlines()[-1], f"in {took:.2f} s")
    assert "clean" in out.getvalue()
    assert took < ALLOWED_SECONDS


def test_each_kind_of_damage_is_found(ledger: None) -> None:
    assert list(audit.faults()) == []
    for what, (sql, expected) in DAMAGE.items():
        with transaction.atomic():
            execute(sql)
            found = {fault.code for fault in audit.faults()}
            transaction.set_rollback(True)
        assert found == expected, what
    assert list(audit.faults()) == [], "nothing of it stayed"
