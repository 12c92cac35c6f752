"""A last message of any length is kept: masked before anything is written, and never missed for want of time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from omoide.domain.events.event import LONGEST_TEXT
from omoide.entrypoints.hooks import client
from tests import files_holding
from tests.entrypoints.hooks.host import Host

SECRET = "sk-ant-api03-Zx9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890aB"
FIVE_MEGABYTES = f"The key is {SECRET}. " + "The walrus said: pw: 1, and nothing else. " * 125_000

OUT_OF_TIME = """
import sys
sys.path.insert(0, sys.argv[1])
import client
client.MASKING_MS = 700
client.main(["Stop", sys.argv[2], "100"])
"""


def test_as_much_of_it_is_kept_as_of_any_text() -> None:
    assert client.MOST_WORDS == LONGEST_TEXT


@pytest.mark.slow
def test_five_megabytes_are_kept_and_their_secrets_are_not(host: Host) -> None:
    session = host.session()
    session.user("tell me everything about walruses")
    session.assistant(FIVE_MEGABYTES[:10])
    assert session.stop(FIVE_MEGABYTES).code == 0
    host.up()
    host.settle()
    assert files_holding.holding(host.home, [SECRET]) == []
    [turn] = host.said()
    assert "The key is [secret]" in turn["assistant"]
    assert len(turn["assistant"]) > 3_000_000


@pytest.mark.slow
def test_when_time_is_up_the_event_is_spooled_with_the_beginning_of_the_message(tmp_path: Path) -> None:
    dense = f"The key is {SECRET}. " + "pw:" * 1_600_000
    given = json.dumps({"session_id": "s", "cwd": "/", "transcript_path": "/t", "last_assistant_message": dense})
    folder = str(Path(client.__file__).parent)
    command = [sys.executable, "-I", "-S", "-c", OUT_OF_TIME, folder, str(tmp_path)]
    subprocess.run(command, input=given.encode(), capture_output=True, check=True)
    [spooled] = (tmp_path / "spool").glob("*.json")
    record = json.loads(spooled.read_bytes())
    assert record["transcript_path"] == "/t"
    assert SECRET not in spooled.read_text(encoding="utf-8")
    assert record["last_assistant_message"] is None or len(record["last_assistant_message"]) <= client.QUICK_WORDS
