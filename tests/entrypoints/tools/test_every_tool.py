"""Every tool, through every rendering, with arguments that are sound, broken and random."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.domain.text.language import Language
from tests.entrypoints.tools.lives import lived, readied, sound_calls

TOOLS = (
    "recall_memories", "search_knowledge_base", "search_past_conversations", "read_memory_context", "search_entity_memory",
    "read_entity_memory", "list_entity_memories", "write_entity_memory", "read_main_memory", "plan_main_memory_edit",
    "read_secret_diary", "plan_secret_diary_edit", "read_core_memory", "edit_core_memory", "read_notepad", "edit_notepad",
    "list_reminders", "complete_reminder", "dismiss_reminder", "list_goals", "add_goal", "update_goal", "complete_goal",
    "abandon_goal", "list_open_questions", "add_open_question", "resolve_open_question",
)  # fmt: skip
"""Those of SPEC T1, and what is due."""
DIALECTS = ("openai", "openai-responses", "anthropic", "mcp")


@pytest.fixture(scope="module")
def mind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        home = lived(tmp_path_factory.mktemp("tools"))
        yield home.mind("haru")
        home.close()


@pytest.fixture(scope="module")
def sound(mind: Mind) -> dict[str, dict[str, Any]]:
    return sound_calls(mind)


def schema_in(rendered: Any, dialect: str) -> dict[str, Any]:
    match dialect:
        case "openai":
            schema = rendered["function"]["parameters"]
        case "openai-responses":
            schema = rendered["parameters"]
        case "anthropic":
            schema = rendered["input_schema"]
        case _:
            schema = rendered["inputSchema"]
    return dict(schema)


def payload(dialect: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a call as a provider sends it."""
    text = json.dumps(arguments, ensure_ascii=False)
    match dialect:
        case "openai":
            return {"id": "c1", "type": "function", "function": {"name": name, "arguments": text}}
        case "openai-responses":
            return {"type": "function_call", "call_id": "c1", "name": name, "arguments": text}
        case "anthropic":
            return {"type": "tool_use", "id": "c1", "name": name, "input": arguments}
        case _:
            return {"name": name, "arguments": arguments}


def data_in(reply: dict[str, Any]) -> dict[str, Any]:
    content = reply.get("content", reply.get("output"))
    text = content if isinstance(content, str) else content[0]["text"]  # type: ignore[index]
    return dict(json.loads(text))


def test_the_tools_are_those_that_were_agreed(mind: Mind, sound: dict[str, dict[str, Any]]) -> None:
    assert tuple(each["name"] for each in mind.tools.list()) == TOOLS
    assert set(sound) == set(TOOLS)


@pytest.mark.parametrize("language", list(Language))
def test_every_rendering_is_a_schema_that_its_provider_takes(mind: Mind, language: Language) -> None:
    for dialect in DIALECTS:
        for name, rendered in zip(TOOLS, mind.tools.render(dialect, language=language), strict=True):
            schema = schema_in(rendered, dialect)
            jsonschema.Draft202012Validator.check_schema(schema)
            assert name in json.dumps(rendered)
            properties = schema["properties"]
            assert all(each["description"] for each in properties.values())
            if dialect.startswith("openai"):
                assert schema["required"] == list(properties)
                assert schema["additionalProperties"] is False
    for tool in mind.tools.render("mcp", language=language):
        jsonschema.Draft202012Validator.check_schema(tool["outputSchema"])
        assert 20 <= len(str(tool["description"])) <= 1_000


