"""A profile and its history without erased words."""

from omoide.domain.entities import erased
from omoide.domain.entities.profile_lines import line_key
from omoide.domain.entities.revision import EntityAct, EntityRevision
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import spliced_anew, texts
from tests.domain.entities.entities import START

SAID = "ロザリンドは土曜にパンを焼いている。"


def history(*steps: tuple[NoteAuthor, str]) -> list[EntityRevision]:
    splices = spliced_anew([text for _, text in steps])
    return [
        EntityRevision(number, START, author, EntityAct.WRITE, f"why {number}", splice, ("店の人", "ロザリンド"))
        for number, ((author, _), splice) in enumerate(zip(steps, splices, strict=True), start=1)
    ]


def test_what_omoide_wrote_goes_by_the_turn_it_rests_on_however_it_is_worded() -> None:
    before = history((NoteAuthor.OMOIDE, "- 週末は窯の前にいる人\n- 背が高い\n"))
    after = erased.without(before, lines={line_key("週末は窯の前にいる人")}, words=ErasedWords(()))
    assert list(texts(after)) == ["[erased]\n- 背が高い\n"]


def test_what_the_persona_wrote_goes_by_its_words_out_of_every_version() -> None:
    before = history((NoteAuthor.PERSONA, f"- {SAID}\n- 背が高い\n"), (NoteAuthor.PERSONA, "- 背が高い\n"))
    after = erased.without(before, lines=(), words=ErasedWords([SAID]))
    first, second = texts(after)
    assert "パン" not in first
    assert second == "- 背が高い\n"


def test_what_the_owner_wrote_stays_unless_it_names_the_subject() -> None:
    before = history((NoteAuthor.OWNER, f"- {SAID}\n"))
    assert erased.without(before, lines=(), words=ErasedWords([SAID])) == before
    after = erased.without(before, lines=(), words=ErasedWords((), names=["ロザリンド"]))
    assert list(texts(after)) == ["[erased]\n"]
    assert after[0].names == ("店の人",)


def test_nothing_is_changed_where_nothing_is_erased() -> None:
    before = history((NoteAuthor.PERSONA, "- 背が高い\n"))
    assert erased.without(before, lines=(), words=ErasedWords(["まったく別の長い話だった。"])) == before
