"""`omoide why` and `omoide not-that` through the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omoide.entrypoints.cli.app import answer
from omoide.entrypoints.cli.why_words import _WORDS

Run = Callable[..., tuple[int, str]]
"""Returns the exit code, and what was printed on either stream."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "ja")

    def call(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            answer(list(arguments))
        return int(ended.value.code or 0), "".join(capsys.readouterr())

    ok(call("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    for said in ("うちの猫の名前はモモだよ", "隣の猫の名前はタマだよ"):
        ok(call("observe", said, "--assistant", "うん"))
    return call


def ok(done: tuple[int, str]) -> str:
    assert done[0] == 0, done[1]
    return done[1]


def read(done: tuple[int, str]) -> Any:
    return json.loads(ok(done))


def hits(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(run("recall", "猫の名前は？", "--json"))["hits"]
    return found


def test_what_came_to_mind_is_explained(run: Run) -> None:
    code, told = run("why")
    assert code == 3
    assert "omoide why list" in told
    assert "ありません" in ok(run("why", "list"))
    first = hits(run)[0]["event"]["id"]
    told = ok(run("why"))
    assert "コマンドから" in told
    assert "きっかけは「猫の名前は？」" in told
    assert re.search(r"1番目は、出来事\d+「.*」。強さ", told)
    [receipt] = read(run("why", "list", "--json"))
    assert (receipt["cue"], receipt["asked_by"]) == ("猫の名前は？", "cli")
    assert read(run("why", str(receipt["id"]), "--json"))["recall"] == receipt
    assert "猫の名前は？" in ok(run("why", "list"))
    assert ok(run("why", f"event:{first}")).count("\n") == 2
    assert [run("why", name)[0] for name in ("999", "???", "event:999", "mem_x")] == [3, 2, 3, 3]


def test_what_was_not_meant_is_put_behind_and_taken_back(run: Run) -> None:
    before = hits(run)
    first = str(before[0]["event"]["id"])
    assert "undo 1" in ok(run("not-that", first))
    assert [each["event"]["id"] for each in hits(run)] == [each["event"]["id"] for each in (*before[1:], before[0])]
    [demotion] = read(run("not-that", "list", "--json"))
    assert (demotion["item"], demotion["cue"]) == (f"event:{first}", "猫の名前は？")
    assert "猫の名前は？" in ok(run("not-that", "list"))
    wrong = [("undo",), (first, "1"), ("999", "--cue", "x"), ("undo", "7"), (first, "--cue", " "), ("x:",)]
    assert [run("not-that", *each)[0] for each in wrong] == [2, 2, 3, 3, 2, 2]
    assert "前のように思い出します" in ok(run("not-that", "undo", "1"))
    assert hits(run) == before
    assert "ありません" in ok(run("not-that", "list"))


def test_every_word_is_there_in_both_languages() -> None:
    assert all(english and japanese for english, japanese in _WORDS.values())
