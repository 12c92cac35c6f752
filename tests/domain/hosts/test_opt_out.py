"""Which projects are left alone."""

from pathlib import PurePosixPath as Path

import pytest

from omoide.domain.hosts.opt_out import is_left_out, is_named


@pytest.mark.parametrize("folder", ["/home/me/secret", "/home/me/secret/deep/er"])
def test_a_named_folder_speaks_for_everything_below_it(folder: str) -> None:
    assert is_named(Path(folder), ["/home/me/secret/"])
    assert is_named(Path(folder), ["*/secret"])
    assert not is_named(Path(folder), ["/home/me/sec", "/other"])


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
