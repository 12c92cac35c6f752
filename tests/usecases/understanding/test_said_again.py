"""What the user says is news, also where it is like a memory that it calls up; what the persona repeats is none."""

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.understanding.digestion import Outcome

SAID_AGAIN = (
    ("The staging database runs on port 6543", "The staging database runs on port 6544"),
    ("毎朝七時に駅前の喫茶店で待ち合わせしてる", "毎朝八時に駅前の喫茶店で待ち合わせしてる"),
    ("今日は雨だったから、家で本を読んでた", "今日は雨だったから、家で本を読んでた"),
)


@pytest.mark.parametrize(("before", "now"), SAID_AGAIN)
def test_words_that_call_up_their_own_older_version_are_remembered(
    mind: Mind, clock: SimulatedClock, before: str, now: str
) -> None:
    mind.observe(user=before, assistant="うん", session_id="s1")
    mind.settle()
    clock.advance(days=1)
    with mind.session("s2") as talk:
        assert before[:6] in talk.context(now).block
        talk.said(now, "そうなんだね")
    mind.host.came_to_mind(mind.host.bring_to_mind(now, session_id="s2"))
    mind.settle()
    record = mind.digestion(mind.log()[-1].id)
    assert record is not None
    assert record.outcome is not Outcome.SKIPPED
    assert len(mind.memories.all()) == 2


def test_what_the_persona_tells_again_of_it_is_no_news(mind: Mind, clock: SimulatedClock) -> None:
    told = "猫のモモは三歳で、煮干しが大好物で、雷がこわい"
    mind.observe(user=told, assistant="うん", session_id="s1")
    mind.settle()
    clock.advance(days=1)
    with mind.session("s2") as talk:
        talk.context("猫のモモのこと、覚えてる？")
        talk.said("猫のモモのこと、覚えてる？", f"もちろん。{told}。")
    mind.settle()
    assert not any("煮干し" in memory.content for memory in mind.memories.all())
