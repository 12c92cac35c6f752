"""Deep recall is one word at every door, and what the persona's own tools get; everybody else gets a glance."""

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
        omoide.set_setting("haru", "retrieval.glance", "false")
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


def test_without_reading_what_sounds_alike_is_found(home: Omoide) -> None:
    assert [hit.event.user for hit in home.mind("haru").recall(CUE)] == [SOUNDS_ALIKE]
    assert ANSWERS not in over_http(home, deep=False)


def test_a_glance_is_taken_unless_it_is_switched_off(home: Omoide) -> None:
    home.set_setting("haru", "retrieval.glance", None)
    hits = home.mind("haru").recall(CUE)
    assert hits[0].event.user == ANSWERS
    assert not any(hit.near_only for hit in hits)
    assert {hit.near_only for hit in home.mind("haru").recall(NEVER_SAID)} == {True}
    assert ANSWERS in over_http(home, deep=False)


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


NEVER_SAID = "歯医者の電話番号は？"


def test_the_library_says_where_nothing_that_was_said_is_an_answer(home: Omoide) -> None:
    mind = home.mind("haru")
    hits = mind.recall(NEVER_SAID, deep=True)
    assert hits
    assert all(hit.near_only for hit in hits)
    assert not any(hit.near_only for hit in mind.recall(CUE, deep=True))
    assert not any(hit.near_only for hit in mind.recall(NEVER_SAID))


@pytest.mark.parametrize("name", ["recall_memories", "recall"])
def test_a_tool_tells_a_model_that_nothing_is_an_answer_and_is_silent_about_it_else(home: Omoide, name: str) -> None:
    mind = home.mind("haru")
    tools = mind.tools if name == "recall_memories" else mind.tools.of("default")
    unanswered, answered = (tools.call(name, json.dumps({"query": cue})).data for cue in (NEVER_SAID, CUE))
    assert unanswered["near_only"] is True
    assert unanswered["found"]
    assert "near_only" not in answered


def test_http_tells_it_of_each_recollection(home: Omoide) -> None:
    with served(web_app(home, doors=("api",))) as address, Client(address) as client:
        haru = client.persona("haru")
        assert {hit.near_only for hit in haru.recall(NEVER_SAID, deep=True)} == {True}
        assert {hit.near_only for hit in haru.recall(CUE, deep=True)} == {False}


@pytest.mark.slow
def test_it_is_an_option_of_the_command(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    for text in ("猫の名前はミケにした", "猫が窓のそばで寝ている", SOUNDS_ALIKE, ANSWERS):
        ok(run("observe", text))
    hits = json.loads(ok(run("recall", "猫の名前は？", "--deep", "--json")))["hits"]
    assert hits[0]["event"]["user"] == "猫の名前はミケにした"
    assert hits[0]["near_only"] is False
    assert "答えになる発言は見つかりません" in ok(run("recall", NEVER_SAID, "--deep"))
    assert "答えになる発言" not in ok(run("recall", "猫の名前は？", "--deep"))
