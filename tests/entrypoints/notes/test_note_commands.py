"""Notes through the command line: read as a person reads it, and as a program does."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import DraftKept, InvalidInput, NoteMoved, NoteNotFound, NoteTooLong, NotRecorded, OmoideError

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands in a home of one persona in Tokyo, on 29 March 2026."""
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")

    def call(*arguments: str, stdin: str | bytes = "") -> str:
        result = CliRunner().invoke(app, hoisted([*arguments, "--now", "2026-03-29T12:00"]), input=stdin)
        if isinstance(result.exception, OmoideError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.stdout

    call("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    return call


def editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str) -> None:
    """Set an editor that does this to the `path` it is given."""
    script = tmp_path / "editor.py"
    script.write_text(f"import sys, subprocess\nfrom pathlib import Path\npath = Path(sys.argv[1])\n{body}\n", "utf-8")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")


def test_a_day_with_notes(run: Run) -> None:
    assert run("notes") == "No notes yet; write one with: omoide notes edit notepad\n"
    assert run("notes", "write", "core_memory", "わたしはハル。") == "core memory: version 1 kept, 7 characters\n"
    run("notes", "append", "日記", "雨だった。")
    assert run("notes", "show", "コアメモリ") == "わたしはハル。\n"
    assert run("notes", "show", "diary") == "## 2026-03-29\n雨だった。\n"
    run("notes", "write", "core", "わたしはハル。海が好き。", "--reason", "話していて気づいた", "--by", "persona")
    assert run("notes", "write", "core", "わたしはハル。海が好き。") == "core memory: nothing changed\n"
    told = run("notes", "history", "core_memory")
    assert "the persona" in told
    assert "話していて気づいた" in told
    assert run("notes", "diff", "core_memory") == (
        "@@ -1,1 +1,1 @@\n-わたしはハル。 (no line end here)\n+わたしはハル。海が好き。 (no line end here)\n"
    )
    assert run("notes", "restore", "core_memory", "1") == "core memory: version 3 kept, 7 characters\n"
    assert run("notes", "show", "core_memory", "--revision", "2") == "わたしはハル。海が好き。\n"
    listed = run("notes", "list")
    assert "core memory" in listed
    assert "diary" in listed


def test_words_in_japanese(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_LANGUAGE", "ja")
    assert run("notes", "write", "notepad", "牛乳\n") == "メモ帳: 第1版として保存しました（3 文字）\n"
    assert "あなた" in run("notes", "history", "notepad")
    assert "メモ帳" in run("notes", "list")


def test_a_note_goes_out_and_in_byte_by_byte(run: Run, tmp_path: Path) -> None:
    text = "一行目\r\n\ttab  \n絵文字👨‍👩‍👧\n\n最後"
    file = tmp_path / "note.txt"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    run("notes", "write", "notepad", "--file", str(file))
    assert json.loads(run("notes", "show", "notepad", "--json"))["text"] == text
    run("notes", "write", "notepad", stdin=f"{text}\n".encode())
    assert json.loads(run("notes", "show", "notepad", "--json"))["text"] == f"{text}\n"
    assert json.loads(run("notes", "show", "notepad", "--revision", "1", "--json"))["text"] == text
    run("notes", "append", "notepad", "-", stdin="by pipe")
    assert run("notes", "show", "notepad").endswith("最後\nby pipe\n")


def test_only_over_the_version_that_was_read(run: Run) -> None:
    run("notes", "write", "notepad", "a", "--base", "0")
    run("notes", "write", "notepad", "b", "--base", "1")
    with pytest.raises(NoteMoved):
        run("notes", "write", "notepad", "c", "--base", "1")
    assert run("notes", "show", "notepad") == "b\n"


def test_huge_empty_and_broken_input_is_refused_with_a_reason(run: Run, tmp_path: Path) -> None:
    with pytest.raises(NoteTooLong, match="at most 8,000"):
        run("notes", "write", "notepad", stdin="x" * 100_000)
    with pytest.raises(InvalidInput, match="longer than any note"):
        run("notes", "write", "notepad", stdin=b"x" * 16_000_010)
    with pytest.raises(InvalidInput, match='is empty; to empty a note, give "" as the text'):
        run("notes", "write", "notepad", stdin="")
    with pytest.raises(InvalidInput, match="not UTF-8"):
        run("notes", "write", "notepad", stdin=b"\xff\xfe")
    with pytest.raises(InvalidInput, match="cannot be read"):
        run("notes", "write", "notepad", "--file", str(tmp_path / "nosuch"))
    with pytest.raises(InvalidInput, match="not both"):
        run("notes", "write", "notepad", "text", "--file", "-")
    with pytest.raises(InvalidInput, match="there is no note named 'todo'"):
        run("notes", "show", "todo")
    with pytest.raises(NoteNotFound, match="no version 7; its last one is 0"):
        run("notes", "restore", "notepad", "7")
    assert run("notes", "list", "--json") == "[]\n"
    run("notes", "write", "notepad", "x")
    assert run("notes", "write", "notepad", "") == "notepad: version 2 kept, 0 characters\n"
    assert run("notes", "show", "notepad") == ""


def test_what_a_terminal_would_obey_is_shown_and_not_obeyed(run: Run) -> None:
    run("notes", "write", "notepad", "a\x1b[2Jb\u202ec\n", "--reason", "\x9b31mred")
    for command in (("show",), ("diff",), ("history",), ("show", "--revision", "1")):
        told = run("notes", command[0], "notepad", *command[1:])
        assert "\ufffd" in told
        assert not set("\x1b\u202e\x9b") & set(told)
    assert "\ufffd" in run("notes", "list")
    assert "\\u001b[2J" in run("notes", "show", "notepad", "--json")
    run("notes", "append", "diary", "needle \x1b]0;owned\x07")
    assert "\x1b" not in run("notes", "search", "needle")


def test_months_go_into_archives_and_are_found_there(run: Run) -> None:
    run("notes", "write", "diary", "## 2026-01-05\n田中さんと初詣。\n## 2026-03-01\n春。\n")
    assert run("notes", "archive") == "2026-01: archived, 23 characters\n"
    assert run("notes", "archive") == "No month is over that is still in the diary.\n"
    assert run("notes", "show", "diary", "--period", "2026-01") == "## 2026-01-05\n田中さんと初詣。\n"
    assert run("notes", "search", "田中") == "diary 2026-01  2026-01-05\n  ## 2026-01-05 田中さんと初詣。\n"
    [hit] = json.loads(run("notes", "search", "田中", "--json"))
    assert (hit["period"], hit["day"]) == ("2026-01", "2026-01-05")
    run("notes", "write", "diary", "## 2024-05-01\n昔。\n", "--period", "2024-05")
    periods = [note["period"] for note in json.loads(run("notes", "list", "--json"))]
    assert periods == ["", "2024-05", "2026-01"]
    assert "Nothing is noted" in run("notes", "search", "氷山")


def test_the_editor_writes_a_note(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("notes", "write", "notepad", "牛乳\n")
    editor(monkeypatch, tmp_path, 'path.write_text(path.read_text("utf-8") + "卵\\n", "utf-8")')
    assert run("notes", "edit", "notepad") == "notepad: version 2 kept, 5 characters\n"
    assert run("notes", "show", "notepad") == "牛乳\n卵\n"
    editor(monkeypatch, tmp_path, "pass")
    assert run("notes", "edit", "notepad") == "notepad: nothing changed\n"
    assert not (tmp_path / "home" / "drafts").exists()


def test_an_editor_that_was_overtaken_loses_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("notes", "write", "notepad", "牛乳\n")
    meanwhile = 'subprocess.run([sys.executable, "-m", "omoide", "notes", "append", "notepad", "卵"], check=True)'
    editor(monkeypatch, tmp_path, f'{meanwhile}\npath.write_text("パン\\nmy password is hunter2Mogura\\n", "utf-8")')
    with pytest.raises(DraftKept, match=r"changed meanwhile.*What you typed is kept in") as caught:
        run("notes", "edit", "notepad")
    assert run("notes", "show", "notepad") == "牛乳\n卵\n"
    draft = Path(caught.value.path)
    assert draft.read_text("utf-8") == "パン\nmy password is [secret]\n"
    assert draft.stat().st_mode & 0o077 == 0
    assert draft.parent.stat().st_mode & 0o077 == 0
    run("notes", "write", "notepad", "--file", str(draft))
    assert run("notes", "show", "notepad").startswith("パン\n")


def test_an_editor_that_fails_changes_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(monkeypatch, tmp_path, "sys.exit(3)")
    with pytest.raises(InvalidInput, match="ended with 3"):
        run("notes", "edit", "notepad")
    assert not (tmp_path / "home" / "drafts").exists()
    editor(monkeypatch, tmp_path, 'path.write_text("typed", "utf-8")\nsys.exit(3)')
    with pytest.raises(DraftKept, match="ended with 3"):
        run("notes", "edit", "notepad")
    editor(monkeypatch, tmp_path, 'path.write_bytes(b"\\xff")')
    with pytest.raises(DraftKept, match="not UTF-8"):
        run("notes", "edit", "notepad")
    monkeypatch.setenv("VISUAL", "no-such-editor-here")
    with pytest.raises(InvalidInput, match="cannot be run"):
        run("notes", "edit", "notepad")
    assert run("notes", "list", "--json") == "[]\n"
    assert len(list((tmp_path / "home" / "drafts").iterdir())) == 2


def test_what_is_never_to_be_recorded_leaves_no_draft(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("config", "set", "privacy.never_record", '["lantern"]')
    editor(monkeypatch, tmp_path, 'path.write_text("a lantern", "utf-8")')
    with pytest.raises(NotRecorded):
        run("notes", "edit", "notepad")
    assert not (tmp_path / "home" / "drafts").exists()


def test_an_erasure_looks_into_drafts(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("observe", "My sister Rosalind bakes bread in Dunmore.", "--assistant", "Lovely.", "--session", "s1")
    editor(
        monkeypatch, tmp_path, 'path.write_text("My sister Rosalind bakes bread in Dunmore.\\nmilk\\n")\nsys.exit(3)'
    )
    with pytest.raises(DraftKept):
        run("notes", "edit", "notepad")
    report = json.loads(run("erase", "--session", "s1", "--yes", "--json"))
    assert report["left"] == []
    [draft] = (tmp_path / "home" / "drafts").iterdir()
    assert draft.read_text("utf-8") == "[erased]\nmilk\n"
    run("erase", "--persona", "haru", "--whole-persona", "--yes")
    assert not (tmp_path / "home" / "drafts").exists()


SECRET = "ほんとうはオーボエを習いたい。"


def test_the_secret_diary_has_a_command_of_its_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("secret-diary", "append", SECRET) == "secret diary: version 1 kept, 30 characters\n"
    assert run("secret-diary", "show") == f"## 2026-03-29\n{SECRET}\n"
    assert json.loads(run("secret-diary", "history", "--json"))[0]["by"] == "persona"
    run("secret-diary", "write", "## 2026-01-01\nむかし。\n", "--base", "1")
    assert "-" + SECRET in run("secret-diary", "diff")
    assert run("secret-diary", "archive") == "2026-01: archived, 19 characters\n"
    assert run("secret-diary", "show", "--period", "2026-01") == "## 2026-01-01\nむかし。\n"
    run("secret-diary", "restore", "1")
    editor(monkeypatch, tmp_path, 'path.write_text(path.read_text("utf-8") + "でも。\\n", "utf-8")')
    run("secret-diary", "edit")
    assert run("secret-diary", "show").endswith(f"{SECRET}\nでも。\n")


def test_no_other_command_shows_the_secret_diary(run: Run) -> None:
    run("secret-diary", "append", SECRET)
    run("notes", "append", "diary", "雨だった。")
    run("observe", "雨だね", "--assistant", "うん")
    run("settle")
    for name in ("secret_diary", "秘密の日記", "secret-diary"):
        for command in ("show", "history", "diff", "edit", "write", "append"):
            with pytest.raises(InvalidInput, match="by its own verb alone"):
                run("notes", command, name)
    looks = [
        ("notes",), ("notes", "list"), ("notes", "search", "オーボエ"), ("log",), ("recall", "オーボエ"),
        ("memories", "list"), ("memories", "search", "オーボエ"), ("beliefs",), ("preferences", "list", "--all"),
        ("stats",), ("doctor",), ("persona", "show", "haru"), ("config", "show"), ("index", "status"), ("feelings",), ("mood",),
    ]  # fmt: skip
    for look in looks:
        for form in ((), ("--json",)):
            shown = CliRunner().invoke(app, hoisted([*look, *form, "--now", "2026-03-29T12:00"])).output
            assert "習いたい" not in shown, look
            assert look[0] != "notes" or "secret" not in shown, look
