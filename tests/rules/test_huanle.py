"""Hands of 欢乐斗地主 step by step: opening, timed deal, bidding, doubling, play, result."""

from fractions import Fraction

import pytest

from games.rules.core import Debt, IllegalAction, Stream, commitment
from games.rules.doudizhu.cards import sort_cards
from tests.rules.play import START, Hand


def high_to_low(cards):
    return list(sort_cards(cards))


def kinds(events):
    return [event.kind for event in events]


def first_seat(hand):
    return hand.asked("call").seats[0]


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_hand_opens_with_the_commitment_and_no_card():
    hand = Hand(bytes(range(32)))
    view = hand.state.view(0, START)
    assert view["phase"] == "opening"
    assert view["commitment"] == commitment(bytes(range(32)))
    assert [seat["count"] for seat in view["seats"]] == [0, 0, 0]
    assert view["seed"] is None
    assert view["decisions"] == [
        {"id": 0, "kind": "open", "due": START + 5000, "seats": [0, 1, 2], "mine": {"show": True}}
    ]


def test_the_opening_ends_early_when_all_have_answered():
    hand = Hand()
    assert kinds(hand.do("open", 0, show=False)) == ["opened"]
    assert kinds(hand.do("open", 2, show=False)) == ["opened"]
    hand.now += 900
    events = hand.do("open", 1, show=False)
    assert kinds(events) == ["opened", "dealing"]
    assert events[1].data == {
        "deal": 1,
        "start": START + 900,
        "step": 400,
        "total": 17,
        "nonces": ["", "", ""],
    }
    assert hand.asked().due == START + 900 + 17 * 400


def test_the_opening_ends_by_itself_after_five_seconds():
    hand = Hand()
    assert hand.asked().due == START + 5000
    assert kinds(hand.expire("open")) == ["dealing"]
    assert hand.state.late == [0, 0, 0]


def test_bots_are_not_waited_for():
    hand = Hand(bots=[None, "easy", "easy"])
    assert [seat["opened"] for seat in hand.state.view(0, START)["seats"]] == [False, True, True]
    assert kinds(hand.do("open", 0, show=False)) == ["opened", "dealing"]


def test_a_table_of_bots_starts_by_the_clock():
    hand = Hand(bots=["easy"] * 3)
    assert hand.asked().seats == ()
    assert kinds(hand.expire("open")) == ["dealing"]


def test_a_nonce_does_not_answer_the_opening_and_changes_the_deck():
    plain, salted = Hand(), Hand()
    assert kinds(salted.do("nonce", 1, nonce="abcdef")) == ["nonce"]
    assert salted.asked().seats == (0, 1, 2)
    assert salted.state.view(None, START)["nonces"] == ["", "abcdef", ""]
    for hand in (plain, salted):
        hand.to_calling()
    assert plain.state.hands != salted.state.hands


def test_k9_showing_before_the_deal_counts_five_for_everybody():
    hand = Hand()
    (_, show) = hand.do("open", 1, show=True)
    assert show.data == {"seat": 1, "times": 5, "cards": [], "multiplier": hand.state.multiplier.as_json()}
    assert hand.state.multiplier.total == 75


# -- deal --------------------------------------------------------------------------------------------------------------


def test_the_deck_is_the_one_the_published_shuffle_gives():
    hand = Hand(bytes(range(32)))
    hand.do("nonce", 0, nonce="n0")
    hand.do("nonce", 2, nonce="n2")
    hand.to_calling()
    deck = list(range(54))
    Stream(bytes(range(32)), ["n0", "", "n2"], "deck:1").shuffle(deck)
    assert [set(cards) for cards in hand.state.hands] == [set(deck[seat:51:3]) for seat in range(3)]
    assert hand.state.deal.hole == tuple(deck[51:])
    assert hand.state.bidding.first == Stream(bytes(range(32)), ["n0", "", "n2"], "first:1").below(3)


