"""Facts the user states: about themselves, their family and their animals (SPEC S1, X3).

Each pattern names one attribute.  What is said of another is kept as that one's, or not at all: nothing of a third person
is ever ascribed to the user.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.beliefs.state import USER
from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs.clauses import Sentence
from omoide.domain.understanding.beliefs.names import kin


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact found."""

    attribute: str
    value: str
    about: str = USER
    is_change: bool = False
    """It is told as something new: what was so before has ended."""
    is_relation: bool = False
    extra: dict[str, str] = field(default_factory=dict)


_FIRST: Final = r"(?:わたし|私|あたし|僕|ぼく|俺|おれ|うち)"
_JOBS: Final = (
    r"(?:[ァ-ヺー]*(?:デザイナー|エンジニア|ディレクター|ライター|プログラマー|カメラマン|コンサルタント|"
    r"マネージャー|イラストレーター|アナウンサー|シェフ|パティシエ)"
    r"|看護師|医師|薬剤師|美容師|保育士|教師|教員|司書|会計士|税理士|弁護士|建築士|理学療法士|"
    r"介護士|作家|漫画家|画家|翻訳者|研究者|公務員|会社員|営業|経理|大学生|学生|農家|漁師|販売員|"
    r"事務員)"
)
_SELF: Final = re.compile(rf"^(?:今日|昨日|先週|先月|今|いま|実は|ついに)?(?:から)?{_FIRST}?(?:って|は|も|、)?")
_MET: Final = re.compile(r"はじめまして|初めまして|自己紹介")
_NAME: Final = re.compile(
    rf"^(?:{_FIRST}(?:の名前)?は|名前は)?(?P<x>[^\s、。!?はがを]{{1,12}}?)(?:です|といいます|"
    rf"と申します|っていいます|って言います)[。!]?$"
)
_MY_NAME: Final = re.compile(rf"{_FIRST}の名前は(?P<x>[^\s、。!?]{{1,12}}?)(?:です|だよ|だ|や|って|[。!]|$)")
_CALL_ME: Final = re.compile(
    r"(?:^|、|から|で)(?P<x>[^\s、。!?「」のをでは]{1,10}?)(?:って|と)(?:呼んで|よんで)(?!く?れる人|"
    r"もらっ|く?れた)(?:ね|ください|よ|ほしい|。|!|$)"
)
_LIVE: Final = re.compile(
    rf"(?:^|、|{_FIRST}は?)(?P<x>[^\s、。!?はがをに]{{2,16}}?)に(?:ずっと)?住(?:んで(?:る|い(?:る|"
    rf"ます)|ます)|んどる|んでます)(?!のに|人|街|町|ひと)"
)
_LIVING: Final = re.compile(
    r"住(?:んどる|んでる|んでいる)(?:の(?!に)|ところ)(?:は|が)?(?P<x>[^\s、。!?はがを]{2,16}?)(?:なん|"
    r"だ|や|です|で|[。!]|$)"
)
_MOVED: Final = re.compile(
    r"(?P<x>[^\s、。!?はがをにへ]{2,12}?)(?:に|へ)(?:引っ越した|引っ越しました|引っ越してきた|越してきた|移り住んだ)"
)
_EMPLOYER: Final = re.compile(
    r"(?P<x>[^\s、。!?「」はがを]{2,16}?)(?:っていう|という)[^、。]{0,8}(?:会社|事務所|店|病院|"
    r"学校|工房|企業|出版社)で(?:働|勤め|.{0,24}(?:やって|して))"
)
_WORKS_AT: Final = re.compile(
    rf"(?:^|、|{_FIRST}は?)(?P<x>[^\s、。!?「」はがを]{{2,16}}?)(?:で働いて(?:る|い)|で働いとる|"
    rf"に勤めて(?:る|い)|に勤めとる)(?!子|人|た)"
)
_JOB: Final = re.compile(
    rf"(?P<x>{_JOBS})(?:を)?(?:やってます|してます|しています|やっています|やっとる(?!子|人)|"
    rf"してる(?!子|人)|です|だよ|なんだ|やってる(?!子|人))"
)
_NEW_JOB: Final = re.compile(rf"(?P<x>{_JOBS})(?:に)(?:なった|なりました|昇進|転職した)")
_AGE: Final = re.compile(
    rf"{_FIRST}(?:は|も|、)?(?:今|いま)?(?P<x>\d{{1,3}})歳(?!の(?:とき|時|頃|ころ))|^(?P<y>\d{{1,3}})歳の.{{0,18}}(?:です|"
    rf"やってます|してます|やっています)"
)
_BIRTHDAY: Final = re.compile(rf"(?:{_FIRST}の誕生日は?|^誕生日は)(?P<x>\d{{1,2}}月\d{{1,2}}日)")
_PET: Final = re.compile(
    r"(?P<x>[^\s、。!?「」はがを]{1,8}?)(?:っていう|という|って名前の)(?P<kind>[^\s、。!?はがを]{0,6}?(?:猫|"
    r"犬|うさぎ|ウサギ|ハムスター|インコ|文鳥|金魚|亀))"
)
_HAVE_PET: Final = re.compile(
    r"(?:^|、|うちに?(?:は)?|わたしは?|私は?)(?P<kind>猫|犬|うさぎ|ハムスター|インコ|文鳥|亀)(?:が|"
    r"を)(?:いる|います|おる|飼って(?:る|い)|飼っとる)(?!人|子|友)"
)
_PET_NAME: Final = re.compile(
    rf"^(?:うちの|{_FIRST}の|飼ってる)?(?P<kind>猫|犬|うさぎ|ハムスター|インコ|文鳥|亀)(?:の名前)?(?:は|、)"
    r"(?P<x>[^\s、。!?「」はがをのに]{1,8}?)(?:っていう|って名前|という名前|だよ|です|なんだ|や(?=[。!]|$)|[。!]|$)"
)
_PAST: Final = re.compile(
    r"あのころ|あの頃|昔|小学|中学|高校(?:の|時)|子どもの(?:頃|ころ)|子供の(?:頃|ころ)|以前|"
    r"前は"
)
_MY_ALLERGY: Final = re.compile(rf"{_FIRST}(?:は|も|、)?(?P<x>[^\s、。!?はがを]{{1,8}}?)アレルギー")
_THEIR_ALLERGY: Final = re.compile(
    r"^(?P<who>[^\s、。!?はがを]{1,8})(?:は|って|が|、)(?:重い)?(?P<x>[^\s、。!?はがを]{1,8}?)アレルギー"
)
_THEIR_JOB: Final = re.compile(
    rf"^(?P<who>[^\s、。!?はがを]{{1,8}})は.{{0,30}}?(?P<x>{_JOBS})(?:を)?(?:やっとる|やってる|"
    rf"してる|しとる|です|だよ|をしている|なん)"
)
_KIN_CALLED: Final = re.compile(
    r"(?P<kin>ばあちゃん|じいちゃん|おばあちゃん|おじいちゃん|祖母|祖父|母|父|妹|弟|兄|姉|娘|"
    r"息子)(?:で|の|は|、)、?名前は(?P<x>[\u3400-\u9fff々]{1,3}|[ァ-ヺー]{2,6})"
)

