"""The commands around hooks, and the folder that makes the repository a plugin."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omoide import __version__
from omoide.domain.hosts.hook_settings import EVENTS
from omoide.entrypoints.cli.app import app
from omoide.entrypoints.hooks import client
from omoide.entrypoints.mcp import launch
from omoide.entrypoints.server import login_units
from omoide.errors import InvalidInput

ROOT = Path(__file__).parents[3]


Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in a folder of its own; return what it printed."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> str:
        done = CliRunner().invoke(app, ["--home", str(tmp_path / "home"), *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    return call


@pytest.mark.parametrize(
    ("scope", "file"),
    [("user", "claude/settings.json"), ("project", ".claude/settings.json"), ("local", ".claude/settings.local.json")],
)
def test_hooks_are_installed_seen_and_taken_out(run: Run, tmp_path: Path, scope: str, file: str) -> None:
    assert "No hooks" in run("hooks", "status", "--scope", scope)
    assert str(tmp_path / file) in run("hooks", "install", "--scope", scope).replace("\n", "")
    written = json.loads((tmp_path / file).read_text())
    entry = written["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    assert entry["command"] == sys.executable
    assert Path(entry["args"][2]) == Path(client.__file__)
    assert "already" in run("hooks", "install", "--scope", scope)
    assert "already" in run("hooks", "status", "--scope", scope)
    run("hooks", "uninstall", "--scope", scope)
    assert json.loads((tmp_path / file).read_text()) == {}


def test_a_changed_deadline_asks_for_a_new_installation(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("hooks", "install")
    monkeypatch.setenv("OMOIDE_SERVER__HOOK_DEADLINE_MS", "500")
    assert "another installation" in run("hooks", "status")
    run("hooks", "install")
    assert "already" in run("hooks", "status")


def test_without_a_server_commands_say_so(run: Run) -> None:
    assert "No server runs" in run("serve", "status")
    assert "No server runs" in run("serve", "stop")
    assert "no log" in run("serve", "logs")


def test_the_plugin_runs_the_same_client_for_the_same_events() -> None:
    hooks = json.loads((ROOT / "hooks" / "hooks.json").read_text("utf-8"))["hooks"]
    assert set(hooks) == set(EVENTS)
    for event, [group] in hooks.items():
        [entry] = group["hooks"]
        place = entry["args"][2].replace("${CLAUDE_PLUGIN_ROOT}", str(ROOT))
        assert Path(place).resolve() == Path(client.__file__).resolve()
        assert entry["args"][3:] == [event, "-"]


def test_the_plugin_and_its_marketplace_agree_with_the_package() -> None:
    plugin = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text("utf-8"))
    assert plugin["version"] == __version__ == client.VERSION
    assert [each["name"] for each in market["plugins"]] == [plugin["name"]]
    assert (ROOT / market["plugins"][0]["source"]).resolve() == ROOT
    server = json.loads((ROOT / ".mcp.json").read_text("utf-8"))["mcpServers"]["omoide"]
    assert Path(server["args"][-1].replace("${CLAUDE_PLUGIN_ROOT:-.}", str(ROOT))) == Path(launch.__file__)


def test_units_name_interpreter_and_home_whatever_they_are_called() -> None:
    home, python = Path('/home/思い出 100% "x"'), "/opt/my python/bin/python"
    unit = login_units.unit_for("linux", home=home, python=python)
    assert (
        'ExecStart="/opt/my python/bin/python" -m omoide.entrypoints.server "/home/思い出 100%% \\"x\\""' in unit.text
    )
    assert '<string>/home/思い出 100% "x"</string>' in login_units.unit_for("darwin", home=home, python=python).text
    with pytest.raises(InvalidInput):
        login_units.unit_for("win32", home=home, python=python)
