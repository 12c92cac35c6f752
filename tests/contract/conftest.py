"""One suite for every backend: a test asks for `stores` and runs once on each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from omoide.adapters.index.fulltext import SqlTextIndex
from omoide.adapters.index.nearest import ResidentVectorIndex
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.adapters.sql.personas.personas import SqlPersonaStore, SqlSettingStore
from omoide.adapters.sql.postgres.database import open_postgres
from omoide.adapters.sql.recall.passages import SqlPassageStore
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import EventStore
from omoide.ports.personas.store import PersonaStore, SettingStore
from omoide.ports.recall.search import PassageStore, TextIndex, VectorIndex
from tests.fakes.postgres import TestServer

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

    @property
    def is_on_a_server(self) -> bool:
        """True on PostgreSQL."""
        return self.database.engine.dialect.name == "postgresql"

    def persona(self, name: str = "haru") -> Persona:
        return self.personas.add(name, language=Language.JA, timezone="Asia/Tokyo", at=START)


def open_stores(folder: Path, url: str | None = None) -> Stores:
    database = open_sqlite(folder / "omoide.db") if url is None else open_postgres(url, durable=False)
    migrate.bring_up_to_date(database, lock=folder / "omoide.db.migrating")
    return Stores(
        database,
        SqlPersonaStore(database),
        SqlSettingStore(database),
        SqlEventStore(database),
        SqlPassageStore(database),
        SqlTextIndex(database),
        ResidentVectorIndex(database, cache=folder / "cache"),
    )


@pytest.fixture(params=["sqlite", "postgresql"])
def url(
    request: pytest.FixtureRequest, postgres: Callable[[], TestServer], monkeypatch: pytest.MonkeyPatch
) -> str | None:
    """The address of the backend under test, empty; none for a file in the home.  Every home that is opened is on it."""
    if request.param == "sqlite":
        return None
    address = postgres().clean()
    monkeypatch.setenv("OMOIDE_DATABASE__URL", address)
    return address


@pytest.fixture
def stores(url: str | None, tmp_path: Path) -> Iterator[Stores]:
    """Every store of the backend under test, empty."""
    opened = open_stores(tmp_path, url)
    yield opened
    opened.database.close()


@pytest.fixture
def mind(url: str | None, opened: Callable[..., Omoide]) -> Mind:
    """One persona, haru, in Tokyo, who speaks Japanese and remembers nothing yet, on the backend under test."""
    omoide = opened()
    omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    return omoide.mind("haru")
