"""What the persona was shown does not become new evidence when it tells it again (SPEC X2)."""

import pytest

from omoide import Mind

NOTE = "灯台守の祖父は嵐の夜に三人の漁師を助けた。"


@pytest.fixture
def shown(mind: Mind) -> Mind:
    mind.notes.core_memory.write(NOTE)
    assert NOTE in mind.context([{"role": "user", "content": "ねえ"}], session_id="s").constant
    return mind


def contents(mind: Mind) -> str:
    mind.settle()
    return "\n".join(f"{each.trigger} {each.content}" for each in mind.memories.all())


def test_what_the_persona_repeats_of_its_notes_is_no_news(shown: Mind) -> None:
    shown.observe(user="昔の話を聞かせて", assistant=f"{NOTE}いい話でしょう。", session_id="s")
    assert "漁師" not in contents(shown)


def test_the_user_who_says_the_same_has_said_it(shown: Mind) -> None:
    shown.observe(user=NOTE, assistant="そうだったね", session_id="s")
    assert "漁師" in contents(shown)


def test_a_context_that_comes_back_in_a_transcript_is_no_news(shown: Mind) -> None:
    context = shown.context([{"role": "user", "content": "おはよう"}], session_id="s")
    sent = context.for_openai([{"role": "user", "content": "おはよう"}])
    shown.observe(user=f"{sent[0]['content']}\n\n{sent[-1]['content']}", assistant="おはよう", session_id="t")
    assert "漁師" not in contents(shown)


def test_elsewhere_the_same_words_are_news(shown: Mind) -> None:
    shown.observe(user="昔の話を聞かせて", assistant=NOTE, session_id="other")
    assert "漁師" in contents(shown)
