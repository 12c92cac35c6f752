"""Every format is read line by line, with headings and places; what is no sound file of its kind is refused, and nothing runs."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from omoide.adapters.knowledge.files import KnowledgeFiles
from omoide.domain.knowledge.document import DocumentRules
from omoide.domain.knowledge.lines import DocumentLine
from omoide.errors import DocumentRefused
from omoide.ports.knowledge.files import ReadFacts
from tests.adapters.knowledge import made_files

RULES = DocumentRules()


def read(path: Path, rules: DocumentRules = RULES) -> tuple[list[DocumentLine], ReadFacts]:
    with KnowledgeFiles(path.parent).open(str(path), rules=rules) as opened:
        return list(opened.lines()), opened.facts()


def texts(path: Path, rules: DocumentRules = RULES) -> list[str]:
    return [line.text for line in read(path, rules)[0]]


def refused(path: Path, rules: DocumentRules = RULES) -> str:
    with pytest.raises(DocumentRefused) as told:
        read(path, rules)
    assert str(path) in str(told.value)
    return told.value.kind


def put(folder: Path, name: str, data: bytes | str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(data.encode(encoding) if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16", "utf-16-le"])
def test_a_text_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    path = put(tmp_path, "a.txt", "一行目です。\r\n二行目は田中さん。\n", encoding)
    lines, facts = read(path)
    assert [(line.text, line.number) for line in lines] == [("一行目です。", 1), ("二行目は田中さん。", 2)]
    assert facts.encoding == encoding.removesuffix("-sig")


def test_a_line_without_an_end_comes_in_parts_of_one_line(tmp_path: Path) -> None:
    lines, _ = read(put(tmp_path, "a.txt", "x" * 200_000 + "\nend"))
    assert len(lines) == 5
    assert {line.number for line in lines[:-1]} == {1}
    assert (lines[-1].text, lines[-1].number) == ("end", 2)


def test_markdown_has_headings_and_a_title(tmp_path: Path) -> None:
    lines, facts = read(put(tmp_path, "a.MD", "# 手引き\n## 電源\n入れる。\n"))
    assert (lines[-1].text, lines[-1].headings) == ("入れる。", ("手引き", "電源"))
    assert facts.title == "手引き"


def test_a_page_is_read_as_somebody_sees_it(tmp_path: Path) -> None:
    page = """<!doctype html><html><head><title>規約 &amp; 手引き</title><style>p{}</style></head>
