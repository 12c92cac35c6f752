"""What the commands about memories say, in Japanese and English."""

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "when": ("when", "いつ"),
    "level": ("level", "段階"),
    "retention": ("retention", "保持"),
    "memory": ("memory", "記憶"),
    "none": ("No memories.", "記憶はありません。"),
    "none_found": ("No memory speaks of that.", "それに触れる記憶はありません。"),
    "category": ("category", "種類"),
    "origin": ("origin", "出どころ"),
    "feeling": ("feeling", "感情"),
    "keywords": ("keywords", "キーワード"),
    "recalled": ("recalled", "想起"),
    "times": ("{count:time|times}", "{count} 回"),
    "tonight": ("{count:time|times} since the last night", "前の夜から {count} 回"),
    "fades": ("fades by", "減衰"),
    "a_day": ("×{value} a day", "1日 ×{value}"),
    "protected": ("protected", "保護"),
    "kept_until": ("kept until", "予定日まで保持"),
    "archived": ("archived", "アーカイブ"),
    "asks_back": ("asks to come back", "復活待ち"),
    "said": ("what was said", "元の会話"),
    "leads_to": ("leads to", "→ 関連"),
    "reached_from": ("reached from", "← 関連"),
    "history": ("history", "履歴"),
    "next": ("what will become of it", "今後"),
    "stays": ("stays as it is for a year", "1年はこのまま"),
    "is_protected": ("{id} is protected: it will not fade", "{id} を保護しました。薄れません"),
    "is_waiting": (
        "All {limit} protected places are taken.  {id} waits.  Release one of the oldest:",
        "保護記憶が上限（{limit}件）に達しています。{id} は順番待ちです。以下の記憶の保護を解除しますか？",
    ),
    "release_with": ("release with: omoide memories release ID", "解除: omoide memories release ID"),
    "is_released": ("{id} may fade again", "{id} の保護を解除しました"),
    "took_place": ("{id}, which waited, is protected now", "順番待ちの {id} を保護しました"),
    "is_archived": (
        "{id} is in the archive; `omoide memories restore {id}` brings it back as it was",
        "{id} をアーカイブしました。omoide memories restore {id} で元どおりに戻せます",
    ),
    "is_back": ("{id} is back at level {level}", "{id} が段階 {level} に戻りました"),
    "spared": (
        "stays at {level}: there is room; its score alone ({score}) would leave {deserved}",
        "{level} のまま残っています。余裕があるためです（スコア {score} だけなら {deserved}）",
    ),
    "stays_at": ("from {day} on it stays at {level}: there is room", "{day} 以降も {level} のまま（余裕があるため）"),
    "rank": ("would come to mind as number {rank}", "{rank} 番目に思い浮かびます"),
    "not_due": ("No night is due; the next one is at {at}.", "まだ夜ではありません。次は {at} です。"),
    "slept": (
        "Slept through {nights:night|nights}: {memories:memory|memories}.",
        "{nights} 夜ぶん眠りました（記憶 {memories} 件）。",
    ),
    "undone": ("The night of {at} is undone.", "{at} の夜を取り消しました。"),
    "none_ahead": ("No night was run ahead of the clock.", "時計より先に処理された夜はありません。"),
    "no_report": ("There has been no night yet.", "まだ夜を過ごしていません。"),
    "was_undone": ("(undone)", "（取り消し済み）"),
    "levels": ("levels", "段階別"),
    "changes": ("changes", "変化"),
    "seconds": ("seconds", "秒"),
    "night": ("night of", "夜"),
    "why": ("why", "理由"),
    "falls": ("{before} → {after}", "{before} → {after}"),
    "no_falls": ("Nothing will fall within {days:day|days}.", "{days} 日以内に段階が下がる記憶はありません。"),
    "backed_up": ("backup written: {path} ({size})", "バックアップしました: {path}（{size}）"),
    "restored": ("restored; the old file is kept as {path}", "復元しました。元のファイルは {path} に残してあります"),
    "restored_new": ("restored", "復元しました"),
    "vacuumed": ("{before} → {after}", "{before} → {after}"),
    "sound": ("The database is sound.", "データベースに問題はありません。"),
    "database": ("database", "データベース"),
    "log": ("write-ahead log", "書き込みログ"),
    "cache": ("caches", "キャッシュ"),
    "restore_sure": ("Replace everything in {home} by {path}?", "{home} の中身を {path} で置き換えますか？"),
    "left_alone": ("Nothing was changed.", "何も変更していません。"),
    "month": ("month", "月"),
    "total": ("total", "合計"),
    "took": (
        "{turns:turn|turns}, {nights:night|nights} in {seconds} s",
        "{turns} ターン、{nights} 夜を {seconds} 秒で",
    ),
    "drawn": ("drawn: {path}", "図を描きました: {path}"),
}
_CAUSES: dict[Cause, tuple[str, str]] = {
    Cause.MADE: ("made", "生まれた"),
    Cause.FADED: ("faded below its threshold", "保持スコアが閾値以下に薄れた"),
    Cause.CROWDED: ("its level was crowded, it was the weakest there", "段階が満員で最も弱かった"),
    Cause.SPARED: ("its score fell below the threshold, but there is room", "スコアは閾値以下だが、余裕があるので残る"),
    Cause.REVIVED: ("came back from the archive", "アーカイブから復活"),
    Cause.REVIVAL_REFUSED: ("could not come back: no room at level 3", "段階3に空きがなく復活見送り"),
    Cause.DELETED: ("deleted by the rules", "自動削除"),
    Cause.PROTECTED: ("protected", "保護された"),
    Cause.RELEASED: ("released", "保護解除"),
    Cause.RESTORED: ("brought back by hand", "手で戻された"),
    Cause.ARCHIVED: ("archived by hand", "手でアーカイブされた"),
    Cause.FORGOTTEN: ("erased by hand", "手で消された"),
    Cause.UNDONE: ("the night was undone", "夜の取り消し"),
}
_SHORT: dict[Cause, tuple[str, str]] = {
    Cause.FADED: ("faded", "薄れる"),
    Cause.CROWDED: ("crowded out", "満員"),
    Cause.SPARED: ("there is room", "余裕あり"),
    Cause.REVIVED: ("revived", "復活"),
    Cause.REVIVAL_REFUSED: ("no room", "空きなし"),
    Cause.DELETED: ("deleted", "自動削除"),
}
_LEVELS: dict[Level, tuple[str, str]] = {
    Level.FULL: ("1 full", "1 完全"),
    Level.SUMMARY: ("2 summary", "2 圧縮"),
    Level.TRACE: ("3 trace", "3 痕跡"),
    Level.ARCHIVE: ("4 archive", "4 アーカイブ"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def cause_word(cause: Cause, language: Language) -> str:
    """Return why a memory changed."""
    return _in(_CAUSES[cause], language)


def short_cause(cause: Cause, language: Language) -> str:
    """Return why a memory will change, in a word."""
    return _in(_SHORT.get(cause, _CAUSES[cause]), language)


def level_word(level: Level, language: Language) -> str:
    """Return the name of a level."""
    return _in(_LEVELS[level], language)


def _in(pair: tuple[str, str], language: Language) -> str:
    return pair[1] if language is Language.JA else pair[0]
