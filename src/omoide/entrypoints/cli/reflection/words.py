"""What the commands about the dream diary say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "day": ("day", "日"),
    "level": ("level", "省察"),
    "topic": ("topic", "話題"),
    "insight": ("insight", "洞察"),
    "at": ("at", "日時"),
    "by": ("by", "記述"),
    "none": ("The dream diary is empty.", "夢日記はまだありません。"),
    "never": ("No day was reflected on yet.", "まだ省察していません。"),
    "nothing": ("There was nothing to reflect on.", "省察する日はありません。"),
    "reflected": ("{day}: reflected ({level})", "{day}: {level}を行いました"),
    "remade": ("{day}: written again", "{day}: 書き直しました"),
    "goals": ("{count:goal was|goals were} made, {moved} moved", "目標を {count} 件立て、{moved} 件を動かしました"),
    "stopped": ("the rest waits for the next night: {why}", "残りは次の夜に回しました: {why}"),
    "strategy": ("strategy: {text}", "指針: {text}"),
    "log_entry": ("diary: {text}", "夢日記: {text}"),
    "trigger": ("set off by: {text}", "きっかけ: {text}"),
    "rests_on": ("rests on events {ids}", "根拠: 出来事 {ids}"),
    "told_by": ("written {at} by {by}", "{at} に {by} が記述"),
    "removed": ("entry {id} was deleted", "記録 {id} を削除しました"),
}
_LEVELS: dict[int, tuple[str, str]] = {
    0: ("question", "問い"),
    1: ("daily", "日次省察"),
    2: ("weekly", "週次省察"),
    3: ("monthly", "月次省察"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def level_word(level: int, language: Language) -> str:
    """Return what a level is called."""
    return told(_LEVELS[level], language, {})
