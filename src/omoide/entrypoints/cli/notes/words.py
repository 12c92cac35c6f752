"""What is said about notes, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "note": ("note", "ノート"),
    "period": ("archive of", "アーカイブ"),
    "version": ("version", "版"),
    "changed": ("changed", "更新"),
    "characters": ("characters", "文字数"),
    "begins": ("begins", "書き出し"),
    "when": ("when", "いつ"),
    "who": ("by", "誰が"),
    "what": ("what", "何を"),
    "size": ("change", "増減"),
    "reason": ("why", "理由"),
    "day": ("day", "日付"),
    "text": ("text", "本文"),
    "owner": ("you", "あなた"),
    "persona": ("the persona", "人格"),
    "omoide": ("Omoide", "Omoide"),
    "write": ("written", "書きかえ"),
    "append": ("added", "追記"),
    "replace": ("replaced", "置きかえ"),
    "restore": ("restored", "復元"),
    "archive": ("archived", "アーカイブ"),
    "erase": ("erased words taken out", "消した言葉を除去"),
    "no_notes": (
        "No notes yet; write one with: omoide notes edit notepad",
        "ノートはまだありません: omoide notes edit notepad",
    ),
    "empty": ("The {title} is empty.", "{title}は空です。"),
    "no_history": ("The {title} was never written.", "{title}にはまだ何も書かれていません。"),
    "kept": ("{title}: version {version} kept, {size:character|characters}", "{title}: 第{version}版として保存しました（{size} 文字）"),
    "unchanged": ("{title}: nothing changed", "{title}: 変更はありません"),
    "no_difference": ("No difference.", "違いはありません。"),
    "no_newline": ("(no line end here)", "（行末の改行なし）"),
    "archived": ("{period}: archived, {size:character|characters}", "{period}: アーカイブしました（{size} 文字）"),
    "nothing_over": ("No month is over that is still in the diary.", "日記に残っている、過ぎた月はありません。"),
    "nothing_found": ("Nothing is noted about that.", "ノートには見つかりません。"),
    "file": ("file", "ファイル"),
    "no_files": ("No program keeps files with this persona.", "この人格とともに保存されたファイルはありません。"),
    "files_gone": ("Taken away: {names}", "取り除きました: {names}"),
    "files_back": ("Brought back: {names}", "元に戻しました: {names}"),
    "draft_left": (
        "another edit of this is under way or was broken off; what was typed is in {path}",
        "別の編集が開いているか、途中で終わっています。入力は {path} にあります",
    ),
}  # fmt: skip


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
