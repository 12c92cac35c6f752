"""Questions at the library's and the command line's door: shown, felt, answered, deleted, erased."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.tables import metadata
from omoide.domain.drives.drive import Drive
from omoide.domain.erasing.receipt import LeftKind
from omoide.entrypoints.cli.questions.words import _STATUSES, _WORDS
from omoide.errors import InvalidInput, NotRecorded, QuestionClosed, QuestionNotFound
from tests.entrypoints.answered import answering
from tests.files_holding import holding

TABLES = [table for table in metadata.sorted_tables if table.name.startswith(("question", "insight", "reflection"))]


def test_a_task_whose_day_has_passed_is_asked_about_shown_and_felt_until_it_is_done(mind: Mind) -> None:
    mind.observe(
        user="3月25日までに書類を出さないといけない。", assistant="うん", at="2026-03-20T20:00", session_id="s1"
    )
    mind.settle()
    [asked] = mind.questions.list() or [mind.questions.get(number) for number in mind.questions.review().raised]
    assert "書類" in asked.topic
    assert asked.context == "3月25日の予定だった。どうなったか、まだ聞いていない。"
    constant = mind.context("こんにちは", session_id="s").constant
    assert f"[今気になっていること]\n- {asked.topic}: {asked.context}" in constant
    state = mind.inner_state()
    assert state.level(Drive.CURIOSITY) > 0
    assert state.strongest_question == asked.topic
    [errand] = mind.due.all()
    mind.due.done(errand.task.id)
    assert mind.questions.review().resolved == (asked.id,)
    assert mind.questions.list() == []
    assert mind.questions.review().is_empty


def test_questions_are_asked_answered_reopened_and_deleted_by_hand(mind: Mind) -> None:
    weak = mind.questions.add("好きな季節", priority=0.2)
    strong = mind.questions.add("猫の好物", context="何が好きか聞いていない", priority=0.9, source_date="2026-03-20")
    assert mind.questions.strongest() == strong
    assert mind.questions.export()[0] == {
        "topic": "猫の好物",
        "context": "何が好きか聞いていない",
        "priority": 0.9,
        "source_date": "2026-03-20",
    }
    with pytest.raises(InvalidInput, match="asked before"):
        mind.questions.add("猫の 好物")
    mind.questions.resolve(strong.id, answer="チキン味", by="persona")
    with pytest.raises(QuestionClosed):
        mind.questions.resolve(strong.id)
    assert [each.id for each in mind.questions.list(ended=True)] == [weak.id, strong.id]
    assert mind.questions.reopen(strong.id).answer == ""
    mind.questions.delete(strong.id)
    assert [each.id for each in mind.questions.list(ended=True)] == [weak.id]
    with pytest.raises(InvalidInput):
        mind.questions.add("猫の好物")  # it was deleted, and is not asked again
    with pytest.raises(QuestionNotFound):
        mind.questions.get(99)
    mind.set("privacy.never_record", '["ひみつ"]')
    with pytest.raises(NotRecorded):
        mind.questions.add("ひみつの話")


def test_a_question_and_what_was_learnt_go_with_the_turns_they_come_from(mind: Mind) -> None:
    mind.change(language="en")
    said = "My sister Rosalind broke her leg in Dunmore."
    event = mind.observe(user=said, assistant="Oh no.", at="2026-03-20T20:00", session_id="s20")
    mind.observe(user="The garden needs water.", assistant="Yes.", at="2026-03-21T20:00", session_id="s21")
    mind.settle()
    parts, persona = mind._home, mind.persona
    made = mind.questions.add("the garden")
    with parts.foundation.database.writing() as connection:
        connection.exec_driver_sql("UPDATE questions SET author = 'omoide'")
        connection.exec_driver_sql(f"INSERT INTO question_events VALUES ({made.id}, {event.id}, 0)")
    owners = mind.questions.add(said)
    mind.questions.resolve(made.id, answer="Rosalind broke her leg in Dunmore", by="persona")
    mind.questions.review()
    report = mind.erase(session_id="s20")
    assert [(left.place, left.why) for left in report.left] == [("questions.topic", LeftKind.NOTE)]
    assert [each.id for each in mind.questions.list(ended=True)] == [owners.id]
    assert [each.made_of for each in parts.reflection.diary.all(persona.id)] == [(event.id + 1,)]
    assert mind.erase(about="Rosalind").is_clean
    assert mind.questions.list(ended=True) == []
    assert holding(parts.foundation.folder, ["Dunmore"]) == []


def test_an_erased_persona_leaves_no_question(opened: Callable[..., Omoide], mind: Mind) -> None:
    made = mind.questions.add("猫の好物")
    mind.questions.resolve(made.id, answer="チキン")
    mind._home.questions.store.note_looked_through(mind.persona.id, made.source_date)
    mind.erase(everything=True)
    with opened()._home.foundation.database.reading() as connection:
        for table in TABLES:
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0


def test_the_command_line_asks_answers_and_deletes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = answering(tmp_path / "home", monkeypatch, capsys)
    run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    code, told, _ = run(
        "questions", "add", "猫の\x1b[2J好物", "--priority", "0.8", "--context", "聞いていない", "--json"
    )
    assert code == 0
    assert (json.loads(told)["id"], json.loads(told)["status"]) == (1, "open")
    assert "\x1b" not in run("questions")[1]
    assert json.loads(run("questions", "export")[1])[0]["priority"] == 0.8
    assert run("questions", "resolve", "1", "--answer", "チキン味")[0] == 0
    assert json.loads(run("questions", "review", "--json")[1])["skipped"] == [1]
    assert "SKIP" in run("questions", "show", "1")[1]
    assert run("questions", "delete", "1")[0] == 0
    assert json.loads(run("questions", "list", "--all", "--json")[1]) == []
    for arguments, expected in (
        (("questions", "show", "9"), 3),
        (("questions", "show", "x"), 3),
        (("questions", "add", "x", "--priority", "7"), 2),
        (("questions", "resolve", "1"), 2),
    ):
        code, _, complaint = run(*arguments)
        assert (code, complaint[:8]) == (expected, "omoide: "), arguments


def test_every_word_is_there_in_both_languages() -> None:
    for words in (_WORDS, _STATUSES):
        assert all(english and japanese for english, japanese in words.values())
