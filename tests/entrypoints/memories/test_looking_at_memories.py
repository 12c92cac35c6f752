"""Looking at memories from Python: pages, texts by level, curves, and what was put into whose prompts."""

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.memories.levels import Level
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import InvalidInput


def remembered(mind: Mind) -> None:
    mind.observe(user="昨日、海辺で財布をなくして本当に悲しかった", assistant="つらかったね", session_id="s1")
    mind.observe(user="うちの猫のモモが手術を受けることになった", assistant="心配だね", session_id="s1")
    mind.digest()


def test_a_page_says_how_many_there_are_in_all(mind: Mind) -> None:
    remembered(mind)
    page = mind.memories.page(containing="モモ")
    assert page.total == 1
    assert "モモ" in page.memories[0].text
    assert mind.memories.page(limit=1, order="intensity").total == 2
    assert mind.memories.page(category=mind.memories.categories()[0]).total >= 1
    for wrong in ({"order": "beauty"}, {"offset": -1}):
        with pytest.raises(InvalidInput):
            mind.memories.page(**wrong)


def test_the_curve_ahead_is_what_the_nights_do(mind: Mind, clock: SimulatedClock) -> None:
    remembered(mind)
    [label, other] = [each.label for each in mind.memories.all()]
    mind.memories.recall("海辺で財布をなくした")
    recalled = label if mind.memories.get(label).recalled_since_last_batch else other
    untouched = other if recalled == label else label
    told = {name: mind.memories.curve(name, days=30) for name in (untouched, recalled)}
    clock.advance(days=10)
    mind.memories.sleep()
    for name, is_recalled in ((untouched, False), (recalled, True)):
        left = mind.memories.get(name).retention_score
        assert left == pytest.approx(told[name].score_after(10, recalled=is_recalled), rel=0.02)
    assert mind.memories.curve(untouched).past[0].score > mind.memories.curve(untouched).past[-1].score
    with pytest.raises(InvalidInput, match="days"):
        mind.memories.curve(untouched, days=0)


def test_a_memory_is_read_at_each_level(mind: Mind) -> None:
    remembered(mind)
    memory = mind.memories.all()[0]
    texts = mind.memories.texts(memory.label)
    assert [each.level for each in texts] == [Level.FULL, Level.SUMMARY, Level.TRACE]
    assert texts[0].is_now
    assert texts[0].text is not None
    assert texts[0].text.trigger == memory.trigger


def test_what_was_put_into_a_prompt_is_found_by_session_and_client(mind: Mind, clock: SimulatedClock) -> None:
    remembered(mind)
    clock.advance(days=1)
    talk = mind.session("chat-1", client_id="terminal")
    said = "財布をなくした海辺のこと、覚えてる？"
    talk.context(said)
    talk.said(said, "うん")
    [session] = mind.prompts.sessions()
    assert (session.session_id, session.clients) == ("chat-1", ("terminal",))
    assert session.tokens > 0
    shown = mind.prompts.get("chat-1")
    assert any(turn.said == said and "財布" in turn.text for turn in shown.turns)
    assert mind.prompts.get("nobody").turns == ()
    with pytest.raises(InvalidInput):
        mind.prompts.sessions(limit=-1)
    assert clock.now() - session.used < DAY_SECONDS
