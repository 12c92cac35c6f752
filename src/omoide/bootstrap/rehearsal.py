"""A dry run: the work that waits and the coming night, lived through on a copy, with nobody asked and nothing paid."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from omoide.adapters.embedders.counting import CountingEmbedder
from omoide.adapters.index.fulltext import SqlTextIndex
from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.sql import migrate
from omoide.adapters.sql.copying import copy_rows
from omoide.adapters.sql.database import open_sqlite
from omoide.adapters.thinkers.estimating import EstimatingThinker
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.bootstrap import embedding
from omoide.bootstrap.foundation import DATABASE
from omoide.bootstrap.home import Home, Opening
from omoide.config import Settings
from omoide.config.database import DatabaseSettings
from omoide.domain.models import spending
from omoide.domain.models.estimate import Expected
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.sleep_report import SleepReport

EMBED = "embed"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What the work that waits and the coming sleep would do, and take."""

    expected: dict[str, Expected]
    """What a model would be asked, by purpose."""
    slept: SleepReport


def rehearsed(home: Home, persona: Persona, *, typical: Mapping[str, float]) -> Rehearsal:
    """Return what digesting the turns that wait and the coming sleep would do, and take."""
    configuration = home.foundation.configuration
    counting = CountingEmbedder(home.embedder.space) if embedding.is_paid(configuration) else None
    embedder = counting or home.embedder
    rules = RulesThinker(
        language=persona.language, embedder=embedder, reader=shared_reader()
    )  # not the home's own: its embedder may be paid
    thinker = EstimatingThinker(home.models.models(persona), rules, typical, home.models.is_silent(persona))
    with TemporaryDirectory(prefix="omoide-rehearsal-") as folder:
        _copied(home, Path(folder))
        opening = Opening(
            environ={},
            clock=home.foundation.clock,
            embedder=embedder,
            thinker=thinker,
            durable=False,
        )
        copy = Home.of(replace(configuration, home=Path(folder), settings=_in_a_file(configuration.settings)), opening)
        try:
            copy.understanding.digest(persona)(persona)
            slept = copy.sleep.through(persona)(persona, early=True)
        finally:
            copy.close()
    expected = thinker.expected()
    return Rehearsal(expected if counting is None else expected | _of_vectors(home, counting), slept)


def _copied(home: Home, folder: Path) -> None:
    """Write a copy of everything into a file: of the home's own, or of what a server holds."""
    if home.foundation.server is None:
        home.upkeep.files.backup(folder / DATABASE)
        return
    copy = open_sqlite(folder / DATABASE, durable=False)
    try:
        migrate.bring_up_to_date(copy, lock=folder / f"{DATABASE}.migrating")
        copy_rows(home.foundation.server, copy)
        SqlTextIndex(copy).rebuild()
    finally:
        copy.close()


def _in_a_file(settings: Settings) -> Settings:
    """Return the settings of a home whose database is a file, whatever these say."""
    return settings.model_copy(update={"database": DatabaseSettings()})


def _of_vectors(home: Home, counting: CountingEmbedder) -> dict[str, Expected]:
    if not counting.calls:
        return {}
    price = home.models.purse.price(home.models.embedding_tariff)
    cost = None if price is None else spending.cost_nano_usd(counting.usage, price=price)
    return {EMBED: Expected(counting.calls, counting.usage, cost)}
