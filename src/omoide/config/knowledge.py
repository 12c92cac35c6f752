"""Settings of knowledge: how large documents may be (SPEC K1)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class KnowledgeSettings(Section):
    """Documents that are looked up when they are asked for."""

    ja: ClassVar[str] = "知識ベース（尋ねたときだけ調べる文書）"
    file_bytes: int = setting(
        50_000_000, "most bytes of a file; a larger one is refused", "1ファイルの最大バイト数", ge=1, le=10_000_000_000
    )
    pages: int = setting(
        2_000, "most pages of a document; one with more is refused", "1文書の最大ページ数", ge=1, le=1_000_000
    )
    document_characters: int = setting(
        5_000_000,
        "most characters of a document as it is read; a longer one is refused",
        "1文書の最大文字数",
        ge=1,
        le=1_000_000_000,
    )
    expansion: float = setting(
        100.0,
        "how many times its packed size the text of a file may grow to when it is unpacked",
        "展開後の大きさの上限（圧縮時の何倍まで）",
        ge=1,
        le=10_000,
    )
    folder_files: int = setting(
        20_000, "most documents of one folder, with all below it", "1フォルダーの最大文書数", ge=1, le=1_000_000
    )
    most_hits: int = setting(5, "most hits that a search returns", "検索が返す最大件数", ge=1, le=1000)
