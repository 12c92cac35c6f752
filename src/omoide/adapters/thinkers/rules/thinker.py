"""Answers asks without a model: by the built-in reader and by rules, plainly, at once, without a network (SPEC L1; DESIGN "no model").

Each kind of ask has one rule in the register; a kind without one is refused, never answered by a guess.  A rule returns
what is asked for itself, not its shape on the wire, and keeps the promises of the ask's `parse`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar, cast

from omoide.asks.appraise_turn import AppraiseTurn, AppraiseTurns
from omoide.asks.ask import Ask
from omoide.asks.classify_query import ClassifyQuery
from omoide.asks.condense import Condense, Step
from omoide.asks.convert_question import ConvertQuestion
from omoide.asks.digest_turns import DigestedPart, DigestTurns, PortionTurn
from omoide.asks.reflect import Reflect
from omoide.asks.review_talk import ReviewTalk
from omoide.asks.say_ready import SayReady
from omoide.asks.tell_day import TellDay
from omoide.asks.tell_topic import TellTopic
from omoide.asks.tell_week import TellWeek
from omoide.asks.write_plan import AskWritePlan
from omoide.asks.write_profile import WriteProfile
from omoide.domain.beliefs.write_plan import WritePlan
from omoide.domain.entities import drafting
from omoide.domain.entities.drafting import WrittenLine
from omoide.domain.episodes.by_rules import day, week
from omoide.domain.episodes.telling import TellingLine
from omoide.domain.questions import answering
from omoide.domain.questions.answering import ConvertedAnswer
from omoide.domain.questions.question import Conversion
from omoide.domain.questions.review import TalkReview
from omoide.domain.recall.query_plan import QueryPlan
from omoide.domain.reflection import by_rules
from omoide.domain.reflection.reflecting import Reflected
from omoide.domain.text.language import Language, detect
from omoide.domain.topics import telling as topic_telling
from omoide.domain.topics.telling import ToldTopic
from omoide.domain.understanding import appraisal_by_rules, query
from omoide.domain.understanding.appraisal import Appraisal, Telling
from omoide.domain.understanding.beliefs import plan_by_rules
from omoide.domain.understanding.feelings.appraising import Weighing
from omoide.domain.understanding.means import Means
from omoide.domain.understanding.telling.telling import summary_of, trace_of
from omoide.errors import NoRuleForAsk, Refused, Unavailable
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Answered
from omoide.ports.understanding.reader import Reader

ValueT = TypeVar("ValueT")
BY_RULES: Final = "rules"
Rule = Callable[[Any, Means], Any]
"""Takes an ask and returns the value that its `parse` would."""


class RulesThinker:
    """Answers the asks its register knows."""

    def __init__(
        self,
        *,
        language: Language = Language.JA,
        embedder: Embedder | None = None,
        reader: Reader | None = None,
        rules: Mapping[type, Rule] | None = None,
        weighing: Weighing | None = None,
    ) -> None:
        self._means = Means(
            language,
            weighing or Weighing(),
            reader.read if reader else None,
            embedder.embed if embedder else None,
            reader.agreement if reader else None,
        )
        self._rules = dict(REGISTER if rules is None else rules)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the rules' answer; raise `NoRuleForAsk` for an unknown kind of ask, `Refused` when a rule is broken."""
        rule = self._rules.get(type(ask))
        if rule is None:
            raise NoRuleForAsk(ask.NAME)
        return Answered(rule(ask, self._means), by=BY_RULES)

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the answer of each, in order, or why there is none; turns are read, and their sentences weighed, together."""
        turns = [ask.turn for ask in cast("Sequence[object]", asks) if isinstance(ask, AppraiseTurn)]
        if self._rules.get(AppraiseTurn) is not appraise_turn or len(turns) < len(asks):
            return [self._one(ask) for ask in asks]
        try:
            found = appraisal_by_rules.appraisals(turns, means=self._means)
        except (Refused, Unavailable) as why:
            return [why for _ in asks]
        return [Answered(cast("ValueT", one), by=BY_RULES) for one in found]

    def _one(self, ask: Ask[ValueT]) -> Answered[ValueT] | Refused | Unavailable:
        try:
            return self.answer(ask)
        except (Refused, Unavailable) as why:
            return why


def appraise_turn(ask: AppraiseTurn, means: Means) -> Appraisal:
    """Appraise one turn by itself."""
    return appraisal_by_rules.appraisals((ask.turn,), means=means)[0]


def appraise_turns(ask: AppraiseTurns, means: Means) -> tuple[Appraisal, ...]:
    """Appraise a session's turns."""
    return appraisal_by_rules.appraisals(ask.turns, means=means)


