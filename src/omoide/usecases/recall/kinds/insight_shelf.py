"""The dream diary: what was seen in the days at night, and how to go on (SPEC D2, R2)."""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field

from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PassageKind
from omoide.domain.reflection.insight import Insight
from omoide.domain.time.moment import Moment
from omoide.ports.recall.shelf import ShelfMarks, ShelvedText
from omoide.ports.reflection.store import DreamDiary


@dataclass(frozen=True, slots=True)
class InsightShelf:
    """The entries of the dream diary; an entry never changes, and its number is never given again."""

    dreams: DreamDiary
    marks: ShelfMarks
    read: MutableMapping[PersonaId, tuple[str, dict[int, Insight]]] = field(default_factory=dict)
    """The entries as they were last read, and how the diary was marked then."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing it holds."""
        return frozenset({RecollectionKind.INSIGHT})

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which entries are found."""
        return PassageKind.INSIGHT

    def mark(self, persona: Persona) -> str:
        """Return something that is another when an entry has come or gone."""
        return self.marks.mark(persona.id, self.passages)

    def all(self, persona: Persona) -> list[ShelvedText]:
        """Return every entry that says something."""
        return [ShelvedText(number, each.created, each.told) for number, each in self._entries(persona).items()]

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of the entries that are there."""
        written = self._entries(persona) if item_ids else {}
        return {number: _recallable(written[number]) for number in item_ids if number in written}

    def text_of(self, persona: Persona, number: int) -> str | None:
        """Return how an entry reads."""
        entry = self._entries(persona).get(number)
        return None if entry is None else entry.told

    def _entries(self, persona: Persona) -> dict[int, Insight]:
        mark = self.mark(persona)
        known = self.read.get(persona.id)
        if known is None or known[0] != mark:
            entries = {int(each.id): each for each in self.dreams.all(persona.id) if each.told}
            known = self.read[persona.id] = (mark, entries)
        return known[1]


def _recallable(insight: Insight) -> Recallable:
    # Of the days that were reflected on every turn counts: what an entry quotes of them is no better an answer than they are.
    return Recallable(
        RecollectionKind.INSIGHT,
        int(insight.id),
        f"dream {insight.id}",
        insight.told,
        insight.created,
        insight,
        evidence=insight.made_of,
    )
