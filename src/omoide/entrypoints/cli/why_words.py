"""What the commands about kept recalls say, in Japanese and English."""

from omoide.domain.recall.receipts.wording import ASKERS, in_words
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "番号"),
    "when": ("when", "いつ"),
    "asked_by": ("asked by", "どこから"),
    "session": ("session", "会話"),
    "shown": ("shown", "見せた"),
    "ms": ("ms", "ミリ秒"),
    "cue": ("cue", "きっかけ"),
    "item": ("what", "何を"),
    "none": ("No recall is kept.", "残っている想起の記録はありません。"),
    "no_feedback": ('No "not that" holds.', "「それじゃない」はありません。"),
    "demoted": (
        'Not that: {item} now stands behind the rest for "{cue}". Take it back: omoide not-that undo {id}',
        "{item} は「{cue}」では後ろに回します。取り消すには: omoide not-that undo {id}",
    ),
    "undone": (
        'Taken back: {item} comes to mind for "{cue}" as before.',
        "取り消しました。{item} は「{cue}」で前のように思い出します。",
    ),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def asker_word(asked_by: str, language: Language) -> str:
    """Return who asked, in words."""
    return in_words(ASKERS, asked_by, language)
