"""Recall: what comes to mind for a cue, and why."""

from dataclasses import dataclass

from omoide.domain.ranking import RankingRules
from omoide.ports.embedder import Embedder
from omoide.ports.search import TextIndex, VectorIndex
from omoide.ports.stores import EventStore
from omoide.usecases.catch_up import CatchUp


@dataclass(frozen=True, slots=True)
class Recall:
    """Finds what matters for a cue."""

    events: EventStore
    texts: TextIndex
    vectors: VectorIndex
    embedder: Embedder
    catch_up: CatchUp
    rules: RankingRules
    reach: int
    catch_up_seconds: float
