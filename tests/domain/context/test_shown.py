"""What of a turn is shown and searched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context.blocks import INJECTED_TAGS
from omoide.domain.context.shown import shown_event, shown_text
from omoide.domain.events.event import Event, EventId, Turn
from omoide.domain.recall import passage
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.worth import Kept, Reason, worth_of

BLOCK = (
    "<memories>\nRecords of earlier conversations.\n- [2026-01-18][L1] 金沢に引っ越した → 「いい町だね」\n</memories>"
)
TAG = '<persona_emotion category="joy" intensity="0.8"/>'


@pytest.mark.parametrize("tag", INJECTED_TAGS)
def test_a_block_that_omoide_put_in_is_not_shown(tag: str) -> None:
    assert shown_text(f"おはよう\n<{tag}>\n昔の話\n</{tag}>\n今日は晴れ") == "おはよう\n\n今日は晴れ"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"よかったね。{TAG}", "よかったね。"),
        ("<persona emotion category=joy>うん", "うん"),
        ("[face:smile]なに？", "なに？"),
        ("そう<memory_trace id='3'/>だね", "そうだね"),
        (BLOCK, ""),
    ],
)
def test_tags_of_expression_are_not_shown(said: str, shown: str) -> None:
    assert shown_text(said) == shown


@pytest.mark.parametrize("said", ["a < b [c]", "why does the `<memories>` block look odd", "  spaced [x]  \n\n\n\n y"])
def test_what_was_said_stays_letter_by_letter(said: str) -> None:
    assert shown_text(said) == said


@given(st.text())
def test_what_is_shown_is_shown_the_same_again(text: str) -> None:
    assert shown_text(shown_text(text)) == shown_text(text)


def test_the_event_itself_keeps_every_letter() -> None:
    event = Event(EventId(1), Moment(0), f"{BLOCK}\nねえ", f"なに？{TAG}", "chat", "", "")
    assert (shown_event(event).user, shown_event(event).assistant) == ("ねえ", "なに？")
    assert event.user.startswith("<memories>")


def test_a_turn_is_not_found_by_what_omoide_put_into_it() -> None:
    turn = Turn(user=f"{BLOCK}\nねえ", assistant=f"なに？{TAG}")
    [piece] = passage.of_turn(turn, rules=ChunkRules())
    assert piece.text == "ねえ\nなに？"


def test_a_turn_that_is_nothing_but_a_block_has_no_passage() -> None:
    assert passage.of_turn(Turn(user=BLOCK), rules=ChunkRules()) == []


def test_a_retelling_of_the_block_in_the_same_turn_is_no_content() -> None:
    kept = worth_of(f"{BLOCK}\nわたし、どこに住んでる？", "金沢に引っ越したんでしたね。住み心地はどうですか？")
    assert kept == Kept("わたし、どこに住んでる？", "住み心地はどうですか？", (Reason.ECHO,))
