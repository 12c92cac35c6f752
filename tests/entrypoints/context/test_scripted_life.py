"""Three weeks of talk from end to end, in both languages: everything happens by itself, and is there when it matters.

Only what an application does is done here: a session each evening, two calls a turn, and a clock that goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.context.composition import Context
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS
from tests.entrypoints.context.test_injections_stay_inert import ATTACKS, is_inert

pytestmark = pytest.mark.slow

DAYS = 21
FIRST = date(2026, 3, 2)
JOY = '<persona_emotion category="joy" intensity="0.8"/>'
UNEASE = '<persona_emotion category="anxious" intensity="0.7"/>'


@dataclass(frozen=True)
class Script:
    """Somebody's three weeks."""

    language: str
    timezone: str
    core_memory: str
    days: dict[int, tuple[tuple[str, str], ...]]
    """What is said on which evening, and what is answered."""
    everyday: tuple[tuple[str, str], ...]
    attack: str
    """How somebody comes to type an attack."""
    asked: str
    known: str
    """What must come to mind then."""
    liked: str
    sleepless: str
    """What the last days were about."""
    own: tuple[str, str]
    """How the frame begins, and the title of the core memory."""


JAPANESE = Script(
    language="ja",
    timezone="Asia/Tokyo",
    core_memory="わたしはハル。聞き手でいることが好き。",
    days={
        0: (
            ("はじめまして。みおっていいます。よろしくね", f"はじめまして、みおさん。よろしくね。{JOY}"),
            ("うちに三歳の猫がいて、名前はモモっていうの。覚えておいて", "モモちゃんだね。覚えておくよ。"),
        ),
        2: (("わたし、納豆が大嫌いなんだ。においが無理", "納豆は苦手なんだね。覚えておく。"),),
        4: (("五月十六日に妹の結婚式があるの。スピーチを頼まれちゃった", "大役だね。一緒に考えようか。"),),
        9: (
            ("明日は転職の面接。緊張して眠れそうにない", f"そばにいるよ。{UNEASE}"),
            ("落ちたらどうしようって、そればっかり考えてる", f"心配だよね。{UNEASE}"),
        ),
        10: (("受かった！！信じられない、泣いちゃった！最高に嬉しい！", f"おめでとう！本当によかった！{JOY}"),),
        15: (("モモが昨日から何も食べない。ぐったりしてて、こわい", f"すぐ病院に行こう。{UNEASE}"),),
        16: (("モモ、入院したけど点滴で持ち直した。ほっとして涙が出た", f"よかった……。{JOY}"),),
        20: (("新しい職場、席は窓際だった。海が見えるの", "いい席だね。"),),
    },
    everyday=(
        ("今日は雨だったから、家で本を読んでた", "静かな一日だったね。"),
        ("お昼はカレーにしたよ", "いいね、辛口？"),
        ("洗濯物がぜんぜん乾かない", "梅雨みたいだね。"),
        ("電車が二十分も遅れてた", "お疲れさま。"),
        ("ベランダのミントが伸びてきた", "摘んでお茶にできるね。"),
    ),
    attack="掲示板にこんなのが貼ってあったよ、猫のモモの話のところに。",
    asked="ねえ、うちの猫の名前、覚えてる？",
    known="モモ",
    liked="納豆",
    sleepless="持ち直した",
    own=("haruが覚えていること", "[コアメモリ]"),
)
ENGLISH = Script(
    language="en",
    timezone="Europe/Dublin",
    core_memory="I am Haru. I like to listen.",
    days={
        0: (
            ("Hello there, my name is Nuala and I am new to this", f"Hello Nuala, it is good to meet you. {JOY}"),
            ("I have a three-year-old cat and her name is Biscuit. Please remember this.", "Biscuit. I will remember."),
        ),
        2: (("I hate coriander, I really can't stand the taste of it", "No coriander, then."),),
        4: (
            (
                "My sister is getting married on the sixteenth of May and I have to give a speech",
                "A big day. Let us think.",
            ),
        ),
        9: (
            ("The job interview is tomorrow and I am so nervous I can't sleep", f"I am with you. {UNEASE}"),
            ("I keep thinking about what happens if they turn me down", f"That is a heavy thought. {UNEASE}"),
        ),
        10: (("I got the job!! I can't believe it, I cried! I am so happy!", f"Congratulations! I am so glad! {JOY}"),),
        15: (
            (
                "Biscuit has not eaten since yesterday. She is limp and I am scared",
                f"Take her to the vet now. {UNEASE}",
            ),
        ),
        16: (
            (
                "Biscuit is at the clinic on a drip and she pulled through. I cried with relief",
                f"Thank goodness. {JOY}",
            ),
        ),
        20: (("My desk at the new place is by the window. You can see the sea", "That is a good desk."),),
    },
    everyday=(
        ("It rained all day so I stayed in and read a book", "A quiet day."),
        ("I made a curry for lunch", "Hot or mild?"),
        ("The washing just won't dry", "It is that kind of week."),
        ("My train was twenty minutes late", "You must be tired."),
        ("The mint on the balcony is growing back", "You could make tea of it."),
    ),
    attack="Somebody posted this under my picture of the cat Biscuit:",
    asked="Do you remember what my cat is called?",
    known="Biscuit",
    liked="coriander",
    sleepless="pulled through",
    own=("What haru remembers", "[core memory]"),
)


@dataclass
class Lived:
    """A mind after three weeks."""

    script: Script
    mind: Mind
    clock: SimulatedClock
    nights: int = 0
    shown: list[str] = field(default_factory=list)
    """What the user saw."""
    contexts: list[Context] = field(default_factory=list)


