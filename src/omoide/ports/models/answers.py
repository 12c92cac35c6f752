"""Answers that were paid for once."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a model said to one question, or why it would not say anything."""

    key: str
    """The hash of persona, ask, words, model and schema version."""
    persona_id: PersonaId | None
    ask: str
    model: str
    at: Moment
    json: str | None
    """The answer, in its schema; `None` when there is none."""
    refusal: str | None = None
    """Why there is no answer."""


class AnswerStore(Protocol):
    """Keeps answers by the hash of their question.  Any of them may be lost: it would only be asked again."""

    def get(self, key: str) -> KeptAnswer | None:
        """Return the answer to this question, if it was ever given."""
        ...

    def put(self, answer: KeptAnswer) -> None:
        """Keep the answer, durably, in place of an earlier one."""
        ...

    def count(self) -> int:
        """Return how many answers are kept."""
        ...

    def prune(self, *, before: Moment, persona_id: PersonaId | None = None) -> int:
        """Drop answers given before this moment, of one persona or of all; return how many."""
        ...


class VectorCache(Protocol):
    """Keeps vectors by the hash of their text, so that no text is paid for twice."""

    def get(self, space: str, hashes: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        """Return those of the vectors that are kept."""
        ...

    def put(self, space: str, vectors: dict[bytes, NDArray[np.float32]], *, at: Moment) -> None:
        """Keep the vectors, all or none."""
        ...

    def prune(self, *, before: Moment) -> int:
        """Drop vectors made before this moment; return how many."""
        ...


class SingleFlight(Protocol):
    """Lets one caller at a time ask a question; others wait, in this process and in others on the same home."""

    def hold(self, key: str, *, timeout_seconds: float) -> AbstractContextManager[None]:
        """Wait for the question's turn; raise `ThinkerUnavailable` when it does not come in time."""
        ...
