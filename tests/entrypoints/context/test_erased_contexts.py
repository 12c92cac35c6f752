"""What sessions were shown holds copies of what is kept elsewhere: erasing reaches them, and so does the end of a persona."""

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.context.tables import context_blocks, contexts
from omoide.usecases.context import compose
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore."
ASKED = [{"role": "user", "content": "What does my sister Rosalind bake?"}]


@pytest.fixture
def shown(mind: Mind) -> Mind:
    mind.observe(user=SAID, assistant="Lovely.", session_id="s1")
    mind.settle()
    mind.notes.notepad.write(SAID, by="persona")
    context = mind.context(ASKED, session_id="s2")
    assert "Rosalind" in context.block
    assert "Rosalind" in context.constant
    return mind


def rows(mind: Mind) -> int:
    with mind._home.foundation.database.reading() as connection:
        return sum(
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (contexts, context_blocks)
        )


def test_an_erased_turn_leaves_every_context(shown: Mind) -> None:
    assert rows(shown) == 2
    report = shown.erase(session_id="s1")
    assert report.is_clean
    assert dict(report.rows)["contexts"] == dict(report.rows)["context_blocks"] == 1
    assert holding(shown._home.foundation.folder, ["Rosalind", "Dunmore"]) == []
    assert "Rosalind" not in shown.context(ASKED, session_id="s2").text


def test_an_erased_subject_leaves_every_context(shown: Mind) -> None:
    assert shown.erase(about="Rosalind").is_clean
    assert holding(shown._home.foundation.folder, ["Rosalind"]) == []


def test_a_memory_erased_by_hand_leaves_every_context(shown: Mind) -> None:
    [memory] = shown.memories.all()
    shown.memories.erase(memory.label)
    assert rows(shown) == 0
    assert "[L1]" not in shown.context(ASKED, session_id="s2").text


def test_a_rehearsal_changes_nothing(shown: Mind) -> None:
    shown.erase(session_id="s1", dry_run=True)
    assert rows(shown) == 2


def test_contexts_go_with_their_persona(shown: Mind) -> None:
    assert shown.erase(everything=True).is_clean
    with shown._home.foundation.database.reading() as connection:
        assert connection.execute(select(contexts.c.session_id)).first() is None


def test_what_is_erased_while_it_is_composed_is_not_kept(
    shown: Mind, opened: Callable[..., Omoide], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [{"role": "user", "content": "Rosalind's bread?"}]
    plain = compose.ComposeContext._composed
    erased = threading.Event()

    def slow(self: compose.ComposeContext, given: object, held: object) -> object:
        made = plain(self, given, held)  # type: ignore[arg-type]
        if not erased.is_set():
            erased.set()
            opened().mind("haru").erase(session_id="s1")
        return made

    monkeypatch.setattr(compose.ComposeContext, "_composed", slow)
    context = shown.context(asked, session_id="s3")
    assert erased.is_set()
    assert "Dunmore" not in context.text
    assert holding(shown._home.foundation.folder, ["Dunmore"]) == []