def test_nobody_sees_a_card_before_its_time():
    hand = Hand()
    hand.expire("open")
    start = hand.now
    for now, out in (
        (start, 0),
        (start + 399, 0),
        (start + 400, 1),
        (start + 3_600, 9),
        (start + 99_000, 17),
    ):
        for viewer in (0, 1, 2, None):
            view = hand.state.view(viewer, now)
            assert [seat["count"] for seat in view["seats"]] == [out] * 3
            for who, seat in enumerate(view["seats"]):
                expected = high_to_low(hand.state.deal.order[who][:out])
                assert seat["cards"] == (expected if who == viewer else None)
            assert view["hole"] is None


def test_cards_are_turned_up_one_by_one():
    hand = Hand()
    hand.expire("open")
    start = hand.now
    assert hand.state.next_reveal(start) == start + 400
    assert hand.state.next_reveal(start + 400) == start + 800
    assert hand.state.next_reveal(start + 16 * 400) == start + 17 * 400
    assert hand.state.next_reveal(start + 17 * 400) is None
    assert hand.state.revealed(start, start + 399) == []
    (event,) = hand.state.revealed(start + 400, start + 1_200)
    own = high_to_low(hand.state.deal.order[1][1:3])
    assert event.seen_by(1) == {"kind": "cards", "dealt": 3, "hands": {"1": own}}
    assert event.seen_by(None) == {"kind": "cards", "dealt": 3, "hands": {}}


@pytest.mark.parametrize(("dealt", "times"), [(0, 4), (1, 4), (8, 4), (9, 3), (17, 3)])
def test_k9_showing_during_the_deal_counts_by_the_cards_dealt_then(dealt, times):
    hand = Hand()
    hand.expire("open")
    hand.now += 400 * dealt + (399 if dealt < 17 else 0)
    (event,) = hand.do("show", 2)
    assert event.data["times"] == times
    assert event.data["cards"] == high_to_low(hand.state.deal.order[2][:dealt])
    assert hand.state.multiplier.show == times
    assert hand.state.view(None, hand.now)["seats"][2]["cards"] == event.data["cards"]
    assert 2 not in hand.asked("deal").seats


def test_an_open_hand_goes_on_being_dealt_openly():
    hand = Hand()
    hand.expire("open")
    start = hand.now
    hand.do("show", 2)
    (event,) = hand.state.revealed(start, start + 400)
    assert event.seen_by(None)["hands"] == {"2": [hand.state.deal.order[2][0]]}
    assert set(event.seen_by(0)["hands"]) == {"0", "2"}
    assert set(event.seen_by(2)["hands"]) == {"2"}


def test_k9_the_largest_show_counts_not_the_product():
    hand = Hand()
    hand.do("open", 0, show=True)
    hand.expire("open")
    hand.do("show", 1)
    hand.now += 400 * 12
    hand.do("show", 2)
    assert hand.state.shows == [5, 4, 3]
    assert hand.state.multiplier.show == 5


def test_without_a_step_all_cards_are_out_at_once():
    hand = Hand(timers={"deal_step": 0})
    (_, cards) = hand.expire("open")
    assert cards.seen_by(2) == {"kind": "cards", "dealt": 17, "hands": {"2": list(hand.state.hands[2])}}
    assert hand.state.next_reveal(hand.now) is None
    assert hand.state.view(0, hand.now)["seats"][0]["count"] == 17
    assert kinds(hand.expire("deal")) == ["calling"]


# -- call and rob ------------------------------------------------------------------------------------------------------


def test_k7_the_first_to_show_calls_first():
    hand = Hand()
    drawn = Hand().to_calling().state.bidding.first
    second, third = (drawn + 1) % 3, (drawn + 2) % 3
    hand.expire("open")
    hand.do("show", third)
    hand.do("show", second)
    (event,) = hand.expire("deal")
    assert event.data["first"] == third
    assert hand.asked("call").seats == (third,)


