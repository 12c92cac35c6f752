"""What does each of these turns feel like, and what does it change? (SPEC S3, M1; 004, LTM 記憶生成)

One question about a session's turns: instructions, recent events and related state are paid for once.  The answer holds, per
turn, what `AppraiseTurn` and `AskWritePlan` would have got; a plan that cannot be read is left out, so that one bad plan
spoils nothing else, and is asked for singly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, ValidationError, WithJsonSchema, WrapValidator
from pydantic_core.core_schema import ValidatorFunctionWrapHandler

from omoide.asks import digest_turns_wording as wording
from omoide.asks.appraisal_wording import LONGEST_SHOWN_ASSISTANT
from omoide.asks.appraise_turn import MOST_TURNS, TOKENS_PER_TURN, AppraisalAnswer, appraisal_from
from omoide.asks.ask import Patience, Prompt, Role, fenced
from omoide.asks.write_plan import AskWritePlan, compact, earlier_json, event_json, preference_json, state_json
from omoide.asks.write_plan_answer import WritePlanAnswer
from omoide.domain.beliefs.preference import Preference
from omoide.domain.beliefs.state import State
from omoide.domain.beliefs.write_plan import Shown, WritePlan
from omoide.domain.events.event import Event, EventId
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.errors import InvalidInput

LONGEST_ANSWER_TO_NOTHING = 120
"""Characters shown of the answer to a turn in which nothing is stated."""
TOKENS_PER_PLAN = 900
"""Room for one plan beside the appraisal: about 300 are used."""


def _or_none(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        return read(value)
    except (ValidationError, InvalidInput):
        return None


_ANY_OBJECT: Final = {"anyOf": [{"type": "object"}, {"type": "null"}]}
"""Their shapes stand in the instructions; with the schema of the answer they would be paid for twice."""


class TurnAnswer(BaseModel):
    """What one turn becomes; a part that cannot be read is as good as none."""

    model_config = ConfigDict(extra="ignore")

    event_id: int
    memory: Annotated[AppraisalAnswer | None, WrapValidator(_or_none), WithJsonSchema(_ANY_OBJECT)] = None
    plan: Annotated[WritePlanAnswer | None, WrapValidator(_or_none), WithJsonSchema(_ANY_OBJECT)] = None


class TurnsAnswer(BaseModel):
    """What the turns of a portion become."""

    model_config = ConfigDict(extra="ignore")

    turns: list[TurnAnswer]


@dataclass(frozen=True, slots=True)
class PortionTurn:
    """One of the turns that are asked about."""

    event: Event
    talk: SpokenTurn
    """What of both sides is talk."""
    wants_memory: bool = True
    wants_plan: bool = True
    """`False` where nothing seems to be stated: the turn is then shown only in part."""

    @property
    def said(self) -> str:
        """Return what of the user's side is talk."""
        return self.talk.user


@dataclass(frozen=True, slots=True)
class DigestedPart:
    """What the answer says of one turn."""

    appraisal: Appraisal | None
    plan: WritePlan | None
    """`None`: it must be asked for singly."""


