"""Names in talk: people by how they are addressed, organisations, places, projects and tools by their shape (SPEC E5)."""

import re
import unicodedata
from importlib import resources
from typing import Final

from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.understanding.telling.keywords import common_words

LONGEST_READ: Final = 4000


def _words(name: str) -> list[str]:
    source = resources.files("omoide.domain.understanding").joinpath("words", f"{name}.txt")
    return source.read_text(encoding="utf-8").split()


MOST: Final = 12
_NO_NAME: Final = frozenset(_words("no_names"))
_NO_KIN_NAME: Final = frozenset(_words("no_kin_names"))
_GENERIC_PLACE: Final = frozenset(_words("no_places"))
_PLACES: Final = "|".join(sorted(_words("places"), key=len, reverse=True))
_TOOLS: Final = "|".join(_words("tools"))
_KANJI: Final = "\u3400-\u9fff々"
_TITLED: Final = re.compile(
    rf"(?:(?<![{_KANJI}ァ-ヺー])(?P<kanji>[{_KANJI}]{{1,4}})|(?P<kana>[ァ-ヺー]{{2,8}})|(?<![\u3041-\u3096])(?P<hira>[\u3041-\u3096]{{2,4}}?))"
    r"(?P<title>さん|ちゃん|くん|君(?=[はがをにのもと、])|先生|先輩|部長|課長|社長|選手|氏)"
)
_KIN_NAME: Final = re.compile(
    rf"(?<![の{_KANJI}])(?P<kin>妹|弟|兄|姉|娘|息子|夫|妻|彼氏|彼女|友だち|友達|親友|同僚|後輩)の"
    rf"(?P<name>(?:[{_KANJI}]{{1,3}}|[ァ-ヺー]{{2,6}})(?=[はがもとへ、。]|って|の誕生日|$)"
    r"|[\u3041-\u3096]{2,4}?(?=の誕生日|はもう|はまだ|は今|って(?:名前|いう)|、))"
)
_ORG: Final = re.compile(
    rf"(?P<name>(?:株式会社|有限会社)[{_KANJI}ァ-ヺーA-Za-z]{{2,12}}"
    rf"|[{_KANJI}ァ-ヺー\u3041-\u3096A-Za-z]{{2,12}}?"
    r"(?:株式会社|総合病院|病院|大学|高校|中学校|小学校|銀行|食品|酒造|教室|事務所|商店|"
    r"書店|製作所|研究所|クリニック|不動産|製薬|印刷))"
)
_ORG_HEAD: Final = re.compile(
    r"^(?:.*[のはがをにでともへや、]|.*って|今日|昨日|明日|小さい|近くの)(?=[^\u3041-\u3096])"
)
_GENERIC_ORG: Final = re.compile(
    r"^(?:総合|大きな|動物|どうぶつ|近所|同じ|その|この|あの|地元|市民|中央|前|別|デザイン|弁護士)?(?:株式会社|"
    r"総合病院|病院|大学|高校|中学校|小学校|銀行|食品|酒造|教室|事務所|商店|書店|クリニック|"
    r"不動産|印刷|研究所)$"
)
_PLACE: Final = re.compile(
    rf"(?P<known>{_PLACES})(?![{_KANJI}]*(?:さん|ちゃん|くん|先生|病院|大学))"
    rf"|(?P<shaped>(?<![{_KANJI}])[{_KANJI}]{{1,3}}(?:県|市|区|町|村|駅|川|神社|公園|温泉))(?![{_KANJI}])"
)
_PROJECT: Final = re.compile(
    r"[「『](?P<quoted>[^」』]{1,20})[」』](?:の)?(?:プロジェクト|案件|企画)|(?P<plain>[ァ-ヺーA-Za-z0-9]{2,20})(?:プロジェクト|"
    r"案件)"
)
_TOOL: Final = re.compile(
    rf"(?<![A-Za-z])(?:{_TOOLS}|iPhone ?\d*(?: mini| Pro| Max|e)?|Pixel ?\d+[a-z]*|iPad|MacBook)(?![A-Za-z])"
)
_PERSON_EN: Final = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? (?P<titled>[A-Z][a-z]+)|\bmy (?:sister|brother|mother|father|"
    r"mom|dad|wife|husband|son|daughter|friend|best friend|boss|colleague|cat|dog|aunt|uncle|"
    r"cousin),? (?P<kin>[A-Z][a-z]+)"
)
_ORG_EN: Final = re.compile(
    r"\b(?P<name>(?:[A-Z][A-Za-z&]+ ){1,3}(?:Inc|Ltd|Corp|University|Hospital|School|Bank|College|"
    r"Institute|Company))\b"
)
_PLACE_EN: Final = re.compile(
    r"\b(?:live in|moved to|living in|from|trip to|flew to|went to|back in|based in) (?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b"
)
_PROJECT_EN: Final = re.compile(
    r"\b(?:the |our |my )?(?:project (?P<after>[A-Z][A-Za-z]+)|(?P<before>[A-Z][A-Za-z]+) project)\b"
)


