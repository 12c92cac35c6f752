"""Everything that thinking plugs into in one data home: ledger, prices, kept answers, connections."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from zoneinfo import ZoneInfo

from omoide.adapters.embedders.stored import StoredEmbedder
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.models.answers import SqlAnswerStore, SqlVectorCache
from omoide.adapters.sql.models.batches import SqlBatchStore
from omoide.adapters.sql.models.ledger import SqlLedger, SqlPriceList
from omoide.adapters.thinkers.batch_queue import BatchQueue, Collected
from omoide.adapters.thinkers.meter import Meter, Purse, Tariff
from omoide.adapters.thinkers.model.market_prices import market_price
from omoide.adapters.thinkers.model.prompts import Prompts
from omoide.adapters.thinkers.model.role import ModelRole
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.adapters.thinkers.thinking import MISSING, Thinking
from omoide.asks.ask import Role
from omoide.domain.models.spending import Caps
from omoide.domain.personas.persona import Persona
from omoide.ports.models.embedder import Embedder
from omoide.ports.time.clock import Clock

LOCKS = "locks"
PROMPTS = "prompts"


class ThinkingPlugs:
    """The plugs of thinking; each is made when it is first used."""

    def __init__(
        self, database: Database, *, home: Path, clock: Clock, tz: ZoneInfo, caps: Caps, environ: Mapping[str, str]
    ) -> None:
        self._database = database
        self._home = home
        self._clock = clock
        self._environ = environ
        self.tz = tz
        self.caps = caps

    @cached_property
    def ledger(self) -> SqlLedger:
        """Return what calls to models have cost."""
        return SqlLedger(self._database)

    @cached_property
    def prices(self) -> SqlPriceList:
        """Return what models cost."""
        return SqlPriceList(self._database)

    @cached_property
    def answers(self) -> SqlAnswerStore:
        """Return the answers that were paid for."""
        return SqlAnswerStore(self._database)

    @cached_property
    def text_vectors(self) -> SqlVectorCache:
        """Return the vectors that were paid for."""
        return SqlVectorCache(self._database)

    @cached_property
    def purse(self) -> Purse:
        """Return the caps on spending and what they are held against."""
        return Purse(self.ledger, self.prices, self._clock, self.tz, caps=self.caps, market=market_price)

    @cached_property
    def thinking(self) -> Thinking:
        """Return what all thinkers share."""
        return Thinking(
            purse=self.purse,
            answers=self.answers,
            flight=FileSingleFlight(self._home / LOCKS),
            clock=self._clock,
            environ=self._environ,
            prompts=Prompts(self._home / PROMPTS),
            is_waiting=self.batches.is_waiting,
        )

    @cached_property
    def batches(self) -> SqlBatchStore:
        """Return the batches under way at providers."""
        return SqlBatchStore(self._database)

    @cached_property
    def desk(self) -> BatchQueue:
        """Return where questions that can wait a day are handed in and collected."""
        return BatchQueue(self.batches, self.answers, self.thinking.batches)

    def collect(self, roles: Sequence[ModelRole]) -> Collected:
        """Keep the answers of every batch of these roles that has ended."""
        return self.desk.collect(roles, meter=lambda persona_id: Meter(self.purse, persona_id))

    def models(self, roles: Mapping[Role, ModelRole], *, persona: Persona) -> dict[Role, StoredThinker]:
        """Return the models this persona thinks with, by role; one whose key is missing is as good as none."""
        return {
            role: self.thinking.stored(model, language=persona.language, persona_id=persona.id)
            for role, model in roles.items()
            if self.thinking.key_found(model) != MISSING
        }

    def metered(self, embedder: Embedder, *, tariff: Tariff, batch: int) -> Embedder:
        """Return a paid embedder with its ledger, caps and kept vectors."""
        return StoredEmbedder(embedder, self.text_vectors, Meter(self.purse), tariff, batch=batch)

    def close(self) -> None:
        """Let go of connections."""
        if "thinking" in self.__dict__:
            self.thinking.close()
