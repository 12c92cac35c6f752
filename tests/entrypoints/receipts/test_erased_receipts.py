"""Receipts hold cues: erasing reaches them, and so does the end of a persona."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.recall.receipts.tables import recall_demotions, recall_receipts
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore."
CUE = "What does Rosalind bake in Dunmore?"


@pytest.fixture
def asked(mind: Mind) -> Mind:
    mind.observe(user=SAID, assistant="Lovely.", session_id="s1")
    mind.observe(user="The bicycle has a flat tyre", assistant="Oh no.", session_id="s0")
    mind.settle()
    mind.recall(CUE)
    mind.context([{"role": "user", "content": "bread"}], session_id="s1")
    mind.recall("bicycle tyre")
    mind.not_that(1, cue=CUE)
    mind.not_that(1, cue="which bread was it")
    mind.not_that(2, cue="a flat bicycle")
    assert rows(mind) == (3, 3)
    return mind


def rows(mind: Mind) -> tuple[int, ...]:
    mind.recalls()
    with mind._home.foundation.database.reading() as connection:
        return tuple(
            int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in (recall_receipts, recall_demotions)
        )


def test_an_erased_session_takes_its_receipts_and_cues_that_carry_its_words(asked: Mind) -> None:
    report = asked.erase(session_id="s1")
    assert report.is_clean
    assert dict(report.rows)["recall_receipts"] == 2
    assert dict(report.rows)["recall_demotions"] == 2
    assert holding(asked._home.foundation.folder, ["Rosalind", "Dunmore"]) == []
    [left] = asked.recalls()
    assert left.cue == "bicycle tyre"
    assert not any(each.item.id == "1" for each in left.candidates)
    assert [each.cue for each in asked.feedback.list()] == ["a flat bicycle"]


def test_an_erased_subject_and_an_erased_turn_leave_no_cue(asked: Mind) -> None:
    assert asked.erase(about="Rosalind").is_clean
    assert holding(asked._home.foundation.folder, ["Rosalind"]) == []
    asked.recall("zz 12")
    turn = asked.observe(user="zz 12", session_id="s7")
    assert asked.erase(event_id=turn.id).is_clean
    assert "zz 12" not in [each.cue for each in asked.recalls()]


def test_a_rehearsal_changes_nothing_and_a_persona_takes_all(asked: Mind) -> None:
    asked.erase(session_id="s1", dry_run=True)
    assert rows(asked) == (3, 3)
    home = asked._home
    asked.recall("one that still waits to be written when its persona goes")
    assert asked.erase(everything=True).is_clean
    home.receipts.buffer.flush()
    with home.foundation.database.reading() as connection:
        assert connection.execute(select(recall_receipts.c.id)).first() is None
        assert connection.execute(select(recall_demotions.c.id)).first() is None


def test_what_waits_in_another_process_is_not_written_after_its_words_were_erased(
    asked: Mind, opened: Callable[..., Omoide]
) -> None:
    server = opened().mind("haru")
    server.recall("Rosalind again, in Dunmore, with bread")
    assert asked.erase(session_id="s1").is_clean
    server.recall("bicycle again")  # it waits with the other: nobody can tell them apart
    assert [each.cue for each in server.recalls()] == ["bicycle tyre"]
    assert holding(asked._home.foundation.folder, ["Rosalind"]) == []
    server.recall("and again")
    assert server.recalls()[0].cue == "and again"
