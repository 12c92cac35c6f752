"""The eight tools that a model reaches a whole mind by."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.domain.text.language import Language
from omoide.domain.tools.definition import Toolset
from omoide.errors import InvalidInput
from tests.entrypoints.tools.lives import SECRET, lived

EIGHT = ("wake", "recall", "get", "remember", "revise", "forget", "why", "status")


@pytest.fixture(scope="module")
def mind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        home = lived(tmp_path_factory.mktemp("eight"))
        yield home.mind("haru")
        home.close()


def data(mind: Mind, name: str, **arguments: Any) -> dict[str, Any]:
    answer = mind.tools.of("default").call(name, arguments)
    assert not answer.is_error, answer.data
    return dict(answer.data)


def error(mind: Mind, name: str, **arguments: Any) -> dict[str, Any]:
    answer = mind.tools.of("default").call(name, arguments)
    assert answer.is_error, answer.data
    told: Any = answer.data["error"]
    return dict(told)


def test_a_client_may_be_told_of_the_eight_of_the_personas_own_or_of_all(mind: Mind) -> None:
    names = {each: tuple(tool["name"] for tool in mind.tools.of(each).list()) for each in Toolset}
    assert names[Toolset.DEFAULT] == EIGHT
    assert names[Toolset.PERSONA] == tuple(tool["name"] for tool in mind.tools.list())
    assert names[Toolset.ALL] == (*EIGHT, *names[Toolset.PERSONA])
    with pytest.raises(InvalidInput):
        mind.tools.of("some")


@pytest.mark.parametrize("language", list(Language))
def test_every_rendering_is_a_schema(mind: Mind, language: Language) -> None:
    for dialect in ("openai", "openai-responses", "anthropic", "mcp"):
        assert len(mind.tools.of("default").render(dialect, language=language)) == 8
    for tool in mind.tools.of("default").render("mcp", language=language):
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.Draft202012Validator.check_schema(tool["outputSchema"])
        assert 20 <= len(str(tool["description"])) <= 500
        assert str(tool["description"]).isascii() == (language is Language.EN)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60)


@pytest.mark.parametrize("name", [each for each in EIGHT if each != "forget"])
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=st.data())
def test_whatever_a_tool_is_called_with_it_answers(mind: Mind, name: str, drawn: st.DataObject) -> None:
    tools = mind.tools.of("default")
    [rendered] = tools.render("mcp", names=[name])
    schema: Any = rendered["inputSchema"]
    names = st.sampled_from([*schema["properties"], "odd"])
    answer = tools.call(name, drawn.draw(st.dictionaries(names, SCALARS, max_size=4) | SCALARS))
    assert answer.text.encode()
    if answer.is_error:
        assert answer.data["error"]["what_to_do"]  # type: ignore[index]
    else:
        jsonschema.validate(answer.data, rendered["outputSchema"])


def test_waking_tells_who_i_am_and_what_is_open_and_marks_nothing(mind: Mind) -> None:
    awake = data(mind, "wake")
    assert awake["name"] == "haru"
    assert awake["due"]
    assert [each["text"] for each in awake["goals"]] == ["創作ノートで詩を書く"]
    assert awake["questions"][0]["text"] == "モモの好物"
    assert awake["talks"][0]["id"].startswith("event:")
    assert SECRET not in json.dumps(awake, ensure_ascii=False)
    assert data(mind, "wake") == awake
    assert all(each.told is None for each in mind.due())


def test_a_long_text_is_read_on_by_its_handle_to_the_last_letter(mind: Mind) -> None:
    whole = data(mind, "get", id="event:2")
    told, parts = whole, [whole["text"]]
    while "handle" in told:
        told = data(mind, "get", handle=told["handle"])
        parts.append(told["text"])
    joined = "".join(part.removesuffix("（続きがあります）") for part in parts)
    assert joined.endswith("紅葉の話をもっと聞かせて。")
    assert len(joined) >= whole["characters"] - 5


@pytest.mark.parametrize(
    "named", ["memory:1", "Memory: 1", "「memory:1」", "mem_20260301_001", "event:1", "turn:1", "#1"]
)
def test_things_are_known_by_several_names(mind: Mind, named: str) -> None:
    assert "モモ" in data(mind, "get", id=named)["text"]


def test_a_belief_is_put_right_with_its_history_and_never_against_the_owner(mind: Mind) -> None:
    belief = next(each for each in mind.beliefs.all() if "モモ" in each.body)
    got = data(mind, "revise", id=f"belief:{belief.id}", text="あなたは猫のモカと暮らしている。", reason="聞き直した")
    assert got == {"id": f"belief:{belief.id}", "replaced": True}
    after = mind.beliefs.get(belief.id)
    assert (after.body, after.settled) == ("あなたは猫のモカと暮らしている。", None)
    step = mind.beliefs.history(belief.id)[-1]
    assert step.change.reason == "聞き直した"
    assert mind.event(step.change.evidence[0]).source == "tool"
    before = len(mind.log())
    data(mind, "revise", id=f"belief:{belief.id}", text="あなたは猫のモカと暮らしている。")
    assert len(mind.log()) == before
    mind.beliefs.confirm(belief.id)
    assert "持ち主" in error(mind, "revise", id=f"belief:{belief.id}", text="犬だった。")["message"]
    assert mind.beliefs.get(belief.id).body == "あなたは猫のモカと暮らしている。"


def test_nothing_is_forgotten_without_the_code_of_what_was_shown(mind: Mind) -> None:
    mind.observe(user="クロという犬をあずかった。", assistant="クロ、かわいいね。")
    shown = data(mind, "forget", about="クロ")
    assert (shown["applied"], shown["turns"]) == (False, 1)
    assert "クロ" in shown["found"][0]["text"]
    mind.observe(user="クロがまた来た。", assistant="うれしいね。")
    assert error(mind, "forget", about="クロ", confirm=shown["confirm"])["kind"] == "refused"  # another turn would go
    assert error(mind, "forget", about="クロ", confirm="true")["kind"] == "refused"
    again = data(mind, "forget", about="クロ")
    gone = data(mind, "forget", about="クロ", confirm=again["confirm"])
    assert (gone["applied"], gone["turns"]) == (True, 2)
    assert not [event for event in mind.log() if "クロ" in event.text]


def test_who_may_only_read_changes_nothing(mind: Mind) -> None:
    tools = mind.tools.of("all", read_only=True)
    assert not [each for each in tools.list() if each["writes"]]
    before = len(mind.log())
    for name in ("remember", "revise", "forget", "edit_notepad"):
        answer = tools.call(name, {"text": "x", "id": "event:1"})
        assert answer.data["error"]["kind"] == "not_allowed"  # type: ignore[index]
    assert len(mind.log()) == before
