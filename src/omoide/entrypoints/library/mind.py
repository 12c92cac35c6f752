"""The Python door: `Omoide.open().persona("haru")` gives a `Mind` that observes and recalls."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path, PurePath
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from omoide import bootstrap
from omoide.bootstrap import Opening, Wiring
from omoide.config import Configuration
from omoide.domain.events.event import CHAT, Annotations, Event, EventFilter, EventId, Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.recollection import Recollection
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.finding import Finding
from omoide.entrypoints.library.growing import GrowingMind
from omoide.entrypoints.library.models import Models
from omoide.errors import EventNotFound, InvalidInput, PersonaExists, PersonaNotFound
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Thinker
from omoide.ports.recall.search import Coverage
from omoide.ports.time.clock import Clock
from omoide.usecases.understanding.while_away import Settled

if TYPE_CHECKING:
    from omoide.entrypoints.library.hosts import MindForHosts
    from omoide.entrypoints.library.memories import Memories

When = str | datetime | int
"""A moment: ISO 8601 text (local to the persona without an offset), an aware datetime, or UTC unix seconds."""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """How far the vectors of one embedding space have come."""

    space: str
    is_active: bool
    passages: int
    vectors: int

    @property
    def pending(self) -> int:
        """Return how many passages still wait for a vector."""
        return max(0, self.passages - self.vectors)


class Omoide:
    """One data home: every persona in it."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    @classmethod
    def open(
        cls,
        home: str | Path | None = None,
        *,
        config: str | Path | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        thinker: Thinker | None = None,
        beside: Literal["thread", "process", "nowhere"] = "thread",
    ) -> Self:
        """Open a data home, by default `OMOIDE_HOME` or `~/.omoide`; it is made on first use.

        A `thinker` answers everything in place of the persona's models and rules.  `beside` says where digest, vectors and
        due nights follow by themselves: in a thread, in a process of its own once the home is closed, or nowhere: then, as
        with the setting `background.auto = false`, they are done by hand.
        """
        opening = Opening(home=home, file=config, clock=clock, embedder=embedder, thinker=thinker, beside=beside)
        return cls(bootstrap.wire(opening))

    @property
    def home(self) -> Path:
        """Return where everything is kept."""
        return self._wiring.home

    @property
    def configuration(self) -> Configuration:
        """Return the settings in force for the whole home."""
        return self._wiring.configuration

    @property
    def embedder(self) -> Embedder:
        """Return the embedder in use, which is costly to load and may be shared between openings."""
        return self._wiring.embedder

    def personas(self) -> list[Persona]:
        """Return every persona, oldest first."""
        return self._wiring.personas.all()

    def add_persona(self, name: str, *, language: Language | str | None = None, timezone: str | None = None) -> Persona:
        """Make a persona; raise `PersonaExists` when the name is taken."""
        spoken = self._wiring.configuration.language if language is None else _language(language)
        zone = self._wiring.configuration.timezone if timezone is None else moment.zone(timezone).key
        return self._wiring.personas.add(name, language=spoken, timezone=zone, at=self._wiring.clock.now())

    def persona(self, name: str) -> "Mind":
        """Return the mind of this persona, which is made if it is not there."""
        try:
            return self.mind(name)
        except PersonaNotFound:
            with suppress(PersonaExists):  # another process may make it at the same moment
                self.add_persona(name)
            return self.mind(name)

    def mind(self, name: str) -> "Mind":
        """Return the mind of this persona; raise `PersonaNotFound` when there is none."""
        found = self._wiring.personas.get(name)
        self._wiring.work.nudge(found)  # what an earlier process left, or a night that is due since
        return Mind(self._wiring, found)

    def work_off(
        self,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        between: Callable[[], None] = lambda: None,
        rested: Callable[[Persona], None] | None = None,
    ) -> bool:
        """Do all that waits for every persona who has it done by itself; tell whether it came to its end.

        `between` is called between two steps and may let somebody else go first; `rested` is told of whom a night has
        passed.  Raise `Unavailable` when something could not be done now.
        """
        return self._wiring.work.work_off(should_stop=should_stop, between=between, rested=rested)

    @property
    def is_automatic(self) -> bool:
        """Tell whether every persona has it done by itself."""
        return self._wiring.work.is_automatic

    def has_work(self) -> bool:
        """Tell, at little cost, whether anything waits that is to be done by itself."""
        return self._wiring.work.waits()

    def settings_of(self, persona: str) -> dict[str, str]:
        """Return the settings that a persona has of its own, as text by key."""
        return self.mind(persona).settings()

    def set_setting(self, persona: str, key: str, value: str | None) -> None:
        """Give a persona its own value of a setting; `None` takes it away."""
        self.mind(persona).set(key, value)

    @property
    def thinking(self) -> Models:
        """Return the door to models, what they cost, and single questions."""
        return Models(self._wiring)

    def mind_for_project(self, folder: str) -> "Mind":
        """Return the mind that remembers what is said in a host's project, made if it is not there."""
        hooks = self._wiring.configuration.settings.hooks
        name = PurePath(folder).name if hooks.persona_per_project and folder else ""
        return self.persona(name or hooks.persona)

    def leaves_alone(self, folder: str) -> bool:
        """Tell whether the owner wants nothing remembered or shown that has to do with this folder."""
        return self._wiring.hosts.leaves_alone(folder)

    def examine(self) -> list[Finding]:
        """Return what is in order and what is not, and what to do about it."""
        return [*self._wiring.examine(), *self.thinking.examine()]

    def backup(self, target: str | Path) -> int:
        """Write a consistent copy of everything while others go on writing; return its size in bytes."""
        return self._wiring.memories.upkeep.backup(Path(target))

    def restore(self, source: str | Path) -> Path | None:
        """Put a backup in place of what is there, after checking it; return where the old file is kept."""
        self._wiring.close()
        return self._wiring.memories.upkeep.restore(Path(source))

    def problems(self) -> list[str]:
        """Return what the database finds wrong with itself; nothing when it is sound."""
        return self._wiring.health.problems()

    def vacuum(self) -> tuple[int, int]:
        """Give unused space back; return the size of the database before and after, in bytes."""
        return self._wiring.memories.upkeep.vacuum()

    def size(self) -> dict[str, int]:
        """Return how many bytes the database, its log and the caches take."""
        return self._wiring.memories.upkeep.size()

    def close(self) -> None:
        """Let go of the files; everything observed is already kept."""
        self._wiring.close()

    def __enter__(self) -> Self:
        """Return this home, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()


class Mind(GrowingMind):
    """One persona's memory."""

    def __init__(self, wiring: Wiring, persona: Persona) -> None:
        self._wiring = wiring
        self._persona = persona

    @property
    def persona(self) -> Persona:
        """Return whose mind this is."""
        return self._persona

    @property
    def configuration(self) -> Configuration:
        """Return the settings in force for this persona."""
        return self._wiring.for_persona(self._persona.id)

    def change(
        self, *, name: str | None = None, language: Language | str | None = None, timezone: str | None = None
    ) -> Persona:
        """Give the persona another name, language or time zone."""
        changed = replace(
            self._persona,
            name=self._persona.name if name is None else name,
            language=self._persona.language if language is None else _language(language),
            timezone=self._persona.timezone if timezone is None else moment.zone(timezone).key,
        )
        self._persona = self._wiring.personas.change(changed)
        return self._persona

    def settings(self) -> dict[str, str]:
        """Return the persona's own settings, as text by key."""
        return self._wiring.settings.of(self._persona.id)

    def set(self, key: str, value: str | None) -> None:
        """Give the persona its own value of a setting; `None` takes it away."""
        self._wiring.set_for_persona(self._persona.id, key, value)

    def observe(
        self,
        *,
        user: str = "",
        assistant: str | None = None,
        at: When | None = None,
        session_id: str = "",
        client_id: str = "",
        source: str = CHAT,
        image_summaries: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Event:
        """Keep a turn; it is on the disk when this returns.  Without `assistant` the turn is open: `complete` it later.

        The same `idempotency_key` sent twice is kept once.
        """
        turn = Turn(user, assistant, source, client_id, session_id, tuple(image_summaries), idempotency_key)
        return self.observe_many([(turn, at)])[0]

    def observe_many(self, turns: Iterable[tuple[Turn, When | None]]) -> list[Event]:
        """Keep several turns in one step, all or none."""
        timed = [(turn, None if at is None else self.moment(at)) for turn, at in turns]
        with self._wiring.work.courtesy.first():
            kept = self._wiring.observe(self._persona.id)(self._persona.id, timed)
        self._wiring.work.nudge(self._persona)
        return [each.event for each in kept]

    def complete(self, event_id: int, *, assistant: str, at: When | None = None) -> Event:
        """Give an opened turn its answer."""
        when = None if at is None else self.moment(at)
        with self._wiring.work.courtesy.first():
            event = self._wiring.complete(self._persona.id)(
                self._persona.id, EventId(event_id), assistant=assistant, at=when
            )
        self._wiring.work.nudge(self._persona)
        return event

    def recall(
        self,
        cue: str,
        *,
        limit: int | None = None,
        since: When | None = None,
        until: When | None = None,
        as_of: When | None = None,
        sources: Iterable[str] = (),
        session_id: str | None = None,
    ) -> list[Recollection]:
        """Return what comes to mind, the most relevant first; nothing when nothing is relevant."""
        where = self._filter(since=since, until=until, as_of=as_of, sources=sources, session_id=session_id)
        most = self.configuration.settings.retrieval.top_k if limit is None else limit
        self._wiring.work.used(self._persona)
        with self._wiring.work.courtesy.first():
            return self._wiring.recall(self._persona.id)(self._persona, cue, where=where, limit=most)

    def rank(
        self, cue: str, *, limit: int = 20, as_of: When | None = None, sources: Iterable[str] = ()
    ) -> list[Recollection]:
        """Return the order of relevance without the floor: also what `recall` would leave out."""
        where = self._filter(as_of=as_of, sources=sources)
        return self._wiring.recall(self._persona.id)(self._persona, cue, where=where, limit=limit, abstains=False)

    def log(
        self,
        *,
        since: When | None = None,
        until: When | None = None,
        session_id: str | None = None,
        sources: Iterable[str] = (),
        contains: str = "",
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Event]:
        """Return events in order of time; with a limit, the newest ones."""
        where = self._filter(since=since, until=until, session_id=session_id, sources=sources, contains=contains)
        newest = newest_first or limit is not None
        found = self._wiring.events.find(self._persona.id, where, limit=limit, newest_first=newest)
        return found if newest_first or limit is None else found[::-1]

    def event(self, event_id: int) -> Event:
        """Return one event; raise `EventNotFound` when this persona has none with this id."""
        found = self._wiring.events.get(self._persona.id, [EventId(event_id)])
        if EventId(event_id) not in found:
            raise EventNotFound(event_id)
        return found[EventId(event_id)]

    def annotate(self, event_id: int, annotations: Annotations) -> None:
        """Keep what was understood about an event."""
        self._wiring.events.annotate(self._persona.id, {EventId(event_id): annotations})

    def annotations(self, event_id: int) -> Annotations | None:
        """Return what was understood about an event; `None` when nothing has been yet."""
        self.event(event_id)
        return self._wiring.events.annotations(self._persona.id, [EventId(event_id)]).get(EventId(event_id))

    def settle(self, *, timeout: float | None = None) -> Settled:
        """Do everything that waits, now: digest, vectors, nights that are due; for tests and scripts.

        Raise `Unavailable` when a model or the embedder is out of reach, `StillWaiting` after `timeout` seconds.
        """
        return self._wiring.work.settle(self._persona, within_seconds=timeout)

    def catch_up(self, *, within_seconds: float | None = None, progress: Callable[[int], None] | None = None) -> int:
        """Make the vectors that are still missing; return how many were made."""
        return self._wiring.catch_up(self._persona.id, within_seconds=within_seconds, progress=progress).done

    @cached_property
    def memories(self) -> "Memories":
        """Return the memories that fade: looking at them, tending them, sleeping."""
        from omoide.entrypoints.library.memories import Memories

        return Memories(self._wiring, self._persona)

    @cached_property
    def host(self) -> "MindForHosts":
        """Return this mind as a host of conversations, such as Claude Code, uses it."""
        from omoide.entrypoints.library.hosts import MindForHosts

        return MindForHosts(self._wiring, self._persona)

    def index_status(self) -> list[IndexStatus]:
        """Return, for each embedding space, how many passages have a vector in it; the one in use comes first."""
        held = dict(self._wiring.passages.coverage(self._persona.id))
        active = self._wiring.embedder.space.key
        held.setdefault(active, Coverage(passages=self._wiring.passages.count(self._persona.id), vectors=0))
        lines = [IndexStatus(key, key == active, each.passages, each.vectors) for key, each in held.items()]
        return sorted(lines, key=lambda line: (not line.is_active, line.space))

    def rebuild_index(self, *, embed_anew: bool = False) -> int:
        """Make the full-text index and the vector cache anew; return how many passages there are.

        With `embed_anew` the vectors of the space in use are thrown away too; `catch_up` makes them again.
        """
        space = self._wiring.embedder.space
        count = self._wiring.texts.rebuild()
        if embed_anew:
            self._wiring.passages.forget_vectors(self._persona.id, space)
        self._wiring.vectors.rebuild(self._persona.id, space=space)
        return count

    def now(self) -> Moment:
        """Return the present moment, by the clock this home was opened with."""
        return self._wiring.clock.now()

    def moment(self, when: When) -> Moment:
        """Return the moment that is meant, in the persona's local time where no zone is given."""
        match when:
            case bool():
                raise InvalidInput(f"{when} is no moment; give ISO 8601 text, an aware datetime or UTC unix seconds")
            case int():
                return moment.checked(when)
            case str():
                return moment.parse(when, tz=self._persona.tz)
            case datetime():
                return moment.of(when if when.tzinfo else when.replace(tzinfo=self._persona.tz))

    def _filter(
        self,
        *,
        since: When | None = None,
        until: When | None = None,
        as_of: When | None = None,
        sources: Iterable[str] = (),
        session_id: str | None = None,
        contains: str = "",
    ) -> EventFilter:
        since_, until_, as_of_ = (None if when is None else self.moment(when) for when in (since, until, as_of))
        chosen = frozenset([sources] if isinstance(sources, str) else sources)
        return EventFilter(since_, until_, as_of_, chosen, session_id, contains=contains)


def _language(named: Language | str) -> Language:
    try:
        return Language(named)
    except ValueError as exc:
        raise InvalidInput(f"Omoide speaks ja and en; {named!r} is neither") from exc
