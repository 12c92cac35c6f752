"""Folders hold all sorts of things: nothing in them hangs, misleads or stops us."""

import os
from pathlib import Path

import pytest

from omoide.adapters.knowledge.files import KnowledgeFiles
from omoide.domain.knowledge.document import DocumentRules
from omoide.errors import DocumentRefused

RULES = DocumentRules()


def kinds(folder: Path) -> dict[str, str]:
    listing = KnowledgeFiles(folder).below(str(folder), rules=RULES)
    return {Path(each.path).name: each.kind.value for each in listing.troubles}


def kind_of_open(path: Path, rules: DocumentRules = RULES) -> str:
    with pytest.raises(DocumentRefused) as told, KnowledgeFiles(path.parent).open(str(path), rules=rules) as opened:
        _ = opened.hash
    return told.value.kind


def test_a_folder_is_looked_through_and_what_is_no_document_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("b.md", "a.txt", "deep/er/c.PDF", "x.png", "noname", ".hidden.md", "deep/.git"):
        (tmp_path / name).write_text("x")
    listing = KnowledgeFiles(tmp_path).below(str(tmp_path), rules=RULES)
    assert [Path(each).name for each in listing.paths] == ["a.txt", "b.md", "c.PDF"]
    assert (listing.ignored, listing.troubles) == (4, ())


def test_links_are_told_and_not_followed_even_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "real.txt").write_text("x")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    (tmp_path / "broken.txt").symlink_to(tmp_path / "nowhere")
    assert kinds(tmp_path) == {"loop": "link", "link.txt": "link", "broken.txt": "link"}


def test_special_files_are_told_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert kinds(tmp_path) == {"pipe.txt": "special"}
    assert kind_of_open(tmp_path / "pipe.txt") == "special"
    (tmp_path / "folder.txt").mkdir()
    assert kind_of_open(tmp_path / "folder.txt") == "special"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "a.txt").chmod(0)
    assert kind_of_open(tmp_path / "a.txt") == "unreadable"


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    listing = KnowledgeFiles(tmp_path).below(str(tmp_path / "gone"), rules=RULES)
    assert [each.kind.value for each in listing.troubles] == ["unreadable"]
    assert kind_of_open(tmp_path / "gone.txt") == "unreadable"


def test_a_name_that_is_no_utf8_is_told(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.txt")).write_text("x")
    assert list(kinds(tmp_path).values()) == ["name"]


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.truncate(200_000_000)
    assert kind_of_open(tmp_path / "a.txt") == "too_large"


def test_a_folder_with_too_many_documents_is_refused(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(DocumentRefused, match=r"knowledge\.folder_files"):
        KnowledgeFiles(tmp_path).below(str(tmp_path), rules=DocumentRules(folder_files=10))


def test_a_file_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    with KnowledgeFiles(tmp_path).open(str(path), rules=RULES) as opened:
        assert [line.text for line in opened.lines()] == ["one"]
        path.write_text("another")
        with pytest.raises(DocumentRefused, match="changed while it was read"):
            opened.facts()


def test_the_same_bytes_have_the_same_hash_and_others_another(tmp_path: Path) -> None:
    hashes = []
    for name, text in (("a.txt", "same"), ("b.md", "same"), ("c.txt", "other")):
        (tmp_path / name).write_text(text)
        with KnowledgeFiles(tmp_path).open(str(tmp_path / name), rules=RULES) as opened:
            hashes.append(opened.hash)
    assert hashes[0] == hashes[1] != hashes[2]


def test_only_what_is_not_there_is_gone(tmp_path: Path) -> None:
    files = KnowledgeFiles(tmp_path)
    (tmp_path / "a.txt").touch()
    assert not files.is_gone(str(tmp_path / "a.txt"))
    assert files.is_gone(str(tmp_path / "b.txt"))
    assert files.is_gone(str(tmp_path / "a.txt" / "c"))
    assert not files.is_gone("\0")
