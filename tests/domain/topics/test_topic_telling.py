"""Name and summary: quoted by rules, checked when a model tells them, made again when that is due."""

from dataclasses import replace
from datetime import date

import pytest

from omoide.domain.memories.memory import MemoryId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.topics import telling
from omoide.domain.topics.naming import OtherWords
from omoide.domain.topics.telling import TopicLine, TopicText
from omoide.domain.topics.topic import MemberKind, Topic, TopicFacts, TopicId, TopicMember
from omoide.errors import InvalidInput

SHOWN = [
    TopicText(date(2026, 3, 1), "健太の膝の手術が決まった。"),
    TopicText(date(2026, 3, 9), "健太が手術を「怖い」と言う"),
    TopicText(date(2026, 4, 2), "健太が退院した。手術は成功"),
]
TOPIC = Topic(TopicId(1), "健太・手術", Moment(0), told_size=3, told_of=(MemoryId(1), MemoryId(2)))


def test_by_rules_a_summary_quotes_an_earlier_and_a_later_member_and_names_them() -> None:
    told = telling.by_rules(SHOWN, OtherWords({}, 0), language=Language.JA)
    assert [line.rests_on for line in told.summary] == [(1,), (3,)]
    assert told.summary[0].text == "2026-03-01: 健太の膝の手術が決まった。"
    assert "健太" in told.name


def test_a_summary_tells_in_either_language() -> None:
    english = telling.by_rules(
        [TopicText(date(2026, 3, 1), "The vet called.")], OtherWords({}, 0), language=Language.EN
    )
    assert english.summary[0].text == "2026-03-01: The vet called."


def test_a_models_name_is_cleaned_and_its_summary_cut_to_what_rests_on_something() -> None:
    lines = [
        TopicLine("作り話。", (9,)),
        TopicLine("手術が決まった。", (1, 9)),
        TopicLine("成功した。", (3,)),
        TopicLine("三文目。", (1,)),
    ]
    told = telling.checked("「健太の膝の手術」", lines, SHOWN)
    assert told.name == "健太の膝の手術"
    assert told.summary == (TopicLine("手術が決まった。", (1,)), TopicLine("成功した。", (3,)))


@pytest.mark.parametrize(
    "name", ["健太", "日常の出来事", "感情の共有について", "", "健太の膝の手術と入院と退院とその後の話"]
)
def test_a_name_that_is_too_short_too_long_or_too_abstract_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        telling.checked(name, [TopicLine("手術が決まった。", (1,))], SHOWN)


def test_a_summary_that_rests_on_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="rests on"):
        telling.checked("健太の膝の手術", [TopicLine("作り話。", (7,))], SHOWN)


@pytest.mark.parametrize(
    ("topic", "memories", "members", "due"),
    [
        (TOPIC, 5, [1, 2, 3], False),
        (TOPIC, 6, [1, 2, 3], True),
        (TOPIC, 5, [1, 3], True),
        (replace(TOPIC, told_size=0), 3, [1, 2], True),
        (replace(TOPIC, told_size=0), 0, [], False),
    ],
)
def test_it_is_told_again_when_never_told_doubled_or_told_of_somebody_gone(
    topic: Topic, memories: int, members: list[int], due: bool
) -> None:
    assert telling.is_due(topic, memories=memories, members=members) is due


def test_the_strongest_are_near_and_felt_and_come_in_order_of_time() -> None:
    def member(number: int, near: float, felt: int) -> TopicMember:
        return TopicMember(MemberKind.MEMORY, number, f"m{number}", "", Moment(number), near, felt)

    members = [member(1, 0.5, 10), member(2, 0.9, 0), member(3, 0.5, 90), member(4, 0.4, 0)]
    assert [each.item_id for each in telling.strongest(members, most=2)] == [2, 3]


def test_the_days_of_a_topic_span_memories_and_episodes() -> None:
    tz = __import__("zoneinfo").ZoneInfo("Asia/Tokyo")
    facts = TopicFacts(2, 0, 1, Moment(1_767_225_600), Moment(1_767_400_000), date(2025, 12, 30), date(2025, 12, 31))
    assert str(replace(TOPIC, facts=facts).span(tz=tz)) == "2025-12-30~2026-01-03"
    assert TOPIC.span(tz=tz) is None
