"""A setting of an earlier version does nothing, is told as such, and never makes a home unusable."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from omoide import config
from omoide.config.editing import set_in_file, unset_in_file
from omoide.config.keys import by_name
from omoide.config.removed import REMOVED
from omoide.errors import InvalidSetting
from tests import warm

OLD_FILE = """\
version = "1.0.0"

[retrieval]
top_k = 7
general_threshold = 0.75

[reflection]
injected_strategies = 1

[episodes]
retries = 2
"""


def written(home: Path, document: str) -> Path:
    (home / "config.toml").write_text(document, encoding="utf-8")
    return home


def ignored(configuration: config.Configuration) -> dict[str, str]:
    return {name: str(origin) for name, origin in configuration.without_effect}


def test_an_old_file_is_read_and_what_does_nothing_is_named_with_its_line(tmp_path: Path) -> None:
    loaded = config.load(written(tmp_path, OLD_FILE), {})

    assert loaded.value("retrieval.top_k") == 7
    assert ignored(loaded) == {
        "version": f"{tmp_path / 'config.toml'}:1",
        "retrieval.general_threshold": f"{tmp_path / 'config.toml'}:5",
        "reflection.injected_strategies": f"{tmp_path / 'config.toml'}:8",
        "episodes.retries": f"{tmp_path / 'config.toml'}:11",
    }


@pytest.mark.parametrize("value", ["10", "'ten'", "[]", "{ a = 1 }", "nan"])
def test_what_an_old_setting_says_does_not_matter(value: str, tmp_path: Path) -> None:
    assert list(ignored(config.load(written(tmp_path, f"[topics]\nrecalled = {value}\n"), {}))) == ["topics.recalled"]


def test_an_empty_table_of_an_old_section_says_nothing(tmp_path: Path) -> None:
    assert ignored(config.load(written(tmp_path, "[topics]\n"), {})) == {}


def test_the_environment_and_a_persona_may_hold_old_settings_too(tmp_path: Path) -> None:
    environ = {
        "OMOIDE_SLEEP__AUTONOMY": "false",
        "OMOIDE_GOALS": '{"max_short_term": 3}',
        "OMOIDE_RETRIEVAL__TOP_K": "6",
    }

    loaded = config.load(tmp_path, environ, {"episodes.retries": "2", "retrieval.top_k": "8"})

    assert loaded.value("retrieval.top_k") == 8
    assert ignored(loaded) == {
        "goals.max_short_term": "OMOIDE_GOALS",
        "sleep.autonomy": "OMOIDE_SLEEP__AUTONOMY",
        "episodes.retries": "persona",
    }


def test_an_unknown_key_in_an_old_section_is_still_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"no setting is named topics\.recaled"):
        config.load(written(tmp_path, "[topics]\nrecaled = 1\n"), {})
    with pytest.raises(InvalidSetting, match="topics"):
        config.load(written(tmp_path, "topics = 1\n"), {})


def test_a_new_value_beside_old_settings_leaves_them_where_they_are(tmp_path: Path) -> None:
    written(tmp_path, OLD_FILE)

    set_in_file(tmp_path, "retrieval.top_k", "8")

    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == OLD_FILE.replace("top_k = 7", "top_k = 8")


def test_an_old_setting_can_be_taken_out_alone_or_with_its_section(tmp_path: Path) -> None:
    written(tmp_path, OLD_FILE)

    assert unset_in_file(tmp_path, "retrieval.general_threshold") is True
    assert unset_in_file(tmp_path, "reflection") is True
    assert unset_in_file(tmp_path, "episodes") is True
    assert unset_in_file(tmp_path, "version") is True

    loaded = config.load(tmp_path, {})
    assert ignored(loaded) == {}
    assert loaded.value("retrieval.top_k") == 7


@pytest.mark.parametrize(
    ("key", "value"),
    [("episodes.retries", "30"), ("topics", '{"recalled": 1}'), ("keyword_search", '{"newest": 2, "tool_newest": 3}')],
)
def test_an_old_setting_cannot_be_set_anew(key: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="was removed: it had no effect"):
        set_in_file(tmp_path, key, value)
    with pytest.raises(InvalidSetting, match="was removed: it had no effect"):
        config.expanded({key: value})

    assert not (tmp_path / "config.toml").exists()


def test_asking_for_an_old_setting_says_what_became_of_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"episodes.retries was removed: it had no effect"):
        config.load(tmp_path, {}).value("episodes.retries")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("archive.revival_similarity", "archive.revival_relevance"),
        ("relations.auto_link_similarity_threshold", "relations.auto_link_likeness"),
        ("hooks.least_similarity", "hooks.least_relevance"),
        ("retrieval.memories_threshold", "retrieval.least_nearness"),
    ],
)
def test_a_setting_that_named_a_cosine_says_what_took_its_place(old: str, new: str, tmp_path: Path) -> None:
    assert list(ignored(config.load(written(tmp_path, f"{old} = 0.85\n"), {}))) == [old]
    with pytest.raises(InvalidSetting, match=f"{old} was removed: {new} takes its place"):
        set_in_file(tmp_path, old, "0.85")
    assert new in by_name()


def test_a_setting_that_came_back_is_no_longer_on_the_list() -> None:
    assert not REMOVED & set(by_name())


@pytest.mark.slow
def test_commands_work_beside_old_settings_and_say_so(tmp_path: Path) -> None:
    written(tmp_path, OLD_FILE + "[embedding]\nprovider = 'hashing'\n")

    told = omoide(tmp_path, "persona", "list")
    assert told.returncode == 0
    assert "without effect: version" in told.stderr
    assert "… 4; take it out: omoide config unset KEY" in told.stderr

    as_json = omoide(tmp_path, "doctor", "--json")
    [finding] = [each for each in json.loads(as_json.stdout) if each["check"] == "settings"]
    assert (as_json.returncode, as_json.stderr) == (0, "")
    assert finding["state"] == "attention"
    assert "retrieval.general_threshold" in finding["detail"]
    assert "omoide config unset KEY" in finding["todo"]

    for name in ("version", "retrieval.general_threshold", "reflection.injected_strategies", "episodes"):
        assert omoide(tmp_path, "config", "unset", name).returncode == 0
    assert omoide(tmp_path, "persona", "list").stderr == ""


def omoide(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("OMOIDE_", "LC_"))}
    return warm.run(
        "-m", "omoide", "--home", str(home), *arguments, env={**environ, "LANG": "en_US.UTF-8", "TZ": "UTC"}
    )
