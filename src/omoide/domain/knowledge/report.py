"""What adding, updating and removing documents did, and what is wrong with which file."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from omoide.domain.knowledge.document import KnowledgeDocument
from omoide.domain.text.language import Language
from omoide.errors import DocumentRefused


class TroubleKind(StrEnum):
    """Why a file was not taken in."""

    TOO_LARGE = "too_large"
    TOO_LONG = "too_long"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_MANY_FILES = "too_many_files"
    EXPANDS = "expands"
    ENCRYPTED = "encrypted"
    NEEDS_EXTRA = "needs_extra"
    DAMAGED = "damaged"
    NOT_TEXT = "not_text"
    UNREADABLE = "unreadable"
    SPECIAL = "special"
    LINK = "link"
    NAME = "name"
    CHANGED = "changed"
    UNKNOWN_FORMAT = "unknown_format"


SETTINGS = {
    TroubleKind.TOO_LARGE: "knowledge.file_bytes",
    TroubleKind.TOO_LONG: "knowledge.document_characters",
    TroubleKind.TOO_MANY_PAGES: "knowledge.pages",
    TroubleKind.TOO_MANY_FILES: "knowledge.folder_files",
    TroubleKind.EXPANDS: "knowledge.expansion",
}
"""Which setting is the limit."""
_WHY = {
    TroubleKind.TOO_LARGE: (
        "it has {detail} bytes, more than {setting} allows; raise that, or split the file",
        "{detail} バイトあり、{setting} の上限を超えています。設定を上げるか、ファイルを分けてください",
    ),
    TroubleKind.TOO_LONG: (
        "its text is longer than the {detail} characters of {setting}; raise that, or split the file",
        "本文が {setting} の {detail} 文字を超えています。設定を上げるか、ファイルを分けてください",
    ),
    TroubleKind.TOO_MANY_PAGES: (
        "it has {detail} pages, more than {setting} allows; raise that, or split the file",
        "{detail} ページあり、{setting} の上限を超えています。設定を上げるか、ファイルを分けてください",
    ),
    TroubleKind.TOO_MANY_FILES: (
        "it holds more than the {detail} documents of {setting}; add its folders one by one, or raise that",
        "文書が {setting} の {detail} 件を超えています。フォルダーを分けて追加するか、設定を上げてください",
    ),
    TroubleKind.EXPANDS: (
        "unpacked it grows to more than {detail} times its size ({setting}), as no honest document does; it was not unpacked further",
        "展開すると {detail} 倍（{setting}）を超えるため、展開を中止しました。まともな文書ではありません",
    ),
    TroubleKind.ENCRYPTED: (
        "it is protected by a password; save a copy without one and add that",
        "パスワードで保護されています。保護を外した写しを追加してください",
    ),
    TroubleKind.NEEDS_EXTRA: (
        "it is encrypted with AES; if it opens without a password, `pip install 'omoide[knowledge]'` and add it again",
        "AES で暗号化されています。パスワードなしで開けるものなら pip install 'omoide[knowledge]' の後に追加し直してください",
    ),
    TroubleKind.DAMAGED: (
        "it is damaged, or no file of its kind ({detail})",
        "壊れているか、拡張子どおりのファイルではありません（{detail}）",
    ),
    TroubleKind.NOT_TEXT: (
        "it is no text in UTF-8, UTF-16, Shift_JIS, EUC-JP or a Western encoding; save it as UTF-8",
        "UTF-8・UTF-16・Shift_JIS・EUC-JP などの文章として読めません。UTF-8 で保存し直してください",
    ),
    TroubleKind.UNREADABLE: ("it cannot be read: {detail}", "読めません: {detail}"),
    TroubleKind.SPECIAL: ("it is no ordinary file", "通常のファイルではありません"),
    TroubleKind.LINK: (
        "it is a link, and links in folders are not followed; add what it points at by itself",
        "リンクです（フォルダー内のリンクはたどりません）。リンク先を直接追加してください",
    ),
    TroubleKind.NAME: ("its name is not UTF-8; rename it", "ファイル名が UTF-8 ではありません。名前を変えてください"),
    TroubleKind.CHANGED: (
        "it was changed while it was read; update again",
        "読んでいる間に変更されました。もう一度更新してください",
    ),
    TroubleKind.UNKNOWN_FORMAT: (
        "its name ends in none of {detail}",
        "拡張子が {detail} のいずれでもありません",
    ),
}


def why(kind: TroubleKind, *, detail: str = "", language: Language = Language.EN) -> str:
    """Return what is wrong, and what to do."""
    return _WHY[kind][1 if language is Language.JA else 0].format(detail=detail, setting=SETTINGS.get(kind, ""))


def refusal(path: str, kind: TroubleKind, detail: str = "") -> DocumentRefused:
    """Return the error that tells of a file that was not taken in."""
    return DocumentRefused(path, why(kind, detail=detail), kind=kind.value, detail=detail)


@dataclass(frozen=True, slots=True)
class FileTrouble:
    """A file that was not taken in, and why; what was known of it before stays."""

    path: str
    kind: TroubleKind
    detail: str = ""
    """A number or the system's own word for it; never anything that the file holds."""


@dataclass(frozen=True, slots=True)
class KnowledgeStep:
    """How far adding has come."""

    path: str
    """The file that is being read."""
    number: int
    """Of the file, from 1 on."""
    files: int
    chunks: int = 0
    """Chunks of it that were read so far."""
    vectors: int = 0
    """Vectors that were made since this file was read."""


@dataclass(frozen=True, slots=True)
class KnowledgeReport:
    """What was done."""

    added: tuple[KnowledgeDocument, ...] = ()
    changed: tuple[KnowledgeDocument, ...] = ()
    removed: tuple[KnowledgeDocument, ...] = ()
    missing: tuple[KnowledgeDocument, ...] = ()
    """Files that are gone; their text is known until they are removed."""
    unchanged: int = 0
    ignored: int = 0
    """Files of a folder that are no documents by their name, and hidden ones."""
    troubles: tuple[FileTrouble, ...] = ()
    vectors_wait: bool = False
    """True when the embedder was out of reach: words are found, meaning follows by itself."""

    @property
    def empty(self) -> tuple[KnowledgeDocument, ...]:
        """Return documents that were read and hold no text: pictures only, or nothing."""
        return tuple(each for each in (*self.added, *self.changed) if not each.facts.chunks)

    @property
    def chunks(self) -> int:
        """Return how many chunks were made."""
        return sum(each.facts.chunks for each in (*self.added, *self.changed))


def joined(reports: Sequence[KnowledgeReport]) -> KnowledgeReport:
    """Return what was done in all."""
    return KnowledgeReport(
        added=tuple(each for one in reports for each in one.added),
        changed=tuple(each for one in reports for each in one.changed),
        removed=tuple(each for one in reports for each in one.removed),
        missing=tuple(each for one in reports for each in one.missing),
        unchanged=sum(one.unchanged for one in reports),
        ignored=sum(one.ignored for one in reports),
        troubles=tuple(each for one in reports for each in one.troubles),
        vectors_wait=any(one.vectors_wait for one in reports),
    )
