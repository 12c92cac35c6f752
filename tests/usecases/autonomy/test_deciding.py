"""Whether a persona would speak first, through the library: from what is kept, at any instant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.autonomy.decision import WhyAct
from omoide.domain.time import moment
from tests.fakes.embedding import hashing


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mind]:
    monkeypatch.setenv("OMOIDE_AUTONOMY__ENABLED", "true")
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        clock.set(moment.parse("2026-03-01T20:00", tz=home.mind("haru").persona.tz))
        yield home.mind("haru")


def test_silence_of_days_moves_it_to_speak_and_having_spoken_it_rests(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="またね", assistant="うん、またね")
    assert mind.autonomy("2026-03-01T20:30").why is WhyAct.IN_TALK
    assert mind.autonomy("2026-03-02T12:00").why is WhyAct.CONTENT
    assert mind.autonomy("2026-03-04T05:00").why is WhyAct.QUIET
    clock.set(moment.parse("2026-03-04T12:00", tz=mind.persona.tz))
    prompt = mind.autonomy.prompt()
    assert prompt is not None
    assert "もう2日、あなたと話していない" in prompt.text
    mind.observe(user=prompt.text, assistant="元気にしてる？", source=prompt.source)
    assert [event.user for event in mind.log()] == ["またね", ""]
    assert mind.autonomy("2026-03-04T13:00").why is WhyAct.RESTING
    assert mind.autonomy.prompt("2026-03-04T13:00") is None
    assert mind.autonomy("2026-03-04T15:00").act


def test_what_is_due_is_told_once(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="3月5日までに書類を出さないといけない", assistant="わかった")
    mind.digest()
    clock.set(moment.parse("2026-03-05T09:00", tz=mind.persona.tz))
    prompt = mind.autonomy.prompt()
    assert prompt is not None
    assert prompt.decision.why is WhyAct.DUE
    assert "書類" in prompt.text
    mind.due.tell()
    assert mind.autonomy().why is not WhyAct.DUE


def test_a_mind_that_never_heard_anything_wants_nothing(mind: Mind) -> None:
    assert mind.autonomy("2026-03-02T12:00").why is WhyAct.CONTENT
