"""What recall returns: turns without a session stand alone, and the first has the highest number."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide import Omoide
from omoide.adapters.embedders.hashing import HashingEmbedder

texts = st.lists(
    st.sampled_from(["猫の名前は何？", "モモだよ", "I bought a bicycle", "Oh nice", "天気がいい", "うん"]),
    min_size=2,
    max_size=6,
)


def ranked(said: list[str], sessions: list[str]) -> list[tuple[int, float]]:
    with TemporaryDirectory() as home, Omoide.open(home, beside="nowhere", embedder=HashingEmbedder()) as omoide:
        mind = omoide.persona("haru")
        for number, (text, session) in enumerate(zip(said, sessions, strict=True)):
            mind.observe(user=text, session_id=session, at=f"2025-01-01T10:0{number}")
        return [(int(hit.event.id), round(hit.why.total, 9)) for hit in mind.rank("猫の名前と bicycle", limit=10)]


@settings(max_examples=12, deadline=None)
@given(texts)
def test_items_without_a_session_rank_as_if_each_had_its_own(said: list[str]) -> None:
    assert ranked(said, [""] * len(said)) == ranked(said, [f"s{number}" for number in range(len(said))])


def test_turns_of_one_session_still_explain_each_other() -> None:
    said = ["猫の名前は何？", "モモだよ"]
    assert dict(ranked(said, ["a", "a"]))[2] > dict(ranked(said, ["", ""]))[2]


def test_what_is_listed_first_has_the_highest_number_shown(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=HashingEmbedder()) as omoide:
        mind = omoide.persona("haru")
        page = "The harbour project needs a budget, a schedule and a crew. " * 30
        for number in range(24):
            session = f"s{number // 6}"
            mind.observe(
                user=f"harbour question {number}", assistant=page, session_id=session, at=f"2025-01-{number + 1:02}"
            )
        hits = mind.recall("What was the budget of the harbour project?")
        assert 1 <= len(hits) <= 10
        for numbers in ([hit.score for hit in hits], [hit.why.total for hit in hits]):
            assert numbers == sorted(numbers, reverse=True)
        assert len({hit.event.session_id for hit in hits[:4]}) > 1
        for hit in hits:
            why = hit.why
            parts = (why.words, why.words_around, why.meaning, why.meaning_around, why.speaker, why.time, why.recency)
            assert abs(sum(parts) + why.advice + why.repeated + why.held - why.total) < 1e-9


def test_a_question_asked_before_does_not_hide_what_answers_it(tmp_path: Path) -> None:
    asked, told = "Do you remember what my cat is called?", "I have a three-year-old cat and her name is Biscuit"
    with Omoide.open(tmp_path, beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        mind.observe(user=told, session_id="first", at="2025-01-01")
        for number in range(12):
            mind.observe(
                user=f"I walked {number} miles along the river", session_id="walks", at=f"2025-01-{number + 2:02}"
            )
        [best, *_] = mind.recall(asked)
        assert best.event.user == told
        mind.observe(user=asked, session_id="second", at="2025-02-01")
        mind.observe(user=asked.upper(), session_id="third", at="2025-02-02")
        assert told in [hit.event.user for hit in mind.recall(asked)]
