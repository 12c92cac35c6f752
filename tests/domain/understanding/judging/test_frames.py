"""The grammar around a value: its sentence and clause, and what they hold; whatever the text, in good time."""

import time

import pytest

from omoide.domain.understanding.judging.frames import around, frames


def test_a_value_stands_in_its_own_sentence_and_clause() -> None:
    said = "暑いね。明日、歯医者に行く。帰りに買い物"
    at = said.index("歯医者")
    place = around(said, (at, at + 3))
    assert (place.sentence, place.clause) == ("明日、歯医者に行く。", "歯医者に行く。")


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("明日までに出さないと", "duty"),
        ("I have to call her", "duty"),
        ("もし雨なら行かない", "supposed"),
        ("if I were you", "supposed"),
        ("母が来るらしい", "hearsay"),
        ("She said it's fine", "hearsay"),
        ("もう出した", "done"),
        ("I don't eat celery", "negated"),
        ("敬語はやめて", "dislike"),
        ("俺が行く", "first"),
    ],
)
def test_a_frame_is_seen_in_both_languages(text: str, frame: str) -> None:
    assert frames(text)[frame]


def test_what_is_quoted_is_no_grammar_of_the_sentence() -> None:
    assert not frames("「もし雨なら」という歌")["supposed"]


@pytest.mark.parametrize("text", ["「" * 30_000, "あ" * 30_000, "'" * 30_000, "a" * 30_000, "。" * 30_000])
def test_odd_text_is_looked_at_in_good_time(text: str) -> None:
    began = time.process_time()
    place = around(text, (15_000, 15_003))
    frames(place.sentence)
    assert time.process_time() - began < 0.5
