"""`omoide move` through the real door."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.entrypoints.cli.app import answer
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `omoide` in this process; return its exit code and everything it said."""

    def run(home: Path, *words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            answer(["--home", str(home), *words])
        said = capfd.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    return run


def talked(home: Path) -> None:
    with Omoide.open(home, embedder=hashing(), beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja")
        omoide.mind("haru").observe(user="猫の名前はモモ", assistant="覚えたよ")


def test_it_goes_to_a_server_is_used_there_and_comes_back(
    tmp_path: Path, run: Run, postgres: Callable[[], TestServer]
) -> None:
    home, url = tmp_path / "home", postgres().empty()
    talked(home)
    code, said = run(home, "move", "--to", url)
    assert code == 0, said
    assert "omoide config set database.url" in said
    code, said = run(home, "move", "--to", url)
    assert code != 0
    assert "holds a home already" in said
    other = postgres().empty()
    code, said = run(home, "move", "--to", other, "--switch")
    assert code == 0, said
    (home / "omoide.db").rename(tmp_path / "old.db")  # from here on the server's is the only one
    assert "猫の名前はモモ" in run(home, "log")[1]
    code, said = run(home, "--json", "move", "--to", str(home), "--switch")
    assert code == 0, said
    told = json.loads(said)
    assert told["tables"]["events"]["rows"] == 1
    assert told["resumed"] is False
    assert "url" not in (home / "config.toml").read_text(encoding="utf-8")
    assert "猫の名前はモモ" in run(home, "log")[1]


def test_it_speaks_japanese_and_names_what_is_wrong(tmp_path: Path, run: Run) -> None:
    talked(tmp_path / "home")
    (tmp_path / "home" / "config.toml").write_text('language = "ja"\n', encoding="utf-8")
    code, said = run(tmp_path / "home", "move", "--to", str(tmp_path / "copy"))
    assert code == 0
    assert "照合しました" in said.replace("\n", "")
    code, said = run(tmp_path / "home", "move", "--to", "mysql://localhost/x")
    assert code != 0
    assert "PostgreSQL" in said
    assert "Traceback" not in said
