"""Deep recall is one word at every door, and what the persona's own tools get."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from omoide.client import Client
from omoide.entrypoints.web.app import web_app
from tests.conftest import NOW
from tests.entrypoints.command import command_in, ok
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

CUE = "歯医者はいつだっけ"
SOUNDS_ALIKE, ANSWERS = "歯医者はいつも混んでるっけ", "歯医者は木曜の三時になった"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Omoide]:
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
    with Omoide.open(tmp_path / "home", clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja")
        for number, text in enumerate((SOUNDS_ALIKE, ANSWERS)):
            omoide.mind("haru").observe(user=text, session_id=f"s{number}")
        yield omoide


def tool_of(name: str) -> Callable[[Omoide], str]:
    def found(home: Omoide) -> str:
        mind = home.mind("haru")
        tools = mind.tools if name == "recall_memories" else mind.tools.of("default")
        return str(tools.call(name, json.dumps({"query": CUE})).data)

    return found


def over_http(home: Omoide, *, deep: bool) -> str:
    with served(web_app(home, doors=("api",))) as address, Client(address) as client:
        return str([hit.text for hit in client.persona("haru").recall(CUE, deep=deep)])


def test_plain_recall_finds_what_sounds_alike(home: Omoide) -> None:
    assert [hit.event.user for hit in home.mind("haru").recall(CUE)] == [SOUNDS_ALIKE]
    assert ANSWERS not in over_http(home, deep=False)


@pytest.mark.parametrize(
    "door",
    [
        lambda home: str([hit.text for hit in home.mind("haru").recall(CUE, deep=True)]),
        lambda home: over_http(home, deep=True),
        tool_of("recall_memories"),
        tool_of("recall"),
    ],
    ids=["library", "http", "persona's tool", "mcp's tool"],
)
def test_what_answers_is_found_at_this_door(home: Omoide, door: Callable[[Omoide], str]) -> None:
    assert ANSWERS in door(home)


@pytest.mark.slow
def test_it_is_an_option_of_the_command(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    for text in ("猫の名前はミケにした", "猫が窓のそばで寝ている"):
        ok(run("observe", text))
    hits = json.loads(ok(run("recall", "猫の名前は？", "--deep", "--json")))["hits"]
    assert hits[0]["event"]["user"] == "猫の名前はミケにした"
