"""`omoide sleep` in stages, `--dry-run`, `--watch` and `omoide morning`, through the command line."""

import json
from pathlib import Path

from tests.entrypoints.command import command_in, ok

NEXT_DAY = ("--now", "2026-01-19T12:00")


def test_a_sleep_is_rehearsed_slept_watched_and_told(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    ok(run("observe", "健太の手術が決まった", "--assistant", "そばにいるよ", "--at", "2026-01-18T20:00"))
    would = json.loads(ok(run("--json", "sleep", "--dry-run", *NEXT_DAY)))
    assert would["dry_run"] is True
    assert [each["items"] for each in would["stages"] if each["stage"] in ("night", "episodes")] == [1, 1]
    assert "眠っていません" in ok(run("sleep", "--watch", *NEXT_DAY, OMOIDE_LANGUAGE="ja"))
    slept = json.loads(ok(run("--json", "sleep", *NEXT_DAY)))
    assert (slept["slept"], slept["night"]["nights"]) == (True, 1)
    assert [each["stage"] for each in slept["stages"]][:3] == ["night", "episodes", "weekly"]
    assert "思い出1件が夜を越した。" in ok(run("morning", *NEXT_DAY))
    refused = run("sleep", "--stage", "naps", *NEXT_DAY)
    assert refused.returncode != 0
    assert "is no stage of a sleep" in refused.stderr
