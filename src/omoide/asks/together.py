"""Questions that are cheaper asked together: which, how many at once, and how their common answer is taken apart.

A session's turns are appraised in one call, since they share the instructions; in portions, since a model that must
answer about too many grows careless.  Small talk that any rule can read is not worth a model's time at all.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from omoide.asks.appraisal_wording import LONGEST_SHOWN_ASSISTANT, LONGEST_SHOWN_USER
from omoide.asks.appraise_turn import AppraisalAnswer, AppraisalsAnswer, AppraiseTurn, AppraiseTurns
from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.errors import InvalidInput

LONGEST_NOD = 40
"""Characters of an answer to small talk; a longer one says something."""

_NOD = re.compile(
    r"(おはよ(う|ー)?(ございます)?|こんにちは|こんばんは|おやすみ(なさい)?|ただいま|おつかれ(さま)?(です|でした)?|お疲れ(様|さま)?(です|でした)?"
    r"|はい|うん|ええ|了解(です|しました)?|りょ|わかった|分かった|わかりました|なるほど|そうだね|そっか|へえ|ok|okay|k|yes|yep|no"
    r"|sure|got it|i see|thanks|thank you|thx|ありがと(う)?(ございます)?|どうも|hi|hello|hey|good (morning|night|evening)|bye|またね"
    r"|じゃあね)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PortionRules:
    """How many turns go into one call."""

    most_turns: int = 10
    most_characters: int = 8_000
    """As they are shown to the model, about; one longer turn goes alone."""


PORTIONS = PortionRules()


def is_nod(ask: AppraiseTurn) -> bool:
    """Tell whether the turn is a greeting or a nod and nothing more, so that rules may read it."""
    said = unicodedata.normalize("NFKC", ask.turn.user).strip(" \t\n。、.,!?！？~〜ー♪☺")
    short = len(ask.turn.assistant.strip()) <= LONGEST_NOD
    return short and bool(_NOD.fullmatch(said)) and not asks_to_be_kept(ask.turn.user)


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