@dataclass(frozen=True, slots=True)
class DigestTurns:
    """A session's turns, in order, with what was said before them and what is believed."""

    turns: tuple[PortionTurn, ...]
    earlier: tuple[Event, ...]
    states: tuple[State, ...]
    preferences: tuple[Preference, ...]
    tz: ZoneInfo

    NAME: ClassVar[str] = "digest_turns"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.CAN_WAIT
    SCHEMA: ClassVar[type[BaseModel]] = TurnsAnswer

    def __post_init__(self) -> None:
        if not 1 <= len(self.turns) <= MOST_TURNS:
            raise InvalidInput(f"1 to {MOST_TURNS} turns can be asked about at once; {len(self.turns)} were given")

    @property
    def answer_tokens(self) -> int:
        """Return how many tokens a complete answer may take."""
        memories = sum(turn.wants_memory for turn in self.turns)
        return TOKENS_PER_TURN * memories + TOKENS_PER_PLAN * sum(turn.wants_plan for turn in self.turns)

    @property
    def events(self) -> list[Event]:
        """Return the events by their numbers, 1 first; in order of time."""
        shown = {event.id: event for event in (*self.earlier, *(turn.event for turn in self.turns))}
        return sorted(shown.values(), key=lambda event: (event.created, event.id))

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the turns that are asked about, in their order."""
        at = {event.id: number for number, event in enumerate(self.events, start=1)}
        return [at[turn.event.id] for turn in self.turns]

    def only(self, turns: Sequence[PortionTurn]) -> "DigestTurns":
        """Return the same question about some of the turns; the others are still shown, as talk before or around them."""
        kept = {turn.event.id for turn in turns}
        others = tuple(turn.event for turn in self.turns if turn.event.id not in kept)
        return replace(self, turns=tuple(turns), earlier=(*self.earlier, *others))

    def single(self, turn: PortionTurn) -> AskWritePlan:
        """Return the question for one turn's plan, in which everything has the number that it has here."""
        events = {event.id: event for event in self.events}
        states = {state.id: state for state in self.states}
        return AskWritePlan(Shown(turn.event, turn.said, events, states, self.preferences), self.tz)

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt."""
        said, first = {turn.event.id: turn for turn in self.turns}, min(self.numbers)
        shown = {
            "events": [
                earlier_json(number, event, tz=self.tz, language=language, is_last=number == first - 1)
                if event.id not in said
                else self._event(number, said[event.id], language)
                for number, event in enumerate(self.events, start=1)
            ],
            "states": [state_json(number, state, tz=self.tz) for number, state in enumerate(self.states, start=1)],
            "preferences": [preference_json(one) for one in self.preferences],
        }
        question = wording.QUESTION[language].format(numbers=_listed(self.numbers))
        numbered = list(zip(self.numbers, self.turns, strict=True))
        for words, without in (
            (wording.NO_MEMORY, [number for number, turn in numbered if not turn.wants_memory]),
            (wording.NO_PLAN, [number for number, turn in numbered if not turn.wants_plan]),
        ):
            if without:
                question = f"{question}\n{words[language].format(numbers=_listed(without))}"
        return Prompt(wording.SYSTEM[language], f"{question}\n\n{fenced(compact(shown), fence=fence)}")

    def parse(self, answer: BaseModel) -> tuple[DigestedPart, ...]:
        """Return what becomes of each turn, in order; raise `InvalidInput` for unknown, repeated or missing numbers."""
        return tuple(
            DigestedPart(_appraisal(part.memory, turn), self._plan(part.plan, turn))
            for turn, part in zip(self.turns, self.parts(answer), strict=True)
        )

    def parts(self, answer: BaseModel) -> list[TurnAnswer]:
        """Return the common answer as one answer per turn, in order."""
        if not isinstance(answer, TurnsAnswer):
            raise InvalidInput(f"an answer to {self.NAME!r} was expected; got {type(answer).__name__}")
        told = [part.event_id for part in answer.turns]
        if sorted(told) != sorted(self.numbers):
            raise InvalidInput(
                f"the answer speaks of the events {told}, but {self.numbers} were asked about, once each"
            )
        by_number = {part.event_id: part for part in answer.turns}
        return [by_number[number] for number in self.numbers]

    def _plan(self, answer: WritePlanAnswer | None, turn: PortionTurn) -> WritePlan | None:
        try:
            return None if answer is None else self.single(turn).plan(answer)
        except InvalidInput:
            return None

    def _event(self, number: int, turn: PortionTurn, language: Language) -> dict[str, object]:
        return event_json(
            number,
            turn.event,
            tz=self.tz,
            language=language,
            said=turn.said,
            answered=turn.talk.assistant,
            longest_answer=LONGEST_SHOWN_ASSISTANT if turn.wants_plan else LONGEST_ANSWER_TO_NOTHING,
        )


def by_ids(answer: WritePlanAnswer, *, events: Sequence[EventId], states: Sequence[int]) -> WritePlanAnswer:
    """Return a plan that names events and states by their ids instead of their numbers; raise `InvalidInput` for others."""
    told = answer.model_dump()
    for update in (*told["state_updates"], *told["preference_updates"]):
        update["evidence_event_ids"] = [_at(events, number) for number in update["evidence_event_ids"]]
    for update in told["state_updates"]:
        if update["state_id"] is not None:
            update["state_id"] = _at(states, update["state_id"])
    for link in told["context_updates"]["links"]:
        link["to_event_id"] = _at(events, link["to_event_id"])
    return WritePlanAnswer.model_validate(told)


def _at(ids: Sequence[int], number: int) -> int:
    if not 1 <= number <= len(ids):
        raise InvalidInput(f"the answer names number {number}, but only 1 to {len(ids)} were shown")
    return ids[number - 1]


def _appraisal(answer: AppraisalAnswer | None, turn: PortionTurn) -> Appraisal | None:
    try:
        return None if answer is None else appraisal_from(answer, turn=turn.talk)
    except InvalidInput:
        return None


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
