"""`omoide due` and `omoide inner` through the real command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from omoide.entrypoints.cli.reminders.words import _WORDS
from tests.entrypoints.command import Run, command_in, ok

pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path: Path) -> Run:
    call = command_in(tmp_path / "home")
    ok(call("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    said = ("observe", "3月5日までに書類を出さないといけない", "--assistant", "わかった", "--at", "2026-03-01T20:00")
    ok(call(*said))
    ok(call("digest"))
    return call


def read(done: Any) -> Any:
    return json.loads(ok(done))


def test_due_things_are_shown_told_snoozed_and_done(run: Run) -> None:
    morning = ("--now", "2026-03-05T08:00")
    assert read(run("due", "--now", "2026-03-02T08:00", "--json")) == []
    [later] = read(run("due", "--all", "--now", "2026-03-02T08:00", "--json"))
    assert (later["stage"], later["due"], later["to_tell"]) == ("later", "2026-03-05", False)
    number = str(later["id"])
    assert "書類" in ok(run("due", *morning))
    [told] = read(run("due", "tell", "--session", "s1", *morning, "--json"))
    assert told["line"].endswith("（今日が期限）")
    assert read(run("due", "tell", "--session", "s2", *morning, "--json")) == []
    assert read(run("due", "tell", "--session", "s1", *morning, "--json"))[0]["line"] == told["line"]
    assert "18:00" in ok(run("due", "snooze", number, "--until", "18:00", *morning))
    assert read(run("due", *morning, "--json")) == []
    [snoozed] = read(run("due", "--all", *morning, "--json"))
    assert snoozed["snoozed_until"] == "2026-03-05T18:00:00+09:00"
    ok(run("due", "remind", number, *morning))
    ok(run("due", "dismiss", number, *morning))
    assert read(run("due", "--all", *morning, "--json"))[0]["dismissed"]
    assert "書類" in ok(run("due", "done", number, *morning))
    assert read(run("due", "--all", *morning, "--json")) == []


def test_mistakes_are_told_without_a_trace(run: Run) -> None:
    for arguments, code in (
        (("due", "dismiss", "999"), 3),
        (("due", "snooze", "1", "--until", "26:00"), 2),
        (("due", "snooze", "1", "--until", "whenever"), 2),
        (("due", "snooze", "1", "--until", "2020-01-01"), 2),
        (("due", "--at", "gestern"), 2),
        (("inner", "--at", "gestern"), 2),
    ):
        done = run(*arguments)
        assert done.returncode == code, (arguments, done.stderr)
        assert "Traceback" not in done.stderr


def test_what_moves_the_persona_is_shown(run: Run) -> None:
    told = read(run("inner", "--at", "2026-03-05T08:00", "--json"))
    assert set(told) == {"at", "drives", "motivation_log", "mood", "shown"}
    assert told["motivation_log"]["dominant_drive"] == "goal_achievement"
    assert "書類" in told["motivation_log"]["narrative"]
    shown = ok(run("inner", "--at", "2026-03-05T08:00"))
    assert "0.80" in shown


def test_every_word_is_there_in_both_languages() -> None:
    assert all(english and japanese for english, japanese in _WORDS.values())
