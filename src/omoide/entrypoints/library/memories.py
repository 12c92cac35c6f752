"""The Python door to memories that fade: `mind.memories`.

Looking (`all`, `page`, `get`, `search`, `why`, `history`, `forecast`, `curve`) changes nothing.  `recall` is how a persona remembers:
what comes to mind is strengthened at night.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from omoide.bootstrap import Home
from omoide.config import domain_rules
from omoide.domain.events.event import Event
from omoide.domain.memories import fading, level_texts
from omoide.domain.memories.fading import FadingCurve
from omoide.domain.memories.level_texts import LevelText
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Chapter, Memory, MemoryId
from omoide.domain.memories.protection import ProtectionAnswer
from omoide.domain.memories.relations import Relation
from omoide.domain.nights.night_report import NightReport
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.recalled_memory import Reasons, RecalledMemory
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.entrypoints.library.receipts import recalled_memories
from omoide.errors import InvalidInput, MemoryNotFound, NightOvertaken, ThinkerUnavailable
from omoide.ports.memories.browsing import MemoryOrder, MemoryPage
from omoide.ports.memories.store import MemoryFilter
from omoide.usecases.memories.manual_edits import Foreseen
from omoide.usecases.nights.night_work import Progress

LONGEST_SOUGHT = 2_000
"""Characters of a text whose words are looked for; no memory holds all words of a page."""


LONGEST_CURVE_DAYS = 3_660


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a memory would come to mind for a cue, and as which one."""

    memory: Memory
    rank: int
    why: Reasons
    spared: Level | None
    """The level that its score alone would have left it at, when it is room that keeps it; `None` otherwise."""


