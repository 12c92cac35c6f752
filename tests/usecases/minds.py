"""A small home to test with: simulated clock, hashing embedder, a thinker that says what it is told."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from omoide.adapters.sql.memories import deleted_memories
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.asks.condense import Condense
from omoide.asks.write_plan import AskWritePlan
from omoide.asks.write_plan_answer import WritePlanAnswer
from omoide.bootstrap import Home, Opening, open_home
from omoide.bootstrap.memories import MemoryFactory
from omoide.domain.events.event import EventId, Turn
from omoide.domain.feelings.emotion import Category, Feeling
from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.memories.memory import Cause, Memory, MemoryId
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.domain.understanding.appraisal import Appraisal, Telling
from omoide.errors import Unavailable
from omoide.ports.memories.store import MemoryFilter
from omoide.ports.models.thinker import Answered
from omoide.usecases.understanding.digest import Digest
from tests.fakes.embedding import hashing

TOKYO = ZoneInfo("Asia/Tokyo")
ValueT = TypeVar("ValueT")


@dataclass
class ScriptedThinker:
    """Appraises every turn alike, unless told otherwise, and condenses by cutting; counts what it is asked besides plans."""

    intensity: int = 60
    category: Category = Category.DECISION
    feeling: Feeling = field(default_factory=Feeling)
    by_word: dict[str, int] = field(default_factory=dict)
    """Intensity of turns that hold a word."""
    prepares: bool = True
    error: Exception | None = None
    asked: list[str] = field(default_factory=list)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if self.error is not None:
            raise self.error
        value: Any
        if isinstance(ask, AskWritePlan):
            return Answered(ask.parse(WritePlanAnswer()), by="scripted")
        self.asked.append(ask.NAME)
        if isinstance(ask, AppraiseTurn):
            value = self._appraisal(ask)
        else:
            assert isinstance(ask, Condense)
            value = Telling(f"{ask.step.value}: {ask.telling.trigger[:20]}", "")
        return Answered(value, by="scripted")

    def _appraisal(self, ask: AppraiseTurn) -> Appraisal:
        said = ask.turn.user
        intensity = next((score for word, score in self.by_word.items() if word in said), self.intensity)
        return Appraisal(
            intensity=intensity,
            feeling=self.feeling,
            category=self.category,
            keywords=tuple(said.split()[:3]),
            full=Telling(said, f"{ask.turn.assistant}、と私は答えた。"),
            summary=Telling(f"要約 {said}", "") if self.prepares else None,
            trace=Telling(f"痕跡 {said}", "") if self.prepares else None,
            protected=asks_to_be_kept(said),
        )


def take_out(composed: Home, persona_id: PersonaId, memory_id: MemoryId) -> None:
    """Delete a memory as a night does: within the grace period it can come back."""
    with composed.foundation.database.writing() as connection:
        deleted_memories.delete_memories(
            composed.foundation.database,
            connection,
            persona_id,
            [memory_id],
            at=composed.foundation.clock.now(),
            cause=Cause.DELETED,
            night_id=None,
            keep=True,
        )


class OneMind:
    """One persona in one home."""

    def __init__(
        self, folder: Path, *, start: str = "2026-01-18T18:00:00", thinker: ScriptedThinker | None = None
    ) -> None:
        self.clock = SimulatedClock(moment.parse(start, tz=TOKYO))
        self.thinker = thinker or ScriptedThinker()
        opening = Opening(home=folder, clock=self.clock, embedder=hashing(), thinker=self.thinker, environ={})
        self.composed: Home = open_home(opening)
        self.persona: Persona = self.composed.foundation.personas.add(
            "haru", language=Language.JA, timezone="Asia/Tokyo", at=self.clock.now()
        )

    @property
    def memories(self) -> MemoryFactory:
        return self.composed.memories

    def says(self, user: str, assistant: str = "うん", *, session: str = "s1") -> EventId:
        kept = self.composed.events.observe(self.persona)(
            self.persona.id, [(Turn(user=user, assistant=assistant, session_id=session), None)]
        )
        return kept[0].event.id

    def remembers(self, *texts: str, session: str = "s1") -> list[Memory]:
        for text in texts:
            self.says(text, session=session)
        return self.digests()

    @property
    def digest(self) -> Digest:
        return self.composed.understanding.digest(self.persona)

    def digests(self) -> list[Memory]:
        """Digest what waits; return the memories that were made."""
        known = {memory.id for memory in self.all()}
        report = self.digest(self.persona)
        if report.stopped_by:
            raise Unavailable(report.stopped_by)
        return [memory for memory in self.all() if memory.id not in known]

    def sleeps(self, nights: int = 1) -> None:
        for _ in range(nights):
            self.clock.advance(days=1)
            self.composed.nights.sleep(self.persona)(self.persona)

    def all(self) -> list[Memory]:
        return self.memories.store.find(self.persona.id, MemoryFilter(), newest_first=False)

    def again(self, memory: Memory) -> Memory:
        return self.memories.store.get(self.persona.id, [memory.id])[memory.id]

    def recalls(self, cue: str, *, session: str = "s1", flag: bool = True) -> list[str]:
        found = self.composed.recall.recall_memories(self.persona)(self.persona, cue, session_id=session, flag=flag)
        return [each.memory.label for each in found]

    def set(self, key: str, value: str) -> None:
        self.composed.foundation.set_for_persona(self.persona.id, key, value)

    def close(self) -> None:
        self.composed.close()
