"""`omoide autonomy`: why not, why, and what a model would be given."""

import json
from pathlib import Path

from tests.entrypoints.command import command_in, ok

ENABLED = {"OMOIDE_AUTONOMY__ENABLED": "true", "OMOIDE_AUTONOMY__QUIET_UNTIL_HOUR": "0"}


def test_it_says_why_not_and_when_it_may_what_moves_it(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    ok(run("observe", "またね", "--assistant", "うん", "--at", "2026-03-01T20:00"))
    assert "許されていない" in ok(run("autonomy", OMOIDE_LANGUAGE="ja"))
    asked = ("autonomy", "--at", "2026-03-05T12:00", "--prompt")
    told = json.loads(ok(run("--json", *asked, **ENABLED)))
    assert (told["act"], told["why"], told["drive"], told["next_look"]) == (True, "drive", "boredom", None)
    assert "もう3日" in told["prompt"]
    assert "Yes." in ok(run(*asked, **ENABLED, OMOIDE_LANGUAGE="en"))
