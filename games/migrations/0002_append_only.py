"""The database itself refuses to change or remove a log entry."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION games_logentry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a hand''s log is append only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER games_logentry_append_only BEFORE UPDATE OR DELETE ON games_logentry
    FOR EACH ROW EXECUTE FUNCTION games_logentry_is_append_only();
"""
BACKWARD = """
DROP TRIGGER games_logentry_append_only ON games_logentry;
DROP FUNCTION games_logentry_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
