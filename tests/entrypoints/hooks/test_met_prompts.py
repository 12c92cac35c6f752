"""What else than memories reaches a host's prompt, where it touches it (SPEC I3, S4, X16)."""

import pytest

from omoide import Mind, SimulatedClock

PLACE = "/projects/app"


@pytest.fixture
def lived(mind: Mind, clock: SimulatedClock) -> Mind:
    mind.observe(user="餃子が大好き", assistant="いいね", session_id="a")
    mind.observe(user="来月の展示会の資料を印刷所に送らなきゃ", assistant="忘れないようにするね", session_id="a")
    mind.observe(
        user="岬の灯台まで自転車で行ったら、急に雹が降ってきて怖かった", assistant="無事でよかった", session_id="a"
    )
    mind.settle()
    for one in mind.preferences.all(status=None):
        mind.preferences.confirm(one.id)
    clock.advance(days=1)
    mind.episodes.update()
    return mind


def met(mind: Mind, prompt: str, *, told: tuple[str, ...] = (), quick: bool = False) -> str:
    found = mind.host.meet_prompt(prompt, session_id="s", place=PLACE, told=told, by_words_alone=quick)
    return found.text


def test_a_confirmed_like_reaches_the_prompt_it_touches(lived: Mind) -> None:
    assert "[likes] 好きな食べ物: 餃子" in met(lived, "夕飯は餃子にしようかな")
    assert "[likes]" not in met(lived, "このテストが落ちる理由を調べて")


def test_an_open_task_reaches_the_prompt_it_touches(lived: Mind) -> None:
    assert lived.beliefs.all(kind="task")
    assert "[task]" in met(lived, "展示会の資料の件、どうなってたっけ")
    assert "[task]" not in met(lived, "このテストが落ちる理由を調べて")


def test_the_told_day_reaches_the_prompt_it_touches(lived: Mind) -> None:
    asked = "岬の灯台まで自転車で行った日のこと"
    assert "[episode]" not in met(lived, asked), "the memory of the same turn is shown already"
    [memory] = [each for each in lived.memories.all() if "灯台" in each.trigger]
    lived.memories.archive(memory.label)
    lived.memories.erase(memory.label)
    assert "[2026-03-29][episode]" in met(lived, asked)
    assert "[episode]" not in met(lived, "このテストが落ちる理由を調べて")


def test_a_prompt_about_something_else_is_met_with_nothing(lived: Mind) -> None:
    assert met(lived, "refactor the parser module") == ""
    assert met(lived, "/compact") == ""


def test_what_a_session_was_told_is_not_told_again(lived: Mind) -> None:
    first = lived.host.meet_prompt("夕飯は餃子にしようかな", session_id="s", place=PLACE)
    assert any(key.startswith("preferences:") for key in first.keys)
    again = met(lived, "夕飯は餃子にしようかな", told=first.keys)
    assert "[likes]" not in again
    assert "[mood]" not in again


def test_the_quick_way_looks_for_memories_by_their_words_alone(lived: Mind) -> None:
    quick = met(lived, "岬の灯台で雹が降ってきた話", quick=True)
    assert "灯台" in quick
    assert "[episode]" not in quick


def test_the_block_stays_within_its_characters(lived: Mind) -> None:
    meet = lived._home.context.meet_prompt(lived.persona)
    for most in (0, 50, 200, 400):
        found = meet(lived.persona, "岬の灯台で雹、餃子、展示会の資料", session_id="s", place="", most_characters=most)
        assert len(found.text) <= most


def test_what_comes_to_mind_is_noted_only_for_what_was_shown(lived: Mind) -> None:
    meet = lived._home.context.meet_prompt(lived.persona)
    found = meet(lived.persona, "岬の灯台で雹が降ってきた話", session_id="s", place="", most_characters=60)
    assert found.brought.memories == ()
    shown = meet(lived.persona, "岬の灯台で雹が降ってきた話", session_id="s", place="", most_characters=5_000)
    assert {f"memory:{each.id}" for each in shown.brought.memories} <= set(shown.keys)
