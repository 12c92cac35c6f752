"""`omoide export` and `omoide import archive` through the real door."""

import json
from pathlib import Path

import pytest

from tests.entrypoints.command import command_in


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_mind_is_written_and_taken_in_elsewhere(tmp_path: Path, language: str) -> None:
    one, other = command_in(tmp_path / "one"), command_in(tmp_path / "other")
    one("persona", "add", "haru", "--language", "ja")
    one("--persona", "haru", "observe", "猫の名前はモモ", "--assistant", "覚えたよ")
    path = tmp_path / "haru.omoide"
    done = one("--persona", "haru", "export", str(path), LANG=f"{language}.UTF-8", OMOIDE_LANGUAGE=language)
    assert done.returncode == 0, done.stderr
    assert str(path) in done.stdout
    again = one("--persona", "haru", "export", str(path))
    assert (again.returncode, "already there" in again.stderr) == (again.returncode or 1, True)
    other("persona", "add", "copy", "--language", "ja")
    taken = other("--json", "--persona", "copy", "import", "archive", str(path))
    assert json.loads(taken.stdout)["of"] == "haru", taken.stderr
    twice = other("--persona", "copy", "import", "archive", str(path))
    assert twice.returncode != 0
    assert "has a mind already" in twice.stderr
    assert "猫の名前はモモ" in other("--persona", "copy", "log").stdout
    said = other("--json", "--persona", "copy", "export", str(tmp_path / "b.omoide"), "--secret-diary").stdout
    assert json.loads(said)["secret_diary"] is True


def test_what_is_no_archive_is_refused_in_a_line(tmp_path: Path) -> None:
    run = command_in(tmp_path / "one")
    (tmp_path / "text.omoide").write_text("no archive")
    run("persona", "add", "haru")
    done = run("--persona", "haru", "import", "archive", str(tmp_path / "text.omoide"))
    assert done.returncode != 0
    assert "not taken in" in done.stderr
    assert "Traceback" not in done.stderr
