"""Names that look like addresses: slashes, dots, percent signs, other scripts; each is one name, and nobody else's."""

import time
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from omoide import Omoide, SimulatedClock
from omoide.client import Client
from omoide.domain.keys.audit import AuditEntry
from omoide.entrypoints.web.app import web_app
from omoide.errors import NotAllowed, PersonaNotFound
from tests.conftest import NOW
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

NAMES = [
    "a/b", "a", "b", "..", ".", "...", "/", "//", "a//b", "../haru", "%2F", "%2f", "a%2Fb", "🐈/🐕", "猫／犬", "日本 語",
    "a?b", "a#b", "a&b=c", "notes", "a/notes/core_memory", "v1", "a+b", "'\"", "a\\b", "haru/", "/haru",
]  # fmt: skip
ONLY = [name for name in NAMES if name != "%2f"]
"""Case does not tell personas apart."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        folder = tmp_path_factory.mktemp("names") / "home"
        opened = Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere")
    for name in ("haru", *dict.fromkeys(name.replace("／", "/") for name in ONLY)):
        opened.add_persona(name, language="ja")
        opened.mind(name).notes.notepad.write(f"of {name}")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(home: Omoide) -> Iterator[str]:
    with served(web_app(home, doors=("api",))) as where:
        yield where


@pytest.mark.parametrize("name", NAMES)
def test_every_persona_is_reached_by_its_name(address: str, home: Omoide, name: str) -> None:
    with Client(address) as client:
        there = client.persona(name)
        assert there.persona().name == home.mind(name).persona.name
        assert there.notes.read("notepad").text == home.mind(name).notes.notepad.read().text
        event = there.observe(user=f"for {name}", assistant="yes")
        assert there.event(event.id).user == f"for {name}"
        if name == NAMES[0]:
            assert there.catch_up() is not None  # the address of its progress, too


@pytest.mark.parametrize("name", NAMES)
def test_entities_are_reached_by_their_names(address: str, name: str) -> None:
    with Client(address) as client:
        people = client.persona("haru").entities
        written = people.write(name, f"- {name} is somebody.")
        assert people.get(name).entity.name == written.name
        assert people.remove(name).name == written.name


def test_a_key_of_one_opens_no_name_that_looks_like_a_way_to_it(address: str, home: Omoide) -> None:
    key = home.keys.add(persona="haru", scope="admin").text
    with Client(address, key=key) as client:
        assert client.persona("haru").persona().name == "haru"
        for name in ("../haru", "haru/", "/haru", "a/b", "."):
            with pytest.raises(NotAllowed):
                client.persona(name).persona()
    slashed = home.keys.add(persona="a/b", scope="read").text
    with Client(address, key=slashed) as client:
        assert client.persona("a/b").persona().name == "a/b"
        with pytest.raises(NotAllowed):
            client.persona("a").persona()


def test_slashes_that_are_not_coded_still_part_names(address: str) -> None:
    with Client(address) as client, pytest.raises(PersonaNotFound):
        client.persona("a/c").persona()
    assert httpx.get(f"{address}/v1/personas/a/c").json()["kind"] == "NoSuchRoute"
    assert httpx.get(f"{address}/v1/personas/a%2Fb/notes/notepad").json()["text"] == "of a/b"
    assert httpx.get(f"{address}/v1/personas/a%2fb/notes/notepad").json()["text"] == "of a/b"
    assert httpx.get(f"{address}/v1%2Fpersonas").status_code == 404


def test_the_character_that_holds_apart_is_no_ones(address: str) -> None:
    answer = httpx.get(f"{address}/v1/personas/a{quote(chr(0xFDD0))}b")

    assert (answer.status_code, answer.json()["kind"]) == (400, "BadRequest")


def test_the_audit_names_the_persona_as_it_is(address: str, home: Omoide) -> None:
    key = home.keys.add(persona="a/b", scope="read")
    httpx.get(f"{address}/v1/personas/a%2Fb", headers={"x-omoide-key": key.text})
    until, found = time.monotonic() + 10, list[AuditEntry]()
    while not found and time.monotonic() < until:  # it is written beside the requests
        found = [each for each in home.keys.audit(limit=1_000) if each.key_id == key.key.id]

    assert [(each.persona, each.route) for each in found] == [("a/b", "/v1/personas/{persona}")]
