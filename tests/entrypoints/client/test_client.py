"""The client against a real server: the library's names, the library's errors, with asyncio and without."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tools.sync_client import formatted
from tools.sync_client import synchronous as without_asyncio

from omoide import Mind, Omoide, SimulatedClock
from omoide.client import AsyncClient, Client
from omoide.entrypoints.client import asynchronous, synchronous, wire
from omoide.entrypoints.web.app import web_app
from omoide.errors import (
    IdempotencyConflict,
    InvalidInput,
    KeyRefused,
    MemoryNotFound,
    NotAllowed,
    NotFound,
    PersonaExists,
    PersonaNotFound,
    Refused,
    ServerUnavailable,
    Unavailable,
)
from tests.conftest import NOW
from tests.entrypoints.http.life import live
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    folder = tmp_path_factory.mktemp("client") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        opened = Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere")
    live(opened)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(home: Omoide) -> Iterator[str]:
    with served(web_app(home, doors=("api",))) as where:
        yield where


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as opened:
        yield opened


@pytest.mark.slow
def test_the_client_without_asyncio_is_the_other_one() -> None:
    source, target = (Path(inspect.getfile(each)).read_text("utf-8") for each in (asynchronous, synchronous))

    assert target == formatted(without_asyncio(source))


def test_a_mind_far_away_has_the_names_of_one_nearby() -> None:
    here = {name for name in dir(Mind) if not name.startswith("_")}
    there = {name for name in dir(synchronous.RemoteMind) if not name.startswith("_")}

    assert there - here == {"mood", "morning", "import_log", "nexus_files"}  # of `feelings`, `sleep`, `host`


def test_turns_and_what_comes_to_mind(client: Client, home: Omoide) -> None:
    haru = client.persona("haru")
    event = haru.observe(user="金魚の名前はキン", session_id="c", idempotency_key="k")
    whole = haru.complete(event.id, assistant="覚えたよ")

    assert haru.event(event.id) == whole
    assert whole.created.isoformat() == "2026-03-29T09:00:00+09:00"
    assert [each.id for each in haru.log()] == [each.id for each in home.mind("haru").log(newest_first=True)]
    assert haru.log(limit=1, session_id="c") == [whole]
    hits = haru.recall("金魚の名前は？", limit=3, kinds=["event"])
    assert "キン" in hits[0].text
    assert haru.why().receipt is not None
    assert haru.why(hits[0].key).lines
    assert haru.why(haru.recalls(limit=1)[0].id).lines
    assert haru.not_that(hits[0].key, cue="金魚の名前は？").item == hits[0].key
    assert haru.context("金魚は元気？", preview=True).tokens > 0
    assert haru.context([{"role": "user", "content": "金魚は元気？"}], preview=True, render="anthropic").rendered


def test_the_parts_of_a_mind(client: Client) -> None:
    haru = client.persona("haru")
    assert haru.persona().name == "haru"
    [memory, *_] = haru.memories.all(limit=1)
    assert haru.memories.get(memory.label) == memory
    assert haru.memories.protect(memory.label).memory.protected
    assert not haru.memories.release(memory.label).protected
    assert haru.memories.archive(memory.label).current_level == 4
    assert haru.memories.restore(memory.label).archived_at is None
    assert haru.memories.history(memory.label)
    assert haru.memories.search("モモ")
    belief = haru.beliefs.all()[0]
    corrected = haru.beliefs.correct(belief.id, "猫の名前はモモ太", base=belief.version)
    assert haru.beliefs.get(belief.id) == corrected
    assert haru.beliefs.confirm(belief.id).settled is not None
    assert haru.beliefs.history(belief.id)
    assert haru.beliefs.strike_out(belief.id).version > corrected.version
    last = haru.beliefs.all()[-1].id
    assert haru.beliefs.close(last, wrong=True).id == last
    assert haru.preferences(status="all")
    note = haru.notes.read("notepad")
    assert haru.notes.write("notepad", "新しい", base=note.version).version == note.version + 1
    assert haru.notes.append("notepad", "行").text.endswith("行\n")
    assert haru.notes.search("行")
    assert [each.kind for each in haru.notes.all()] == ["notepad"]
    assert haru.entities.write("由香", "- 友だち。").name == "由香"
    assert haru.entities.get("由香").entity in haru.entities.all()
    assert haru.entities.search("友だち")
    assert haru.entities.remove("由香").name == "由香"
    goal = haru.goals.add("走る")
    assert haru.goals.note(goal.label, "一歩").notes[0].text == "一歩"
    assert haru.goals.abandon(goal.label, reason="膝").reason == "膝"
    assert haru.goals.reopen(goal.label).status == "active"
    assert haru.goals.complete(goal.label).status == "completed"
    assert haru.goals.get(goal.label) in haru.goals.list(ended=True)
    assert haru.goals.remove(goal.label).label == goal.label
    question = haru.questions.add("好きな色")
    assert haru.questions.resolve(question.id, answer="青").answer == "青"
    assert haru.questions.reopen(question.id) in haru.questions.list()
    assert haru.questions.delete(question.id).status == "deleted"
    [due, *_] = haru.due.all()
    assert haru.due(at=due.due.isoformat())
    haru.due.snooze(due.id, until="2026-04-02T10:00")
    haru.due.dismiss(due.id)
    assert haru.due.tell() == []
    assert haru.due.done(due.id).id == due.id
    assert haru.mood().text is not None
    assert haru.inner_state().levels
    assert haru.tools.list()
    assert haru.tools.render("mcp", read_only=True)
    assert not haru.tools.call("recall_memories", {"query": "猫"}).is_error
    assert haru.knowledge.add("a.txt", "保証は五年".encode()).added
    assert "五年" in haru.knowledge.search("保証")[0].text
    assert haru.knowledge.remove(haru.knowledge.documents()[0].id)
    assert [each.kind for each in haru.episodes()] == ["achievement"]
    assert haru.topics() == []
    assert haru.jobs.all() == []
    assert haru.dreams() == []
    assert haru.nexus_files().goals
    haru.set("retrieval.top_k", "7")
    assert haru.settings() == {"retrieval.top_k": "7"}
    haru.set("retrieval.top_k", None)


def test_a_sleep_is_waited_for_and_watched(client: Client) -> None:
    heard: list[int] = []
    report = client.persona("haru").sleep(stages=["goals", "tidy"], watch=lambda each: heard.append(each.id))

    assert report is not None
    assert report.ended is not None
    assert client.persona("haru").morning().text


def test_nothing_is_erased_without_the_name(client: Client) -> None:
    haru = client.persona("haru")
    haru.observe(user="消して", assistant="うん", session_id="gone")
    assert haru.erase(session_id="gone").is_rehearsal
    assert haru.erase(session_id="gone", confirm="haru").events == 1


def test_the_home_and_its_keys(client: Client, address: str) -> None:
    assert client.add_persona("aki", language="ja").name == "aki"
    assert [each.name for each in client.personas()] == ["haru", "june", "aki"]
    made = client.add_key(persona="aki", scope="read", rate="100/min")
    with Client(address, key=made.text) as aki:
        assert [each.name for each in aki.personas()] == ["aki"]
        with pytest.raises(NotAllowed):
            aki.persona("haru").recall("猫")
        with pytest.raises(NotAllowed):
            aki.persona("aki").observe(user="x")
        revoked, every = client.revoke_key(made.key.id), client.keys()
        assert revoked in every
        with pytest.raises(KeyRefused, match="revoked"):
            aki.personas()
    assert isinstance(client.audit(limit=1), list)


def test_errors_are_those_of_the_library(client: Client) -> None:
    haru = client.persona("haru")
    with pytest.raises(PersonaNotFound, match="'nobody'"):
        client.persona("nobody").recall("x")
    with pytest.raises(MemoryNotFound):
        haru.memories.get("mem_1")
    with pytest.raises(InvalidInput):
        haru.observe()
    with pytest.raises(PersonaExists):
        client.add_persona("haru")
    haru.observe(user="一", idempotency_key="one")
    with pytest.raises(IdempotencyConflict):
        haru.observe(user="二", idempotency_key="one")
    note = haru.notes.read("notepad")
    with pytest.raises(Refused, match="written since"):
        haru.notes.write("notepad", "x", base=note.version + 7)
    with pytest.raises(NotFound):
        client.persona("../../etc/passwd").log()


def test_a_server_that_is_not_there_or_speaks_otherwise_is_told() -> None:
    with (
        Client("http://127.0.0.1:9", timeout=2) as nobody,
        pytest.raises(ServerUnavailable, match="omoide serve --http"),
    ):
        nobody.personas()
    strange = httpx.MockTransport(lambda _request: httpx.Response(200, text="<html>"))
    with Client(transport=strange) as other, pytest.raises(ServerUnavailable):
        other.personas()
    failing = httpx.MockTransport(lambda _request: httpx.Response(502, text="bad gateway"))
    with Client(transport=failing) as broken, pytest.raises(Unavailable, match="502"):
        broken.personas()
    assert isinstance(wire.error_of("print", "x", status=404), NotFound)


def test_the_same_with_asyncio(address: str) -> None:
    async def talk() -> None:
        async with AsyncClient(address) as client:
            haru = client.persona("haru")
            await asyncio.gather(*(haru.observe(user=f"{number}羽の鳥", assistant="見たよ") for number in range(5)))
            assert "鳥" in (await haru.recall("鳥は何羽いた？", kinds=["event"]))[0].text
            report = await haru.sleep(stages=["tidy"])
            assert report is not None
            with pytest.raises(PersonaNotFound):
                await client.persona("nobody").log()

    asyncio.run(talk())
