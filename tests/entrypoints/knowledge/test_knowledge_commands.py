"""`omoide knowledge` as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.adapters.knowledge import made_files
from tests.entrypoints.command import Run, command_in, ok


@pytest.fixture
def run(tmp_path: Path) -> Run:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    return run


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "manual.md").write_text("# 手引き\n## 保証\n保証は一年です。\n", "utf-8")
    (folder / "locked.pdf").write_bytes(made_files.locked_pdf(["x"]))
    (folder / "evil\x1b[31m.txt").write_text("escape \x1b[2J codes", "utf-8")
    return folder


@pytest.mark.slow
def test_documents_are_added_listed_searched_updated_and_removed(run: Run, shelf: Path) -> None:
    added = ok(run("knowledge", "add", str(shelf)))
    assert "locked.pdf" in added
    assert "password" in added or "パスワード" in added
    assert "\x1b" not in added
    listed = ok(run("knowledge", "list"))
    assert "manual.md" in listed
    assert "\x1b" not in listed
    found = ok(run("knowledge", "search", "保証は何年？"))
    assert "保証は一年です。" in found
    assert "手引き › 保証" in found
    assert "\x1b" not in ok(run("knowledge", "search", "escape codes"))
    hits = json.loads(ok(run("knowledge", "search", "保証", "--json")))
    assert hits[0]["place"] == {"unit": "line", "first": 3, "last": 3, "heading": "手引き › 保証"}
    assert hits[0]["origin"] == "document"
    (shelf / "manual.md").unlink()
    updated = json.loads(ok(run("knowledge", "update", "--json")))
    assert [Path(path).name for path in updated["missing"]] == ["manual.md"]
    assert "manual.md" in ok(run("knowledge", "update", LANG="en_US.UTF-8"))
    ok(run("knowledge", "update", "--prune"))
    ok(run("knowledge", "remove", str(shelf)))
    assert json.loads(ok(run("knowledge", "list", "--json"))) == {"documents": [], "folders": []}


@pytest.mark.slow
def test_mistakes_are_told_with_an_exit_code(run: Run, shelf: Path) -> None:
    refused = run("knowledge", "add", str(shelf / "locked.pdf"))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "protected by a password" in refused.stderr
    assert "Traceback" not in refused.stderr
    gone = run("knowledge", "remove", "nothing")
    assert gone.returncode == 3
    both = run("knowledge", "add", str(shelf / "manual.md"), str(shelf / "locked.pdf"), "--json")
    assert both.returncode == 2
    told = json.loads(both.stdout)
    assert (len(told["added"]), told["troubles"][0]["kind"]) == (1, "encrypted")
    assert "見つかりません" in ok(run("knowledge", "search", "xyzzy", LANG="ja_JP.UTF-8")) or "nothing" in ok(
        run("knowledge", "search", "xyzzy")
    )
