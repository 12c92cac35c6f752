"""Which projects are left alone, by their ignore files."""

from pathlib import PurePosixPath as Path

import pytest

from omoide.adapters.hosts.claude_code.projects import is_left_out


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a remark\n"])
def test_an_empty_ignore_file_speaks_for_its_whole_folder(text: str) -> None:
    assert is_left_out(text, folder=Path("/p/a/b"), of=Path("/p"))


def test_an_ignore_file_with_lines_speaks_only_for_what_they_name() -> None:
    text = "# ours\nprivate/\nclients/*\n"
    assert is_left_out(text, folder=Path("/p/private/x"), of=Path("/p"))
    assert is_left_out(text, folder=Path("/p/clients/acme"), of=Path("/p"))
    assert is_left_out(text, folder=Path("/p/lib/private"), of=Path("/p"))
    assert not is_left_out(text, folder=Path("/p/lib"), of=Path("/p"))
    assert not is_left_out(text, folder=Path("/p"), of=Path("/p"))


@pytest.mark.parametrize(
    ("folder", "is_out"),
    [
        ("clients/acme", True),
        ("clients/acme/deep", True),
        ("clients/open", False),
        ("clients/open/src", False),
        ("here", True),
        ("lib/here", False),
        ("a/drafts/b", True),
        ("c/drafts", True),
    ],
)
def test_the_rules_are_those_of_gitignore(folder: str, is_out: bool) -> None:
    text = "clients/*\n!clients/open\n/here\n**/drafts/\n"
    assert is_left_out(text, folder=Path("/p") / folder, of=Path("/p")) is is_out


def test_a_line_that_is_no_pattern_leaves_everything_out() -> None:
    assert is_left_out("!\n", folder=Path("/p/a"), of=Path("/p"))
