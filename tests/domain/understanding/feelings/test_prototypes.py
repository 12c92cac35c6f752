"""Feelings by likeness: the regression through known utterances, and what their neutrality decides."""

import numpy as np
import pytest

from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.domain.feelings.emotion import Category, EmotionTag, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.feelings.appraising import Weighing, appraise
from omoide.domain.understanding.feelings.prototypes import Likeness, LikenessReader, fit, prototypes
from tests.fakes.embedding import hashing


def resembling(*, neutral: float, leaning: float = 0.0) -> Likeness:
    return Likeness(
        valence={
            Valence.NEGATIVE: (1 - neutral - leaning) / 2,
            Valence.NEUTRAL: neutral,
            Valence.POSITIVE: (1 - neutral + leaning) / 2,
        },
        leaning=leaning,
        category={one: float(one is Category.CASUAL) for one in Category},
        tags=dict.fromkeys(EmotionTag, 0.0),
        arousal=30.0,
        intensity=20.0,
    )


def valence_of(turn: SpokenTurn, likeness: Likeness | None, weighing: Weighing | None = None) -> Valence:
    [found] = appraise([turn], likenesses=[likeness], default=Language.JA, weighing=weighing or Weighing())
    return found.feeling.valence


def test_near_rows_are_told_as_the_known_ones_and_far_rows_say_nothing() -> None:
    known = np.random.default_rng(7).normal(size=(60, 3))
    targets = np.sign(known[:, :1])
    fitted = fit(known, targets)
    assert np.mean(np.sign(fitted(known)) == targets) > 0.95
    assert fitted(np.full((1, 3), 100.0)) == pytest.approx(0.0)


def test_the_fit_with_the_least_error_left_out_is_chosen() -> None:
    rng = np.random.default_rng(3)
    known = rng.normal(size=(40, 2))
    smooth, noise = known[:, :1], rng.normal(size=(40, 1))
    assert np.abs(fit(known, noise - noise.mean()).weights).max() < np.abs(noise).max() / 5
    kept = np.arange(40) != 11
    assert fit(known[kept], smooth[kept])(known[11:12])[0, 0] == pytest.approx(smooth[11, 0], abs=0.5)


@pytest.mark.parametrize("language", list(Language))
def test_every_prototype_is_told_once_and_within_the_scales(language: Language) -> None:
    known = prototypes(language)
    assert len({one.text for one in known}) == len(known)
    assert all(0 <= one.arousal <= 100 and 0 <= one.intensity <= 100 for one in known)
    assert {one.valence for one in known} == set(Valence)


def test_likeness_to_neutral_talk_makes_a_turn_neutral() -> None:
    turn = SpokenTurn("駅前の店の話", "うん")
    assert valence_of(turn, resembling(neutral=0.9)) is Valence.NEUTRAL
    assert valence_of(turn, resembling(neutral=0.1, leaning=0.3)) is Valence.POSITIVE
    assert valence_of(turn, resembling(neutral=0.1, leaning=-0.9)) is Valence.NEGATIVE


def test_a_sentence_nobody_answers_is_not_taken_for_pleasant_talk() -> None:
    leaning = resembling(neutral=0.3, leaning=0.05)
    assert valence_of(SpokenTurn("駅前の店の話", "うん"), leaning) is Valence.POSITIVE
    assert valence_of(SpokenTurn("駅前の店の話"), leaning) is Valence.NEUTRAL


def test_without_likeness_usual_talk_decides_nothing() -> None:
    turn = SpokenTurn("駅前の店の話", "うん")
    assert valence_of(turn, None) is valence_of(turn, None, Weighing(usual_pleasure=9.0)) is Valence.NEUTRAL


def test_no_texts_need_no_vectors() -> None:
    assert LikenessReader(hashing().embed).read([]) == []


def test_an_empty_turn_can_be_read_by_likeness() -> None:
    found = RulesThinker(embedder=hashing()).answer(AppraiseTurn(SpokenTurn("", ""))).value
    assert 0 <= found.feeling.arousal <= 100
