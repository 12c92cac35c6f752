"""Erasing and entities: lines go with the turns they rest on, a name takes its entity along, a persona leaves nothing."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.entities import tables
from omoide.adapters.sql.tables import metadata
from omoide.domain.entities.revision import EntityAct
from omoide.domain.erasing.receipt import LeftKind
from omoide.errors import EntityMoved, EntityNotFound, NothingToErase
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore."
TABLES = [table for table in metadata.sorted_tables if table.name.startswith("entit")]


@pytest.fixture
def talked(mind: Mind) -> Mind:
    """Somebody was named on three days, once in other words."""
    mind.change(language="en")
    for day, text in ((20, SAID), (21, "Rosalind sent me a parcel."), (22, "Rosalind sings alto.")):
        mind.observe(user=text, assistant="Lovely.", at=f"2026-03-{day}T20:00", session_id=f"s{day}")
    mind.settle()
    return mind


def accepted(mind: Mind) -> None:
    [found] = [each for each in mind.entities.proposals() if each.proposal.name == "Rosalind"]
    mind.entities.accept(found.proposal.id)


def test_a_line_goes_with_the_turn_it_rests_on_out_of_every_version(talked: Mind) -> None:
    accepted(talked)
    assert "Dunmore" in talked.entities.get("Rosalind").text
    talked.entities.write("Rosalind", "- a singer", mode="replace", by="persona")
    talked.entities.restore("Rosalind", 1, by="persona")
    talked.entities.write("Rosalind", "- tall", by="persona")
    rehearsed = talked.erase(session_id="s20", dry_run=True)
    assert "Dunmore" in talked.entities.get("Rosalind").text
    report = talked.erase(session_id="s20")
    assert dict(report.rows)["entities: redacted"] == dict(rehearsed.rows)["entities: redacted"] > 0
    assert report.is_clean
    assert holding(talked._home.foundation.folder, ["Dunmore"]) == []
    text = talked.entities.get("Rosalind").text
    assert "[erased]" in text
    assert "parcel" in text
    assert text.endswith("- tall\n")
    assert talked.entities.history("Rosalind")[-1].act is EntityAct.ERASE
    assert "Dunmore" not in talked.entities.at("Rosalind", 1)


def test_a_proposal_made_of_an_erased_turn_goes_and_is_made_again_without_it(talked: Mind) -> None:
    talked.entities.to_tell(session_id="chat-1")
    report = talked.erase(session_id="s20")
    assert dict(report.rows)["entity_proposals"] >= 1
    assert "Rosalind" not in [each.proposal.name for each in talked.entities.proposals()]
    assert not any("Rosalind" in line for line in talked.entities.to_tell(session_id="chat-1"))
    talked.entities.propose()
    [found] = [each for each in talked.entities.proposals() if each.proposal.name == "Rosalind"]
    assert found.proposal.uses == 2
    assert not any("Dunmore" in line.text for line in found.lines)


def test_whoever_read_the_words_cannot_write_them_back_unawares(talked: Mind) -> None:
    read = talked.entities.write("Sis", f"- {SAID}", by="persona")
    talked.erase(session_id="s20")
    assert talked.entities.get("Sis").text == "[erased]\n"
    with pytest.raises(EntityMoved):
        talked.entities.write("Sis", read.text, mode="replace", base=read.version, by="persona")


def test_what_the_owner_wrote_by_hand_stays_and_is_named(talked: Mind) -> None:
    talked.entities.write("Sis", f"- {SAID}")
    report = talked.erase(session_id="s20")
    assert {(left.place, left.why) for left in report.left} == {
        ("entities.text", LeftKind.NOTE), ("entity_revisions.added", LeftKind.NOTE),
    }  # fmt: skip
    assert SAID in talked.entities.get("Sis").text


def test_an_erased_name_takes_its_entity_along_and_goes_from_other_profiles(talked: Mind) -> None:
    accepted(talked)
    talked.entities.add_aliases("Rosalind", "Rosie")
    talked.entities.write("Kenta", "- knows Rosalind well. Likes tea.", by="owner")
    talked.entities.rename("Kenta", "Rosalind's friend")
    talked.entities.rename("Kenta", "Ken")
    talked.entities.drop_aliases("Ken", "Rosalind's friend")
    report = talked.erase(about="Rosalind")
    assert report.is_clean
    assert holding(talked._home.foundation.folder, ["Rosalind"]) == []
    with pytest.raises(EntityNotFound):
        talked.entities.get("Rosie")
    assert talked.entities.get("Ken").text == "[erased] Likes tea.\n"
    with pytest.raises(NothingToErase):
        talked.erase(about="Rosalind")


def test_whoever_goes_by_several_names_is_erased_by_any_of_them(mind: Mind) -> None:
    mind.change(language="ja")
    said = (
        "美緒はとても背が高い人だ",
        "みおちゃんに窓辺で会った",
        "澪標という船に乗りに行く",
        "ミオの描いた絵が届いた",
    )
    for number, text in enumerate(said):
        mind.observe(user=text, assistant="うん", at=f"2026-03-2{number}T20:00", session_id=f"s{number}")
    mind.entities.write("美緒", "- 絵を描く")
    mind.entities.add_aliases("美緒", "みお")
    mind.notes.notepad.write("美緒の誕生日を祝う\nみおに本を返しに行く\n牛乳を買って帰る\n")
    rehearsed = mind.erase(about="みお", dry_run=True)
    report = mind.erase(about="ミオさん")
    assert (rehearsed.events, report.events, report.is_clean) == (3, 3, True)
    assert [event.user for event in mind.log()] == [said[2]]
    assert mind.entities.all(archived=True) == []
    assert mind.notes.notepad.text == "[erased]\n[erased]\n牛乳を買って帰る\n"
    assert holding(mind._home.foundation.folder, ["美緒", "みおちゃん", "みおに"]) == []


def test_a_name_that_is_nobodys_is_erased_alone(talked: Mind) -> None:
    talked.entities.write("Kenta", "- tall")
    talked.entities.add_aliases("Kenta", "Ken")
    talked.observe(user="Ken is here, and Quillfeather with him.", assistant="Nice.", session_id="s30")
    talked.observe(user="Kenta came alone this time.", assistant="Nice.", session_id="s31")
    assert talked.erase(about="Quillfeather", dry_run=True).events == 1


def test_a_subject_that_only_a_profile_names_can_be_erased(talked: Mind) -> None:
    talked.entities.write("Quillfeather", "- rang at noon")
    report = talked.erase(about="Quillfeather")
    assert (report.events, report.is_clean) == (0, True)
    assert talked.entities.all() == []


def test_an_entity_that_was_merged_goes_with_its_name(talked: Mind) -> None:
    talked.entities.write("Mio", "- tall")
    talked.entities.write("Quillfeather", "- rang at noon")
    talked.entities.merge("Mio", "Quillfeather")
    assert talked.erase(about="Quillfeather").is_clean
    assert holding(talked._home.foundation.folder, ["Quillfeather"]) == []


def test_an_erased_persona_leaves_no_entity(opened: Callable[..., Omoide], talked: Mind) -> None:
    natsu = opened().persona("natsu")
    natsu.entities.write("Rosalind", "- another one")
    accepted(talked)
    talked.entities.write("Mio", "- the oboe in the attic is hers")
    talked.entities.write("Mia", "- x")
    talked.entities.merge("Mio", "Mia")
    talked.entities.to_tell(session_id="chat-1")
    report = talked.erase(everything=True)
    assert {left.why for left in report.left} <= {LeftKind.OTHER_PERSONA}
    assert holding(natsu._home.foundation.folder, ["oboe in the attic"]) == []
    with natsu._home.foundation.database.reading() as connection:
        counts = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES
        }
    assert counts == {
        table.name: int(table in (tables.entities, tables.entity_names, tables.entity_revisions)) for table in TABLES
    }
    assert natsu.entities.get("Rosalind").text == "- another one\n"
