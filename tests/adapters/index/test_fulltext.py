"""Words in very many passages: their postings are not listed, and they still weigh what they should."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.index.fulltext import SqlTextIndex
from omoide.domain.events.event import Turn
from omoide.domain.recall import ranking
from omoide.domain.recall.cue import Term
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.ranking import Evidence, Scores, rarity
from tests.conftest import NOW
from tests.fakes.embedding import hashing

THINGS = ("harbour", "violin", "ladder", "comet", "港", "梯子", "彗星", "琴")


def generated(count: int, *, seed: int, common: str, share: float) -> Iterator[str]:
    """Yield short remarks, of which so many hold the common word."""
    rng = random.Random(seed)
    for _ in range(count):
        yield f"{common if rng.random() < share else ''} {rng.choice(THINGS)} {rng.choice(THINGS)}"


def told(mind: Mind, texts: Sequence[str]) -> None:
    mind.observe_many([(Turn(user=text, assistant="", source="chat"), None) for text in texts])


def index(mind: Mind, *, most: int) -> SqlTextIndex:
    return SqlTextIndex(mind._home.foundation.database, most_postings=most)


def scores(mind: Mind, *, most: int, words: Sequence[str]) -> Scores:
    """Return the scores of a cue of these words, where words in more than `most` passages are not listed."""
    found = index(mind, most=most).postings(mind.persona.id, words, kind=PassageKind.EVENT)
    evidence = Evidence([Term(word, 1.0) for word in words], found.ids, None, frequencies=found.frequencies)
    return ranking.score(evidence, roster=mind._home.recall.rosters.roster(mind.persona.id))


@pytest.mark.parametrize(("common", "rare"), [("weather", "comet"), ("天", "彗")])
def test_a_word_in_too_many_passages_comes_with_its_frequency(mind: Mind, common: str, rare: str) -> None:
    told(mind, [*[f"{common} {number}" for number in range(30)], f"the 彗星 comet of {common}"])
    found = index(mind, most=10).postings(mind.persona.id, [common, rare, "neverheard"], kind=PassageKind.EVENT)
    assert found.ids[rare].tolist() == [31]
    assert common not in found.ids
    assert dict(found.frequencies) == {common: 31, rare: 1}


@pytest.mark.parametrize(("common", "rare"), [("weather", "comet"), ("天", "彗")])
def test_what_everybody_says_is_not_taken_for_what_nobody_said(mind: Mind, common: str, rare: str) -> None:
    told(mind, [*[f"{common} {number}" for number in range(300)], "the 彗星 comet"])
    listed, skipped = (scores(mind, most=most, words=[common, rare]) for most in (20_000, 100))
    assert skipped.words[300] == pytest.approx(listed.words[300])
    assert skipped.words[300] > 0.9


def test_a_thing_of_many_passages_counts_about_once_in_the_frequency(mind: Mind) -> None:
    told(mind, ["weather " * 400 for _ in range(20)])
    found = index(mind, most=50).postings(mind.persona.id, ["weather"], kind=PassageKind.EVENT)
    assert 18 <= found.frequencies["weather"] <= 23
    assert not found.ids


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(share=st.floats(0.3, 1.0), seed=st.integers(0, 999), common=st.sampled_from(["weather", "天"]))
def test_the_weight_of_a_word_is_the_same_whether_its_postings_are_listed_or_not(
    tmp_path_factory: pytest.TempPathFactory, share: float, seed: int, common: str
) -> None:
    folder: Path = tmp_path_factory.mktemp("home")
    with Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing()) as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("haru")
        told(mind, list(generated(400, seed=seed, common=common, share=share)))
        words = [common, "violin", "neverheard"]
        listed, skipped = (
            index(mind, most=most).postings(mind.persona.id, words, kind=PassageKind.EVENT) for most in (20_000, 50)
        )
        assert dict(listed.frequencies) == dict(skipped.frequencies)
        assert common in listed.ids
        assert common not in skipped.ids


def test_an_outdated_frequency_never_makes_a_word_worth_less_than_nothing() -> None:
    assert rarity(120, of=100) >= 0


def test_a_word_in_very_many_passages_is_not_listed_again_for_every_cue(mind: Mind) -> None:
    told(mind, [f"weather {number}" for number in range(100)])
    texts = index(mind, most=50)

    def frequency() -> int:
        return texts.postings(mind.persona.id, ["weather"], kind=PassageKind.EVENT).frequencies["weather"]

    assert frequency() == 100
    told(mind, ["a comet"] * 5)
    assert frequency() == 105  # its share of what was said, until the store has grown by a tenth
    told(mind, ["a comet"] * 10)
    assert frequency() == 100


def test_a_word_that_is_rare_again_after_an_erasure_is_listed(mind: Mind) -> None:
    kept = mind.observe(user="weather and the comet", assistant="")
    turns = [Turn(user=f"weather {number}", assistant="", session_id="s" * (number % 2)) for number in range(60)]
    mind.observe_many([(turn, None) for turn in turns])
    texts = index(mind, most=50)
    assert not texts.postings(mind.persona.id, ["weather"], kind=PassageKind.EVENT).ids
    mind.erase(session_id="s")
    found = texts.postings(mind.persona.id, ["weather"], kind=PassageKind.EVENT)
    assert found.frequencies["weather"] == 31
    assert kept.id in found.ids["weather"].tolist()
