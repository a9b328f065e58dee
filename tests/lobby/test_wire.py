"""What a client may say, and that nothing else is taken for it."""

import pytest

from lobby import wire


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"t":"steal"}',
        '{"t":"join"}',
        '{"t":"join","room":"1"}',
        '{"t":"join","room":0}',
        '{"t":"join","room":1,"as":2}',
        '{"t":"sit"}',
        '{"t":"sit","room":1,"table":2,"index":0}',
        '{"t":"sit","table":2}',
        '{"t":"leave","flee":1}',
        '{"t":"watch"}',
        '{"t":"watch","room":1,"table":2}',
        '{"t":"watch","room":1,"hall":true}',
        '{"t":"join","room":1,"as":' + "[" * 200 + "]" * 200 + "}",
        "[" * 1000,
        '{"as":' * 200,
        '{"t":"sync"' + " " * wire.MESSAGE_CHARACTERS + "}",
        '{"t":"\ud800"}',
        None,
    ],
)
def test_anything_else_is_unreadable(text: str | None) -> None:
    with pytest.raises(wire.Malformed):
        wire.read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"t":"join","room":1}', wire.Join(1)),
        ('{"t":"sit","room":1}', wire.Sit(room=1)),
        ('{"t":"sit","table":7,"index":2}', wire.Sit(table=7, index=2)),
        ('{"t":"ready"}', wire.Ready(show=False)),
        ('{"t":"leave","flee":true}', wire.Leave(flee=True)),
        ('{"t":"watch","room":null}', wire.Watch(room=None)),
        ('{"t":"watch","hall":true}', wire.Watch(hall=True)),
        ('{"t":"ping","c":1700000000000}', wire.Ping(1700000000000)),
    ],
)
def test_each_message_says_its_own_name(text: str, message: wire.Message) -> None:
    assert wire.read(text) == message
    assert f'"t":"{wire.name_of(message)}"' in text