@remembered  # each turn is held against the same few before it
def named(text: str, *, language: Language) -> tuple[Mention, ...]:
    """Return the names of a text, each once, surest first."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_READ])
    found = _english(plain) if language is Language.EN else _japanese(plain)
    found += [(EntityKind.TOOL, match[0], 0.9) for match in _TOOL.finditer(plain)]
    best: dict[str, tuple[EntityKind, str, float]] = {}
    for kind, name, confidence in found:
        if name and name not in best:
            best[name] = kind, name, confidence
    ranked = sorted(best.values(), key=lambda one: -one[2])[:MOST]
    return tuple(Mention(kind, name, confidence) for kind, name, confidence in ranked)


def kin(text: str) -> list[tuple[str, str]]:
    """Return (kinship, name) where a text introduces someone so: 妹の咲."""
    found = _KIN_NAME.finditer(unicodedata.normalize("NFKC", text))
    named = [(match["kin"], match["name"]) for match in found]
    return [one for one in named if one[1] not in _NO_KIN_NAME and one[1] not in common_words(Language.JA)]


def _japanese(text: str) -> list[tuple[EntityKind, str, float]]:
    found: list[tuple[EntityKind, str, float]] = []
    for match in _TITLED.finditer(text):
        stem = match["kanji"] or match["kana"] or match["hira"]
        if stem not in _NO_NAME and not (match["hira"] and stem[0] in "はがをにのもとでへやかねよ"):
            found.append((EntityKind.PERSON, f"{stem}{match['title']}", 0.6 if match["hira"] else 0.9))
    found += [(EntityKind.PERSON, name, 0.8) for _, name in kin(text)]
    for match in _ORG.finditer(text):
        name = _ORG_HEAD.sub("", match["name"])
        if len(name) >= 4 and not _GENERIC_ORG.match(name):
            found.append((EntityKind.ORG, name, 0.8))
    for match in _PLACE.finditer(text):
        if match[0] not in _GENERIC_PLACE:
            found.append((EntityKind.PLACE, match[0], 0.8 if match["known"] else 0.7))
    found += [(EntityKind.PROJECT, match["quoted"] or match["plain"], 0.7) for match in _PROJECT.finditer(text)]
    return found


def _english(text: str) -> list[tuple[EntityKind, str, float]]:
    found = [(EntityKind.PERSON, match["titled"] or match["kin"], 0.8) for match in _PERSON_EN.finditer(text)]
    found += [(EntityKind.ORG, match["name"], 0.8) for match in _ORG_EN.finditer(text)]
    found += [(EntityKind.PLACE, match["name"], 0.7) for match in _PLACE_EN.finditer(text)]
    return found + [
        (EntityKind.PROJECT, match["after"] or match["before"], 0.6) for match in _PROJECT_EN.finditer(text)
    ]
