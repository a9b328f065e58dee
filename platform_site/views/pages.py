"""The player's own page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts import levels
from accounts import selectors as people
from accounts.forms import UpgradeForm
from accounts.models import Player, Standing
from platform_site.views.modes import MODES
from wallet import selectors as wallet
from wallet.topup import members
from wallet.topup import selectors as topup


@login_required
@never_cache
@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """Balances, level and record of each mode; a guest can keep all of it by choosing a name and a password."""
    player = request.user
    assert isinstance(player, Player)  # noqa: S101 - login_required lets nobody else in
    return render(
        request,
        "pages/me.html",
        {
            "balances": wallet.balances(player.pk),
            "membership": members.membership(player.pk),
            "topup_open": topup.is_open(),
            "ladders": ladders(player),
            "form": UpgradeForm() if player.is_guest else None,
        },
    )


def ladders(player: Player) -> list[dict[str, object]]:
    """A ladder for each mode, those that were played first."""
    standings = people.standings_of(player.pk, MODES)
    all_of_them = [ladder(standings[mode], name) for mode, name in MODES.items()]
    return sorted(all_of_them, key=lambda one: not one["played"])


def ladder(standing: Standing, name: object) -> dict[str, object]:
    """One mode's standing, how far the next step is, and the share of it that is done, in percent."""
    start = levels.start(standing.level)
    following = levels.next_start(standing.level)
    played = standing.win + standing.lose + standing.draw + standing.escape
    return {
        "name": name,
        "standing": standing,
        "played": played,
        "missing": following - standing.points if following is not None else None,
        "next": levels.title(standing.level + 1) if following is not None else None,
        "done": 100 if following is None else max(0, 100 * (standing.points - start) // (following - start)),
        "won": 100 * standing.win // played if played else None,
        "finished": 100 * (played - standing.escape) // played if played else None,
    }