class Memories:
    """One persona's memories."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._parts = home.memories
        self._persona = persona

    def recall(
        self, cue: str, *, session_id: str = "", category: str | None = None, limit: int | None = None
    ) -> list[RecalledMemory]:
        """Return the memories that come to mind, by their priority, best first; the coming night strengthens them.

        It is `mind.recall(cue, kinds="memory")`: what has nothing to do with the cue is not among it.
        """
        self._home.work.used(self._persona)
        with self._home.answering():
            return recalled_memories(
                self._home, self._persona, cue, session_id=session_id, category=category, limit=limit
            )

    def block(self, cue: str, *, session_id: str = "") -> str:
        """Return the block that a prompt of this text is met with (LTM's hook format); nothing where nothing touches it.

        What is shown of memories the coming night strengthens.
        """
        self._home.work.used(self._persona)
        with self._home.answering():
            meet = self._home.context.meet_prompt(self._persona)
            most = self._home.foundation.settings(self._persona.id).hooks.most_characters
            asker = self._home.asker
            met = meet(self._persona, cue, session_id=session_id, place="", most_characters=most, asked_by=asker)
            meet.recall.noted(self._persona, met.brought)
        return met.text

    def search(self, text: str, *, limit: int = 20) -> list[RecalledMemory]:
        """Return memories near to a text or holding all of its words; looking is not recalling.

        A very long text is read by its beginning.
        """
        found = self._home.recall.recall_memories(self._persona)(self._persona, text, limit=limit, flag=False)
        known = {hit.memory.id for hit in found}
        named = [memory_id for memory_id in self._holding(text) if memory_id not in known]
        told = [self._explained(text, memory_id) for memory_id in named[: max(0, limit - len(known))]]
        return found + told

    def why(self, cue: str, name: str, *, session_id: str = "") -> Explained:
        """Return at which place a memory would come to mind for a cue, and why."""
        memory = self.get(name)
        rank, why = self._home.recall.recall_memories(self._persona).explain(
            self._persona, cue, memory.id, session_id=session_id
        )
        return Explained(memory, rank, why, self._parts.foresee(self._persona).spared(self._persona, memory))

    def all(
        self,
        *,
        levels: Iterable[int] = (),
        protected: bool = False,
        category: str | None = None,
        limit: int | None = None,
        newest_first: bool = True,
    ) -> list[Memory]:
        """Return memories in order of time."""
        chosen = frozenset(Level(level) for level in levels)
        where = MemoryFilter(levels=chosen, protected_only=protected, category=category)
        return self._parts.store.find(self._persona.id, where, limit=limit, newest_first=newest_first)

    def page(
        self,
        *,
        containing: str = "",
        levels: Iterable[int] = (),
        protected: bool = False,
        category: str | None = None,
        since: When | None = None,
        until: When | None = None,
        order: MemoryOrder | str = MemoryOrder.CREATED,
        descending: bool = True,
        offset: int = 0,
        limit: int = 50,
    ) -> MemoryPage:
        """Return one page of the memories that are meant, and how many those are; the others are never read.

        `containing` is a text that trigger, content or id hold, letter case aside; `order` is `created`, `retention`,
        `intensity` or `recalls`.
        """
        if offset < 0 or limit < 0:
            raise InvalidInput(f"a page begins and reaches from 0 on; {offset} and {limit} were given")
        begin, end = (meant_if_given(when, persona=self._persona) for when in (since, until))
        where = MemoryFilter(
            levels=frozenset(Level(level) for level in levels),
            protected_only=protected,
            category=category,
            since=begin,
            until=end,
        )
        return self._parts.browsing.page(
            self._persona.id,
            where,
            containing=containing[:LONGEST_SOUGHT],
            order=_order(order),
            descending=descending,
            offset=offset,
            limit=limit,
        )

    def categories(self) -> Sequence[str]:
        """Return the categories that memories have."""
        return self._parts.browsing.categories(self._persona.id)

    def texts(self, name: str) -> tuple[LevelText, ...]:
        """Return what a memory says at each level, from the whole of it to its trace."""
        memory = self.get(name)
        prepared = self._parts.browsing.prepared(self._persona.id, memory.id)
        history = self._parts.store.history(self._persona.id, memory.id)
        return level_texts.by_level(memory, history, summary=prepared.summary, trace=prepared.trace)

    def curve(self, name: str, *, days: int = 90) -> FadingCurve:
        """Return how much of a memory was left, will be within so many days, and would be if it were recalled today."""
        if not 1 <= days <= LONGEST_CURVE_DAYS:
            raise InvalidInput(f"a curve reaches from 1 to {LONGEST_CURVE_DAYS} days ahead; {days} was given")
        memory = self.get(name)
        settings = self._home.foundation.settings(self._persona.id)
        return fading.curve(
            memory,
            self._parts.store.history(self._persona.id, memory.id),
            now=self._home.foundation.clock.now(),
            days=days,
            retention_rules=domain_rules.retention_rules(settings),
            reinforcement=domain_rules.reinforcement_rules(settings),
        )

    def get(self, name: str) -> Memory:
        """Return the memory with this id (`mem_20260118_001`); raise `MemoryNotFound` when there is none."""
        return self._parts.store.named(self._persona.id, name)

    def by_number(self, number: int) -> Memory:
        """Return the memory with this number, by which a recollection is known (`memory:7`); raise `MemoryNotFound` when there is none."""
        found = self._parts.store.get(self._persona.id, [MemoryId(number)])
        if MemoryId(number) not in found:
            raise MemoryNotFound(f"memory:{number}")
        return found[MemoryId(number)]

    def history(self, name: str) -> list[Chapter]:
        """Return what happened to a memory, oldest first."""
        return self._parts.store.history(self._persona.id, self.get(name).id)

    def relations(self, name: str) -> list[tuple[Relation, Memory]]:
        """Return the relations that begin or end at a memory, each with the memory at its other end."""
        memory = self.get(name)
        found = self._parts.store.relations(self._persona.id, [memory.id])
        others = [each.target if each.source == memory.id else each.source for each in found]
        known = self._parts.store.get(self._persona.id, others)
        return [(each, known[other]) for each, other in zip(found, others, strict=True) if other in known]

    def origin(self, name: str) -> Event | None:
        """Return the turn a memory was made of, word for word; `None` when it came without one."""
        event_id = self.get(name).event_id
        return None if event_id is None else self._home.events.store.get(self._persona.id, [event_id]).get(event_id)

    def count(self) -> dict[Level, int]:
        """Return how many memories there are at each level."""
        return dict(self._parts.store.count(self._persona.id))

    def protect(self, name: str) -> ProtectionAnswer:
        """Keep a memory from ever fading; when all places are taken it waits, and the oldest are named."""
        return self._parts.protect(self._persona)(self._persona, self.get(name))

    def release(self, name: str) -> list[Memory]:
        """Let a memory fade again; return those that waited and are protected in its place."""
        return self._parts.release(self._persona)(self._persona, self.get(name))

    def waiting(self) -> list[Memory]:
        """Return the memories that wait for protection."""
        claims = sorted(self._parts.manual_edits.claims(self._persona.id), key=lambda claim: claim.asked_at)
        known = self._parts.store.get(self._persona.id, [claim.memory_id for claim in claims])
        return [known[claim.memory_id] for claim in claims if claim.memory_id in known]

    def archive(self, name: str) -> Memory:
        """Put a memory into the archive; `restore` brings it back as it was, whenever you like."""
        memory = self.get(name)
        self._parts.manual_edits.archive(self._persona.id, memory.id, at=self._home.foundation.clock.now())
        return self.get(memory.label)

    def erase(self, name: str) -> Memory:
        """Take a memory out for good, with every text it ever had; the turn it was made of stays in the log."""
        memory = self.get(name)
        self._parts.manual_edits.erase(self._persona.id, memory.id, at=self._home.foundation.clock.now())
        return memory

    def restore(self, name: str) -> Memory:
        """Bring a memory back from the archive, or, within the grace period, after a night deleted it."""
        return self._parts.restore(self._persona)(self._persona, name)

    def sleep(
        self, *, by_itself: bool = False, early: bool = False, progress: Progress | None = None
    ) -> NightReport | None:
        """Digest what waits, then run every night that is due; `None` when none is.  What a clock that was put right since did
        too early is taken back first.

        `by_itself` says that nobody asked (a hook, a server): an undone night waits for the next one, and what another
        process is doing already, or a model that is away, is no error.
        """
        with self._home.work.alone():
            return self._slept(by_itself=by_itself, early=early, progress=progress)

    def _slept(self, *, by_itself: bool, early: bool, progress: Progress | None) -> NightReport | None:
        digested = self._home.understanding.digest(self._persona)(self._persona)
        if digested.stopped_by and not by_itself:
            raise ThinkerUnavailable(digested.stopped_by)
        self._home.sleep.through(self._persona).taken_back(self._persona)
        sleep = self._home.nights.in_time(self._persona)
        try:
            return sleep(self._persona, by_itself=by_itself, early=early, progress=progress)
        except NightOvertaken:
            if not by_itself:
                raise
            return None

    def undo_sleep(self) -> Moment:
        """Take the last night back that is not undone yet, within its grace period; return its hour."""
        return self._home.nights.undo(self._persona)(self._persona)

    def night_ahead(self) -> Moment | None:
        """Return until when no night runs by itself, since one was run ahead of the clock; `None` when all is well."""
        return self._home.nights.nights_ahead(self._persona)

    def reports(self, *, limit: int = 1) -> list[NightReport]:
        """Return the reports of the last nights, newest first."""
        return self._home.nights.records.reports(self._persona.id, limit=limit)

    def forecast(self, *, days: int = 30) -> list[Foreseen]:
        """Return which memories will fall within so many days, when and why; and which stay as there is room."""
        return self._parts.foresee(self._persona)(self._persona, days=days)

    def forecast_of(self, name: str, *, days: int = 365) -> list[Foreseen]:
        """Return what will become of one memory by its own fading, if there is room then as there is today."""
        return self._parts.foresee(self._persona).alone(self._persona, self.get(name), days=days)

    def _holding(self, text: str) -> list[MemoryId]:
        tokens = sorted(set(document_tokens(text[:LONGEST_SOUGHT])))
        found = self._home.recall.texts.postings(self._persona.id, tokens, kind=PassageKind.MEMORY)
        if not found.ids or len(found.frequencies) < len(tokens):
            return []
        held = set.intersection(*(set(ids.tolist()) for ids in found.ids.values()))
        known = self._parts.store.get(self._persona.id, [MemoryId(each) for each in sorted(held, reverse=True)])
        unlisted = set(tokens) - set(found.ids)
        return [each for each in known if not unlisted or unlisted <= set(document_tokens(known[each].text))]

    def _explained(self, text: str, memory_id: MemoryId) -> RecalledMemory:
        _, why = self._home.recall.recall_memories(self._persona).explain(self._persona, text, memory_id)
        return RecalledMemory(self._parts.store.get(self._persona.id, [memory_id])[memory_id], why)


def _order(named: MemoryOrder | str) -> MemoryOrder:
    try:
        return MemoryOrder(named)
    except ValueError as exc:
        known = ", ".join(order.value for order in MemoryOrder)
        raise InvalidInput(f"{str(named)!r} is no order of memories; there are {known}") from exc
