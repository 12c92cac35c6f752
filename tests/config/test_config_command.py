"""`omoide config` through its own door."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from omoide.config import keys
from omoide.entrypoints.cli.config import app
from omoide.errors import InvalidSetting, OmoideError


@dataclass
class Settings:
    """Keeps personas' settings in memory."""

    kept: dict[str, dict[str, str]] = field(default_factory=dict)

    def settings_of(self, persona: str) -> Mapping[str, str]:
        return dict(self.kept.get(persona, {}))

    def set_setting(self, persona: str, key: str, value: str | None) -> None:
        own = self.kept.setdefault(persona, {})
        if value is None:
            own.pop(key, None)
        else:
            own[key] = value


@dataclass
class Door:
    """The context the main command would give, and what was printed through it."""

    home: Path
    json: bool = False
    persona: str | None = None
    store: Settings = field(default_factory=Settings)
    config_file: Path | None = None
    page: io.StringIO = field(default_factory=io.StringIO)
    width: int = 120

    @property
    def console(self) -> Console:
        return Console(file=self.page, width=self.width)

    def open(self) -> Settings:
        return self.store

    def __call__(self, *arguments: str) -> str:
        self.page.seek(0)
        self.page.truncate()
        result = CliRunner().invoke(app, arguments, obj=self)
        if result.exception is not None:
            if isinstance(result.exception, OmoideError):
                raise result.exception
            raise AssertionError(result.output) from result.exception
        return self.page.getvalue()


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    for name in ("OMOIDE_HOME", "OMOIDE_CONFIG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    return Door(tmp_path)


def test_set_get_unset(door: Door) -> None:
    assert door("get", "retrieval.top_k") == "5\n"

    assert "retrieval.top_k = 7" in door("set", "retrieval.top_k", "7")
    assert door("get", "retrieval.top_k") == "7\n"

    assert "back to 5" in door("unset", "retrieval.top_k")
    assert door("get", "retrieval.top_k") == "5\n"
    assert "was not set" in door("unset", "retrieval.top_k")


def test_fractions_and_json_are_values_too(door: Door) -> None:
    door("set", "archive.revival_relevance", "0.25")
    shown = door("set", "levels", '{"level1_threshold": 60, "level2_threshold": 30}')

    assert door("get", "archive.revival_relevance") == "0.25\n"
    assert "levels.level1_threshold = 60.0" in shown
    assert "levels.level2_threshold = 30.0" in shown
    assert "level3" not in shown


def test_show_tells_key_value_and_purpose(door: Door) -> None:
    page = door("show", "retrieval")

    assert "top_k" in page
    assert "most memories returned" in page
    assert "schedule_hour" not in page
    assert "schedule_hour" in door("show")


def test_show_speaks_japanese_to_those_who_do(door: Door) -> None:
    door("set", "language", "ja")

    assert "想起時の最大取得件数" in door("show", "retrieval")
    assert "書きました" in door("set", "retrieval.top_k", "7")


def test_show_tells_where_values_came_from(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    door("set", "retrieval.top_k", "7")
    monkeypatch.setenv("OMOIDE_RETRIEVAL__NEIGHBOURS", "6")
    door.width = 400

    page = door("show", "retrieval", "--origin")

    assert f"{door.home / 'config.toml'}:2" in page
    assert "OMOIDE_RETRIEVAL__NEIGHBOURS" in page
    assert "default" in page


def test_show_changed_leaves_the_defaults_out(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMOIDE_BACKGROUND__AUTO")
    assert "every value is the default" in door("show", "--changed")

    door("set", "retrieval.top_k", "7")

    page = door("show", "--changed")
    assert "top_k" in page
    assert "neighbours" not in page


def test_a_narrow_terminal_loses_nothing(door: Door) -> None:
    door.width = 40

    page = door("show", "compression").replace("│", "").replace("\n", "").replace(" ", "")

    assert "500" in page


def test_json_is_json(door: Door) -> None:
    door.json = True

    def read(*arguments: str) -> Any:
        return json.loads(door(*arguments))

    assert [entry["key"] for entry in read("show")] == [key.name for key in keys()]
    assert read("set", "retrieval.top_k", "7")[0]["value"] == 7
    entry = read("get", "retrieval.top_k")
    assert entry["origin"] == {"layer": "file", "place": str(door.home / "config.toml"), "line": 2}
    assert (entry["default"], entry["variable"]) == (5, "OMOIDE_RETRIEVAL__TOP_K")
    assert read("unset", "retrieval.top_k")[0]["value"] == 5
    assert read("path") == {"home": str(door.home), "file": str(door.home / "config.toml"), "exists": True}


def test_path_is_that_of_the_profile_in_force(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    assert door("path") == f"{door.home / 'config.toml'}\n"

    profile = door.home / "開発.toml"
    profile.touch()
    monkeypatch.setenv("OMOIDE_CONFIG", str(profile))
    assert door("path") == f"{profile}\n"
    door("set", "retrieval.top_k", "7")
    assert "top_k = 7" in profile.read_text(encoding="utf-8")

    door.config_file = door.home / "prod.toml"
    assert door("path") == f"{door.config_file}\n"


def test_a_personas_setting_is_its_own(door: Door) -> None:
    assert "haru" in door("set", "retrieval.top_k", "3", "--persona", "haru")

    assert door("get", "retrieval.top_k") == "5\n"
    assert door("get", "retrieval.top_k", "--persona", "haru") == "3\n"
    assert door.store.kept == {"haru": {"retrieval.top_k": "3"}}
    assert not (door.home / "config.toml").exists()

    assert "back to 5" in door("unset", "retrieval.top_k", "--persona", "haru")
    assert door.store.kept == {"haru": {}}
    assert "was not set" in door("unset", "retrieval.top_k", "--persona", "haru")


def test_what_a_persona_may_not_set_is_never_kept(door: Door) -> None:
    for key, value in [
        ("retrieval.top_k", "0"),
        ("retrieval.topk", "3"),
        ("server.hook_deadline_ms", "100"),
        ("levels.level1_threshold", "10"),
    ]:
        with pytest.raises(InvalidSetting):
            door("set", key, value, "--persona", "haru")

    assert door.store.kept == {}


def test_a_section_for_a_persona_is_kept_key_by_key(door: Door) -> None:
    door("set", "levels", '{"level1_threshold": 15, "level2_threshold": 10}', "--persona", "haru")

    assert door.store.kept["haru"] == {"levels.level1_threshold": "15", "levels.level2_threshold": "10"}
    assert "back to" in door("unset", "levels", "--persona", "haru")
    assert door.store.kept["haru"] == {}


def test_the_persona_in_force_is_shown_but_never_changed_by_accident(door: Door) -> None:
    door.store.set_setting("haru", "retrieval.top_k", "3")
    door.persona = "haru"

    assert door("get", "retrieval.top_k") == "3\n"
    assert "every persona" in door("set", "retrieval.top_k", "7")
    assert door.store.kept == {"haru": {"retrieval.top_k": "3"}}


def test_a_value_the_environment_overrides_is_pointed_out(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_RETRIEVAL__TOP_K", "9")

    page = door("set", "retrieval.top_k", "7")

    assert "OMOIDE_RETRIEVAL__TOP_K overrides it; the value in force is 9" in page


def test_mistakes_in_the_file_can_be_taken_back_from_here(door: Door) -> None:
    (door.home / "config.toml").write_text("[retrieval]\ntopk = 7\ntop_k = 'x'\n", encoding="utf-8")

    with pytest.raises(InvalidSetting, match="topk"):
        door("show")
    door("unset", "retrieval.topk")
    door("unset", "retrieval.top_k")

    assert door("get", "retrieval.top_k") == "5\n"


def test_an_unknown_key_is_answered_with_a_suggestion(door: Door) -> None:
    for arguments in (("get", "top_k"), ("set", "top_k", "7"), ("unset", "top_k"), ("show", "top_k")):
        with pytest.raises(InvalidSetting, match=r"did you mean retrieval\.top_k"):
            door(*arguments)
    with pytest.raises(InvalidSetting, match=r"did you mean retrieval\.top_k"):
        door("unset", "top_k", "--persona", "haru")
