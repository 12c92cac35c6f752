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
from omoide.asks.lenient import Score, Tags, Words, category_of, valence_of
from omoide.domain.feelings.emotion import Category, Feeling, Valence
from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn, Telling, appraisal_of
from omoide.errors import InvalidInput

TOKENS_PER_TURN = 600
"""Room for one appraisal: about 300 are used."""
MOST_TURNS = 40
"""Turns one ask may hold; a longer session is asked about in parts."""


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
    """`None`: the answer does not say, and the phrases of a request to keep it decide."""


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
    return appraisal_of(
        intensity=answer.emotional_intensity,
        feeling=Feeling(valence_of(answer.emotional_valence), answer.emotional_arousal, answer.emotional_tags),
        category=category_of(answer.category),
        keywords=answer.keywords,
        full=Telling(answer.trigger, answer.content),
        summary=Telling(answer.summary_trigger, answer.summary_content),
        trace=Telling(answer.trace_trigger, answer.trace_content),
        protected=asks_to_be_kept(turn.user) if answer.protected is None else answer.protected,
    )
