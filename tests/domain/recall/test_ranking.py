from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.roster import Roster, roster
from omoide.domain.recall import ranking
from omoide.domain.recall.cue import asks_of_present, query_terms
from omoide.domain.recall.ranking import Evidence, Scores, rarity
from omoide.domain.recall.relevance import JUDGED, Calibration, Relevance
from omoide.domain.recall.relevance import relevance as relevance_at
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.time.period import Period

NOW = Moment(1_700_000_000)


def relevance(evidence: Evidence, scores: Scores) -> Relevance:
    """Return the relevance of every event."""
    return relevance_at(evidence, scores, at=np.arange(len(scores.words)))


class Told:
    """Texts as one persona's events, one a minute, and what an index would find in them."""

    def __init__(self, texts: Sequence[str], *, sessions: Sequence[int] | None = None) -> None:
        count = len(texts)
        self.texts = texts
        self.roster: Roster = roster(
            ids=np.arange(1, count + 1),
            created=NOW - 60 * np.arange(count, 0, -1),
            sessions=np.array(sessions if sessions is not None else range(count), dtype=np.int64),
        )

    def evidence(self, cue: str, *, cosines: Sequence[float] | None = None, periods: Sequence[Period] = ()) -> Evidence:
        terms = query_terms(cue)
        held = [set(document_tokens(text)) for text in self.texts]
        return Evidence(
            terms=terms,
            postings={t.token: np.array([i for i, h in enumerate(held, 1) if t.token in h], np.int64) for t in terms},
            cosines=None if cosines is None else np.array(cosines, np.float32),
            periods=periods,
            present=NOW if asks_of_present(cue) else None,
        )

    def scores(self, cue: str, *, cosines: Sequence[float] | None = None, periods: Sequence[Period] = ()) -> Scores:
        return ranking.score(self.evidence(cue, cosines=cosines, periods=periods), roster=self.roster)

    def best(self, cue: str, *, cosines: Sequence[float] | None = None, limit: int = 3) -> list[str]:
        order = ranking.order(self.scores(cue, cosines=cosines), roster=self.roster, limit=limit)
        return [self.texts[at] for at in order.at]


SMALL_TALK = ["おはよう", "いい天気だね", "Good morning", "See you later", "お腹すいた", "また明日", "Thanks a lot"]


@pytest.mark.parametrize(
    ("cue", "said"),
    [
        ("うちの猫、なんて名前だっけ", "猫の名前はモモだよ"),
        ("ﾓﾓ", "モモは今日も元気"),
        ("田中", "田中さんから電話があった"),
        ("What did I buy?", "I bought a red bicycle"),
        ("🎉", "合格した🎉"),
        ("issue-123", "issue-123を直した"),
    ],
)
def test_what_shares_the_cues_words_comes_first(cue: str, said: str) -> None:
    assert Told([*SMALL_TALK, said]).best(cue)[0] == said


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    told = Told([*["I like tea"] * 8, "I like salmiakki", "I drink tea"])
    assert told.best("Do I like tea or salmiakki?")[0] == "I like salmiakki"


def test_an_answer_is_lifted_by_the_question_before_it_in_the_same_session_only() -> None:
    texts = ["猫の名前は何？", "モモだよ", "いい天気だね", "モモだよ"]
    together = Told(texts, sessions=[1, 1, 2, 2]).scores("猫の名前")
    assert together.total[1] > together.total[3] == 0
    assert together.words[1] == 0 < together.words_around[1]


def test_a_turn_near_in_meaning_lifts_its_neighbours() -> None:
    scores = Told(["a", "b", "c", "d"], sessions=[1, 1, 1, 2]).scores("x", cosines=[0.0, 0.8, 0.0, 0.0])
    assert scores.total[1] > scores.total[0] == scores.total[2] > scores.total[3] == 0


def test_when_no_words_are_shared_meaning_decides() -> None:
    assert Told(SMALL_TALK).best("hungry", cosines=[0, 0, 0, 0, 0.7, 0.1, 0])[0] == "お腹すいた"


def test_an_event_without_a_vector_is_still_found_by_its_words() -> None:
    told = Told(["猫の名前はモモ", "犬の名前はポチ"])
    assert told.best("モモ", cosines=[float("nan"), 0.2])[0] == "猫の名前はモモ"


def test_what_the_named_speaker_said_comes_before_what_another_said() -> None:
    told = Told(["Anna: I moved to Oslo", "Ben: I moved to Rome", "Anna: nice", "Ben: yes"])
    assert told.best("Where did Ben move?")[0] == "Ben: I moved to Rome"


def test_a_named_time_lifts_what_lies_near_it() -> None:
    told = Told(["we met for lunch", "we met for lunch"])
    told.roster.created[:] = [NOW - 100 * DAY_SECONDS, NOW]
    then = Period(Moment(NOW - 101 * DAY_SECONDS), Moment(NOW - 99 * DAY_SECONDS))
    scores = told.scores("lunch", periods=[then])
    assert scores.time[0] > 0.3 > 0.01 > scores.time[1]


def test_of_a_cue_that_asks_only_after_a_time_nothing_else_counts_where_something_was_said_then() -> None:
    told = Told(["lunch then", "lunch the day after"])
    told.roster.created[:] = [NOW - 100 * DAY_SECONDS, NOW - 98 * DAY_SECONDS]
    both = np.arange(2)

    def asked(days_ago: int) -> Scores:
        day = Period(Moment(NOW - days_ago * DAY_SECONDS), Moment(NOW - (days_ago - 1) * DAY_SECONDS))
        evidence = replace(told.evidence("what happened", periods=[day]), asks_only_when=True)
        return ranking.score(evidence, roster=told.roster)

    assert ranking.are_of_then(asked(100), at=both).tolist() == [True, False]
    assert asked(100).time[1] == 0
    assert not ranking.are_of_then(
        asked(105), at=both
    ).any()  # nothing was said then: what lies nearest only comes near
    assert asked(105).time[0] > asked(105).time[1] > 0


