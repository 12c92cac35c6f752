"""Documents that are looked up when they are asked for: `mind.knowledge`.

mind.knowledge.add("manuals/")                    # a file, or a folder and all below it
for hit in mind.knowledge.search("保証は何年？"):
    print(hit.cited(), hit.score, hit.text)
"""

from collections.abc import Callable
from pathlib import Path

from omoide.bootstrap import Home
from omoide.domain.knowledge.document import KnowledgeDocument, KnownPathKind
from omoide.domain.knowledge.hits import KnowledgeHit
from omoide.domain.knowledge.report import KnowledgeReport, KnowledgeStep
from omoide.domain.personas.persona import Persona

Progress = Callable[[KnowledgeStep], None]


class MindKnowledge:
    """The documents that one persona can look up.  Nothing else reaches them: no recall, no prompt, no night."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._persona = persona

    def add(self, path: str | Path, *, progress: Progress | None = None) -> KnowledgeReport:
        """Take in a file, or every document of a folder and below it; what is known by its bytes is not read again.

        Raise `DocumentRefused` when a single file cannot be taken in; of a folder such files are in `troubles`.
        """
        return self._home.knowledge.add(self._persona)(self._persona, str(path), progress=progress)

    def update(self, *, prune: bool = False, progress: Progress | None = None) -> KnowledgeReport:
        """Read what has changed, take in what is new in folders that were added, and tell which files are gone.

        Files that are gone stay known, marked as missing, until they are removed; with `prune` they are removed now.
        """
        return self._home.knowledge.add(self._persona).update(self._persona, prune=prune, progress=progress)

    def remove(self, name: str | int | Path) -> KnowledgeReport:
        """Remove a document by its number, path or name, or a folder with all that was taken in from it.

        Raise `DocumentNotFound` when nothing is meant.  The files themselves are not touched.
        """
        return self._home.knowledge.remove(self._persona)(self._persona, str(name))

    def documents(self) -> list[KnowledgeDocument]:
        """Return every document that is known, by path."""
        return self._home.knowledge.store.all(self._persona.id)

    def folders(self) -> list[str]:
        """Return the folders that were added: an update looks through them for what is new."""
        return self._home.knowledge.store.sources(self._persona.id, KnownPathKind.FOLDER)

    def search(self, query: str, *, limit: int | None = None) -> list[KnowledgeHit]:
        """Return what documents say about something, the best first, each with its file and place."""
        most = self._home.foundation.settings(self._persona.id).knowledge.most_hits if limit is None else limit
        with self._home.work.courtesy.first():
            return self._home.knowledge.search(self._persona, query, limit=most)
