"""The dream diary at the library's and the command line's door: shown, exported, erased and made again."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.tables import metadata
from omoide.domain.time.moment import DAY_SECONDS
from omoide.entrypoints.cli.reflection.words import _LEVELS, _WORDS
from omoide.errors import InsightNotFound
from tests.entrypoints.answered import answering
from tests.files_holding import holding

TABLES = [table for table in metadata.sorted_tables if table.name.startswith(("insight", "reflection"))]
SAID = "My sister Rosalind broke her leg in Dunmore."


def talked(mind: Mind) -> None:
    mind.change(language="en")
    mind.observe(user=SAID, assistant="Oh no.", at="2026-03-26T20:00", session_id="s1")
    mind.observe(
        user="I planted three tomatoes in the garden.", assistant="Nice.", at="2026-03-26T20:10", session_id="s2"
    )


def test_after_a_night_by_itself_the_day_is_reflected_on_and_the_strategy_shown(mind: Mind) -> None:
    talked(mind)
    mind.settle()
    [entry] = mind.dreams.list()
    assert (entry.day is not None, entry.level, entry.by) == (True, 1, "rules")
    assert all(sentence.evidence for sentence in entry.sentences)
    assert entry.strategy
    assert mind.dreams.strategy() == entry.strategy
    assert f"[how I mean to go on]\n- {entry.strategy}\n" in mind.context("hello", session_id="s").constant
    assert mind.dreams.reflect().made == ()
    assert [each["insight"] for each in mind.dreams.export()] == [entry.text]
    assert mind.goals.export()["meta"] == {
        "last_reflection_level": 1,
        "last_level2_date": None,
        "last_level3_date": None,
    }
    mind.set("reflection.shown", "false")
    assert "[how I mean to go on]" not in mind.context("hello", session_id="t").constant


def test_an_entry_made_of_an_erased_turn_goes_and_the_next_night_makes_it_again(
    mind: Mind, clock: SimulatedClock
) -> None:
    talked(mind)
    mind.settle()
    report = mind.erase(session_id="s1")
    assert report.is_clean
    assert dict(report.rows)["insights"] == 1
    assert mind.dreams.list() == []
    assert holding(mind._home.foundation.folder, ["Dunmore"]) == []
    assert [each.is_stale for each in mind.dreams.reflections()] == [True]
    clock.advance(seconds=DAY_SECONDS)
    assert [day.isoformat() for day in mind.dreams.reflect().remade] == ["2026-03-26"]
    [again] = mind.dreams.list()
    assert "tomatoes" in again.text
    assert [(each.level, each.is_stale) for each in mind.dreams.reflections()] == [(1, False)]


def test_an_erased_persona_leaves_no_dream(opened: Callable[..., Omoide], mind: Mind) -> None:
    talked(mind)
    mind.settle()
    mind.erase(everything=True)
    with opened()._home.foundation.database.reading() as connection:
        for table in TABLES:
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0


def test_the_command_line_shows_reflects_and_exports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = answering(tmp_path / "home", monkeypatch, capsys)
    run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    now = ("--now", "2026-03-06T08:00")
    assert "empty" in run("dreams")[1]
    run("observe", "母が転んで骨折した。", "--assistant", "大変だったね", "--at", "2026-03-05T20:00", *now)
    told = json.loads(run("dreams", "reflect", *now, "--json")[1])
    assert told["made"] == [{"day": "2026-03-05", "level": 1}]
    assert "骨折" in run("dreams")[1]
    [entry] = json.loads(run("dreams", "list", "--json")[1])
    assert entry["sentences"][0]["events"] == [1]
    assert "骨折" in run("dreams", "show", str(entry["id"]))[1]
    assert json.loads(run("dreams", "history", "--json")[1])[0]["level"] == 1
    [exported] = json.loads(run("dreams", "export")[1])
    assert set(exported) == {"created_at", "trigger_topic", "insight", "strategy", "log_entry"}
    assert run("dreams", "remove", str(entry["id"]))[0] == 0
    assert run("dreams", "show", "99")[0] == 3
    assert json.loads(run("dreams", "reflect", *now, "--json")[1])["made"] == []


def test_an_entry_nobody_wrote_is_not_found(mind: Mind) -> None:
    with pytest.raises(InsightNotFound):
        mind.dreams.get(9)
    assert mind.dreams.strategy() == ""
    assert mind.dreams.next_level() == 1


def test_every_word_is_there_in_both_languages() -> None:
    for words in (_WORDS, _LEVELS):
        assert all(english and japanese for english, japanese in words.values())
