"""How what was read is told in the persona's own voice, Japanese and English (SPEC S5).

A value stands as it was said, so it is named under its attribute and not built into a sentence whose grammar it might break.
"""

from typing import Final

from omoide.domain.beliefs.state import PERSONA, USER, StateKind
from omoide.domain.text.language import Language

_ATTRIBUTES: Final = {
    "name": ("名前", "name"),
    "nickname": ("呼び名", "nickname"),
    "age": ("年齢", "age"),
    "birthday": ("誕生日", "birthday"),
    "home": ("住まい", "home"),
    "origin": ("出身", "origin"),
    "family": ("家族", "family"),
    "partner": ("パートナー", "partner"),
    "child": ("子ども", "child"),
    "friend": ("友だち", "friend"),
    "pet": ("ペット", "pet"),
    "job": ("仕事", "work"),
    "workplace": ("職場", "workplace"),
    "school": ("学校", "school"),
    "study": ("勉強", "studies"),
    "health": ("からだの調子", "health"),
    "allergy": ("アレルギー", "allergy"),
    "hobby": ("趣味", "hobby"),
    "skill": ("できること", "skill"),
    "belonging": ("持ちもの", "belongings"),
    "habit": ("習慣", "habit"),
    "schedule": ("予定の決まり", "schedule"),
    "plan": ("これからの予定", "plan"),
    "event": ("できごと", "what happened to"),
    "value": ("大切にしていること", "what matters to"),
    "dream": ("夢", "dream"),
    "language": ("ことば", "language"),
    "money": ("お金のこと", "money"),
    "vehicle": ("乗りもの", "vehicle"),
}
_OTHER: Final = ("こと", "about")
_TO_SOMEBODY: Final = ("what happened to", "what matters to", "about")
"""English that names its person after it: "What happened to you"."""
_SOMEBODYS: Final = ("family", "partner", "child", "friend", "pet")
"""What somebody can be to another; a bed or a workplace is between two."""


def as_read(attribute: str, value: str, *, about: str, kind: StateKind, language: Language) -> str:
    """Return a belief as the persona tells it."""
    if kind is StateKind.TASK:
        return f"あなたの用事: {value}" if language is Language.JA else f"Something you have to do: {value}"
    ja, en = _ATTRIBUTES.get(attribute, _OTHER)
    if kind is StateKind.RELATION and about != USER and attribute not in _SOMEBODYS:
        return f"{about}とあなた: {value}" if language is Language.JA else f"{about} and you: {value}"
    if kind is StateKind.RELATION and about != USER:
        return _relation(about, value, ja if language is Language.JA else en, language=language)
    if language is Language.JA:
        return f"{_JA_WHOSE.get(about, f'{about}の')}{ja}: {value}"
    if en in _TO_SOMEBODY:
        return f"{en.capitalize()} {_EN_WHOM.get(about, about)}: {value}"
    return f"{_EN_WHOSE.get(about, f'{about}’s')} {en}: {value}"


def over_told(value: str, *, about: str, language: Language) -> str:
    """Return what is over as the persona tells it."""
    is_told = about == USER or about in value
    if language is Language.JA:
        return f"終わったこと: {value}" if is_told else f"{about}のことで、終わったこと: {value}"
    return f"Something that is over: {value}" if is_told else f"Of {about}, something that is over: {value}"


_JA_WHOSE: Final = {USER: "あなたの", PERSONA: "私の"}
_EN_WHOSE: Final = {USER: "Your", PERSONA: "My"}
_EN_WHOM: Final = {USER: "you", PERSONA: "me"}


def _relation(about: str, value: str, what: str, *, language: Language) -> str:
    """Return who somebody is to the user; where the words are the relation itself, it is not named twice."""
    if language is Language.JA:
        return f"{about}はあなたの{what}（{value}）" if value != what else f"{about}はあなたの{what}"
    return f"{about} is your {what} ({value})" if value != what else f"{about} is your {what}"