_PROPER: Final = r"(?P<x>[A-Z][A-Za-z&'-]+(?: [A-Z][A-Za-z&'-]+){0,2})"
_JOBS_EN: Final = (
    r"(?P<x>(?:[a-z]+ )?(?:engineer|designer|teacher|nurse|doctor|student|writer|developer|lawyer|chef|artist|"
    r"accountant|scientist|manager|director|librarian|pharmacist))\b"
)
_EN: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("name", re.compile(rf"\b(?i:my name is|i'm called|i am called) {_PROPER}")),
    ("nickname", re.compile(rf"\b(?i:(?:you can )?call me) {_PROPER}")),
    ("home", re.compile(rf"\b(?i:i (?:live|am living) in|i'm living in) (?:an? [a-z ]{{2,20}} in )?{_PROPER}")),
    ("home", re.compile(rf"\b(?i:i(?:'ve)? (?:just |recently )?moved (?:here )?to) {_PROPER}")),
    ("job", re.compile(rf"\b(?i:i(?:'m| am) (?:an?|the)) {_JOBS_EN}")),
    ("job", re.compile(rf"\b(?i:i work as) (?:an? )?{_JOBS_EN}")),
    ("employer", re.compile(rf"\b(?i:i work (?:at|for)) {_PROPER}")),
    ("age", re.compile(r"\b(?i:i(?:'m| am)) (?P<x>\d{1,2})(?: years old)?(?=[.,!]|$)")),
    (
        "birthday",
        re.compile(r"\b(?i:my birthday is (?:on )?)(?P<x>[A-Z][a-z]+ \d{1,2}|(?:the )?\d{1,2}\w{2} of [A-Z][a-z]+)"),
    ),
    ("allergy", re.compile(r"\b(?i:i(?:'m| am) allergic to) (?P<x>[a-z]+)")),
)
_PET_EN: Final = re.compile(
    r"\b(?i:my) (?P<kind>cat|dog|rabbit|hamster|parrot)(?:'s name)?(?:,| is| is called| is named)? (?P<x>[A-Z][a-z]+)"
)
_KIN_EN: Final = re.compile(
    r"\b(?i:my) (?P<kin>sister|brother|mother|father|mom|dad|wife|husband|son|daughter|aunt|uncle|"
    r"cousin|grandmother|grandfather|friend),? (?P<x>[A-Z][a-z]+)\b"
)


