"""Recall over everything: what comes to mind for a cue, of whatever kind, as one list with reasons (SPEC R0–R6).

What was said is found by the ranking of turns and told by its memory as far as that has faded; memories that were made of no turn, beliefs,
told days, dream diary, diary, topics and profiles are found by their words and their meaning.  `domain/recall/kinds` makes one list of it.
What is shown of memories the coming night strengthens (M5), and nothing else.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from omoide.domain.events.event import EventFilter, EventId
from omoide.domain.memories.memory import Memory
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.cue import LONGEST_READ, query_terms
from omoide.domain.recall.kinds import intent_score, joining, life_span
from omoide.domain.recall.kinds.asked import AskedOfKinds
from omoide.domain.recall.kinds.candidate import Candidate, MatchParts
from omoide.domain.recall.kinds.intent_score import SCORED, IntentScoreRules
from omoide.domain.recall.kinds.kind import ALL_KINDS, SPOKEN, RecollectionKind
from omoide.domain.recall.query_plan import QueryPlan
from omoide.domain.recall.recalled_memory import CameToMind, RecalledMemory
from omoide.domain.recall.recollection import Recollection, Why
from omoide.domain.recall.relevance import TAIL_SHARE, cosine_at
from omoide.domain.recall.shared_words import shared_words
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time import moment
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.small_talk import is_nod
from omoide.errors import EmbedderUnavailable, StoreBusy, StoreUnavailable
from omoide.ports.jobs.background import Background
from omoide.ports.memories.store import MemoryStore
from omoide.ports.recall.shelf import RecallableKind
from omoide.usecases.recall.found_turns import FoundTurns
from omoide.usecases.recall.kinds.episodes import is_of_day
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.recall.plan_query import PlanQuery
from omoide.usecases.recall.recall import LONGEST_EMBEDDED, Recall
from omoide.usecases.recall.recall_memories import RecallMemories, RelevantMemory

SHELVED_NOW = 20
"""Things whose passages are written before an answer; more than that is done beside it."""
DEEPER = 4
"""How many times more turns are looked at where memories alone, or all of a life, are asked for."""


@dataclass(frozen=True, slots=True)
class RecallResult:
    """What came to mind, and how it was looked for."""

    cue: str
    plan: QueryPlan
    kinds: frozenset[RecollectionKind]
    recollections: tuple[Recollection, ...]
    milliseconds: float
    """The time it took."""
    turns: FoundTurns | None = None
    """Everything that was found of what was said, for whoever explains it; `None` where it was not looked for."""
    memories: tuple[RecalledMemory, ...] = ()
    """The memories among it, with their priorities and what they lead to, where memories alone were asked for."""


@dataclass(frozen=True, slots=True)
class RecallEverything:
    """Finds what a cue calls up."""

    turns: Recall
    memories: RecallMemories
    store: MemoryStore
    others: Sequence[RecallableKind]
    shelve: Shelve
    plan: PlanQuery
    background: Background
    scoring: IntentScoreRules
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""

    def __call__(
        self,
        persona: Persona,
        cue: str,
        *,
        kinds: frozenset[RecollectionKind] = ALL_KINDS,
        where: EventFilter,
        limit: int,
        in_session: str = "",
        category: str | None = None,
        strengthen: bool = False,
        may_be_left: bool = False,
        in_view: Collection[EventId] = (),
        deep: bool = False,
    ) -> RecallResult:
        """Return what comes to mind, the most relevant first; nothing when nothing is relevant.

        `in_session` is the session whose feeling memories answer to.  With `strengthen` the coming night strengthens the memories
        among it.  `may_be_left`: nobody asked for the past, so that where the plan says so it is left alone.  `in_view` are turns
        that whoever asks is shown anyway: neither they come to mind nor what rests on them alone.  `deep`: what was said is read
        together with the cue, which takes longer and finds better.
        """
        started = self.stopwatch()
        plan = self.plan(persona, cue)
        result = RecallResult(cue, plan, kinds, (), 0.0)
        # A greeting asks for nothing; what else the plan thinks of a cue counts only where nobody asked for the past.
        is_left = is_nod(SpokenTurn(cue)) or (may_be_left and not plan.search)
        if cue.strip() and limit > 0 and not is_left:
            result = self._recalled(
                persona,
                result,
                where=where,
                limit=limit,
                in_session=in_session,
                category=category,
                in_view=in_view,
                deep=deep,
            )
            if strengthen and where.as_of is None:
                self.strengthen(persona, result.recollections, in_session=in_session)
        return replace(result, milliseconds=(self.stopwatch() - started) * 1000)

    def _recalled(
        self,
        persona: Persona,
        asked: RecallResult,
        *,
        where: EventFilter,
        limit: int,
        in_session: str,
        category: str | None,
        in_view: Collection[EventId],
        deep: bool,
    ) -> RecallResult:
        kinds, others = asked.kinds, [each for each in self.others if each.kinds & asked.kinds]
        if others:
            self._shelved(persona)
        said, turns = self._said(persona, asked.cue, kinds, where=where, limit=limit, in_view=in_view, deep=deep)
        memories: tuple[RecalledMemory, ...] = ()
        if RecollectionKind.EVENT not in kinds and RecollectionKind.MEMORY in kinds:
            said, memories = self._by_priority(persona, asked.cue, said, in_session, category, limit=limit)
        found = self._others(persona, asked, others, where=where, best=max((each.score for each in said), default=None))
        found = [each for each in found if not _rests_on_nothing_but(in_view, each)]
        tells = partial(is_of_day, persona=persona)
        shown = joining.joined(said, found, tells=tells, limit=limit)
        told = tuple(_explained(each, asked.cue) for each in shown)
        return replace(asked, recollections=told, memories=memories, turns=turns)

    def _said(
        self,
        persona: Persona,
        cue: str,
        kinds: frozenset[RecollectionKind],
        *,
        where: EventFilter,
        limit: int,
        in_view: Collection[EventId],
        deep: bool,
    ) -> tuple[list[Recollection], FoundTurns | None]:
        """Return what was said, told by its memory where memories are asked for, and memories that were made of no turn."""
        if not kinds & SPOKEN:
            return [], None
        only_memories = RecollectionKind.EVENT not in kinds
        if life_span.spans_a_life(cue):
            hits, turns = self._over_a_life(
                persona, cue, where=where, limit=limit, in_view=in_view
            )  # of all, not of the first
        else:
            most = limit * (DEEPER if only_memories else 1)
            outcome = self.turns.outcome(persona, cue, where=where, limit=most, in_view=in_view, deep=deep)
            hits, turns = outcome.told, outcome.found
        if RecollectionKind.MEMORY not in kinds:
            return hits, turns
        known = self.store.of_events(persona.id, [hit.event.id for hit in hits]) if hits else {}
        said = [self._told_by(hit, known.get(hit.event.id)) for hit in hits]
        unbound = self._of_no_turn(persona, cue, where=where, limit=limit, best=hits[0].score if hits else None)
        told = [each for each in (*said, *unbound) if not only_memories or each.memory is not None]
        return sorted(told, key=lambda each: -each.score), turns

    def _told_by(self, hit: Recollection, memory: Memory | None) -> Recollection:
        """Return a turn told by its memory; one that lies in the archive comes back only for a cue that comes close (M8)."""
        if memory is None:
            return hit
        archive = self.memories.rules.archive
        if memory.is_archived and not (archive.enable_archive_recall and hit.score >= archive.revival_relevance):
            return hit
        why = replace(hit.why, retention=memory.retention_score)
        return replace(hit, kind=RecollectionKind.MEMORY, memory=memory, why=why)

    def _over_a_life(
        self, persona: Persona, cue: str, *, where: EventFilter, limit: int, in_view: Collection[EventId]
    ) -> tuple[list[Recollection], FoundTurns | None]:
        """Return what was said, spread over the stages of a life and its years (R5)."""
        outcome = self.turns.outcome(
            persona, cue, where=where, limit=limit * DEEPER, least_share=life_span.LEAST_SHARE, in_view=in_view
        )
        hits = outcome.told
        about = self.turns.events.annotations(persona.id, [hit.event.id for hit in hits]) if hits else {}
        bands = [
            life_span.band(about.get(hit.event.id), year=moment.day(hit.event.created, tz=persona.tz).year)
            for hit in hits
        ]
        shares = [hit.why.share_of_best for hit in hits]
        spread = life_span.spread(bands, shares, least=TAIL_SHARE, limit=limit)
        return [hits[place] for place in spread], outcome.found

    def _of_no_turn(
        self, persona: Persona, cue: str, *, where: EventFilter, limit: int, best: float | None
    ) -> list[Recollection]:
        """Return memories that were made of no turn, which no turn can lead to."""
        if where.sources or where.session_id is not None or not self.memories.memories.unbound(persona.id, limit=1):
            return []
        near = [each for each in self.memories.relevant(persona, cue, limit=limit) if _is_within(each.memory, where)]
        whys = [self._why_memory(each, cue) for each in near]
        found = [
            Recollection(None, why.relevance, why, kind=RecollectionKind.MEMORY, memory=each.memory)
            for each, why in zip(near, whys, strict=True)
        ]
        least = joining.least(best, asks_for_said=True)
        return [each for each in found if each.score >= least]

    def _why_memory(self, each: RelevantMemory, cue: str) -> Why:
        found = MatchParts(each.coverage, each.cosine, _shared(cue, each.memory.text))
        return replace(
            found.why(self.turns.calibration, floor=joining.DEFAULT_RULES.least_relevance),
            retention=each.memory.retention_score,
        )

    def _by_priority(
        self,
        persona: Persona,
        cue: str,
        said: Sequence[Recollection],
        in_session: str,
        category: str | None,
        *,
        limit: int,
    ) -> tuple[list[Recollection], tuple[RecalledMemory, ...]]:
        """Return memories in the order of LTM's priority (M13); whatever stands before others is as strong as they are."""
        by_id = {each.memory.id: each for each in said if each.memory is not None}
        ranked = self.memories.ranked(persona, cue, list(by_id), session_id=in_session, category=category, limit=limit)
        numbers = intent_score.falling([by_id[each.memory.id].score for each in ranked])
        told = [
            replace(
                by_id[each.memory.id],
                score=number,
                why=replace(
                    by_id[each.memory.id].why,
                    priority=each.why.priority,
                    retention=each.why.retention,
                    resonance=each.why.resonance,
                ),
            )
            for each, number in zip(ranked, numbers, strict=True)
        ]
        return told, tuple(ranked)

    def _others(
        self,
        persona: Persona,
        asked: RecallResult,
        kinds: Sequence[RecallableKind],
        *,
        where: EventFilter,
        best: float | None,
    ) -> list[Recollection]:
        """Return what else comes to mind; `best` is the number of the best of what was said, `None` where nothing was."""
        if not kinds or where.sources or where.session_id is not None or where.client_id is not None:
            return []  # what is asked for by where it was said was said
        least = joining.least(best, asks_for_said=bool(asked.kinds & SPOKEN))
        wanted = self._asked(asked.cue, asked.plan, where, least=least)
        near = [
            each
            for kind in kinds
            for each in kind.find(persona, wanted, limit=self.scoring.per_index)
            if each.thing.kind in asked.kinds
        ]
        found = [told for each in near if (told := self._weighed(each, wanted)) is not None]
        reached = [each for each in found if each.score >= least]
        if best is None and asked.kinds & SPOKEN:
            reached = [each for each in reached if not joining.is_made_of_turns(each)]
        return joining.ordered_by_intent(reached, rules=self.scoring)

    def _asked(self, cue: str, plan: QueryPlan, where: EventFilter, *, least: float) -> AskedOfKinds:
        vector = None
        with suppress(EmbedderUnavailable):  # words alone serve until it is back
            [vector] = self.turns.embedder.embed([cue[:LONGEST_EMBEDDED]], role="query")
        return AskedOfKinds(
            cue=cue,
            terms=[term for term in query_terms(cue) if not term.is_speaker],
            vector=vector,
            now=self.turns.clock.now() if where.as_of is None else where.as_of,
            intent=plan.intent,
            least=least,
            since=where.since,
            until=where.until,
            as_of=where.as_of,
        )

    def _weighed(self, each: Candidate, asked: AskedOfKinds) -> Recollection | None:
        """Return a thing with its number and its reasons; `None` for one of those NEX's threshold keeps out."""
        calibration = self.turns.calibration
        why = each.parts.why(calibration, floor=joining.DEFAULT_RULES.least_relevance)
        plain = Recollection(None, why.relevance, why, kind=each.thing.kind, thing=each.thing)
        if each.thing.kind not in SCORED:
            return plain
        if why.nearness < self.scoring.least_nearness and each.parts.coverage < self.scoring.least_coverage:
            return None
        parts = each.parts
        cosine = parts.cosine if parts.cosine is not None else cosine_at(parts.coverage, calibration)
        place = intent_score.scored(
            similarity=intent_score.distance(cosine),
            arousal=each.thing.arousal,
            at=each.thing.at,
            now=asked.now,
            intent=asked.intent,
            rules=self.scoring,
        )
        return replace(
            plain,
            why=replace(why, intent=asked.intent, arousal=place.arousal, decay=place.decay, composite=place.composite),
            is_moving=place.is_moving,
            is_new=place.is_new,
        )

    def _shelved(self, persona: Persona) -> None:
        """Write a little of what has changed now; if it is much, or others write, go on beside us."""
        name = f"shelves of {persona.id}"
        if self.background.is_busy(name):
            return
        with suppress(StoreUnavailable):  # read-only, or a newer version's: what was shelved before is found
            try:
                is_complete = self.shelve(persona, most=SHELVED_NOW)
            except StoreBusy:
                is_complete = False
            if not is_complete:
                self.background.start(name, lambda _: self.shelve(persona))

    def strengthen(self, persona: Persona, recollections: Sequence[Recollection], *, in_session: str = "") -> None:
        """Note the memories that were shown, for the coming night."""
        shown = [each.memory for each in recollections if each.memory is not None]
        if shown:
            came = CameToMind([memory.id for memory in shown], self.turns.clock.now(), in_session, shown[0].feeling)
            with suppress(StoreUnavailable):  # it comes to mind all the same where nothing can be written
                self.memories.note(persona, came)


def _explained(each: Recollection, cue: str) -> Recollection:
    """Return something that is shown with the words that speak for it; a turn has told them already."""
    return each if each.thing is None else replace(each, why=replace(each.why, matched=_shared(cue, each.thing.text)))


def _rests_on_nothing_but(in_view: Collection[EventId], each: Recollection) -> bool:
    evidence = () if each.thing is None else each.thing.evidence
    return bool(evidence) and all(event_id in in_view for event_id in evidence)


def _shared(cue: str, text: str) -> tuple[str, ...]:
    return shared_words(cue[:LONGEST_READ], set(document_tokens(text)))


def _is_within(memory: Memory, where: EventFilter) -> bool:
    is_early = where.since is not None and memory.created < where.since
    is_late = where.until is not None and memory.created >= where.until
    return not is_early and not is_late and (where.as_of is None or memory.created <= where.as_of)