def test_both_languages_say_something_of_their_own(mind: Mind) -> None:
    english, japanese = mind.tools.render("mcp", language="en"), mind.tools.render("mcp", language="ja")
    assert all(str(each["description"]).isascii() or "“" in str(each["description"]) for each in english)
    assert all(not str(each["description"]).isascii() for each in japanese)
    assert mind.tools.render("mcp") == japanese  # the persona's own
    assert json.dumps(english).replace("\\u201c", "").replace("\\u201d", "").isascii()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_sound_call_passes_the_schema_and_is_answered(
    mind: Mind, sound: dict[str, dict[str, Any]], name: str, dialect: str
) -> None:
    [rendered] = mind.tools.render(dialect, names=[name])
    schema, arguments = schema_in(rendered, dialect), sound[name] | readied(mind, name)
    if dialect.startswith("openai"):
        arguments = {each: arguments.get(each) for each in schema["properties"]}
    jsonschema.validate(arguments, schema)
    answer = mind.tools.reply(payload(dialect, name, arguments))
    data = data_in(answer)
    assert "error" not in data, data
    [told] = mind.tools.render("mcp", names=[name])
    jsonschema.validate(data, told["outputSchema"])
    if dialect == "mcp":
        assert answer["structuredContent"] == data


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_broken_call_fails_the_schema_and_is_told_as_data(mind: Mind, name: str, dialect: str) -> None:
    arguments = {"no_such_argument": 1}
    [rendered] = mind.tools.render(dialect, names=[name])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(arguments, schema_in(rendered, dialect))
    reply = mind.tools.reply(payload(dialect, name, arguments))
    error = data_in(reply)["error"]
    assert error["kind"] == "invalid_arguments"
    assert "no_such_argument" in [each["name"] for each in error["arguments"]]
    assert error["what_to_do"]
    assert reply.get("is_error", reply.get("isError", dialect.startswith("openai")))


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_a_tool_is_called_with_it_answers(mind: Mind, name: str, data: st.DataObject) -> None:
    [rendered] = mind.tools.render("mcp", names=[name])
    schema: Any = rendered["inputSchema"]
    own = st.dictionaries(st.sampled_from([*schema["properties"], "odd"]), VALUES, max_size=4)
    given_arguments = data.draw(VALUES | own | own.map(json.dumps) | st.text() | st.binary(max_size=20))
    answer = mind.tools.call(name, given_arguments)
    json.loads(answer.text)
    assert answer.text.encode()  # a model can be sent it
    if answer.is_error:
        error: Any = answer.data["error"]
        assert error["message"]
        assert error["what_to_do"]
        assert "Traceback" not in answer.text
    else:
        jsonschema.validate(answer.data, rendered["outputSchema"])


def drawn(schema: dict[str, Any]) -> st.SearchStrategy[object]:
    """Return values that a property of a schema allows."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    plain = {
        "string": st.text(alphabet="猫aA 1-", max_size=20).map(lambda text: f"{text}猫"),
        "integer": st.integers(schema.get("minimum", 0), schema.get("maximum", 100)),
        "number": st.floats(schema.get("minimum", 0), schema.get("maximum", 100)),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return st.one_of(*(plain[kind] for kind in kinds))


@pytest.mark.parametrize("dialect", ["anthropic", "mcp"])
@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_the_schema_allows_is_never_called_a_mistake(
    mind: Mind, name: str, dialect: str, data: st.DataObject
) -> None:
    [rendered] = mind.tools.render(dialect, names=[name])
    schema = schema_in(rendered, dialect)
    required = {key: drawn(schema["properties"][key]) for key in schema["required"]}
    optional = {key: drawn(each) for key, each in schema["properties"].items() if key not in required}
    arguments = data.draw(st.fixed_dictionaries(required, optional=optional))
    jsonschema.validate(arguments, schema)
    answer = mind.tools.call(name, arguments)
    error: Any = answer.data.get("error", {})
    assert error.get("kind") != "invalid_arguments", error


@settings(max_examples=50)
@given(st.text())
def test_an_unknown_tool_is_told_as_data(mind: Mind, name: str) -> None:
    answer = mind.tools.call(f"no_{name}", {})
    assert answer.is_error
    error: Any = answer.data["error"]
    assert error["kind"] == "unknown_tool"
    assert "recall_memories" in error["what_to_do"]
    assert answer.announcement.startswith("🛠️")
    assert answer.text.encode()


def test_the_functions_of_python_are_the_same_tools(mind: Mind, sound: dict[str, dict[str, Any]]) -> None:
    functions = {each.__name__: each for each in mind.tools.functions()}
    assert tuple(functions) == TOOLS
    assert functions["list_entity_memories"]()["total"] == len(mind.entities.all())
    assert "error" in functions["recall_memories"](limit=3)
    assert functions["read_entity_memory"](**sound["read_entity_memory"])["name"] == "美緒"
