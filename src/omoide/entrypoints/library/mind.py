"""One persona's mind: the verbs, and the parts that look at what it holds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, overload

from omoide.domain.erasing.scope import ErasureScope
from omoide.domain.events.event import (
    CHAT,
    Annotations,
    Event,
    EventFilter,
    EventId,
    EventOrigin,
    Turn,
    origin_named,
)
from omoide.domain.text.language import Language, spoken
from omoide.domain.time import moment
from omoide.entrypoints.library.moments import When, meant, meant_if_given
from omoide.errors import EventNotFound

if TYPE_CHECKING:
    from omoide.bootstrap import Home
    from omoide.config import Configuration
    from omoide.domain.context.composition import Context
    from omoide.domain.context.conversation import GivenMessages
    from omoide.domain.drives.inner_state import InnerState
    from omoide.domain.erasing.receipt import ErasureReport
    from omoide.domain.events.context_graph import Thread
    from omoide.domain.personas.persona import Persona
    from omoide.domain.recall.keywords.noise import SaidBlock
    from omoide.domain.recall.kinds.kind import RecollectionKind
    from omoide.domain.recall.receipts.explanation import RecallExplanation
    from omoide.domain.recall.receipts.feedback import Demotion
    from omoide.domain.recall.receipts.receipt import RecallReceipt
    from omoide.domain.recall.recollection import Recollection
    from omoide.domain.time.moment import Moment
    from omoide.domain.understanding.digestion import Backlog, Digestion
    from omoide.domain.upkeep.archive import ArchiveTold, Manifest
    from omoide.entrypoints.library.autonomy import MindAutonomy
    from omoide.entrypoints.library.beliefs import MindBeliefs, MindPreferences
    from omoide.entrypoints.library.entities import MindEntities
    from omoide.entrypoints.library.episodes import MindEpisodes
    from omoide.entrypoints.library.feelings import MindFeelings
    from omoide.entrypoints.library.files import MindFiles
    from omoide.entrypoints.library.goals import MindGoals
    from omoide.entrypoints.library.hosts import MindForHosts
    from omoide.entrypoints.library.jobs import MindJobs
    from omoide.entrypoints.library.knowledge import MindKnowledge
    from omoide.entrypoints.library.memories import Memories
    from omoide.entrypoints.library.notes import MindNote, MindNotes
    from omoide.entrypoints.library.prompts import MindPromptLog
    from omoide.entrypoints.library.questions import MindQuestions
    from omoide.entrypoints.library.receipts import MindFeedback, Recalled
    from omoide.entrypoints.library.reflection import MindDreams
    from omoide.entrypoints.library.reminders import MindDue
    from omoide.entrypoints.library.session import MindSession
    from omoide.entrypoints.library.sleep import MindSleep
    from omoide.entrypoints.library.tools import MindTools
    from omoide.entrypoints.library.topics import MindTopics
    from omoide.ports.models.embedder import Embedder
    from omoide.usecases.events.recent import Message
    from omoide.usecases.recall.everything import RecallResult
    from omoide.usecases.understanding.digest_report import DigestReport
    from omoide.usecases.understanding.while_away import Settled


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


PartT = TypeVar("PartT")
Kinds: TypeAlias = "Iterable[RecollectionKind | str] | RecollectionKind | str"
"""Kinds of recollections, or the words for them."""


class MindPart(cached_property[PartT]):
    """A part of a mind, made once: anew at each use while the persona's language is open, for it is made for one language."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> PartT: ...
    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> Self | PartT:
        """Return the part."""
        part = super().__get__(instance, owner)
        if isinstance(instance, Mind) and instance.persona.is_language_open:
            vars(instance).pop(self.attrname or "", None)
        return part


