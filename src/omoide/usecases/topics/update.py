"""Update: new memories and told days join topics, or found one; then names and summaries that are to be made (SPEC EP9).

What was not looked at yet is read from the store, a portion at a time, and each portion is one transaction: killed anywhere, the next
run goes on, and a second run does nothing.  A portion costs the same however long the past is.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.topics.clustering import ClusterRules, Points, Sorted, sorted_in
from omoide.domain.topics.topic import TopicId
from omoide.ports.models.embedder import Embedder
from omoide.ports.time.clock import Clock
from omoide.ports.topics.store import PointsRead, TopicPlace, TopicPoint, TopicPoints, TopicStep
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.topics.centring import Centring
from omoide.usecases.topics.tell import TellTopics

Between = Callable[[], None]
PORTION: Final = 500
"""Points that are looked at in one step."""
MOST_TRIES: Final = 20
"""How often a portion is decided again because somebody else changed topics meanwhile."""


@dataclass(frozen=True, slots=True)
class TopicReport:
    """What a run did."""

    looked_at: int = 0
    """Memories and special episodes."""
    joined: int = 0
    """Of them and of those that had waited, how many belong to a topic now."""
    born: tuple[TopicId, ...] = ()
    told: tuple[TopicId, ...] = ()
    """Topics that got a name and a summary."""
    fell_back: tuple[TopicId, ...] = ()
    """Of them, those for which no answer could be had from a model."""


def _at_once() -> None:
    """Let nobody go first."""


@dataclass(frozen=True, slots=True)
class UpdateTopics:
    """Sorts what is new into topics."""

    points: TopicPoints
    centring: Centring
    embedder: Embedder
    catch_up: CatchUp
    tell: TellTopics
    clock: Clock
    rules: ClusterRules
    portion: int = PORTION

    def __call__(self, persona: Persona, *, between: Between = _at_once) -> TopicReport:
        """Sort everything that is new, and name what is to be named; `between` is called after each step."""
        self.catch_up(persona.id, progress=lambda _done: between())
        self.centring(persona)  # also when nothing is new: the embedding model may be another one
        report, tries = TopicReport(), 0
        while (step := self._decided(persona)) is not None:
            born = self.points.keep(persona.id, self.embedder.space, step)
            tries = tries + 1 if born is None else 0
            if tries == MOST_TRIES:  # the next run goes on
                break
            if born is not None:
                report = replace(
                    report,
                    looked_at=report.looked_at + len(step.fresh),
                    joined=report.joined + len(step.sorted.joined),
                    born=(*report.born, *born.values()),
                )
            between()
        told, fell_back = self.tell(persona, between=between)
        return replace(report, told=told, fell_back=fell_back)

    def _decided(self, persona: Persona) -> TopicStep | None:
        """Return what the next portion changes; `None` when everything was looked at."""
        space, place = self.embedder.space, self.points.place(persona.id)
        read = self.points.fresh(persona.id, space, after=place.passage_id, limit=self.portion)
        if not read.points:
            return None
        centres = self.centring(persona)
        waiting = self.points.waiting(persona.id, space, since=place.number + 1 - self.rules.window)
        fresh = numbered(read, after=place.number)
        done: Sorted = sorted_in(centres, arranged(waiting, persona), arranged(fresh, persona), rules=self.rules)
        last = fresh.points[-1]
        after = TopicPlace(last.passage_id, last.number, place.tick)
        return TopicStep(after, fresh.points, done, self.clock.now())


def numbered(read: PointsRead, *, after: int) -> PointsRead:
    """Return the points with their places in the order."""
    points = tuple(replace(point, number=after + place) for place, point in enumerate(read.points, start=1))
    return PointsRead(points, read.vectors)


def arranged(read: PointsRead, persona: Persona) -> Points:
    """Return the points side by side, each with the persona's own day."""
    return Points(
        np.array([point.number for point in read.points], np.int64),
        np.array([_day(point, persona) for point in read.points], np.int64),
        read.vectors,
    )


def _day(point: TopicPoint, persona: Persona) -> int:
    return moment.day(point.created, tz=persona.tz).toordinal()
