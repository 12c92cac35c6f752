"""What the frame says, in Japanese and English, and how times are told."""

from collections.abc import Callable, Mapping
from datetime import date, datetime

from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.wording import told

Texts = Mapping[str, tuple[str, str]]
"""Sentences by name, each in English and Japanese."""
Said = Callable[..., str]
"""Gives a sentence by its name, with values put in."""

FRAME: Texts = {
    "skip": ("Skip to the content", "本文へ移動"),
    "navigation": ("Pages", "ページ"),
    "open_menu": ("Open the menu", "メニューを開く"),
    "whose": ("Whose mind", "だれの記憶か"),
    "language": ("Language", "表示言語"),
    "look": ("Light and dark", "明るさ"),
    "auto": ("As the system", "システムに合わせる"),
    "light": ("Light", "ライト"),
    "dark": ("Dark", "ダーク"),
    "lost": ("Omoide is out of reach; trying again …", "Omoideとの接続が切れました。つなぎ直しています…"),
    "back": ("Connected again", "接続が戻りました"),
    "no_mind": ("No persona yet", "人格はまだありません"),
    "no_mind_hint": (
        "A persona owns everything it remembers. Give it a name and begin to talk.",
        "記憶はすべて人格のものです。名前を付けて、話しはじめましょう。",
    ),
    "name": ("Name", "名前"),
    "make": ("Make it", "作る"),
    "not_here": ("This is not here", "見つかりません"),
    "not_allowed": ("This is not open to you", "このページは開けません"),
    "trouble": ("Something went wrong", "うまくいきませんでした"),
    "trouble_hint": (
        "Nothing that was kept is lost. Try again; if it stays, `omoide doctor` says what is wrong.",
        "保存された記憶は失われていません。もう一度お試しください。続くときは omoide doctor で確認できます。",
    ),
    "back_to_talk": ("Back to the beginning", "最初のページへ"),
    "done": ("Done", "完了しました"),
    "close": ("Close", "閉じる"),
    "cancel": ("Cancel", "やめる"),
    "log_out": ("Log out", "ログアウト"),
    "read_only": ("Your key may only look.", "このキーでは閲覧だけができます。"),
}

_WEEKDAYS = {Language.JA: "月火水木金土日", Language.EN: ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def speaking(texts: Texts, language: Language) -> Said:
    """Return what gives the sentences of a table in one language."""

    def said(name: str, /, **values: object) -> str:
        return told(texts[name], language, values)

    return said


def day_told(day: date, language: Language, *, today: date) -> str:
    """Return a day for people; its year only where it is another one than today's."""
    if language is Language.JA:
        year = "" if day.year == today.year else f"{day.year}年"
        return f"{year}{day.month}月{day.day}日（{_WEEKDAYS[language][day.weekday()]}）"
    year = "" if day.year == today.year else f" {day.year}"
    return f"{_WEEKDAYS[language][day.weekday()]} {day.day} {_MONTHS[day.month - 1]}{year}"


def moment_told(at: Moment, language: Language, *, persona: Persona, now: Moment) -> str:
    """Return an instant for people, in the persona's local time."""
    local: datetime = moment.local(at, tz=persona.tz)
    day = day_told(local.date(), language, today=moment.day(now, tz=persona.tz))
    return f"{day} {local:%H:%M}"
