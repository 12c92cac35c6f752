"""Topics made of erased turns are named and told again without them; nothing of the old name is left anywhere."""

import pytest

from omoide import Mind
from omoide.domain.erasing.receipt import LeftKind

SECRET = "Quillfeather"


@pytest.fixture
def sorted_mind(mind: Mind) -> Mind:
    """A mind with a topic about somebody, and one about a plum tree, both named."""
    for day in range(1, 5):
        mind.observe(
            user=f"{SECRET}先生の膝の診察", assistant="うん。", at=f"2026-02-{day:02}T20:00", session_id=f"a{day}"
        )
    for day, did in enumerate(("咲いた", "を切った", "が散った"), start=5):
        mind.observe(user=f"庭の梅の花が{did}", assistant="うん。", at=f"2026-02-{day:02}T20:00", session_id=f"b{day}")
    mind.digest()
    mind.topics.update()
    return mind


def holds(mind: Mind, words: str) -> list[str]:
    home = mind._home.foundation.folder
    return [file.name for file in home.rglob("*") if file.is_file() and words.encode() in file.read_bytes()]


def test_a_topic_is_told_again_without_the_erased_turn(sorted_mind: Mind) -> None:
    [topic, _] = sorted_mind.topics.list()
    assert SECRET in topic.name
    sorted_mind.topics.nickname(topic.id, "膝先生")
    sorted_mind.erase(session_id="a1")
    again = sorted_mind.topics.get(topic.id)
    assert (again.name, again.nickname, again.summary, again.told_size) == ("", "", (), 0)
    assert again.facts.memories == 3
    assert sorted_mind.topics.update().told == (topic.id,)
    assert sorted_mind.topics.get(topic.id).name


def test_a_topic_of_nothing_else_goes_with_its_words(sorted_mind: Mind) -> None:
    report = sorted_mind.erase(about=SECRET)
    assert dict(report.rows)["topics"] == 1
    assert report.left_in == ()
    assert holds(sorted_mind, SECRET) == []
    assert [("梅" in topic.name, topic.facts.memories) for topic in sorted_mind.topics.list()] == [(True, 3)]


def test_an_owners_name_goes_only_when_it_names_the_subject(sorted_mind: Mind) -> None:
    sorted_mind.topics.add_fixed(f"{SECRET}先生", description="診察")
    sorted_mind.topics.add_fixed("病院の話")
    sorted_mind.erase(about=SECRET)
    assert "病院の話" in [topic.name for topic in sorted_mind.topics.list()]
    assert holds(sorted_mind, SECRET) == []


def test_what_the_owner_wrote_of_an_erased_turn_stays_and_is_named(sorted_mind: Mind) -> None:
    sorted_mind.topics.add_fixed("庭の梅の花が咲いた", description="花")
    report = sorted_mind.erase(session_id="b5")
    assert [(each.place, each.why) for each in report.left] == [("topics.name", LeftKind.NOTE)]


def test_a_dry_run_changes_nothing(sorted_mind: Mind) -> None:
    before = sorted_mind.topics.list()
    sorted_mind.erase(about=SECRET, dry_run=True)
    assert sorted_mind.topics.list() == before


def test_a_whole_persona_goes_with_its_topics(sorted_mind: Mind) -> None:
    sorted_mind.topics.add_fixed("ひそかな話題名")
    sorted_mind.erase(everything=True)
    assert holds(sorted_mind, SECRET) == []
    assert holds(sorted_mind, "ひそかな話題名") == []


def test_what_is_left_is_sorted_as_before(sorted_mind: Mind) -> None:
    sorted_mind.erase(session_id="a1")
    sorted_mind.observe(user=f"{SECRET}先生の膝の診察", assistant="うん。", at="2026-03-02T20:00", session_id="c1")
    sorted_mind.digest()
    report = sorted_mind.topics.update()
    assert (report.joined, report.born) == (1, ())
