"""Remove: documents are known no more (SPEC K1).  Their files are not touched."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.knowledge.document import KnowledgeDocument, KnownPathKind
from omoide.domain.knowledge.report import KnowledgeReport
from omoide.domain.personas.persona import Persona
from omoide.errors import DocumentNotFound
from omoide.ports.time.clock import Clock
from omoide.usecases.knowledge.take_in import TakeIn


@dataclass(frozen=True, slots=True)
class RemoveKnowledge:
    """Removes documents."""

    take_in: TakeIn
    clock: Clock

    def __call__(self, persona: Persona, name: str) -> KnowledgeReport:
        """Remove a document by its number, path or name, or a folder with all that was taken in from it.

        A file of a folder that stays is left out of later updates, until it is added again.  Raise `DocumentNotFound` when
        nothing is meant.
        """
        store = self.take_in.documents
        folders = store.sources(persona.id, KnownPathKind.FOLDER)
        known = store.all(persona.id)
        named = self.take_in.files.named(name)
        meant = _meant(known, name, named)
        dropped = [folder for folder in folders if is_below(folder, named)]
        if not meant and not dropped:
            raise DocumentNotFound(name)
        left_out = store.sources(persona.id, KnownPathKind.LEFT_OUT)
        store.drop_sources(persona.id, [*dropped, *(each for each in left_out if is_below(each, named))])
        staying = [folder for folder in folders if folder not in dropped]
        passed_over = [each.path for each in meant if any(is_below(each.path, folder) for folder in staying)]
        store.add_sources(persona.id, passed_over, kind=KnownPathKind.LEFT_OUT, at=self.clock.now())
        self.documents(persona, meant)
        return KnowledgeReport(removed=tuple(meant))

    def documents(self, persona: Persona, documents: Sequence[KnowledgeDocument]) -> None:
        """Remove these documents."""
        with self.take_in.files.alone():
            self.take_in.loading.drop(persona.id, [each.id for each in documents])
            self.take_in.sweep(persona)


def is_below(path: str, folder: str) -> bool:
    """Tell whether a path is this folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _meant(known: Sequence[KnowledgeDocument], name: str, path: str) -> list[KnowledgeDocument]:
    """Return the documents with this number, at or below this path, or the only one of this name."""
    number = name.strip().removeprefix("#")
    if number.isdecimal():
        return [each for each in known if str(each.id) == number]
    below = [each for each in known if is_below(each.path, path)]
    same = [each for each in known if each.name == name.strip()]
    return below or (same if len(same) == 1 else [])
