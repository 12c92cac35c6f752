"""What the commands about episodes say, in Japanese and English."""

from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "days": ("days", "日付"),
    "kind": ("kind", "種類"),
    "arousal": ("arousal", "Arousal"),
    "summary": ("summary", "要約"),
    "none": ("No episodes.", "エピソードはありません。"),
    "nothing": ("There was nothing to tell.", "新しく記すことはありません。"),
    "updated": (
        "{made:day was|days were} told, {remade:day was|days were} told again",
        "{made} 日を記し、{remade} 日を記し直しました",
    ),
    "specials": ("{count:special episode|special episodes} written", "特別なエピソードを {count} 件記しました"),
    "failed": (
        "could not be told, and marked; a later run tries again: {days}",
        "要約できず印を付けました（次回以降にやり直します）: {days}",
    ),
    "skipped": ("left for the next run ({why}): {days}", "次回に回しました（{why}）: {days}"),
    "waiting": ("wait until their turns are digested: {days}", "消化待ち: {days}"),
    "compressed": (
        "{made:week was|weeks were} made, {remade:week was|weeks were} made again",
        "{made} 週にまとめ、{remade} 週をまとめ直しました",
    ),
    "rests_on": ("rests on events {ids}", "根拠: 出来事 {ids}"),
    "told_by": ("told {at} by {by}", "{at} に {by} が記述"),
    "told_before": ("before that ({at}, by {by})", "以前の記述（{at}、{by}）"),
    "in_week": ("is told by its week now", "現在は週のエピソードに含まれています"),
    "originals": ("made of", "元のエピソード"),
    "last": ("the newest tells {day}", "最新のエピソード: {day}"),
}
_KINDS: dict[EpisodeKind, tuple[str, str]] = {
    EpisodeKind.DAY: ("day", "日"),
    EpisodeKind.WEEK: ("week", "週"),
    EpisodeKind.ACHIEVEMENT: ("achievement", "達成"),
    EpisodeKind.DISCOVERY: ("discovery", "発見"),
    EpisodeKind.BONDING: ("bonding", "絆確認"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def kind_word(kind: EpisodeKind, language: Language) -> str:
    """Return what a kind of episode is called."""
    return told(_KINDS[kind], language, {})