def test_calling_brings_each_seat_its_own_hand_only():
    hand = Hand()
    hand.expire("open")
    (event,) = hand.expire("deal")
    assert event.data["counts"] == [17, 17, 17]
    assert event.seen_by(None)["hands"] == {}
    assert event.seen_by(1)["hands"] == {"1": list(hand.state.hands[1])}


def test_k4_all_decline_a_new_deal_from_the_same_seed():
    hand = Hand(bytes(range(32))).to_calling()
    before = list(hand.state.hands)
    for _ in range(2):
        hand.do("call", first_seat(hand), yes=False)
    events = hand.do("call", first_seat(hand), yes=False)
    assert kinds(events) == ["call", "dealing"]
    assert events[1].data["deal"] == 2
    deck = list(range(54))
    Stream(bytes(range(32)), ["", "", ""], "deck:2").shuffle(deck)
    assert [set(cards) for cards in hand.state.hands] == [set(deck[seat:51:3]) for seat in range(3)]
    assert hand.state.hands != before
    view = hand.state.view(None, hand.now)
    assert view["phase"] == "deal"
    assert [seat["call"] for seat in view["seats"]] == [None] * 3
    hand.expire("deal")
    assert first_seat(hand) == Stream(bytes(range(32)), ["", "", ""], "first:2").below(3)


def test_k8_an_open_hand_becomes_landlord_when_all_decline():
    hand = Hand()
    hand.do("open", 1, show=True)
    hand.expire("open")
    hand.expire("deal")
    for seat in (1, 2):
        hand.do("call", seat, yes=False)
    events = hand.do("call", 0, yes=False)
    assert kinds(events) == ["call", "landlord"]
    assert hand.state.landlord == 1
    assert hand.state.multiplier.rob == 1


def test_k5_every_rob_doubles():
    hand = Hand().to_calling()
    seat = first_seat(hand)
    hand.do("call", seat, yes=True)
    robs = [hand.do("rob", hand.asked("rob").seats[0], yes=True)[0].data["multiplier"]["rob"] for _ in range(3)]
    assert robs == [2, 4, 8]
    assert hand.state.landlord == seat


def test_a_silent_caller_declines():
    hand = Hand().to_calling()
    seat = first_seat(hand)
    events = hand.expire("call")
    assert kinds(events) == ["late", "call"]
    assert events[1].data["yes"] is False
    assert hand.state.late[seat] == 1


def test_the_hole_cards_are_shown_and_go_to_the_landlord():
    hand = Hand().to_calling()
    hole = high_to_low(hand.state.deal.hole)
    assert hand.state.view(0, hand.now)["hole"] is None
    hand.crown(1)
    view = hand.state.view(0, hand.now)
    assert view["hole"] == hole
    assert [seat["count"] for seat in view["seats"]] == [17, 20, 17]
    assert [seat["role"] for seat in view["seats"]] == ["peasant", "landlord", "peasant"]
    assert view["seats"][1]["cards"] is None
    assert set(hole) <= set(hand.state.view(1, hand.now)["seats"][1]["cards"])


# -- doubling ----------------------------------------------------------------------------------------------------------


def test_all_double_at_once_and_in_secret():
    hand = Hand().crown(0)
    decision = hand.asked("double")
    assert (decision.seats, decision.secret, decision.due) == ((0, 1, 2), True, hand.now + 15_000)
    (event,) = hand.do("double", 1, yes=True)
    assert event.seen_by(1) == {"kind": "double", "seat": 1, "yes": True}
    for other in (0, 2, None):
        assert event.seen_by(other) is None
        view = hand.state.view(other, hand.now)
        assert view["seats"][1]["double"] is None
        assert all("seats" not in d for d in view["decisions"])
    assert hand.state.view(1, hand.now)["seats"][1]["double"] is True
    hand.do("double", 0, yes=False)
    events = hand.do("double", 2, yes=False)
    assert kinds(events) == ["double", "doubled"]
    assert events[1].data == {"choices": [False, True, False]}
    assert hand.asked("play").seats == (0,)


