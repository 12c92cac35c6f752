import numpy as np
import pytest
from bench.calibrate import Asked, calibrated


def asked(cosine: float, *, is_answerable: bool = True, is_strange: bool = False, coverage: float = 0.0) -> Asked:
    return Asked(
        is_answerable=is_answerable,
        is_strange=is_strange,
        coverage=np.array([coverage, 0.0]),
        cosines=np.array([cosine, 0.0]),
        misattribution=0.0,
        bulk=np.linspace(-0.1, 0.3, 41),
        answer=cosine if is_answerable else None,
    )


ANSWERED = [asked(cosine) for cosine in np.linspace(0.4, 0.8, 41)]
SILENT = [asked(cosine, is_answerable=False) for cosine in (0.1, 0.2, 0.7)]


def test_the_scale_lies_between_the_bulk_and_the_answers() -> None:
    found = calibrated({"a": ANSWERED + SILENT}, answered=0.95)
    assert 0.1 <= found["unrelated"] <= 0.26
    assert 0.7 <= found["same"] <= 0.78


def test_of_all_scales_the_one_is_taken_that_leaves_most_unanswered() -> None:
    """A shared word alone must not weigh more than a cosine that answers have: the scale begins low enough for that."""
    worded = [asked(0.0, coverage=0.3, is_answerable=False) for _ in range(9)]
    found = calibrated({"a": ANSWERED + worded}, answered=0.95)
    assert found["unrelated"] < 0.26
    assert found["at_floor"]["a"] == {
        "floor": found["floor"],
        "answered": 0.951,
        "abstained": 1.0,
        "strange_abstained": None,
    }


def test_the_floor_keeps_the_wanted_share_answered_in_every_file() -> None:
    hard = [asked(cosine) for cosine in np.linspace(0.3, 0.8, 41)]
    found = calibrated({"easy": ANSWERED + SILENT, "hard": hard}, answered=0.9)
    assert found["at_floor"]["hard"]["answered"] == pytest.approx(0.9, abs=0.03)
    assert found["at_floor"]["easy"]["answered"] == 1.0
    assert found["at_floor"]["easy"]["abstained"] == pytest.approx(2 / 3, abs=0.001)
    assert found["at_floor"]["hard"]["abstained"] is None


def test_strange_questions_are_counted_apart() -> None:
    strange = [asked(0.1, is_answerable=False, is_strange=True), asked(0.9, is_answerable=False, is_strange=True)]
    figures = calibrated({"a": ANSWERED + SILENT + strange}, answered=0.95)["at_floor"]["a"]
    assert figures["strange_abstained"] == 0.5
    assert figures["abstained"] == pytest.approx(2 / 3, abs=0.001)


def test_shared_words_speak_where_meaning_is_silent() -> None:
    worded = [asked(0.0, coverage=0.9)]
    assert calibrated({"a": ANSWERED + worded}, answered=1.0)["floor"] > 0.2