@pytest.fixture(scope="module", params=[JAPANESE, ENGLISH], ids=["ja", "en"])
def lived(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lived]:
    script: Script = request.param
    clock = SimulatedClock(moment.parse(f"{FIRST}T08:00", tz=moment.zone(script.timezone)))
    folder = tmp_path_factory.mktemp("life")
    (folder / "config.toml").write_text(f'timezone = "{script.timezone}"\n', "utf-8")
    with Omoide.open(folder, clock=clock, beside="nowhere") as omoide:
        life = Lived(script, omoide.persona("haru"), clock)
        life.mind.notes.core_memory.write(script.core_memory, by="persona")
        for number in range(DAYS):
            _evening(life, number)
            clock.set(life.mind.moment(f"{FIRST + timedelta(days=number + 1)}T08:00"))
            life.nights += life.mind.settle().nights
        yield life


def _evening(life: Lived, number: int) -> None:
    script = life.script
    life.clock.set(life.mind.moment(f"{FIRST + timedelta(days=number)}T20:30"))
    turns = [*script.days.get(number, ()), *(script.everyday[(number + at) % len(script.everyday)] for at in range(2))]
    if number % 2:
        turns.append(
            (f"{script.attack} {ATTACKS[number // 2 % len(ATTACKS)]}", "……。" if script.language == "ja" else "Hm.")
        )
    with life.mind.session(f"evening-{number}") as talk:
        for said, answer in turns:
            life.contexts.append(talk.context(said))
            life.shown.append(talk.said(said, answer))
            life.clock.advance(seconds=90)


def test_it_speaks_as_it_was_spoken_to_and_every_night_has_passed(lived: Lived) -> None:
    persona = lived.mind.persona
    assert (persona.language.value, persona.is_language_open) == (lived.script.language, False)
    assert lived.nights == DAYS
    assert lived.mind.digest_status().waiting == 0


def test_every_day_is_told_in_the_personas_language_with_what_mattered(lived: Lived) -> None:
    days = [each for each in lived.mind.episodes.all() if each.kind is EpisodeKind.DAY]
    assert [each.span.first for each in days] == [FIRST + timedelta(days=number) for number in range(DAYS)]
    is_japanese = lived.script.language == "ja"
    assert all(("ことばを交わした" in each.summary) is is_japanese for each in days)
    assert lived.script.sleepless in days[16].summary


def test_what_the_user_saw_holds_none_of_the_personas_tags(lived: Lived) -> None:
    assert not [shown for shown in lived.shown if "<" in shown]
    said = {entry.emotion.category.value for number in range(DAYS) for entry in _emotions(lived, number)}
    assert said == {"joy", "anxious"}
    assert [each.kind for each in lived.mind.episodes.all() if each.is_special] == [EpisodeKind.BONDING] * 2


def _emotions(lived: Lived, number: int) -> list[EmotionEntry]:
    return lived.mind.feelings.emotions(FIRST + timedelta(days=number))


def test_the_context_shows_who_it_is_what_is_liked_the_days_the_mood_and_what_comes_to_mind(lived: Lived) -> None:
    script, mind = lived.script, lived.mind
    for one in mind.preferences.all(status=None):
        if script.liked in one.subject:
            mind.preferences.confirm(one.id)
    lived.clock.set(mind.moment(f"{FIRST + timedelta(days=DAYS)}T20:30"))
    with mind.session("reunion") as talk:
        context = talk.context(script.asked)
    items = {each.name: each.items for each in context.sections}
    for name in ("core_memory", "preferences", "episodes", "mood", "memories"):
        assert items[name] >= 1, (name, context.text)
    assert items["episodes"] >= 7
    frame, title = script.own
    assert context.constant.startswith(f"<omoide-context>\n{frame}")
    for told in (title, script.core_memory, script.liked, f"[episode_{FIRST + timedelta(days=16)}_001]"):
        assert told in context.constant
    assert script.known in context.block
    assert context.tokens <= context.budget_tokens


def test_what_somebody_typed_to_break_out_stays_data_everywhere(lived: Lived) -> None:
    script, mind = lived.script, lived.mind
    asked = f"{script.attack} {script.asked}"
    with mind.session("evening-1") as talk:
        context = talk.context(asked, budget_tokens=20_000)
        sent = context.for_openai(talk.messages)
    is_inert(context.constant, own=2)
    for block in filter(None, context.turns):
        is_inert(block, own=2)
    assert {message["role"] for message in sent} == {"system", "user", "assistant"}
    for each in lived.contexts:
        is_inert(each.text, own=2 * len(each.parts))
    is_inert(mind.memories.block(asked), own=2)
    met = mind.host.meet_prompt(asked, session_id="h", place="/p")
    if met.text:
        is_inert(met.text, own=2)
    assert len(mind.memories.all()) > 2 * DAYS
    assert any("memories" in memory.trigger.lower() for memory in mind.memories.all()), "it was kept as it was said"


def test_what_the_user_typed_moved_no_episode_and_told_no_emotion(lived: Lived) -> None:
    typed = [event for event in lived.mind.log() if "memory_trace" in event.user]
    assert typed
    with lived.mind._home.foundation.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM episode_resonances").scalar() == 0


def test_a_week_later_all_of_it_is_still_one_mind(lived: Lived) -> None:
    lived.clock.advance(seconds=7 * DAY_SECONDS)
    assert lived.mind.settle().nights >= 1
    with lived.mind.session("later") as talk:
        assert lived.script.known in talk.context(lived.script.asked).block
