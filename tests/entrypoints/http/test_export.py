"""A whole mind over HTTP: sent as it is written, given up when nobody listens, broken off where something goes wrong."""

import asyncio
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert

from omoide import Omoide, SimulatedClock
from omoide.adapters.sql.tables import events
from omoide.adapters.sql.topics.tables import topics
from omoide.client import AsyncClient, Client
from omoide.entrypoints.http.sent_back import PIECE_BYTES, WAITING, Pipe
from omoide.entrypoints.web.app import web_app
from omoide.errors import ArchiveRefused, InvalidInput, NotAllowed, PersonaNotFound, ServerUnavailable, StoreUnavailable
from tests.conftest import NOW
from tests.entrypoints.http.life import live
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

PATIENCE_SECONDS = 20.0


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        folder = tmp_path_factory.mktemp("export") / "home"
        opened = Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere")
    live(opened)
    opened.mind("haru").secret_diary.append("誰にも言わない")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(home: Omoide) -> Iterator[str]:
    with served(web_app(home, doors=("api",))) as where:
        yield where


def names(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_the_clients_take_a_mind_along(address: str, home: Omoide, tmp_path: Path) -> None:
    with Client(address) as client:
        size = client.persona("haru").export(tmp_path / "haru.omoide")
        assert size == (tmp_path / "haru.omoide").stat().st_size
        assert (tmp_path / "haru.omoide").stat().st_mode & 0o777 == 0o600
        client.add_persona("second")
        taken = client.persona("second").import_archive(tmp_path / "haru.omoide")
        assert taken is not None
        assert taken.done == taken.total
        with pytest.raises(ArchiveRefused, match="has a mind already"):
            client.persona("second").import_archive(tmp_path / "haru.omoide")
        with pytest.raises(InvalidInput, match="already there"):
            client.persona("haru").export(tmp_path / "haru.omoide")
        with pytest.raises(PersonaNotFound):
            client.persona("nobody").export(tmp_path / "nobody.omoide")

    async def beside() -> None:
        async with AsyncClient(address) as client:
            await client.persona("haru").export(tmp_path / "with.omoide", secret_diary=True)

    asyncio.run(beside())
    assert names(tmp_path / "with.omoide") == names(tmp_path / "haru.omoide")
    assert "誰にも言わない".encode() in zipfile.ZipFile(tmp_path / "with.omoide").read("notes.jsonl")
    assert "誰にも言わない".encode() not in zipfile.ZipFile(tmp_path / "haru.omoide").read("notes.jsonl")
    assert [e.user for e in home.mind("second").log()] == [e.user for e in home.mind("haru").log()]
    assert {each.name for each in tmp_path.iterdir()} == {"haru.omoide", "with.omoide"}


@pytest.mark.parametrize("scope", ["read", "write"])
def test_only_who_may_do_everything_takes_a_mind_along_or_brings_one(
    address: str, home: Omoide, tmp_path: Path, scope: str
) -> None:
    key = home.keys.add(persona="haru", scope=scope).text
    with Client(address, key=key) as client:
        with pytest.raises(NotAllowed):
            client.persona("haru").export(tmp_path / "haru.omoide")
        assert client.persona("haru").nexus_files().goals
    sent = httpx.post(f"{address}/v1/personas/haru/import/archive", headers={"x-omoide-key": key}, content=b"x")

    assert sent.status_code == 403
    assert not list(tmp_path.iterdir())
    assert not list((home.home / "sent-documents").glob("*/*"))


@pytest.fixture(scope="module", autouse=True)
def long(home: Omoide) -> None:
    """Let somebody have more to say than fits into a few pieces."""
    mind = home.persona("long")
    database = home._home.foundation.database
    said = {"persona_id": mind.persona.id, "source": "chat", "client_id": "", "session_id": "", "origin": "owner"}
    with database.writing() as connection:
        rows = [said | {"created": NOW + n, "user_text": str(hash((n, "x"))) * 60} for n in range(6_000)]
        connection.execute(insert(events), rows)


def test_whoever_leaves_in_the_middle_ends_the_writing(address: str) -> None:
    with httpx.stream("GET", f"{address}/v1/personas/long/export", timeout=30) as answer:
        assert next(answer.iter_raw())
        writing = [each for each in threading.enumerate() if each.name == "omoide-export"]
    until = time.monotonic() + PATIENCE_SECONDS
    for thread in writing:
        thread.join(max(0.0, until - time.monotonic()))

    assert not any(thread.is_alive() for thread in writing)


def test_a_pipe_that_nobody_empties_is_given_up() -> None:
    pipe = Pipe(stalled_seconds=0.5)
    for _ in range(WAITING):
        pipe.write(b"x" * PIECE_BYTES)
    with pytest.raises(ServerUnavailable, match="nobody takes"):
        pipe.write(b"x" * PIECE_BYTES)
    assert pipe.is_left.is_set()


def test_an_error_in_the_middle_leaves_no_half_of_a_file(address: str, tmp_path: Path, home: Omoide) -> None:
    mind = home.mind("long")
    topic = {"persona_id": mind.persona.id, "name": "n", "named_by": "", "nickname": "", "is_fixed": False}
    text = {"description": "", "summary": "damaged", "told_by": "", "told_of": "[]", "told_size": 0, "created": NOW}
    with home._home.foundation.database.writing() as connection:
        connection.execute(insert(topics).values(topic | text))
    with Client(address) as client, pytest.raises(ServerUnavailable):
        client.persona("long").export(tmp_path / "half.omoide")
    with pytest.raises(StoreUnavailable, match="cannot be exported"):
        mind.export(tmp_path / "here.omoide")

    assert not list(tmp_path.iterdir())
