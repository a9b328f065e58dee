"""A revision tells who changed what and why; what changed is worked out for those that are there already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def differences(before, now):
    changed = {}
    for name in now:
        old, new = before.get(name), now[name]
        if isinstance(old, dict) and isinstance(new, dict):
            changed |= {f"{name}.{inner}": pair for inner, pair in differences(old, new).items()}
        elif old != new:
            changed[name] = [old, new]
    return changed


def fill(apps, schema_editor):
    before = None
    for revision in apps.get_model("lobby", "RoomRevision").objects.order_by("room", "version"):
        if before is not None and before.room_id == revision.room_id:
            revision.changes = differences(before.rules, revision.rules)
            revision.save(update_fields=["changes"])
        before = revision


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0003_spectator_delay'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='roomrevision',
            name='author',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='修改人'),
        ),
        migrations.AddField(
            model_name='roomrevision',
            name='changes',
            field=models.JSONField(blank=True, default=dict, verbose_name='改动'),
        ),
        migrations.AddField(
            model_name='roomrevision',
            name='why',
            field=models.CharField(blank=True, max_length=200, verbose_name='原因'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='roomrevision',
            name='created_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='时间'),
        ),
        migrations.AlterField(
            model_name='roomrevision',
            name='rules',
            field=models.JSONField(verbose_name='规则'),
        ),
        migrations.AlterField(
            model_name='roomrevision',
            name='version',
            field=models.PositiveIntegerField(verbose_name='规则版本'),
        ),
    ]
