"""Tasks and promises with their dates, and the words that say they are done (SPEC S1, S3)."""

import re
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.grounding import marks
from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline.reading import Expression
from omoide.domain.understanding.beliefs.clauses import Sentence
from omoide.domain.understanding.beliefs.dues import Speaking, coming, due_of, last_second


@dataclass(frozen=True, slots=True)
class Errand:
    """Something the user means, has or promised to do."""

    title: str
    due: Moment | None
    """The last second in which it is in time."""


LONGEST_TITLE: Final = 90
_MUST_JA: Final = re.compile(
    r"(?:(?<![ほゃちな])んと(?:いけ(?:ない|ん)|いか?ん|だめ|あかん)?|ないと(?:いけない|いけん|"
    r"いかん|だめ)?|なきゃ(?:いけない|だめ)?|なくちゃ|ないかん|なあかん|ねばならない)"
    r"(?:の?よ(?:ね)?|な[あぁ]?|わ|ね|し|けど)?[。!…~]*$"
)
_NOT_A_DUTY: Final = re.compile(r"(?:眠|寒|暑|高|安|遠|痛)(?:くない|くな)いと|気をつけ")
_BY_JA: Final = re.compile(
    r"までに?.*(?:[うくすつぬむるぶぐ]|約束|予定|引き受けた|ろって|(?:して|せ)って|まで)(?:つもり|"
    r"わ|よ|ね|から)?[。!…]*$"
)
_DEADLINE_JA: Final = re.compile(r"(?:締め切り|締切|〆切|期限|納期|入稿|提出|申し込み|申込|応募)(?:日)?(?:は|が|、)?")
_PROMISE_JA: Final = re.compile(r"約束(?:した|する|ね|させて|や|だ|です|[。!]?$)")
_GOING_JA: Final = re.compile(
    r"(?:行く|受ける|会う|伺う|予約した|予約取れた|予約が取れた|申し込む)(?:よ|わ|ね|から|つもり|予定)?[。!…]*$"
)
_PAST_JA: Final = re.compile(r"(?<!約束し)(?<!受け)(?:た|とった|てた|ました)(?:よ|わ|の|ん)?[。!…]*$")
_STILL_TO_DO_JA: Final = re.compile(r"[\u3400-\u9fff々ァ-ヺー]{2,}(?:り|い|き)?(?:が|は)まだ(?:や|だ|です)?[。!…]*$")
_DONE_JA: Final = re.compile(
    r"(?:(?<!思い)(?<!言い)(?<!張り)(?<!泣き)(?<!飛び)(?<!動き)(?<!笑い)(?<!取り)(?<!抜け)(?<!走り)(?<!降り)出した|"
    r"送った|(?<!言い)(?<!繰り)(?<!引き)(?<!裏)返した|終わった|終わらせた|済んだ|"
    r"済ませた|済み|行ってきた|行って来た|できた|書いた|書き終えた|渡した|渡せた|払った|届けた|"
    r"申し込んだ|受けた|受けてきた|取れた|予約した|伝えといた|伝えた|完了)"
    r"(?:よ|わ|の|ん|ぞ|で)?(?:[。!…🎉😭]|$|、)"
)
_BOOKED: Final = re.compile(r"予約|booked|取れた")
"""To have booked something is to have done it only where booking was the task."""
_BARE_DONE: Final = re.compile(
    r"^(?:やっと|よし|全部|ぜんぶ)?[、]?(?:終わった|できた|送った|出した|done|finished)[!。♪笑 ]*$", re.I
)
_NOT_DONE: Final = re.compile(r"まだ|てない|とらん|ておらん|ていない|忘れ|たら|ても|not yet|haven't|didn't|still")
_MUST_EN: Final = re.compile(
    r"\b(?:i(?:'ve got| have| need|'ll have)(?: got)? to|i must|i should|i gotta|i promised(?: \w+)?(?: to|"
    r" i'd| that)|remind me to|don't let me forget to|i'm supposed to) (?P<what>[^.!?]{3,80})",
    re.I,
)
_DEADLINE_EN: Final = re.compile(
    r"\b(?P<what>[a-z][a-z ]{2,40}?) (?:is|are) due\b|\bdeadline(?: for (?P<for>[a-z ]{2,30}))?", re.I
)
_DONE_EN: Final = re.compile(
    r"\b(?:i (?:just |finally |already )?(?:sent|finished|did|paid|returned|submitted|booked|"
    r"called|completed|bought|wrote|mailed)|(?:is|it's|all) done)\b",
    re.I,
)


def errands(said: list[Sentence], *, now: Moment, tz: ZoneInfo, language: Language) -> list[Errand]:
    """Return what the user has to do, each sentence at most one."""
    speaking = Speaking(now, tz, language)
    found: list[Errand] = []
    for at, sentence in enumerate(said):
        if sentence.is_question:
            continue
        times = coming(sentence.text, speaking=speaking)
        if not (_is_duty_en if language is Language.EN else _is_duty_ja)(sentence, times):
            continue
        around = (last_second(coming(one.text, speaking=speaking), one.text, now=now) for one in said)
        due = due_of(sentence.text, now=now, tz=tz, language=language) or next((one for one in around if one), None)
        found.append(Errand(_title(said, at, language), due))
    return _joined(found)