def test_a_cue_about_the_present_prefers_the_newer_of_two_answers() -> None:
    told = Told(["家賃は6万円", "家賃は7万円"])
    told.roster.created[:] = [NOW - 200 * DAY_SECONDS, NOW - DAY_SECONDS]
    assert told.scores("今の家賃は？").recency[1] > told.scores("今の家賃は？").recency[0]
    assert not told.scores("家賃は？").recency.any()


def test_of_equals_the_newer_one_comes_first() -> None:
    told = Told(["猫 1", "猫 2", "猫 3"])
    order = ranking.order(told.scores("猫"), roster=told.roster, limit=2)
    assert order.at.tolist() == [2, 1]


def test_only_what_is_allowed_is_ordered() -> None:
    told = Told(["猫", "猫", "猫"])
    allowed = np.array([True, False, False])
    assert ranking.order(told.scores("猫"), roster=told.roster, allowed=allowed, limit=5).at.tolist() == [0]
    assert ranking.order(told.scores("猫"), roster=told.roster, allowed=~allowed & False, limit=5).at.tolist() == []


@given(st.lists(st.sampled_from([*SMALL_TALK, "猫", "the cat", "モモ"]), max_size=30), st.integers(0, 40))
def test_the_order_is_that_of_the_sums_and_as_long_as_asked(texts: list[str], limit: int) -> None:
    told = Told(texts, sessions=[n // 4 for n in range(len(texts))])
    scores = told.scores("猫 cat モモ")
    order = ranking.order(scores, roster=told.roster, limit=limit).at
    assert len(order) == len(set(order.tolist())) == min(limit, len(texts))
    assert (np.diff(scores.total[order]) <= 1e-12).all()
    left_out = np.delete(scores.total, order)
    assert not len(order) or not len(left_out) or left_out.max() <= scores.total[order].min()
    assert ((scores.coverage >= 0) & (scores.coverage <= 1 + 1e-9)).all()


def test_the_best_of_very_many_are_found_without_sorting_them_all() -> None:
    count = 10_000
    many = roster(ids=np.arange(count), created=np.arange(count), sessions=np.arange(count))
    cosines = np.random.default_rng(7).uniform(0, 1, count).astype(np.float32)
    scores = ranking.score(Evidence(terms=(), postings={}, cosines=cosines), roster=many)
    expected = np.argsort(-cosines)[:20].tolist()
    assert ranking.order(scores, roster=many, limit=20).at.tolist() == expected


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_word_is_worth_less_the_more_events_hold_it(found_in: int, more: int) -> None:
    count = 2_001
    assert rarity(found_in, of=count) >= rarity(found_in + more, of=count) > 0


def test_relevance_grows_with_shared_words_and_with_nearness() -> None:
    told = Told([*SMALL_TALK, "猫の名前はモモだよ"])
    evidence = told.evidence("猫の名前", cosines=[0.1] * 7 + [0.6])
    found = relevance(evidence, told_scores := ranking.score(evidence, roster=told.roster))
    assert found.value[7] > 0.9 > 0.1 > found.value[:7].max()
    words_alone = relevance(told.evidence("猫の名前"), told_scores)
    assert words_alone.value[7] <= found.value[7]


def test_nothing_is_relevant_to_a_cue_about_something_else() -> None:
    told = Told(SMALL_TALK)
    evidence = told.evidence("量子色力学", cosines=[0.1, 0.05, 0.2, -0.1, float("nan"), 0.0, 0.12])
    found = relevance(evidence, ranking.score(evidence, roster=told.roster))
    assert found.value.max() < Calibration().floor


def test_what_another_speaker_said_makes_a_cue_about_the_wrong_person_less_relevant() -> None:
    told = Told(["Anna: my marathon in Oslo was great", "Ben: congratulations", "Anna: thanks", "Ben: bye"])
    right, wrong = (told.evidence(f"How was {name}'s marathon in Oslo?") for name in ("Anna", "Ben"))
    of_right, of_wrong = (relevance(cue, ranking.score(cue, roster=told.roster)) for cue in (right, wrong))
    assert of_right.misattribution == 0 < of_wrong.misattribution
    assert of_wrong.value.max() < of_right.value.max()


def test_one_of_the_first_few_that_is_relevant_is_enough() -> None:
    few = [*[0.1] * (JUDGED - 1), 0.4]
    assert Relevance(np.array(few), np.array(few), 0.0).reaches(0.4)
    assert not Relevance(np.array([*[0.1] * JUDGED, 0.4]), np.zeros(JUDGED + 1), 0.0).reaches(0.4)
    assert not Relevance(np.zeros(0), np.zeros(0), 0.0).reaches(0.0)


def test_a_label_that_heads_one_turn_is_nobody_who_speaks() -> None:
    told = Told([*SMALL_TALK, "Next: buy milk", "Anna: hi", "Anna: bye"])
    assert not told.scores("What is next?").speaker.any()
    assert told.scores("What did Anna say?").speaker.tolist()[-2:] == [pytest.approx(0.24)] * 2


def test_words_that_were_never_said_lower_the_share_of_those_that_were() -> None:
    told = Told([*SMALL_TALK, "猫の名前はモモだよ"])
    known, partly = told.scores("猫"), told.scores("猫 量子色力学")
    assert known.words[7] == pytest.approx(1.0)
    assert 0 < partly.words[7] < 0.5
