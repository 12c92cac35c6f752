"""A server that starts makes nobody, and says when nights stand still."""

import json

import pytest

from omoide.domain.hosts.hook_settings import TIMEOUT_SECONDS
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.slow


def test_starting_a_server_adds_no_persona(host: Host) -> None:
    host.cli("persona", "add", "haru")
    host.cli("serve", "start")
    host.settle()
    assert [each["name"] for each in json.loads(host.cli("persona", "list", "--json"))] == ["haru"]
    host.cli("observe", "猫の名前はモモ", "--assistant", "うん")
    assert "モモ" in host.cli("recall", "猫の名前は？")


def test_the_persona_of_the_hooks_is_there_once_somebody_speaks(host: Host) -> None:
    host.session().turn("my cat is called Momo", "Momo it is.")
    host.settle()
    assert [each["name"] for each in json.loads(host.cli("persona", "list", "--json"))] == ["claude"]


def test_a_server_says_that_nights_stand_still_and_what_to_do(host: Host) -> None:
    host.cli("persona", "add", "haru")
    host.cli("observe", "猫のモモ", "--assistant", "うん", "--at", "2026-01-18T18:00")
    host.cli("sleep", "--now", "2099-06-01T12:00")
    host.cli("serve", "start")
    host.settle()
    known = control.status(host.home)
    assert known is not None
    assert known.nights_ahead == ["haru 2099-06-01"]
    assert "omoide sleep undo --ahead" in host.cli("serve", "status")
    assert host.logs().count("none runs by itself before haru 2099-06-01") == 1


def test_the_first_prompt_of_a_session_comes_with_memories(host: Host) -> None:
    host.session().turn("my cat is called Momo", "Momo it is.")
    host.settle()
    control.stop(host.home)
    session = host.session()
    host.hook("SessionStart", session.event("SessionStart", source="startup"), deadline_ms=800)
    assert control.status(host.home) is not None, host.logs()
    met = host.hook("UserPromptSubmit", session.event("UserPromptSubmit", prompt="what is my cat called?"))
    assert "Momo" in met.context


def test_only_the_start_of_a_session_waits_for_a_server_to_come_up_and_less_than_the_host_allows() -> None:
    assert client.deadline_of("UserPromptSubmit", 800) == 800 - client.OWN_MS
    assert client.deadline_of("Stop", 800) == 800 - client.OWN_MS
    assert client.deadline_of("SessionStart", 800) == client.START_MS - client.OWN_MS
    assert client.deadline_of("SessionStart", 20_000) == 20_000 - client.OWN_MS
    assert client.START_MS < TIMEOUT_SECONDS * 1000
