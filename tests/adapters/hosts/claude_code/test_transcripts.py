"""Session logs as streams: growing, broken, long."""

import json
import tracemalloc
from pathlib import Path

import pytest

from omoide.adapters.hosts.claude_code.transcripts import turns
from omoide.domain.hosts.session_log import ReadTurn, TurnEnd
from omoide.domain.time.moment import Moment
from omoide.errors import TranscriptUnavailable

LATER = TurnEnd(Moment(4_000_000_000))


def line(kind: str, words: str, *, second: int = 0) -> str:
    """Return one line of a log."""
    content: object = words if kind == "user" else [{"type": "text", "text": words}]
    stamp = f"2026-03-01T09:00:{second:02d}.000Z"
    return json.dumps({"type": kind, "uuid": words, "sessionId": "s", "cwd": "/p", "timestamp": stamp,
                       "message": {"id": words, "content": content}}) + "\n"  # fmt: skip


def users(read: list[ReadTurn]) -> list[str]:
    """Return what the users said."""
    return [each.turn.user for each in read if each.turn]


def test_a_growing_log_is_read_from_where_the_last_reading_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line("user", "a") + line("assistant", "b") + line("user", "c"))
    first = list(turns(log))
    assert users(first) == ["a"]
    with log.open("a") as file:
        file.write(line("assistant", "d"))
    assert users(list(turns(log, offset=first[-1].offset))) == []
    second = list(turns(log, offset=first[-1].offset, end=LATER))
    assert users(second) == ["c"]
    assert second[-1].offset == log.stat().st_size
    assert list(turns(log, offset=second[-1].offset, end=LATER)) == [ReadTurn(None, log.stat().st_size)]


def test_a_line_that_is_still_being_written_waits(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    whole, half = line("user", "a") + line("assistant", "b"), line("user", "unfinished")[:40]
    log.write_text(whole + half)
    read = list(turns(log, end=LATER))
    assert users(read) == ["a"]
    assert read[-1].offset == len(whole)


def test_a_turn_that_began_after_the_end_that_was_told_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(
        "".join([line("user", "a"), line("assistant", "b"), line("user", "c", second=30), line("assistant", "d")])
    )
    at = Moment(1_772_355_600 + 10)  # ten seconds after the first turn began
    read = list(turns(log, end=TurnEnd(at, "b")))
    assert users(read) == ["a"]
    assert users(list(turns(log, offset=read[-1].offset, end=LATER))) == ["c"]


def test_late_words_of_an_earlier_turn_neither_end_nor_enter_the_open_one(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line("user", "c") + line("assistant", "d"))
    late = TurnEnd(LATER.at, "words of an earlier turn", was_said_before=lambda: True)
    assert list(turns(log, end=late)) == [ReadTurn(None, 0)]
    lagging = list(turns(log, end=TurnEnd(LATER.at, "the rest", was_said_before=lambda: False)))
    assert [read.turn.assistant for read in lagging if read.turn] == ["d\n\nthe rest"]


def test_a_question_without_an_answer_is_kept_for_the_next_reading(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line("user", "a"))
    read = list(turns(log, end=LATER))
    assert read == [ReadTurn(None, 0)]


@pytest.mark.parametrize(
    "junk", ["{broken\n", "\n", "[]\n", '"user"\n', "\xff\xfe\n", '{"type": "user"' + "[" * 5000 + "\n"]
)
def test_lines_that_are_no_entries_are_passed_over(tmp_path: Path, junk: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line("user", "a") + junk + line("assistant", "b") + junk, encoding="latin-1")
    assert users(list(turns(log, end=LATER))) == ["a"]


def test_a_log_that_shrank_is_read_anew(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(line("user", "a") + line("assistant", "b"))
    assert users(list(turns(log, offset=10_000_000, end=LATER))) == ["a"]


def test_a_log_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(TranscriptUnavailable, match="cannot be read"):
        list(turns(tmp_path / "none.jsonl"))


def test_a_long_log_is_never_held_whole(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    progress = json.dumps({"type": "progress", "data": {"type": "bash_progress", "fullOutput": "x" * 100_000}}) + "\n"
    with log.open("w") as file:
        for number in range(300):
            file.write(line("user", f"q{number}") + progress * 2 + line("assistant", f"a{number}"))
    assert log.stat().st_size > 50_000_000
    tracemalloc.start()
    count = sum(1 for read in turns(log, end=LATER) if read.turn)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 300
    assert peak < 3_000_000
