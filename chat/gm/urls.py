"""The addresses of the desk."""

from django.urls import path

from chat.gm import views

urlpatterns = [
    path("", views.desk, name="gm"),
    path("now/", views.now, name="gm-now"),
    path("broadcasts/", views.broadcast, name="gm-broadcast"),
    path("broadcasts/<int:broadcast_id>/recall/", views.recall, name="gm-recall"),
    path("reports/<int:report_id>/", views.report, name="gm-report"),
    path("players/", views.players, name="gm-players"),
    path("players/<int:player_id>/", views.player, name="gm-player"),
    path("players/<int:player_id>/sanction/", views.sanction, name="gm-sanction"),
    path("players/<int:player_id>/adjust/", views.adjust, name="gm-adjust"),
    path("sanctions/<int:sanction_id>/lift/", views.lift, name="gm-lift"),
    path("sanctions/<int:sanction_id>/appeal/", views.appeal, name="gm-appeal"),
    path("tables/", views.tables, name="gm-tables"),
    path("tables/<int:table_id>/dissolve/", views.dissolve, name="gm-dissolve"),
    path("audit/", views.audit, name="gm-audit"),
]
