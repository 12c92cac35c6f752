"""Consolidate: the same said twice stands once, the newest fact wins (SPEC EN2; NEX 統合・整理).

One profile, when the persona or the owner wants it, or all of them, as weekly and monthly reflection does.  A profile that was
consolidated and has not changed since, nor what is believed of it, is left alone: a second run does nothing, and one that was
broken off goes on where it stopped.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from omoide.asks.write_profile import WriteProfile
from omoide.domain.beliefs.state import State
from omoide.domain.entities import belief_links, drafting, profile_lines
from omoide.domain.entities.drafting import ProfileSource, SourceKind, WrittenLine
from omoide.domain.entities.entity import Entity
from omoide.domain.events.event import EventId
from omoide.domain.notes.erased import first_authors
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import EntityMoved, EntityNotFound, Refused, Unavailable
from omoide.ports.entities.store import Evidence
from omoide.ports.models.thinker import Thinker
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.entities.reading import ReadEntities

Progress = Callable[[int, int], None]
MOST_TRIES: Final = 5
MOST_BELIEFS_SHOWN: Final = 30
BY_RULES: Final = "rules"


@dataclass(frozen=True, slots=True)
class Consolidated:
    """A profile after it was consolidated."""

    entity: Entity
    by: str
    """Who did it."""


@dataclass(frozen=True, slots=True)
class ConsolidationReport:
    """What a run over all profiles did, by name."""

    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    """Left as they are: no model could be asked now, or none would answer."""
    stopped_by: str = ""


@dataclass(frozen=True, slots=True)
class ConsolidateEntities:
    """Consolidates profiles."""

    reading: ReadEntities
    edits: EditEntities
    thinker: Callable[[], Thinker]

    def one(
        self,
        persona: Persona,
        name: str,
        *,
        added: str = "",
        author: NoteAuthor = NoteAuthor.OMOIDE,
        base: int | None = None,
        reason: str = "",
    ) -> Consolidated:
        """Consolidate one profile, with lines that are added to it; rules do it where no model will, so that nothing is lost."""
        kept = self.edits.kept(added) if added.strip() else ""
        tries = MOST_TRIES
        while True:
            tries -= 1
            entity = self.reading.find(persona, name)
            if entity is None:
                return self._begun(persona, name, kept, author=author, base=base, reason=reason)
            if base is not None and base != entity.version:
                raise EntityMoved(entity.name, base=base, version=entity.version)
            states = self.reading.states(persona, [entity])[entity.id]
            material = self._material(persona, entity, states, added=kept, adder=author)
            try:
                lines, by = self._asked(material)
            except (Refused, Unavailable):
                lines, by = drafting.by_rules(entity.name, material.sources, language=persona.language), BY_RULES
            try:
                made = self._put(persona, material, lines, added=kept, author=author, reason=reason)
                return Consolidated(made, by)
            except EntityMoved:
                if base is not None or not tries:
                    raise

    def all(self, persona: Persona, *, progress: Progress | None = None) -> ConsolidationReport:
        """Consolidate every profile that changed since it last was."""
        report, every = ConsolidationReport(), self.reading.all(persona)
        states = self.reading.states(persona, every)
        for done, entity in enumerate(every, start=1):
            report = self._kept(persona, entity, states[entity.id], report)
            if progress is not None:
                progress(done, len(every))
        return report

    def _kept(
        self, persona: Persona, entity: Entity, states: Sequence[State], report: ConsolidationReport
    ) -> ConsolidationReport:
        material = self._material(persona, entity, states)
        if not entity.text.strip() or entity.consolidated == material.fingerprint(entity.text):
            return replace(report, unchanged=(*report.unchanged, entity.name))
        try:
            after = self._put(persona, material, self._asked(material)[0])
        except EntityMoved:  # somebody writes it just now: the next run sees what became of it
            return replace(report, skipped=(*report.skipped, entity.name))
        except (Refused, Unavailable) as why:
            skipped = (*report.skipped, entity.name)
            return replace(report, skipped=skipped, stopped_by=str(why) or type(why).__name__)
        if after.version == entity.version:
            return replace(report, unchanged=(*report.unchanged, entity.name))
        return replace(report, changed=(*report.changed, entity.name))

    def _begun(
        self, persona: Persona, name: str, added: str, *, author: NoteAuthor, base: int | None, reason: str
    ) -> Consolidated:
        """Return the entity that begins with what is added: there is nothing to bring it in line with."""
        if not added:
            raise EntityNotFound(name)
        made = self.edits.append(persona, name, added, author=author, base=base, reason=reason)
        return Consolidated(made, BY_RULES)

    def _asked(self, material: "_Material") -> tuple[tuple[WrittenLine, ...], str]:
        entity = material.entity
        longest = max(self.reading.rules.profile_characters, len(entity.text))
        told = self.thinker().answer(WriteProfile(entity.name, entity.aliases, tuple(material.sources), longest))
        return told.value, told.by

    def _material(
        self,
        persona: Persona,
        entity: Entity,
        states: Sequence[State],
        *,
        added: str = "",
        adder: NoteAuthor = NoteAuthor.OMOIDE,
    ) -> "_Material":
        """Return what the profile is made of: its lines and what is added, then what is and was believed."""
        written = first_authors([self.reading.store.revisions(persona.id, entity.id)])
        written |= {line: adder for line in profile_lines.told_lines(added) if line not in written}
        owners = frozenset(sentence for sentence, author in written.items() if author is NoteAuthor.OWNER)
        text = profile_lines.appended(entity.text, added) if added else entity.text
        now = self.edits.clock.now()
        held = belief_links.held(states, entity, at=now)[:MOST_BELIEFS_SHOWN]
        over = belief_links.past(states, entity, at=now)[:MOST_BELIEFS_SHOWN]
        sources = drafting.text_sources(text, owners=owners)
        sources += [_source(state, SourceKind.BELIEF, state.valid_from, persona) for state in held]
        sources += [_source(state, SourceKind.PAST, state.valid_to, persona) for state in over]
        return _Material(entity, tuple(sources), (*held, *over))

    def _put(
        self,
        persona: Persona,
        material: "_Material",
        lines: Sequence[WrittenLine],
        *,
        added: str = "",
        author: NoteAuthor = NoteAuthor.OMOIDE,
        reason: str = "",
    ) -> Entity:
        text, kept = profile_lines.laid_out(line.text for line in lines), material.entity
        if added or not _says_the_same(text, kept.text):
            evidence = self._evidence(persona, material, lines)
            kept = self.edits.consolidated(
                persona, kept, text, added=added, author=author, reason=reason, evidence=evidence
            )
        self.reading.store.note_consolidated(persona.id, kept, material.fingerprint(kept.text))
        return kept

    def _evidence(self, persona: Persona, material: "_Material", lines: Sequence[WrittenLine]) -> Evidence:
        """Return the turns that the lines rest on: those of the lines they were made of, and of the beliefs they name."""
        known = self.reading.store.evidence(persona.id, material.entity.id)
        found: dict[str, tuple[EventId, ...]] = {}
        for line in lines:
            rests: dict[EventId, None] = {}
            for number in line.rests_on:
                if (state := material.belief(number)) is None:
                    rests |= dict.fromkeys(known.get(profile_lines.line_key(material.sources[number - 1].text), ()))
                else:
                    steps = self.reading.beliefs.history(persona.id, state.id)
                    rests |= dict.fromkeys(event_id for step in steps for event_id in step.change.evidence)
            if rests:
                found[profile_lines.line_key(line.text)] = tuple(rests)
        return found


@dataclass(frozen=True, slots=True)
class _Material:
    """What a profile is made of."""

    entity: Entity
    sources: tuple[ProfileSource, ...]
    beliefs: tuple[State, ...]
    """Those of the last sources, in their order."""

    def belief(self, number: int) -> State | None:
        """Return the belief that a source tells; `None` for a line."""
        place = number - 1 - (len(self.sources) - len(self.beliefs))
        return self.beliefs[place] if place >= 0 else None

    def fingerprint(self, text: str) -> str:
        """Return by what it is known that neither the text nor what is believed has changed."""
        told = [source.kind.value for source in self.sources[len(self.sources) - len(self.beliefs) :]]
        believed = [f"{kind}:{state.id}:{state.version}" for kind, state in zip(told, self.beliefs, strict=True)]
        return hashlib.sha256("\0".join((text, *sorted(believed))).encode("utf-8", "surrogatepass")).hexdigest()


def _source(state: State, kind: SourceKind, when: Moment | None, persona: Persona) -> ProfileSource:
    day = None if when is None or when == moment.EARLIEST else moment.day(when, tz=persona.tz)
    return ProfileSource(kind, state.body, day, attribute=state.attribute)


def _says_the_same(one: str, other: str) -> bool:
    """Tell whether two texts differ in blank lines only: that is no reason for an edit."""
    return profile_lines.told_lines(one) == profile_lines.told_lines(other)