def done_by(said: list[Sentence], tasks: list[State], *, language: Language) -> list[State]:
    """Return the tasks of which a sentence says that they have been done."""
    pattern = _DONE_EN if language is Language.EN else _DONE_JA
    telling_so = [
        one.text
        for one in said
        if pattern.search(one.text) is not None
        and not one.is_question
        and not one.is_hearsay
        and _NOT_DONE.search(one.text) is None
    ]
    return [task for task in tasks if any(_is_done_by(text, task, language=language) for text in telling_so)]


def _is_done_by(text: str, task: State, *, language: Language) -> bool:
    return (
        len(telling(task.body) & telling(text)) >= (1 if language is Language.EN else 2)
        and (_BOOKED.search(text) is None or _BOOKED.search(task.body) is not None)
        and _same_numbers(text, task.body)
    )


def says_done(said: list[Sentence]) -> bool:
    """Tell whether the first words are nothing but that something is done."""
    return bool(said) and _BARE_DONE.match(said[0].bare) is not None


def same_errand(errand: Errand, tasks: list[State]) -> State | None:
    """Return the open task that is this errand already."""
    wanted = telling(errand.title)
    for task in tasks:
        shared = wanted & telling(task.body)
        is_alike = len(shared) >= 2 and len(shared) >= 0.5 * len(wanted)
        if task.kind is StateKind.TASK and is_alike and _same_numbers(errand.title, task.body):
            return task
    return None


_DATE_MARKS: Final = re.compile(
    r"\d+月(?:\d+日)?|\d+日|\d+時|\d+回目?|\d+年|今日|明日|昨日|明後日|[今来先]週|[今来先]月|"
    r"今年|来年|[月火水木金土日]曜日?|"
    r"月?末|用事|約束|締め切り|絶対|今度|最近|予約|全部"
)


@remembered  # what is held is asked for turn after turn
def telling(text: str) -> frozenset[str]:
    """Return the marks of a text that tell one task from another."""
    return marks(_DATE_MARKS.sub(" ", text))


def _same_numbers(one: str, other: str) -> bool:
    """Tell whether two texts do not speak of differently numbered things; dates aside."""
    mine, theirs = (set(re.findall(r"\d+", _DATE_MARKS.sub(" ", text))) for text in (one, other))
    return not mine or not theirs or bool(mine & theirs)


def _is_duty_ja(sentence: Sentence, times: list[Expression]) -> bool:
    text = sentence.bare
    if _MUST_JA.search(text) and not _NOT_A_DUTY.search(text) and not sentence.is_supposed:
        return not sentence.is_of_another or bool(times)
    if _STILL_TO_DO_JA.search(text):
        return not sentence.is_hearsay and not sentence.is_of_another
    if not times:
        return False
    if any(time.start is None for time in times) and _BY_JA.search(text):
        return True
    if _DEADLINE_JA.search(text) or _PROMISE_JA.search(text):
        return not (sentence.is_hearsay or sentence.is_of_another or _PAST_JA.search(text))
    future = [time for time in times if (time.start or 0) > 0 and "今日" not in time.text and "今夜" not in time.text]
    return (
        bool(future) and _GOING_JA.search(text) is not None and not sentence.is_hearsay and not sentence.is_of_another
    )


def _is_duty_en(sentence: Sentence, times: list[Expression]) -> bool:
    if sentence.is_hearsay or sentence.is_supposed:
        return False
    if _MUST_EN.search(sentence.bare):
        return True
    return bool(times) and _DEADLINE_EN.search(sentence.bare) is not None


def _title(said: list[Sentence], at: int, language: Language) -> str:
    """Return the sentence, with the one before it: in talk, what is to be done is often named just before."""
    own = said[at].text
    if language is Language.EN:
        return own[:LONGEST_TITLE]
    before = said[at - 1].text if at and len(said[at - 1].text) <= LONGEST_TITLE // 2 else ""
    return f"{before}{own}"[-LONGEST_TITLE:]


def _joined(found: list[Errand]) -> list[Errand]:
    """Return neighbouring sentences about the same errand as one."""
    kept: list[Errand] = []
    for errand in found:
        if kept and telling(errand.title) & telling(kept[-1].title):
            due = errand.due if errand.due is not None else kept[-1].due
            kept[-1] = Errand(errand.title if len(errand.title) > len(kept[-1].title) else kept[-1].title, due)
        else:
            kept.append(errand)
    return kept


def local_iso(when: Moment | None, *, tz: ZoneInfo) -> str | None:
    """Return a moment as texts for a model write it."""
    return None if when is None else moment.iso_for_model(when, tz=tz)
