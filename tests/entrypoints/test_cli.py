"""The command line, through the real door: a process of its own."""

import json
from pathlib import Path

import pytest

from omoide.entrypoints.cli.app import hoisted
from tests.entrypoints.command import Run, command_in, ok

pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `omoide` in a home of its own, without a model."""
    return command_in(tmp_path / "わたしの home")


@pytest.fixture
def started(tmp_path: Path) -> Run:
    """Run `omoide` as a user's shell does: nothing is loaded yet, and the locale is what the environment says."""
    return command_in(tmp_path / "わたしの home", cold=True)


def test_a_day_with_the_command_line(run: Run, started: Run) -> None:
    assert "haru" in ok(started("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    assert "1" in ok(
        started(
            "observe", "猫の名前はモモだよ", "--assistant", "覚えたよ", "--session", "s1", "--at", "2026-03-01T09:00"
        )
    )
    opened = json.loads(ok(run("observe", "明日の天気は？", "--json", "--session", "s1", "--at", "2026-03-01T09:01")))
    assert opened["assistant"] is None
    assert opened["created"] == "2026-03-01T09:01:00+09:00"
    ok(run("observe", "--complete", str(opened["id"]), "--assistant", "晴れ"))
    found = json.loads(ok(run("recall", "猫の名前は？", "--json")))
    assert found["hits"][0]["event"]["user"] == "猫の名前はモモだよ"
    assert found["hits"][0]["why"]["matched"] == ["猫の名前は"]
    assert {"words", "meaning", "total", "cosine", "relevance", "floor", "sentence"} <= found["hits"][0]["why"].keys()
    table = ok(started("recall", "猫の名前は？"))
    assert "モモ" in table
    assert "一致" in table
    log = ok(run("log", "--grep", "晴れ"))
    assert "明日の天気は？" in log
    assert "モモ" not in log
    assert [event["id"] for event in json.loads(ok(run("log", "--json", "--session", "s1")))] == [1, 2]
    assert json.loads(ok(run("persona", "list", "--json")))[0]["name"] == "haru"
    assert "pending" in ok(run("index", "status"))
    assert ok(run("index", "rebuild"))
    checks = json.loads(ok(started("doctor", "--json")))
    assert {check["state"] for check in checks} == {"ok"}


def test_simulated_time_stands_in_for_the_clock(run: Run) -> None:
    ok(run("persona", "add", "haru"))
    event = json.loads(ok(run("--now", "2030-01-01T12:00:00+00:00", "observe", "hello", "--json")))
    assert event["created"] == "2030-01-01T12:00:00+00:00"


def test_many_turns_come_in_from_json_lines(run: Run, tmp_path: Path) -> None:
    ok(run("persona", "add", "haru"))
    lines = [
        json.dumps({"user": f"turn {n}", "assistant": "ok", "at": "2026-01-01", "idempotency_key": str(n)})
        for n in range(450)
    ]
    for _ in range(2):
        assert "450" in ok(run("observe", "--from", "-", stdin="\n".join(lines)))
    assert len(json.loads(ok(run("log", "--json", "--limit", "0")))) == 450
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"user": "fine"}\n{"usr": "typo"}\n', encoding="utf-8")
    done = run("observe", "--from", str(bad))
    assert done.returncode == 2
    assert "line 2" in done.stderr
    assert "usr" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("recall", "x"), 3, "omoide persona add"),
        (("recall", "x", "--persona", "nobody"), 3, "'nobody'"),
        (("persona", "add", ""), 2, "needs a name"),
        (("persona", "add", "a", "--timezone", "Mars"), 2, "Asia/Tokyo"),
        (("--now", "soon", "persona", "add", "a"), 2, "ISO 8601"),
        (("config", "get", "retrieval.topk"), 2, "retrieval.top_k"),
        (("config", "set", "retrieval.top_k", "zero"), 2, "retrieval.top_k"),
        (("nonsense",), 2, "nonsense"),
        (("observe", "--from", "missing.jsonl"), 3, "persona"),
    ],
)
def test_a_mistake_is_told_in_words(run: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_mistake_is_told_in_json_to_programs(run: Run) -> None:
    done = run("recall", "x", "--persona", "nobody", "--json")
    told = json.loads(done.stderr)["error"]
    assert (done.returncode, told["kind"], told["exit_code"]) == (3, "PersonaNotFound", 3)


def test_a_home_that_cannot_be_made_is_told_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("in the way", encoding="utf-8")
    done = run("--home", str(tmp_path / "a-file" / "home"), "persona", "add", "a")
    assert done.returncode == 1
    assert "--home" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "content", [b"this is not a database, it is a letter to my mother" * 50, b"SQLite format 3\x00" + b"\xff" * 8000]
)
def test_a_damaged_database_is_told_in_words_and_left_alone(run: Run, tmp_path: Path, content: bytes) -> None:
    home = tmp_path / "damaged"
    home.mkdir(mode=0o700)
    (home / "omoide.db").write_bytes(content)
    done = run("--home", str(home), "persona", "list")
    assert done.returncode == 1
    assert "backup" in done.stderr
    assert "Traceback" not in done.stderr
    assert (home / "omoide.db").read_bytes() == content
    checked = run("--home", str(home), "doctor")
    assert checked.returncode == 1
    assert "backup" in checked.stdout


def test_text_of_a_memory_cannot_command_the_terminal(run: Run) -> None:
    ok(run("persona", "add", "haru"))
    ok(run("observe", "猫 \x1b[31mred\x1b]0;title\x07 [bold]x[/bold]"))
    for shown in (ok(run("log")), ok(run("recall", "猫"))):
        assert "\x1b" not in shown
        assert "[bold]x[/bold]" in shown


@pytest.mark.parametrize("locale", ["C", "POSIX", "ja_JP.SJIS"])
def test_any_locale_gets_utf_8(started: Run, locale: str) -> None:
    ok(started("persona", "add", "ハル", LC_ALL=locale, PYTHONUTF8="0"))
    assert "ハル" in ok(started("persona", "list", LC_ALL=locale, PYTHONUTF8="0"))


def test_shell_completion_is_there(started: Run) -> None:
    assert "_omoide_completion" in ok(started(_OMOIDE_COMPLETE="source_bash"))


def test_every_command_has_help_with_an_example(run: Run) -> None:
    for command in (
        ("observe",),
        ("recall",),
        ("log",),
        ("doctor",),
        ("tour",),
        ("persona", "add"),
        ("index", "rebuild"),
        ("config", "set"),
    ):
        assert "Example" in ok(run(*command, "--help")), command


def test_global_options_may_stand_anywhere() -> None:
    assert hoisted(["recall", "x", "--json", "--persona", "haru"]) == ["--json", "--persona", "haru", "recall", "x"]
    assert hoisted(["recall", "--home=/x", "--", "--json"]) == ["--home=/x", "recall", "--", "--json"]
    assert hoisted(["config", "set", "a", "b", "--persona", "haru"]) == ["config", "set", "a", "b", "--persona", "haru"]
