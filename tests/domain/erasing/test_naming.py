"""A subject is named by its words, not by its letters."""

import pytest

from omoide.domain.erasing.naming import Subject


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Rosalind", "I met ROSALIND at the bakery."),
        ("Rosalind", "Rosalind's bread"),
        ("Quillfeather", "I saw Quillfeather-the-therapist today"),
        ("Anna Maria", "then anna maria called"),
        ("モモ", "猫のモモが寝てる"),
        ("モモ", "ももが寝てる"),
        ("田中", "田中さんと話した"),
        ("Café Luna", "we met at cafe luna"),
    ],
)
def test_a_text_names_the_subject(name: str, text: str) -> None:
    assert Subject(name).is_named_in(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Fri", "a friend came by"),
        ("Ann", "the annual report by Anna"),
        ("Anna Maria", "Anna met Maria"),
        ("モモ", "スモモを食べた"),
        ("ラン", "ランチに行った"),
        ("田中", "中田さんと話した"),
    ],
)
def test_a_text_does_not_name_what_it_only_spells(name: str, text: str) -> None:
    assert not Subject(name).is_named_in(text)


def test_punctuation_names_nobody() -> None:
    assert not Subject("…!?").is_nameable


def test_a_subject_with_several_names_is_named_by_each_of_them() -> None:
    mio = Subject("美緒", "みお")
    assert mio.is_named_in("美緒が来た")
    assert mio.is_named_in("ミオちゃん元気？")
    assert not mio.is_named_in("緒方さんと話した")
    assert not Subject().is_named_in("美緒が来た")
    assert not Subject().is_nameable
