"""Reflecting with a model and without: kept once, goals moved by number, left for the next night when nobody can be asked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar

import pytest

from omoide.adapters.thinkers.rules.thinker import RulesThinker
from omoide.asks.ask import Ask
from omoide.asks.reflect import (
    AbandonedAnswer,
    GoalUpdatesAnswer,
    NewGoalAnswer,
    ProgressAnswer,
    Reflect,
    ReflectionAnswer,
    SightAnswer,
)
from omoide.domain.goals.goal import GoalStatus, GoalTerm
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.text.language import Language
from omoide.errors import AnswerUnusable, InvalidInput, ThinkerUnavailable
from omoide.ports.models.thinker import Answered
from omoide.usecases.reflection.reflect import ReflectionReport
from tests.usecases.minds import OneMind, ScriptedThinker

ValueT = TypeVar("ValueT")
SEEN = ReflectionAnswer(
    insight=(
        SightAnswer(text="創作ノートの話で声が弾んでいた。", turns=(1,)),
        SightAnswer(text="誰も言っていない。", turns=(9,)),
    ),
    strategy="創作の続きを聞く",
    log_entry="夢の中で筆を取った",
    trigger_topic="創作ノート",
)


@dataclass
class Dreaming(ScriptedThinker):
    """Reflects as it is told to."""

    sees: ReflectionAnswer = field(default_factory=lambda: SEEN)
    trouble: Exception | None = None

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if not isinstance(ask, Reflect):
            return super().answer(ask)
        self.asked.append(f"reflect {ask.level}")
        if self.trouble is not None:
            raise self.trouble
        return Answered(ask.parse(self.sees), by="scripted")


@pytest.fixture
def haru(tmp_path: Path) -> Iterator[OneMind]:
    one = OneMind(tmp_path / "home", thinker=Dreaming())
    yield one
    one.close()


def thinker(one: OneMind) -> Dreaming:
    assert isinstance(one.thinker, Dreaming)
    return one.thinker


def reflect(one: OneMind) -> ReflectionReport:
    return one.composed.reflection.reflect(one.persona)(one.persona)


def test_a_model_reflects_on_a_day_once_and_moves_goals_by_their_numbers(haru: OneMind) -> None:
    edits = haru.composed.goals.edits(haru.persona)
    first, second, third = (edits.add(haru.persona, text, priority=rank) for rank, text in enumerate("甲乙丙", start=1))
    thinker(haru).sees = SEEN.model_copy(
        update={
            "goal_updates": GoalUpdatesAnswer(
                new_goals=(NewGoalAnswer(goal="詩を書く", type="long_term", priority=1), NewGoalAnswer(goal="甲")),
                progress_updates=(ProgressAnswer(goal=1, note="少し進んだ"),),
                completed_goals=(ProgressAnswer(goal=2, note="できた"), ProgressAnswer(goal=7, note="?")),
                abandoned_goals=(AbandonedAnswer(goal=3, reason="興味が移った"),),
            )
        }
    )
    haru.remembers("創作ノートをもらったよ")
    assert reflect(haru).made == ()  # today is not over
    haru.clock.advance(days=1)
    report = reflect(haru)
    assert [(day.isoformat(), level) for day, level in report.made] == [("2026-01-18", 1)]
    store = haru.composed.goals.store
    assert store.named(haru.persona.id, first.label).notes[0].text == "少し進んだ"
    reached, given_up = (store.named(haru.persona.id, each.label) for each in (second, third))
    assert (reached.status, reached.reason, reached.ended_by) == (GoalStatus.COMPLETED, "できた", NoteAuthor.PERSONA)
    assert (given_up.status, given_up.reason) == (GoalStatus.ABANDONED, "興味が移った")
    [made] = [goal for goal in store.all(haru.persona.id) if goal.term is GoalTerm.LONG]
    assert (made.text, made.priority, made.author, made.evidence) == ("詩を書く", 1, NoteAuthor.PERSONA, (1,))
    [entry] = haru.composed.reflection.diary.all(haru.persona.id)
    assert (entry.text, entry.strategy, entry.by) == (
        "創作ノートの話で声が弾んでいた。",
        "創作の続きを聞く",
        "scripted",
    )
    assert entry.sentences[0].evidence == (1,)
    assert reflect(haru).made == ()
    assert thinker(haru).asked.count("reflect 1") == 1


def test_a_model_out_of_reach_leaves_the_day_and_one_that_answers_badly_leaves_it_to_rules(haru: OneMind) -> None:
    haru.remembers("創作ノートをもらったよ")
    haru.clock.advance(days=1)
    thinker(haru).trouble = ThinkerUnavailable("no network")
    assert reflect(haru).stopped_by == "no network"
    assert haru.composed.reflection.store.all(haru.persona.id) == []
    thinker(haru).trouble = AnswerUnusable("reflect", by="scripted", reason="no JSON")
    assert len(reflect(haru).made) == 1
    [entry] = haru.composed.reflection.diary.all(haru.persona.id)
    assert entry.by == "rules"
    assert entry.text == "この日いちばん心に残ったのは「創作ノートをもらったよ」という言葉だった。"


def test_missed_nights_are_caught_up_day_by_day_and_the_far_past_is_left_alone(haru: OneMind) -> None:
    for _ in range(10):
        haru.remembers("創作ノートをもらったよ")
        haru.clock.advance(days=1)
    report = reflect(haru)
    assert [day.day for day, _ in report.made] == [21, 22, 23, 24, 25, 26, 27]
    assert [level for _, level in report.made] == [1] * 7
    haru.remembers("創作ノートをもらったよ")
    haru.clock.advance(days=1)
    assert [level for _, level in reflect(haru).made] == [2]


def test_a_day_that_waits_to_be_digested_is_not_reflected_on(haru: OneMind) -> None:
    haru.says("創作ノートをもらったよ")
    haru.clock.advance(days=1)
    assert reflect(haru).made == ()
    haru.digests()
    assert len(reflect(haru).made) == 1


def test_talk_without_a_sentence_is_marked_and_nothing_is_said_of_it(haru: OneMind) -> None:
    haru.remembers("```\nprint(1)\n```")
    haru.clock.advance(days=1)
    thinker(haru).trouble = AnswerUnusable("reflect", by="scripted", reason="nothing")
    made = reflect(haru).made
    assert len(made) <= 1
    assert haru.composed.reflection.diary.all(haru.persona.id) == []


def test_rules_refuse_to_see_what_nobody_said() -> None:
    with pytest.raises(InvalidInput, match="no sentence names a turn"):
        RulesThinker(language=Language.JA).answer(Reflect(date(2026, 1, 18), level=1, turns=()))
