"""Erasing and documents: an erased persona leaves none; of an erased subject, the documents that name it are named."""

from pathlib import Path

import pytest
from sqlalchemy import func, select

from omoide import Mind
from omoide.adapters.sql.knowledge.tables import document_chunks, document_sources, documents
from omoide.domain.erasing.receipt import LeftKind
from omoide.errors import NothingToErase
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore every Sunday."


@pytest.fixture
def talked(mind: Mind, tmp_path: Path) -> Mind:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "family.md").write_text(f"# Family\n{SAID}\n", "utf-8")
    (tmp_path / "shelf" / "other.md").write_text("# Other\nNothing of the kind. モモは猫。\n", "utf-8")
    mind.observe(user=SAID, assistant="Lovely.", session_id="s1")
    mind.observe(user="雨だね", assistant="うん", session_id="s2")
    mind.knowledge.add(tmp_path / "shelf")
    mind.settle()
    return mind


def number(mind: Mind, name: str) -> int:
    return next(each.id for each in mind.knowledge.documents() if each.name == name)


def test_documents_that_hold_erased_words_are_named_by_number_and_stay(talked: Mind) -> None:
    report = talked.erase(session_id="s1")
    [left] = report.left
    assert (left.place, left.why, left.events) == (
        "documents", LeftKind.KNOWN_DOCUMENT, (number(talked, "family.md"),)
    )  # fmt: skip
    assert talked.knowledge.search("Rosalind")
    talked.knowledge.remove("family.md")
    assert talked.knowledge.search("Rosalind") == []


def test_a_subject_is_named_even_where_its_name_is_short(talked: Mind) -> None:
    talked.observe(user="モモが窓辺で寝ているよ、今日もずっと", assistant="かわいいね", session_id="s3")
    rehearsed = talked.erase(about="モモ", dry_run=True)
    report = talked.erase(about="モモ")
    for each in (rehearsed, report):
        assert [(left.why, left.events) for left in each.left] == [
            (LeftKind.KNOWN_DOCUMENT, (number(talked, "other.md"),))
        ]
    with pytest.raises(NothingToErase, match=r"omoide knowledge remove \d+"):
        talked.erase(about="モモ")
    talked.knowledge.remove("other.md")
    with pytest.raises(NothingToErase) as told:
        talked.erase(about="モモ")
    assert told.value.documents == ()


def test_what_no_document_holds_is_clean(talked: Mind) -> None:
    talked.knowledge.remove("family.md")
    assert talked.erase(session_id="s1").is_clean


def test_an_erased_persona_leaves_no_document(talked: Mind) -> None:
    home = talked._home
    report = talked.erase(everything=True)
    assert report.is_clean
    assert dict(report.rows)["document_chunks"] == 2
    assert holding(home.foundation.folder, ["Rosalind", "モモは猫"]) == []
    with home.foundation.database.reading() as connection:
        for table in (documents, document_chunks, document_sources):
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0
    assert home.recall.texts.is_sound()


def test_another_personas_documents_are_not_named_by_number(talked: Mind, tmp_path: Path) -> None:
    from omoide import Omoide

    omoide = Omoide(talked._home)
    omoide.add_persona("natsu")
    omoide.mind("natsu").knowledge.add(tmp_path / "shelf")
    talked.knowledge.remove(tmp_path / "shelf")
    report = talked.erase(session_id="s1")
    assert [(left.place, left.why, left.events) for left in report.left] == [("documents", LeftKind.OTHER_PERSONA, ())]
