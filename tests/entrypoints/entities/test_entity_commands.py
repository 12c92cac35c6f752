"""Entities through the command line: read as a person reads it, and as a program does."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import EntityMoved, EntityNotFound, InvalidInput, NameTaken, OmoideError, ProposalNotFound

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands in a home of one persona in Tokyo, on 29 March 2026."""
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")

    def call(*arguments: str, stdin: str = "") -> str:
        result = CliRunner().invoke(app, hoisted([*arguments, "--now", "2026-03-29T12:00"]), input=stdin)
        if isinstance(result.exception, OmoideError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.stdout

    call("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    return call


def test_a_day_with_entities(run: Run) -> None:
    assert run("entities") == "No entities yet; write one with: omoide entities write NAME TEXT\n"
    assert run("entities", "write", "美緒", "- 写真が好き") == "美緒: version 1 kept, 8 characters\n"
    assert run("entities", "alias", "美緒", "みお", "Mio") == "美緒: goes by 美緒, みお, Mio\n"
    assert run("entities", "write", "ミオ", "- 写真が好き。\n- 姉がいる", "--consolidate") == (
        "美緒: version 4 kept, 16 characters\n"
    )
    assert run("entities", "show", "ﾐｵ") == (
        "# Entity Memory: 美緒\nCreated: 2026-03-29 12:00:00\n別名: みお、Mio\n\n- 写真が好き。\n- 姉がいる\n"
    )
    assert run("entities", "show", "美緒", "--revision", "1") == "- 写真が好き\n"
    assert run("entities", "rename", "美緒", "みお") == "みお: goes by みお, 美緒, Mio\n"
    run("entities", "write", "真奈", "- 京都にいる")
    assert run("entities", "merge", "美緒", "真奈") == "真奈 is みお now: みお, 美緒, Mio, 真奈\n"
    assert run("entities", "search", "京都　写真 飛行機") == "みお  holds 京都, 写真\n  - 写真が好き。\n"
    assert "みお" in run("entities", "list")
    told = run("entities", "history", "mio")
    assert "put in order" in told
    assert "Omoide" in told
    assert run("entities", "diff", "mio", "0", "1") == "@@ -1,0 +1,1 @@\n+- 写真が好き\n"
    assert run("entities", "restore", "mio", "1").startswith("みお: version")
    assert run("entities", "archive", "mio").startswith("みお was put away")
    assert "put away" in run("entities", "list", "--all")
    assert run("entities", "archive", "mio", "--undo") == "みお is back\n"
    assert run("entities", "remove", "mio", "--yes") == "みお was removed with its history\n"
    assert run("entities", "list", "--json") == "[]\n"


def test_words_in_japanese(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_LANGUAGE", "ja")
    assert run("entities", "write", "美緒", "- 写真") == "美緒: 第1版として保存しました（5 文字）\n"
    assert "あなた" in run("entities", "history", "美緒")
    assert run("entities", "consolidate", "--all") == "0 件を整理し、1 件はそのままです\n"
    assert run("entities", "proposals") == "提案はありません。\n"


def test_programs_read_json(run: Run) -> None:
    made = json.loads(run("entities", "write", "美緒", "- 写真", "--by", "persona", "--reason", "聞いた", "--json"))
    assert (made["name"], made["version"], made["is_changed"]) == ("美緒", 1, True)
    shown = json.loads(run("entities", "show", "美緒", "--json"))
    assert (shown["text"], shown["beliefs"], shown["aliases"]) == ("- 写真\n", [], [])
    assert shown["markdown"].startswith("# Entity Memory: 美緒")
    [step] = json.loads(run("entities", "history", "美緒", "--json"))
    assert (step["by"], step["act"], step["reason"], step["names"]) == ("persona", "append", "聞いた", ["美緒"])
    [hit] = json.loads(run("entities", "search", "写真", "--json"))
    assert (hit["words"], hit["line"]) == (["写真"], "- 写真")
    assert json.loads(run("entities", "consolidate", "--all", "--json"))["unchanged"] == ["美緒"]


def test_proposals_are_found_listed_accepted_and_dismissed(run: Run) -> None:
    for day in ("20", "21"):
        run(
            "observe",
            "田中さんと鎌倉で写真を撮った",
            "--assistant",
            "うん。",
            "--at",
            f"2026-03-{day}T20:00",
            "--session",
            f"s{day}",
        )
    assert "proposal" in run("entities", "proposals", "find")
    found = {each["name"]: each for each in json.loads(run("entities", "proposals", "--json"))}
    tanaka = found["田中さん"]
    assert (tanaka["days"], tanaka["turns"], len(tanaka["memories"])) == (2, 2, 2)
    told = run("entities", "proposals")
    assert "田中さん  no profile yet  2 times on 2 days" in told
    assert tanaka["memories"][0] in told
    assert run("entities", "proposals", "accept", str(tanaka["id"]), "--name", "田中").startswith(
        "田中: version 1 kept"
    )
    assert "写真を撮った" in run("entities", "show", "田中さん")
    with pytest.raises(ProposalNotFound):
        run("entities", "proposals", "accept", str(tanaka["id"]))
    for name, each in found.items():
        if name != "田中さん":
            assert run("entities", "proposals", "dismiss", str(each["id"])) == f"{name}: dismissed\n"
    assert run("entities", "proposals") == "Nothing is proposed.\n"
    assert len(json.loads(run("entities", "proposals", "list", "--all", "--json"))) == len(found)


def test_what_is_wrong_is_said(run: Run) -> None:
    with pytest.raises(EntityNotFound, match="no entity named 'nobody'"):
        run("entities", "show", "nobody")
    run("entities", "write", "美緒", "- a", "--base", "0")
    with pytest.raises(EntityMoved):
        run("entities", "write", "美緒", "- b", "--base", "0")
    run("entities", "write", "健太", "- b")
    with pytest.raises(NameTaken):
        run("entities", "alias", "健太", "美緒")
    with pytest.raises(InvalidInput, match="say --yes"):
        run("entities", "remove", "美緒")
    with pytest.raises(InvalidInput, match="name one entity"):
        run("entities", "consolidate")
    with pytest.raises(InvalidInput, match="one line without control characters"):
        run("entities", "write", "a\x1b[2Jb", "- a")
    with pytest.raises(InvalidInput, match="is empty"):
        run("entities", "write", "美緒", stdin="")
    both = ["entities", "write", "美緒", "x", "--consolidate", "--replace"]
    assert CliRunner().invoke(app, hoisted(both)).exit_code == 2


def test_what_a_terminal_would_obey_is_shown_and_not_obeyed(run: Run) -> None:
    run("entities", "write", "\u202eoim", "- a\x1b[2Jb\n", "--reason", "\x9b31mred")
    run("entities", "alias", "\u202eoim", "Mio\u2066x")
    for command in (
        ("list",),
        ("show", "\u202eoim"),
        ("history", "\u202eoim"),
        ("diff", "\u202eoim", "0", "1"),
        ("search", "oim"),
    ):
        told = run("entities", *command)
        assert not set("\x1b\u202e\u2066\x9b") & set(told), command
    assert "\\u001b[2J" in run("entities", "show", "\u202eoim", "--json")


def test_the_editor_writes_a_profile(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a', encoding='utf-8').write('- typed\\n')\n", "utf-8")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    assert run("entities", "edit", "../美緒") == "../美緒: version 1 kept, 8 characters\n"
    assert run("entities", "edit", "../美緒") == "../美緒: version 2 kept, 16 characters\n"
    assert not (tmp_path / "home" / "drafts").exists()
