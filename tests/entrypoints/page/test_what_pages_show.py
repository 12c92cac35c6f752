"""What pages show, as values: queries, curves, webs, groups, receipts, sleeps, settings; no browser is needed to look at them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide import Mind
from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.entities.entity import Entity, EntityId
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.feelings.affect import Vad
from omoide.domain.feelings.mood import Mood
from omoide.domain.recall.receipts.receipt import Fate, ItemRef, RecallCandidate, RecallReceipt
from omoide.domain.sleep.sleep_report import SleepId, SleepReport, StageResult, StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.entrypoints.page import charts
from omoide.entrypoints.page.beliefs import shown as beliefs
from omoide.entrypoints.page.inside import curves
from omoide.entrypoints.page.inside import words as inside_words
from omoide.entrypoints.page.memories import shown as memories
from omoide.entrypoints.page.memories.query import ORDERS, PAGE_ROWS, MemoryQuery, pages_of, query_of
from omoide.entrypoints.page.settings import forms
from omoide.entrypoints.page.sleeping import shown as sleeping
from omoide.entrypoints.page.sleeping import words as sleep_words
from omoide.entrypoints.page.why import shown as why
from omoide.entrypoints.page.words import speaking

NOW = Moment(1_774_742_400)


def strings(value: Any) -> set[str]:
    """Return every key of every mapping inside."""
    if isinstance(value, dict):
        return set(value) | {each for inner in value.values() for each in strings(inner)}
    if isinstance(value, list | tuple):
        return {each for inner in value for each in strings(inner)}
    return set()


@given(
    query=st.builds(
        MemoryQuery,
        containing=st.text(max_size=30),
        level=st.integers(0, 4),
        category=st.text(max_size=10),
        is_protected=st.booleans(),
        order=st.sampled_from(sorted(ORDERS)),
        page=st.integers(1, 9_999),
    )
)
def test_an_address_says_again_which_memories_were_asked_for(query: MemoryQuery) -> None:
    assert query_of(query.address) == query
    assert query.given["offset"] == (query.page - 1) * PAGE_ROWS


@given(address=st.dictionaries(st.sampled_from(["q", "level", "n", "order", "category", "protected"]), st.text()))
def test_whatever_stands_in_an_address_some_page_is_meant(address: dict[str, str]) -> None:
    found = query_of(address)
    assert found.page >= 1
    assert found.order in ORDERS
    assert 0 <= found.level <= 4


def test_an_empty_table_has_one_page() -> None:
    assert [pages_of(total) for total in (0, 1, 25, 26, 36_500)] == [1, 1, 1, 2, 1460]


def test_no_word_of_a_mind_becomes_a_key_of_a_picture(mind: Mind) -> None:
    words = ":evil()"
    mind.observe(user=f"{words} 昨日、財布をなくして悲しかった", assistant="つらいね")
    mind.observe(user=f"{words} 昨日、財布をなくして悲しかったよ", assistant="つらいね")
    mind.digest()
    memory = mind.memories.all()[0]
    web = memories.web_option(memory, mind.memories.relations(memory.label), Language.JA)
    node = beliefs.web_of([Entity(EntityId(1), words)], [], user=words)
    for option in (web, beliefs.web_option(node, ("", ""))):
        assert not [key for key in strings(option) if key.startswith(":") or words in key]
        assert option["tooltip"]["renderMode"] == "richText"


def state(number: int, body: str, *, about: str, kind: StateKind = StateKind.FACT, **changes: Any) -> State:
    return replace(State(StateId(number), kind, body, {"about": about}), **changes)


def test_beliefs_are_grouped_the_user_first_then_who_most_is_known_of() -> None:
    held = [
        state(1, "川で泳ぐ", about="かえで"),
        state(2, "海が好き", about="user", confidence=0.4),
        state(3, "パンを焼く", about="user", confidence=0.9),
        state(4, "静か", about="persona"),
        state(5, "転職した", about="田中"),
        state(6, "自転車屋", about="田中"),
        state(7, "雨", about=""),
    ]
    groups = beliefs.grouped(held)
    assert [group.about for group in groups] == ["user", "persona", "田中", "かえで", ""]
    assert [one.id for one in groups[0].states] == [3, 2]
    assert [group.about for group in beliefs.grouped(held, containing="ＰＡＮ")] == []
    assert [group.about for group in beliefs.grouped(held, containing="かえで")] == ["かえで"]


def test_the_web_joins_whoever_is_spoken_of_together_under_one_name() -> None:
    known = [Entity(EntityId(1), "早川かえで", ("かえで",)), Entity(EntityId(2), "モモ")]
    told = [
        state(1, "かえではあなたの妹", about="かえで", kind=StateKind.RELATION),
        state(2, "かえでさんは強い", about="かえでさん"),
    ]
    web = beliefs.web_of(known, told, user="あなた")
    names = {node.key: node.name for node in web.nodes}
    assert sorted(names.values()) == ["あなた", "モモ", "早川かえで"]
    assert [{names[edge.source], names[edge.target]} for edge in web.edges] == [{"あなた", "早川かえで"}]
    assert beliefs.web_of([], [], user="") == beliefs.Web((), ())


def mood(day: int, shock: float) -> Mood:
    return Mood(Moment(NOW + day * DAY_SECONDS), Vad(), Vad(v=shock))


def test_a_shock_is_marked_where_it_was_strongest() -> None:
    moods = [mood(day, shock) for day, shock in enumerate([0, 0.1, 0.8, 0.5, 0.2, 0, -0.2, -0.6, -0.6, 0.0])]
    assert [each.at for each in curves.shocks(moods)] == [moods[2].at, moods[7].at]
    assert curves.shocks(moods[:1]) == []


def test_instants_lie_on_a_grid_so_that_the_next_look_reads_one() -> None:
    first, later = (curves.instants(Moment(NOW + wait), days=30, points=30) for wait in (0, 60))
    assert (first[-1], later[-1]) == (NOW, NOW + 60)
    assert len(set(first) & set(later)) >= 29
    assert first == sorted(first)
    assert NOW - first[0] <= 30 * DAY_SECONDS


def test_the_inner_life_is_read_and_drawn(mind: Mind) -> None:
    mind.observe(user="ただいま", assistant='おかえり<persona_emotion category="joy" intensity="0.9"/>')
    mind.digest()
    found = curves.InnerReader(mind)(days=7)
    say = speaking(inside_words.TEXTS, Language.JA)
    assert [each.emotion.category.value for each in found.emotions] == ["joy"]
    tz = mind.persona.tz
    for option in (
        curves.drive_option(found.drives, tz=tz, language=Language.EN),
        curves.mood_option(found.moods, say, tz=tz),
        curves.emotion_option(found, tz=tz, language=Language.JA),
        curves.felt_option(found, say, tz=tz),
    ):
        assert option["series"]
        assert option["xAxis"]["type"] == "time"
    assert charts.wall(NOW, tz=tz) == "2026-03-29T09:00:00"


def candidate(kind: str, number: str, fate: Fate, **parts: float) -> RecallCandidate:
    return RecallCandidate(ItemRef(kind, number), 0.7, fate, parts)


def test_a_receipts_parts_become_bars_beside_each_other() -> None:
    receipt = RecallReceipt(
        "猫は？",
        NOW,
        "context",
        (
            candidate("memory", "3", Fate.SHOWN, meaning=0.6, recall_count=4.0, retention=50.0),
            candidate("event", "9", Fate.WEAK, meaning=0.3, recall_count=2.0, words_around=0.1, meaning_around=0.1),
            candidate("event", "10", Fate.SHOWN, novel=1.0),
        ),
        found=3,
    )
    told = why.receipt_shown(receipt, {ItemRef("memory", "3"): "猫の\nモモ"}, language=Language.JA)
    first, second, third = told.candidates
    assert (told.asker, first.text, first.page) == ("チャットの発言", "猫の モモ", ("memories", {"id": "3"}))
    assert {bar.name: (bar.share, bar.told) for bar in first.parts} == {
        "意味が近い": (0.6, "0.60"),
        "記憶がどれだけ残っているか": (0.5, "50"),
        "これまでに思い出した回数": (1.0, "4"),
    }
    assert (second.text, second.page, second.why_not) == (None, None, "いちばん強いものよりずっと弱いため")
    assert [bar.share for bar in second.parts if bar.name == "前後の会話にも手がかりがある"] == [0.2]
    assert third.parts == ()


def test_how_far_a_sleep_is_counts_stages_and_what_is_known_of_the_present_one() -> None:
    begun = SleepReport(SleepId(1), NOW, by_itself=False, wanted=ORDER[:4])
    assert sleeping.share_done(begun) == 0.0
    one = begun.with_result(StageResult(SleepStage.NIGHT, StageState.DONE, 5))
    assert sleeping.share_done(one) == 0.25
    half = one.with_result(StageResult(SleepStage.EPISODES, StageState.UNDER_WAY, 5, 10))
    assert sleeping.share_done(half) == 0.375
    assert sleeping.share_done(replace(begun, wanted=())) == 1.0


def test_a_look_back_that_nobody_offers_can_still_be_seen() -> None:
    say = speaking(sleep_words.TEXTS, Language.EN)
    assert list(sleeping.lookback_choices(14, say)) == ["7", "14", "30", "90"]
    assert sleeping.lookback_choices(20, say)["20"] == "20 days"


@pytest.mark.parametrize(("nano", "told"), [(0, "$0.00"), (1_234_000_000_000, "$1,234.00"), (1_500_000, "$0.0015")])
def test_money_is_told_as_precisely_as_it_must_be(nano: int, told: str) -> None:
    assert sleeping.money(nano) == told


def test_settings_are_shown_with_their_control_origin_and_words(mind: Mind) -> None:
    mind.set("retrieval.top_k", "7")
    found = forms.shown(mind.configuration, section="retrieval", language=Language.JA)
    [top_k] = [each for each in found if each.key == "retrieval.top_k"]
    assert (top_k.value, top_k.is_own, top_k.choices) == ("7", True, ())
    [auto] = forms.shown(mind.configuration, section="", containing="background.auto", language=Language.EN)[:1]
    assert auto.choices[:2] == forms.SWITCH
    changed = forms.shown(mind.configuration, section="retrieval", changed_only=True, language=Language.EN)
    assert [each.key for each in changed] == ["retrieval.top_k"]
    assert forms.shown(mind.configuration, section="retrieval", containing="no such words", language=Language.EN) == ()
    assert len(forms.sections()) > 10


def test_what_an_erasure_would_remove_is_told_by_what_it_is_the_most_first() -> None:
    report = ErasureReport(1, (("events", 1), ("memories", 2), ("files: logs", 2), ("vectors", 0)))
    assert forms.rows_told(report, Language.EN) == (("files: logs", 2), ("memories", 2), ("turns", 1))
    assert [forms.size_told([size]) for size in (12, 2048, 5 * 1024**2)] == ["12 B", "2 KB", "5.0 MB"]
