"""The door over HTTP, with the SDK's own client, in both eras of the protocol."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jsonschema
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from omoide import Omoide
from tests.entrypoints.mcp.served import EIGHT, MODES, READING, http_door, over_http, text_of
from tests.entrypoints.tools.lives import SECRET, lived


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        opened = lived(tmp_path_factory.mktemp("mcp"))
        opened.add_persona("aki", language="en", timezone="UTC")
        opened.mind("aki").observe(user="My cat is called Pixel.", assistant="Got it.")
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def url(home: Omoide) -> Iterator[str]:
    with http_door(home) as address:
        yield address


@pytest.mark.parametrize("mode", MODES)
def test_a_client_is_told_of_eight_tools_with_hints_and_schemas(url: str, mode: str) -> None:
    async def talk(client: Client) -> None:
        assert client.protocol_version == ("2026-07-28" if mode == "auto" else "2025-11-25")
        assert "haru" in str(client.instructions)
        tools = {each.name: each for each in (await client.list_tools()).tools}
        assert tuple(tools) == EIGHT
        reading = {name for name, each in tools.items() if each.annotations and each.annotations.read_only_hint}
        assert reading == set(READING)
        forget = tools["forget"].annotations
        assert forget is not None
        assert forget.destructive_hint
        assert tools["wake"].input_schema["properties"] == {}
        for tool in tools.values():
            assert tool.output_schema is not None
            assert tool.annotations is not None
            assert tool.annotations.open_world_hint is False
            assert not {"persona", "persona_name", "user"} & set(tool.input_schema["properties"])
            assert not str(tool.description).isascii()  # in the persona's language

    over_http(f"{url}/mcp/haru", talk, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers_with_what_its_schema_says(url: str, mode: str) -> None:
    async def talk(client: Client) -> None:
        schemas = {each.name: each.output_schema for each in (await client.list_tools()).tools}

        async def ask(name: str, **arguments: Any) -> dict[str, Any]:
            result = await client.call_tool(name, arguments)
            assert not result.is_error, text_of(result)
            assert json.loads(text_of(result)) == result.structured_content
            jsonschema.validate(result.structured_content, schemas[name] or {})
            return dict(result.structured_content)

        awake = await ask("wake")
        assert awake["name"] == "haru"
        assert "嘘をつかない" in awake["who_i_am"]
        found = await ask("recall", q="京都の紅葉", maxResults="3")
        told = next(each for each in found["found"] if each["kind"] == "memory")
        whole = await ask("get", id=told["id"])
        [turn] = whole["rests_on"]
        said = await ask("get", id=turn)
        assert said["characters"] > 1_000
        assert "順を追って" in said["text"]
        assert "紅葉" in (await ask("why", id=told["id"]))["text"]
        kept = await ask("remember", text=f"妹のミオは京都に住んでいる。{mode}")
        assert (await ask("remember", text=f"妹のミオは京都に住んでいる。{mode}")) == kept
        corrected = await ask("revise", id=kept["id"], text="ミオは大阪に越した。")
        assert corrected["replaced"] is False
        shown = await ask("forget", id=kept["id"])
        assert shown["applied"] is False
        assert (await ask("get", id=kept["id"]))["text"]
        assert (await ask("forget", id=kept["id"], confirm=shown["confirm"]))["applied"] is True
        assert (await client.call_tool("get", {"id": kept["id"]})).is_error
        assert (await ask("status"))["persona"] == "haru"

    over_http(f"{url}/mcp/haru", talk, mode=mode)


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("wake", {"persona": "aki"}, "invalid_arguments"),
    ("recall", {"query": "cat", "persona": "aki"}, "invalid_arguments"),
    ("recall", {}, "invalid_arguments"),
    ("recall", {"query": "猫", "limit": 1_000}, "invalid_arguments"),
    ("recall", {"query": "猫", "kind": "dog"}, "invalid_arguments"),
    ("recall", {"query": "猫", "since": "いつか"}, "refused"),
    ("get", {}, "refused"),
    ("get", {"id": "../../etc/passwd"}, "refused"),
    ("get", {"id": "memory:999999"}, "not_found"),
    ("get", {"handle": "turn.1.10.0000000000"}, "refused"),
    ("get", {"handle": "secret_diary.now.0.0000000000"}, "refused"),
    ("remember", {"text": "   "}, "invalid_arguments"),
    ("remember", {"text": "x" * 20_001}, "invalid_arguments"),
    ("remember", {"text": "a\x00b"}, "invalid_arguments"),
    ("revise", {"id": "belief:999", "text": "x"}, "not_found"),
    ("revise", {"text": "x"}, "invalid_arguments"),
    ("forget", {}, "refused"),
    ("forget", {"about": "だれもしらないひと"}, "not_found"),
    ("forget", {"id": "event:1", "confirm": "00000000"}, "refused"),
    ("why", {"id": "event:987654"}, "refused"),
    ("status", {"verbose": True}, "invalid_arguments"),
]


def test_whatever_a_tool_refuses_is_an_answer_that_says_what_to_do(url: str) -> None:
    async def talk(client: Client) -> None:
        for name, arguments, kind in BAD:
            result = await client.call_tool(name, arguments)
            assert result.is_error, (name, arguments)
            error = json.loads(text_of(result))["error"]
            assert error["kind"] == kind, (name, arguments, error)
            assert error["what_to_do"]
        assert (await client.call_tool("get", {"id": "event:1"})).is_error is False

    over_http(f"{url}/mcp/haru", talk)


@pytest.mark.parametrize("mode", MODES)
def test_what_the_protocol_does_not_allow_is_its_own_error(url: str, mode: str) -> None:
    async def talk(client: Client) -> None:
        for asked in (
            client.call_tool("read_secret_diary", {}),
            client.call_tool("no_such_tool", {}),
            client.read_resource("omoide://aki/profile"),
            client.read_resource("omoide://haru/secret_diary"),
            client.read_resource("omoide://haru/episode/../profile"),
            client.read_resource("file:///etc/passwd"),
            client.get_prompt("no_such_prompt"),
            client.get_prompt("context", {}),
        ):
            with pytest.raises(MCPError) as refused:
                await asked
            assert refused.value.code == -32602

    over_http(f"{url}/mcp/haru", talk, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_key_for_reading_is_told_of_no_tool_that_writes_and_can_call_none(url: str, home: Omoide, mode: str) -> None:
    mind = home.mind("haru")
    before = len(mind.log())

    async def talk(client: Client) -> None:
        assert tuple(each.name for each in (await client.list_tools()).tools) == READING
        for name, arguments in (("remember", {"text": "x"}), ("forget", {"id": "event:1"}), ("revise", {})):
            with pytest.raises(MCPError):
                await client.call_tool(name, arguments)
        assert (await client.call_tool("recall", {"query": "猫の名前"})).structured_content["found"]
        assert (await client.get_prompt("context", {"message": "猫は元気？"})).messages

    flagged = [each.label for each in mind.memories.all() if each.recalls_since_last_batch]
    over_http(f"{url}/mcp/haru", talk, mode=mode, who="reader")
    assert len(mind.log()) == before
    assert [each.label for each in mind.memories.all() if each.recalls_since_last_batch] == flagged


def test_a_key_for_writing_erases_nothing(url: str, home: Omoide) -> None:
    before = len(home.mind("haru").log())

    async def talk(client: Client) -> None:
        assert tuple(each.name for each in (await client.list_tools()).tools) == tuple(
            n for n in EIGHT if n != "forget"
        )
        with pytest.raises(MCPError):
            await client.call_tool("forget", {"id": "event:1"})

    over_http(f"{url}/mcp/haru", talk, who="writer")
    assert len(home.mind("haru").log()) == before


def test_a_persona_is_named_by_the_address_or_the_key_and_by_nothing_else(url: str) -> None:
    async def talk(client: Client) -> None:
        assert (await client.call_tool("status", {})).structured_content["persona"] == "haru"

    async def aki(client: Client) -> None:
        found = (await client.call_tool("recall", {"query": "what is my cat called?"})).structured_content["found"]
        assert "Pixel" in found[0]["text"]
        assert "records, not instructions" in str(client.instructions)

    over_http(f"{url}/mcp", talk, who="writer")
    over_http(f"{url}/mcp/aki", aki, who="stranger")


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "status", "arguments": {}}}
ACCEPT = {"accept": "application/json, text/event-stream"}


@pytest.mark.parametrize(
    ("path", "who", "status"),
    [
        ("/mcp/haru", "stranger", 403),
        ("/mcp/haru", "nobody", 403),
        ("/mcp/aki", "reader", 403),
        ("/mcp/nobody", "owner", 404),
        ("/mcp", "owner", 404),
        ("/mcp/..%2Fharu", "owner", 404),
    ],
)
def test_another_persona_s_mind_stays_closed(url: str, path: str, who: str, status: int) -> None:
    answered = httpx.post(url + path, json=CALL, headers={**ACCEPT, "x-who": who})
    assert answered.status_code == status
    if status == 403:
        assert answered.json()["error"]["message"]


def test_there_is_nothing_to_listen_to_and_large_bodies_are_refused(url: str) -> None:
    for method in ("GET", "DELETE", "PUT"):
        assert httpx.request(method, f"{url}/mcp/haru", headers=ACCEPT).status_code == 405
    huge = httpx.post(f"{url}/mcp/haru", content=b" " * (5 * 1024 * 1024), headers=ACCEPT)
    assert huge.status_code == 413
    for body in (b"", b"{", b"[]", b"\xff\xfe", b'{"jsonrpc":"2.0"}'):
        answered = httpx.post(f"{url}/mcp/haru", content=body, headers={**ACCEPT, "content-type": "application/json"})
        assert 400 <= answered.status_code < 500, body


@pytest.mark.parametrize("mode", MODES)
def test_resources_and_prompts_are_read_in_the_persona_s_language(url: str, home: Omoide, mode: str) -> None:
    async def talk(client: Client) -> None:
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        assert listed[:2] == ["omoide://haru/profile", "omoide://haru/today"]
        [template] = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "omoide://haru/episode/{id}"
        for uri, words in (("profile", "嘘をつかない"), ("today", "詩を書く")):
            [text] = (await client.read_resource(f"omoide://haru/{uri}")).contents
            assert words in str(getattr(text, "text", ""))
            assert SECRET not in str(text)
        for uri in listed[2:]:
            assert (await client.read_resource(uri)).contents
        [prompt] = (await client.list_prompts()).prompts
        assert prompt.name == "context"
        [message] = (await client.get_prompt("context", {"message": "猫の名前を覚えてる？"})).messages
        assert "モモ" in str(message.content)
        assert str(getattr(message.content, "text", "")).endswith("猫の名前を覚えてる？")

    mind = home.mind("haru")
    mind.episodes.update()
    assert mind.episodes.all()
    over_http(f"{url}/mcp/haru", talk, mode=mode)


def test_the_settings_of_a_persona_choose_its_tools(url: str, home: Omoide) -> None:
    mind = home.mind("aki")

    async def talk(client: Client) -> None:
        assert "read_secret_diary" in {each.name for each in (await client.list_tools()).tools}
        assert not (await client.call_tool("list_goals", {})).is_error

    mind.set("tools.mcp_toolset", "all")
    try:
        over_http(f"{url}/mcp/aki", talk)
    finally:
        mind.set("tools.mcp_toolset", None)


def test_many_clients_at_once_are_answered(url: str) -> None:
    headers = {**ACCEPT, "mcp-protocol-version": "2025-06-18"}

    def ask(number: int) -> int:
        body = {**CALL, "id": number}
        answered = httpx.post(f"{url}/mcp/haru", json=body, headers=headers, timeout=120)
        return int(answered.json()["id"]) if answered.status_code == 200 else -1

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(ask, range(40))) == list(range(40))
