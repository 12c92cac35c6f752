"""Whether anything that was found is worth saying."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.recall import relevance
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.ranking import Evidence, Scores
from omoide.domain.recall.relevance import Calibration, Relevance

SCALE = Calibration(unrelated=0.2, same=0.8, floor=0.15)
shares = st.floats(0, 1)


def scores(words: list[float], *, meaning: list[float] | None = None, speaker: list[float] | None = None) -> Scores:
    none = np.zeros(len(words))
    return Scores(
        words=np.array(words),
        words_around=none,
        meaning=np.array(meaning) if meaning else none,
        meaning_around=none,
        speaker=np.array(speaker) if speaker else none,
        time=none,
        recency=none,
        advice=none,
        length=none,
    )


def judged(found: Scores, *, cosines: list[float] | None) -> Relevance:
    evidence = Evidence((), {}, None if cosines is None else np.array(cosines, np.float32))
    return relevance.relevance(evidence, found, at=np.arange(len(found.words)), calibration=SCALE)


@pytest.mark.parametrize(
    ("cosine", "nearness"), [(-1.0, 0.0), (0.2, 0.0), (0.5, 0.5), (0.8, 1.0), (0.95, 1.0), (float("nan"), 0.0)]
)
def test_a_cosine_is_read_on_the_scale_of_its_space(cosine: float, nearness: float) -> None:
    assert judged(scores([0.0]), cosines=[cosine]).nearness[0] == pytest.approx(nearness, abs=1e-6)


def test_without_vectors_words_alone_speak() -> None:
    assert judged(scores([0.0, 0.4, 1.0]), cosines=None).value.tolist() == pytest.approx([0.0, 0.4, 1.0])


@given(shares, shares, shares)
def test_two_kinds_of_evidence_speak_louder_than_either(coverage: float, nearness: float, other: float) -> None:
    [value] = relevance.combined(np.array([coverage]), np.array([nearness]), 0.0)
    [doubted] = relevance.combined(np.array([coverage]), np.array([nearness]), other)

    assert max(coverage, nearness) - 1e-12 <= value <= 1.0
    assert 0.0 <= doubted <= value


@given(st.floats(0, 3))
def test_more_than_all_words_is_not_more_than_certain(coverage: float) -> None:
    [value] = relevance.combined(np.array([coverage]), np.array([0.0]), 0.0)

    assert value == pytest.approx(min(coverage, 1.0))


def test_a_cue_about_what_another_said_makes_everything_worth_less() -> None:
    asked = judged(scores([0.1, 0.5], speaker=[0.3, 0.0]), cosines=None)

    assert asked.misattribution == pytest.approx(1.5 * 0.4)
    assert asked.value.tolist() == pytest.approx([0.1 * 0.4, 0.5 * 0.4])


@pytest.mark.parametrize("speaker", [[0.0, 0.0], [0.3, 0.3], [0.0, 0.3]])
def test_nobody_is_doubted_when_no_other_speaker_matches_better(speaker: list[float]) -> None:
    assert judged(scores([0.1, 0.5], speaker=speaker), cosines=None).misattribution == 0.0


def test_a_heading_that_few_turns_have_takes_no_part_in_the_talk() -> None:
    words = [0.9, *[0.1] * 19]
    few, some = ([0.0] * (20 - count) + [0.3] * count for count in (1, 2))
    assert judged(scores(words, speaker=few), cosines=None).misattribution == 0.0
    assert judged(scores(words, speaker=some), cosines=None).misattribution > 0.0


def test_only_the_first_few_are_asked_whether_anything_comes_to_mind() -> None:
    late = np.array([0.0] * relevance.JUDGED + [0.9])

    assert not Relevance(late, late, 0.0).reaches(0.15)
    assert Relevance(late[1:], late[1:], 0.0).reaches(0.15)
    assert Relevance(late[1:], late[1:], 0.0).reaches(0.9)
    assert not Relevance(np.zeros(0), np.zeros(0), 0.0).reaches(0.0)


def test_a_space_that_was_never_measured_gets_a_low_floor() -> None:
    known = relevance.calibration_of(EmbeddingSpace("omoide-ja-en", 384, "x"))
    unknown = relevance.calibration_of(EmbeddingSpace("somebody-elses", 8, "x"))

    assert known is relevance.CALIBRATIONS["omoide-ja-en"]
    assert unknown is relevance.DEFAULT_CALIBRATION
    assert unknown.floor <= min(each.floor for each in relevance.CALIBRATIONS.values())
    for each in (*relevance.CALIBRATIONS.values(), unknown):
        assert -1 <= each.unrelated < each.same <= 1
