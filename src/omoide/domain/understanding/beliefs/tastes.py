"""Likes and dislikes that the user says plainly (SPEC S4).

Food, and how to be talked with, are confirmed on the first plain word.  A liked topic is a candidate until it is said with
force: 「夜の川、好きなんよ」 in passing is not yet something to hold against anyone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from omoide.domain.beliefs.preference import Domain, Polarity, PreferenceOp
from omoide.domain.text.language import Language
from omoide.domain.text.readings import READINGS
from omoide.domain.text.tokens import fold_kana
from omoide.domain.understanding.beliefs.clauses import Sentence, names_a_topic


@dataclass(frozen=True, slots=True)
class Taste:
    """One like or dislike found."""

    op: PreferenceOp
    domain: Domain
    polarity: Polarity
    subject: str


_X: Final = r"(?P<x>[^、。!?\s「」]{1,24}?)"
_DEGREE: Final = (
    r"(?:ほんと(?:に|う?に?)|本当に|めっちゃ|すごく|とても|かなり|ちょっと|まじで|マジで|大|"
    r"どうも|昔から|今も|まだ|やっぱり?|絶対|一番|いちばん)*"
)

_STOP: Final = (
    r"(?=です|だ(?!った)|や(?!った|ね)|やね|やから|なん|なの|ね|よ|わ|で(?!は)|し|から|。|!|"
    r"\.|…|~|笑|、|$)"
)

_LIKE_JA: Final = re.compile(
    rf"(?:^|、|わたし|私|僕|俺){_X}(?:が|は|も|、|って)?{_DEGREE}(?:大好き|好き|好物|目がない){_STOP}"
)
_DISLIKE_JA: Final = re.compile(
    rf"(?:^|、|わたし|私|僕|俺|あと){_X}(?:が|は|も|って)?{_DEGREE}(?:大嫌い|嫌い|苦手|食べられない|"
    rf"食べれん|飲めない|飲めん){_STOP}"
)
_IMPOSSIBLE_JA: Final = re.compile(
    rf"(?:^|、|わたし|私|僕|俺|あと){_X}(?:が|は|も|って)?{_DEGREE}(?:無理|ダメ|だめ|駄目|NG){_STOP}"
)
_NOT_NOUN: Final = re.compile(
    r"(?:て|で|に|く|から|ので|けど|が|も|は|を|と|って|り|たら|ば|すぎ)$|^(?:それ|これ|あれ|"
    r"そこ|ここ|あそこ|こちら|そちら|あちら|どちら|どれ|何|なに|誰|自分|そういう|こういう|君|きみ|あなた|わたし|私|僕|俺|"
    r"人|の|もう|今|今も|まだ|やっぱ)|とこ(?:ろ)?$|そういう"
)
_TASTE_ADJECTIVE: Final = re.compile(
    r"^(辛い|甘い|酸っぱい|すっぱい|苦い|しょっぱい|熱い|冷たい|脂っこい|油っこい)(?:の|もの|やつ)$"
)
_NOMINALISED: Final = re.compile(r"(?:い|な)の$|^(?:の|こと)$")
_TALK_OF: Final = re.compile(
    r"(?P<x>[^、。!?\s「」]{1,20}?)の(?:話|話題|こと)(?:は|を|には?)?(?:もう)?(?:したくな|聞きたくな|"
    r"出さん|出さない|振らな|触れな|やめて|避けて|しないで)"
)
_NOT_RAISED: Final = re.compile(r"(?:振らないで|話さないで|出さんといて|出さないで|話題にしないで)")
_ANY_TIME: Final = re.compile(
    r"(?P<x>[^、。!?\s「」]{1,20}?)の(?:話|こと)(?:なら|は)(?:.{0,12}(?:何時間でも|ずっと|"
    r"いくらでも|いつでも))"
)
_DISLIKED_WORD: Final = re.compile(
    r"[「『](?P<x>[^」』]{1,20})[」』](?:って|とか|と|は)?(?:言わないで|言わんで|使わないで|"
    r"言われるの(?:が|は)?(?:苦手|嫌))"
)
_WITHOUT: Final = re.compile(r"(?P<x>[^、。!?\s「」はもがを]{1,12})(?:は|も)?なしで(?:お願い|頼む|いい|話して|いこう)")
_STYLE_WORDS: Final = re.compile(r"電話|敬語|絵文字|顔文字|箇条書き|長文|スタンプ|emoji|bullet|formal")
_TALKY: Final = re.compile(r"(?:話|話題|ニュース|政治|映画|番組)$")
_ASKED: Final = re.compile(
    r"(?P<x>[^、。!?\s「」]{1,16}?)(?:は|が|も|って)?(?P<how>苦手|嫌い|だめ|ダメ|無理|好き)(?:なの|なん)?[?？]"
)
_DOUBTED: Final = re.compile(
    r"(?P<x>[^、。!?\s「」]{1,16}?)(?:は|が|って)?(?:苦手|嫌い|だめ|無理)(?:なん)?(?:じゃなかった|"
    r"だったよね|だっけ|じゃなかったっけ)"
)
_STILL: Final = re.compile(
    r"^(?:うん|はい|そう|ええ)?[、。]?(?:今も|いまも|まだ|ずっと|やっぱり?)?(?:無理|苦手|嫌い|"
    r"だめ|ダメ|大好き|好き)(?!じゃ|やった|だった)"
)
_NOW_FINE: Final = re.compile(r"いけた|いける|食べられた|食べれた|飲めた|平気|大丈夫|好きになった|おいしかった|克服")

_LIKE_EN: Final = re.compile(
    r"\bi(?: really| absolutely| just| do)* (?P<how>love|like|adore|enjoy)(?: eating| drinking)? (?P<x>[a-z][a-z' -]{1,40}?)(?=[.,!?;]|"
    r"$| but | and i | because | so | when )",
    re.I,
)
_DISLIKE_EN: Final = re.compile(
    r"\bi(?: really| absolutely| just)*(?: (?:hate|dislike|detest|can't stand|cannot stand|can't eat)|"
    r" don't (?:really )?like)(?: eating| drinking)? (?P<x>[a-z][a-z' -]{1,40}?)(?=[.,!?;]|$|"
    r" but | and i | because | so | when )",
    re.I,
)
_STYLE_EN: Final = re.compile(
    r"\b(?:please )?(?:don't|do not|never|no|avoid|stop)(?: use| using| give me)?(?: so many|"
    r" any| too many)? (?P<x>emojis?|bullet points?|bullet lists?|small talk|long answers|exclamation marks)\b",
    re.I,
)
_SHORT_EN: Final = re.compile(
    r"\b(?:please )?(?:keep (?:it|your answers?|replies)|answer|reply|be) (?P<x>short|brief|concise)\b", re.I
)
_PRONOUN_EN: Final = re.compile(
    r"^(?:it|stuff|thing|things|idea|fact|lot|this|that|them|her|him|you|me|us|the way|how|what|to|when|being|my|your|his|so|"
    r"one|these|those|where|working|going)\b",
    re.I,
)
_FORCE: Final = re.compile(r"大好き|大嫌い|一番好き|いちばん好き|目がない|\badore\b|\blove\b", re.I)


def tastes(said: list[Sentence], *, asked: str, language: Language) -> list[Taste]:
    """Return the likes and dislikes in what the user said; `asked` is what the persona said just before."""
    found = list(_english(said)) if language is Language.EN else [*_answered(said, asked), *_japanese(said)]
    unique: dict[tuple[str, Polarity], Taste] = {}
    for taste in found:
        unique.setdefault((taste.subject, taste.polarity), taste)
    return list(unique.values())


def _answered(said: list[Sentence], asked: str) -> Iterator[Taste]:
    if not said:
        return
    first = said[0].bare
    if (doubt := _DOUBTED.search(asked)) is not None and any(_NOW_FINE.search(one.bare) for one in said[:3]):
        yield Taste(PreferenceOp.REVOKE, _domain(doubt["x"]), Polarity.DISLIKE, _trimmed(doubt["x"]))
    elif (question := _ASKED.search(asked)) is not None and _STILL.search(first) and not said[0].is_question:
        liked = "好き" in first and question["how"] == "好き"
        disliked = not liked and "好き" not in first and question["how"] != "好き"
        subject = _trimmed(re.sub(r"^(?:今も|まだ|やっぱり)", "", question["x"]))
        if (liked or disliked) and not _NOT_NOUN.search(subject):
            yield Taste(PreferenceOp.CONFIRM, _domain(subject), Polarity.LIKE if liked else Polarity.DISLIKE, subject)


def _japanese(said: list[Sentence]) -> Iterator[Taste]:
    for sentence in said:
        if sentence.is_question or sentence.is_hearsay:
            continue
        yield from _requests(sentence)
        if sentence.is_own:
            yield from _plain(sentence)


def _requests(sentence: Sentence) -> Iterator[Taste]:
    """Yield how the user wants to be talked with; a request to the persona may name it."""
    text = sentence.text
    for match in _DISLIKED_WORD.finditer(text):
        yield _style(Polarity.DISLIKE, f"「{match['x']}」と言われること")
    for match in _WITHOUT.finditer(sentence.bare):
        yield _style(Polarity.DISLIKE, _trimmed(match["x"]))
    for pattern, polarity in ((_TALK_OF, Polarity.DISLIKE), (_ANY_TIME, Polarity.LIKE)):
        for match in pattern.finditer(sentence.bare):
            subject = _trimmed(match["x"])
            if not _NOT_NOUN.search(subject):
                yield Taste(PreferenceOp.CONFIRM, Domain.TOPIC, polarity, subject)


def _plain(sentence: Sentence) -> Iterator[Taste]:
    for match in _LIKE_JA.finditer(sentence.bare):
        yield from _named(match["x"], Polarity.LIKE, sentence)
    for match in _DISLIKE_JA.finditer(sentence.bare):
        yield from _named(match["x"], Polarity.DISLIKE, sentence)
    for match in _IMPOSSIBLE_JA.finditer(sentence.bare):
        subject = _trimmed(match["x"])
        if is_food(subject) or _STYLE_WORDS.search(subject) or _TALKY.search(subject):
            yield from _named(match["x"], Polarity.DISLIKE, sentence)


def _named(given: str, polarity: Polarity, sentence: Sentence) -> Iterator[Taste]:
    subject = _trimmed(given)
    if (taste := _TASTE_ADJECTIVE.match(subject)) is not None:
        yield Taste(PreferenceOp.CONFIRM, Domain.FOOD, polarity, f"{taste[1]}もの")
        return
    if not subject or _NOT_NOUN.search(subject) or _NOMINALISED.search(subject):
        return
    opened = names_a_topic(sentence.bare)
    if opened is not None and opened not in subject and subject not in opened:
        return
    domain = _domain(subject)
    is_sure = (
        domain is not Domain.TOPIC
        or bool(_FORCE.search(sentence.bare))
        or (polarity is Polarity.DISLIKE and bool(_TALKY.search(subject) or _NOT_RAISED.search(sentence.bare)))
    )
    yield Taste(PreferenceOp.CONFIRM if is_sure else PreferenceOp.CANDIDATE, domain, polarity, subject)


def _english(said: list[Sentence]) -> Iterator[Taste]:
    for sentence in said:
        if sentence.is_question or sentence.is_hearsay or sentence.is_supposed:
            continue
        for match in _STYLE_EN.finditer(sentence.bare):
            yield _style(Polarity.DISLIKE, match["x"].lower())
        for match in _SHORT_EN.finditer(sentence.bare):
            yield _style(Polarity.LIKE, f"{match['x'].lower()} answers")
        for pattern, polarity in ((_LIKE_EN, Polarity.LIKE), (_DISLIKE_EN, Polarity.DISLIKE)):
            for match in pattern.finditer(sentence.bare):
                subject = re.sub(r"^(?:the|a|an|all|any|some|really)\s+", "", match["x"].strip().lower())
                if not subject or _PRONOUN_EN.search(subject):
                    continue
                domain = _domain(subject)
                is_sure = domain is not Domain.TOPIC or polarity is Polarity.DISLIKE or bool(_FORCE.search(match[0]))
                yield Taste(PreferenceOp.CONFIRM if is_sure else PreferenceOp.CANDIDATE, domain, polarity, subject)


def _style(polarity: Polarity, subject: str) -> Taste:
    return Taste(PreferenceOp.CONFIRM, Domain.STYLE, polarity, subject)


def _trimmed(subject: str) -> str:
    plain = re.sub(
        r"^(?:わたし|私|僕|俺|うち|あと|あの|その|この|やっぱり?|実は)(?:は|も|って|の)?", "", subject.strip()
    )
    return re.sub(r"(?:ほんとに?|本当に|まだ|今も|もう|ちょっと|だけ(?:は)?|は|が|も|を|って|とか)$", "", plain).strip(
        "、。 "
    )


def _domain(subject: str) -> Domain:
    if is_food(subject):
        return Domain.FOOD
    return Domain.STYLE if _STYLE_WORDS.search(subject) else Domain.TOPIC


def is_food(subject: str) -> bool:
    """Tell whether the word names something to eat or drink."""
    folded = fold_kana(subject.lower())
    words = food_words()
    return folded in words or fold_kana(READINGS.get(subject, "")) in words or _ends_in_food(folded, words)


def _ends_in_food(folded: str, words: frozenset[str]) -> bool:
    last = folded.rsplit(maxsplit=1)[-1] if folded.isascii() and folded else folded
    return (
        last in words
        or last.rstrip("s") in words
        or any(
            len(word) >= 2 and folded.endswith(word) and len(folded) <= len(word) + 8
            for word in words
            if not word.isascii()
        )
    )


@lru_cache(maxsize=1)
def food_words() -> frozenset[str]:
    """Return what can be eaten or drunk, kana folded."""
    source = resources.files("omoide.domain.understanding").joinpath("words", "foods.txt")
    return frozenset(fold_kana(word) for word in source.read_text(encoding="utf-8").lower().split() if word != "#")
