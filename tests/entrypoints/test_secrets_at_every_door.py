"""Secrets of every kind, through library, command line and import: every byte of the home is looked at."""

import json
import os
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from omoide.domain.events import secrets
from omoide.domain.hosts import project
from omoide.errors import InvalidInput
from omoide.usecases.hosts.capture import place_label
from tests import files_holding, warm
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


def test_no_secret_written_into_a_note_reaches_the_disk(mind: Mind, tmp_path: Path) -> None:
    mind.set("notes.notepad_characters", "1000000")
    pad = mind.notes.notepad
    for name, text, _ in TOLD:
        pad.append(f"{name}\n{text}\n— otter.", by="persona")
        mind.secret_diary.append(f"{name}\n{text}\n— otter.", by="persona")
        pad.write(f"{name}\n{text}\n")
        assert "[secret]" in pad.text, name
    assert_nowhere(tmp_path / "home")
    assert "otter" in mind.secret_diary.text


def test_no_secret_written_into_a_profile_reaches_the_disk(mind: Mind, tmp_path: Path) -> None:
    mind.set("entities.profile_characters", "200000")
    for name, text, value in TOLD:
        mind.entities.write("otter", f"{name}\n{text}\n— otter.", by="persona", reason=text[:400])
        mind.entities.write("otter", f"{name}\n{text}\n", mode="consolidate")
        mind.entities.write("newt", f"{name}\n{text}\n", mode="replace")
        assert "[secret]" in mind.entities.get("newt").text, name
        if secrets.in_label(value) and "\n" not in value and len(value) <= 100:
            with pytest.raises(InvalidInput, match="looks like a secret"):
                mind.entities.add_aliases("newt", value)
    assert_nowhere(tmp_path / "home")
    assert "otter" in mind.entities.get("otter").text


LABELS = ("source", "session_id", "client_id", "idempotency_key")


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_holds_a_secret_is_refused_and_reaches_no_disk(label: str, mind: Mind, tmp_path: Path) -> None:
    for name, text, value in TOLD:
        if secrets.in_label(text):
            with pytest.raises(InvalidInput, match="looks like a secret") as refused:
                mind.observe(user=name, **{label: text[:200]} if secrets.in_label(text[:200]) else {label: value})
            assert value not in str(refused.value)
    assert_nowhere(tmp_path / "home")


def test_names_of_channels_chats_and_sessions_are_no_secrets(mind: Mind) -> None:
    for number, name in enumerate(
        (
            str(uuid.UUID(int=7**40)), "5bc592d017d9e25801a05fae4ac43635", "hD1T7myvBKBQ8dU4BrIvxA", "4111111111111111",
            "discord:4111111111111111", "session_296097b77420f69b", "/home/me/projects/app", "tg-8869581787", "haru@example.com",
        )
    ):  # fmt: skip
        assert (
            mind.observe(user="hello", session_id=name, client_id=name, idempotency_key=f"{name} {number}").session_id
            == name
        )


def test_a_persona_is_not_named_by_a_secret(mind: Mind, opened: Callable[..., Omoide]) -> None:
    for name in ("password: hunter2Mogura", "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"):
        with pytest.raises(InvalidInput, match="looks like a secret"):
            opened().add_persona(name)
        with pytest.raises(InvalidInput, match="looks like a secret"):
            mind.change(name=name)


def test_a_folder_named_by_a_secret_still_has_a_mind_and_a_place() -> None:
    folder = "/projects/password=hunter2Mogura"
    assert "hunter2" not in project.mind_name(folder) + place_label(folder)
    assert project.mind_name(folder) != project.mind_name("/projects/password=hunter3Mogura")


def test_labels_are_kept_as_they_are_where_the_owner_wants_secrets_kept(mind: Mind) -> None:
    mind.set("privacy.mask_secrets", "false")
    assert mind.observe(user="?", session_id="password: hunter2Mogura").session_id == "password: hunter2Mogura"


@pytest.mark.slow
def test_no_secret_typed_or_imported_on_the_command_line_reaches_the_disk(tmp_path: Path) -> None:
    home, logs = tmp_path / "home", tmp_path / "logs"
    logs.mkdir()
    surroundings = {**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_EMBEDDING__PROVIDER": "hashing"}

    def run(*words: str) -> str:
        done = warm.run("-m", "omoide", *words, env=surroundings)
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
