"""Which of two answers comes first."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide.domain.recall.changes import restated
from omoide.domain.recall.changes.arranging import Placed, RankedTurn, WhatIsAsked, arranged
from omoide.domain.recall.changes.believed import Outdated
from omoide.domain.recall.changes.replaced import tells_change
from omoide.domain.recall.changes.restated import Told
from omoide.domain.recall.changes.tense import asks_whether_it_was, tense_of
from omoide.domain.recall.cue import query_terms
from omoide.domain.time.moment import DAY_SECONDS, Moment

DAY_ONE = 1_700_000_000


def told(text: str, *, day: int) -> Told:
    return Told(text, Moment(DAY_ONE + day * DAY_SECONDS))


def question(cue: str, *, outdated: Outdated | None = None) -> WhatIsAsked:
    weights = {term.token: term.weight for term in query_terms(cue) if not term.is_speaker}
    return WhatIsAsked(weights, tense_of(cue), outdated or Outdated(), asks_whether_it_was(cue))


def placed(cue: str, *said: tuple[str, int, float], outdated: Outdated | None = None) -> list[Placed]:
    hits = [RankedTurn(number, told(text, day=day), strength) for number, (text, day, strength) in enumerate(said, 1)]
    return arranged(hits, question(cue, outdated=outdated))


def order(cue: str, *said: tuple[str, int, float], outdated: Outdated | None = None) -> list[int]:
    return [each.place for each in placed(cue, *said, outdated=outdated)]


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("What is Ana's locker number?", "Ana's locker number is 12.", "Ana's locker number is 4712."),
        ("Which bus does Ben take?", "Ben takes the bus to Oslo.", "Ben takes the bus to Porto."),
        ("彩のロッカーの番号は何だっけ？", "彩のロッカーの番号は12だよ。", "彩のロッカーの番号は4712だよ。"),
        ("健太の担当の先生は誰？", "健太の担当の先生は小林先生です。", "健太の担当の先生は堀先生です。"),
    ],
)
def test_of_the_same_thing_said_again_the_newer_comes_first(cue: str, older: str, newer: str) -> None:
    found = placed(cue, (older, 0, 1.0), ("something else entirely", 1, 0.9), (newer, 2, 0.8))
    assert [each.place for each in found] == [2, 0, 1]
    assert [each.outdated_by for each in found] == [None, 3, None]


def turned(degrees: float) -> NDArray[np.float32]:
    """Return a direction so far from the first."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], np.float32)


def near_each_other(
    cue: str, older: str, newer: str, *, degrees: float, days: int = 9, strength: float = 0.5
) -> list[Placed]:
    """Return the places of two turns that lie so far from each other, among others that speak of something else."""
    others = [
        RankedTurn(number, told(f"{letter}thing else {letter}s", day=1), 0.7, turned(90))
        for number, letter in ((3, "k"), (4, "p"))
    ]
    hits = [
        RankedTurn(1, told(older, day=0), 1.0, turned(0)),
        *others,
        RankedTurn(2, told(newer, day=days), strength, turned(degrees)),
    ]
    return arranged(hits, question(cue))


PHONE = (
    "My phone is a Nokia with a cracked screen.",
    "Dropped the Nokia for good, I use an old tablet.",
)


def test_a_change_told_in_words_of_its_own_goes_first_and_claims_nothing() -> None:
    found = near_each_other("What phone do I have?", *PHONE, degrees=50)
    assert [each.place for each in found] == [3, 0, 1, 2]
    assert found[0].strength == 1.0
    assert all(each.outdated_by is None for each in found)


@pytest.mark.parametrize(
    ("cue", "newer", "degrees", "days", "strength"),
    [
        ("What phone did I have before?", PHONE[1], 50, 9, 0.5),  # the past is asked for
        ("the Nokia", PHONE[1], 50, 9, 0.5),  # nothing is asked
        ("What phone do I have?", PHONE[1], 75, 9, 0.5),  # about something else, by its meaning
        ("What phone do I have?", PHONE[1], 50, 0, 0.5),  # the same talk goes on
        ("What phone do I have?", PHONE[1], 50, 9, 0.15),  # hardly found at all
        ("What phone do I have?", "Lena dropped her Fairphone for good.", 50, 9, 0.5),  # no word ties them
        ("What phone do I have?", "I looked for the Nokia all day.", 50, 9, 0.5),  # tells no change
    ],
)
def test_what_is_only_newer_stays_where_it_is(cue: str, newer: str, degrees: float, days: int, strength: float) -> None:
    found = near_each_other(cue, PHONE[0], newer, degrees=degrees, days=days, strength=strength)
    assert [each.place for each in found] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("cue", "one", "other"),
    [
        ("What is Ana's locker number?", "Ana's locker number is 12.", "Ben's locker number is 4712."),
        ("彩のロッカーの番号は何だっけ？", "彩のロッカーの番号は12だよ。", "望のロッカーの番号は47だよ。"),
    ],
)
def test_what_is_said_of_somebody_else_in_the_same_words_stays_behind(cue: str, one: str, other: str) -> None:
    assert order(cue, (one, 0, 1.0), (other, 9, 0.9)) == [0, 1]


