"""Who asks after a day and nothing in it gets that day; who asks after something that was said then gets what was said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide

LIFE = (
    ("2026-09-03T19:00", "24日の2時半に歯医者。忘れそう", "Dentist on the 24th at half past two"),
    ("2026-10-02T18:00", "廊下を薄緑に塗ったら病院みたいになった", "We painted the hall green"),
    ("2026-10-02T21:00", "疲れてもう寝る", "Off to bed, worn out"),
    ("2026-11-05T20:00", "水曜の夜に椅子張りの教室に通い始めた", "Started upholstery classes on Wednesdays"),
)
ASKED = "2026-11-18T09:00"


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    """One persona with the built-in encoder: what was said is found by its meaning as well."""
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield omoide.mind("haru")


def lived(mind: Mind, language: int) -> Mind:
    for at, *texts in LIFE:
        mind.observe(user=texts[language], assistant="OK", at=at, session_id=at)
    return mind


@pytest.mark.parametrize(
    ("language", "cue"),
    [
        (0, "10月2日に何話した？"),
        (0, "10月2日のこと覚えてる？"),
        (1, "what did I tell you on 2 October?"),
        (1, "What happened on October 2nd?"),
    ],
)
def test_a_day_that_is_asked_after_comes_to_mind_and_no_other(mind: Mind, language: int, cue: str) -> None:
    found = lived(mind, language).recall(cue, as_of=ASKED)
    assert {hit.event.user for hit in found} == {LIFE[1][1 + language], LIFE[2][1 + language]}
    assert not any(hit.near_only for hit in found)


@pytest.mark.parametrize(("language", "cue"), [(0, "10月9日に何話した？"), (1, "what happened on 9 October?")])
def test_where_nothing_was_said_on_that_day_what_lies_near_it_only_comes_near(
    mind: Mind, language: int, cue: str
) -> None:
    found = lived(mind, language).recall(cue, as_of=ASKED)
    assert all(hit.near_only for hit in found)


@pytest.mark.parametrize(
    ("language", "cue"), [(0, "10月に歯医者の話した？"), (1, "did we talk about the dentist in October?")]
)
def test_what_is_asked_after_besides_is_looked_for(mind: Mind, language: int, cue: str) -> None:
    assert lived(mind, language).recall(cue, as_of=ASKED)[0].event.user == LIFE[0][1 + language]


@pytest.mark.parametrize(
    ("language", "cue", "named"),
    [
        (0, "3月18日は何の日だっけ？", "3月18日は私たちの記念日"),
        (1, "what is on March 18th?", "March 18th is our anniversary"),
    ],
)
def test_whoever_named_that_date_tells_of_it_whenever_they_did(mind: Mind, language: int, cue: str, named: str) -> None:
    lived(mind, language).observe(user=named, assistant="OK", at="2026-11-07T20:00", session_id="later")
    assert mind.recall(cue, as_of=ASKED)[0].event.user == named


@pytest.mark.parametrize(
    ("language", "cue", "turn"),
    [
        (0, "歯医者の話したっけ？", 0),
        (0, "廊下について何か言ってた？", 1),
        (1, "what did I say about the hall?", 1),
        (1, "did I mention the upholstery classes?", 3),
    ],
)
def test_who_asks_for_the_talk_about_something_gets_it_and_not_as_only_near(
    mind: Mind, language: int, cue: str, turn: int
) -> None:
    best = lived(mind, language).recall(cue, as_of=ASKED)[0]
    assert best.event.user == LIFE[turn][1 + language]
    assert not best.near_only
