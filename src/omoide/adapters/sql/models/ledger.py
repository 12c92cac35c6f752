"""The ledger and the owner's prices in SQL."""

from collections.abc import Mapping

from sqlalchemy import delete, func, insert, select

from omoide.adapters.sql.database import AnyRow, Database, scalar_int
from omoide.adapters.sql.models.tables import ledger, prices
from omoide.domain.models.spending import KNOWN_PRICES, Call, CallOutcome, Price, Usage
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class SqlLedger:
    """Keeps every call."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, call: Call) -> None:
        """Keep the call, durably."""
        with self._database.writing_beside() as connection:
            connection.execute(insert(ledger).values(_row(call)))

    def spent_nano_usd(self, *, since: Moment) -> int:
        """Return what all calls from this moment on have cost."""
        query = select(func.sum(ledger.c.nano_usd)).where(ledger.c.at >= since)
        with self._database.reading() as connection:
            return scalar_int(connection.execute(query).scalar())

    def calls(self, *, since: Moment, until: Moment | None = None) -> list[Call]:
        """Return the calls of a stretch of time, oldest first."""
        query = select(ledger).where(ledger.c.at >= since)
        if until is not None:
            query = query.where(ledger.c.at < until)
        with self._database.reading() as connection:
            return [_call(row) for row in connection.execute(query.order_by(ledger.c.at, ledger.c.id))]


class SqlPriceList:
    """The prices the owner gave, over the known ones."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def prices(self) -> Mapping[str, Price]:
        """Return the price of each model by name."""
        return {**KNOWN_PRICES, **self.own()}

    def own(self) -> Mapping[str, Price]:
        """Return only the prices the owner has given."""
        with self._database.reading() as connection:
            return {row.model: _price(row) for row in connection.execute(select(prices).order_by(prices.c.model))}

    def set(self, model: str, price: Price | None) -> None:
        """Keep the owner's price of a model; `None` takes it away."""
        with self._database.writing() as connection:
            if price is None:
                connection.execute(delete(prices).where(prices.c.model == model))
                return
            values = {
                "input_usd": price.input_usd,
                "output_usd": price.output_usd,
                "cache_read_usd": price.cache_read_usd,
                "cache_write_usd": price.cache_write_usd,
                "batch_factor": price.batch_factor,
            }
            statement = self._database.upsert(prices, keys=["model"], values=list(values))
            connection.execute(statement.values(model=model, **values))


def _row(call: Call) -> dict[str, object]:
    return {
        "at": call.at,
        "persona_id": call.persona_id,
        "purpose": call.purpose,
        "model": call.model,
        "input_tokens": call.usage.input_tokens,
        "output_tokens": call.usage.output_tokens,
        "cache_read_tokens": call.usage.cache_read_tokens,
        "cache_write_tokens": call.usage.cache_write_tokens,
        "nano_usd": call.nano_usd,
        "latency_ms": call.latency_ms,
        "outcome": call.outcome.value,
        "batched": call.batched,
    }


def _call(row: AnyRow) -> Call:
    return Call(
        at=Moment(row.at),
        persona_id=None if row.persona_id is None else PersonaId(row.persona_id),
        purpose=row.purpose,
        model=row.model,
        usage=Usage(row.input_tokens, row.output_tokens, row.cache_read_tokens, row.cache_write_tokens),
        nano_usd=row.nano_usd,
        latency_ms=row.latency_ms,
        outcome=CallOutcome(row.outcome),
        batched=row.batched,
    )


def _price(row: AnyRow) -> Price:
    return Price(row.input_usd, row.output_usd, row.cache_read_usd, row.cache_write_usd, row.batch_factor)
