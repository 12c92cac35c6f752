"""Answers asks by rules alone: plainly, at once, without a network (SPEC L1; DESIGN "no model").

Each kind of ask has one rule in the register; a kind without one is refused, never answered by a guess.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from omoide.adapters.thinkers.rules import query
from omoide.adapters.thinkers.rules.appraisal import Weighing, answer_for, appraise
from omoide.adapters.thinkers.rules.digesting import write_plan
from omoide.adapters.thinkers.rules.prototypes import Likeness, LikenessReader
from omoide.adapters.thinkers.rules.telling import summary_of, trace_of
from omoide.asks.appraise_turn import (
    AppraisalAnswer,
    AppraisalsAnswer,
    AppraiseTurn,
    AppraiseTurns,
    NumberedAppraisal,
    SpokenTurn,
    appraisal_from,
)
from omoide.asks.ask import Ask
from omoide.asks.classify_query import ClassifyQuery
from omoide.asks.condense import Condense, CondensedAnswer, Step
from omoide.asks.digest_turns import DigestTurns, TurnAnswer, TurnsAnswer
from omoide.asks.say_ready import ReadyAnswer, SayReady
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.text.language import Language, detect
from omoide.errors import NoRuleForAsk
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Answered

ValueT = TypeVar("ValueT")
BY_RULES: Final = "rules"


class Means:
    """What a rule may use: the persona's language, and vectors when an embedder is plugged in."""

    def __init__(self, *, language: Language, embedder: Embedder | None, weighing: Weighing) -> None:
        self.language = language
        self.weighing = weighing
        self.likeness = LikenessReader(embedder) if embedder is not None else None
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text; only to be called when there is an embedder."""
        if self._embedder is None:
            return np.zeros((len(texts), 0), dtype=np.float32)
        return self._embedder.embed(texts)


Rule = Callable[[Any, Means], BaseModel]


class RulesThinker:
    """Answers the asks its register knows."""

    def __init__(
        self,
        *,
        language: Language = Language.JA,
        embedder: Embedder | None = None,
        rules: Mapping[type, Rule] | None = None,
        weighing: Weighing | None = None,
    ) -> None:
        self._means = Means(language=language, embedder=embedder, weighing=weighing or Weighing())
        self._rules = dict(REGISTER if rules is None else rules)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the rules' answer, validated like any other; raise `NoRuleForAsk` for an unknown kind of ask."""
        rule = self._rules.get(type(ask))
        if rule is None:
            raise NoRuleForAsk(ask.NAME)
        return Answered(ask.parse(rule(ask, self._means)), by=BY_RULES)


def appraise_turn(ask: AppraiseTurn, means: Means) -> BaseModel:
    """Appraise one turn by itself."""
    return _appraised((ask.turn,), means)[0]


def appraise_turns(ask: AppraiseTurns, means: Means) -> BaseModel:
    """Appraise a session's turns, each in the light of the one before."""
    return AppraisalsAnswer(memories=_appraised(ask.turns, means))


def _appraised(turns: Sequence[SpokenTurn], means: Means) -> list[NumberedAppraisal]:
    likenesses = _likenesses(turns, means)
    found = appraise(turns, likenesses=likenesses, default=means.language, weighing=means.weighing)
    embed = means.embed if means.likeness is not None else None
    return [
        answer_for(turn, one, number=number, default=means.language, embed=embed)
        for number, (turn, one) in enumerate(zip(turns, found, strict=True), start=1)
    ]


def _likenesses(turns: Sequence[SpokenTurn], means: Means) -> list[Likeness | None]:
    """Return what the user's words resemble; where the user said nothing, my own words tell nothing of the feeling."""
    if means.likeness is None:
        return [None] * len(turns)
    found = means.likeness.read([turn.user for turn in turns])
    return [one if turn.user.strip() else None for turn, one in zip(turns, found, strict=True)]


def digest_turns(ask: DigestTurns, means: Means) -> BaseModel:
    """Appraise each turn and plan what it changes, as if nothing had changed before it."""
    told = []
    for number, turn in zip(ask.numbers, ask.turns, strict=True):
        memory = AppraisalAnswer.model_validate(_appraised((turn.talk,), means)[0].model_dump(exclude={"turn"}))
        plan = write_plan(replace(ask.single(turn), felt=appraisal_from(memory, turn=turn.talk)), means)
        told.append(TurnAnswer(event_id=number, memory=memory if turn.wants_memory else None, plan=plan))
    return TurnsAnswer(turns=told)


def condense(ask: Condense, means: Means) -> BaseModel:
    """Shorten a memory's texts by one level."""
    language = detect(f"{ask.telling.trigger}\n{ask.telling.content}", default=means.language)
    if ask.step is Step.TRACE:
        telling = trace_of(ask.telling, language=language)
    else:
        embed = means.embed if means.likeness is not None else None
        telling = summary_of(ask.telling, language=language, embed=embed)
    return CondensedAnswer(trigger=telling.trigger, content=telling.content)


def classify_query(ask: ClassifyQuery, means: Means) -> BaseModel:
    """Decide whether the past is needed, and for what."""
    return query.answer_for(ask, default=means.language)


def say_ready(ask: SayReady, means: Means) -> BaseModel:
    """Rules are always there."""
    return ReadyAnswer(ready=True)


REGISTER: Final[Mapping[type, Rule]] = {
    AppraiseTurn: appraise_turn,
    AppraiseTurns: appraise_turns,
    Condense: condense,
    AskWritePlan: write_plan,
    DigestTurns: digest_turns,
    ClassifyQuery: classify_query,
    SayReady: say_ready,
}
