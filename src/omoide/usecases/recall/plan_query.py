"""Plan a query: whether to search, for which words, which keywords, and what is asked for (SPEC R1; NEX 能動的記憶想起)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from omoide.asks.classify_query import ClassifyQuery
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.query_plan import QueryPlan
from omoide.domain.understanding.query import classify_query
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Thinker


class QueryStep(StrEnum):
    """Who plans."""

    OFF = "off"
    """Nobody: every cue is searched for as it stands."""
    RULES = "rules"
    MODEL = "model"
    """The persona's internal model, in one call; rules where it has none or it does not answer."""


@dataclass(frozen=True, slots=True)
class PlanQuery:
    """Decides how the past is searched."""

    step: QueryStep = QueryStep.RULES
    thinker: Callable[[], Thinker] | None = None
    """Whoever answers for the persona; `None` where no model does."""

    def __call__(self, persona: Persona, cue: str, *, recent: tuple[str, ...] = ()) -> QueryPlan:
        """Return the plan; that no model can be had is no error."""
        if self.step is QueryStep.OFF:
            return QueryPlan(search=True, words=(), keywords=(), intent=Intent.FACTUAL)
        if self.step is QueryStep.MODEL and self.thinker is not None:
            try:
                return self.thinker().answer(ClassifyQuery(cue, recent)).value
            except (Refused, Unavailable):
                pass  # rules plan as well as they can
        return classify_query(cue, recent=recent, default=persona.language)
