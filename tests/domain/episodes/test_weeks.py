"""Days become weeks when the whole week lies sixty days back."""

from dataclasses import replace
from datetime import timedelta

from omoide.domain.episodes import weeks
from omoide.domain.episodes.by_rules import week as by_rules
from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import EpisodeKind, joined
from omoide.domain.episodes.telling import WEEK_LENGTH, WeekSentence
from omoide.domain.episodes.weeks import WeekRules
from omoide.domain.text.language import Language
from tests.domain.episodes.episodes import day_number, episode

RULES = WeekRules()


def test_a_week_is_due_the_day_after_its_sunday_lies_sixty_days_back() -> None:
    days = [episode(number) for number in (0, 2, 6)]
    sunday = day_number(6)
    assert weeks.due(days, today=sunday + timedelta(days=60), rules=RULES) == []
    [due] = weeks.due(days, today=sunday + timedelta(days=61), rules=RULES)
    assert due.span == DaySpan(day_number(0), day_number(6))
    assert [each.id for each in due.originals] == [0, 2, 6]


def test_a_week_is_told_once_and_again_when_a_day_was_told_anew_or_came_later() -> None:
    days = [episode(number) for number in (0, 2)]
    told = episode(99, kind=EpisodeKind.WEEK, span=DaySpan(day_number(0), day_number(2)))
    told = replace(told, fingerprint=weeks.of_week(days))
    today = day_number(90)
    assert weeks.due([*days, told], today=today, rules=RULES) == []
    assert weeks.due([days[0], episode(2, version=2), told], today=today, rules=RULES)
    [due] = weeks.due([*days, episode(5), told], today=today, rules=RULES)
    assert due.episode == told


def test_a_day_that_failed_is_no_part_of_a_week() -> None:
    days = [episode(0), episode(1, is_failure=True)]
    [due] = weeks.due(days, today=day_number(90), rules=RULES)
    assert [each.id for each in due.originals] == [0]


def test_the_two_most_stirring_episodes_are_shown_as_such() -> None:
    days = [episode(number, arousal=value) for number, value in ((0, 0.2), (1, 0.7), (2, 0.5), (3, 0.1))]
    [due] = weeks.due(days, today=day_number(90), rules=RULES)
    assert [shown.is_detailed for shown, _ in due.sentences(rules=RULES)] == [False, True, True, False]


def test_a_week_by_rules_keeps_the_detail_of_two_days_and_a_word_of_the_others() -> None:
    words = (
        "「庭の梅が咲いた」と聞いた。",
        "「モモが家に帰ってきた」と聞いて、私は「よかった」と答えた。",
        "「東京へ引っ越す」と聞いた。",
    )
    shown = [
        WeekSentence(day_number(number), text * (6 if number else 1), 0.5, is_detailed=number > 0)
        for number, text in enumerate(words)
    ]
    told = by_rules.tell(shown, language=Language.JA)
    text = joined(line.text for line in told)
    assert "モモが家に帰ってきた" in text
    assert "東京へ引っ越す" in text
    assert "梅" in text or "庭" in text
    assert "庭の梅が咲いた" not in text
    assert all(line.rests_on for line in told)


def test_a_week_is_shorter_than_its_days_and_within_its_bounds() -> None:
    for language, mark in ((Language.JA, "「{}」と聞いた。"), (Language.EN, "I heard “{}”.")):
        for size in (1, 3, 12):
            shown = [
                WeekSentence(day_number(day), mark.format(f"森の{day}{part}" * 8), day / 10, is_detailed=day > 4)
                for day in range(7)
                for part in range(size)
            ]
            text = joined(line.text for line in by_rules.tell(shown, language=language))
            assert len(text) < len(joined(each.text for each in shown))
            assert len(text) <= WEEK_LENGTH.longest
            assert len(text) >= WEEK_LENGTH.least or size < 3
