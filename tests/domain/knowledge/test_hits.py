"""Which chunks answer a question: words by their rarity, meaning on the scale of its space."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.knowledge.hits import LEAST_SCORE, ScoredChunks, scored
from omoide.domain.recall.cue import Term
from omoide.domain.recall.relevance import Calibration

SCALE = Calibration(unrelated=0.2, same=0.8)


def ids(*numbers: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array(numbers, np.int64)


def found(
    postings: dict[str, tuple[int, ...]], near: dict[int, float] | None = None, **frequencies: int
) -> ScoredChunks:
    terms = [Term(token, 1.0) for token in (*postings, *(each for each in frequencies if each not in postings))]
    return scored(
        terms,
        postings={token: ids(*numbers) for token, numbers in postings.items()},
        frequencies={token: len(set(numbers)) for token, numbers in postings.items()} | frequencies,
        chunks=1_000,
        near_ids=None if near is None else ids(*sorted(near)),
        cosines=None if near is None else np.array([near[each] for each in sorted(near)], np.float32),
        calibration=SCALE,
    )


def test_a_rare_word_says_more_than_a_common_one() -> None:
    common = tuple(range(1, 400))
    result = found({"rare": (900,), "common": common})
    assert result.ids[0] == 900
    assert result.words[0] > 0.7


def test_a_chunk_that_holds_all_words_has_all_of_them() -> None:
    result = found({"a": (1, 2), "b": (2, 3)})
    assert result.ids[0] == 2
    assert result.words[0] == 1.0


def test_meaning_finds_what_no_word_does_and_nothing_is_found_by_chance() -> None:
    result = found({}, near={1: 0.7, 2: 0.1, 3: 0.5})
    assert list(result.ids) == [1, 3]
    assert (result.words == 0).all()


def test_without_vectors_words_decide_alone() -> None:
    assert found({"a": (5,)}).scores[0] == 1.0
    assert len(found({}).ids) == 0


def test_a_word_in_very_many_chunks_that_are_not_listed_is_passed_over() -> None:
    assert found({"a": (5,)}, everywhere=100_000).words[0] == 1.0


@given(
    st.dictionaries(
        st.sampled_from("abcde"),
        st.lists(st.integers(1, 50), min_size=1, max_size=20).map(sorted).map(tuple),
        max_size=5,
    ),
    st.one_of(st.none(), st.dictionaries(st.integers(1, 60), st.floats(-1, 1), max_size=30)),
)
def test_the_order_is_that_of_the_score_and_every_part_lies_between_0_and_1(
    postings: dict[str, tuple[int, ...]], near: dict[int, float] | None
) -> None:
    result = found(postings, near or None)
    assert (np.diff(result.scores) <= 0).all()
    for part in (result.scores, result.words, result.meaning):
        assert ((part >= 0) & (part <= 1)).all()
    assert (result.scores >= LEAST_SCORE).all()
    assert len(set(result.ids.tolist())) == len(result.ids)
