"""`omoide mcp install`: the server in the real settings files of clients, on every system, and nothing else touched."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omoide import Omoide
from omoide.adapters.hosts.mcp_clients import McpClientSettings
from omoide.domain.hosts.hook_settings import Scope
from omoide.domain.hosts.mcp_client import McpClient
from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import HostSettingsUnavailable, InvalidInput, PersonaNotFound
from tests.fakes.embedding import hashing

Run = Callable[..., str]
PLACES = {
    ("linux", "claude-desktop"): ".config/Claude/claude_desktop_config.json",
    ("darwin", "claude-desktop"): "Library/Application Support/Claude/claude_desktop_config.json",
    ("win32", "claude-desktop"): "AppData/Roaming/Claude/claude_desktop_config.json",
    ("linux", "vscode"): ".config/Code/User/mcp.json",
    ("darwin", "vscode"): "Library/Application Support/Code/User/mcp.json",
    ("win32", "vscode"): "AppData/Roaming/Code/User/mcp.json",
    ("linux", "cursor"): ".cursor/mcp.json",
    ("win32", "cursor"): ".cursor/mcp.json",
    ("darwin", "claude-code"): ".claude.json",
    ("linux", "claude-code"): ".claude.json",
}


@pytest.mark.parametrize(("platform", "client"), PLACES)
def test_each_client_has_its_file_on_each_system(platform: str, client: str, tmp_path: Path) -> None:
    environ = {"USERPROFILE" if platform == "win32" else "HOME": str(tmp_path)}
    files = McpClientSettings(McpClient(client), folder=tmp_path, environ=environ, platform=platform)
    assert files.file(Scope.USER) == tmp_path / PLACES[platform, client]


def test_the_environment_moves_the_files_and_a_project_has_its_own(tmp_path: Path) -> None:
    environ = {"HOME": "/h", "XDG_CONFIG_HOME": "/x", "CLAUDE_CONFIG_DIR": "/c", "APPDATA": "/a"}

    def file(client: McpClient, scope: Scope = Scope.USER, platform: str = "linux") -> Path:
        return McpClientSettings(client, folder=tmp_path, environ=environ, platform=platform).file(scope)

    assert file(McpClient.VSCODE) == Path("/x/Code/User/mcp.json")
    assert file(McpClient.VSCODE, platform="win32") == Path("/a/Code/User/mcp.json")
    assert file(McpClient.CLAUDE_CODE) == Path("/c/.claude.json")
    assert file(McpClient.CLAUDE_CODE, Scope.PROJECT) == tmp_path / ".mcp.json"
    assert file(McpClient.CURSOR, Scope.PROJECT) == tmp_path / ".cursor" / "mcp.json"
    assert file(McpClient.VSCODE, Scope.PROJECT) == tmp_path / ".vscode" / "mcp.json"
    with pytest.raises(InvalidInput):
        file(McpClient.CLAUDE_DESKTOP, Scope.PROJECT)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command for a home with haru, in a user's folder of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    with Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere") as opened:
        opened.add_persona("ハル", language="ja")

    def call(*words: str) -> str:
        arguments = hoisted(["--home", str(tmp_path / "home"), "mcp", *words])
        done = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    return call


@pytest.mark.parametrize("client", ["claude-desktop", "claude-code", "cursor", "vscode"])
def test_what_is_in_the_settings_stays_and_the_server_goes_in_and_out(run: Run, tmp_path: Path, client: str) -> None:
    path = tmp_path / PLACES["linux", client]
    path.parent.mkdir(parents=True, exist_ok=True)
    key = "servers" if client == "vscode" else "mcpServers"
    before = {"theme": "暗い", key: {"other": {"command": "node", "args": ["x.js"]}}, "last": [1, 2]}
    path.write_text(json.dumps(before, ensure_ascii=False, indent=4), "utf-8")
    assert "omoide" in run("install", "--client", client, "--persona", "ハル", "--dry-run")
    assert json.loads(path.read_text("utf-8")) == before
    assert str(path) in run("install", "--client", client, "--persona", "ハル", "--toolset", "all").replace("\n", "")
    written = json.loads(path.read_text("utf-8"))
    entry = written[key].pop("omoide")
    assert written == before
    assert entry["command"] == sys.executable
    assert entry["args"][:3] == ["-P", "-m", "omoide"]
    assert entry["args"][-5:] == ["--persona", "ハル", "mcp", "--toolset", "all"]
    assert entry.get("type") == ("stdio" if client in ("vscode", "claude-code") else None)
    assert json.loads(path.with_name(path.name + ".before-omoide").read_text("utf-8")) == before
    assert "\n    " in path.read_text("utf-8")
    assert "already" in run("install", "--client", client, "--persona", "ハル", "--toolset", "all")
    run("uninstall", "--client", client)
    assert json.loads(path.read_text("utf-8")) == before
    assert "No server" in run("uninstall", "--client", client)


def test_claude_code_gets_the_mind_of_its_hooks_unless_a_persona_is_named(run: Run, tmp_path: Path) -> None:
    run("install", "--client", "claude-code")
    entry = json.loads((tmp_path / ".claude.json").read_text("utf-8"))["mcpServers"]["omoide"]
    assert entry["args"][-2:] == ["mcp", "--claude-code"]
    run("uninstall", "--client", "claude-code")
    assert json.loads((tmp_path / ".claude.json").read_text("utf-8")) == {}


BROKEN = ("{", '{"mcpServers": []}', "[]", "// a comment\n{}", '{"mcpServers": {"omoide": 1}}')


def test_settings_that_are_broken_or_another_s_are_left_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    for broken in BROKEN:
        path.write_text(broken)
        with pytest.raises(HostSettingsUnavailable, match="nothing was changed"):
            run("install", "--client", "cursor")
        assert path.read_text() == broken
    assert [each.name for each in path.parent.iterdir()] == ["mcp.json"]


def test_a_persona_or_a_name_that_cannot_be_is_refused_before_anything_is_written(run: Run, tmp_path: Path) -> None:
    with pytest.raises(PersonaNotFound):
        run("install", "--client", "cursor", "--persona", "nobody")
    with pytest.raises(InvalidInput):
        run("install", "--client", "cursor", "--name", "わたしの記憶")
    with pytest.raises(InvalidInput):
        run("install", "--client", "claude-desktop", "--scope", "project")
    assert not (tmp_path / ".cursor").exists()