class Mind:
    """One persona's memory."""

    def __init__(self, home: "Home", persona: "Persona") -> None:
        self._home = home
        self._known_as = persona

    @property
    def persona(self) -> "Persona":
        """Return whose mind this is."""
        return self._persona

    @property
    def _persona(self) -> "Persona":
        # While its language is open, any process may be the one to hear it first.
        if self._known_as.is_language_open:
            self._know_as(self._home.foundation.personas.current(self._known_as))
        return self._known_as

    def _know_as(self, persona: "Persona") -> None:
        if persona == self._known_as:
            return
        self._known_as = persona
        for name in [name for name in vars(self) if isinstance(getattr(type(self), name, None), MindPart)]:
            vars(self).pop(name, None)

    @property
    def configuration(self) -> "Configuration":
        """Return the settings in force for this persona."""
        return self._home.foundation.for_persona(self._persona.id)

    def change(
        self, *, name: str | None = None, language: Language | str | None = None, timezone: str | None = None
    ) -> "Persona":
        """Give the persona another name, language or time zone."""
        before = self._persona
        changed = replace(
            before,
            name=before.name if name is None else name,
            language=before.language if language is None else spoken(language),
            timezone=before.timezone if timezone is None else moment.zone(timezone).key,
            is_language_open=before.is_language_open and language is None,
        )
        self._home.events.masking.checked_label(changed.name, name="persona's name")
        self._know_as(self._home.foundation.personas.change(changed))
        return self._known_as

    @property
    def embedder(self) -> "Embedder":
        """Return what places texts by their meaning, for whoever compares texts of their own."""
        return self._home.embedder

    def settings(self) -> dict[str, str]:
        """Return the persona's own settings, as text by key."""
        return self._home.foundation.persona_settings.of(self._persona.id)

    def set(self, key: str, value: str | None) -> None:
        """Give the persona its own value of a setting; `None` takes it away."""
        self._home.foundation.set_for_persona(self._persona.id, key, value)

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
        origin: EventOrigin | str | None = None,
    ) -> Event:
        """Keep a turn; it is on the disk when this returns.  Without `assistant` the turn is open: `complete` it later.

        The same `idempotency_key` sent twice is kept once.  `origin` says whose words `user` holds: `owner`, `persona`, `tool`,
        `web`, `document` or `import`; without it, what the source is known for.  Only the owner's confirm a belief or protect a memory.
        """
        images, whose = tuple(image_summaries), origin_named(origin)
        turn = Turn(user, assistant, source, client_id, session_id, images, idempotency_key, whose)
        return self.observe_many([(turn, at)])[0]

    def observe_many(self, turns: Iterable[tuple[Turn, When | None]]) -> list[Event]:
        """Keep several turns in one step, all or none."""
        persona = self._persona
        timed = [(turn, meant_if_given(at, persona=persona)) for turn, at in turns]
        with self._home.work.courtesy.first():
            kept = self._home.events.observe(persona)(persona.id, timed)
        self._home.work.nudge(persona)
        return [each.event for each in kept]

    def complete(self, event_id: int, *, assistant: str, at: When | None = None) -> Event:
        """Give an opened turn its answer."""
        when = None if at is None else self.moment(at)
        with self._home.work.courtesy.first():
            event = self._home.events.complete(self._persona)(
                self._persona.id, EventId(event_id), assistant=assistant, at=when
            )
        self._home.work.nudge(self._persona)
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
        kinds: "Kinds | None" = None,
        strengthen: bool = True,
        deep: bool = False,
    ) -> list["Recollection"]:
        """Return what comes to mind, of whatever kind, the most relevant first; nothing when nothing is relevant.

        `kinds` takes only some of them: `event`, `memory`, `belief`, `preference`, `episode`, `insight`, `diary`, `topic`, `entity`.
        The coming night strengthens the memories among it, unless `strengthen` is false or `as_of` is given.  `deep` reads more of
        what was said together with the cue, and in full: it takes some 50 ms more and finds better.
        """
        recalled = self.recalled(
            cue,
            limit=limit,
            since=since,
            until=until,
            as_of=as_of,
            sources=sources,
            session_id=session_id,
            kinds=kinds,
            strengthen=strengthen,
            deep=deep,
        )
        return list(recalled.recollections)

    def recalled(
        self,
        cue: str,
        *,
        limit: int | None = None,
        since: When | None = None,
        until: When | None = None,
        as_of: When | None = None,
        sources: Iterable[str] = (),
        session_id: str | None = None,
        kinds: "Kinds | None" = None,
        strengthen: bool = True,
        deep: bool = False,
    ) -> "RecallResult":
        """Return what comes to mind, as `recall` does, with how it was looked for and how long that took."""
        from omoide.domain.recall.kinds.kind import kinds_of

        where = self._filter(since=since, until=until, as_of=as_of, sources=sources, session_id=session_id)
        most = self.configuration.settings.retrieval.most_turns if limit is None else limit
        wanted = kinds_of(kinds)
        self._home.work.used(self._persona)
        from omoide.entrypoints.library.receipts import recalled_everything

        with self._home.answering():
            return recalled_everything(
                self._home, self._persona, cue, kinds=wanted, where=where, limit=most, strengthen=strengthen, deep=deep
            )

    def find_said(
        self,
        *keywords: str,
        sent: Iterable[int] = (),
        for_tool: bool = True,
        dice: Callable[[int], int] | None = None,
    ) -> list["SaidBlock"]:
        """Return places of the log that hold one of up to three names or phrases, letter by letter, the newest first.

        The newest two and the oldest two; without `for_tool` also one between them, by dice.  `sent` are the turns that the
        conversation itself still shows.
        """
        from random import SystemRandom

        from omoide.config import domain_rules
        from omoide.domain.recall.keywords.noise import cut

        rules = domain_rules.keyword_rules(self.configuration.settings, for_tool=for_tool)
        shown, language = frozenset(map(EventId, sent)), self._persona.language
        kept = self._home.recall_kinds.keywords(
            self._persona,
            keywords,
            rules=rules,
            dice=dice or SystemRandom().randrange,
            are_phrases=True,
            is_in_view=lambda event: event.id in shown,
        )
        return [cut(place, rules=rules, language=language) for place in kept.blocks]

    def recalls(self, *, limit: int = 20, session_id: str | None = None) -> list["RecallReceipt"]:
        """Return what is kept of the last recalls, the newest first: cue, what was found and shown, and why."""
        return self.feedback.recalls(limit=limit, session_id=session_id)

    def why(self, what: "Recalled" = "last") -> "RecallExplanation":
        """Return, in words, why something came to mind and other things did not.

        `what` is a recollection, the name of one (`event:12`, `mem_…`), or the number of a recall; by default the last recall.
        """
        return self.feedback.why(what)

    def not_that(self, what: "Recalled", *, cue: str | None = None) -> "Demotion":
        """Say that something is not what a cue means: it stands behind the rest from now on, for cues near to it too.

        `what` is a recollection or its name; a number is that of an event.  Without a cue, that of the last recall which showed it
        is meant.  Nothing is erased, and `mind.feedback.undo(id)` takes it back.
        """
        return self.feedback.not_that(what, cue=cue)

    @MindPart
    def feedback(self) -> "MindFeedback":
        """Return every "not that", to be looked at and taken back."""
        from omoide.entrypoints.library.receipts import MindFeedback

        return MindFeedback(self._home, self._persona)

    def context(
        self,
        messages: "GivenMessages",
        *,
        session_id: str = "",
        budget_tokens: int | None = None,
        model: str | None = None,
        now: When | None = None,
        preview: bool = False,
    ) -> "Context":
        """Return what the persona should see before it answers, within a budget of tokens.

        `messages` is the whole conversation as it will be sent, the user's newest message last; or just that one, as a text.
        With a `session_id` the constant part stays the same from turn to turn, and what was shown at an earlier turn is
        repeated as it was, whoever asks.  `model` says whose tokens are counted.  A `preview` changes nothing.
        """
        from omoide.entrypoints.library.context import composed

        self._home.work.used(self._persona)
        with self._home.answering():
            return composed(
                self._home.context,
                self._persona,
                messages,
                settings=self.configuration.settings,
                session_id=session_id,
                budget_tokens=budget_tokens,
                model=model,
                now=None if now is None else self.moment(now),
                preview=preview,
            )

    @MindPart
    def prompts(self) -> "MindPromptLog":
        """Return what was put into whose prompts."""
        from omoide.entrypoints.library.prompts import MindPromptLog

        return MindPromptLog(self._home, self._persona)

    def session(self, session_id: str, *, client_id: str = "") -> "MindSession":
        """Return one talk, known by its id, for a chat loop: `talk.context(said)` before the answer, `talk.said(said, answer)` after."""
        from omoide.entrypoints.library.session import MindSession

        return MindSession(self._home, self, session_id, client_id=client_id)

    def rank(
        self,
        cue: str,
        *,
        limit: int = 20,
        as_of: When | None = None,
        sources: Iterable[str] = (),
        deep: bool = False,
    ) -> list["Recollection"]:
        """Return the order of relevance without the floor: also what `recall` would leave out."""
        where = self._filter(as_of=as_of, sources=sources)
        recall = self._home.recall.recall(self._persona)
        return recall(self._persona, cue, where=where, limit=limit, abstains=False, deep=deep)

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
        found = self._home.events.store.find(self._persona.id, where, limit=limit, newest_first=newest)
        return found if newest_first or limit is None else found[::-1]

    def without_erased(self, turns: Iterable[tuple[Turn, When | None]]) -> list[tuple[Turn, When | None]]:
        """Return those of the turns of an import that are no copies of turns the owner erased."""
        from omoide.entrypoints.library.erasing import without_erased

        given = list(turns)
        told = [(turn, None if at is None else self.moment(at)) for turn, at in given]
        return [given[place] for place in without_erased(self._home, self._persona, told)]

    def erase(
        self,
        *,
        event_id: int | Iterable[int] | None = None,
        session_id: str | None = None,
        since: When | None = None,
        until: When | None = None,
        about: str = "",
        client_id: str | None = None,
        source: str | None = None,
        document: str | Path | None = None,
        everything: bool = False,
        dry_run: bool = False,
    ) -> "ErasureReport":
        """Erase turns for good, with everything made of them, and report where their words can still be found.

        Every condition that is given must hold.  `about` is somebody or something that turns name, `document` a session log
        that was imported; `everything` is the whole persona, after which this mind is no more.  With `dry_run` nothing is
        changed, and the report tells what would go.
        """
        from omoide.entrypoints.library.erasing import document_of, erased

        since_, until_ = (meant_if_given(when, persona=self._persona) for when in (since, until))
        scope = ErasureScope(
            event_ids=frozenset(map(EventId, [event_id] if isinstance(event_id, int) else event_id or ())),
            session_id=session_id,
            since=since_,
            until=until_,
            subject=about.strip(),
            client_id=client_id,
            source=source,
            document=None if document is None else document_of(self._home, Path(document)),
            everything=everything,
        )
        return erased(self._home, self._persona, scope, rehearse=dry_run)

    def event(self, event_id: int) -> Event:
        """Return one event; raise `EventNotFound` when this persona has none with this id."""
        found = self._home.events.store.get(self._persona.id, [EventId(event_id)])
        if EventId(event_id) not in found:
            raise EventNotFound(event_id)
        return found[EventId(event_id)]

    def events(self, event_ids: Iterable[int]) -> dict[int, Event]:
        """Return those of the events that this persona has, by id."""
        found = self._home.events.store.get(self._persona.id, [EventId(each) for each in event_ids])
        return {int(number): event for number, event in found.items()}

    def annotate(self, event_id: int, annotations: Annotations) -> None:
        """Keep what was understood about an event."""
        self._home.events.store.annotate(self._persona.id, {EventId(event_id): annotations})

    def annotations(self, event_id: int) -> Annotations | None:
        """Return what was understood about an event; `None` when nothing has been yet."""
        self.event(event_id)
        return self._home.events.store.annotations(self._persona.id, [EventId(event_id)]).get(EventId(event_id))

    def settle(self, *, timeout: float | None = None) -> "Settled":
        """Do everything that waits, now: digest, vectors, nights that are due; for tests and scripts.

        Raise `Unavailable` when a model or the embedder is out of reach, `StillWaiting` after `timeout` seconds.
        """
        return self._home.work.settle(self._persona, within_seconds=timeout)

    def catch_up(self, *, within_seconds: float | None = None, progress: Callable[[int], None] | None = None) -> int:
        """Make the vectors that are still missing; return how many were made."""
        return self._home.recall.catch_up(self._persona.id, within_seconds=within_seconds, progress=progress).done

    def catch_up_beside(self) -> None:
        """Have them made beside the caller, behind whoever waits for an answer.

        Until they are made, the prompt of a session finds what was said elsewhere by its words; `recall` waits for them as ever.
        """
        self._home.recall.vectors_beside.begin(self._persona.id, between=self._home.work.courtesy.give_way)

    def digest(
        self,
        *,
        limit: int | None = None,
        retry: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> "DigestReport":
        """Make memories, beliefs and feelings of the events that wait, oldest first, now instead of by itself.

        `progress` hears how many of how many are done.  Killed anywhere, the next call goes on.  With `retry`, events whose
        plan was refused are thought about again.
        """
        with self._home.work.alone():
            digest = self._home.understanding.digest(self._persona)
            return digest(self._persona, limit=limit, retry=retry, progress=progress)

    def digestion(self, event_id: int) -> "Digestion | None":
        """Return what became of an event, and why a plan was refused; `None` while it waits."""
        return self._home.understanding.digests.record(self._persona.id, EventId(event_id))

    def digest_status(self) -> "Backlog":
        """Return how many events wait, and what became of the others."""
        return self._home.understanding.digests.backlog(self._persona.id)

    def thread(self, event_id: int) -> "Thread":
        """Return what an event was about: the way back to where the talk began, and the flows it belongs to."""
        return self._home.events.follow_thread(self._persona.id, self.event(event_id))

    def history(self, *, session_id: str | None = None, before: int | None = None) -> list["Message"]:
        """Return the last chat turns as role/content messages, without the present turn and unfinished ones."""
        present = None if before is None else self.event(before)
        history = self._home.events.history(self._persona)
        return history(self._persona.id, session_id=session_id, before=present, now=self.now())

    def recent_events(self, event_id: int) -> Sequence[Event]:
        """Return an event and the last ones before it, the same client's first, whole; oldest first."""
        return self._home.events.recent(self._persona)(self._persona.id, self.event(event_id))

    @MindPart
    def beliefs(self) -> "MindBeliefs":
        """Return what is believed: looking at it, and correcting it."""
        from omoide.entrypoints.library.beliefs import MindBeliefs

        return MindBeliefs(self._home.beliefs, self._persona)

    @MindPart
    def preferences(self) -> "MindPreferences":
        """Return what is liked and disliked."""
        from omoide.entrypoints.library.beliefs import MindPreferences

        return MindPreferences(self._home.beliefs, self._persona)

    @MindPart
    def feelings(self) -> "MindFeelings":
        """Return what is felt: the mood, and the emotions of events and of the persona."""
        from omoide.entrypoints.library.feelings import MindFeelings

        return MindFeelings(self._home.feelings, self._home.beliefs, self._persona, clock=self._home.foundation.clock)

    @MindPart
    def memories(self) -> "Memories":
        """Return the memories that fade: looking at them, tending them, sleeping."""
        from omoide.entrypoints.library.memories import Memories

        return Memories(self._home, self._persona)

    @MindPart
    def entities(self) -> "MindEntities":
        """Return the people and things the persona knows, each with a profile."""
        from omoide.entrypoints.library.entities import MindEntities

        return MindEntities(self._home, self._persona)

    @MindPart
    def episodes(self) -> "MindEpisodes":
        """Return the days, told in the persona's own voice."""
        from omoide.entrypoints.library.episodes import MindEpisodes

        return MindEpisodes(self._home, self._persona)

    @MindPart
    def topics(self) -> "MindTopics":
        """Return what is spoken of again and again."""
        from omoide.entrypoints.library.topics import MindTopics

        return MindTopics(self._home, self._persona)

    @MindPart
    def notes(self) -> "MindNotes":
        """Return core memory, notepad and diary: reading, editing, and every edit that was made."""
        from omoide.entrypoints.library.notes import MindNotes

        return MindNotes(partial(self._home.notes.open_notes, self._persona), self._persona)

    @MindPart
    def files(self) -> "MindFiles":
        """Return the files that programs keep with the persona, by name; nothing shows them to it by itself."""
        from omoide.entrypoints.library.files import MindFiles

        return MindFiles(self._home.notes, self._persona)

    @MindPart
    def secret_diary(self) -> "MindNote":
        """Return the persona's secret diary, for its own tools; nothing else reaches, lists, searches or shows it."""
        from omoide.domain.notes.note import NoteAddress, NoteKind
        from omoide.entrypoints.library.notes import MindNote

        verbs = partial(self._home.notes.secret_diary, self._persona)
        return MindNote(verbs, self._persona, NoteAddress(NoteKind.SECRET_DIARY))

    def inner_state(self, at: When | None = None) -> "InnerState":
        """Return what moves the persona at an instant, by default now: four drives, the dominant one, and the mood."""
        when = meant_if_given(at, persona=self._persona)
        feel = self._home.drives.feel(self._persona)
        return feel(self._persona, at=self.now() if when is None else when)

    @MindPart
    def goals(self) -> "MindGoals":
        """Return what the persona wants to reach."""
        from omoide.entrypoints.library.goals import MindGoals

        return MindGoals(self._home.goals, self._persona)

    @MindPart
    def questions(self) -> "MindQuestions":
        """Return what the persona would like to know."""
        from omoide.entrypoints.library.questions import MindQuestions

        return MindQuestions(self._home, self._persona)

    @MindPart
    def dreams(self) -> "MindDreams":
        """Return what the persona makes of its days at night: its dream diary."""
        from omoide.entrypoints.library.reflection import MindDreams

        return MindDreams(self._home, self._persona)

    @MindPart
    def due(self) -> "MindDue":
        """Return due things: `mind.due()` looks at them, `mind.due.tell()` tells each once."""
        from omoide.entrypoints.library.reminders import MindDue

        return MindDue(self._home.reminders, self._persona, clock=self._home.foundation.clock)

    @MindPart
    def jobs(self) -> "MindJobs":
        """Return the jobs that are done for this persona beside the talk."""
        from omoide.entrypoints.library.jobs import MindJobs

        return MindJobs(self._home, self._persona)

    @MindPart
    def sleep(self) -> "MindSleep":
        """Return sleeping: `mind.sleep()` goes through all stages of a night, `mind.sleep.morning()` tells of it."""
        from omoide.entrypoints.library.sleep import MindSleep

        return MindSleep(self._home, self._persona)

    @MindPart
    def autonomy(self) -> "MindAutonomy":
        """Return the wish to speak first: `mind.autonomy()` decides, `mind.autonomy.prompt()` words it; it never acts itself."""
        from omoide.entrypoints.library.autonomy import MindAutonomy

        return MindAutonomy(self._home.autonomy, self._persona, clock=self._home.foundation.clock)

    @MindPart
    def knowledge(self) -> "MindKnowledge":
        """Return the documents, for whoever looks something up in them; nothing else ever finds or shows them."""
        from omoide.entrypoints.library.knowledge import MindKnowledge

        return MindKnowledge(self._home, self._persona)

    @MindPart
    def tools(self) -> "MindTools":
        """Return what a model may call: rendered for its provider, and called with what it gave."""
        from omoide.entrypoints.library.tools import MindTools

        return MindTools(self._home, self._persona)

    @MindPart
    def host(self) -> "MindForHosts":
        """Return this mind as a host of conversations, such as Claude Code, uses it."""
        from omoide.entrypoints.library.hosts import MindForHosts

        return MindForHosts(self._home, self._persona)

    def export(
        self,
        target: "str | Path | IO[bytes]",
        *,
        secret_diary: bool = False,
        told: "ArchiveTold" = lambda _done, _total: None,
    ) -> "Manifest":
        """Write the whole mind as one portable file, or to what takes bytes, while others go on writing; return what is in it.

        Without the secret diary, unless it is asked for; without vectors, which are made again.  `told` hears how many rows of
        how many are written.
        """
        to = Path(target) if isinstance(target, str | Path) else target
        return self._home.upkeep.export(self._persona, to, with_secret_diary=secret_diary, told=told)

    def import_archive(self, source: str | Path, *, told: "ArchiveTold" = lambda _done, _total: None) -> "Manifest":
        """Take in a mind that `export` wrote, all of it or nothing; this persona must have nothing yet, and keeps its name.

        Raise `ArchiveRefused` when the file is not whole, of a newer version, or the persona has a mind already.
        """
        manifest = self._home.upkeep.take_in(self._persona, Path(source), told=told)
        self._know_as(self._home.foundation.personas.current(self._persona))
        self._home.work.nudge(self._persona)
        return manifest

    def index_status(self) -> list[IndexStatus]:
        """Return, for each embedding space, how many passages have a vector in it; the one in use comes first."""
        from omoide.ports.recall.search import Coverage

        active = self._home.embedder.space.key
        coverage = self._home.recall.passages.coverage(self._persona.id)
        held = {key: each for key, each in coverage.items() if each.vectors or key == active}
        held.setdefault(active, Coverage(passages=self._home.recall.passages.count(self._persona.id), vectors=0))
        lines = [IndexStatus(key, key == active, each.passages, each.vectors) for key, each in held.items()]
        return sorted(lines, key=lambda line: (not line.is_active, line.space))

    def rebuild_index(self, *, embed_anew: bool = False) -> int:
        """Make the full-text index and the vector cache anew; return how many passages there are.

        Turns of an older version are searched without what Omoide itself put into them from then on.
        With `embed_anew` the vectors of the space in use are thrown away too; `catch_up` makes them again.
        """
        space = self._home.embedder.space
        self._home.recall.recut(self._persona.id)(self._persona.id)
        count = self._home.recall.texts.rebuild()
        if embed_anew:
            self.forget_vectors()
        self._home.recall.vectors.rebuild(self._persona.id, space=space)
        return count

    def forget_vectors(self) -> None:
        """Throw away the vectors of the space in use; `catch_up` makes them again."""
        self._home.recall.passages.forget_vectors(self._persona.id, self._home.embedder.space)

    def now(self) -> "Moment":
        """Return the present moment, by the clock this home was opened with."""
        return self._home.foundation.clock.now()

    def moment(self, when: When) -> "Moment":
        """Return the moment that is meant, in the persona's local time where no zone is given."""
        return meant(when, persona=self._persona)

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
        since_, until_, as_of_ = (meant_if_given(when, persona=self._persona) for when in (since, until, as_of))
        chosen = frozenset([sources] if isinstance(sources, str) else sources)
        return EventFilter(since_, until_, as_of_, chosen, session_id, contains=contains)
