"""Goals by hand and by night: told once, limits at the right time, nothing lost between two writers."""

from dataclasses import replace

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.goals import goal as goals
from omoide.domain.goals.goal import GoalStatus
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import GoalClosed, GoalNotFound, InvalidInput, NotRecorded


def test_a_goal_that_was_reached_is_told_as_an_episode_once(mind: Mind) -> None:
    made = mind.goals.add("創作ノートで詩を書く", priority=1)
    done = mind.goals.complete(made.label, note="三篇書けた。")
    assert done.is_told
    [told] = mind.episodes.all()
    assert told.kind is EpisodeKind.ACHIEVEMENT
    assert told.summary == "【達成】目標「創作ノートで詩を書く」を達成した。三篇書けた。"
    assert (told.arousal, dict(told.details)) == (0.8, {"goal_id": made.label})
    assert mind.goals.tidy().is_empty
    assert len(mind.episodes.all()) == 1


def test_killed_before_the_episode_the_next_night_tells_it_on_its_own_day(mind: Mind, clock: SimulatedClock) -> None:
    made = mind.goals.add("歌う")
    store = mind._home.goals.store
    store.change(mind.persona.id, [goals.completed(made, at=clock.now(), by=NoteAuthor.OWNER)])
    clock.advance(seconds=3 * DAY_SECONDS)
    assert mind.goals.tidy().told == (made.label,)
    [told] = mind.episodes.all()
    assert str(told.span) == "2026-03-29"
    assert mind.goals.get(made.label).is_told


def test_killed_between_the_episode_and_its_mark_there_is_still_one_episode(mind: Mind) -> None:
    made = mind.goals.complete(mind.goals.add("歌う").label)
    mind._home.goals.store.change(mind.persona.id, [replace(made, is_told=False)])
    mind.goals.tidy()
    assert len(mind.episodes.all()) == 1


def test_stale_goals_go_every_night_and_the_surplus_only_when_the_limit_holds(
    mind: Mind, clock: SimulatedClock
) -> None:
    old = mind.goals.add("古い目標")
    clock.advance(seconds=30 * DAY_SECONDS)
    for number in range(12):
        mind.goals.add(f"目標その{number}", priority=1 + number % 5)
    report = mind.goals.tidy()
    assert (report.stale, report.surplus) == ((old.label,), ())
    assert mind.goals.statistics().short_term == 12
    report = mind.goals.tidy(limits=True)
    assert len(report.surplus) == 2
    assert mind.goals.statistics().short_term == 10
    assert mind.goals.get(old.label).reason == "自動整理: 30日以上進展なし"
    assert mind.goals.tidy(limits=True).is_empty
    assert mind.goals.reopen(old.label).is_active
    assert mind.goals.tidy().is_empty  # it begins anew


def test_after_a_night_by_itself_goals_are_tidied(mind: Mind, clock: SimulatedClock) -> None:
    made = mind.goals.add("古い目標")
    mind.observe(user="猫のモモが元気です", assistant="よかった", session_id="s")
    mind.settle()
    clock.advance(seconds=31 * DAY_SECONDS)
    assert mind.settle().nights == 1
    assert mind.goals.get(made.label).status is GoalStatus.ABANDONED


def test_what_an_active_goal_says_is_not_said_twice(mind: Mind) -> None:
    made = mind.goals.add("詩を書く")
    with pytest.raises(InvalidInput, match=made.label):
        mind.goals.add("詩を書く。")
    other = mind.goals.add("歌う")
    with pytest.raises(InvalidInput, match=made.label):
        mind.goals.edit(other.label, text="詩を書く")
    assert mind.goals.edit(made.label, text="詩を書く").text == "詩を書く"
    mind.goals.abandon(made.label)
    assert mind.goals.add("詩を書く").is_active


def test_what_is_over_moves_no_more(mind: Mind) -> None:
    made = mind.goals.complete(mind.goals.add("詩を書く").label)
    for move in (mind.goals.complete, mind.goals.abandon, mind.goals.reopen):
        with pytest.raises(GoalClosed):
            move(made.label)
    with pytest.raises(GoalClosed):
        mind.goals.note(made.label, "続き")
    with pytest.raises(GoalClosed):
        mind.goals.edit(made.label, priority=1)
    with pytest.raises(GoalNotFound):
        mind.goals.get("sh_999999")
    with pytest.raises(InvalidInput):
        mind.goals.edit(made.label)


def test_secrets_are_masked_and_what_is_never_recorded_is_refused(mind: Mind) -> None:
    made = mind.goals.add("鍵 sk-ant-REDACTED をしまう")
    assert "abcdefghij" not in made.text
    mind.set("privacy.never_record", '["ひみつ"]')
    with pytest.raises(NotRecorded):
        mind.goals.add("ひみつの計画")
    with pytest.raises(NotRecorded):
        mind.goals.note(made.label, "ひみつだ")
    assert len(mind.goals.list()) == 1


def test_three_short_and_two_long_goals_stand_in_the_context(mind: Mind) -> None:
    for number in range(1, 5):
        mind.goals.add(f"短い目標{number}", priority=number)
        mind.goals.add(f"長い目標{number}", priority=number, term="long")
    constant = mind.context("こんにちは", session_id="s").constant
    assert (
        "[いまの目標]\n- 短期: 短い目標1\n- 短期: 短い目標2\n- 短期: 短い目標3\n- 長期: 長い目標1\n- 長期: 長い目標2\n"
        in constant
    )
    assert "目標4" not in constant
    mind.goals.complete(mind.goals.list()[0].label)
    later = mind.context(
        [
            {"role": "user", "content": "こんにちは"},
            {"role": "assistant", "content": "うん"},
            {"role": "user", "content": "ね"},
        ],
        session_id="s",
    )
    assert later.constant == constant
    assert "短い目標1" in later.block  # told once that it is no longer there


def test_a_goal_moves_from_within(mind: Mind) -> None:
    made = mind.goals.add("創作ノートで詩を書く", priority=1)
    state = mind.inner_state()
    assert state.dominant == "goal_achievement"
    assert state.active_goal_id == made.label
    assert "創作ノートで詩を書く" in state.narrative
    mind.goals.abandon(made.label)
    assert mind.inner_state().active_goal_id is None
