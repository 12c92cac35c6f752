"""Anthropic's memory tool over the persona's files: its client, its commands, and paths that are names."""

import threading
from typing import Any

import anyio
import pytest
from anthropic import Anthropic
from anthropic.lib.tools import BetaBuiltinFunctionTool, ToolError

from omoide import Mind
from omoide.entrypoints.frameworks.anthropic_memory import AsyncMindMemoryTool, MindMemoryTool
from tests.fakes.provider import Call, Say, provider

PLANS = "/memories/plans.md"


@pytest.fixture
def tool(mind: Mind) -> MindMemoryTool:
    return MindMemoryTool(mind)


def call(tool: BetaBuiltinFunctionTool, command: str, **given: Any) -> str:
    return str(tool.call({"command": command, **given}))


def refused(tool: BetaBuiltinFunctionTool, command: str, **given: Any) -> str:
    with pytest.raises(ToolError) as told:
        call(tool, command, **given)
    return str(told.value)


def test_every_command_does_what_anthropics_own_tool_does(tool: MindMemoryTool, mind: Mind) -> None:
    assert "/memories" in call(tool, "view", path="/memories")
    assert "created" in call(tool, "create", path=PLANS, file_text="一行目\n二行目\n三行目\n")
    assert "already exists" in refused(tool, "create", path=PLANS, file_text="x")
    assert call(tool, "view", path=PLANS).splitlines()[1:4] == ["     1\t一行目", "     2\t二行目", "     3\t三行目"]
    assert call(tool, "view", path=PLANS, view_range=[2, 2]).splitlines()[1:] == ["     2\t二行目"]
    assert "     2\t歯医者" in call(tool, "str_replace", path=PLANS, old_str="二行目", new_str="歯医者")
    assert "did not appear" in refused(tool, "str_replace", path=PLANS, old_str="ない", new_str="x")
    assert "lines: 1, 3" in refused(tool, "str_replace", path=PLANS, old_str="行目", new_str="x")
    assert "edited" in call(tool, "insert", path=PLANS, insert_line=1, insert_text="あいだ\n")
    assert "[0, 4]" in refused(tool, "insert", path=PLANS, insert_line=9, insert_text="x")
    assert mind.files.get("memories/plans.md").text == "一行目\nあいだ\n歯医者\n三行目\n"
    call(tool, "create", path="/memories/people/mio.md", file_text="")
    call(tool, "create", path="/memories/people/deep/er/ken.md", file_text="x")
    shown = call(tool, "view", path="/memories").splitlines()[1:]
    assert shown == ["/memories", "/memories/people/", "/memories/people/deep/", "/memories/people/mio.md", PLANS]
    assert "is not a file" in refused(tool, "str_replace", path="/memories/people", old_str="a", new_str="b")
    assert "not a directory" in refused(tool, "create", path=f"{PLANS}/x.md", file_text="x")
    assert "renamed" in call(tool, "rename", old_path="/memories/people", new_path="/memories/friends")
    assert [each.name for each in mind.files.all(under="memories/f")] == [
        "memories/friends/deep/er/ken.md",
        "memories/friends/mio.md",
    ]
    assert "already exists" in refused(tool, "rename", old_path=PLANS, new_path="/memories/friends/mio.md")
    assert "already exists" in refused(tool, "rename", old_path="/memories/friends", new_path="/memories/friends/in")
    assert "deleted" in call(tool, "delete", path="/memories/friends")
    assert "does not exist" in refused(tool, "delete", path="/memories/friends")
    assert "does not exist" in refused(tool, "view", path="/memories/friends")
    assert "itself" in refused(tool, "delete", path="/memories")
    tool.clear_all_memory()
    assert mind.files.all() == []
    assert mind.files.history("memories/plans.md")  # the owner finds what stood there


ELSEWHERE = (
    "/etc/passwd", "/memories/../x", "/memories/a/../../b", "/memories//x", "memories/x", "/memoriesx/y", "/memories/./x",
    "/memories/..\\x", "/memories/%2e%2e/x", "/memories/a\x00b", "/memories/" + "x" * 2_000, "",
)  # fmt: skip


def test_a_path_is_a_name_and_leads_nowhere_else(tool: MindMemoryTool, mind: Mind) -> None:
    for path in ELSEWHERE:
        assert refused(tool, "create", path=path, file_text="x"), path
    assert mind.files.all() == []


def test_what_must_not_be_written_is_not(tool: MindMemoryTool, mind: Mind) -> None:
    call(tool, "create", path=PLANS, file_text="key: sk-ant-api03-" + "a1B2" * 20)
    assert "a1B2a1B2" not in mind.files.get("memories/plans.md").text
    mind.set("privacy.never_record", '["(?i)project x"]')
    assert refused(tool, "insert", path=PLANS, insert_line=0, insert_text="Project X begins")
    assert "Project X" not in str(mind.files.history("memories/plans.md"))


def test_what_is_erased_from_the_mind_is_erased_from_its_files(tool: MindMemoryTool, mind: Mind) -> None:
    mind.observe(user="ガレット・デ・ロワという菓子をクララと焼いた。", assistant="いいね。")
    call(tool, "create", path=PLANS, file_text="別のこと。\nガレット・デ・ロワという菓子をクララと焼いた。\n")
    report = mind.erase(event_id=1)
    assert "ガレット" not in str(mind.files.history("memories/plans.md")), report
    assert "別のこと" in mind.files.get("memories/plans.md").text


def test_many_edits_at_once_are_all_kept(tool: MindMemoryTool, mind: Mind) -> None:
    call(tool, "create", path=PLANS, file_text="")
    threads = [
        threading.Thread(target=call, args=(tool, "insert"), kwargs={"path": PLANS, "insert_line": 0, "insert_text": f"n{n}"})
        for n in range(12)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(mind.files.get("memories/plans.md").text.split()) == {f"n{n}" for n in range(12)}


def test_anthropics_client_runs_the_tool(tool: MindMemoryTool, mind: Mind) -> None:
    asked = Call({"command": "create", "path": PLANS, "file_text": "土曜は歯医者\n"}, name="memory")
    with provider(asked, Say("覚えたよ")) as script:
        with Anthropic(api_key="sk-scripted", base_url=script.url) as client:
            runner = client.beta.messages.tool_runner(
                model="claude-haiku-4-5",
                max_tokens=500,
                tools=[tool],
                messages=[{"role": "user", "content": "土曜は歯医者だよ"}],
            )
            last = runner.until_done()
        assert script.received[0].body["tools"] == [{"type": "memory_20250818", "name": "memory"}]
        assert "File created successfully" in str(script.received[1].body["messages"][-1])
    assert last.stop_reason == "end_turn"
    assert mind.files.get("memories/plans.md").text == "土曜は歯医者\n"


def test_the_tool_for_asyncio_does_the_same(mind: Mind) -> None:
    tool = AsyncMindMemoryTool(mind)

    async def talk() -> None:
        await tool.call({"command": "create", "path": PLANS, "file_text": "a\n"})
        await tool.call({"command": "str_replace", "path": PLANS, "old_str": "a", "new_str": "b"})
        await tool.call({"command": "insert", "path": PLANS, "insert_line": 1, "insert_text": "c"})
        assert "b" in str(await tool.call({"command": "view", "path": PLANS}))
        await tool.call({"command": "rename", "old_path": PLANS, "new_path": "/memories/b"})
        with pytest.raises(ToolError):
            await tool.call({"command": "delete", "path": PLANS})
        await tool.call({"command": "delete", "path": "/memories/b"})
        await tool.clear_all_memory()

    anyio.run(talk)
