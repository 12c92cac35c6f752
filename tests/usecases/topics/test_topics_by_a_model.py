"""Topics named by a model over HTTP; where none answers, by their own words."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from tests.fakes.embedding import hashing
from tests.fakes.provider import Decline, Line, Say, ScriptedProvider, Status, provider
from tests.fakes.thinking import Ticking
from tests.usecases.topics.lives import KNEE, say


def told(name: str, *texts: int) -> Say:
    sentence = {"text": "健太の手術が決まった。", "texts": list(texts or (1,))}
    return Say(json.dumps({"name": name, "summary": [sentence]}, ensure_ascii=False))


@dataclass
class Named:
    """A mind whose topics are named by a scripted provider, on time that nobody waits for."""

    mind: Mind
    script: ScriptedProvider
    time: Ticking

    def plays(self, *lines: Line) -> None:
        self.script.lines = [*self.script.lines[: len(self.script.received)], *lines]


@pytest.fixture
def named(tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Named]:
    with provider(told("健太の膝の手術")) as script:
        for name, value in {"PROVIDER": "openai", "MODEL": "gpt-4o-mini", "BASE_URL": f"{script.url}/v1"}.items():
            monkeypatch.setenv(f"OMOIDE_MODELS__SUMMARY__{name}", value)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-0123456789")
        home = Omoide.open(tmp_path / "home", clock=clock, embedder=hashing())
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        time = Ticking()
        home._home.models.connections.pace = time.pace
        mind = home.mind("haru")
        say(mind, KNEE)
        yield Named(mind, script, time)
        home.close()


def test_a_model_names_a_topic_once(named: Named) -> None:
    report = named.mind.topics.update()
    assert report.fell_back == ()
    [topic] = named.mind.topics.list()
    assert (topic.name, topic.told, topic.named_by) == (
        "健太の膝の手術",
        "健太の手術が決まった。",
        "openai:gpt-4o-mini",
    )
    assert topic.summary[0].evidence == topic.told_of[:1]
    named.mind.topics.update()
    assert len(named.script.received) == 1


def test_an_abstract_name_is_asked_about_again_and_then_made_of_words(named: Named) -> None:
    named.plays(told("日常の出来事と感情"))
    report = named.mind.topics.update()
    assert len(report.fell_back) == 1
    [topic] = named.mind.topics.list()
    assert "健太" in topic.name
    assert topic.named_by == "rules"
    asked = len(named.script.received)
    assert asked >= 2
    named.mind.topics.update()
    assert len(named.script.received) == asked


def test_a_model_out_of_reach_is_asked_at_the_next_run(named: Named) -> None:
    named.plays(Status(503))
    named.mind.topics.update()
    [topic] = named.mind.topics.list()
    assert (topic.named_by, "健太" in topic.name) == ("rules", True)
    named.time.at += 3_600
    named.plays(told("健太の膝の手術"))
    named.mind.topics.update()
    assert named.mind.topics.list()[0].named_by == "openai:gpt-4o-mini"


def test_a_refusal_leaves_the_name_made_of_words(named: Named) -> None:
    named.plays(Decline())
    assert len(named.mind.topics.update().fell_back) == 1
    assert named.mind.topics.list()[0].named_by == "rules"


def test_an_owners_name_is_never_replaced(named: Named) -> None:
    named.mind.topics.update()
    named.mind.topics.rename(1, "うちの健太")
    for month in range(2, 6):
        say(named.mind, KNEE, month=month)
    named.plays(told("健太の膝の手術"))
    named.mind.topics.update()
    [topic] = named.mind.topics.list()
    assert (topic.name, topic.told_size) == ("うちの健太", 20)
