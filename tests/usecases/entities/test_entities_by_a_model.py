"""Profiles drafted and put in order by a model over HTTP: waited for, left for a later night, or done by rules."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from tests.fakes.embedding import hashing
from tests.fakes.provider import Decline, Line, Say, ScriptedProvider, Status, provider
from tests.fakes.thinking import Ticking


def says(*lines: tuple[str, list[int]]) -> Say:
    return Say(json.dumps({"lines": [{"text": text, "sources": rests} for text, rests in lines]}, ensure_ascii=False))


DRAFT = says(("- 嵐山で写真を撮る人", [1]), ("- 作り話", [9]))


@dataclass
class Modelled:
    """A mind whose profiles are written by a scripted provider, on time that nobody waits for."""

    mind: Mind
    script: ScriptedProvider
    time: Ticking

    def plays(self, *lines: Line) -> None:
        self.script.lines = [*self.script.lines[: len(self.script.received)], *lines]
        self.time.at += 3_600


@pytest.fixture
def modelled(tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modelled]:
    with provider(DRAFT) as script:
        for name, value in {"PROVIDER": "openai", "MODEL": "gpt-4o-mini", "BASE_URL": f"{script.url}/v1"}.items():
            monkeypatch.setenv(f"OMOIDE_MODELS__SUMMARY__{name}", value)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-0123456789")
        home = Omoide.open(tmp_path / "home", clock=clock, embedder=hashing())
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        time = Ticking()
        home._home.models.connections.pace = time.pace
        mind = home.mind("haru")
        for day in (20, 21):
            mind.observe(
                user="田中さんと嵐山へ行った", assistant="うん。", at=f"2026-03-{day}T20:00", session_id=f"s{day}"
            )
        yield Modelled(mind, script, time)
        home.close()


def drafted(mind: Mind) -> dict[str, tuple[str, ...]]:
    return {each.proposal.name: tuple(line.text for line in each.proposal.draft) for each in mind.entities.proposals()}


def test_a_model_drafts_what_rests_on_memories_and_is_asked_once(modelled: Modelled) -> None:
    report = modelled.mind.entities.propose()
    assert set(report.made) == {"田中さん", "嵐山"} or report.made == ("田中さん",)
    asked = len(modelled.script.received)
    assert asked == len(report.made)
    assert drafted(modelled.mind)["田中さん"] == ("- 嵐山で写真を撮る人",)
    assert modelled.mind.entities.propose().made == ()
    assert len(modelled.script.received) == asked
    [found] = [each for each in modelled.mind.entities.proposals() if each.proposal.name == "田中さん"]
    assert found.proposal.by == "openai:gpt-4o-mini"
    made = modelled.mind.entities.accept(found.proposal.id)
    assert made.text == "- 嵐山で写真を撮る人\n"
    assert list(modelled.mind._home.entities.store.evidence(modelled.mind.persona.id, made.id).values()) == [
        found.lines[0].evidence
    ]


def test_a_model_out_of_reach_leaves_the_proposal_undrafted_and_a_later_night_drafts_it(modelled: Modelled) -> None:
    modelled.plays(Status(503))
    report = modelled.mind.entities.propose()
    assert "田中さん" in report.made
    assert "田中さん" in report.undrafted
    assert "503" in report.stopped_by
    assert drafted(modelled.mind)["田中さん"] == ()
    [found] = [each for each in modelled.mind.entities.proposals() if each.proposal.name == "田中さん"]
    assert found.lines  # its memories, quoted
    modelled.plays(DRAFT)
    again = modelled.mind.entities.propose()
    assert "田中さん" in again.renewed
    assert drafted(modelled.mind)["田中さん"] == ("- 嵐山で写真を撮る人",)


def test_a_refusal_and_an_answer_that_rests_on_nothing_leave_what_rules_find(modelled: Modelled) -> None:
    for line in (Decline(), says(("- 作り話", []))):
        modelled.plays(line)
        modelled.mind.entities.propose()
        assert drafted(modelled.mind)["田中さん"] == ()


def test_a_model_puts_a_profile_in_order_and_loses_nothing_of_the_owners(modelled: Modelled) -> None:
    entities = modelled.mind.entities
    entities.write("美緒", "- 写真を撮るのが好き\n- カメラを持っている", by="persona")
    entities.write("美緒", "- 私の大切な友だち", by="owner")
    modelled.plays(says(("- カメラで写真を撮る", [1, 2])))
    assert entities.consolidate_all().changed == ("美緒",)
    assert entities.get("美緒").text == "- カメラで写真を撮る\n- 私の大切な友だち\n"
    asked = len(modelled.script.received)
    assert entities.consolidate_all().unchanged == ("美緒",)
    assert len(modelled.script.received) == asked
    assert entities.restore("美緒", 2).text.startswith("- 写真を撮るのが好き")


def test_where_no_model_answers_all_wait_and_one_is_done_by_rules(modelled: Modelled) -> None:
    entities = modelled.mind.entities
    entities.write("美緒", "- 写真\n- 写真。", by="persona")
    modelled.plays(Status(503))
    report = entities.consolidate_all()
    assert (report.changed, report.skipped) == ((), ("美緒",))
    assert "503" in report.stopped_by
    assert entities.write("美緒", "- カメラ", mode="consolidate", by="persona").text == "- 写真。\n- カメラ\n"
    modelled.plays(says(("- 写真とカメラ", [1, 2])))
    entities.write("美緒", "- 写真", by="persona")
    assert entities.consolidate_all().changed == ("美緒",)


def test_a_profile_that_was_retold_of_erased_words_goes_with_them(modelled: Modelled) -> None:
    entities, mind = modelled.mind.entities, modelled.mind
    mind.observe(
        user="美緒は毎週土曜に窯でパンを焼いている。", assistant="うん。", at="2026-03-22T20:00", session_id="s9"
    )
    entities.write("美緒", "- 美緒は毎週土曜に窯でパンを焼いている。\n- 背が高い", by="persona")
    modelled.plays(says(("- 週末は工房で粉まみれ", [1]), ("- 背が高い", [2])))
    assert entities.consolidate("美緒").text == "- 週末は工房で粉まみれ\n- 背が高い\n"
    mind.erase(session_id="s9")
    assert entities.get("美緒").text == "[erased]\n- 背が高い\n"
