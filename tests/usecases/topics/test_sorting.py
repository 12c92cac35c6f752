"""Memories and told days are sorted into topics: by hand, after a night, in portions, and never twice."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.topics.topic import MemberKind, TopicId
from omoide.errors import InvalidInput, TopicNotFound
from tests.usecases.topics.lives import KNEE, ONCE, PLUM, by_topic, names, say


@pytest.fixture
def lived(mind: Mind) -> Mind:
    """A mind that came back to a knee and a plum tree."""
    say(mind, KNEE[:2], first_day=1)
    say(mind, ONCE, first_day=3)
    say(mind, PLUM, first_day=8)
    say(mind, KNEE[2:], first_day=11)
    return mind


def test_what_is_spoken_of_again_becomes_a_topic_with_a_concrete_name(lived: Mind) -> None:
    report = lived.topics.update()
    assert (len(report.born), report.told, report.fell_back) == (2, report.born, ())
    knee, plum = lived.topics.list()
    assert "健太" in knee.name
    assert "梅" in plum.name
    assert 5 <= len(knee.name) <= 15
    assert (knee.facts.memories, plum.facts.memories) == (4, 3)
    assert str(knee.span(tz=lived.persona.tz)) == "2026-01-01~2026-01-12"
    assert (knee.named_by, knee.told_by) == ("rules", "rules")
    labels = {each.item_id: each.text for each in lived.topics.members(knee.id)}
    for sentence in knee.summary:
        [number] = sentence.evidence
        assert labels[number].rstrip("。") in sentence.text


def test_a_second_run_does_nothing(lived: Mind) -> None:
    lived.topics.update()
    before = lived.topics.list()
    report = lived.topics.update()
    assert (report.looked_at, report.joined, report.born, report.told) == (0, 0, (), ())
    assert lived.topics.list() == before


def test_a_new_day_moves_nobody_and_joins_what_is_there(lived: Mind) -> None:
    lived.topics.update()
    before = by_topic(lived)
    say(lived, ("健太の膝の手術の傷が治った", "海へ行った"), month=2)
    report = lived.topics.update()
    assert (report.looked_at, report.joined, report.born) == (2, 1, ())
    after = by_topic(lived)
    assert all(before[topic] <= after[topic] for topic in before)


@pytest.mark.parametrize("portion", [1, 2, 5])
def test_portions_end_where_the_whole_does(lived: Mind, opened: Callable[..., Omoide], portion: int) -> None:
    lived.topics.update()
    other = opened("other")
    other.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    again = other.mind("haru")
    say(again, KNEE[:2], first_day=1)
    say(again, ONCE, first_day=3)
    say(again, PLUM, first_day=8)
    say(again, KNEE[2:], first_day=11)
    update = again._home.topics.update(again.persona)
    replace(update, portion=portion)(again.persona)
    assert by_topic(again) == by_topic(lived)


def test_day_by_day_ends_where_all_at_once_does(lived: Mind, opened: Callable[..., Omoide]) -> None:
    lived.topics.update()
    other = opened("daily")
    other.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    again = other.mind("haru")
    day = 1
    for text in (*KNEE[:2], *ONCE, *PLUM, *KNEE[2:]):
        if day == 8 and text not in PLUM:
            day = 11
        say(again, (text,), first_day=day)
        again.topics.update()
        day += 1
    assert by_topic(again) == by_topic(lived)


def test_the_owners_topic_takes_what_waits_and_what_comes(lived: Mind) -> None:
    say(lived, ("歯医者の予約を取った",), month=2)
    lived.topics.update()
    topic = lived.topics.add_fixed("歯医者の予約", description="歯医者")
    assert topic.is_fixed
    assert topic.facts.memories == 2
    say(lived, ("歯医者の予約を変えた",), month=3)
    lived.topics.update()
    again = lived.topics.get("歯医者の予約")
    assert again.facts.memories == 3
    assert (again.name, again.named_by) == ("歯医者の予約", "owner")
    assert again.summary


def test_told_days_join_the_topics_they_speak_of(lived: Mind) -> None:
    lived.topics.update()
    lived.episodes.update()
    lived.topics.update()
    [knee, _] = lived.topics.list()
    told = [each for each in lived.topics.members(knee.id) if each.kind is MemberKind.EPISODE]
    assert told
    assert {each.label for each in told} == {f"episode_2026-01-{day:02}_001" for day in (1, 2, 11, 12)}
    assert all("健太" in each.text and each.follows for each in told)
    assert knee.facts.episodes == 4
    with pytest.raises(InvalidInput, match="follows its memories"):
        lived.topics.split(knee.id, [told[0].label], name="別の名前")


def test_days_are_no_points_and_special_episodes_are(lived: Mind) -> None:
    lived.topics.update()
    lived.episodes.update()
    assert lived.topics.update().looked_at == 0
    lived.episodes.achieved("詩を書く", goal_id="g1")
    assert lived.topics.update().looked_at == 1


def test_a_day_told_again_is_counted_once(lived: Mind) -> None:
    lived.episodes.update()
    lived.topics.update()
    lived.observe(user="健太の膝の手術の前の晩", assistant="うん。", at="2026-01-01T21:00")
    assert lived.episodes.update().remade
    lived.topics.update()
    [knee, *_] = lived.topics.list()
    labels = [each.label for each in lived.topics.members(knee.id)]
    assert len(labels) == len(set(labels))


def test_a_memory_in_the_archive_is_marked_and_one_that_is_erased_leaves(lived: Mind) -> None:
    lived.topics.update()
    [knee, *_] = lived.topics.list()
    first, second, *_ = [each.label for each in lived.topics.members(knee.id)]
    lived.memories.archive(first)
    marked = {each.label: each.is_archived for each in lived.topics.members(knee.id)}
    assert (marked[first], marked[second]) == (True, False)
    assert lived.topics.get(knee.id).facts.archived == 1
    lived.memories.erase(second)
    assert second not in {each.label for each in lived.topics.members(knee.id)}
    assert knee.id in lived.topics.update().told
    again = lived.topics.get(knee.id)
    assert again.facts.memories == 3
    assert set(again.told_of) == {each.item_id for each in lived.topics.members(knee.id)}


def test_recall_finds_the_topic_with_its_days_or_nothing(lived: Mind) -> None:
    lived.topics.update()
    [found, *_] = lived.topics.recall("健太の膝の手術はどうなった？")
    assert "健太" in found.topic.name
    assert found.topic.facts.memories == 4
    assert lived.topics.recall("量子力学の試験") == []
    assert lived.topics.recall("   ") == []
    assert lived.topics.recall("健太の膝の手術", limit=0) == []


def test_a_cue_that_names_a_topic_recalls_it(lived: Mind) -> None:
    lived.topics.update()
    [knee, plum] = lived.topics.list()
    lived.topics.nickname(plum.id, "うめっこ")
    [found, *_] = lived.topics.recall("うめっこのこと、また話そう")
    assert (found.topic.id, found.is_named, found.topic.called) == (plum.id, True, "うめっこ")
    assert lived.topics.get("うめっこ").id == plum.id
    assert knee.id != plum.id


def test_the_owner_merges_splits_renames_and_puts_away(lived: Mind) -> None:
    lived.topics.update()
    [knee, plum] = lived.topics.list()
    assert lived.topics.rename(knee.id, "健太の膝").named_by == "owner"
    merged = lived.topics.merge(plum.id, into="健太の膝")
    assert (merged.id, merged.facts.memories, len(lived.topics.list())) == (knee.id, 7, 1)
    labels = [each.label for each in lived.topics.members(knee.id) if "梅" in each.text]
    parted = lived.topics.split(knee.id, labels, name="庭の梅")
    assert (parted.name, parted.facts.memories) == ("庭の梅", 3)
    [found] = lived.topics.recall("庭の梅の花", limit=1)
    assert found.topic.id == parted.id
    lived.topics.archive("庭の梅")
    assert names(lived) == ["健太の膝"]
    assert lived.topics.recall("庭の梅の花", limit=1) == []
    say(lived, ("庭の梅の花の実がなった",), month=5)
    assert lived.topics.update().born == ()
    assert lived.topics.restore("庭の梅").facts.memories == 4
    assert "庭の梅" in names(lived)


def test_what_cannot_be_done_is_refused_and_changes_nothing(lived: Mind) -> None:
    lived.topics.update()
    [knee, plum] = lived.topics.list()
    before = lived.topics.list(archived=True)
    labels = [each.label for each in lived.topics.members(knee.id)]
    acts: tuple[Callable[[], object], ...] = (
        lambda: lived.topics.merge(knee.id, into=knee.id),
        lambda: lived.topics.rename(knee.id, plum.name),
        lambda: lived.topics.rename(knee.id, " "),
        lambda: lived.topics.add_fixed(knee.name),
        lambda: lived.topics.split(knee.id, [], name="別"),
        lambda: lived.topics.split(knee.id, ["mem_19990101_001"], name="別"),
        lambda: lived.topics.split(knee.id, labels, name="別"),
    )
    for act in acts:
        with pytest.raises(InvalidInput):
            act()
    with pytest.raises(TopicNotFound, match="omoide topics list"):
        lived.topics.get("無い話題")
    with pytest.raises(TopicNotFound):
        lived.topics.get(99_999)
    assert lived.topics.list(archived=True) == before


def test_another_embedding_model_makes_the_centres_again_and_keeps_the_members(
    lived: Mind, opened: Callable[..., Omoide]
) -> None:
    lived.topics.update()
    before = by_topic(lived)
    again = opened(version="2").mind("haru")
    assert [found.similarity for found in again.topics.recall("健太の膝の手術")] == [0]  # named; nothing lies there yet
    assert again.topics.update().looked_at == 0
    assert by_topic(again) == before
    say(again, ("健太の膝の手術の話",), month=4)
    again.topics.update()
    [found] = again.topics.recall("健太の膝の手術", limit=1)
    assert found.topic.facts.memories == 5


def test_after_a_night_it_happens_by_itself(mind: Mind, clock: SimulatedClock) -> None:
    for _ in range(4):
        mind.observe(user="健太の膝の手術が決まった", assistant="うん。")
        clock.advance(days=1)
        mind.settle()
    [topic] = mind.topics.list()
    assert "健太" in topic.name


def test_an_empty_mind_and_many_alike_are_no_trouble(mind: Mind) -> None:
    assert mind.topics.update().looked_at == 0
    assert mind.topics.list() == []
    assert mind.topics.recall("何か") == []
    for number in range(60):
        day = number % 28 + 1
        mind.observe(
            user=f"{number}番目の健太の膝の手術の話", assistant="うん。", at=f"2026-02-{day:02}T20:{number:02}"
        )
    mind.digest()
    mind.topics.update()
    assert [topic.facts.memories for topic in mind.topics.list()] == [60]


def test_two_at_once_write_nothing_twice(lived: Mind) -> None:
    topics = lived._home.topics
    update = topics.update(lived.persona)
    step = update._decided(lived.persona)
    assert step is not None
    lived.topics.update()
    before = by_topic(lived)
    assert topics.points.keep(lived.persona.id, lived._home.embedder.space, step) is None
    assert by_topic(lived) == before


def test_the_sum_that_is_kept_is_the_sum_of_the_members(lived: Mind) -> None:
    lived.topics.update()
    points, space = lived._home.topics.points, lived._home.embedder.space
    for row in points.centres(lived.persona.id, space):
        assert row.total is not None
        meanings = points.meanings(lived.persona.id, TopicId(row.topic.id), space).astype(np.float64)
        assert np.allclose(row.total, meanings.sum(axis=0))
