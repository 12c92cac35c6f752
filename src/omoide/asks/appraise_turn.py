"""What a turn felt like, and how it is to be remembered (LTM 記憶生成; SPEC M1, M6, M10).

One answer holds the memory as it is made and its texts of levels 2 and 3, so that fading costs no further call.  Many
turns of a session can be asked about at once; they are then called 1..n, and an answer about any other number is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from omoide.asks import appraisal_wording as wording
from omoide.asks.ask import Patience, Prompt, Role, fenced
from omoide.asks.lenient import Score, Tags, Words, category_of, one_line, valence_of
from omoide.domain.feelings.emotion import Category, Feeling, Valence
from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput

MOST_KEYWORDS = 8
LONGEST_TEXT = 4000
"""Characters of a trigger or content that are kept (LTM: a full memory has some hundreds to thousands)."""
LONGEST_SUMMARY = 400
LONGEST_TRACE = 120
TOKENS_PER_TURN = 600
"""Room for one appraisal: about 300 are used."""
MOST_TURNS = 40
"""Turns one ask may hold; a longer session is asked about in parts."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The two sides of a turn, after what is not talk was taken away (`domain.worth`)."""

    user: str
    assistant: str = ""


@dataclass(frozen=True, slots=True)
class Telling:
    """A memory's two texts at one level."""

    trigger: str
    content: str


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a turn becomes as a memory."""

    intensity: int
    """0..100"""
    feeling: Feeling
    category: Category
    keywords: tuple[str, ...]
    full: Telling
    summary: Telling | None
    """Level 2; `None` when it is still to be made."""
    trace: Telling | None
    """Level 3: the answer's own, else its keywords; `None` when there are none and it is still to be made."""
    protected: bool


class AppraisalAnswer(BaseModel):
    """LTM's JSON.  Scores are cut to 0–100, words outside the vocabularies are left out, unknown fields ignored."""

    model_config = ConfigDict(extra="ignore")

    emotional_intensity: Score
    emotional_valence: str = Valence.NEUTRAL.value
    emotional_arousal: Score = 30
    emotional_tags: Tags = Field(default_factory=tuple)
    category: str = Category.CASUAL.value
    keywords: Words = Field(default_factory=tuple)
    trigger: str
    content: str
    summary_trigger: str = ""
    summary_content: str = ""
    trace_trigger: SkipJsonSchema[str] = ""
    trace_content: SkipJsonSchema[str] = ""
    """Taken when they are told, but not asked for: the keywords say the same."""
    protected: bool | SkipJsonSchema[None] = None
    """`None`: the answer does not say, and the phrases of `domain.keeping` decide."""


class NumberedAppraisal(AppraisalAnswer):
    """An appraisal that says which turn it is about."""

    turn: int


class AppraisalsAnswer(BaseModel):
    """The appraisals of a session's turns."""

    model_config = ConfigDict(extra="ignore")

    memories: list[NumberedAppraisal]


