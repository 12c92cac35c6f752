"""The secret diary is reached by its own verb, and by nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.notes.note import NoteKind
from omoide.errors import InvalidInput

HIDDEN = "ほんとうはオーボエを習いたい。Nobody knows about the oboe."


@pytest.fixture
def written(mind: Mind) -> Mind:
    """A mind with a secret, and an open note beside it."""
    mind.secret_diary.write(f"## 2026-01-05\n{HIDDEN}\n## 2026-03-01\n{HIDDEN}\n", by="persona")
    mind.secret_diary.archive(by="persona")
    mind.notes.diary.append("雨だった。")
    mind.observe(user="雨だね", assistant="うん")
    mind.settle()
    return mind


def test_its_own_verb_reads_it(written: Mind) -> None:
    diary = written.secret_diary
    assert HIDDEN in diary.text
    assert [note.period for note in diary.archives()] == ["2026-01"]
    assert HIDDEN in diary.archived("2026-01").text
    assert len(diary.history()) == 2
    assert diary.diff(0, 1)
    assert diary.restore(1).version == 3


@pytest.mark.parametrize("name", ["secret_diary", "秘密の日記", "secret diary", NoteKind.SECRET_DIARY])
@pytest.mark.parametrize("period", ["", "2026-01"])
def test_notes_do_not_reach_it(written: Mind, name: str, period: str) -> None:
    with pytest.raises(InvalidInput, match="by its own verb alone"):
        written.notes.of(name, period=period)


def test_it_stands_in_no_list_and_no_search_of_notes(written: Mind) -> None:
    assert {note.kind for note in written.notes.all()} == {NoteKind.DIARY}
    assert written.notes.search("オーボエ") == []
    assert written.notes.search("oboe") == []
    assert written.notes.diary.archives() == []


LOOKS: dict[str, Callable[[Mind], object]] = {
    "recall": lambda mind: mind.recall("オーボエを習いたい"),
    "rank": lambda mind: mind.rank("Nobody knows about the oboe"),
    "log": lambda mind: mind.log(),
    "history": lambda mind: mind.history(),
    "memories": lambda mind: mind.memories.all(),
    "memory search": lambda mind: mind.memories.search("オーボエ"),
    "block": lambda mind: mind.memories.block("オーボエを習いたい"),
    "beliefs": lambda mind: mind.beliefs.all(ended=True, candidates=True),
    "questions": lambda mind: mind.beliefs.to_ask(),
    "preferences": lambda mind: mind.preferences.all(status=None),
    "notes": lambda mind: mind.notes.all(),
    "settings": lambda mind: mind.settings(),
    "index": lambda mind: mind.index_status(),
}


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_else_that_a_mind_shows_holds_it(written: Mind, look: str) -> None:
    shown = repr(LOOKS[look](written))
    assert "オーボエ" not in shown
    assert "oboe" not in shown


def test_no_index_holds_its_words(written: Mind) -> None:
    """What is in no passage has no vector and no full-text entry: recall cannot find it, today or later."""
    with written._home.foundation.database.reading() as connection:
        held = connection.exec_driver_sql("SELECT text FROM passages").scalars().all()
    assert not [text for text in held if "オーボエ" in text]
    home: Path = written._home.foundation.folder
    assert [file.name for file in home.rglob("*") if file.is_file() and "オーボエ".encode() in file.read_bytes()] in (
        ["omoide.db"], ["omoide.db-wal"], ["omoide.db", "omoide.db-wal"], ["omoide.db-wal", "omoide.db"],
    )  # fmt: skip
