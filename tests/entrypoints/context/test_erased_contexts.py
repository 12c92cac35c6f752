"""What sessions were shown holds copies of what is kept elsewhere: erasing reaches them, and so does the end of a persona."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.context.counting import InstalledCounters
from omoide.adapters.sql.context.tables import context_blocks, contexts
from omoide.domain.context.budgeting import Item
from omoide.domain.context.conversation import conversation_of
from omoide.domain.erasing.receipt import ErasureReport
from omoide.usecases.context.sections import AskedSection, ContextSection
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


def test_what_is_erased_while_it_is_composed_is_not_kept(shown: Mind, opened: Callable[..., Omoide]) -> None:
    other = opened().mind("haru")
    erasures: list[Future[ErasureReport]] = []

    def erase_once(_asked: AskedSection) -> list[Item]:
        """Stand for a section during whose reading somebody else erases what was already gathered."""
        if not erasures:
            erasures.append(beside.submit(other.erase, session_id="s1"))
            rows_are_gone.wait(60)
        return []

    rows_are_gone = Event()
    compose = shown._home.context.compose(shown.persona)
    slow = replace(compose, of_the_turn=(ContextSection("slow", erase_once, 0.01),))
    count = InstalledCounters().of("")
    asked = conversation_of("Rosalind's bread?")
    store = other._home.erasing.store
    sweep = store.sweep

    def told_and_swept() -> None:
        rows_are_gone.set()
        sweep()

    store.sweep = told_and_swept  # type: ignore[method-assign]
    with ThreadPoolExecutor(1) as beside:
        context = slow(shown.persona, asked, session_id="s3", budget_tokens=8_000, count=count)
        [erasure] = erasures
        assert erasure.result().is_clean  # it waits for those who still read
    assert rows_are_gone.is_set()
    assert "Dunmore" not in context.text
    assert holding(shown._home.foundation.folder, ["Dunmore"]) == []