@dataclass(frozen=True, slots=True)
class AppraiseTurn:
    """What did this turn feel like, and how will it be remembered?"""

    turn: SpokenTurn

    NAME: ClassVar[str] = "appraise_turn"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.CAN_WAIT
    SCHEMA: ClassVar[type[BaseModel]] = AppraisalAnswer

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt for one turn."""
        data = wording.spoken(self.turn.user, self.turn.assistant, language=language)
        question = wording.QUESTION_ONE[language]
        return Prompt(wording.SYSTEM_ONE[language], f"{question}\n\n{fenced(data, fence=fence)}")

    def parse(self, answer: BaseModel) -> Appraisal:
        """Return the appraisal; raise `InvalidInput` when it tells nothing."""
        if not isinstance(answer, AppraisalAnswer):
            raise InvalidInput(f"an answer to {self.NAME!r} was expected; got {type(answer).__name__}")
        return appraisal_from(answer, turn=self.turn)


@dataclass(frozen=True, slots=True)
class AppraiseTurns:
    """The same question about many turns of a session, in their order."""

    turns: tuple[SpokenTurn, ...]

    NAME: ClassVar[str] = "appraise_turns"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.CAN_WAIT
    SCHEMA: ClassVar[type[BaseModel]] = AppraisalsAnswer

    def __post_init__(self) -> None:
        if not 1 <= len(self.turns) <= MOST_TURNS:
            raise InvalidInput(f"1 to {MOST_TURNS} turns can be appraised at once; {len(self.turns)} were given")

    @property
    def answer_tokens(self) -> int:
        """Return how many tokens a complete answer may take."""
        return TOKENS_PER_TURN * len(self.turns)

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt for all turns, numbered from 1."""
        data = "\n\n".join(
            f"[{number}]\n{wording.spoken(turn.user, turn.assistant, language=language)}"
            for number, turn in enumerate(self.turns, start=1)
        )
        question = wording.QUESTION_MANY[language].format(count=len(self.turns))
        return Prompt(wording.SYSTEM_MANY[language], f"{question}\n\n{fenced(data, fence=fence)}")

    def parse(self, answer: BaseModel) -> tuple[Appraisal, ...]:
        """Return one appraisal per turn, in order; raise `InvalidInput` for unknown, repeated or missing numbers."""
        if not isinstance(answer, AppraisalsAnswer):
            raise InvalidInput(f"an answer to {self.NAME!r} was expected; got {type(answer).__name__}")
        _check_numbers([memory.turn for memory in answer.memories], count=len(self.turns))
        by_number = {memory.turn: memory for memory in answer.memories}
        return tuple(appraisal_from(by_number[n], turn=turn) for n, turn in enumerate(self.turns, start=1))


def _check_numbers(numbers: Sequence[int], *, count: int) -> None:
    if unknown := sorted(set(numbers) - set(range(1, count + 1))):
        raise InvalidInput(f"the answer speaks of turns {unknown}, but only 1 to {count} were asked about")
    if missing := sorted(set(range(1, count + 1)) - set(numbers)):
        raise InvalidInput(f"the answer leaves out turns {missing} of 1 to {count}")
    if len(numbers) != count:
        raise InvalidInput("the answer speaks of the same turn twice; one appraisal per turn is needed")


def appraisal_from(answer: AppraisalAnswer, *, turn: SpokenTurn) -> Appraisal:
    """Return the appraisal in the domain's words; raise `InvalidInput` when trigger and content are both empty."""
    full = _telling(answer.trigger, answer.content, longest=LONGEST_TEXT)
    if full is None:
        raise InvalidInput("the answer has neither a trigger nor a content; at least one of them tells the memory")
    protected = asks_to_be_kept(turn.user) if answer.protected is None else answer.protected
    return Appraisal(
        intensity=answer.emotional_intensity,
        feeling=Feeling(valence_of(answer.emotional_valence), answer.emotional_arousal, answer.emotional_tags),
        category=category_of(answer.category),
        keywords=answer.keywords[:MOST_KEYWORDS],
        full=full,
        summary=_telling(answer.summary_trigger, answer.summary_content, longest=LONGEST_SUMMARY),
        trace=_telling(answer.trace_trigger, answer.trace_content, longest=LONGEST_TRACE)
        or _keywords_apart(answer.keywords, full=full),
        protected=protected,
    )


def _keywords_apart(keywords: Sequence[str], *, full: Telling) -> Telling | None:
    """Return the keywords as a trace: those of the trigger on its side, the others on the content's (2 to 3 each)."""
    of_trigger = [word for word in keywords if word in full.trigger][:3] or list(keywords[:1])
    of_content = [word for word in keywords if word not in of_trigger][:3]
    return _telling(", ".join(of_trigger), ", ".join(of_content), longest=LONGEST_TRACE)


def _telling(trigger: str, content: str, *, longest: int) -> Telling | None:
    telling = Telling(one_line(trigger, longest=longest), one_line(content, longest=longest))
    return telling if telling.trigger or telling.content else None
