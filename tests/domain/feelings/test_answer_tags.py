"""Tags are taken out of an answer that comes piece by piece as they are out of a whole one."""

import re

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings.answer_tags import AnswerTag

TAG = AnswerTag("persona", "emotion")
WHOLE = re.compile(
    r"[<＜]\s*[/／]?\s*persona[_＿\s-]?emotion(?![A-Za-z0-9_])[^<>＜＞\n]*(?:[/／]?\s*[>＞]|(?=[<＜])|$|(?=\n))",
    re.IGNORECASE,
)
PARTS = [
    "<",
    "＜",
    "/",
    " ",
    "\n",
    "persona",
    "_Emotion",
    "emotion",
    "persona_emotion",
    ' x="1"',
    "/>",
    ">",
    "per",
    "あ",
]


def shown(pieces: list[str]) -> str:
    held, told = "", ""
    for piece in pieces:
        more, held = TAG.shown_so_far(held, piece)
        told += more
    more, held = TAG.shown_so_far(held, "", is_last=True)
    assert held == ""
    return told + more


@given(parts=st.lists(st.sampled_from(PARTS), max_size=12), cuts=st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_however_an_answer_is_cut_the_same_is_shown(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    pieces: list[str] = []
    at = 0
    while at < len(text):
        width = cuts[len(pieces) % len(cuts)]
        pieces.append(text[at : at + width])
        at += width

    assert shown(pieces) == WHOLE.sub("", text)


def test_what_is_no_tag_is_shown_at_once() -> None:
    assert TAG.shown_so_far("", "1 < 2, <3 and <b>") == ("1 < 2, <3 and <b>", "")


def test_what_may_become_a_tag_waits() -> None:
    assert TAG.shown_so_far("", "うん。<pers") == ("うん。", "<pers")
    assert TAG.shown_so_far("<pers", "on") == ("", "<person")
    assert TAG.shown_so_far("<person", "!") == ("<person!", "")
