"""Add, update: files and folders are taken in, and brought up to date (SPEC K1).

What is known by its bytes is not read again.  A file that cannot be taken in is told and stops nothing; one that is gone is
told, and known until somebody removes it, for a disk that is not there today may be back tomorrow.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.knowledge.document import KnowledgeDocument, KnownPathKind
from omoide.domain.knowledge.report import FileTrouble, KnowledgeReport, KnowledgeStep, TroubleKind, refusal
from omoide.domain.personas.persona import Persona
from omoide.errors import DocumentRefused, EmbedderUnavailable
from omoide.ports.knowledge.files import Listing
from omoide.ports.time.clock import Clock
from omoide.usecases.knowledge.remove import RemoveKnowledge, is_below
from omoide.usecases.knowledge.take_in import TakeIn
from omoide.usecases.recall.catch_up import CatchUp

EMBED_AFTER: Final = 200
"""Chunks after which vectors are made: so that turns which come meanwhile do not wait behind thousands of chunks for theirs."""
Progress = Callable[[KnowledgeStep], None]


@dataclass(slots=True)
class _Done:
    """What was done so far."""

    added: list[KnowledgeDocument] = field(default_factory=list)
    changed: list[KnowledgeDocument] = field(default_factory=list)
    troubles: list[FileTrouble] = field(default_factory=list)
    unchanged: int = 0
    waiting: int = 0
    vectors_wait: bool = False


@dataclass(frozen=True, slots=True)
class AddKnowledge:
    """Adds documents, and brings them up to date."""

    take_in: TakeIn
    remove: RemoveKnowledge
    catch_up: CatchUp
    clock: Clock

    def __call__(self, persona: Persona, path: str, *, progress: Progress | None = None) -> KnowledgeReport:
        """Take in a file, or all documents of a folder and below it, which is looked through again by every update.

        Raise `DocumentRefused` when a single file cannot be taken in; of a folder such files are told in the report.
        """
        files, documents = self.take_in.files, self.take_in.documents
        named = files.named(path)
        if not files.is_folder(named):
            documents.drop_sources(persona.id, [named])
            done = self._taken(persona, [named], progress=progress)
            if done.troubles:
                raise refusal(done.troubles[0].path, done.troubles[0].kind, done.troubles[0].detail)
            return _report(done)
        listing = files.below(named, rules=self.take_in.rules)
        left_out = documents.sources(persona.id, KnownPathKind.LEFT_OUT)
        documents.drop_sources(persona.id, [each for each in left_out if is_below(each, named)])
        documents.add_sources(persona.id, [named], kind=KnownPathKind.FOLDER, at=self.clock.now())
        return _report(self._taken(persona, listing.paths, progress=progress), listing)

    def update(self, persona: Persona, *, prune: bool = False, progress: Progress | None = None) -> KnowledgeReport:
        """Read what has changed, take in what is new in folders that were added, and tell which files are gone.

        With `prune` those that are gone are removed.
        """
        files, documents = self.take_in.files, self.take_in.documents
        folders = documents.sources(persona.id, KnownPathKind.FOLDER)
        left_out = set(documents.sources(persona.id, KnownPathKind.LEFT_OUT))
        listings = [self._listed(folder) for folder in folders]
        known = documents.all(persona.id)
        gone = [each for each in known if files.is_gone(each.path)]
        missing = {each.path for each in gone}
        there = {each.path for each in known} | {path for listing in listings for path in listing.paths}
        done = self._taken(persona, sorted(there - missing - left_out), progress=progress)
        newly = [each.id for each in gone if each.missing_since is None]
        if prune and gone:
            self.remove.documents(persona, gone)
        else:
            documents.set_missing(persona.id, newly, at=self.clock.now())
        kept = {each.id: each for each in documents.all(persona.id)}
        whole = Listing(
            paths=(),
            troubles=tuple(trouble for listing in listings for trouble in listing.troubles),
            ignored=sum(listing.ignored for listing in listings),
        )
        still = tuple(kept[each.id] for each in gone if each.id in kept)
        return _report(done, whole, missing=still, removed=tuple(gone) if prune else ())

    def _listed(self, folder: str) -> Listing:
        """Return what is in a folder; one that cannot be listed is told, and stops nothing."""
        try:
            return self.take_in.files.below(folder, rules=self.take_in.rules)
        except DocumentRefused as exc:
            return Listing((), (FileTrouble(exc.path, TroubleKind(exc.kind), exc.detail),))

    def _taken(self, persona: Persona, paths: Collection[str], *, progress: Progress | None) -> _Done:
        done = _Done()
        known = {each.path: each for each in self.take_in.documents.all(persona.id)}
        with self.take_in.files.alone():
            self.take_in.sweep(persona)  # what one that was killed has left
        step = KnowledgeStep("", 0, len(paths))
        for number, path in enumerate(paths, 1):
            step = KnowledgeStep(path, number, len(paths))
            heard = _heard(step, progress)
            heard(0)
            try:
                document, was_read = self.take_in(persona, path, known=known.get(path), heard=heard)
            except DocumentRefused as exc:
                done.troubles.append(FileTrouble(exc.path, TroubleKind(exc.kind), exc.detail))
                continue
            if not was_read:
                done.unchanged += 1
                continue
            (done.changed if path in known else done.added).append(document)
            done.waiting += document.facts.chunks
            if done.waiting >= EMBED_AFTER:
                self._embed(persona, done, step, progress)
        if done.waiting:
            self._embed(persona, done, step, progress)
        return done

    def _embed(self, persona: Persona, done: _Done, step: KnowledgeStep, progress: Progress | None) -> None:
        """Make the vectors of what was read; without an embedder words alone are found, and they are made later."""

        def heard(count: int) -> None:
            if progress is not None:
                progress(KnowledgeStep(step.path, step.number, step.files, vectors=count))

        try:
            self.catch_up(persona.id, progress=heard)
        except EmbedderUnavailable:
            done.vectors_wait = True
        done.waiting = 0


def _heard(step: KnowledgeStep, progress: Progress | None) -> Callable[[int], None]:
    def heard(chunks: int) -> None:
        if progress is not None:
            progress(KnowledgeStep(step.path, step.number, step.files, chunks=chunks))

    return heard


def _report(
    done: _Done,
    listing: Listing | None = None,
    *,
    missing: tuple[KnowledgeDocument, ...] = (),
    removed: tuple[KnowledgeDocument, ...] = (),
) -> KnowledgeReport:
    return KnowledgeReport(
        added=tuple(done.added),
        changed=tuple(done.changed),
        removed=removed,
        missing=missing,
        unchanged=done.unchanged,
        ignored=0 if listing is None else listing.ignored,
        troubles=(*(() if listing is None else listing.troubles), *done.troubles),
        vectors_wait=done.vectors_wait,
    )