def test_no_choice_in_time_is_no_doubling_and_no_time_out():
    hand = Hand().crown(0)
    hand.do("double", 2, yes=True)
    (event,) = hand.expire("double")
    assert event.data == {"choices": [False, False, True]}
    assert hand.state.late == [0, 0, 0]


@pytest.mark.parametrize(
    ("carried", "able"),
    [
        ([2001, 2001, 2001], (0, 1, 2)),
        ([2001, 2000, 2001], (2,)),  # strictly more; the landlord needs everybody
        ([2000, 9000, 9000], ()),  # a peasant needs the landlord too
        ([9000, 9000, 100], (1,)),
    ],
)
def test_who_may_double(carried, able):
    hand = Hand(carried=carried).crown(0)
    if not able:
        assert hand.state.phase == "play"
        return
    assert hand.asked("double").seats == able


def test_k9_the_landlord_may_show_for_two_while_the_others_choose():
    hand = Hand(carried=[9000, 9000, 100]).crown(0)
    (event,) = hand.do("show", 0)  # though not asked about doubling
    assert (event.data["times"], event.data["cards"]) == (2, list(hand.state.hands[0]))
    assert hand.state.view(None, hand.now)["seats"][0]["cards"] == list(hand.state.hands[0])
    assert hand.state.multiplier.show == 2


def test_k9_the_landlord_may_show_until_its_first_play():
    hand = Hand().to_play(0)
    assert hand.state.options(0, hand.asked())["show"] is True
    twin = Hand().to_play(0)
    (event,) = twin.do("show", 0)
    assert event.data["times"] == 2
    assert twin.asked("play").seats == (0,)
    hand.expire("play")
    with pytest.raises(IllegalAction) as refused:
        hand.do("show", 0)
    assert refused.value.code == "not_allowed"


# -- play --------------------------------------------------------------------------------------------------------------


def test_two_passes_give_the_lead_back():
    hand = Hand().to_play(0).give("34568", "779", "TT2")
    (play,) = hand.play(0, "3")
    assert play.data | {"cards": []} == {
        "seat": 0,
        "cards": [],
        "type": "solo",
        "rank": 0,
        "len": 1,
        "left": 4,
    }
    assert kinds(hand.do("pass", 1)) == ["pass"]
    events = hand.do("pass", 2)
    assert kinds(events) == ["pass", "trick"]
    view = hand.state.view(None, hand.now)
    assert view["lead"] is None
    assert [seat["last"] for seat in view["seats"]] == [None] * 3
    assert hand.asked("play").seats == (0,)
    assert hand.state.options(0, hand.asked()) == {"lead": True, "beats": True, "show": False}


def test_a_play_between_two_passes_keeps_the_trick_going():
    hand = Hand().to_play(0).give("3456", "779", "TT2")
    hand.play(0, "3")
    hand.do("pass", 1)
    hand.play(2, "T")
    hand.do("pass", 0)
    view = hand.state.view(1, hand.now)
    assert view["lead"]["seat"] == 2
    assert view["seats"][0]["last"] == "pass"
    assert kinds(hand.do("pass", 1)) == ["pass", "trick"]
    assert hand.asked("play").seats == (2,)


def test_options_say_whether_anything_beats_the_table():
    hand = Hand().to_play(0).give("A456", "779", "TT2")
    hand.play(0, "A")
    assert hand.state.options(1, hand.asked()) == {"lead": False, "beats": False, "show": False}
    hand.do("pass", 1)
    assert hand.state.options(2, hand.asked())["beats"] is True


def test_rule_42_a_silent_leader_plays_its_smallest_single():
    hand = Hand().to_play(0).give("3368", "779", "TT2")
    events = hand.expire("play")
    assert kinds(events) == ["late", "play"]
    assert (events[1].data["type"], events[1].data["rank"], events[1].data["left"]) == ("solo", 0, 3)


