"""Claude Code's settings: our hooks in and out, all else untouched."""

import json
from pathlib import Path

import pytest

from omoide.adapters.hosts.claude_code import settings
from omoide.adapters.hosts.claude_code.settings import BACKUP
from omoide.domain.hosts import hook_settings
from omoide.domain.hosts.hook_settings import EVENTS, HookCommand, Scope
from omoide.errors import HostSettingsUnavailable

COMMAND = HookCommand("/opt/my python/bin/python", "/opt/x/omoide/entrypoints/hooks/client.py", "/home/me/思い出", 800)
OTHERS = {
    "model": "opus",
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say 終わり"}]}],
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check.sh"}]}],
    },
    "permissions": {"allow": ["Bash(ls:*)"]},
}


def test_hooks_go_in_once_and_come_out_without_a_trace() -> None:
    once = hook_settings.with_hooks(OTHERS, COMMAND)
    assert hook_settings.with_hooks(once, COMMAND) == once
    assert set(hook_settings.installed(once)) == set(EVENTS)
    assert hook_settings.without_hooks(once) == OTHERS
    assert hook_settings.without_hooks(hook_settings.with_hooks({}, COMMAND)) == {}


def test_hooks_run_in_exec_form() -> None:
    entry = hook_settings.with_hooks({}, COMMAND)["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    assert entry["command"] == COMMAND.python
    assert entry["args"] == ["-I", "-S", COMMAND.client, "UserPromptSubmit", COMMAND.home, "800"]


def test_hooks_of_others_in_the_same_group_stay() -> None:
    mixed = {"hooks": {"Stop": [{"hooks": [COMMAND.entry("Stop"), {"type": "command", "command": "other"}]}]}}
    assert hook_settings.without_hooks(mixed) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "other"}]}]}
    }


def test_hooks_of_an_older_installation_are_replaced() -> None:
    old = hook_settings.with_hooks(
        {}, HookCommand("/old/python", "C:\\old\\omoide\\entrypoints\\hooks\\client.py", "/h", 500)
    )
    assert hook_settings.with_hooks(old, COMMAND) == hook_settings.with_hooks({}, COMMAND)


@pytest.mark.parametrize("indent", [2, 4, "\t"])
def test_the_file_keeps_its_indentation_its_letters_and_a_copy(tmp_path: Path, indent: int | str) -> None:
    file = tmp_path / "settings.json"
    before = json.dumps(OTHERS, indent=indent, ensure_ascii=False) + "\n"
    file.write_text(before, encoding="utf-8")
    assert settings.write(file, hook_settings.with_hooks(settings.read(file), COMMAND))
    assert file.with_name(file.name + BACKUP).read_text("utf-8") == before
    assert settings.write(file, hook_settings.without_hooks(settings.read(file)))
    assert file.read_text("utf-8") == before
    assert not settings.write(file, settings.read(file))


@pytest.mark.parametrize("text", ["{ // a remark\n}", "[1]", '{"a": 1,}'])
def test_a_file_that_is_not_plain_json_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text)
    with pytest.raises(HostSettingsUnavailable, match="nothing was changed"):
        settings.write(file, hook_settings.with_hooks({}, COMMAND))
    assert file.read_text() == text


def test_an_absent_file_is_made_and_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles" / "settings.json", tmp_path / "claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    real.parent.mkdir()
    real.write_text("{}")
    assert settings.write(link, hook_settings.with_hooks({}, COMMAND))
    assert link.is_symlink()
    assert set(json.loads(real.read_text())["hooks"]) == set(EVENTS)
    assert settings.write(tmp_path / "new" / "settings.json", hook_settings.with_hooks({}, COMMAND))


def test_each_scope_has_its_file(tmp_path: Path) -> None:
    environ = {"CLAUDE_CONFIG_DIR": str(tmp_path / "cfg")}
    assert settings.file_of(Scope.USER, folder=tmp_path, environ=environ) == tmp_path / "cfg" / "settings.json"
    assert settings.file_of(Scope.PROJECT, folder=tmp_path, environ={}) == tmp_path / ".claude" / "settings.json"
    assert settings.file_of(Scope.LOCAL, folder=tmp_path, environ={}) == tmp_path / ".claude" / "settings.local.json"
