"""What of the marked words is the thing itself."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.understanding.judging import values
from omoide.domain.understanding.judging.frames import frames
from omoide.domain.understanding.judging.taking import poled
from omoide.domain.understanding.reading import BeliefKind
from tests.domain.understanding.judging.readings import stated


@pytest.mark.parametrize(
    ("said", "marked", "thing"),
    [
        ("コーヒーより紅茶派。", "コーヒーより紅茶派", "紅茶"),
        ("肉よりも魚のほうが好き", "肉よりも魚のほう", "魚"),
        ("うどんよりそばが好き", "そば", "そば"),
        ("パクチーだけはどうしても無理", "パクチーだけ", "パクチー"),
        ("人混みとかほんと苦手", "人混みとか", "人混み"),
        ("だけど納豆は好き", "納豆", "納豆"),
        ("なんかカレーが好き", "なんかカレー", "なんかカレー"),
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


@pytest.mark.parametrize(
    ("value", "read", "meant"),
    [
        ("甥っ子の颯太", "child", "family"),
        ("妹の息子", "child", "family"),
        ("息子の蓮", "family", "child"),
        ("息子と娘", "family", "child"),
        ("婚約者の律", "friend", "friend"),
        ("婚約者の律", "family", "partner"),
        ("My niece Ottilie", "child", "family"),
        ("my sister's son", "child", "family"),
        ("son-in-law Piet", "child", "family"),
        ("my wife and my son", "partner", "partner"),
        ("Sonja", "family", "family"),
    ],
)
def test_a_kin_word_says_what_a_tie_is(value: str, read: str, meant: str) -> None:
    belief = stated(value, value, kind=BeliefKind.RELATION, attribute=read)
    assert values.tied(belief).attribute == meant


@pytest.mark.parametrize(
    ("said", "marked", "polarity"),
    [
        ("玄米だけはどうしても好きになれん", "玄米", Polarity.DISLIKE),
        ("納豆は好きじゃない", "納豆", Polarity.DISLIKE),
        ("パクチーって好きやないねん", "パクチー", Polarity.DISLIKE),
        ("あの店の味、気に入らない", "あの店の味", Polarity.DISLIKE),
        ("I don't like liver", "liver", Polarity.DISLIKE),
        ("I'm not a big fan of musicals", "musicals", Polarity.DISLIKE),
        ("セロリは嫌いじゃない", "セロリ", Polarity.LIKE),
        ("I don't mind olives", "olives", Polarity.LIKE),
        ("そばが好きなんだ", "そば", Polarity.LIKE),
        ("I can't help it, I love noodles", "noodles", Polarity.LIKE),
    ],
)
@pytest.mark.parametrize("chance", [0.2, 0.8])
def test_a_liking_that_is_denied_is_none(said: str, marked: str, polarity: Polarity, chance: float) -> None:
    read = stated(said, marked, kind=BeliefKind.PREFERENCE, attribute="food", polarity=Polarity.LIKE)
    read = replace(read, chances={**read.chances, "like": chance})
    is_denied = any(frames(said)[name] for name in ("unliked", "undisliked"))
    found = poled(read, said)
    assert not is_denied or found.polarity is polarity
    assert is_denied or chance < 0.5 or found.polarity is polarity


def test_a_value_stands_without_the_ending_that_says_whose_it_is() -> None:
    said = "Priya's wedding is in October"
    found = values.plain(stated(said, "'s wedding is in October", attribute="event"), said)
    assert found.value == "wedding is in October"
    assert said[slice(*found.place)] == "wedding is in October"
    assert values.plain(stated("it's 's ", "'s "), "it's 's ").value == "'s "