def facts(said: list[Sentence], *, whole: str, language: Language, known: "Known") -> list[Fact]:
    """Return what the user states; `known` says who is known by name and of whom the talk is."""
    if language is Language.EN:
        return _unique(_english(said))
    return _unique(
        [*_own(said, whole, known), *_of_others(said, known), *_animals(said, whole, known), *_family(whole)]
    )


@dataclass(frozen=True, slots=True)
class Known:
    """Who is known, and where the talk stands."""

    people: frozenset[str] = frozenset()
    pets: frozenset[str] = frozenset()
    """The user's own animals."""
    topic: str = ""
    """Who was last named as the topic in this talk; empty when nobody was, or someone unknown."""
    asked: str = ""


def _own(said: list[Sentence], whole: str, known: Known) -> Iterator[Fact]:
    for sentence in said:
        text = sentence.bare
        if sentence.is_question or sentence.is_hearsay:
            continue
        if _MET.search(whole) and (match := _NAME.match(text)) and not _MET.search(match["x"]):
            yield Fact("name", match["x"])
        if match := _MY_NAME.search(text):
            yield Fact("name", match["x"])
        if (match := _CALL_ME.search(text)) and match["x"] not in ("名前", "下の名前", "何", "なん"):
            yield Fact("nickname", match["x"])
        if match := _NEW_JOB.search(text):
            yield Fact("job", match["x"], is_change=True)
        if match := _BIRTHDAY.search(text):
            yield Fact("birthday", match["x"])
        if sentence.is_own:
            yield from _plain(text)


def _plain(text: str) -> Iterator[Fact]:
    for attribute, pattern in (("home", _LIVE), ("home", _LIVING), ("allergy", _MY_ALLERGY)):
        if match := pattern.search(text):
            yield Fact(attribute, _SELF.sub("", match["x"]))
    if match := _MOVED.search(text):
        yield Fact("home", match["x"].rpartition("から")[2] or match["x"], is_change=True)
    if match := _EMPLOYER.search(text) or _WORKS_AT.search(text):
        yield Fact("employer", _SELF.sub("", match["x"]))
    if match := _JOB.search(text):
        yield Fact("job", match["x"])
    if match := _AGE.search(text):
        yield Fact("age", match["x"] or match["y"])


def _of_others(said: list[Sentence], known: Known) -> Iterator[Fact]:
    for sentence in said:
        if sentence.is_question or sentence.is_hearsay:
            continue
        someone = known.people | known.pets
        if (match := _THEIR_ALLERGY.match(sentence.bare)) and match["who"] in someone:
            yield Fact("allergy", match["x"], about=match["who"])
        if (match := _THEIR_JOB.match(sentence.bare)) and match["who"] in known.people:
            yield Fact("job", match["x"], about=match["who"])


def _animals(said: list[Sentence], whole: str, known: Known) -> Iterator[Fact]:
    has_own = any(_HAVE_PET.search(one.bare) and one.is_own and not _PAST.search(whole) for one in said)
    for sentence in said:
        if sentence.is_question or sentence.is_hearsay:
            continue
        if (match := _PET_NAME.match(sentence.bare)) and "名前" in match[0] and sentence.is_own:
            yield Fact("pet", match["x"], extra={"species": match["kind"]}, is_relation=True)
        if has_own and (match := _PET.search(sentence.bare)):
            yield Fact("pet", match["x"], extra={"species": match["kind"]}, is_relation=True)


def _family(whole: str) -> Iterator[Fact]:
    for kinship, name in kin(whole):
        yield Fact("relation", kinship, about=name, is_relation=True)
    for match in _KIN_CALLED.finditer(whole):
        yield Fact("relation", match["kin"], about=match["x"], is_relation=True)


def _english(said: list[Sentence]) -> Iterator[Fact]:
    for sentence in said:
        if sentence.is_question or sentence.is_hearsay or sentence.is_supposed:
            continue
        for attribute, pattern in _EN:
            if match := pattern.search(sentence.text):
                yield Fact(attribute, match["x"], is_change="moved" in match[0].lower())
        for match in _PET_EN.finditer(sentence.text):
            yield Fact("pet", match["x"], extra={"species": match["kind"]}, is_relation=True)
        for match in _KIN_EN.finditer(sentence.text):
            yield Fact("relation", match["kin"], about=match["x"], is_relation=True)


def asks_to_remember(sentence: Sentence) -> bool:
    """Tell whether a sentence asks to keep what is said around it."""
    return asks_to_be_kept(sentence.text)


def _unique(found: "list[Fact] | Iterator[Fact]") -> list[Fact]:
    kept: dict[tuple[str, str, str], Fact] = {}
    for fact in found:
        kept.setdefault((fact.about, fact.attribute, fact.value), fact)
    return list(kept.values())
