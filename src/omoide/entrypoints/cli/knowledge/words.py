"""What is said about documents, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "added": ("Added {count:document|documents}", "{count} 件の文書を追加しました"),
    "changed": ("Read again, for {count:document has|documents have} changed", "変更された {count} 件を読み直しました"),
    "removed": ("Removed {count:document|documents}; the files stay", "{count} 件の文書を外しました（ファイルは残ります）"),
    "unchanged": ("{count:document was|documents were} known already", "{count} 件は変わっていません"),
    "missing": (
        "{count:file is|files are} gone; the text stays known until `omoide knowledge remove`, or `update --prune`:",
        "{count} 件のファイルが見つかりません。内容は omoide knowledge remove か update --prune まで残ります:",
    ),
    "empty": (
        "{count:document holds|documents hold} no text (pictures only, or nothing):",
        "文字のない文書が {count} 件あります（画像だけ、または空）:",
    ),
    "troubles": ("{count:file was|files were} not taken in:", "取り込めなかったファイルが {count} 件あります:"),
    "ignored": ("{count:other file was|other files were} passed over", "ほかの {count} 件のファイルは対象外です"),
    "left_out": ("{count:chunk|chunks} left out (privacy.never_record)", "privacy.never_record により {count} 個の断片を除きました"),
    "vectors_wait": (
        "The embedder is out of reach: words are found now, meaning follows by itself (or `omoide index update`).",
        "埋め込みモデルに届かないため、今は語だけで検索できます。意味検索は後からひとりでに整います（omoide index update でも可）。",
    ),
    "nothing": ("Nothing has changed.", "変更はありません。"),
    "none": (
        "No documents yet; add some with: omoide knowledge add FILE_OR_FOLDER",
        "文書はまだありません: omoide knowledge add ファイルまたはフォルダー",
    ),
    "nothing_found": ("The documents say nothing about that.", "文書には見つかりません。"),
    "folder": ("Folder {path}", "フォルダー {path}"),
    "reading": ("{name}: {count} chunks", "{name}: {count} 断片"),
    "embedding": ("{name}: {count} vectors", "{name}: {count} ベクトル"),
    "number": ("no.", "番号"),
    "name": ("document", "文書"),
    "format": ("format", "形式"),
    "chunks": ("chunks", "断片"),
    "changed_at": ("read", "読んだ日時"),
    "state": ("state", "状態"),
    "path": ("path", "場所"),
    "is_missing": ("file gone", "ファイルなし"),
    "is_empty": ("no text", "文字なし"),
}  # fmt: skip


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
