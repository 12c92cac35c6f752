"""The mind of a project goes by the whole path; its name is a label that can always be had."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.hosts.project import former_name, is_of, mind_name
from omoide.domain.personas.persona import checked_name


@given(folder=st.text(st.characters(codec=None), max_size=300))
def test_whatever_a_folder_is_called_its_mind_has_a_name_that_a_persona_can_have(folder: str) -> None:
    name = mind_name(folder)
    assert name == "" or checked_name(name) == name
    assert former_name(folder) is not None


def test_two_folders_of_one_name_have_two_minds() -> None:
    assert mind_name("/clientA/app") != mind_name("/clientB/app")
    assert mind_name("/clientA/app").startswith("app-")


def test_a_trailing_slash_makes_no_other_folder() -> None:
    assert mind_name("/clientA/app/") == mind_name("/clientA/app")


@pytest.mark.parametrize("folder", ["/", ""])
def test_a_folder_without_a_name_has_no_mind_of_its_own(folder: str) -> None:
    assert mind_name(folder) == ""


def test_a_long_name_is_cut_and_still_tells_two_folders_apart() -> None:
    names = {mind_name(f"/projects/{'x' * 200}{end}") for end in "ab"}
    assert len(names) == 2
    assert all(len(name) == 100 for name in names)


def test_a_mind_is_of_a_folder_when_everything_was_said_there_or_below() -> None:
    assert is_of("/a/app", ["/a/app", "/a/app/src"], longest=200)
    assert not is_of("/a/app", ["/a/app", "/b/app"], longest=200)
    assert not is_of("/a/app", ["/a/apple"], longest=200)
    assert not is_of("/a/app", [], longest=200)
    assert is_of(f"/{'x' * 300}", ["x" * 200], longest=200)
