"""Killed at any of its steps, an erasure has not begun or is finished by the next opening, or by the same command again."""

import json
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests import warm
from tests.entrypoints.erasing.erase_and_die import opened
from tests.files_holding import holding

pytestmark = pytest.mark.slow
KILLS = 16
WORDS = ["Quillfeather", "金沢の病院"]


def fill(folder: Path) -> None:
    """Two sessions: the one that goes, and one into which it was carried."""
    with opened(folder) as home:
        mind = home.persona("haru")
        mind.observe(user="My therapist is called Quillfeather.", assistant="I see.", session_id="s1", at=1_774_700_000)
        mind.observe(user="母は金沢の病院にいる。", assistant="そうなんだ。", session_id="s1", at=1_774_700_060)
        mind.settle()
        block = "<memories>\n- [2026-03-28][L1] My therapist is called Quillfeather → I see.\n</memories>\nhi"
        mind.observe(user=block, assistant="Hello!", session_id="s2", at=1_774_700_600)
        mind.settle()
    record = {"event": "Stop", "at": 1, "session_id": "s7", "last_assistant_message": "母は金沢の病院にいる。"}
    (folder / "spool").mkdir()
    (folder / "spool" / "1.json").write_text(json.dumps(record))


def erase(folder: Path, *, die_at: int) -> "subprocess.CompletedProcess[str]":
    return warm.run("-m", "tests.entrypoints.erasing.erase_and_die", str(folder), str(die_at))


def test_a_killed_erasure_has_not_begun_or_is_finished_by_the_next_opening(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    fill(whole)
    shutil.copytree(whole, tmp_path / "lived")
    steps = int(erase(tmp_path / "lived", die_at=0).stdout)
    assert steps > 100
    outcomes = set()
    for kill in range(KILLS):
        folder = tmp_path / f"killed-{kill}"
        shutil.copytree(whole, folder)
        die_at = 1 + kill * (steps - 1) // (KILLS - 1)
        done = erase(folder, die_at=die_at)
        assert done.returncode == -signal.SIGKILL, done.stderr
        with opened(folder) as home:
            mind = home.mind("haru")
            left = len(mind.log(session_id="s1"))
            assert left in (0, 2), (die_at, left)
            assert not list(folder.glob("erasing-*")), die_at
            if left == 0:  # it had been ordered, and this opening has finished it
                assert holding(folder, WORDS) == [], die_at
                [kept] = home.erasure_receipts()
                assert kept.report is not None, die_at
                assert kept.report.is_clean, (die_at, kept.report)
                assert kept.is_sound
            else:
                assert mind.erase(session_id="s1").is_clean, die_at
                assert holding(folder, WORDS) == [], die_at
            assert home.problems() == []
            outcomes.add(left)
        shutil.rmtree(folder)
    assert outcomes == {0, 2}


def test_the_same_command_again_finishes_it_and_says_what_was_done(tmp_path: Path) -> None:
    whole = tmp_path / "home"
    fill(whole)
    shutil.copytree(whole, tmp_path / "lived")
    steps = int(erase(tmp_path / "lived", die_at=0).stdout)
    assert erase(whole, die_at=steps - 12).returncode == -signal.SIGKILL
    again = erase(whole, die_at=0)
    # Opening the home finished the order; there is nothing left to erase, and the receipt says what went.
    assert "SessionNotFound" in again.stderr or again.returncode == 0
    with opened(whole) as home:
        [kept] = home.erasure_receipts()
        assert kept.report is not None
        assert kept.report.events == 2
    assert holding(whole, WORDS) == []
