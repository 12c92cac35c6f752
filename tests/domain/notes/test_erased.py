"""A note and its history without erased words."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.notes import erased
from omoide.domain.notes.note import NoteAct, NoteAuthor
from omoide.domain.notes.revision import NoteRevision, splice_between, texts
from omoide.domain.time.moment import Moment

PERSONA, OWNER, OMOIDE = NoteAuthor.PERSONA, NoteAuthor.OWNER, NoteAuthor.OMOIDE
SAID = "My sister Rosalind bakes bread in Dunmore."


def history(*steps: tuple[NoteAuthor, str], reason: str = "") -> list[NoteRevision]:
    before, made = "", list[NoteRevision]()
    for version, (author, text) in enumerate(steps, start=1):
        splice = splice_between(before, text)
        made.append(NoteRevision(version, Moment(version), author, NoteAct.WRITE, reason, splice))
        before = text
    return made


def cleaned(steps: list[NoteRevision], words: ErasedWords) -> list[str]:
    return list(texts(erased.without(steps, erased.doomed([steps], words), words=words)))


def test_what_the_persona_noted_of_an_erased_turn_goes_out_of_every_revision() -> None:
    steps = history(
        (PERSONA, "雨だった。\n"),
        (PERSONA, "雨だった。\nHer sister Rosalind bakes bread in Dunmore. Nice.\n"),
        (PERSONA, "雨だった。\nNice.\n"),
    )
    assert cleaned(steps, ErasedWords([SAID])) == [
        "雨だった。\n",
        "雨だった。\n[erased] Nice.\n",
        "雨だった。\nNice.\n",
    ]


def test_what_the_owner_wrote_by_hand_stays() -> None:
    steps = history((OWNER, f"{SAID}\n"), (PERSONA, f"{SAID}\nI noted it.\n"))
    assert cleaned(steps, ErasedWords([SAID])) == list(texts(steps))


def test_an_erased_subject_goes_whoever_wrote_of_it() -> None:
    steps = history((OWNER, "姉のロザリンドは京都にいる。姉は元気。\n"))
    assert cleaned(steps, ErasedWords((), names=["ロザリンド"])) == ["[erased]姉は元気。\n"]


def test_what_the_owner_touched_beside_it_is_still_the_personas() -> None:
    steps = history((PERSONA, f"{SAID} It rained.\n"), (OWNER, f"{SAID} It poured.\n"))
    assert cleaned(steps, ErasedWords([SAID])) == ["[erased] It rained.\n", "[erased] It poured.\n"]


def test_what_was_moved_into_an_archive_is_whose_it_was() -> None:
    diary, archive = history((OWNER, f"{SAID}\n"), (OMOIDE, "")), history((OMOIDE, f"{SAID}\n"))
    assert erased.doomed([diary, archive], ErasedWords([SAID])) == frozenset()
    diary = history((PERSONA, f"{SAID}\n"), (OMOIDE, ""))
    assert erased.doomed([diary, archive], ErasedWords([SAID])) == {SAID}


def test_a_reason_that_carries_the_words_goes() -> None:
    steps = history((OWNER, "x\n"), reason=SAID)
    [step] = erased.without(steps, frozenset(), words=ErasedWords([SAID]))
    assert step.reason == ""


lines = st.lists(st.sampled_from(["雨だった。", f"{SAID} ", "Nice. ", "\n", "姉は元気。\n"]), max_size=6).map("".join)


@given(given=st.lists(st.tuples(st.sampled_from([PERSONA, OMOIDE]), lines), max_size=6))
def test_no_revision_that_only_the_persona_made_holds_the_words_afterwards(given: list[tuple[NoteAuthor, str]]) -> None:
    after = cleaned(history(*given), ErasedWords([SAID]))
    assert [text.replace(SAID, "[erased]") for _, text in given] == after
