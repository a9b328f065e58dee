"""Each entry keeps the balance after it and its instant, and a gift's entries their own reason.

Entries that are there already are given theirs once, as the numbers they carry have always implied.
"""

from django.db import migrations, models

FILL = """
ALTER TABLE wallet_entry DISABLE TRIGGER wallet_entry_append_only;

UPDATE wallet_entry e SET balance = r.running, at = r.created, label = r.reason FROM (
  SELECT w.id, t.created,
         sum(w.amount) OVER (PARTITION BY w.account_id ORDER BY w.id) AS running,
         CASE WHEN w.label = 'grant' AND t.kind <> 'bots' THEN t.kind ELSE w.label END AS reason
  FROM wallet_entry w JOIN wallet_transfer t ON t.id = w.transfer_id) r
WHERE r.id = e.id;

ALTER TABLE wallet_entry ENABLE TRIGGER wallet_entry_append_only;
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_triggers")]

    operations = [
        migrations.AddField("entry", "balance", models.BigIntegerField(null=True)),
        migrations.AddField("entry", "at", models.DateTimeField(null=True)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField("entry", "balance", models.BigIntegerField()),
        migrations.AlterField("entry", "at", models.DateTimeField()),
        migrations.AddIndex("entry", models.Index(fields=["account", "-id"], name="statement")),
        migrations.AddIndex("entry", models.Index(fields=["account", "label", "-id"], name="statement_by_label")),
        migrations.AddIndex("entry", models.Index(fields=["account", "-at"], name="statement_by_day")),
        migrations.AlterField(
            "entry",
            "account",
            models.ForeignKey(
                db_index=False, on_delete=models.deletion.PROTECT, related_name="entries", to="wallet.account"
            ),
        ),
    ]