def test_what_looks_alike_and_was_hardly_found_stays_behind() -> None:
    assert order("What is the code?", ("The code is 12.", 0, 1.0), ("The code is 13.", 9, 0.3)) == [0, 1]


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("Do I still row on Tuesdays?", "I row on Tuesdays.", "I gave up the row on Tuesdays."),
        ("What is the gym now?", "My gym is Ironworks.", "I left the gym, I climb."),
        ("今の車は？", "車は白いワゴン。", "車は売って、自転車にした。"),
    ],
)
def test_a_turn_that_tells_a_change_comes_before_what_it_changes(cue: str, older: str, newer: str) -> None:
    others = ("nothing of the kind", 3, 0.5), ("まったく別の話", 4, 0.5)
    found = placed(cue, (older, 0, 1.0), *others, (newer, 30, 0.46))
    assert found[0].place == 3
    assert found[0].strength == 1.0
    assert found[1].outdated_by == 4


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("What day is book club?", "Book club is on Thursdays.", "Book club has switched to Sundays."),
        ("合言葉は何だっけ？", "合言葉は海にしよう。", "合言葉、ばれたから山に変えるね。"),
    ],
)
def test_a_question_that_does_not_say_now_moves_what_is_sure_and_says_nothing_of_it(
    cue: str, older: str, newer: str
) -> None:
    found = placed(cue, (older, 0, 1.0), (newer, 30, 0.75))
    assert [each.place for each in found] == [1, 0]
    assert [each.outdated_by for each in found] == [None, None]
    assert order(cue, (older, 0, 1.0), (newer, 30, 0.6)) == [0, 1]


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        ("アコーディオンのレッスンは何曜日だっけ？", "アコーディオンのレッスンは毎週木曜。", "聞いて、アコーディオンの発表会が決まった！"),
        ("How much does the allotment cost a year?", "The allotment is only €65 a year.", "They moved my allotment to plot 9."),
        ("Who is Jo?", "Jo is a porter on our floor.", "Mr. Dunphy died this evening, Jo."),
        ("What instrument does Ann play now?", "Ann had a concert, clarinet.", "I got a new clarinet case."),
    ],
)  # fmt: skip
def test_what_is_only_newer_and_about_somebody_named_takes_no_place(cue: str, older: str, newer: str) -> None:
    found = placed(cue, (older, 0, 1.0), (newer, 30, 0.65))
    assert [each.place for each in found] == [0, 1]
    assert [each.outdated_by for each in found] == [None, None]


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        (
            "Which language did I learn before?",
            "I'm learning a language, Welsh, from tapes.",
            "I gave up the language from the tapes, Welsh.",
        ),
        ("前はバイオリンを習ってた？", "バイオリンを習い始めた。", "バイオリンはやめて、太鼓に通うことにした。"),
    ],
)
def test_a_question_about_the_past_gets_the_past(cue: str, older: str, newer: str) -> None:
    found = placed(cue, (newer, 30, 1.0), (older, 0, 0.5))
    assert [each.place for each in found] == [1, 0]
    assert [each.outdated_by for each in found] == [None, None]


@pytest.mark.parametrize("cue", ["What did I say about Welsh?", "ウェールズ語の話をした日"])
def test_a_question_about_what_happened_is_left_as_it_was_ranked(cue: str) -> None:
    said = ("I'm learning Welsh from tapes.", 0, 1.0), ("I gave up the Welsh, it is Greek for me.", 30, 0.6)
    assert order(cue, *said) == [0, 1]


def test_what_goes_on_in_the_same_talk_replaces_nothing() -> None:
    said = ("I'm learning Welsh from tapes.", 0, 1.0), ("The Welsh tapes are new, I started yesterday.", 0, 0.6)
    assert order("Which language am I learning?", *said) == [0, 1]


def test_a_long_turn_tells_no_change() -> None:
    assert tells_change("I quit.")
    assert not tells_change("I quit. " * 60)


@pytest.mark.parametrize("text", ["I got a new bike, come over now!", "もう決まったよ、やっと始まる"])
def test_words_that_stand_in_every_other_turn_tell_no_change(text: str) -> None:
    assert not tells_change(text)