def write_plan(ask: AskWritePlan, means: Means) -> WritePlan:
    """Plan what a turn changes, and hold the plan against the rules for any."""
    return ask.checked(_plan(ask, means))


def digest_turns(ask: DigestTurns, means: Means) -> tuple[DigestedPart, ...]:
    """Appraise each turn and plan what it changes, as if nothing had changed before it."""
    return tuple(_digested(ask, turn, means) for turn in ask.turns)


def _digested(ask: DigestTurns, turn: PortionTurn, means: Means) -> DigestedPart:
    [felt] = appraisal_by_rules.appraisals((turn.talk,), means=means)
    plan = _plan(replace(ask.single(turn), felt=felt, talk=turn.talk), means)
    return DigestedPart(felt if turn.wants_memory else None, plan)


def _plan(ask: AskWritePlan, means: Means) -> WritePlan:
    return plan_by_rules.write_plan(ask.shown, tz=ask.tz, felt=ask.felt, talk=ask.talk, means=means)


def condense(ask: Condense, means: Means) -> Telling:
    """Shorten a memory's texts by one level."""
    language = detect(f"{ask.telling.trigger}\n{ask.telling.content}", default=means.language)
    if ask.step is Step.TRACE:
        return ask.checked(trace_of(ask.telling, language=language))
    return ask.checked(summary_of(ask.telling, language=language, embed=means.embed))


def classify_query(ask: ClassifyQuery, means: Means) -> QueryPlan:
    """Decide whether the past is needed, and for what."""
    return query.classify_query(ask.utterance, recent=ask.recent, default=means.language)


def tell_day(ask: TellDay, means: Means) -> tuple[TellingLine, ...]:
    """Tell a day by quoting what mattered."""
    return ask.checked(list(day.tell(ask.day, ask.turns, language=means.language)))


def tell_week(ask: TellWeek, means: Means) -> tuple[TellingLine, ...]:
    """Tell a week out of its days."""
    return ask.checked(list(week.tell(ask.sentences, language=means.language)))


def write_profile(ask: WriteProfile, means: Means) -> tuple[WrittenLine, ...]:
    """Write a profile by quoting and by leaving out what is doubled or over."""
    return drafting.by_rules(ask.name, ask.sources, language=means.language)


def tell_topic(ask: TellTopic, means: Means) -> ToldTopic:
    """Name a topic by its own words, and quote its strongest members."""
    return topic_telling.by_rules(ask.shown, ask.others, language=means.language, words=ask.words, taken=ask.taken)


def review_talk(ask: ReviewTalk, means: Means) -> TalkReview:
    """Read no questions out of words: what rules notice, they notice in tasks, heavy words and names."""
    return TalkReview()


def convert_question(ask: ConvertQuestion, means: Means) -> ConvertedAnswer:
    """Remember an answer under the name of somebody known, or as an insight where it moved."""
    if ask.question is None:
        return ConvertedAnswer(Conversion.SKIP)
    return answering.converted_by_rules(ask.question, known=ask.known, arousal=ask.arousal)


def reflect(ask: Reflect, means: Means) -> Reflected:
    """Reflect plainly: what stayed, what came again, what was learnt."""
    told = by_rules.reflect(
        ask.turns, level=ask.level, learnt=ask.learnt, goals=ask.goals, wanted=ask.wanted, language=means.language
    )
    return ask.checked(told)


def say_ready(ask: SayReady, means: Means) -> bool:
    """Rules are always there."""
    return True


REGISTER: Final[Mapping[type, Rule]] = {
    AppraiseTurn: appraise_turn,
    AppraiseTurns: appraise_turns,
    Condense: condense,
    AskWritePlan: write_plan,
    DigestTurns: digest_turns,
    ClassifyQuery: classify_query,
    TellDay: tell_day,
    TellWeek: tell_week,
    WriteProfile: write_profile,
    TellTopic: tell_topic,
    Reflect: reflect,
    ReviewTalk: review_talk,
    ConvertQuestion: convert_question,
    SayReady: say_ready,
}
