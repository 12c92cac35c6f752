"""Cuts talk into sentences and tells whose they are: the user's own, hearsay, a question, or about someone else.

Precision before recall: a sentence that might be about another, or might only be told, is not taken as the user's own.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from omoide.domain.text.language import Language

LONGEST_READ: Final = 4000
_END: Final = re.compile(r"(?<=[。！？!?…\n])|(?<=[.])\s+(?=[A-Z])|[　]+|(?<=[笑泣])[\s　]")
_QUOTED: Final = re.compile(r"「[^「」]*」|『[^『』]*』|“[^“”]*”|\"[^\"\n]*\"")
_HEARSAY: Final = re.compile(
    r"らしい|んだって|なんだって|やって[!。]?$|んやって|だそう|そうだ[。!]?$|とのこと|って(?:言(?:って|"
    r"われ|った|う|い)|いわれ|いってた)|"
    r"って(?:聞|書)|(?<=[るただいうくすつぬむろよねんか])って[。!]?$|みたい[。!]?$|\b(?:apparently|"
    r"i heard|he says|she says|they say|said that|told me)\b"
)
_QUESTION: Final = re.compile(
    r"[?？]\s*$|(?:かな|かしら|っけ|だろうか|でしょうか|ですか|ますか)[。…]*$|^(?:do|does|did|"
    r"is|are|can|could|should|what|who|when|where|why|how)\b"
)
_SUPPOSED: Final = re.compile(
    r"(?:もし|たとえば|だったら|としたら|ならば|かもしれ|かも[。!]?$)|\b(?:if|maybe|perhaps|might|would)\b"
)
_FIRST: Final = r"(?:わたし|私|あたし|僕|ぼく|俺|おれ|うち|自分)"
_KIN: Final = (
    r"(?:母|父|お母さん|お父さん|ママ|パパ|両親|妹|弟|兄|姉|お兄ちゃん|お姉ちゃん|姉ちゃん|兄ちゃん|"
    r"祖母|祖父|ばあちゃん|じいちゃん|"
    r"おばあちゃん|おじいちゃん|娘|息子|夫|旦那|妻|嫁|奥さん|彼氏|彼女|元カレ|元カノ|叔父|叔母|"
    r"いとこ|友だち|友達|同僚|上司|後輩|先輩|"
    r"部長|課長|社長|先生|あの子|あの人|あいつ|みんな|マスター)"
)
_OTHER_TOPIC: Final = re.compile(
    rf"(?:^|[、\s])(?:{_KIN}|[^\s、。]{{1,8}}(?:さん|ちゃん|くん|君|先生|部長|社長|課長|先輩))(?:は|"
    rf"が|も|って|、|の方)"
)
_NOUN_TOPIC: Final = re.compile(r"^([\u3400-\u9fff々ァ-ヺー\u3041-\u3096A-Za-z0-9]{1,10})、")
_VERBAL: Final = re.compile(r"(?:て|で|し|けど|けん|から|ので|が|ば|たら|と|く|り|って|も|は|に|を)$")
_OPENER: Final = re.compile(
    r"^(?:はじめまして|初めまして|こんにちは|こんばんは|どうも|あ|え|うん|いや|ねえ|ねぇ|そう|そうだ|ほら|あと|で|でも|だから|しかも|ちなみに|というか|"
    r"てか|実は|今|今日|昨日|明日|最近|やっぱり|やっぱ|まあ|うーん|それが|そういえば|はい|ええ|"
    r"よし)[、。!]\s*"
)
_OTHER_EN: Final = re.compile(
    r"^(?:my|his|her|their|our) [a-z]+(?: [A-Z]\w+)? |^(?:he|she|they|it|we|you|this|that|there)\b|"
    r"^[A-Z][a-z]+(?:'s)? (?!I\b)"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the user's side."""

    text: str
    """As it was said, NFKC."""
    bare: str
    """Without what stands in quotation marks."""
    is_hearsay: bool
    is_question: bool
    is_supposed: bool
    is_of_another: bool
    """Someone or something else is its topic."""

    @property
    def is_own(self) -> bool:
        """Tell whether it is a plain statement of the user about themselves."""
        return not (self.is_hearsay or self.is_question or self.is_supposed or self.is_of_another)


def sentences(text: str, *, language: Language, names: frozenset[str] = frozenset()) -> list[Sentence]:
    """Return the sentences; `names` are those of people and animals known by name."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_READ]).replace("’", "'")
    return [_sentence(part, language, names) for part in _parts(plain)]


def _parts(text: str) -> Iterator[str]:
    # A full stop inside quotation marks does not end the sentence around it.
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[0])
        return f"\ue000{chr(0xE100 + len(held) - 1)}"

    guarded = _QUOTED.sub(hold, text)
    for part in _END.split(guarded):
        whole = re.sub("\ue000(.)", lambda found: held[ord(found[1]) - 0xE100], part or "").strip()
        if whole:
            yield whole


def _sentence(text: str, language: Language, names: frozenset[str]) -> Sentence:
    bare = _QUOTED.sub("", text).strip()
    opened = _OPENER.sub("", bare)
    return Sentence(
        text=text,
        bare=opened,
        is_hearsay=_HEARSAY.search(bare.lower()) is not None,
        is_question=_QUESTION.search(bare.lower()) is not None,
        is_supposed=_SUPPOSED.search(bare.lower()) is not None,
        is_of_another=_of_another(opened, language, names),
    )


def _of_another(text: str, language: Language, names: frozenset[str]) -> bool:
    if language is Language.EN:
        return _OTHER_EN.search(text) is not None
    if re.search(rf"(?:^|[、。\s]){_FIRST}(?:は|が|も|、|って|の|[^\u3041-\u3096])", text):
        return False
    if _OTHER_TOPIC.search(text) or any(text.startswith(name) or f"、{name}" in text for name in names):
        return True
    return names_a_topic(text) is not None and "、" in text and re.search(r"、.*[はがも]", text) is not None


def names_a_topic(text: str) -> str | None:
    """Return the bare noun a sentence opens with as its topic (「おこげ、玉ねぎはだめ」), if it does."""
    found = _NOUN_TOPIC.match(text)
    return None if found is None or _VERBAL.search(found[1]) else found[1]
