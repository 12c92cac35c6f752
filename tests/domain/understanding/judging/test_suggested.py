"""What a reading lets one suppose: candidates only, of the right one, and nothing that is asked or quoted."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from omoide.domain.beliefs.preference import Polarity, PreferenceOp
from omoide.domain.beliefs.state import DUE, USER, StateKind
from omoide.domain.beliefs.write_plan import StateUpdate
from omoide.domain.feelings.emotion import Category, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.judging.suggested import Suggested, is_pronoun
from omoide.domain.understanding.reading import SOMEBODY, BeliefKind, BeliefOp, ReadBelief, Reading
from tests.domain.beliefs.plans import event, shown

CALM = Reading(
    valence=dict.fromkeys(Valence, 1 / 3),
    category=dict.fromkeys(Category, 0.25),
    arousal=0.3,
    intensity=0.3,
    tags={},
    traps={},
)


def stated(said: str, value: str, **known: object) -> ReadBelief:
    at = said.index(value)
    plain = ReadBelief(BeliefKind.FACT, value, (at, at + len(value)), "job", BeliefOp.ASSERT, USER, 0.8)
    return replace(plain, **known)  # type: ignore[arg-type]


def supposed(said: str, *beliefs: ReadBelief, lately: str = "") -> list[StateUpdate]:
    return suggested(said, *beliefs, lately=lately).states()


def suggested(said: str, *beliefs: ReadBelief, lately: str = "") -> Suggested:
    reading = replace(CALM, beliefs=beliefs)
    return Suggested(shown(event(1, user=said)), ZoneInfo("Asia/Tokyo"), Language.JA, reading, lately)


def test_whatever_is_read_is_only_supposed() -> None:
    [update] = supposed("パン屋で働いてる", stated("パン屋で働いてる", "パン屋"))
    assert (update.candidate, update.body, update.kind) == (True, "あなたの仕事: パン屋", StateKind.FACT)
    assert update.confidence < 0.8


def test_a_thing_of_somebody_else_is_theirs_or_nobodys() -> None:
    said = "パン屋で働いてるんだって"
    assert supposed(said, stated(said, "パン屋", about=SOMEBODY)) == []
    assert supposed(said, stated(said, "パン屋", about="彼女")) == []
    [update] = supposed(said, stated(said, "パン屋", about="彼女"), lately="ミカ")
    assert (update.payload["about"], update.body) == ("ミカ", "ミカの仕事: パン屋")


@pytest.mark.parametrize("said", ["パン屋で働いてる？", "「パン屋で働いてる」って書いてあった"])
def test_what_is_asked_or_quoted_states_nothing(said: str) -> None:
    assert supposed(said, stated(said, "パン屋")) == []


def test_what_is_hardly_likely_or_has_ended_is_not_supposed() -> None:
    said = "パン屋で働いてた"
    assert supposed(said, stated(said, "パン屋", sure=0.2)) == []
    assert supposed(said, stated(said, "パン屋", op=BeliefOp.END)) == []


def test_an_errand_has_the_day_of_its_sentence() -> None:
    said = "昨日は暑かった。3月20日までに確定申告を出す"
    [update] = supposed(said, stated(said, "確定申告", kind=BeliefKind.TASK, attribute="errand", when="3月20日まで"))
    assert update.kind is StateKind.TASK
    assert str(update.payload[DUE]).startswith("2026-03-20")


def test_a_taste_is_a_candidate_with_its_polarity() -> None:
    said = "パクチーはちょっとなあ"
    belief = stated(said, "パクチー", kind=BeliefKind.PREFERENCE, attribute="food", polarity=Polarity.DISLIKE)
    [update] = suggested(said, belief).tastes()
    assert (update.op, update.polarity, update.subject) == (PreferenceOp.CANDIDATE, Polarity.DISLIKE, "パクチー")
    assert suggested(said, replace(belief, about="弟")).tastes() == []


@pytest.mark.parametrize("word", ["she", "He", "her", "彼", "彼女", "あの人", "あいつ"])
def test_a_pronoun_names_nobody(word: str) -> None:
    assert is_pronoun(word)


@pytest.mark.parametrize("word", ["母", "Sheila", "Herbert", "中村さん"])
def test_a_name_is_no_pronoun(word: str) -> None:
    assert not is_pronoun(word)
