"""Entries are append-only and every transfer sums to zero, whoever writes to the database."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION wallet_entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'wallet_entry is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION wallet_entry_is_append_only();

CREATE FUNCTION wallet_transfer_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off record;
BEGIN
  SELECT a.currency AS currency, sum(e.amount) AS total INTO off
    FROM wallet_entry e JOIN wallet_account a ON a.id = e.account_id
    WHERE e.transfer_id = NEW.transfer_id GROUP BY a.currency HAVING sum(e.amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % sums to % %', NEW.transfer_id, off.total, off.currency
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER wallet_transfer_balanced AFTER INSERT ON wallet_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_transfer_sums_to_zero();
"""

BACKWARD = """
DROP TRIGGER wallet_transfer_balanced ON wallet_entry;
DROP FUNCTION wallet_transfer_sums_to_zero();
DROP TRIGGER wallet_entry_append_only ON wallet_entry;
DROP FUNCTION wallet_entry_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
