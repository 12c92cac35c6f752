"""Secrets of every kind, through library, command line and import: every byte of the home is looked at."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from omoide import Mind
from tests import files_holding
from tests.domain.events.secret_kinds import KINDS

TOLD = [(name, text, value) for name, text, value in KINDS if len(value.encode()) >= 6]
"""Those whose value no file holds by chance."""


def assert_nowhere(home: Path) -> None:
    """Hold that no file of the home holds a secret."""
    found = {name: files for name, _, value in TOLD if (files := files_holding.holding(home, [value]))}
    assert found == {}


def test_no_secret_told_to_the_library_reaches_the_disk(mind: Mind, tmp_path: Path) -> None:
    for name, text, _ in TOLD:
        mind.observe(user=f"{name}\n{text}\n— otter.", assistant=f"I saw\n{text}", image_summaries=[text])
        opened = mind.observe(user=name)
        completed = mind.complete(opened.id, assistant=f"so it is\n{text}")
        assert "[secret]" in (completed.assistant or ""), name
    mind.settle(timeout=60)
    assert_nowhere(tmp_path / "home")
    assert all("otter" in event.user for event in mind.log(limit=1000) if "[secret]" in event.user)


def test_the_same_answer_with_a_secret_is_kept_once(mind: Mind) -> None:
    opened = mind.observe(user="?")
    once = mind.complete(opened.id, assistant="password: hunter2")
    assert mind.complete(opened.id, assistant="password: hunter2") == once


def test_a_persona_may_keep_secrets_as_they_were_said(mind: Mind) -> None:
    mind.set("privacy.mask_secrets", "false")
    assert mind.observe(user="my password is hunter2").user == "my password is hunter2"
    mind.set("privacy.mask_secrets", None)
    assert mind.observe(user="my password is hunter2").user == "my password is [secret]"


def test_no_secret_of_a_correction_reaches_the_disk(mind: Mind, tmp_path: Path) -> None:
    mind.observe(user="わたし鎌倉に住んでるよ", assistant="そっか")
    mind.digest()
    [belief, *_] = mind.beliefs.all()
    mind.beliefs.correct(belief.id, "パスワードはhunter2Moguraだよ", reason="my password is tr0ub4dorX")
    mind.beliefs.close(belief.id, reason="the password is tr0ub4dorX")
    assert files_holding.holding(tmp_path / "home", ["hunter2Mogura", "tr0ub4dorX"]) == []


@pytest.mark.slow
def test_no_secret_typed_or_imported_on_the_command_line_reaches_the_disk(tmp_path: Path) -> None:
    home, logs = tmp_path / "home", tmp_path / "logs"
    logs.mkdir()
    surroundings = {**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_EMBEDDING__PROVIDER": "hashing"}

    def run(*words: str) -> str:
        line = [sys.executable, "-m", "omoide", *words]
        done = subprocess.run(line, env=surroundings, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("persona", "add", "haru", "--language", "en", "--timezone", "UTC")
    entries = []
    for number, (name, text, _) in enumerate(TOLD):
        common = {
            "sessionId": "s",
            "cwd": "/projects/app",
            "timestamp": f"2026-03-01T09:{number // 60:02}:{number % 60:02}Z",
        }
        said = {"role": "user", "content": f"{name}: otter\n{text}"}
        answer = {"id": f"m{number}", "role": "assistant", "content": [{"type": "text", "text": f"I saw\n{text}"}]}
        entries.append({**common, "uuid": f"u{number}", "type": "user", "message": said})
        entries.append({**common, "uuid": f"a{number}", "type": "assistant", "message": answer})
    (logs / "s.jsonl").write_text("\n".join(map(json.dumps, entries)), "utf-8")
    run("--persona", "haru", "import", "claude-code", str(logs))
    for _, text, _ in TOLD[:: len(TOLD) // 5]:
        run("--persona", "haru", "observe", f"otter\n{text}", "--assistant", text)
    assert_nowhere(home)
    assert run("--persona", "haru", "--json", "log", "--limit", "0").count("[secret]") >= len(TOLD)
