"""Which projects are left alone."""

from pathlib import PurePosixPath as Path

import pytest

from omoide.domain.hosts.opt_out import is_named


@pytest.mark.parametrize("folder", ["/home/me/secret", "/home/me/secret/deep/er"])
def test_a_named_folder_speaks_for_everything_below_it(folder: str) -> None:
    assert is_named(Path(folder), ["/home/me/secret/"])
    assert is_named(Path(folder), ["*/secret"])
    assert not is_named(Path(folder), ["/home/me/sec", "/other"])
