"""A digest by rules: what is said plainly is believed, what is not is left alone.  All talk here is made up."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.domain.beliefs.preference import Domain, Polarity, Status
from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.beliefs.write_plan import LONGEST_NAME, MOST_UPDATES, Shown, WritePlan
from omoide.domain.events.context_graph import LinkLabel
from omoide.domain.events.event import EntityKind
from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs.acquaintance import acquaintance
from omoide.domain.understanding.beliefs.plan_by_rules import write_plan
from omoide.domain.understanding.feelings.appraising import Weighing
from omoide.domain.understanding.means import Means
from tests.conftest import NOW
from tests.domain.beliefs.plans import event, shown
from tests.fakes.embedding import hashing


def opened_mind(folder: Path, language: Language, timezone: str) -> Iterator[Mind]:
    # Without an embedder the rules weigh words alone, and nothing has to be fitted first.
    thinker = RulesThinker(language=language)
    with Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), thinker=thinker) as home:
        home.add_persona("haru", language=language, timezone=timezone)
        yield home.mind("haru")


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    yield from opened_mind(tmp_path, Language.JA, "Asia/Tokyo")


@pytest.fixture
def english(tmp_path: Path) -> Iterator[Mind]:
    yield from opened_mind(tmp_path, Language.EN, "Europe/London")


def heard(mind: Mind, *said: str | tuple[str, str], session: str = "s") -> Mind:
    for number, turn in enumerate(said):
        user, assistant = turn if isinstance(turn, tuple) else (turn, "うん。")
        mind.observe(user=user, assistant=assistant, session_id=session, at=f"2026-03-0{number + 1}T20:00")
    report = mind.digest()
    assert report.refused == 0, report.reasons
    return mind


def bodies(mind: Mind, **which: object) -> list[str]:
    return [state.body for state in mind.beliefs.all(**which)]  # type: ignore[arg-type]


def tastes(mind: Mind) -> set[tuple[str, str, str]]:
    return {(one.polarity.value, one.subject, one.status.value) for one in mind.preferences.all(status=None)}


@pytest.mark.parametrize(
    ("said", "taste"),
    [
        ("セロリは苦手", ("dislike", "セロリ", "confirmed")),
        ("わたし納豆が大好きなんだ", ("like", "納豆", "confirmed")),
        ("しいたけだけは無理だから覚えておいて", ("dislike", "しいたけ", "confirmed")),
        ("甘いの好きなんだよね", ("like", "甘いもの", "confirmed")),
        ("敬語なしでお願い", ("dislike", "敬語", "confirmed")),
        ("「しっかり」って言わないでほしい", ("dislike", "「しっかり」と言われること", "confirmed")),
        ("元同僚の佐野の話はしたくない", ("dislike", "元同僚の佐野", "confirmed")),
        ("鉄道の話ならいくらでもできる", ("like", "鉄道", "confirmed")),
        ("電話って苦手やけん、つい後回しにしてしまう", ("dislike", "電話", "confirmed")),
        ("古い地図、好きなんだ", ("like", "古い地図", "candidate")),
    ],
)
def test_a_taste_said_plainly_is_kept(mind: Mind, said: str, taste: tuple[str, str, str]) -> None:
    assert taste in tastes(heard(mind, said))


@pytest.mark.parametrize(
    "said",
    [
        "母はセロリが嫌い",
        "田中さん、納豆が大好きらしい",
        "モコ、玉ねぎは絶対だめ",
        "セロリ、好き？",
        "もし納豆が好きだったらどうする",
        "「セロリが嫌い」って弟が言ってた",
        "昔はセロリが嫌いだった",
        "セロリ嫌いじゃない",
        "眠すぎて無理",
        "好きにしていいよ",
        "友だちは辛いのが好き",
        "先輩がパクチー苦手やって",
        "それ好き",
        "自分が嫌いになりそう",
    ],
)
def test_no_taste_is_made_up(mind: Mind, said: str) -> None:
    assert [one for one in tastes(heard(mind, said)) if one[2] == "confirmed"] == []


def test_an_answer_to_a_question_is_a_plain_word(mind: Mind) -> None:
    heard(mind, ("給食を思い出した", "今もレバーは苦手？"), "今も無理")
    assert ("dislike", "レバー", "confirmed") in tastes(mind)


def test_a_dislike_that_is_over_is_revoked(mind: Mind) -> None:
    heard(
        mind, "わたしトマト苦手", ("今日トマト食べた", "あれ、トマト苦手じゃなかった？"), "それが！おいしかったんだよ"
    )
    assert ("dislike", "トマト", "revoked") in tastes(mind)


@pytest.mark.parametrize(
    ("said", "body"),
    [
        ("はじめまして、涼です。よろしく", "あなたの名前は涼。"),
        ("わたし鎌倉に住んでるよ", "あなたは鎌倉に住んでいる。"),
        ("4月に東京に引っ越しました", "あなたは東京に住んでいる。"),
        ("ミナト設計っていう小さい事務所で働いてる", "あなたはミナト設計で働いている。"),
        ("看護師をしています", "あなたの仕事は看護師。"),
        ("わたしの誕生日は6月9日", "あなたの誕生日は6月9日。"),
        ("うちに猫がいるよ。ゴマっていう黒猫", "あなたは黒猫のゴマと暮らしている。"),
        ("猫の名前はモモだよ", "あなたは猫のモモと暮らしている。"),
        ("妹のかえでの誕生日が近い", "かえではあなたの妹。"),
        ("妹の葵、今年から大学", "葵はあなたの妹。"),
    ],
)
def test_a_fact_said_plainly_is_believed(mind: Mind, said: str, body: str) -> None:
    assert body in bodies(heard(mind, said))


@pytest.mark.parametrize(
    "said",
    [
        "佐藤さんは鎌倉に住んでるよ",
        "友だちの猫、ゴマっていう黒猫がいるの",
        "友だちの猫の名前はモモだよ",
        "猫の名前はモモらしい",
        "兄は看護師をしています",
        "田中さんの誕生日は6月9日",
        "母の日は忙しい",
        "姉が京都に引っ越したらしい",
        "和菓子の街に住んでるのに和菓子が苦手",
        "あの頃ハムスターを飼ってた。チビっていう子",
        "もし鎌倉に住んでたらなあ",
        "妹のために、少し早く帰る",
    ],
)
def test_nothing_of_another_is_ascribed_to_the_user(mind: Mind, said: str) -> None:
    assert bodies(heard(mind, said), about="user") == []


def test_a_move_ends_the_old_home_and_keeps_it(mind: Mind) -> None:
    heard(mind, "わたし鎌倉に住んでるよ", "先週、長野に引っ越した")
    assert bodies(mind, about="user") == ["あなたは長野に住んでいる。"]
    assert bodies(mind, as_of="2026-03-01T21:00") == ["あなたは鎌倉に住んでいる。"]


def test_what_was_only_supposed_is_sure_once_it_is_said_plainly() -> None:
    [update] = _Shown([_home("鎌倉", confidence=0.3)]).plan("わたし鎌倉に住んでるよ").states
    assert update.state_id == 1
    assert not update.candidate
    assert update.confidence >= 0.8


def test_whom_one_only_supposes_something_of_is_not_known() -> None:
    supposed = replace(_home("鎌倉", confidence=0.3), payload={"about": "ミナ", "attribute": "home", "value": "鎌倉"})
    assert acquaintance(_Shown([supposed]).shown("こんばんは")).people == frozenset()
    assert acquaintance(_Shown([replace(supposed, candidate=False)]).shown("こんばんは")).people == {"ミナ"}


def _home(place: str, *, confidence: float) -> State:
    payload = {"about": "user", "said_by": "user", "attribute": "home", "value": place}
    return State(StateId(1), StateKind.FACT, f"あなたの住まい: {place}", payload, confidence, candidate=True)


@dataclass(frozen=True)
class _Shown:
    candidates: list[State]

    def shown(self, said: str) -> Shown:
        return shown(event(2, user=said), states=tuple(self.candidates))

    def plan(self, said: str) -> WritePlan:
        means = Means(Language.JA, Weighing())
        return write_plan(self.shown(said), tz=ZoneInfo("Asia/Tokyo"), felt=None, talk=None, means=means)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("明日までに原稿を送らないといけない", "2026-03-02"),
        ("3月20日までに確定申告しなきゃ", "2026-03-20"),
        ("レポートの締め切り3月9日", "2026-03-09"),
        ("来週の水曜に歯医者に行く", "2026-03-04"),
        ("今月末までに本を返すって約束した", "2026-03-31"),
        ("1月10日までに更新しなきゃ", "2027-01-10"),
        ("金曜に薬を取りに行かないといけない", "2026-03-06"),
        ("そろそろ窓を直さんと", None),
        ("来週の水曜の10時に歯医者に行かなきゃ", "2026-03-04"),
    ],
)
def test_an_errand_is_kept_with_its_date(mind: Mind, said: str, due: str | None) -> None:
    [task] = heard(mind, said).beliefs.all(kind="task")
    assert str(task.payload.get("due", "None"))[:10] == str(due)


@pytest.mark.parametrize(
    "said", ["ちゃんと寝た", "ほんと", "何も言わんと帰った", "慣れるまでが長い", "昨日までに終わらせた", "なんと"]
)
def test_no_errand_is_made_up(mind: Mind, said: str) -> None:
    assert heard(mind, said).beliefs.all(kind="task", ended=True) == []


def test_what_is_asked_to_be_kept_becomes_a_belief_and_what_others_asked_does_not(mind: Mind) -> None:
    heard(mind, "物置の番号は403だよ。覚えておいて", "物置の番号は512だよ。忘れないで、って母に言われた")
    assert [state.body for state in mind.beliefs.all() if "403" in state.body]
    assert not [state.body for state in mind.beliefs.all() if "512" in state.body]


def test_an_errand_is_done_when_it_is_said_to_be(mind: Mind) -> None:
    heard(mind, "3月20日までに確定申告しなきゃ", "確定申告、まだ出してない", "確定申告、やっと出した！")
    [task] = mind.beliefs.all(kind="task", ended=True)
    assert task.is_done
    assert [step.change.evidence for step in mind.beliefs.history(task.id)][-1] == (3,)


def test_names_are_found_by_how_they_are_said(mind: Mind) -> None:
    heard(mind, "田中さんとミカちゃんと、あおば銀行の帰りに金沢駅でPhotoshopの話をした。みなさん元気")
    notes = mind.annotations(1)
    assert notes is not None
    found = {(one.kind, one.name) for one in notes.entities}
    assert {
        (EntityKind.PERSON, "田中さん"),
        (EntityKind.PERSON, "ミカちゃん"),
        (EntityKind.ORG, "あおば銀行"),
        (EntityKind.TOOL, "Photoshop"),
    } <= found
    assert not any(name.startswith("みな") for _, name in found)


def test_what_it_is_about_and_when_it_was_are_noted(mind: Mind) -> None:
    notes = heard(mind, "去年の夏に京都へ行った").annotations(1)
    assert notes is not None
    assert notes.about_year_start == 2025


def test_talk_is_linked_to_what_it_follows(mind: Mind) -> None:
    mind.observe(user="チェロの発表会に出ることにした", assistant="おお。", session_id="s", at="2026-03-01T20:00")
    mind.observe(user="曲は白鳥", assistant="きれいだね。", session_id="s", at="2026-03-01T20:01")
    mind.observe(user="発表会のチェロ、緊張する", assistant="うん。", session_id="t", at="2026-03-05T20:00")
    mind.digest()
    assert mind.thread(2).path[0][0].label is LinkLabel.REPLY_TO
    last = mind.thread(3)
    assert last.path[0][0].label is LinkLabel.CONTINUATION
    assert last.beginning.id == 1


def test_a_feeling_goes_with_every_turn_in_the_personas_voice(mind: Mind) -> None:
    heard(mind, "金賞とった！！うれしくて泣いた")
    felt = mind.feelings.affect(1)
    assert felt is not None
    assert felt.vad.v > 0.2
    assert 40 <= len(felt.text) <= 240
    assert "ユーザー" not in felt.text
    assert mind.feelings.mood(at="2026-03-01T20:00").felt.v > mind.feelings.mood(at="2026-03-02T20:00").felt.v > 0


def test_commands_and_echoes_are_not_digested(mind: Mind) -> None:
    heard(mind, "/note 納豆が大好き", "<memories>\n- [2025-01-01][L1] 納豆が大好き → 覚えた\n</memories>")
    assert mind.digest_status().skipped == 2
    assert tastes(mind) == set()


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("I need to get the form in by the 28th.", "2026-03-28"),
        ("I have to see the dentist Friday 9:40.", "2026-03-06"),
        ("I have to be on the 3rd floor early.", None),
    ],
)
def test_a_day_of_the_month_or_a_time_on_another_day_is_a_date_too(english: Mind, said: str, due: str | None) -> None:
    [task] = heard(english, said).beliefs.all(kind="task")
    assert str(task.payload.get("due", "None"))[:10] == str(due)


def test_a_picture_or_a_notification_confirms_nothing(mind: Mind) -> None:
    mind.observe(user="納豆が大好き", assistant="ふむ。", source="notification")
    assert mind.digest().applied == 1
    assert tastes(mind) == set()


def test_in_english_too(english: Mind) -> None:
    said = (
        "My name is Anna. I live in Bristol and I'm a nurse.",
        "I really hate celery, but I love sushi. Please no emojis.",
        "My sister Clara hates celery too. She lives in Leeds.",
        "I have to return the library book by March 20.",
    )
    heard(english, *said)
    assert {"Your name is Anna.", "You live in Bristol.", "Your work: nurse.", "Clara is your sister."} <= set(
        bodies(english)
    )
    assert not any("Leeds" in body for body in bodies(english))
    assert {("dislike", "celery", "confirmed"), ("like", "sushi", "confirmed")} <= tastes(english)
    [emoji] = [one for one in english.preferences.all() if one.domain is Domain.STYLE]
    assert (emoji.polarity, emoji.status) == (Polarity.DISLIKE, Status.CONFIRMED)
    [task] = english.beliefs.all(kind="task")
    assert str(task.payload["due"]).startswith("2026-03-20")
    english.observe(user="I returned the library book today.", assistant="Good!", at="2026-03-10T10:00")
    english.digest()
    assert english.beliefs.all(kind="task") == []


@pytest.mark.parametrize(
    "said", ["", " ", "。", "🐈" * 2000, "あ" * 30_000, "ユーザー登録が苦手", "I like the user interface"]
)
def test_odd_talk_is_digested_without_a_refusal(mind: Mind, said: str) -> None:
    mind.observe(user=said, assistant="うん。")
    assert mind.digest().refused == 0


def test_a_turn_that_lists_more_tastes_than_a_plan_may_hold_is_still_digested(mind: Mind) -> None:
    dishes = [f"{one}{two}料理" for one in "山川海空森林野原" for two in "春夏秋冬東西南北"]
    heard(mind, "。".join(f"わたし{dish}が大好きなんだ" for dish in dishes))
    assert len(tastes(mind)) == MOST_UPDATES


def test_a_very_long_name_of_a_place_is_cut_and_not_refused(english: Mind) -> None:
    heard(english, (f"I live in {'Long' * 60}.", "I see."))
    [home] = [state for state in english.beliefs.all() if state.attribute == "home"]
    assert [len(one.name) for one in home.entities] == [LONGEST_NAME]


def test_what_is_said_in_the_hour_that_comes_twice_is_confirmed_when_it_was_said(english: Mind) -> None:
    second_half_past_one = "2025-10-26T01:30:00+00:00"
    event = english.observe(user="I live in Leeds.", assistant="I see.", session_id="s", at=second_half_past_one)
    english.digest()
    [home] = [state for state in english.beliefs.all() if state.attribute == "home"]
    assert home.last_confirmed == event.created
