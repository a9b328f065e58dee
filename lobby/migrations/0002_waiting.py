"""How long a table waits between hands becomes part of a room's timers."""

from django.db import migrations, models

WAITING = {"ready": 60000, "alone": 180000}


def add_waiting(apps, schema_editor):
    for room in apps.get_model("lobby", "Room").objects.all():
        room.timers = WAITING | room.timers
        room.save(update_fields=["timers"])


def remove_waiting(apps, schema_editor):
    for room in apps.get_model("lobby", "Room").objects.all():
        room.timers = {name: ms for name, ms in room.timers.items() if name not in WAITING}
        room.save(update_fields=["timers"])


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="alone_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="room",
            name="absence",
            field=models.CharField(
                choices=[("end", "离开的人输，牌局结束"), ("trustee", "由托管打完这一局")],
                default="end",
                max_length=10,
                verbose_name="缺席处理",
            ),
        ),
        migrations.RunPython(add_waiting, remove_waiting),
    ]
