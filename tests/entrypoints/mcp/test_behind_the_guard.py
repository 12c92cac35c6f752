"""The MCP door in the application of all doors, behind the real guard, with real keys."""

from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from omoide import Omoide
from omoide.entrypoints.web.app import installed_doors, web_app
from tests.entrypoints.mcp.served import PATIENCE_SECONDS, READING
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "status", "arguments": {}}}
ACCEPT = {"accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    folder: Path = tmp_path_factory.mktemp("guarded") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        opened = Omoide.open(folder, embedder=hashing(), beside="nowhere")
    for name in ("haru", "june"):
        opened.add_persona(name, language="en", timezone="UTC")
    opened.mind("haru").observe(user="My cat is called Momo.", assistant="Got it.")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def url(home: Omoide) -> Iterator[str]:
    assert "mcp" in installed_doors()
    with served(web_app(home, doors=("mcp",))) as address:
        yield address


def test_a_key_for_reading_opens_one_mind_to_look_at_until_it_is_revoked(home: Omoide, url: str) -> None:
    key = home.keys.add(persona="haru", scope="read")
    headers = {"authorization": f"Bearer {key.text}"}

    async def talk() -> None:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=PATIENCE_SECONDS) as http,
            Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
        ):
            assert tuple(each.name for each in (await client.list_tools()).tools) == READING
            found = (await client.call_tool("recall", {"query": "cat"})).structured_content["found"]
            assert "Momo" in found[0]["text"]

    anyio.run(talk)
    assert httpx.post(f"{url}/mcp/june", json=CALL, headers={**ACCEPT, **headers}).status_code == 403
    home.keys.revoke(key.key.id)
    assert httpx.post(f"{url}/mcp/haru", json=CALL, headers={**ACCEPT, **headers}).status_code == 401


def test_a_page_from_elsewhere_does_not_reach_the_door(url: str) -> None:
    for turned_away in ({"host": "evil.example"}, {"origin": "https://evil.example"}):
        assert httpx.post(f"{url}/mcp/haru", json=CALL, headers={**ACCEPT, **turned_away}).status_code in (
            400,
            403,
            421,
        )
    assert httpx.post(f"{url}/mcp/haru", json=CALL, headers=ACCEPT).json()["result"]["isError"] is False
    assert httpx.post(f"{url}/mcp/nobody", json=CALL, headers=ACCEPT).status_code == 404
