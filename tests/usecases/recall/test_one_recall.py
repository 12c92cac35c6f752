"""One recall over everything, through the library's door."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.events.event import Annotations, LifeStage
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.passage import SHELVED
from omoide.domain.time import moment
from omoide.errors import InvalidInput
from tests.usecases.recall.holdings import believes, dreams, likes, remembers

Open = Callable[..., Omoide]


def _kinds(mind: Mind, cue: str, **asked: object) -> list[str]:
    return [hit.kind.value for hit in mind.recall(cue, **asked)]  # type: ignore[arg-type]


def test_each_kind_is_found_by_its_own_words(mind: Mind) -> None:
    mind.observe(user="水曜日に陶芸教室へ通っている", assistant="楽しそう")
    believes(mind, "あなたはギターを三本持っている")
    likes(mind, "焼き芋")
    mind.notes.diary.write("## 2026-03-01\n灯台まで散歩した。海が青かった。\n")
    mind.entities.write("吉岡さん", "市立図書館で働いている司書。")
    mind.episodes.discovered("望遠鏡", "木星の縞が見えると知った")
    dreams(mind, "風鈴の音に、幼い夏を重ねているように見えた。", topic="風鈴")
    found = {
        "陶芸教室": "event",
        "ギターを三本": "belief",
        "焼き芋": "preference",
        "灯台まで散歩": "diary",
        "市立図書館の司書": "entity",
        "望遠鏡で木星の縞": "episode",
        "風鈴の音と幼い夏": "insight",
    }
    assert {cue: _kinds(mind, cue)[:1] for cue in found} == {cue: [kind] for cue, kind in found.items()}
    for cue, kind in found.items():
        [hit, *_] = mind.recall(cue, kinds=kind)
        assert hit.kind.value == kind
        assert hit.score >= 0.35
        assert mind.recall(cue, kinds=[other for other in RecollectionKind if other.value != kind]) == []


def test_a_turn_its_memory_and_its_belief_are_one_recollection(mind: Mind) -> None:
    event = mind.observe(user="猫の名前はモモだよ", assistant="モモちゃん、覚えたよ")
    memory = remembers(mind, "猫の名前はモモ", event=int(event.id))
    believed = believes(mind, "あなたの猫の名前はモモ", int(event.id))
    [hit] = mind.recall("猫の名前は？")
    assert (hit.kind, hit.key, hit.event.id) == (RecollectionKind.MEMORY, f"memory:{memory.id}", event.id)
    assert hit.text == memory.text
    assert hit.event.user == "猫の名前はモモだよ"
    assert [thing.what for thing in hit.beside] == [believed]
    assert _kinds(mind, "猫の名前は？", kinds="event") == ["event"]
    assert _kinds(mind, "猫の名前は？", kinds="belief") == ["belief"]


def test_an_insight_stands_beside_the_turn_it_rests_on_and_is_silent_where_turns_are(mind: Mind) -> None:
    event = mind.observe(user="風鈴の音を聞くと祖母の家を思い出す", assistant="いい音だね")
    seen = dreams(mind, "風鈴の音に祖母の家を重ねていた。", int(event.id), topic="風鈴")
    [hit] = mind.recall("風鈴の音と祖母の家")
    assert hit.turn == event
    assert [(thing.kind, thing.what) for thing in hit.beside] == [(RecollectionKind.INSIGHT, seen)]
    assert [each.key for each in mind.recall("風鈴の音", kinds="insight")] == [f"insight:{seen.id}"]
    assert mind.recall("量子力学の教科書") == []
    assert mind.recall("夢の中で歩いた", kinds="insight") == []  # how the night was is no insight


def test_an_insight_that_quotes_another_turn_of_its_day_does_not_stand_before_the_answer(mind: Mind) -> None:
    boxes = [mind.observe(user=f"{at}番の箱には本が入っている", assistant="うん") for at in range(5)]
    numbers = [int(event.id) for event in boxes]
    dreams(mind, "心に残ったのは「0番の箱には本が入っている」という言葉だった。", numbers[0], made_of=tuple(numbers))
    first = mind.recall("3番の箱には何が入っている？")[0]
    assert first.turn == boxes[3]
    assert [thing.kind for thing in first.beside] == [RecollectionKind.INSIGHT]


def test_an_entry_of_the_dream_diary_that_was_removed_is_not_recalled_and_the_others_are(mind: Mind) -> None:
    first, last = dreams(mind, "風鈴の音に昔の夏を重ねていた。"), dreams(mind, "灯台の話になると声が弾んでいた。")
    assert [hit.text for hit in mind.recall("風鈴の音と昔の夏")] == [first.told]
    mind.dreams.remove(int(first.id))
    assert mind.recall("風鈴の音と昔の夏") == []
    assert [hit.text for hit in mind.recall("灯台の話で弾んだ声")] == [last.told]


def test_what_is_shown_is_strengthened_and_nothing_else(mind: Mind, clock: SimulatedClock) -> None:
    cat = remembers(mind, "猫の名前はモモ", event=int(mind.observe(user="猫の名前はモモだよ", assistant="うん").id))
    rain = remembers(
        mind, "傘を忘れて雨に濡れた", event=int(mind.observe(user="傘を忘れて雨に濡れた", assistant="え").id)
    )

    def flags() -> tuple[int, int]:
        return tuple(mind.memories.get(each.label).recalls_since_last_batch for each in (cat, rain))  # type: ignore[return-value]

    mind.recall("猫の名前は？", strengthen=False)
    mind.recall("猫の名前は？", kinds="event")
    mind.recall("猫の名前は？", as_of=moment.iso(mind.now(), tz=mind.persona.tz))
    mind.rank("猫の名前は？")
    assert mind.memories.recall("量子力学の教科書") == []
    assert flags() == (0, 0)
    mind.recall("猫の名前は？")
    assert flags() == (1, 0)
    assert [each.memory.id for each in mind.memories.recall("傘を忘れた日", session_id="s")] == [rain.id]
    assert flags() == (1, 1)


def test_memories_alone_stand_in_the_order_of_their_priority(mind: Mind) -> None:
    weak, strong = (
        remembers(mind, text, event=int(mind.observe(user=text, assistant="うん").id))
        for text in ("モモと公園で遊んだ", "モモと公園で走った")
    )
    mind._home.memories.recall_log  # noqa: B018 - opened before the numbers are changed
    with mind._home.foundation.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE memories SET retention_score = 90 WHERE id = {strong.id}")
        connection.exec_driver_sql(f"UPDATE memories SET retention_score = 10, tick = tick + 1 WHERE id = {weak.id}")
    found = mind.memories.recall("モモと公園で遊んだ")
    priorities = [each.why.priority for each in found]
    assert priorities == sorted(priorities, reverse=True)
    hits = mind.recall("モモと公園で遊んだ", kinds="memory")
    assert [hit.memory and hit.memory.id for hit in hits] == [each.memory.id for each in found]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_memory_of_no_turn_is_found_by_itself(mind: Mind) -> None:
    mind.observe(user="今日は雨だね", assistant="傘を忘れずに")
    brought = remembers(mind, "祖母の形見の腕時計を修理に出した")
    [hit] = mind.recall("祖母の形見の腕時計")
    assert (hit.kind, hit.turn, hit.memory) == (RecollectionKind.MEMORY, None, brought)
    assert [each.memory.id for each in mind.memories.recall("祖母の形見の腕時計")] == [brought.id]
    assert _kinds(mind, "祖母の形見の腕時計", session_id="s1") == []


def test_what_is_only_supposed_or_has_ended_or_is_secret_is_never_recalled(mind: Mind) -> None:
    believes(mind, "あなたはオーボエを習いたい", candidate=True)
    ended = believes(mind, "あなたはチェロを弾いている")
    mind.secret_diary.write("## 2026-03-01\nオーボエの楽譜を隠した。\n")
    assert [hit.text for hit in mind.recall("チェロを弾いている")] == [ended.body]
    mind.beliefs.close(int(ended.id))
    assert mind.recall("チェロを弾いている", kinds="belief") == []
    assert mind.recall("オーボエ") == []
    assert mind.recall("オーボエの楽譜", kinds="diary") == []


def test_what_has_changed_is_found_as_it_reads_now(mind: Mind) -> None:
    known = believes(mind, "あなたは松山に住んでいる")
    assert [hit.text for hit in mind.recall("松山に住んでいる")] == [known.body]
    mind.beliefs.correct(int(known.id), "あなたは高知に引っ越した")
    assert [hit.text for hit in mind.recall("高知に引っ越した", kinds="belief")] == ["あなたは高知に引っ越した"]
    assert mind.recall("松山に住んでいる", kinds="belief") == []
    mind.notes.diary.write("## 2026-03-01\n高知の朝市で柚子を買った。\n")
    assert _kinds(mind, "朝市の柚子") == ["diary"]
    mind.notes.diary.write("## 2026-03-01\n高知の朝市で文旦を買った。\n")
    assert [hit.text for hit in mind.recall("朝市の文旦", kinds="diary")] == [
        "## 2026-03-01\n高知の朝市で文旦を買った。"
    ]
    mind.entities.write("吉岡さん", "市立図書館の司書。")
    assert _kinds(mind, "図書館の司書") == ["entity"]
    mind.entities.archive("吉岡さん")
    assert mind.recall("図書館の司書") == []


def test_another_persona_and_another_process_see_their_own(opened: Open) -> None:
    one, other = opened(), opened()
    for name in ("haru", "natsu"):
        one.add_persona(name, language="ja", timezone="Asia/Tokyo")
    for name, text in (("haru", "灯台まで散歩した"), ("natsu", "古本市で詩集を買った")):
        one.mind(name).notes.diary.write(f"## 2026-03-01\n{text}。\n")
    assert _kinds(one.mind("haru"), "灯台まで散歩") == ["diary"]
    assert _kinds(other.mind("natsu"), "古本市の詩集") == ["diary"]
    assert _kinds(other.mind("haru"), "古本市の詩集") == []
    other.mind("haru").notes.diary.write("## 2026-03-01\n牧場で羊を見た。\n")
    assert _kinds(one.mind("haru"), "牧場の羊") == ["diary"]
    assert _kinds(one.mind("haru"), "灯台まで散歩") == []


def test_what_is_erased_leaves_no_copy(mind: Mind) -> None:
    event = mind.observe(user="合言葉は翡翠色の象", assistant="うん")
    believes(mind, "合言葉は翡翠色の象", int(event.id))
    mind.notes.diary.write("## 2026-03-01\n合言葉は翡翠色の象だと聞いた。\n\n## 2026-03-02\n牧場で羊を見た。\n")
    dreams(mind, "翡翠色の象を合言葉にしたがっていた。", int(event.id))
    other = dreams(mind, "灯台の話になると声が弾んでいた。")
    assert mind.recall("翡翠色の象")
    assert mind.recall("翡翠色の象", kinds="insight")
    report = mind.erase(event_id=int(event.id))
    assert {left.place for left in report.left} == {"notes.text", "note_revisions.added"}  # the owner's own words
    with mind._home.foundation.database.reading() as connection:
        copies = {row[0] for row in connection.exec_driver_sql("SELECT kind FROM passages")}
    assert not copies & {kind.value for kind in SHELVED}
    assert mind.recall("翡翠色の象", kinds=["event", "memory", "belief", "insight"]) == []
    assert [hit.key for hit in mind.recall("灯台の話で弾んだ声")] == [f"insight:{other.id}"]
    assert _kinds(mind, "牧場の羊") == ["diary"]


def test_times_hold_for_every_kind(mind: Mind, clock: SimulatedClock) -> None:
    mind.notes.diary.write("## 2026-03-01\n灯台まで散歩した。\n\n## 2026-05-01\n灯台で夕日を見た。\n")
    days = [hit.thing.label for hit in mind.recall("灯台", kinds="diary", limit=5) if hit.thing]
    assert sorted(days) == ["diary 2026-03-01", "diary 2026-05-01"]
    early = mind.recall("灯台", kinds="diary", until="2026-04-01")
    assert [hit.thing.label for hit in early if hit.thing] == ["diary 2026-03-01"]
    assert mind.recall("灯台", kinds="diary", as_of="2026-02-01") == []


def test_the_newest_is_marked_and_the_moving_one_goes_first_for_a_question_about_feelings(
    mind: Mind, clock: SimulatedClock
) -> None:
    mind.episodes.achieved("灯台の詩を書く", goal_id="g1")
    clock.advance(days=40)
    mind.notes.diary.write("## 2026-04-10\n灯台の詩を読み返した。\n")
    hits = mind.recall("灯台の詩を書いて嬉しかったこと", kinds=["episode", "diary"])
    assert [hit.kind.value for hit in hits][:1] == ["episode"]
    assert hits[0].is_moving
    assert not hits[0].is_new
    assert hits[0].why.intent is Intent.EMOTIONAL
    composites = [hit.why.composite or 0.0 for hit in hits]
    assert composites == sorted(composites)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_question_that_spans_a_life_is_answered_from_all_of_it(mind: Mind) -> None:
    for at in range(12):
        event = mind.observe(user=f"学校で合唱を歌った話、その{at}", assistant="うん")
        stage = {0: LifeStage.ELEMENTARY, 1: LifeStage.MIDDLE}.get(at, LifeStage.HIGH)
        mind.annotate(int(event.id), Annotations(life_stage=stage, about_time_confidence=0.9))
    stages = {mind.annotations(int(hit.event.id)).life_stage for hit in mind.recall("学校で歌ったことは？", limit=3)}  # type: ignore[union-attr]
    assert stages == {LifeStage.ELEMENTARY, LifeStage.MIDDLE, LifeStage.HIGH}


def test_names_are_found_letter_by_letter(mind: Mind) -> None:
    said = [
        int(
            mind.observe(
                user=f"{at}日目、田中さんと港まで歩いて、帰りに喫茶店でゆっくり話をした。", assistant="うん"
            ).id
        )
        for at in range(8)
    ]
    mind.observe(user="今日は誰とも会わず、ひとりで部屋を片づけて本を三冊読み終えた。", assistant="うん")
    assert [int(block.event_id) for block in mind.find_said("田中")] == [said[7], said[6], said[1], said[0]]
    with_dice = mind.find_said("田中", for_tool=False, dice=random.Random(7).randrange)
    assert len(with_dice) == 5
    unsent = mind.find_said("田中", sent=said[6:])
    assert [int(block.event_id) for block in unsent] == [said[5], said[4], said[1], said[0]]
    assert mind.find_said("佐藤") == mind.find_said("") == mind.find_said() == []
    assert len(mind.find_said("佐藤", "田中さんと港")) == 4
    assert mind.find_said("港 田中") == []  # a phrase, blanks and all
    mind.set("keyword_search.newest", "1")
    assert [int(block.event_id) for block in mind.find_said("田中")] == [said[7], said[1], said[0]]
    found: Any = mind.tools.call("search_past_conversations", {"keyword": "港 田中"}).data["found"]
    assert len(found) == 3


@pytest.mark.parametrize("cue", ["", "   ", "\x00", "?!", "🐈", "a" * 50_000, "猫" * 5_000])
def test_any_cue_may_be_asked_of_an_empty_mind_and_of_a_full_one(mind: Mind, cue: str) -> None:
    assert mind.recall(cue) == []
    mind.observe(user="今日は雨だね", assistant="傘を忘れずに")
    mind.notes.diary.write("## 2026-03-01\n灯台まで散歩した。\n")
    assert mind.recall(cue, limit=3) is not None


def test_no_limit_and_no_kind_are_told_apart(mind: Mind) -> None:
    mind.notes.diary.write("## 2026-03-01\n灯台まで散歩した。\n")
    assert mind.recall("灯台", limit=0) == []
    with pytest.raises(InvalidInput, match="no kind of recollection"):
        mind.recall("灯台", kinds="secret_diary")
    with pytest.raises(InvalidInput, match="no kind was named"):
        mind.recall("灯台", kinds=[])


def test_how_it_was_looked_for_is_told_too(mind: Mind) -> None:
    mind.observe(user="田中さんに会った", assistant="うん")
    found = mind.recalled("昨日、田中さんに会ったのはいつ？")
    assert found.plan.intent is Intent.TEMPORAL
    assert found.plan.keywords
    assert found.milliseconds > 0
    mind.set("retrieval.query_step", "off")
    assert mind.recalled("昨日、田中さんに会ったのはいつ？").plan.intent is Intent.FACTUAL
