"""Long talk and short talk: what turns lend each other, and how much one session may fill."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.roster import PAUSE_SECONDS, Roster, roster
from omoide.domain.recall import ranking
from omoide.domain.recall.cue import query_terms
from omoide.domain.recall.parts import lending, variety
from omoide.domain.recall.ranking import Evidence, Scores
from omoide.domain.text.tokens import document_tokens

LINE, PAGE = 40, 2_000


def told(sessions: list[int], *, apart: int = 60) -> Roster:
    """Return turns of these sessions, so many seconds apart."""
    count = len(sessions)
    return roster(
        ids=np.arange(1, count + 1), created=apart * np.arange(count), sessions=np.array(sessions, dtype=np.int64)
    )


def scores(
    texts: list[str],
    cue: str,
    *,
    turns: Roster,
    characters: list[int] | None = None,
    cosines: list[float] | None = None,
) -> Scores:
    terms, held = query_terms(cue), [set(document_tokens(text)) for text in texts]
    evidence = Evidence(
        terms=terms,
        postings={t.token: np.array([i for i, h in enumerate(held, 1) if t.token in h], np.int64) for t in terms},
        cosines=None if cosines is None else np.array(cosines, np.float32),
        characters=None if characters is None else np.array(characters, np.int64),
    )
    return ranking.score(evidence, roster=turns)


TEXTS = ["猫の名前は何？", "モモだよ", "いい天気だね"]


def test_lines_lend_in_full_and_pages_hardly_at_all() -> None:
    turns = told([1, 1, 2])
    lines = scores(TEXTS, "猫の名前", turns=turns, characters=[LINE] * 3)
    pages = scores(TEXTS, "猫の名前", turns=turns, characters=[PAGE] * 3)
    unknown = scores(TEXTS, "猫の名前", turns=turns)
    assert lines.words_around[1] == unknown.words_around[1] > 0
    assert pages.words_around[1] == pytest.approx(lines.words_around[1] * lending.SHORT_CHARACTERS / PAGE)
    assert pages.words[0] == lines.words[0]


def test_a_line_beside_a_page_takes_less_than_one_among_lines() -> None:
    turns = told([1, 1, 2])
    beside = scores(TEXTS, "猫の名前", turns=turns, characters=[PAGE, LINE, LINE])
    among = scores(TEXTS, "猫の名前", turns=turns, characters=[LINE, LINE, LINE])
    assert 0 < beside.words_around[1] < among.words_around[1]


def test_turns_lend_less_the_longer_the_pause_between_them() -> None:
    close, apart = told([1, 1, 2], apart=10), told([1, 1, 2], apart=int(PAUSE_SECONDS))
    soon, late = (scores(TEXTS, "猫の名前", turns=each, cosines=[0.8, 0.0, 0.0]) for each in (close, apart))
    assert late.words_around[1] == pytest.approx(soon.words_around[1] * np.exp(-1) / np.exp(-10 / PAUSE_SECONDS))
    assert late.meaning_around[1] == pytest.approx(soon.meaning_around[1] * np.exp(-1) / np.exp(-10 / PAUSE_SECONDS))


def test_the_nearer_of_two_neighbours_lends() -> None:
    turns = roster(ids=np.arange(1, 4), created=np.array([0, 3_000, 3_010]), sessions=np.array([1, 1, 1]))
    found = scores(["猫", "うん", "猫"], "猫", turns=turns)
    assert found.words_around[1] == pytest.approx(0.6 * np.exp(-10 / PAUSE_SECONDS), rel=0.01)


words = st.sampled_from(["猫", "the cat", "モモ", "いい天気", "bicycle", "うん"])


@given(st.lists(words, min_size=1, max_size=12), st.data())
def test_turns_of_different_sessions_lend_each_other_nothing(texts: list[str], data: st.DataObject) -> None:
    alone = scores(texts, "猫 cat bicycle", turns=told(list(range(len(texts)))), cosines=[0.5] * len(texts))
    assert not alone.words_around.any()
    assert not alone.meaning_around.any()
    order = data.draw(st.permutations(range(len(texts))))
    moved = scores([texts[at] for at in order], "猫 cat bicycle", turns=told(list(range(len(texts)))))
    assert moved.words.tolist() == pytest.approx(alone.words[order].tolist())


def test_further_pages_of_a_session_give_way_to_another_session() -> None:
    total = np.array([1.0, 0.99, 0.98, 0.97, 0.96])
    sessions = np.array([1, 1, 1, 1, 2])
    order, lost = variety.varied(total, sessions, np.ones(5), limit=5)
    assert order.tolist()[:2] == [0, 4]
    assert lost[4] == lost[0] == 0 < lost[1] < lost[3]
    lines, _ = variety.varied(total, sessions, np.zeros(5), limit=5)
    assert lines.tolist() == [0, 1, 2, 3, 4]


@given(
    st.lists(st.tuples(st.floats(0, 3), st.integers(0, 4), st.floats(0, 1)), min_size=1, max_size=40),
    st.integers(1, 20),
)
def test_what_is_listed_first_has_the_highest_score(rows: list[tuple[float, int, float]], limit: int) -> None:
    total, sessions, length = (np.array(column) for column in zip(*rows, strict=True))
    order, lost = variety.varied(total, sessions, length, limit=limit)
    assert len(set(order.tolist())) == len(order) == min(limit, len(rows))
    assert (np.diff((total - lost)[order]) <= 1e-9).all()
    assert order[0] == np.argmax(total)
