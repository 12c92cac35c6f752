"""One list of everything: one recollection of a thing, one scale, nothing that has little to do with the cue."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.events.event import Event, EventId
from omoide.domain.recall.kinds import joining
from omoide.domain.recall.kinds.candidate import MatchParts
from omoide.domain.recall.kinds.intent_score import SCORED, IntentScoreRules
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.recollection import Recollection
from omoide.domain.recall.relevance import TAIL_SHARE, Calibration
from omoide.domain.time.moment import DAY_SECONDS, Moment

SPACE = Calibration(unrelated=0.0, same=1.0)
RULES = IntentScoreRules()


def _event(number: int, *, day: int = 0) -> Event:
    return Event(EventId(number), Moment(day * DAY_SECONDS + number), f"turn {number}", "", "chat", "", "s")


def _said(number: int, score: float, *, day: int = 0, cosine: float | None = None) -> Recollection:
    why = MatchParts(0.0, score if cosine is None else cosine).why(SPACE, floor=0.0)
    return Recollection(_event(number, day=day), score, why)


def _thing(
    kind: RecollectionKind,
    score: float,
    *,
    number: int = 1,
    evidence: tuple[int, ...] = (),
    day: int = 0,
    composite: float | None = None,
) -> Recollection:
    thing = Recallable(
        kind,
        number,
        f"{kind} {number}",
        f"a {kind}",
        Moment(day * DAY_SECONDS),
        day,
        evidence=tuple(map(EventId, evidence)),
    )
    why = replace(MatchParts(0.0, score).why(SPACE, floor=0.0), composite=composite)
    return Recollection(None, score, why, kind=kind, thing=thing)


def _same_day(told: Recollection, event: Event) -> bool:
    return told.thing is not None and event.created // DAY_SECONDS == told.thing.what


def _joined(said: list[Recollection], others: list[Recollection], limit: int = 10) -> list[Recollection]:
    return joining.joined(said, others, tells=_same_day, limit=limit)


def test_a_belief_that_rests_on_a_listed_turn_is_shown_beside_it_and_else_by_itself() -> None:
    believed = _thing(RecollectionKind.BELIEF, 0.9, evidence=(2,))
    one, two = _joined([_said(1, 0.9), _said(2, 0.8)], [believed])
    assert (one.beside, two.beside) == ((), (believed.thing,))
    assert [each.kind for each in _joined([_said(1, 0.9)], [believed])] == [
        RecollectionKind.EVENT,
        RecollectionKind.BELIEF,
    ]


def test_a_told_day_stands_for_its_turns_where_it_matches_better_than_any() -> None:
    told = _thing(RecollectionKind.EPISODE, 0.8, day=3)
    [found] = _joined([_said(1, 0.9, day=3, cosine=0.7)], [told])
    assert found.kind is RecollectionKind.EPISODE
    assert [event.id for event in found.events] == [1]
    assert found.score == 0.9


def test_a_told_day_stands_for_several_turns_that_it_tells_about_as_well() -> None:
    several = [_said(1, 0.9, day=3), _said(2, 0.85, day=3), _said(3, 0.8, day=4)]
    found = _joined(several, [_thing(RecollectionKind.EPISODE, 0.7, day=3)])
    assert [each.kind for each in found] == [RecollectionKind.EPISODE, RecollectionKind.EVENT]
    assert [event.id for event in found[0].events] == [1, 2]


def test_else_the_turn_is_the_better_detail_and_the_day_stands_beside_it() -> None:
    told = _thing(RecollectionKind.EPISODE, 0.8, day=3)
    [found] = _joined([_said(1, 0.9, day=3)], [told])
    assert (found.kind, found.beside) == (RecollectionKind.EVENT, (told.thing,))
    weak = _thing(RecollectionKind.EPISODE, 0.5, day=3)
    found_ = _joined([_said(1, 0.9, day=3), _said(2, 0.85, day=3)], [weak])
    assert [each.kind for each in found_] == [RecollectionKind.EVENT, RecollectionKind.EVENT]


def test_what_has_little_to_do_with_the_cue_is_left_out_and_more_so_where_nothing_was_said_of_it() -> None:
    assert joining.least(None, asks_for_said=False) == joining.least(0.3, asks_for_said=True) == 0.35
    assert joining.least(None, asks_for_said=True) == 0.5
    assert joining.least(1.0, asks_for_said=True) == TAIL_SHARE


def test_what_was_made_of_turns_is_known_by_them() -> None:
    assert joining.is_made_of_turns(_thing(RecollectionKind.BELIEF, 0.9, evidence=(1,)))
    assert joining.is_made_of_turns(_thing(RecollectionKind.TOPIC, 0.9))
    assert not joining.is_made_of_turns(_thing(RecollectionKind.DIARY, 0.9))


def test_intent_decides_among_told_days_and_insights_and_the_numbers_still_fall() -> None:
    calm, moving = (
        _thing(RecollectionKind.EPISODE, 0.8, number=1, composite=0.5),
        _thing(RecollectionKind.DIARY, 0.5, number=2, composite=0.2),
    )
    liked = _thing(RecollectionKind.PREFERENCE, 0.7, number=3)
    found = joining.ordered_by_intent([calm, moving, liked], rules=RULES)
    assert [each.key for each in found] == ["diary:2", "episode:1", "preference:3"]
    assert [each.score for each in found] == [0.8, 0.8, 0.7]


def test_at_most_seven_of_those_with_an_intent_are_shown() -> None:
    many = [_thing(RecollectionKind.EPISODE, 0.9, number=at, composite=at / 100) for at in range(12)]
    assert [each.thing.item_id for each in joining.ordered_by_intent(many, rules=RULES) if each.thing] == list(range(7))


kinds = st.sampled_from(
    [kind for kind in RecollectionKind if kind not in (RecollectionKind.EVENT, RecollectionKind.MEMORY)]
)
scores = st.floats(0.05, 1.0)


@given(
    st.lists(st.tuples(scores, st.integers(0, 3)), max_size=12),
    st.lists(st.tuples(kinds, scores, st.integers(0, 14), st.integers(0, 3), st.floats(0, 2)), max_size=12),
    st.integers(0, 12),
)
@settings(max_examples=100)
def test_the_first_has_the_highest_number_nothing_comes_twice_and_no_turn_is_lost(
    said: list[tuple[float, int]], things: list[tuple[RecollectionKind, float, int, int, float]], limit: int
) -> None:
    turns = [_said(at, score, day=day) for at, (score, day) in enumerate(sorted(said, reverse=True))]
    others = [
        _thing(kind, score, number=at, evidence=(rests,), day=day, composite=composite if kind in SCORED else None)
        for at, (kind, score, rests, day, composite) in enumerate(things)
    ]
    others = joining.ordered_by_intent(others, rules=RULES)
    found = _joined(turns, others, limit)
    numbers = [each.score for each in found]
    assert len(found) <= limit
    assert numbers == sorted(numbers, reverse=True)
    shown = [event.id for each in found for event in each.events]
    assert len(shown) == len(set(shown))
    whole = _joined(turns, others, 100)
    assert {event.id for each in whole for event in each.events} == {turn.event.id for turn in turns}
    told = [thing.key for each in whole for thing in (*each.beside, *((each.thing,) if each.thing else ()))]
    assert len(told) == len(set(told))
    alone = [each for each in whole if each.thing is not None and not each.stands_for]
    assert all(each.score >= TAIL_SHARE * whole[0].score for each in alone)
