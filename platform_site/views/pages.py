"""The player's own page and the help pages."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts import levels
from accounts import selectors as people
from accounts.forms import UpgradeForm
from accounts.models import Player, Standing
from platform_site.views.modes import MODES
from wallet import selectors as wallet

SHAPES = (
    (_("单牌"), _("任意一张"), "53"),
    (_("对子"), _("两张同点"), "40 42"),
    (_("三带一"), _("三张同点带一张，或带一对"), "36 37 38 4"),
    (_("顺子"), _("五张以上连着的单牌，不含 2 和王"), "20 17 13 10 5"),
    (_("连对"), _("三对以上连着的对子"), "24 25 20 22 16 19"),
    (_("飞机"), _("两个以上连着的三张，可带同样多的单牌或对子"), "12 13 14 8 9 10 32 41"),
    (_("四带二"), _("四张同点带两张单牌或两对，不算炸弹"), "28 29 30 31 3 18"),
    (_("炸弹"), _("四张同点，压一切普通牌型，翻倍"), "44 45 46 47"),
    (_("王炸"), _("大小王，最大，翻倍"), "53 52"),
)
"""What the help page shows of each pattern: its name, a sentence, and cards as docs/protocol.md numbers them."""


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
    start = levels.STEPS[standing.level - 1][0]
    following = levels.STEPS[standing.level][0] if standing.level < len(levels.STEPS) else None
    played = standing.win + standing.lose + standing.draw + standing.escape
    return {
        "name": name,
        "standing": standing,
        "played": played,
        "missing": following - standing.points if following is not None else None,
        "next": levels.title(standing.level + 1) if following is not None else None,
        "done": 100 if following is None else max(0, 100 * (standing.points - start) // (following - start)),
        "won": 100 * standing.win // played if played else None,
    }


@require_GET
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """How a game is played."""
    if game != "doudizhu":
        raise Http404
    shapes = [
        {"name": name, "text": text, "cards": [f"card-{card}" for card in cards.split()]}
        for name, text, cards in SHAPES
    ]
    return render(request, "help/doudizhu.html", {"shapes": shapes})
