"""Archives of old logs, and what a list of one's own hands needs.

The log stays append only: an entry is never changed, and entries leave it only in one statement that takes the whole
log of a settled hand for which an archive holds the same entries, byte for byte.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FORWARD = """
DROP TRIGGER games_logentry_append_only ON games_logentry;
CREATE TRIGGER games_logentry_append_only BEFORE UPDATE ON games_logentry
    FOR EACH ROW EXECUTE FUNCTION games_logentry_is_append_only();

-- The text is that of games.archive, format 1. All rows of a hand leave in one statement or none: a part of a log has
-- another digest than the archive of the whole.
CREATE FUNCTION games_logentry_leaves_for_its_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1
        FROM (
            SELECT hand_id, count(*) AS entries, sha256(convert_to(string_agg(
                json_build_array(seq, at, due, cmd, action)::text, E'\\n' ORDER BY seq), 'UTF8')) AS digest
            FROM gone GROUP BY hand_id
        ) leaving
        LEFT JOIN games_handarchive archive
            ON archive.hand_id = leaving.hand_id
            AND archive.entries = leaving.entries AND archive.digest = leaving.digest
        LEFT JOIN games_hand hand ON hand.id = leaving.hand_id AND hand.status IN ('settled', 'void')
        WHERE archive.hand_id IS NULL OR hand.id IS NULL
    ) THEN
        RAISE EXCEPTION 'a hand''s log is append only' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER games_logentry_leaves_for_its_archive AFTER DELETE ON games_logentry
    REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION games_logentry_leaves_for_its_archive();

CREATE FUNCTION games_handarchive_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an archived hand never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER games_handarchive_never_changes BEFORE UPDATE ON games_handarchive
    FOR EACH ROW EXECUTE FUNCTION games_handarchive_never_changes();

UPDATE games_handseat seat SET
    ended = hand.ended,
    outcome = CASE WHEN hand.status = 'void' THEN 'void'
                   ELSE coalesce(hand.result -> 'outcomes' ->> seat.seat::int, '') END
FROM games_hand hand WHERE hand.id = seat.hand_id AND hand.status IN ('settled', 'void');
"""
BACKWARD = """
DROP TRIGGER games_handarchive_never_changes ON games_handarchive;
DROP FUNCTION games_handarchive_never_changes();
DROP TRIGGER games_logentry_leaves_for_its_archive ON games_logentry;
DROP FUNCTION games_logentry_leaves_for_its_archive();
DROP TRIGGER games_logentry_append_only ON games_logentry;
CREATE TRIGGER games_logentry_append_only BEFORE UPDATE OR DELETE ON games_logentry
    FOR EACH ROW EXECUTE FUNCTION games_logentry_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField("Hand", "archived", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("HandSeat", "ended", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("HandSeat", "outcome", models.CharField(blank=True, default="", max_length=8), False),
        migrations.CreateModel(
            "HandArchive",
            [
                (
                    "hand",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to="games.hand",
                    ),
                ),
                ("format", models.PositiveSmallIntegerField()),
                ("entries", models.PositiveIntegerField()),
                ("digest", models.BinaryField(max_length=32)),
                ("data", models.BinaryField()),
                ("ended", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddIndex(
            "Hand",
            models.Index(
                condition=models.Q(("archived", None), ("status__in", ["settled", "void"])),
                fields=["ended"],
                name="hand_in_log",
            ),
        ),
        migrations.AddIndex(
            "HandSeat",
            models.Index(
                condition=models.Q(("ended__isnull", False)),
                fields=["player", "-ended", "-hand"],
                name="hands_of_a_player",
            ),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
