"""Rules as a thinker: which asks are answered, and that their answers keep the promises of any."""

from collections.abc import Sequence
from typing import ClassVar

import pytest
from pydantic import BaseModel

from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn, AppraiseTurns
from omoide.asks.ask import Patience, Prompt, Role
from omoide.asks.condense import Condense, CondensedAnswer, Step
from omoide.asks.say_ready import SayReady
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import LONGEST_SUMMARY, LONGEST_TRACE, SpokenTurn, Telling
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace
from omoide.errors import InvalidInput, NoRuleForAsk
from omoide.ports.models.thinker import Answered


class Unknown:
    """An ask nobody wrote a rule for."""

    NAME: ClassVar[str] = "unknown"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.NOW
    SCHEMA: ClassVar[type[BaseModel]] = CondensedAnswer

    def render(self, *, language: Language, fence: str) -> Prompt:
        return Prompt(language.value, fence)

    def parse(self, answer: BaseModel) -> str:
        return str(answer)


def test_an_ask_without_a_rule_is_refused_by_name() -> None:
    with pytest.raises(NoRuleForAsk, match="unknown"):
        RulesThinker().answer(Unknown())


def test_the_register_can_be_extended() -> None:
    thinker = RulesThinker(rules={Unknown: lambda _ask, _means: "an answer"})
    assert thinker.answer(Unknown()) == Answered("an answer", by="rules")


def test_rules_are_always_there() -> None:
    assert RulesThinker().answer(SayReady()).value


@pytest.mark.parametrize(("step", "longest"), [(Step.SUMMARY, LONGEST_SUMMARY), (Step.TRACE, LONGEST_TRACE)])
def test_a_condensed_memory_is_one_line_of_its_length(step: Step, longest: int) -> None:
    told = RulesThinker().answer(Condense(Telling("あ\n" * 3000, "い " * 3000), step)).value
    assert max(len(told.trigger), len(told.content)) <= longest
    assert "\n" not in told.trigger + told.content


@pytest.mark.parametrize("step", list(Step))
def test_nothing_cannot_be_condensed(step: Step) -> None:
    with pytest.raises(InvalidInput, match="empty"):
        RulesThinker().answer(Condense(Telling("", " "), step))


class Noting:
    """A reader that notes how many turns it is given at once."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        self.given.append(len(turns))
        return shared_reader().read(turns)

    def agreement(self) -> Agreement:
        return Agreement()


def test_the_turns_of_several_asks_are_read_together_and_other_asks_read_nothing() -> None:
    reader = Noting()
    thinker = RulesThinker(reader=reader)
    thinker.answer_all([AppraiseTurn(SpokenTurn("楽しかった")), AppraiseTurn(SpokenTurn("疲れた"))])
    assert reader.given[0] == 2
    reader.given.clear()
    thinker.answer_all([AppraiseTurns((SpokenTurn("楽しかった"), SpokenTurn("疲れた"), SpokenTurn("眠い")))])
    assert reader.given[0] == 3
    reader.given.clear()
    thinker.answer_all([SayReady()])
    assert reader.given == []
