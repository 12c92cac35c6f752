"""Questions that are cheaper asked together: which, how many at once, and how their common answer is taken apart.

A session's turns are appraised in one call, since they share the instructions; in portions, since a model that must
answer about too many grows careless.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from omoide.asks.appraisal_wording import LONGEST_SHOWN_ASSISTANT, LONGEST_SHOWN_USER
from omoide.asks.appraise_turn import AppraisalAnswer, AppraisalsAnswer, AppraiseTurn, AppraiseTurns
from omoide.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class PortionRules:
    """How many turns go into one call."""

    most_turns: int = 10
    most_characters: int = 8_000
    """As they are shown to the model, about; one longer turn goes alone."""


PORTIONS = PortionRules()


def shown_length(user: str, assistant: str) -> int:
    """Return about how many characters of a turn a model is shown."""
    return min(LONGEST_SHOWN_USER, len(user)) + min(LONGEST_SHOWN_ASSISTANT, len(assistant))


def portions(asks: Sequence[AppraiseTurn], *, rules: PortionRules) -> list[list[AppraiseTurn]]:
    """Return the asks in portions, in order; none is empty and none is too large."""
    parts: list[list[AppraiseTurn]] = []
    size = 0
    for ask in asks:
        length = shown_length(ask.turn.user, ask.turn.assistant)
        full = parts and (len(parts[-1]) >= rules.most_turns or size + length > rules.most_characters)
        if not parts or full:
            parts.append([])
            size = 0
        parts[-1].append(ask)
        size += length
    return parts


def joined(asks: Sequence[AppraiseTurn]) -> AppraiseTurns:
    """Return one ask about all these turns."""
    return AppraiseTurns(tuple(ask.turn for ask in asks))


def parts(ask: object) -> list[AppraiseTurn]:
    """Return the single questions that a joined one stands for; none for any other question."""
    return [AppraiseTurn(turn) for turn in ask.turns] if isinstance(ask, AppraiseTurns) else []


def apart(answer: BaseModel, *, count: int) -> list[BaseModel]:
    """Return the common answer as one answer per turn, in order."""
    if not isinstance(answer, AppraisalsAnswer):
        raise InvalidInput(f"appraisals of {count} turns were expected; got {type(answer).__name__}")
    by_number = {memory.turn: memory for memory in answer.memories}
    if set(by_number) != set(range(1, count + 1)):
        raise InvalidInput(f"appraisals of the turns 1 to {count} were expected; got {sorted(by_number)}")
    return [
        AppraisalAnswer.model_validate(by_number[number].model_dump(exclude={"turn"})) for number in range(1, count + 1)
    ]
