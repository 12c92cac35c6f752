"""Which places that hold a keyword are shown."""

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.events.event import Event, EventId
from omoide.domain.recall.kinds.keyword_channel import TOOL_RULES, KeywordRules, SaidBlock, blocks, chosen
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

RULES = KeywordRules()
FILL = "と、先週の会議のあとでゆっくり話をしてきたよ。次は来月だって。"


def _first(_count: int) -> int:
    return 0


def _said(count: int, *, text: str = "田中さん{}" + FILL) -> list[SaidBlock]:
    return [SaidBlock(EventId(at), Moment(1_000 + at), True, text.format(at)) for at in range(count)]


def _event(number: int, user: str, assistant: str | None = None) -> Event:
    return Event(
        id=EventId(number), created=Moment(1_000 + number), source="chat", client_id="", session_id="", user=user,
        assistant=assistant, image_summaries=(),
    )  # fmt: skip


def test_two_new_two_old_and_one_between_by_dice() -> None:
    shown = chosen(_said(20), dice=lambda count: count - 1, rules=RULES, language=Language.JA)
    assert [int(block.event_id) for block in shown] == [19, 18, 2, 1, 0]
    shown = chosen(_said(20), dice=_first, rules=RULES, language=Language.JA)
    assert [int(block.event_id) for block in shown] == [19, 18, 17, 1, 0]


def test_a_tool_is_shown_two_and_two() -> None:
    shown = chosen(_said(20), dice=_first, rules=TOOL_RULES, language=Language.JA)
    assert [int(block.event_id) for block in shown] == [19, 18, 1, 0]


def test_what_begins_alike_for_two_hundred_characters_is_one_and_the_newest_of_it_is_shown() -> None:
    same = "田中" + "あ" * 198
    found = [SaidBlock(EventId(at), Moment(at), True, same + str(at)) for at in range(3)]
    assert [int(block.event_id) for block in chosen(found, dice=_first, rules=RULES, language=Language.JA)] == [2]
    other = [SaidBlock(EventId(at), Moment(at), True, f"{at}" + same) for at in range(3)]
    assert len(chosen(other, dice=_first, rules=RULES, language=Language.JA)) == 3


def test_what_is_long_is_cut_and_says_so_and_what_is_short_is_skipped() -> None:
    long, short = "田中" + "い" * 600, "田中さん、元気？"
    found = [SaidBlock(EventId(1), Moment(1), True, long), SaidBlock(EventId(2), Moment(2), False, short)]
    [shown] = chosen(found, dice=_first, rules=RULES, language=Language.JA)
    assert shown.is_cut
    assert shown.text == long[:500] + "（続きがあります）"
    [english] = chosen(found, dice=_first, rules=RULES, language=Language.EN)
    assert english.text.endswith("(there is more)")
    exact = SaidBlock(EventId(3), Moment(3), True, "田" * 500)
    assert chosen([exact], dice=_first, rules=RULES, language=Language.JA)[0].text == exact.text


def test_each_side_of_a_turn_is_a_block_of_its_own_and_what_was_sent_is_left_out() -> None:
    events = [
        _event(1, "田中さん" + FILL, "そうなんだ、よかったね。また聞かせてね。楽しみにしているよ。"),
        _event(2, "天気の話" + FILL, "ＴＡＮＡＫＡさん" + FILL),
        _event(3, "田中さん" + FILL),
    ]
    assert [(int(each.event_id), each.is_user) for each in blocks(events, ["田中"], sent={EventId(3)})] == [(1, True)]
    assert [(int(each.event_id), each.is_user) for each in blocks(events, ["tanaka"])] == [(2, False)]
    assert blocks(events, []) == blocks(events, ["  "]) == []


@given(
    st.lists(st.tuples(st.integers(0, 50), st.text("田中あいう", max_size=80)), max_size=40),
    st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.randoms(use_true_random=False),
)  # fmt: skip
@settings(max_examples=60)
def test_never_more_than_asked_for_never_twice_and_the_newest_first(
    given_: list[tuple[int, str]], newest: int, oldest: int, middle: int, random: object
) -> None:
    found = [SaidBlock(EventId(at), Moment(when), True, text) for at, (when, text) in enumerate(given_)]
    rules = KeywordRules(newest=newest, oldest=oldest, middle=middle)
    shown = chosen(found, dice=random.randrange, rules=rules, language=Language.JA)  # type: ignore[attr-defined]
    assert len(shown) <= newest + oldest + middle
    assert len({block.text[:200] for block in shown}) == len(shown)
    assert [block.at for block in shown] == sorted((block.at for block in shown), reverse=True)
    assert all(len(block.text) >= 30 for block in shown)
