"""Secrets in prompts and answers never reach the disk: every byte of the home is looked at."""

from pathlib import Path

import pytest

from tests import files_holding
from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.slow

BODY = "Zx9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890aB"
SECRETS = {
    "anthropic": "sk-ant-api03-" + BODY,
    "openai": "sk-proj-" + BODY,
    "github": "ghp_" + BODY[:36],
    "aws": "AKIA" + "QWERTYUIOPASDFGH",
    "aws secret": "aws_secret_access_key=" + BODY[:40],
    "slack": "xoxb-" + "123456789012-" + BODY[:24],
    "google": "AIza" + BODY[:35],
    "jwt": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + BODY[:30],
    "url": "postgres://admin:" + "tr0ub4dor-and-3" + "@db.internal/prod",
    "private key": "-----BEGIN OPENSSH PRIVATE KEY-----\n" + BODY + "\n-----END OPENSSH PRIVATE KEY-----",
    "password": "password = '" + "c0rrect-h0rse-battery" + "'",
    "japanese": "パスワードは" + "hunter2Mogura" + "です",
}
CORES = {
    **SECRETS,
    "aws secret": BODY[:40],
    "url": "tr0ub4dor-and-3",
    "private key": BODY,
    "password": "c0rrect-h0rse-battery",
    "japanese": "hunter2Mogura",
}


@pytest.mark.parametrize("kill_first", [False, True])
def test_no_secret_of_a_prompt_or_an_answer_reaches_the_disk(host: Host, kill_first: bool) -> None:
    if not kill_first:
        host.up()
    session = host.session()
    for name, secret in SECRETS.items():
        prompt = f"store the {name} credential please: {secret} and use it for the walrus project"
        session.prompt(prompt)
        session.user(prompt)
        session.assistant(f"I saw {secret} for {name}.")
        session.stop(f"I saw {secret} for {name}.")
        assert_clean(host.home)
    host.up()
    host.settle()
    assert_clean(host.home)
    said = host.said()
    assert len(said) == len(SECRETS)
    assert all("[secret]" in each["user"] and "walrus project" in each["user"] for each in said)


def assert_clean(home: Path) -> None:
    """Hold that no file of the home holds a secret."""
    for name, core in CORES.items():
        assert files_holding.holding(home, [core]) == [], name
