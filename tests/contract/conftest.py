"""One suite for every backend: a test asks for `stores` and runs once on each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from omoide.adapters.index.fulltext import Fts5TextIndex
from omoide.adapters.index.nearest import ResidentVectorIndex
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.adapters.sql.personas.personas import SqlPersonaStore, SqlSettingStore
from omoide.adapters.sql.recall.passages import SqlPassageStore
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import EventStore
from omoide.ports.personas.store import PersonaStore, SettingStore
from omoide.ports.recall.search import PassageStore, TextIndex, VectorIndex

START = Moment(1_767_225_600)
"""1 January 2026, 00:00 UTC."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Every store of one backend."""

    database: Database
    personas: PersonaStore
    settings: SettingStore
    events: EventStore
    passages: PassageStore
    texts: TextIndex
    vectors: VectorIndex

    def persona(self, name: str = "haru") -> Persona:
        return self.personas.add(name, language=Language.JA, timezone="Asia/Tokyo", at=START)


def open_stores(folder: Path) -> Stores:
    database = open_sqlite(folder / "omoide.db")
    migrate.bring_up_to_date(database, lock=folder / "omoide.db.migrating")
    return Stores(
        database,
        SqlPersonaStore(database),
        SqlSettingStore(database),
        SqlEventStore(database),
        SqlPassageStore(database),
        Fts5TextIndex(database),
        ResidentVectorIndex(database, cache=folder / "cache"),
    )


@pytest.fixture(params=["sqlite"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    """Every store of the backend under test, empty."""
    assert request.param == "sqlite"
    opened = open_stores(tmp_path)
    yield opened
    opened.database.close()
