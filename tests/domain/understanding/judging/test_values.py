"""What of the marked words is the thing itself."""

import pytest

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.understanding.judging import values
from omoide.domain.understanding.reading import BeliefKind
from tests.domain.understanding.judging.readings import stated


@pytest.mark.parametrize(
    ("said", "marked", "thing"),
    [
        ("コーヒーより紅茶派。", "コーヒーより紅茶派", "紅茶"),
        ("肉よりも魚のほうが好き", "肉よりも魚のほう", "魚"),
        ("うどんよりそばが好き", "そば", "そば"),
        ("I prefer tea to coffee", "tea to coffee", "tea"),
        ("I'd rather have trains than planes", "trains than planes", "trains"),
        ("I prefer going to bed early", "going to bed early", "going to bed early"),
        ("I love letters to nobody", "letters to nobody", "letters to nobody"),
    ],
)
def test_of_two_things_that_are_weighed_the_preferred_one_is_kept(said: str, marked: str, thing: str) -> None:
    belief = stated(said, marked, kind=BeliefKind.PREFERENCE, attribute="food", polarity=Polarity.LIKE)
    found = values.plain(belief, said)
    assert found.value == thing
    assert said[slice(*found.place)] == thing


@pytest.mark.parametrize(
    ("said", "marked", "attribute", "place"),
    [
        ("妹は大阪に住んでる", "大阪に住んでる", "home", "大阪"),
        ("去年、東京から札幌に引っ越した", "東京から札幌に引っ越した", "home", "札幌"),
        ("I moved from London to Glasgow", "London to Glasgow", "home", "Glasgow"),
        ("I live in Stoke-on-Trent", "Stoke-on-Trent", "home", "Stoke-on-Trent"),
        ("朝から晩まで働いてる", "朝から晩まで", "habit", "朝から晩まで"),
    ],
)
def test_of_a_move_it_is_kept_where_it_led(said: str, marked: str, attribute: str, place: str) -> None:
    found = values.plain(stated(said, marked, attribute=attribute), said)
    assert found.value == place
    assert said[slice(*found.place)] == place
