"""Files that programs keep with a persona: in the library, and as its owner sees them."""

import json
from pathlib import Path

import pytest

from omoide import Mind
from omoide.errors import FileNotKept, InvalidInput
from tests.entrypoints.command import command_in, ok


def test_files_are_changed_together_or_not_at_all(mind: Mind) -> None:
    mind.files.write("a", "1")
    with pytest.raises(InvalidInput):
        mind.files.change(lambda _: {"a": "2", "b\x00": "3"}, names=["a"])
    with pytest.raises(FileNotKept):
        mind.files.remove("a", "b")
    assert [(each.name, each.text) for each in mind.files.all()] == [("a", "1")]
    mind.files.change(lambda known: {"a": None, "b": known["a"], "empty": ""}, names=["a"], by="persona")
    assert [(each.name, each.text) for each in mind.files.all()] == [("b", "1"), ("empty", "")]
    with pytest.raises(InvalidInput):
        mind.files.write("c", "x", by="omoide")
    for name in ("", "x" * 1_001, "a\nb"):
        with pytest.raises(InvalidInput):
            mind.files.write(name, "x")


def test_what_was_taken_away_comes_back_and_nothing_else_sees_files(mind: Mind) -> None:
    mind.files.write("plans", "猫の世話をする。")
    mind.files.write("plans", "猫と犬の世話をする。")
    mind.files.remove("plans")
    assert mind.files.find("plans") is None
    assert mind.files.restore("plans").text == "猫と犬の世話をする。"
    assert mind.files.restore("plans", version=1).text == "猫の世話をする。"
    for name, version in (("plans", 99), ("plans", 3), ("nothing", None)):
        with pytest.raises(FileNotKept):
            mind.files.restore(name, version=version)
    assert mind.notes.all() == []
    assert mind.notes.search("猫") == []
    assert mind.recall("猫の世話") == []
    assert "世話" not in mind.context("猫の世話は？").text
    with pytest.raises(InvalidInput):
        mind.notes.of("file")


@pytest.mark.slow
def test_the_owner_looks_at_files_takes_them_away_and_brings_them_back(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "en", "--timezone", "UTC"))
    assert "No program keeps" in ok(run("files", "list"))
    script = (
        "from omoide import Omoide; Omoide.open().mind('haru').files.write('memories/plans.md', 'dentist\\x1b[31m')"
    )
    from tests import warm

    done = warm.run("-c", script, env={"OMOIDE_HOME": str(tmp_path / "home"), "OMOIDE_EMBEDDING__PROVIDER": "hashing"})
    assert done.returncode == 0, done.stderr
    assert "memories/plans.md" in ok(run("files", "list"))
    shown = ok(run("files", "show", "memories/plans.md"))
    assert "dentist" in shown
    assert "\x1b" not in shown
    ok(run("files", "remove", "memories/plans.md"))
    assert json.loads(ok(run("files", "list", "--json"))) == []
    assert run("files", "show", "memories/plans.md").returncode == 3
    ok(run("files", "restore", "memories/plans.md"))
    assert json.loads(ok(run("files", "show", "memories/plans.md", "--json")))["version"] == 3
