"""`omoide mcp`: a real process, the SDK's own client, and nothing but the protocol on standard output."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from omoide import Omoide
from omoide.entrypoints.mcp import launch
from tests import warm
from tests.entrypoints.mcp.served import EIGHT, MODES, READING, over_stdio
from tests.fakes.embedding import hashing

SOURCES = Path(launch.__file__).parents[3]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stdio") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        with Omoide.open(folder, embedder=hashing(), beside="nowhere") as opened:
            opened.add_persona("haru", language="ja")
            opened.mind("haru").observe(user="うちの猫の名前はモモだよ。", assistant="覚えたよ。")
    return folder


def environ(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")}
    return {
        **kept, "OMOIDE_HOME": str(home), "OMOIDE_BACKGROUND__AUTO": "false", "OMOIDE_EMBEDDING__PROVIDER": "hashing",
        "PYTHONPATH": str(SOURCES), **more,
    }  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_a_client_recalls_and_writes_over_stdio(home: Path, mode: str) -> None:
    async def talk(client: Client) -> None:
        assert tuple(each.name for each in (await client.list_tools()).tools) == EIGHT
        found = (await client.call_tool("recall", {"query": "猫の名前は？"})).structured_content["found"]
        assert "モモ" in found[0]["text"]
        kept = await client.call_tool("remember", {"text": f"相手は毎朝走る。{mode}", "said_by": "user"})
        assert not kept.is_error
        assert (await client.call_tool("recall", {"limit": 99})).is_error
        with pytest.raises(MCPError):
            await client.call_tool("no_such_tool", {})

    printed = over_stdio(home, talk, mode=mode)
    assert "Traceback" not in printed
    assert "モモ" not in printed
    with Omoide.open(home, embedder=hashing(), beside="nowhere") as opened:
        last = opened.mind("haru").log()[-1]
        assert (last.user, last.source) == (f"相手は毎朝走る。{mode}", "tool")


def test_the_toolset_and_reading_only_are_chosen_at_the_start(home: Path) -> None:
    async def reading(client: Client) -> None:
        names = tuple(each.name for each in (await client.list_tools()).tools)
        assert names[: len(READING)] == READING
        assert "recall_memories" in names
        assert not {"remember", "edit_notepad"} & set(names)

    over_stdio(home, reading, words=("--persona", "haru", "mcp", "--toolset", "all", "--read-only"), mode="legacy")


def test_two_processes_write_into_one_mind_and_nothing_is_lost(home: Path) -> None:
    def write(who: str) -> None:
        async def talk(client: Client) -> None:
            for number in range(10):
                assert not (await client.call_tool("remember", {"text": f"{who}の{number}番目の話。"})).is_error

        over_stdio(home, talk)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, ("甲", "乙")))
    with Omoide.open(home, embedder=hashing(), beside="nowhere") as opened:
        kept = [event.user for event in opened.mind("haru").log()]
    assert (
        len([text for text in kept if "番目の話" in text]) == len({text for text in kept if "番目の話" in text}) == 20
    )


def test_nothing_but_the_protocol_goes_to_standard_output(home: Path) -> None:
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        "this is no JSON",
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "wake", "arguments": {}}},
    ]  # fmt: skip
    given = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in asked)
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "omoide", "mcp"],
        env=environ(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(given)
        process.stdin.flush()
        lines: list[dict[str, Any]] = []
        while not any(line.get("id") == 2 for line in lines):
            lines.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stdout.read() == ""
    assert all(line["jsonrpc"] == "2.0" for line in lines)


def refused(home: Path, *words: str, cold: bool = False, **more: str) -> tuple[int, str, str]:
    if not cold:
        warmed = warm.run("-m", "omoide", *words, env=environ(home, **more))
        return warmed.returncode, warmed.stdout, warmed.stderr
    done = subprocess.run(
        [sys.executable, "-P", "-m", "omoide", *words],
        env=environ(home, **more),
        input="",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_persona_that_is_not_there_is_told_on_standard_error(home: Path) -> None:
    code, out, told = refused(home, "--persona", "nobody", "mcp")
    assert (code, out) == (3, "")
    assert "nobody" in told
    assert "Traceback" not in told


def test_without_the_extra_it_is_said_how_to_install_it(home: Path, tmp_path: Path) -> None:
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'mcp'\", name='mcp')\n")
    paths = os.pathsep.join([str(tmp_path), str(SOURCES)])
    code, out, told = refused(home, "mcp", cold=True, PYTHONPATH=paths)
    assert (code, out) == (2, "")
    assert "omoide[mcp]" in told


def test_the_plugin_starts_the_server_of_the_folder_with_the_noted_interpreter(home: Path, tmp_path: Path) -> None:
    (home / "server.python").write_text(sys.executable)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}  # fmt: skip
    told = environ(home, CLAUDE_PROJECT_DIR=str(tmp_path))
    told.pop("PYTHONPATH")
    done = subprocess.run(
        ["python3", "-I", "-S", launch.__file__],
        env=told,
        input=json.dumps(asked) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "omoide", done.stderr
    assert "claude" in json.loads(done.stdout.splitlines()[0])["result"]["instructions"]


def test_a_folder_that_is_to_be_left_alone_is(home: Path, tmp_path: Path) -> None:
    (tmp_path / ".omoideignore").touch()
    code, out, told = refused(home, "mcp", "--claude-code", CLAUDE_PROJECT_DIR=str(tmp_path))
    assert (code, out) == (2, "")
    assert ".omoideignore" in told