<body><script>alert("run me")</script><h1>第一章</h1>
<p>保証は<b>一年</b>です。<br>次の行</p>
<template>unseen</template><ul><li>甲</li><li>乙</li></ul>
<table><tr><td>列1</td><td>列2</td></tr></table><h2>節</h2><pre>a
  b</pre><!-- a comment --><p onclick="x()">&lt;b&gt;not bold&lt;/b&gt;</p></body></html>"""
    lines, facts = read(put(tmp_path, "a.html", page))
    assert facts.title == "規約 & 手引き"
    body = [(line.text, line.headings) for line in lines if not line.is_heading]
    assert body == [
        ("保証は一年です。", ("第一章",)),
        ("次の行", ("第一章",)),
        ("甲", ("第一章",)),
        ("乙", ("第一章",)),
        ("列1 列2", ("第一章",)),
        ("a\n  b", ("第一章", "節")),
        ("<b>not bold</b>", ("第一章", "節")),
    ]
    assert next(line.number for line in lines if line.text == "保証は一年です。") == 3


def test_a_page_in_shift_jis_that_says_so(tmp_path: Path) -> None:
    path = put(tmp_path, "a.htm", '<meta charset="Shift_JIS"><p>営業時間は九時から。</p>', "cp932")
    assert texts(path) == ["営業時間は九時から。"]


@pytest.mark.parametrize("piece", ["<a", "<!--", "<!", "</", "&", "<a b='", "<script>", "<![CDATA[", "<div><p>"])
def test_a_page_that_never_ends_its_tags_takes_no_long_time(tmp_path: Path, piece: str) -> None:
    read(put(tmp_path, "a.html", "<p>hello</p>" + piece * (600_000 // len(piece))))


def test_a_table_has_the_names_of_its_columns_in_every_row(tmp_path: Path) -> None:
    path = put(tmp_path, "a.csv", '商品,価格,備考\r\nりんご,120,"赤い,\r\n甘い"\r\n\r\nみかん,80,\r\n', "cp932")
    lines, _ = read(path)
    assert [(line.text, line.number) for line in lines] == [
        ("商品 | 価格 | 備考", 1),
        ("商品: りんご; 価格: 120; 備考: 赤い, 甘い", 2),
        ("商品: みかん; 価格: 80", 4),
    ]


def test_a_table_may_be_cut_by_tabs_and_have_no_names(tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a.csv", "1\t2\n3\t4\n")) == ["1 | 2", "3 | 4"]


def test_json_is_told_by_its_keys(tmp_path: Path) -> None:
    data = {
        "shop": "みどり屋",
        "faq": [{"q": "返品は？", "a": "七日以内"}, {"q": "配送は？", "tags": ["送料", "無料"]}],
        "n": 1.5,
        "no": None,
    }
    lines, _ = read(put(tmp_path, "a.json", json.dumps(data, ensure_ascii=False), "utf-8-sig"))
    assert [(line.text, line.headings, line.number) for line in lines] == [
        ("shop: みどり屋", (), 1),
        ("q: 返品は？", ("faq",), 1),
        ("a: 七日以内", ("faq",), 1),
        ("q: 配送は？", ("faq",), 2),
        ("tags: 送料", ("faq",), 2),
        ("tags: 無料", ("faq",), 2),
        ("n: 1.5", (), 2),
    ]


@pytest.mark.parametrize("data", ['{"a": ', "{'a': 1}", '{"a": "x', "[" * 200_000, "nonsense"])
def test_broken_json_is_refused(tmp_path: Path, data: str) -> None:
    assert refused(put(tmp_path, "a.json", data)) == "damaged"


def test_word_has_headings_and_paragraphs(tmp_path: Path) -> None:
    data = made_files.docx(
        [
            ("1", "就業規則"),
            ("2", "休暇"),
            ("", "年次有給休暇は <20> 日とする。"),
            ("", ""),
            ("2", "給与"),
            ("", "月末払い。"),
        ]
    )
    lines, facts = read(put(tmp_path, "a.docx", data))
    assert facts.title == "就業規則"
    assert [(line.text, line.headings, line.number) for line in lines if not line.is_heading] == [
        ("年次有給休暇は <20> 日とする。", ("就業規則", "休暇"), 3),
        ("月末払い。", ("就業規則", "給与"), 6),
    ]


def test_a_word_file_that_only_grows_is_left_at_once(tmp_path: Path) -> None:
    bomb = put(tmp_path, "bomb.docx", made_files.zip_bomb(megabytes=300))
    assert bomb.stat().st_size < 500_000
    assert refused(bomb) == "expands"


def test_entities_are_never_resolved(tmp_path: Path) -> None:
    laughs = (
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + made_files.word_xml("<w:body/>").split(b"?>", 1)[1]
    )
    assert refused(put(tmp_path, "a.docx", made_files.package(laughs))) == "damaged"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 nothing", b"plain text", made_files.package(b"<w:unclosed>")])
def test_what_is_no_word_file_is_refused(tmp_path: Path, data: bytes) -> None:
    assert refused(put(tmp_path, "a.docx", data)) == "damaged"


def test_word_files_with_a_password_are_refused(tmp_path: Path) -> None:
    assert refused(put(tmp_path, "a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))) == "encrypted"


def test_an_unpacked_word_file_is_read_too(tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a.docx", made_files.docx([("", "plain")], compression=zipfile.ZIP_STORED))) == ["plain"]


def test_a_pdf_is_read_page_by_page_below_its_bookmarks(tmp_path: Path) -> None:
    pages = ["保証期間は一年です。", "", "The second chapter\nspeaks of power."]
    data = made_files.pdf(pages, title="取扱説明書", bookmarks=[("保証", 1), ("Power", 3)])
    lines, facts = read(put(tmp_path, "a.pdf", data))
    assert [(line.text.split("\n")[0], line.number, line.headings) for line in lines] == [
        ("保証期間は一年です。", 1, ("保証",)),
        ("The second chapter speaks of power.", 3, ("Power",)),
    ]
    assert (facts.title, facts.pages) == ("取扱説明書", 3)


def test_a_pdf_with_a_password_is_refused_and_one_without_is_read(tmp_path: Path) -> None:
    assert refused(put(tmp_path, "a.pdf", made_files.locked_pdf(["secret plans"]))) == "encrypted"
    assert texts(put(tmp_path, "b.pdf", made_files.locked_pdf(["open to all"], user=""))) == ["open to all"]


def test_a_pdf_with_too_many_pages_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "a.pdf", made_files.pdf(["page"] * 11))
    assert refused(path, DocumentRules(pages=10)) == "too_many_pages"


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"%PDF-1.7\n" + os.urandom(4_000), made_files.pdf(["x"])[:300], b"<html>"]
)
def test_what_is_no_pdf_is_refused(tmp_path: Path, data: bytes) -> None:
    assert refused(put(tmp_path, "a.pdf", data)) == "damaged"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    for name in ("a.txt", "a.md", "a.html", "a.csv", "a.json"):
        assert refused(put(tmp_path, name, bytes(range(256)) * 50)) == "not_text"


def test_a_text_that_turns_into_something_else_is_refused(tmp_path: Path) -> None:
    assert refused(put(tmp_path, "a.txt", b"ordinary text\n" * 6_000 + b"\xff\xfe\xff" * 50_000)) == "not_text"
