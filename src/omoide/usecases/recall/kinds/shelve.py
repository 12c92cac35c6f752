"""Shelve: passages follow the texts they are copies of (SPEC R7: incremental, by content hash).

Beliefs, diary and profiles change at their own doors, which know nothing of recall.  What is found by is compared with what there is
whenever something has changed, and only what is another is written.  Nothing is lost when that ends in the middle.
"""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field

from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind, Side, content_hash, cut
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time.moment import Moment
from omoide.ports.recall.shelf import Shelf, ShelvedPassages, ShelvedText

AT_ONCE = 100
"""Things whose passages are written in one step."""


@dataclass(frozen=True, slots=True)
class Shelve:
    """Brings the passages of all shelves up to what they hold."""

    shelves: Sequence[Shelf]
    passages: ShelvedPassages
    chunks: ChunkRules
    seen: MutableMapping[tuple[PersonaId, PassageKind], str] = field(default_factory=dict)
    """How each shelf was marked when its passages were last right; every process finds that out for itself."""

    def __call__(self, persona: Persona, *, most: int | None = None) -> bool:
        """Write what is another, at most so many things; tell whether nothing is left."""
        left = most
        for shelf in self.shelves:
            mark = shelf.mark(persona)
            if self.seen.get((persona.id, shelf.passages)) == mark:
                continue
            done, is_complete = self._brought_up(persona, shelf, most=left)
            if not is_complete:
                return False
            self.seen[persona.id, shelf.passages] = mark
            left = None if left is None else left - done
        return True

    def _brought_up(self, persona: Persona, shelf: Shelf, *, most: int | None) -> tuple[int, bool]:
        held = self.passages.hashes(persona.id, shelf.passages)
        wanted = {text.item_id: text for text in shelf.all(persona) if text.text.strip()}
        gone = [item_id for item_id in held if item_id not in wanted]
        new: dict[int, tuple[Moment, Sequence[NewPassage]]] = {}
        for item_id, text in wanted.items():
            pieces = self._pieces(text, held.get(item_id))
            if pieces is not None:
                new[item_id] = (text.created, pieces)
        changed = [*gone, *new]
        chosen = changed if most is None else changed[: max(0, most)]
        for start in range(0, len(chosen), AT_ONCE):
            some = set(chosen[start : start + AT_ONCE])
            self.passages.replace(
                persona.id,
                shelf.passages,
                gone=[item_id for item_id in gone if item_id in some],
                new={item_id: made for item_id, made in new.items() if item_id in some},
            )
        return len(chosen), len(chosen) == len(changed)

    def _pieces(self, text: ShelvedText, held: frozenset[bytes] | None) -> Sequence[NewPassage] | None:
        """Return the passages of a text; `None` when they are there already."""
        if len(text.text) <= self.chunks.characters and held == frozenset({content_hash(text.text)}):
            return None  # the usual case, without a look at its words
        pieces = cut(text.text, side=Side.WHOLE, rules=self.chunks)
        return None if held == frozenset(piece.hash for piece in pieces) else pieces
