"""A greeting or a nod brings nothing to mind; a word that could mean something does."""

import pytest

from omoide import Mind

SAID = ("おはよう、今日は猫のモモを病院に連れていくよ", "Hello, I moved to Matsuyama", "ありがとうと妹に言えた")


@pytest.mark.parametrize("cue", ["おはよう", "こんにちは！", "ありがとう。", "hello", "Thanks!", "うん", "ok"])
def test_a_greeting_brings_nothing_to_mind(mind: Mind, cue: str) -> None:
    for said in SAID:
        mind.observe(user=said, assistant="うん")
    assert mind.recall(cue) == []
    assert mind.rank(cue)  # looked for on purpose, it is found


@pytest.mark.parametrize(("cue", "found"), [("猫", SAID[0]), ("Matsuyama", SAID[1]), ("おはよう、猫は？", SAID[0])])
def test_whatever_else_is_said_is_looked_for(mind: Mind, cue: str, found: str) -> None:
    for said in SAID:
        mind.observe(user=said, assistant="うん")
    assert mind.recall(cue)[0].event.user == found
