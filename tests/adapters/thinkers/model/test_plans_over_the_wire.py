"""A write plan through the real client libraries: taken when right, mended once when a rule is broken, refused then."""

import json
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest

from omoide.asks.write_plan import AskWritePlan
from omoide.domain.models.model_role import Provider
from omoide.errors import AnswerUnusable
from tests.domain.beliefs.plans import event, plan, shown, update
from tests.fakes.provider import Say, provider
from tests.fakes.thinking import Surroundings, role

FORMATS = [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI]
TALK = event(1, "おはよう"), event(2, "寺町に住んでるよ。にんじんは苦手", "寺町なんだね。")
ASK = AskWritePlan(shown(*TALK), ZoneInfo("Asia/Tokyo"))
GOOD = json.dumps(plan(), ensure_ascii=False)
BAD = json.dumps(plan(state_updates=[update(evidence_event_ids=[1])]), ensure_ascii=False)


@pytest.fixture
def around() -> Iterator[Surroundings]:
    surroundings = Surroundings()
    yield surroundings
    surroundings.close()


@pytest.mark.parametrize("which", FORMATS)
def test_a_right_plan_is_taken(which: Provider, around: Surroundings) -> None:
    with provider(Say(GOOD)) as server:
        answered = around.thinker(role(which, server.url)).answer(ASK)
    assert answered.value.states[0].body == "あなたは寺町に住んでいる。"
    assert len(server.received) == 1


@pytest.mark.parametrize("which", FORMATS)
def test_a_model_hears_what_is_wrong_with_its_plan_and_may_mend_it(which: Provider, around: Surroundings) -> None:
    with provider(Say(BAD), Say(GOOD)) as server:
        answered = around.thinker(role(which, server.url)).answer(ASK)
    assert answered.value.states
    assert "does not hold the present event" in json.dumps(server.received[1].body, ensure_ascii=False)


def test_a_plan_that_stays_wrong_is_refused_with_its_reasons(around: Surroundings) -> None:
    with provider(Say(BAD), Say(BAD)) as server, pytest.raises(AnswerUnusable, match="does not hold the present event"):
        around.thinker(role(Provider.OPENAI, server.url)).answer(ASK)
