"""What is said about erasing, in Japanese and English."""

from omoide.domain.erasing.receipt import ErasureReport, Left, LeftKind
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_TEXTS = {
    "erased": (
        "Erased {events:turn|turns} and all that was made of what was said: {rows}.",
        "{events} ターンと、そこから作られたすべてを消しました: {rows}。",
    ),
    "would": (
        "Would erase {events:turn|turns} and all that was made of what was said: {rows}.",
        "{events} ターンと、そこから作られたすべてが消えます: {rows}。",
    ),
    "more": ("… and {count} more", "… ほか {count} 件"),
    "redacted": (
        "Taken out of {count:turn|turns} into which it had been carried: {turns}",
        "持ち込まれていた {count} ターンから取り除きました: {turns}",
    ),
    "would_redact": (
        "Would be taken out of {count:turn|turns} into which it had been carried: {turns}",
        "持ち込まれている {count} ターンから取り除きます: {turns}",
    ),
    "clean": (
        "Looked for {count:piece|pieces} of what was said{short}: none is left in this home.",
        "発言の断片 {count} 件{short}を探しましたが、このホームには残っていません。",
    ),
    "short": (", and for the rows of {count:short text|short texts}", "と、短い発言 {count} 件の行"),
    "looked": (
        "Looked for {count:piece|pieces} of what was said{short}. Still found in:",
        "発言の断片 {count} 件{short}を探しました。まだ残っている場所:",
    ),
    "unsearched": (
        "What was said is no longer known here, so it could not be looked for. Still found by their rows: {where}",
        "発言の内容はもう分からないため、探せませんでした。行として残っている場所: {where}",
    ),
    "nowhere": ("nowhere", "なし"),
    "said_elsewhere": (
        "{place}: other turns say the same ({turns})",
        "{place}: ほかのターンでも同じことが話されています（{turns}）",
    ),
    "other_persona": ("{place}: another persona has it too", "{place}: ほかの人格も同じ内容を持っています"),
    "note": (
        "{place}: you wrote the same into a note or a profile, now or earlier; `omoide notes search` or `omoide entities search` finds it",
        "{place}: 同じことがノートかプロファイルに（以前の版も含めて）手書きされています（omoide notes search / omoide entities search）",
    ),
    "known_document": (
        "{place}: documents that you added hold it ({turns}); they stay until `omoide knowledge remove`",
        "{place}: 追加した文書にあります（{turns}）。omoide knowledge remove で外すまで残ります",
    ),
    "row": ("{place}", "{place}"),
    "file": ("{place}", "{place}"),
    "backup": ("{place}: a backup; delete it to be rid of it", "{place}: バックアップです。不要なら削除してください"),
    "unread": ("{place}: could not be read", "{place}: 読めませんでした"),
    "turns_sure": ("Erase {what} of {persona} for good?", "{persona} の {what} を完全に消しますか？"),
    "memory_sure": ("Erase {id} for good: {text}?", "{id} を完全に消しますか？ {text}"),
    "memory_erased": (
        "{id} is gone for good; the turn it was made of stays in the log",
        "{id} を完全に消しました（元の会話は記録に残ります）",
    ),
    "event": ("turn {value}", "ターン {value}"),
    "session": ("session {value}", "セッション {value}"),
    "period": ("the time {value}", "期間 {value}"),
    "about": ("everything about {value}", "{value} に関するすべて"),
    "client": ("what came from {value}", "{value} からの発言"),
    "source": ("what came as {value}", "{value} として届いた発言"),
    "document": ("what came from the file {value}", "ファイル {value} の発言"),
    "everything": ("everything, and the persona itself", "すべてと、人格そのもの"),
    "and": (", ", "・"),
    "no_receipts": ("Nothing was ever erased in this home.", "このホームでは、まだ何も消されていません。"),
    "number": ("no.", "番号"),
    "when": ("erased", "消した時刻"),
    "scope": ("by", "範囲"),
    "events": ("turns", "ターン"),
    "left": ("left", "残り"),
    "seal": ("seal", "封印"),
    "broken": ("BROKEN", "壊れています"),
    "none_left": ("none", "なし"),
    "not_searched": ("not looked for", "未確認"),
    "older": ("no receipt", "記録なし"),
    "server": (
        "the server's own journal, archives, replicas and copies were not searched: docs/how-to/postgresql.md",
        "サーバーのジャーナル、アーカイブ、レプリカ、複製は調べていません: docs/how-to/postgresql.ja.md",
    ),
}
MOST_SHOWN = 20
"""Turns that are named; of more, the number."""


def text(key: str, language: Language, **values: object) -> str:
    """Return a sentence with its values put in."""
    return told(_TEXTS[key], language, values)


def lines(report: ErasureReport, language: Language) -> list[str]:
    """Return what a report says, line by line."""
    rows = ", ".join(f"{name} {count}" for name, count in report.rows)
    said = [text("would" if report.is_rehearsal else "erased", language, events=report.events, rows=rows)]
    if report.redacted:
        key = "would_redact" if report.is_rehearsal else "redacted"
        said.append(text(key, language, count=len(report.redacted), turns=_numbers(report.redacted, language)))
    if report.is_rehearsal:
        return [*said, *(place(each, language) for each in report.left)]
    return [*said, *_findings(report, language)]


def _findings(report: ErasureReport, language: Language) -> list[str]:
    short = text("short", language, count=report.short) if report.short else ""
    if not report.is_searched:
        where = ", ".join(report.left_in) or text("nowhere", language)
        return [text("unsearched", language, where=where)]
    if report.is_clean:
        return [text("clean", language, count=report.searched_for, short=short)]
    found = text("looked", language, count=report.searched_for, short=short)
    return [found, *(f"  {place(each, language)}" for each in report.left)]


def place(left: Left, language: Language) -> str:
    """Return where something is left, and why."""
    named = left.why in (LeftKind.SAID_ELSEWHERE, LeftKind.KNOWN_DOCUMENT)
    turns = _numbers(left.events, language) if named else ""
    return text(left.why.value, language, place=left.place, turns=turns)


def _numbers(numbers: tuple[int, ...], language: Language) -> str:
    shown = " ".join(f"#{number}" for number in numbers[:MOST_SHOWN])
    more = len(numbers) - MOST_SHOWN
    return f"{shown} {text('more', language, count=more)}" if more > 0 else shown
