"""`omoide erase`, through the real door: a process of its own, in both languages."""

import json
import os
from pathlib import Path

import pytest

from tests.entrypoints.command import Run, command_in, ok
from tests.files_holding import holding

pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Run:
    """Run `omoide` in a home of its own, without a model."""
    return command_in(home)


TURNS = [
    {"user": "My sister Rosalind bakes bread.", "assistant": "Lovely.", "session_id": "s1", "at": "2026-03-01T09:00"},
    {"user": "母は金沢の病院にいる。", "assistant": "そうなんだ。", "session_id": "s1", "at": "2026-03-02T09:00"},
    {"user": "抹茶が好き。", "assistant": "うん。", "session_id": "s2", "at": "2026-03-03T09:00", "client_id": "phone"},
    {"user": "猫のモモ", "assistant": "かわいい", "session_id": "s3", "at": "2026-03-04T09:00", "source": "import"},
]


@pytest.fixture
def told(run: Run, tmp_path: Path) -> Path:
    """A persona that was told four things; returns the file they came from."""
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(turn, ensure_ascii=False) for turn in TURNS), encoding="utf-8")
    ok(run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    ok(run("observe", "--from", str(file)))
    ok(run("settle"))
    return file


def test_a_dry_run_lists_what_would_go_and_changes_nothing(run: Run, told: Path) -> None:
    said = ok(run("erase", "--session", "s1", "--dry-run"))
    assert "Rosalind" in said
    assert "Would erase 2 turns" in said
    assert "events 2" in said
    told_ja = ok(run("erase", "--session", "s1", "--dry-run", OMOIDE_LANGUAGE="ja"))
    assert "2 ターンと、そこから作られたすべてが消えます" in told_ja
    rows = json.loads(ok(run("erase", "--session", "s1", "--dry-run", "--json")))
    assert rows["turns"] == [1, 2]
    assert rows["is_searched"] is False
    assert len(json.loads(ok(run("log", "--json")))) == 4
    assert "Nothing was ever erased" in ok(run("erase", "receipts"))


def test_it_asks_first_and_erases_with_a_receipt(run: Run, told: Path, home: Path) -> None:
    asked = run("erase", "--session", "s1", stdin="n\n")
    assert asked.returncode != 0
    assert "Erase session s1 of haru for good?" in asked.stdout + asked.stderr
    said = ok(run("erase", "--session", "s1", stdin="y\n"))
    assert "none is left in this home" in said
    assert holding(home, ["Rosalind", "金沢の病院"]) == []
    [receipt] = json.loads(ok(run("erase", "receipts", "--json")))
    assert (receipt["scope"], receipt["is_sound"], receipt["report"]["left"]) == ("session", True, [])
    shown = ok(run("erase", "receipts", OMOIDE_LANGUAGE="ja"))
    assert "封印" in shown
    assert receipt["seal"][:12] in shown


def test_what_was_erased_does_not_come_back_with_the_next_import(run: Run, told: Path) -> None:
    ok(run("erase", "--about", "モモ", "--yes"))
    ok(run("erase", "--event", "1", "--event", "2", "--yes"))
    said = ok(run("observe", "--from", str(told)))
    assert "3 turns were erased before and did not come back" in said
    assert {event["user"] for event in json.loads(ok(run("log", "--json")))} == {"抹茶が好き。"}
    assert json.loads(ok(run("observe", "猫のモモ", "--json")))["user"] == "猫のモモ"


def test_conditions_go_together_in_japanese(run: Run, told: Path, home: Path) -> None:
    arguments = ("erase", "--client", "phone", "--from", "2026-03-03", "--until", "2026-03-04", "--yes")
    said = ok(run(*arguments, OMOIDE_LANGUAGE="ja"))
    assert "1 ターンと、そこから作られたすべてを消しました" in said
    assert "残っていません" in said
    assert holding(home, ["抹茶"]) == []
    assert run(*arguments).returncode == 3


def test_a_whole_persona_goes(run: Run, told: Path, home: Path) -> None:
    ok(run("persona", "add", "june"))
    refused = run("erase", "--whole-persona", "--yes")
    assert refused.returncode == 2
    assert "several personas" in refused.stderr
    said = ok(run("erase", "--persona", "haru", "--whole-persona", "--yes"))
    assert "Erased 4 turns" in said
    assert [each["name"] for each in json.loads(ok(run("persona", "list", "--json")))] == ["june"]
    assert holding(home, ["Rosalind", "抹茶", "金沢", "haru"]) == []


def test_an_imported_session_log_goes_as_a_document(run: Run, home: Path, tmp_path: Path) -> None:
    log = tmp_path / "00893aaf-19fa-41d2-8238-13269b9b3ca0.jsonl"
    entries = [
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "I never told anybody about Dunmore."}},
        {
            "type": "assistant",
            "uuid": "a1",
            "message": {"role": "assistant", "content": [{"type": "text", "text": "I see."}]},
        },
    ]
    common = {"sessionId": log.stem, "cwd": "/p", "timestamp": "2026-03-01T09:00:00.000Z"}
    log.write_text("\n".join(json.dumps(each | common) for each in entries) + "\n")
    os.utime(log, (1_772_355_600, 1_772_355_600))
    ok(run("persona", "add", "haru"))
    assert "1 new turn" in ok(run("import", "claude-code", str(log), "--persona", "haru"))
    assert "Erased 1 turn " in ok(run("erase", "--document", str(log), "--yes"))
    assert holding(home, ["Dunmore"]) == []
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(log.read_bytes())
    os.utime(copy, (1_772_355_600, 1_772_355_600))
    assert "1 turn was erased before" in ok(run("import", "claude-code", str(copy), "--persona", "haru"))


def test_nothing_named_and_nonsense_are_refused_without_a_trace(run: Run, told: Path) -> None:
    for arguments in (
        (),
        ("--memory", "m", "--session", "s1"),
        ("--about", "…"),
        ("--from", "2026-03-05", "--until", "2026-03-01"),
    ):
        done = run("erase", *arguments, "--yes")
        assert done.returncode == 2, done
        assert "Traceback" not in done.stderr
