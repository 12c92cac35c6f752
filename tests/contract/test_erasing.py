"""Erasing: events go only under an order, with everything made of them, and never come back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, select

from omoide import Mind, Omoide
from omoide.adapters.sql.erasing.tables import erased_events
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_texts
from omoide.adapters.sql.tables import completions, events, passages, vectors
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.time.moment import Moment
from omoide.errors import SessionNotFound, StoreUnavailable
from tests.usecases.minds import take_out

NAME = "Quillfeather-the-therapist"


def spoken(key: str, *, session: str = "s1", words: str = NAME, at: int = 1_774_700_000) -> TranscriptTurn:
    """Return a turn that names someone."""
    return TranscriptTurn(key, f"I saw {words} today", f"How was it with {words}?", Moment(at), session, "/p")


@pytest.fixture
def heard(mind: Mind) -> Mind:
    """A mind that heard two sessions and remembers both."""
    mind.host.capture(
        [spoken("k1"), spoken("k2", at=1_774_700_060), spoken("k3", session="s2", words="Rosalind-the-baker")]
    )
    mind.catch_up()
    mind.digest()
    return mind


def test_no_event_can_be_deleted_without_an_order(heard: Mind) -> None:
    database = heard._home.foundation.database
    heard.complete(heard.observe(user="open").id, assistant="answer")
    with pytest.raises(StoreUnavailable, match="append-only"), database.writing() as connection:
        connection.execute(delete(completions))
    with pytest.raises(StoreUnavailable, match="append-only"), database.writing() as connection:
        connection.execute(delete(events))
    assert len(heard.log()) == 4


def test_a_session_goes_with_everything_made_of_it_and_the_rest_stays(heard: Mind) -> None:
    report = heard.host.erase_session("s1")
    assert report.events == 2
    assert report.left_in == ()
    assert report.searched_for > 0
    assert [event.session_id for event in heard.log()] == ["s2"]
    with heard._home.foundation.database.reading() as connection:
        for table in (events, memories, memory_texts, memory_history, passages):
            told = [str(row) for row in connection.execute(select(table))]
            assert not [row for row in told if NAME in row], table.name
        kept = set(connection.execute(select(passages.c.id)).scalars())
        assert set(connection.execute(select(vectors.c.passage_id)).scalars()) <= kept
    assert not [hit for hit in heard.recall(NAME) if NAME in hit.text]
    assert [hit for hit in heard.recall("Rosalind the baker") if "Rosalind" in hit.text]


def test_no_file_of_the_home_holds_what_was_erased(heard: Mind) -> None:
    home: Path = heard._home.foundation.folder
    heard.host.erase_session("s1")
    assert not [file for file in home.rglob("*") if file.is_file() and NAME.encode() in file.read_bytes()]


def test_a_copy_that_still_holds_it_is_named(heard: Mind) -> None:
    backup = heard._home.foundation.folder / "old-backup.db"
    backup.write_bytes(b"SQLite format 3\x00" + f"I saw {NAME} today".encode())
    assert heard.host.erase_session("s1").left_in == ("old-backup.db",)


def test_what_was_erased_does_not_come_back(heard: Mind) -> None:
    heard.host.erase_session("s1")
    assert heard.host.capture([spoken("k1"), spoken("k1-in-a-fork", session="s1")]) == []
    again = heard.host.capture([spoken("k1", session="a-fork")])
    assert again == []
    later = heard.host.capture([spoken("k9", words="someone else", at=1_774_742_400 + 100)])
    assert len(later) == 1


def test_a_memory_that_a_night_deleted_before_goes_for_good(heard: Mind) -> None:
    [made] = [memory for memory in heard.memories.all() if memory.session_id == "s1"][:1]
    take_out(heard._home, heard.persona.id, made.id)
    assert heard.host.erase_session("s1").left_in == ()
    with heard._home.foundation.database.reading() as connection:
        assert not [row for row in connection.execute(select(memory_history)) if NAME in str(row)]


def test_beliefs_and_feelings_that_rest_on_it_go_too(mind: Mind) -> None:
    mind.host.capture(
        [
            TranscriptTurn(
                "b1", "私は金沢に住んでいる。抹茶が好き。", "金沢なんだね。", Moment(1_774_700_000), "s1", "/p"
            ),
            TranscriptTurn("b2", "パクチーが苦手なんだ。", "覚えておくね。", Moment(1_774_700_060), "s2", "/p"),
        ]
    )
    mind.digest()
    known = [belief.body for belief in mind.beliefs.all()]
    assert [body for body in known if "金沢" in body]
    mind.host.erase_session("s1")
    left = [belief.body for belief in mind.beliefs.all()] + [each.subject for each in mind.preferences.all(status=None)]
    assert not [body for body in left if "金沢" in body or "抹茶" in body]
    assert left == ["パクチー"]
    assert not [
        file
        for file in mind._home.foundation.folder.rglob("*")
        if file.is_file() and "金沢".encode() in file.read_bytes()
    ]


def test_the_order_keeps_no_words(heard: Mind) -> None:
    heard.host.erase_session("s1")
    with heard._home.foundation.database.reading() as connection:
        rows = connection.execute(select(erased_events)).all()
    assert len(rows) == 2
    assert all("Quill" not in str(row) and "k1" not in str(row) for row in rows)


def test_an_unknown_session_cannot_be_erased(heard: Mind) -> None:
    with pytest.raises(SessionNotFound):
        heard.host.erase_session("never")


def test_another_persona_keeps_its_session_of_the_same_name(opened: Callable[..., Omoide], heard: Mind) -> None:
    other = opened().persona("june")
    other.host.capture([spoken("k1")])
    heard.host.erase_session("s1")
    assert [event.session_id for event in other.log()] == ["s1"]
