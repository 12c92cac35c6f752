"""Some weeks of nights by the rules alone: levels on their days, goals within limits, and the same end however often it is broken off."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from omoide.adapters.thinkers.rules.thinker import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.asks.condense import Condense
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.feelings.emotion import Feeling, Valence
from omoide.domain.goals import exporting
from omoide.domain.goals.goal import GoalStatus, GoalTerm
from omoide.domain.reflection.insight import as_insights_json
from omoide.domain.text.language import Language
from omoide.ports.models.thinker import Answered
from tests.usecases.minds import TOKYO, OneMind, ScriptedThinker

ValueT = TypeVar("ValueT")
DAYS = 40
SILENT = {10, 11, 12, 13, 14, 15, 16}
TALK = {
    3: "母が転んで骨折した。",
    9: "母の骨折はよくなって、もう歩いてる。",
    20: "健太の手術が決まって、こわい。",
}


class Broken(Exception):
    """A night that was broken off."""


class Dreamer(ScriptedThinker):
    """Feels as it is told, and reflects by rules."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if isinstance(ask, AppraiseTurn | Condense | AskWritePlan):
            return super().answer(ask)
        return RulesThinker(language=Language.JA).answer(ask)


def night(one: OneMind, between: Callable[[], None]) -> None:
    parts, persona = one.composed, one.persona
    parts.reflection.reflect(persona)(persona, between=between)
    parts.goals.tidy(persona)(persona)
    between()
    parts.questions.review(persona)(persona, between=between)


def lived(folder: Path, *, dice: random.Random | None = None) -> OneMind:
    """Live forty days; with dice, nights are broken off at random steps and begun again, twice over."""
    thinker = Dreamer(intensity=30, by_word={"骨折した": 90, "こわい": 85})
    thinker.feeling = Feeling(valence=Valence.NEGATIVE, arousal=70)
    one = OneMind(folder, start="2026-03-01T20:00:00", thinker=thinker)

    def between() -> None:
        if dice is not None and dice.random() < 0.3:
            raise Broken

    for number in range(DAYS):
        if number not in SILENT:
            one.says(TALK.get(number, f"今日は{number}冊目の本を読んだ。"), session=f"s{number}")
            one.digests()
        if number == 20:
            edits = one.composed.goals.edits(one.persona)
            for count in range(14):
                edits.add(one.persona, f"目標その{count}", priority=1 + count % 5)
        one.clock.advance(seconds=8 * 3600)  # four in the morning
        for _ in range(30):
            try:
                night(one, between)
                break
            except Broken:
                continue
        if dice is not None:
            night(one, lambda: None)
        one.clock.advance(seconds=16 * 3600)
    return one


def told(one: OneMind) -> tuple[object, ...]:
    """Return all that nights have made."""
    parts, persona_id = one.composed, one.persona.id
    return (
        [(each.day.isoformat(), each.level) for each in parts.reflection.store.all(persona_id)],
        as_insights_json(parts.reflection.diary.all(persona_id), tz=TOKYO),
        exporting.as_goals_json(parts.goals.store.all(persona_id), tz=TOKYO),
        [(each.topic, each.status, each.answer, each.conversion) for each in parts.questions.store.all(persona_id)],
        [(each.label, each.summary) for each in parts.episodes.store.all(persona_id)],
    )


@pytest.mark.slow
def test_forty_days_end_as_they_should_and_the_same_when_nights_are_broken_off(tmp_path: Path) -> None:
    calm = lived(tmp_path / "calm")
    whole = told(calm)
    reflected = {each.day.isoformat(): each.level for each in calm.composed.reflection.store.all(calm.persona.id)}
    assert len(reflected) == DAYS - len(SILENT)
    assert [day for day, level in reflected.items() if level == 2] == [
        "2026-03-08",
        "2026-03-18",
        "2026-03-25",
        "2026-04-07",
    ]
    assert [day for day, level in reflected.items() if level == 3] == ["2026-03-31"]
    goals = calm.composed.goals.store.all(calm.persona.id)
    short = [goal for goal in goals if goal.is_active and goal.term is GoalTerm.SHORT]
    assert len(short) <= 10
    surplus = [goal for goal in goals if goal.reason == "自動整理: 目標上限超過"]
    assert len(surplus) >= 4
    assert {goal.priority for goal in surplus if goal.text.startswith("目標")} <= {3, 4, 5}
    asked = {each.topic: each for each in calm.composed.questions.store.all(calm.persona.id)}
    bone = next(each for topic, each in asked.items() if "骨折" in topic)
    assert bone.answer.startswith("母の骨折はよくなって")
    reached = [goal for goal in goals if goal.status is GoalStatus.COMPLETED]
    assert [goal.text for goal in reached] == [f"「{bone.topic}」がどうなったか聞く"]
    assert [each.kind for each in calm.composed.episodes.store.all(calm.persona.id)].count(EpisodeKind.ACHIEVEMENT) == 1
    for entry in calm.composed.reflection.diary.all(calm.persona.id):
        assert all(sentence.evidence for sentence in entry.sentences)
    calm.close()
    broken = lived(tmp_path / "broken", dice=random.Random(7))
    assert told(broken) == whole
    broken.close()
