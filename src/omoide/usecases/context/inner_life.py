"""Sections of what the persona knows of people, what moves it, and what it would like to know (SPEC I1, EN1, EN2, D5, X3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.context.budgeting import Item
from omoide.usecases.beliefs.asking import AskAboutCandidates
from omoide.usecases.context.sections import AskedSection, content_key
from omoide.usecases.drives.feel import FeelDrives
from omoide.usecases.entities.proposals import HandleProposals
from omoide.usecases.entities.reading import ReadEntities


@dataclass(frozen=True, slots=True)
class EntityNames:
    """Whom and what the persona knows, by name alone; it reads a profile when it wants."""

    read: ReadEntities

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the names on one line."""
        told = self.read.index(asked.persona).text
        return [Item("names", (told,), may_be_cut=True)] if told else []


@dataclass(frozen=True, slots=True)
class EntityProposals:
    """Names that recur and that nothing is written about yet."""

    proposals: HandleProposals
    most: int

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the proposals that this session is told, always the same ones."""
        found = self.proposals.to_tell(asked.persona, session_id=asked.session_id, limit=self.most)
        return [Item(str(number), (line,), marks=f"[{asked.day.isoformat()}][proposal]") for number, line in found]


@dataclass(frozen=True, slots=True)
class StrongDrives:
    """What moves the persona from within, where it is strong."""

    feel: FeelDrives

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the strong drives in words, the strongest first."""
        lines = self.feel(asked.persona, at=asked.now).lines
        return [Item(content_key(line), (line,), place=float(place)) for place, line in enumerate(lines)]


@dataclass(frozen=True, slots=True)
class QuestionToAsk:
    """The likeliest of what is only supposed, for the persona to ask about when it fits."""

    ask: AskAboutCandidates

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return one question; in a session it counts as asked."""
        found = self.ask(asked.persona, limit=1, counts=bool(asked.session_id))
        return [Item(f"{each.target.value}{each.id}", (each.text,)) for each in found]
