"""The browser's pure modules, tested by node's own runner."""

from tests.js.node import node


def test_the_pure_modules_pass_their_own_tests():
    done = node("--test", "tests/js/*.test.js")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout
