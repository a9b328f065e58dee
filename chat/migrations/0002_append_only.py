"""Acts of game masters are append-only, whoever writes to the database."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION chat_act_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'chat_act is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER chat_act_append_only BEFORE UPDATE OR DELETE ON chat_act
  FOR EACH ROW EXECUTE FUNCTION chat_act_is_append_only();
"""

BACKWARD = """
DROP TRIGGER chat_act_append_only ON chat_act;
DROP FUNCTION chat_act_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("chat", "0001_desk")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
