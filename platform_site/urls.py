"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from platform_site.health import healthz
from platform_site.views import account, boards, lobby, pages, people, replay, rewards, rules, statement, tables

handler500 = "platform_site.views.errors.server_error"

urlpatterns = [
    path("", lobby.hall, name="hall"),
    path("g/<slug:game>/", lobby.zone, name="zone"),
    path("r/<int:room_id>/", lobby.room, name="room"),
    path("r/<int:room_id>/join/", lobby.join, name="join"),
    path("t/<int:table_id>/", lobby.table, name="table"),
    path("t/<int:table_id>/sit/<int:index>/", lobby.sit, name="sit"),
    path("t/<int:table_id>/door/", tables.door, name="door"),
    path("t/<int:table_id>/come-in/", tables.come_in, name="come-in"),
    path("r/<int:room_id>/private/", tables.open_private, name="open-private"),
    path("find/", tables.find, name="find"),
    path("company/", tables.company, name="company"),
    path("company/invite/<int:player_id>/", tables.invite, name="invite"),
    path("company/kick/<int:player_id>/", tables.kick, name="kick"),
    path("company/fill/", tables.fill, name="fill"),
    path("u/<int:player_id>/", people.profile, name="profile"),
    path("u/<int:player_id>/<slug:what>/", people.act, name="person-act"),
    path("friends/", people.friends, name="friends"),
    path("cancel/", lobby.cancel, name="cancel"),
    path("boards/", boards.boards, name="boards"),
    path("boards/<slug:mode>/", boards.boards, name="boards"),
    path("me/", pages.me, name="me"),
    path("me/honours/", boards.honours, name="honours"),
    path("me/privacy/", people.privacy, name="privacy"),
    path("me/account/", account.account, name="account"),
    path("me/account/close/", account.close, name="account-close"),
    path("me/account/keep/", account.keep, name="account-keep"),
    path("me/data.json", account.export, name="account-data"),
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