def test_a_silent_follower_passes():
    hand = Hand().to_play(0).give("3368", "779", "TT2")
    hand.play(0, "3")
    assert kinds(hand.expire("play")) == ["late", "pass"]


def test_bombs_and_the_rocket_double_when_played():
    hand = Hand().to_play(0).give("33336", "4444BR", "TT2")
    (bomb,) = hand.play(0, "3333")
    assert bomb.data["multiplier"]["bomb"] == 2
    hand.play(1, "4444")
    hand.do("pass", 2)
    hand.do("pass", 0)
    events = hand.play(1, "BR")
    assert events[0].data["multiplier"] == {
        "initial": 15,
        "rob": 1,
        "show": 1,
        "bomb": 8,
        "spring": 1,
        "total": 120,
    }
    assert kinds(events) == ["play", "over"]


# -- result ------------------------------------------------------------------------------------------------------------


def test_what_is_owed_goes_by_pairs():
    hand = Hand().to_play(1, doubles=(1, 2)).give("779", "34", "5")
    hand.play(1, "3")
    (_, over) = hand.play(2, "5")
    assert over.kind == "over"
    result = hand.state.result
    assert result.outcomes == ("win", "lose", "win")
    assert result.debts == (
        Debt(1, 2, Fraction(120)),
        Debt(1, 0, Fraction(60)),
    )  # anti-spring, then the doublings
    assert result.order == (2, 0, 1)
    assert result.points == (60, -180, 120)
    assert result.facts["spring"] == "anti"
    assert result.facts["doubles"] == [False, True, True]


def test_spring_when_no_peasant_played():
    hand = Hand().to_play(0).give("34", "779", "TT2")
    hand.play(0, "3")
    hand.do("pass", 1)
    hand.do("pass", 2)
    (_, over) = hand.play(0, "4")
    assert hand.state.result.facts["spring"] == "spring"
    assert over.data["multiplier"]["spring"] == 2
    assert hand.state.result.points == (60, -30, -30)
    assert hand.state.result.outcomes == ("win", "lose", "lose")


def test_no_spring_once_a_peasant_played():
    hand = Hand().to_play(0).give("3K", "779", "TT2")
    hand.play(0, "3")
    hand.play(1, "7")
    hand.do("pass", 2)
    hand.play(0, "K")
    assert hand.state.result.facts["spring"] is None
    assert hand.state.result.points == (30, -15, -15)


def test_no_anti_spring_once_the_landlord_played_twice():
    hand = Hand().to_play(0).give("3K5", "9A", "TT2")
    hand.play(0, "3")
    hand.play(1, "9")
    hand.do("pass", 2)
    hand.play(0, "K")
    hand.play(1, "A")
    assert hand.state.result.facts["spring"] is None
    assert hand.state.result.points == (-30, 15, 15)


def test_the_end_opens_everything():
    hand = Hand(bytes(range(32))).to_play(0).give("3", "779", "TT2")
    (_, over) = hand.play(0, "3")
    seen = over.seen_by(None)
    assert seen["hands"] == {"0": [], "1": list(hand.state.hands[1]), "2": list(hand.state.hands[2])}
    assert seen["seed"] == bytes(range(32)).hex()
    view = hand.state.view(None, hand.now)
    assert view["phase"] == "over"
    assert view["decisions"] == []
    assert view["seats"][1]["cards"] == list(hand.state.hands[1])
    assert view["result"] == seen["result"]
    assert view["seed"] == seen["seed"]


def test_hints_end_with_a_pass_for_a_follower_only():
    hand = Hand().to_play(0).give("34", "779", "TT2")
    assert all(move["kind"] == "play" for move in hand.state.hints(0))
    hand.play(0, "3")
    assert hand.state.hints(1)[-1] == {"kind": "pass"}
    for move in hand.state.hints(1):
        data = {k: v for k, v in move.items() if k != "kind"}
        twin = hand.state.clone()
        twin.apply(type(hand.log[0])(move["kind"], 1, hand.asked().id, data, hand.now))
    assert hand.state.hints(0) == []
