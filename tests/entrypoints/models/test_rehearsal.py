"""A dry run lives the night on a copy: nothing is asked, nothing is paid, and the home stays as it was."""

import json
import re
from pathlib import Path

import pytest

from omoide import bootstrap
from omoide.asks.classify_query import ClassifyQuery
from omoide.bootstrap import Opening
from omoide.domain.events.event import Turn
from omoide.domain.models.estimate import total_nano_usd
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.models import HomeModels
from omoide.ports.memories.store import MemoryFilter
from tests.fakes.batch_provider import batch_server
from tests.fakes.digesting import digested
from tests.fakes.thinking import Ticking

pytestmark = pytest.mark.slow

ENVIRON = {
    "OMOIDE_LLM__MODEL": "claude-haiku-4-5",
    "OMOIDE_LLM__PROVIDER": "anthropic",
    "ANTHROPIC_API_KEY": "sk-not-used-at-all",
    "OMOIDE_EMBEDDING__PROVIDER": "openai",
    "OMOIDE_EMBEDDING__MODEL": "text-embedding-3-small",
    "OPENAI_API_KEY": "sk-not-used-either",
}


def test_texts_that_may_not_leave_are_read_by_rules(tmp_path: Path) -> None:
    environ = {**ENVIRON, "OMOIDE_PRIVACY__ALLOW_REMOTE": "false", "OMOIDE_EMBEDDING__PROVIDER": "hashing"}
    del environ["OMOIDE_EMBEDDING__MODEL"]
    composed = bootstrap.open_home(Opening(home=tmp_path / "home", environ=environ, clock=Ticking()))
    persona = composed.foundation.personas.add(
        "haru", language=Language.JA, timezone="Asia/Tokyo", at=Moment(1_767_225_600)
    )
    assert composed.models.roles() == {}
    assert composed.models.thinker(persona).answer(ClassifyQuery("猫の名前は？")).by == "rules"
    composed.close()


def test_turns_handed_in_as_a_batch_are_remembered_after_it_was_collected(tmp_path: Path) -> None:
    with batch_server(_appraised) as server:
        environ = {**ENVIRON, "OMOIDE_EMBEDDING__PROVIDER": "hashing", "OMOIDE_LLM__BASE_URL": server.url}
        del environ["OMOIDE_EMBEDDING__MODEL"]
        composed = bootstrap.open_home(
            Opening(home=tmp_path / "home", environ=environ, clock=Ticking(at=1_767_225_600.0))
        )
        persona = composed.foundation.personas.add(
            "haru", language=Language.JA, timezone="Asia/Tokyo", at=Moment(1_767_225_600)
        )
        turns = [(Turn(f"昨日の話{number}をしよう", "うん、大事なことだね"), None) for number in range(12)]
        composed.events.observe(persona)(persona.id, turns)
        door, digest = HomeModels(composed), composed.understanding.digest(persona)
        assert (door.hand_in(persona), door.hand_in(persona)) == (2, 0)
        assert "batch" in digest(persona).stopped_by
        assert door.collect().under_way == 1
        server.ended = True
        assert door.collect().answered == 2
        assert digest(persona).remembered == 12
        made = composed.memories.store.find(persona.id, MemoryFilter(), newest_first=False)
        composed.close()
    assert [memory.trigger for memory in made] == [f"昨日の話{number}と言われた" for number in range(12)]
    assert server.creations == 1


def _appraised(words: str) -> str:
    if "events の" in words:
        return digested(words)
    said = re.findall(r"相手: (昨日の話\d+)", words)
    memories = [
        {"turn": number, "emotional_intensity": 70, "trigger": f"{text}と言われた", "content": "うなずいた"}
        for number, text in enumerate(said, start=1)
    ]
    return json.dumps({"memories": memories}, ensure_ascii=False)


def test_what_waits_is_estimated_without_a_single_call_and_the_home_is_untouched(tmp_path: Path) -> None:
    composed = bootstrap.open_home(Opening(home=tmp_path / "home", environ=ENVIRON, clock=Ticking(at=1_767_225_600.0)))
    persona = composed.foundation.personas.add(
        "haru", language=Language.JA, timezone="Asia/Tokyo", at=Moment(1_767_225_600)
    )
    for number in range(12):
        composed.events.observe(persona)(
            persona.id, [(Turn(f"昨日の話{number}をしよう", "うん、大事なことだね"), None)]
        )
    expected = HomeModels(composed).estimate(persona)
    assert expected["digest_turns"].calls == 2
    assert expected["embed"].usage.input_tokens > 0
    total = total_nano_usd(expected)
    assert total is not None
    assert total > 0
    assert composed.models.ledger.calls(since=Moment(0)) == []
    assert len(composed.memories.store.unremembered(persona.id, limit=100)) == 12
    composed.close()
