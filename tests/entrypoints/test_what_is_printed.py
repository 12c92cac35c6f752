"""What commands print, read as a person reads it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omoide import Omoide, SimulatedClock
from omoide.domain.text.language import Language, counted
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.app import app, hoisted
from omoide.entrypoints.cli.wording import told
from omoide.errors import OmoideError
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow

Run = Callable[..., str]
TAG = '<persona_emotion category="joy" intensity="0.8"/>'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    monkeypatch.setenv("OMOIDE_TIMEZONE", "UTC")
    monkeypatch.delenv("COLUMNS", raising=False)

    def call(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(app, hoisted(list(arguments)))
        if isinstance(result.exception, OmoideError):
            raise result.exception
        assert result.exit_code == code, result.output
        return result.stdout

    return call


@pytest.fixture
def haru(run: Run) -> Run:
    """A persona in Tokyo, in a home whose own time is UTC."""
    run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    return run


def test_a_number_brings_its_noun_along() -> None:
    pair = ("{count:memory|memories} of {name}", "{name} の記憶 {count} 件")
    assert told(pair, Language.EN, {"count": 1, "name": "haru"}) == "1 memory of haru"
    assert told(pair, Language.EN, {"count": 0, "name": "haru"}) == "0 memories of haru"
    assert told(pair, Language.JA, {"count": 1, "name": "haru"}) == "haru の記憶 1 件"
    assert (counted(1, "turn", "turns"), counted(2, "turn", "turns")) == ("1 turn", "2 turns")


def test_one_is_told_in_the_singular(haru: Run, tmp_path: Path) -> None:
    turns = tmp_path / "turns.jsonl"
    turns.write_text('{"user": "猫のモモ", "assistant": "うん", "at": "2026-01-18T18:00"}\n', encoding="utf-8")
    assert haru("observe", "--from", str(turns)) == "1 turn kept\n"
    haru("digest", "--now", "2026-01-18T18:30")
    assert "Slept through 1 night: 1 memory." in haru("sleep", "--now", "2026-01-19T12:00")
    doctor = haru("doctor", "--now", "2026-01-19T12:00")
    assert "1 persona, 1 event" in doctor
    assert not re.search(r"\b1 (?:memories|turns|events|personas|vectors|passages|nights|days)\b", doctor)


def test_what_is_listed_first_has_the_highest_number(haru: Run) -> None:
    for said in (
        "猫の話をしよう", "名前はモモだよ", "うちの猫の名前、かわいいでしょう", "犬の名前は決めていない",
        "隣の猫の名前はタマ", "猫の名前を考えるのは楽しい", "今日は雨だね", "新しい猫の名前は何がいいかな",
    ):  # fmt: skip
        haru("observe", said, "--assistant", "うん", "--session", "s1")
    found = json.loads(haru("recall", "猫の名前は？", "--json", "--limit", "10"))["hits"]
    scores = [hit["score"] for hit in found]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 <= score <= 1.0 for score in scores)
    printed = [float(number) for number in re.findall(r"^(\d\.\d\d)  ", haru("recall", "猫の名前は？"), re.MULTILINE)]
    assert printed == sorted(printed, reverse=True)
    haru("digest")
    memories = json.loads(haru("memories", "search", "猫の名前", "--json"))
    priorities = [hit["why"]["priority"] for hit in memories]
    assert priorities == sorted(priorities, reverse=True)


def test_tags_of_emotion_are_not_printed_but_the_log_keeps_them(haru: Run) -> None:
    haru("observe", "猫の名前はモモだよ", "--assistant", f"覚えたよ。{TAG}")
    assert "persona_emotion" not in haru("recall", "猫の名前は？")
    assert "persona_emotion" not in haru("recall", "猫の名前は？", "--json")
    assert "persona_emotion" not in haru("log")
    assert json.loads(haru("log", "--json"))[0]["assistant"].endswith(TAG)


def test_every_belief_says_since_when_and_where_from(haru: Run) -> None:
    haru("observe", "私は金沢に住んでいる。", "--assistant", "金沢なんだね", "--at", "2026-03-01T21:00")
    haru("digest", "--now", "2026-03-01T22:00")
    [_, *rows] = haru("beliefs", "list", "--now", "2026-03-01T22:00").splitlines()
    assert rows
    assert all("2026-03-01 21:00" in row for row in rows if "金沢" in row)
    history = haru("beliefs", "history", "1")
    assert "[plan]" not in history
    assert "learnt from talk" in history


def test_now_without_an_offset_is_the_personas_time(haru: Run) -> None:
    event = json.loads(haru("observe", "おはよう", "--json", "--now", "2026-01-18T07:00"))
    assert event["created"] == "2026-01-18T07:00:00+09:00"
    haru("persona", "add", "anna", "--language", "en", "--timezone", "Europe/Dublin")
    event = json.loads(haru("observe", "hello", "--json", "--now", "2026-01-18T07:00", "--persona", "anna"))
    assert event["created"] == "2026-01-18T07:00:00+00:00"
    event = json.loads(haru("observe", "hi", "--json", "--now", "2026-01-18T07:00+02:00", "--persona", "anna"))
    assert event["created"] == "2026-01-18T05:00:00+00:00"


def test_in_a_pipe_nothing_is_cut_or_padded(haru: Run) -> None:
    long = "、".join(["猫のモモは三歳で魚より鶏肉が好き"] * 12)
    haru("observe", long, "--assistant", "うん")
    haru("digest")
    listed = haru("memories", "list").splitlines()
    assert all(line == line.rstrip() for line in listed)
    assert len(listed) == 2
    assert "…" not in listed[1]


def test_several_nights_are_undone_by_one_command(haru: Run) -> None:
    haru("observe", "猫のモモ", "--assistant", "うん", "--at", "2026-01-18T18:00")
    for day in (19, 20, 21):
        haru("sleep", "--now", f"2026-01-{day}T12:00")
    undone = json.loads(haru("sleep", "undo", "--nights", "3", "--json", "--now", "2026-01-21T13:00"))["undone"]
    assert [at[:10] for at in undone] == ["2026-01-21", "2026-01-20", "2026-01-19"]
    assert all(report["undone"] for report in json.loads(haru("sleep", "report", "--last", "3", "--json")))


def test_doctor_tells_of_nights_ahead_of_the_clock_and_what_to_do(haru: Run) -> None:
    haru("observe", "猫のモモ", "--assistant", "うん", "--at", "2026-01-18T18:00")
    haru("sleep", "--now", "2027-06-01T12:00")
    findings = {each["check"]: each for each in json.loads(haru("doctor", "--json", "--now", "2026-01-19T12:00"))}
    assert findings["nights"]["state"] == "attention"
    assert "2027-06-01" in findings["nights"]["detail"]
    assert "omoide sleep undo --ahead" in findings["nights"]["todo"]
    assert "All is well" not in haru("doctor", "--now", "2026-01-19T12:00")
    haru("sleep", "undo", "--ahead", "--now", "2026-01-19T12:00")
    findings = {each["check"]: each for each in json.loads(haru("doctor", "--json", "--now", "2026-01-19T12:00"))}
    assert findings["nights"]["state"] == "ok"
    assert "No night was run ahead" in haru("sleep", "undo", "--ahead", "--now", "2026-01-19T12:00")


def test_doctor_names_the_extra_of_a_provider_whose_package_is_missing(
    haru: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anthropic", None)
    monkeypatch.setenv("OMOIDE_LLM__PROVIDER", "anthropic")
    monkeypatch.setenv("OMOIDE_LLM__MODEL", "claude-haiku-4-5")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k" * 30)
    found = {each["check"]: each for each in json.loads(haru("doctor", "--json", code=1))}
    assert found["models"]["state"] == "wrong"
    assert "anthropic" in found["models"]["detail"]
    assert "pip install 'omoide[models]'" in found["models"]["todo"]


def test_session_logs_are_looked_for_where_claude_code_keeps_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "elsewhere" / "projects" / "app"
    folder.mkdir(parents=True)
    entry = {"sessionId": "s1", "cwd": "/app", "timestamp": "2026-01-18T09:00:00Z"}
    lines = [
        {**entry, "type": "user", "uuid": "u1", "message": {"role": "user", "content": "猫の名前はモモだよ"}},
        {**entry, "type": "assistant", "uuid": "a1", "message": {"id": "m1", "content": [{"type": "text", "text": "うん"}]}},
        {**entry, "type": "user", "uuid": "u2", "message": {"role": "user", "content": "またね"}},
    ]  # fmt: skip
    (folder / "s1.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    assert run("import", "claude-code") == "1 new turn from 1 session log.\n"


def test_one_persona_is_enough_to_erase_a_session(haru: Run) -> None:
    haru("observe", "my therapist is called Quillfeather", "--assistant", "I see", "--session", "s9")
    report = json.loads(haru("erase", "--session", "s9", "--json"))
    assert (report["events"], report["left_in"]) == (1, [])


def test_forgetting_has_two_names_one_for_what_can_come_back_and_one_for_what_cannot(haru: Run) -> None:
    assert "forget" not in re.findall(r"^  (\w+)", haru("--help"), re.MULTILINE)
    assert "forget" not in re.findall(r"^  (\w+)", haru("memories", "--help"), re.MULTILINE)
    assert "erase" in haru("--help")
    assert "archive" in haru("memories", "--help")


def test_a_home_opened_without_a_persona_has_none(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, clock=SimulatedClock(Moment(0)), embedder=hashing()) as omoide:
        assert omoide.known_mind_for_project("") is None
        assert omoide.personas() == []
