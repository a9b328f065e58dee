"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from platform_site.health import healthz
from platform_site.views import boards, lobby, pages, replay, rewards, rules, statement

handler500 = "platform_site.views.errors.server_error"

urlpatterns = [
    path("", lobby.hall, name="hall"),
    path("g/<slug:game>/", lobby.zone, name="zone"),
    path("r/<int:room_id>/", lobby.room, name="room"),
    path("r/<int:room_id>/join/", lobby.join, name="join"),
    path("t/<int:table_id>/", lobby.table, name="table"),
    path("t/<int:table_id>/sit/<int:index>/", lobby.sit, name="sit"),
    path("cancel/", lobby.cancel, name="cancel"),
    path("boards/", boards.boards, name="boards"),
    path("boards/<slug:mode>/", boards.boards, name="boards"),
    path("me/", pages.me, name="me"),
    path("me/honours/", boards.honours, name="honours"),
    path("me/hands/", replay.hands, name="hands"),
    path("me/statement/", statement.statement, name="statement"),
    path("me/statement.csv", statement.export, name="statement-csv"),
    path("me/rewards/", rewards.rewards, name="rewards"),
    path("me/rewards/sign-in/", rewards.sign_in, name="sign-in"),
    path("me/rewards/relief/<slug:currency>/", rewards.relieve, name="relief"),
    path("me/rewards/tasks/<int:task_id>/", rewards.take_task, name="take-task"),
    path("me/rewards/plan/", rewards.exchange, name="exchange"),
    path("replay/<uuid:hand_id>/", replay.replay, name="replay"),
    path("help/fairness/", replay.fairness, name="fairness"),
    path("help/fairness/verify_deal.py", replay.verifier, name="verifier"),
    path("help/<slug:game>/", rules.rules, name="help"),
    path("language/", include("django.conf.urls.i18n")),
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("api/games/", include("games.api")),
    path("api/lobby/", include("lobby.api")),
    path("api/wallet/", include("wallet.api")),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
]