def test_a_turn_whose_belief_has_ended_yields_to_the_one_that_ended_it() -> None:
    said = ("Home is a houseboat", 0, 1.0), ("rain again", 3, 0.8), ("Signed for a room in Bergen", 9, 0.01)
    sure = Outdated(known=frozenset({(1, 3)}))
    found = placed("Where is my home?", *said, outdated=sure)
    assert [each.place for each in found] == [2, 0, 1]
    assert [each.outdated_by for each in found] == [None, 3, None]
    supposed = Outdated(supposed=frozenset({(1, 3)}))
    assert order("my home", *said, outdated=supposed) == [0, 1, 2]
    found = placed("Where is my home?", *said[:2], (said[2][0], 9, 0.3), outdated=supposed)
    assert [each.place for each in found] == [2, 0, 1]
    assert [each.outdated_by for each in found] == [None, None, None]
    assert order("Where was my home before?", said[2], said[1], said[0], outdated=Outdated(frozenset({(3, 1)}))) == [
        2,
        0,
        1,
    ]


def test_what_is_supposed_and_said_to_be_over_moves_as_well_and_claims_nothing() -> None:
    said = ("I jog every morning", 0, 1.0), ("rain again", 3, 0.8), ("Gave up, my knees", 9, 0.0)
    over = Outdated(over=frozenset({(1, 3)}))
    found = placed("Do I jog?", *said, outdated=over)
    assert [each.place for each in found] == [2, 0, 1]
    assert [each.outdated_by for each in found] == [None, None, None]
    for cue in ("my jogging", "Did I jog before?"):
        assert order(cue, *said, outdated=over) == [0, 1, 2]


def test_whoever_asks_whether_an_errand_was_done_hears_that_it_was() -> None:
    said = ("I must renew the insurance", 0, 1.0), ("Insurance sorted", 9, 0.1)
    known = frozenset({(1, 2)})
    found = placed("Did I renew the insurance?", *said, outdated=Outdated(known, done=known))
    assert [(each.place, each.outdated_by) for each in found] == [(1, None), (0, 2)]
    assert order("Did I renew the insurance?", *said, outdated=Outdated(known)) == [0, 1]
    assert order("the insurance renewal", *said, outdated=Outdated(known, done=known)) == [0, 1]


def test_a_cue_that_asks_of_no_time_hears_what_beliefs_know_only_where_it_was_found_too() -> None:
    sure = Outdated(known=frozenset({(1, 2)}))
    assert order("my home", ("a houseboat", 0, 1.0), ("a room in Bergen", 9, 0.2), outdated=sure) == [0, 1]
    found = placed("my home", ("a houseboat", 0, 1.0), ("a room in Bergen", 9, 0.5), outdated=sure)
    assert [(each.place, each.outdated_by) for each in found] == [(1, None), (0, 2)]


def test_of_a_past_that_is_asked_for_nobody_says_that_it_is_past() -> None:
    sure = Outdated(known=frozenset({(1, 2)}))
    found = placed("Where was my home before?", ("a houseboat", 0, 1.0), ("a room", 9, 0.9), outdated=sure)
    assert [(each.place, each.outdated_by) for each in found] == [(0, None), (1, None)]


texts = st.sampled_from(
    ["my code is 12", "my code is 13", "I moved the code", "合言葉は海", "合言葉は山に変えた", "tea", ""]
)


@given(
    st.lists(st.tuples(texts, st.integers(0, 400), st.floats(0, 2)), max_size=30),
    st.sampled_from(["what is my code?", "合言葉は？"]),
)
def test_nothing_is_lost_and_strengths_fall_from_first_to_last(said: list[tuple[str, int, float]], cue: str) -> None:
    ranked = sorted(said, key=lambda each: -each[2])
    found = placed(cue, *ranked)
    assert sorted(each.place for each in found) == list(range(len(ranked)))
    strengths = [each.strength for each in found]
    assert strengths == sorted(strengths, reverse=True)
    assert all(each.strength >= ranked[each.place][2] for each in found)


def shared(one: str, other: str) -> float:
    return restated.shared(told(one, day=0), told(other, day=0))


def test_a_changed_value_costs_its_own_letters_and_nothing_around_it() -> None:
    assert shared("犬の名前はポチだよ", "犬の名前はコロだよ") == pytest.approx(7 / 9)
    assert shared("the code is 12", "the code is 4712") == pytest.approx(3 / 4)


def said_again(*said: str) -> list[list[int]]:
    return restated.said_again([told(text, day=day) for day, text in enumerate(said)], frozenset({"code"}))


def test_of_many_tellings_the_newest_is_named_first() -> None:
    assert said_again("the code is 1", "tea", "the code is 2", "the code is 3") == [[3, 2, 0]]
