"""Through the doors: of what has changed, the current comes first and the outdated is marked or absent."""

import pytest

from omoide import Mind
from omoide.domain.context.injection import HEADINGS, Block, rendered
from omoide.domain.text.language import Language

SMALL_TALK = [
    "It rained all day.",
    "今日は寒いね。",
    "The soup was too salty.",
    "電車が遅れた。",
    "My back hurts a bit.",
    "映画は長かった。",
]


def told(mind: Mind, *texts: str, days_apart: int = 20) -> list[int]:
    """Tell one thing every few weeks, with small talk between; return the ids of what was told."""
    ids = []
    for number, text in enumerate(texts):
        day = number * days_apart
        for minute, talk in enumerate(SMALL_TALK):
            mind.observe(
                user=talk,
                assistant="うん。",
                at=f"2025-{1 + day // 28:02}-{1 + day % 28:02}T08:{minute:02}:00Z",
                session_id=f"talk{number}",
            )
        at = f"2025-{1 + day // 28:02}-{1 + day % 28:02}T20:00:00Z"
        ids.append(int(mind.observe(user=text, assistant="OK.", at=at, session_id=f"s{number}").id))
    mind.catch_up()
    return ids


@pytest.mark.parametrize(
    ("cue", "older", "newer", "is_marked"),
    [
        ("いま、お店は何時に開くの？", "お店は毎朝10時に開けてるよ。", "来月からお店、11時に開けることにした。", True),
        ("What is the gate code?", "The gate code is 4711.", "The gate code is 9923.", True),
        ("合言葉は何だっけ？", "合言葉は「みかん」にしよう。", "合言葉、ばれたから「くじら」に変えるね。", False),
        (
            "Which gym am I in?",
            "My gym is Ironworks, by the station.",
            "I left the gym at Ironworks, I go to the climbing hall.",
            False,
        ),
    ],
)
def test_the_current_one_comes_first_and_the_outdated_one_is_marked_where_that_is_sure(
    mind: Mind, cue: str, older: str, newer: str, is_marked: bool
) -> None:
    old, new = told(mind, older, newer)
    hits = mind.recall(cue)
    assert int(hits[0].event.id) == new
    assert hits[0].outdated_by is None
    assert [hit.outdated_by for hit in hits if int(hit.event.id) == old] in ([], [new if is_marked else None])
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("変える前の合言葉は？", "合言葉は「みかん」にしよう。", "合言葉、ばれたから「くじら」に変えるね。"),
        (
            "Which gym was I in before?",
            "My gym is Ironworks, by the station.",
            "I left the gym at Ironworks, I go to the climbing hall.",
        ),
    ],
)
def test_a_question_about_the_past_gets_the_past(mind: Mind, cue: str, older: str, newer: str) -> None:
    old, _ = told(mind, older, newer)
    assert int(mind.recall(cue)[0].event.id) == old


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("わたし、どこに住んでる？", "わたしは川口に住んでいます。", "わたしは川越に引っ越しました。"),
        ("Where do I live?", "I live in Vienna.", "I moved to Oslo."),
    ],
)
def test_the_turn_that_ended_a_belief_is_not_cut_off_however_weak_it_is(
    mind: Mind, cue: str, older: str, newer: str
) -> None:
    old, new = told(mind, older, newer)
    mind.digest()
    found = [int(hit.event.id) for hit in mind.recall(cue)]
    assert found[0] == new
    assert old not in found or found.index(new) < found.index(old)


def test_what_was_believed_then_is_what_recall_knows_then(mind: Mind) -> None:
    old, new = told(mind, "I live in Vienna.", "I moved to Oslo.")
    mind.digest()
    earlier = [int(hit.event.id) for hit in mind.recall("Where do I live?", as_of="2025-01-10T00:00:00Z")]
    assert old in earlier
    assert new not in earlier


@pytest.mark.parametrize(
    ("cue", "older", "newer", "then", "now"),
    [
        (
            "いま、お店は何時に開くの？",
            "お店は毎朝10時に開けてるよ。",
            "来月からお店、11時に開けることにした。",
            "10時",
            "11時",
        ),
        ("What is the gate code?", "The gate code is 4711.", "The gate code is 9923.", "4711", "9923"),
    ],
)
@pytest.mark.parametrize("is_digested", [True, False])
def test_a_prompt_is_met_with_the_current_one_first_and_the_past_marked(
    mind: Mind, cue: str, older: str, newer: str, then: str, now: str, is_digested: bool
) -> None:
    told(mind, older)
    mind.digest()
    mind.observe(user=newer, assistant="OK.", at="2025-06-01T20:00:00Z", session_id="later")
    if is_digested:
        mind.digest()
    mind.catch_up()
    lines = mind.host.bring_to_mind(cue, session_id="now").lines
    assert now in lines[0].trigger
    assert not lines[0].is_past
    assert [line.is_past for line in lines if then in line.trigger] in ([], [True])
    block = rendered(Block(HEADINGS["recalled"][Language.EN], lines))
    assert block.count("[past]") == sum(then in line.trigger for line in lines)
