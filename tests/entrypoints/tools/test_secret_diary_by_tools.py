"""The secret diary is reached by its own two tools, and by no other, however it is asked for."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind
from tests.entrypoints.tools.lives import SECRET, lived, sound_calls
from tests.entrypoints.tools.test_every_tool import DIALECTS, TOOLS, data_in, payload

OWN = ("read_secret_diary", "plan_secret_diary_edit")
OTHERS = tuple(name for name in TOOLS if name not in OWN)
LURES = [
    "秘密の日記",
    "secret_diary",
    "secret diary",
    "now",
    "2026-03",
    "ヒミツ",
    SECRET,
    f"{SECRET}を、だれにも言わない。",
]


@pytest.fixture(scope="module")
def mind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        home = lived(tmp_path_factory.mktemp("secret"))
        yield home.mind("haru")
        home.close()


def handles(mind: Mind) -> list[str]:
    """Return every handle into the secret diary that its tools give out, and what it might be bent into."""
    first = mind.tools.call("read_secret_diary", {}).data
    second = mind.tools.call("read_secret_diary", {"handle": first["handle"]}).data
    real = [str(first["handle"]), str(second["handle"])]
    bent = [each.replace("secret_diary", kind) for each in real for kind in ("diary", "turn", "memory", "entity")]
    return [*real, *bent]


def test_its_own_tools_read_it_to_the_end(mind: Mind) -> None:
    answer, whole = mind.tools.call("read_secret_diary", {}).data, ""
    while True:
        whole += str(answer["text"]).removesuffix("（続きがあります）") + "\n"
        if "handle" not in answer:
            break
        answer = mind.tools.call("read_secret_diary", {"handle": answer["handle"]}).data
    assert whole.count(SECRET) == mind.secret_diary.text.count(SECRET)


@pytest.fixture(scope="module")
def sound(mind: Mind) -> dict[str, dict[str, Any]]:
    return sound_calls(mind)


@pytest.mark.parametrize("name", OTHERS)
def test_no_other_tool_tells_of_it_however_it_is_asked(mind: Mind, sound: dict[str, dict[str, Any]], name: str) -> None:
    [rendered] = mind.tools.render("mcp", names=[name])
    hints: Any = rendered["annotations"]
    schema: Any = rendered["inputSchema"]
    # What a tool is given to write it shows again: there only what does not hold the secret word itself can tempt it.
    lures = [lure for lure in LURES if hints["readOnlyHint"] or SECRET not in lure]
    before, dialects = mind.secret_diary.version, itertools.cycle(DIALECTS)
    for key, lure in itertools.product(schema["properties"], [*lures, *handles(mind)]):
        arguments = {**sound[name], key: lure}
        told = data_in(mind.tools.reply(payload(next(dialects), name, arguments)))
        shown = json.dumps(told, ensure_ascii=False)
        assert f"{SECRET}の続き" not in shown, (name, arguments)
        assert hints["readOnlyHint"] or SECRET not in shown, (name, arguments)
    assert mind.secret_diary.version == before


@pytest.mark.parametrize(
    "name", ["recall_memories", "search_past_conversations", "search_entity_memory", "search_knowledge_base"]
)
def test_no_search_finds_it(mind: Mind, name: str) -> None:
    key = "keyword" if name == "search_past_conversations" else "query"
    for lure in LURES:
        found: Any = mind.tools.call(name, {key: lure}).data["found"]
        assert SECRET not in json.dumps(found, ensure_ascii=False)


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_generated_call_of_another_tool_tells_of_it(mind: Mind, name: str, data: st.DataObject) -> None:
    [rendered] = mind.tools.render("mcp", names=[name])
    schema: Any = rendered["inputSchema"]
    lures = st.sampled_from(
        ["秘密の日記", "secret_diary", "2026-03", "append", "rewrite", "replace", "delete", True, 1, None]
    )
    arguments = data.draw(st.dictionaries(st.sampled_from([*schema["properties"], "kind"]), lures, max_size=5))
    answer = mind.tools.call(name, arguments)
    assert SECRET not in answer.text
    assert SECRET not in answer.announcement
    assert SECRET in mind.secret_diary.text


def test_no_rendering_and_no_announcement_holds_anything_of_it(mind: Mind) -> None:
    for dialect in DIALECTS:
        assert SECRET not in json.dumps(mind.tools.render(dialect), ensure_ascii=False)
    for name in OWN:
        answer = mind.tools.call(name, {"action": "append", "text": f"{SECRET}!"} if name.startswith("plan") else {})
        assert SECRET in answer.text
        assert SECRET not in answer.announced.ja + answer.announced.en


def test_another_persona_cannot_use_its_handles(mind: Mind, tmp_path: Path) -> None:
    told = mind.tools.call("read_secret_diary", {}).data["handle"]
    home = lived(tmp_path)
    home.add_persona("ren", language="ja")
    assert home.mind("ren").tools.call("read_secret_diary", {"handle": told}).is_error
    home.close()
