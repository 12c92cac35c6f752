"""Goals: their status moves only along its edges, the limit always holds, and the seed's file has the seed's shape."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.events.event import EventId
from omoide.domain.goals import erased, exporting, goal, tidying
from omoide.domain.goals.exporting import ReflectionDates
from omoide.domain.goals.goal import Goal, GoalId, GoalStatus, GoalTerm, ProgressNote
from omoide.domain.goals.tidying import GoalRules
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import GoalClosed, InvalidInput

NOW = Moment(1_774_742_400)
TOKYO = moment.zone("Asia/Tokyo")
RULES = GoalRules()
OWNER, PERSONA = NoteAuthor.OWNER, NoteAuthor.PERSONA


def made(number: int = 1, *, days_ago: float = 0, priority: int = 3, term: GoalTerm = GoalTerm.SHORT) -> Goal:
    at = Moment(int(NOW - days_ago * DAY_SECONDS))
    return Goal(GoalId(number), goal.label(term, number), term, f"goal {number}", at, at, PERSONA, priority)


goals = st.builds(
    made,
    st.integers(1, 10_000),
    days_ago=st.floats(0, 100),
    priority=st.integers(1, 5),
    term=st.sampled_from(GoalTerm),
)
many = st.lists(goals, max_size=40, unique_by=lambda one: one.id)


def test_a_goal_is_reached_or_given_up_with_its_reason() -> None:
    reached = goal.completed(made(), at=NOW, by=PERSONA, note="三篇書けた")
    assert (reached.status, reached.ended, reached.reason) == (GoalStatus.COMPLETED, NOW, "三篇書けた")
    given_up = goal.abandoned(made(), at=NOW, by=OWNER, reason="興味が移った")
    assert (given_up.status, given_up.reason, given_up.ended_by) == (GoalStatus.ABANDONED, "興味が移った", OWNER)
    again = goal.reopened(given_up, at=Moment(NOW + 5))
    assert again.is_active
    assert (again.active_since, again.ended, again.reason) == (NOW + 5, None, "")


@given(st.lists(st.sampled_from(["complete", "abandon", "reopen", "note", "edit"]), max_size=12))
def test_a_status_moves_only_along_its_edges(acts: list[str]) -> None:
    allowed = {
        (GoalStatus.ACTIVE, GoalStatus.COMPLETED),
        (GoalStatus.ACTIVE, GoalStatus.ABANDONED),
        (GoalStatus.ABANDONED, GoalStatus.ACTIVE),
    }
    held = made()
    for act in acts:
        before = held
        try:
            match act:
                case "complete":
                    held = goal.completed(held, at=NOW, by=OWNER)
                case "abandon":
                    held = goal.abandoned(held, at=NOW, by=OWNER)
                case "reopen":
                    held = goal.reopened(held, at=NOW)
                case "note":
                    held = goal.noted(held, ProgressNote(NOW, "on", OWNER))
                case _:
                    held = goal.edited(held, by=OWNER, priority=1)
        except GoalClosed:
            assert held == before
        assert held.status is before.status or (before.status, held.status) in allowed
        assert (held.ended is None) == held.is_active


def test_after_thirty_days_without_progress_a_short_term_goal_is_given_up_in_the_seeds_words() -> None:
    old, fresh, long = made(1, days_ago=30), made(2, days_ago=29.9), made(3, days_ago=90, term=GoalTerm.LONG)
    [gone] = tidying.stale([old, fresh, long], now=NOW, rules=RULES, language=Language.JA)
    assert (gone.label, gone.reason) == ("sh_000001", "自動整理: 30日以上進展なし")
    moved = goal.noted(old, ProgressNote(Moment(NOW - 5 * DAY_SECONDS), "少し進んだ", PERSONA))
    assert tidying.stale([moved], now=NOW, rules=RULES, language=Language.JA) == []
    [gone] = tidying.stale([old], now=NOW, rules=RULES, language=Language.EN)
    assert gone.reason == "tidied by itself: no progress for 30 days or more"


def test_beyond_ten_the_least_urgent_go_first_and_of_those_the_oldest() -> None:
    held = [made(number, days_ago=20 - number, priority=3) for number in range(1, 11)]
    urgent, late_but_low = made(11, days_ago=25, priority=1), made(12, days_ago=1, priority=5)
    gone = tidying.surplus([*held, urgent, late_but_low], until=NOW, now=NOW, rules=RULES, language=Language.JA)
    assert [one.label for one in gone] == ["sh_000012", "sh_000001"]
    assert {one.reason for one in gone} == {"自動整理: 目標上限超過"}


@given(many)
def test_whatever_there_is_the_limit_holds_afterwards_and_long_term_goals_stay(held: list[Goal]) -> None:
    gone = tidying.surplus(held, until=NOW, now=NOW, rules=RULES, language=Language.EN)
    after = [one for one in held if one.id not in {each.id for each in gone}]
    short = [one for one in after if one.term is GoalTerm.SHORT]
    assert len(short) <= RULES.most_short
    assert all(one.term is GoalTerm.SHORT and one.status is GoalStatus.ABANDONED for one in gone)
    assert not gone or len(short) == RULES.most_short
    assert not gone or max(one.priority for one in short) <= min(one.priority for one in gone)
    assert tidying.surplus(after, until=NOW, now=NOW, rules=RULES, language=Language.EN) == []


def test_what_was_taken_up_since_the_reflection_is_not_counted() -> None:
    held = [made(number, days_ago=3) for number in range(1, 13)]
    reflected = Moment(NOW - 5 * DAY_SECONDS)
    assert tidying.surplus(held, until=reflected, now=NOW, rules=RULES, language=Language.JA) == []


def test_the_export_has_the_shape_of_the_seeds_file() -> None:
    at = moment.parse("2026-01-02T04:53:57", tz=TOKYO)
    first = replace(made(1), text="創作ノートで詩を書く", created=at, priority=1)
    noted = goal.noted(made(2, term=GoalTerm.LONG), ProgressNote(at, "題が決まった", PERSONA))
    reached = goal.completed(replace(made(3), created=at), at=at, by=PERSONA, note="できた")
    gone = goal.abandoned(replace(made(4), created=at), at=at, by=PERSONA)
    dates = ReflectionDates(3, date(2026, 1, 2), date(2026, 1, 2))
    told: Any = exporting.as_goals_json([gone, reached, noted, first], tz=TOKYO, dates=dates)
    assert list(told) == ["short_term", "long_term", "completed", "abandoned", "meta"]
    assert told["short_term"] == [
        {
            "id": "sh_000001",
            "goal": "創作ノートで詩を書く",
            "created_at": "2026-01-02 04:53:57",
            "status": "active",
            "progress_notes": [],
            "priority": 1,
        }
    ]
    [long] = told["long_term"]
    assert (long["id"], long["progress_notes"]) == ("lo_000002", ["[2026-01-02 04:53:57] 題が決まった"])
    [done] = told["completed"]
    assert (done["completed_at"], done["completion_note"]) == ("2026-01-02 04:53:57", "できた")
    [left] = told["abandoned"]
    assert left["abandoned_at"] == "2026-01-02 04:53:57"
    assert "abandon_reason" not in left
    assert told["meta"] == {
        "last_reflection_level": 3,
        "last_level2_date": "2026-01-02",
        "last_level3_date": "2026-01-02",
    }


@given(many)
def test_every_goal_is_counted_once_and_exported_once(held: list[Goal]) -> None:
    counted = exporting.statistics(held)
    assert counted.short_term + counted.long_term + counted.completed + counted.abandoned == len(held)
    told: Any = exporting.as_goals_json(held, tz=TOKYO)
    assert sum(len(told[name]) for name in ("short_term", "long_term", "completed", "abandoned")) == len(held)


def test_what_says_nothing_or_too_much_is_no_goal() -> None:
    assert goal.checked_goal("  詩を\n 書く ") == "詩を 書く"
    for text in ("", "  \n", "……", "x" * 301, "a\x00b"):
        with pytest.raises(InvalidInput):
            goal.checked_goal(text)
    for priority in (0, 6, -1):
        with pytest.raises(InvalidInput):
            goal.checked_priority(priority)


def test_a_goal_made_of_an_erased_turn_goes_and_the_owners_own_stays_unless_it_names_the_subject() -> None:
    words = ErasedWords(["健太の膝の手術が来週に決まった"], names=["健太"])
    mine = replace(made(), text="散歩に誘う", evidence=(EventId(1),))
    assert erased.without(mine, is_touched=True, words=words) is None
    assert erased.without(mine, is_touched=False, words=words) == mine
    owners = replace(mine, author=OWNER)
    assert erased.without(owners, is_touched=True, words=words) == owners
    assert erased.without(replace(owners, text="健太に会う"), is_touched=False, words=words) is None
    noted = goal.noted(owners, ProgressNote(NOW, "健太の膝の手術が来週に決まったと聞いた", PERSONA))
    left = erased.without(noted, is_touched=False, words=words)
    assert left is not None
    assert left.notes == ()
