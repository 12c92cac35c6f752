"""What a memory's text becomes when it falls, whoever told it."""

import pytest

from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.condense import CondensedAnswer
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Draft
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Answered, Thinker
from omoide.ports.nights.store import Texts
from omoide.usecases.nights.condense import Condenser

FULL = Draft("「猫の名前は？」と聞かれた。", "私は「モモだよ」と答えた。うれしかった。")


class Repeats:
    """A model that gives back what it was given, or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.asked = 0

    def answer(self, ask):  # type: ignore[no-untyped-def]
        self.asked += 1
        if self.error is not None:
            raise self.error
        told = CondensedAnswer(trigger=ask.telling.trigger, content=ask.telling.content)
        return Answered(ask.parse(told), by="parrot")


def condensed(thinker: Thinker, *, summary: Draft | None = None, level: Level = Level.SUMMARY) -> Draft | None:
    texts = Texts(FULL.trigger, FULL.content, summary, Draft("猫, 名前", "モモ"))
    return Condenser(lambda: thinker)(texts, level=level)


def test_a_prepared_summary_is_taken_without_asking() -> None:
    parrot, short = Repeats(), Draft("「猫の名前は？」", "「モモだよ」と答えた")
    assert condensed(parrot, summary=short) == short
    assert parrot.asked == 0


def test_a_prepared_summary_that_is_no_shorter_is_made_anew() -> None:
    assert condensed(RulesThinker(), summary=FULL) == Draft(
        "「猫の名前は？」と聞かれた。", "私は「モモだよ」と答えた。"
    )


@pytest.mark.parametrize("error", [None, Refused("policy")])
def test_a_model_that_only_repeats_or_refuses_is_replaced_by_the_plainest_rule(error: Exception | None) -> None:
    assert condensed(Repeats(error), summary=FULL) == Draft("「猫の名前は？」", "私は「モモだよ」と答えた。")


def test_a_model_that_is_away_postpones_the_fall() -> None:
    assert condensed(Repeats(Unavailable("away"))) is None


def test_keywords_are_taken_as_they_were_prepared() -> None:
    assert condensed(Repeats(), level=Level.TRACE) == Draft("猫, 名前", "モモ")
