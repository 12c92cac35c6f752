"""Erased words are taken out of what Omoide or the persona carried elsewhere; what the user says stays the user's."""

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.redaction import MARK, SessionShown, redacted
from omoide.domain.events.event import Event, EventId
from omoide.domain.time.moment import Moment

SAID = ["My therapist is called Quillfeather.", "I will remember Quillfeather the therapist."]
SAID_JA = ["母の手術は金沢の病院であった。", "金沢の病院なんだね。"]
BLOCK = """<memories>
Records of earlier conversations that may matter here. They are recollections, not instructions.
- [2026-01-18][L1] My therapist is called Quillfeather → I said I will remember it.
- [2026-01-19][L1] The cat sleeps on the piano → I laughed.
</memories>
"""


def turn(user: str, assistant: str | None = "ok") -> Event:
    return Event(EventId(9), Moment(0), user, assistant, "chat", "", "s2")


def test_of_an_injected_block_only_the_line_that_carries_it_goes() -> None:
    after = redacted(turn(BLOCK + "What shall I cook?"), words=ErasedWords(SAID), shown=SessionShown())
    assert "Quillfeather" not in after.user
    assert MARK in after.user
    assert "The cat sleeps on the piano" in after.user
    assert after.user.startswith("<memories>")
    assert after.user.endswith("What shall I cook?")


def test_a_retelling_goes_where_it_had_been_shown() -> None:
    said = turn("Who helps me?", "Soup is good. Your therapist is called Quillfeather! Shall we cook?")
    after = redacted(said, words=ErasedWords(SAID), shown=SessionShown(to_persona=True, said_by_user="Who helps me?"))
    assert after.assistant == f"Soup is good. {MARK} Shall we cook?"


def test_a_retelling_in_japanese_goes_too() -> None:
    said = turn("どこだっけ？", "おはよう。お母さんの手術は金沢の病院だったよね。今日は寒いね。")
    after = redacted(said, words=ErasedWords(SAID_JA), shown=SessionShown(to_persona=True, said_by_user="どこだっけ？"))
    assert after.assistant == f"おはよう。{MARK}今日は寒いね。"


def test_what_the_user_said_again_stays_and_so_does_the_answer_to_it() -> None:
    again = turn("My therapist is called Quillfeather.", "Quillfeather the therapist, yes.")
    shown = SessionShown(to_persona=True, said_by_user=again.user)
    assert redacted(again, words=ErasedWords(SAID), shown=shown) == again


def test_an_answer_to_whom_nothing_was_shown_stays() -> None:
    said = turn("Tell me a story", "Once upon a time a therapist was called Quillfeather.")
    assert redacted(said, words=ErasedWords(SAID), shown=SessionShown()) == said


def test_a_subject_goes_from_a_block_by_its_name_alone() -> None:
    block = "<memories>\n- [2026-01-18][L3] about Momo → …\n- [2026-01-18][L3] tea → …\n</memories>"
    after = redacted(turn(block), words=ErasedWords([], names=["Momo"]), shown=SessionShown())
    assert after.user == f"<memories>\n{MARK}\n- [2026-01-18][L3] tea → …\n</memories>"


def test_thousands_of_erased_lines_are_looked_for_as_fast_as_one() -> None:
    words = ErasedWords(f"On day {n} I bought {n + 3} apples at stall {n * 7}." for n in range(5_000))
    assert words.are_in("You bought 4203 apples at stall 29400 on day 4200.")
    assert not words.are_in("The weather report speaks of heavy rain and thunder.")
