"""Of what is held a model is shown what a talk may touch, and no more however much there is."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.beliefs.preference import Domain, Polarity, Preference, PreferenceId, Status
from omoide.domain.beliefs.showing import SHOWING, preferences_worth_showing, worth_showing
from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.time.moment import Moment
from tests.domain.beliefs.plans import NOON, fact, task


def old(state: State, **payload: object) -> State:
    return replace(state, last_confirmed=Moment(NOON - 900_000), payload={**state.payload, **payload})


CROWD = [replace(fact(number, f"あなたは{number}番の切手を持っている。")) for number in range(100, 300)]


def test_an_old_belief_that_is_spoken_of_is_shown_among_hundreds() -> None:
    held = old(fact(1, "あなたは陶芸教室に通っている。"))
    assert 1 in worth_showing([*CROWD, held], "陶芸教室、先月でやめたんだ")
    assert 1 not in worth_showing([*CROWD, held], "今日はカレーを食べた")


def test_what_is_known_of_somebody_who_is_named_is_shown() -> None:
    held = old(fact(1, "看護師として働いている。"), about="田中さん")
    assert 1 in worth_showing([*CROWD, held], "田中さんに会ったよ")


def test_the_home_is_shown_to_whoever_may_have_moved() -> None:
    held = old(fact(1, "あなたは金沢に住んでいる。"), attribute="home")
    assert 1 in worth_showing([*CROWD, held], "引っ越しの荷ほどきが終わらない")


def test_the_last_confirmed_of_each_kind_are_shown_whatever_is_said() -> None:
    tasks = [task(number, f"あなたの用事: 書類{number}") for number in range(1, 40)]
    shown = worth_showing([*CROWD, *tasks], "ふう")
    assert shown == {*range(292, 300), *range(32, 40)}


def test_a_guess_is_shown_only_where_it_is_spoken_of() -> None:
    guess = replace(fact(1, "あなたの趣味: 登山"), candidate=True)
    assert worth_showing([guess], "登山靴を買った") == {1}
    assert worth_showing([guess], "眠い") == frozenset()


@given(said=st.text(max_size=80), count=st.integers(min_value=0, max_value=300))
@settings(max_examples=25, deadline=None)
def test_however_much_is_held_only_so_much_is_shown(said: str, count: int) -> None:
    held = [*CROWD[:count], *(task(number, f"用事{number}") for number in range(1, count))]
    assert len(worth_showing(held, said)) <= SHOWING.related + sum(SHOWING.recent.values())
    assert worth_showing(held, said) <= {state.id for state in held}


def test_likes_that_are_spoken_of_come_before_the_others() -> None:
    liked = [
        Preference(PreferenceId(number), Domain.FOOD, Polarity.LIKE, f"料理{number}", Status.CONFIRMED)
        for number in range(1, 40)
    ]
    chosen = preferences_worth_showing(
        [*liked, replace(liked[0], id=PreferenceId(99), subject="鯖の味噌煮")], "鯖の味噌煮を作った"
    )
    assert len(chosen) == SHOWING.preferences
    assert chosen[-1].subject == "鯖の味噌煮"


def test_the_long_mood_is_always_shown() -> None:
    mood = replace(old(fact(1, "穏やかに過ごしている。")), kind=StateKind.LONG_MOOD)
    assert 1 in worth_showing([*CROWD, mood], "うん")
