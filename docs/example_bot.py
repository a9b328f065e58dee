#!/usr/bin/env python3
"""A bot that plays Dou Dizhu over the API: joins a room that takes bots, plays, and leaves (docs/api.md).

    CARDHOUSE_TOKEN=cardhouse_… python3 example_bot.py https://the.platform [hands]

Make the token under 我 › 令牌与机器人, for a bot account, with `read` and `play`. Needs Python 3.9 or newer and
`websockets`. It sees what its seat may see and leaves the rules to the server, which tells it the moves that make
sense: put a better head into `choose`.
"""

import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

STRONG = 3  # so many jokers and twos make a landlord


def call(path, body=None):
    """GET (or, with a body, POST) a path of /api/lobby/; the answer's JSON. Waits when told to slow down."""
    data = None if body is None else json.dumps(body).encode()
    headers = {**bearer, "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{site}/api/lobby/{path}", data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        refusal = json.load(error)
        if refusal["code"] != "slow_down":
            sys.exit(f"{path}: {refusal['code']}: {refusal['text']}")
        time.sleep(int(error.headers["Retry-After"]))
        return call(path, body)


def choose(view, moves):
    """One of the moves that make sense now, the smallest first; the view is what this seat may see."""
    me, lead = view["seats"][view["seat"]], view["lead"]
    if moves[0]["kind"] in ("call", "rob"):  # a card is rank * 4 + suit: 48 is the first two, 52 and 53 are the jokers
        return {"kind": moves[0]["kind"], "yes": sum(card >= 48 for card in me["cards"]) >= STRONG}
    if lead and me["role"] == view["seats"][lead["seat"]]["role"] == "peasant":
        return moves[-1]  # a pass: the other peasant leads
    return moves[0]


def play(hand):
    """Play a hand over its socket; what it brought this seat, or None when the connection is lost on the way."""
    view, asked, pinged = {}, set(), time.monotonic()
    with connect(f"ws{site[4:]}/ws/hand/{hand}/", additional_headers=bearer) as table:
        while True:
            if time.monotonic() - pinged > 4:  # who is silent for 12 s counts as gone
                table.send(json.dumps({"t": "ping", "c": 0}))
                pinged = time.monotonic()
            try:
                frame = json.loads(table.recv(timeout=1))
            except TimeoutError:
                continue
            except ConnectionClosed:
                return None
            view = frame.get("view", view)
            decisions = view["decisions"] if frame["t"] == "snap" else frame["d"] if frame["t"] == "ev" else []
            mine = {d["id"] for d in decisions if "mine" in d and d["kind"] != "deal"}
            if frame["t"] == "snap":
                for decision in mine:
                    table.send(json.dumps({"t": "hints", "d": decision}))
                asked |= mine
            elif mine - asked:
                table.send(json.dumps({"t": "sync"}))  # a whole view to think about, instead of folding the events
            elif frame["t"] == "hints" and frame["plays"]:
                move = choose(view, frame["plays"])
                print("answers", move)
                table.send(json.dumps({"t": "act", "k": secrets.token_hex(8), "d": frame["d"], "a": move}))
            elif frame["t"] == "no":
                print("refused", frame["code"], frame["text"])
            settled = frame if frame["t"] == "settled" else frame.get("settled")
            if settled:
                return settled["changes"][view["seat"]]


site, hands, last = sys.argv[1].rstrip("/"), int((sys.argv[2:] or [1])[0]), None
bearer = {"Authorization": f"Bearer {os.environ['CARDHOUSE_TOKEN']}"}
rooms = [room for zone in call("zones/?game=doudizhu")["zones"] for room in zone["rooms"]]
room = next((room for room in rooms if room["outside_bots"] and room["fits"] is None), None)
while hands and (room or sys.exit("No room takes a bot with this purse.")):
    seat, ticket = (call("me/")["me"][name] for name in ("seat", "ticket"))
    if seat and seat["hand"] not in (None, last):
        if (change := play(seat["hand"])) is not None:
            print(f"settled {change:+} in {room['name']}")
            last, hands = seat["hand"], hands - 1
    elif seat and not seat["hand"] and not seat["ready"]:
        call("ready/", {})
    elif not seat and (not ticket or time.time() - ticket["since"] / 1000 > 20):
        call("join/", {"room": room["id"]})  # again and again: a ticket lapses after 30 s of silence
    time.sleep(0.5)
call("leave/", {})
