"""A key is found where it belongs, sent where it belongs, and shown nowhere."""

import logging
import traceback

import pytest

from omoide.adapters.thinkers.model import keys
from omoide.adapters.thinkers.model.keys import NO_SECRET, Secret
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.errors import InvalidSetting, ThinkerUnavailable
from tests.fakes.provider import Say, Status, provider
from tests.fakes.thinking import KEY, AskWeather, Surroundings, role

OPENAI = ModelRole(Provider.OPENAI, "gpt-4o-mini")
ELSEWHERE = ModelRole(Provider.OPENAI, "qwen3", base_url="https://llm.example.org/v1")
LOCAL = ModelRole(Provider.OPENAI, "qwen3", base_url="http://192.168.1.5:8000/v1")


def test_the_environment_goes_before_the_keyring() -> None:
    found = keys.found(OPENAI, environ={"OPENAI_API_KEY": " from-env "}, keyring={"openai": "from-ring"})
    assert found is not None
    assert found.reveal() == "from-env"


def test_a_key_may_come_from_the_keyring() -> None:
    found = keys.found(OPENAI, environ={}, keyring={"openai": "from-ring"})
    assert found is not None
    assert found.reveal() == "from-ring"


def test_a_key_of_one_house_is_never_sent_to_another_that_speaks_alike() -> None:
    environ = {"OPENAI_API_KEY": KEY}
    assert keys.needed(ELSEWHERE, environ=environ, keyring={"openai": KEY}) == NO_SECRET
    assert keys.needed(LOCAL, environ=environ, keyring={"openai": KEY}) == NO_SECRET
    named = ModelRole(Provider.OPENAI, "m", base_url="https://llm.example.org/v1", key_env="OPENAI_API_KEY")
    assert keys.needed(named, environ=environ).reveal() == KEY
    assert keys.needed(ELSEWHERE, environ={keys.ELSEWHERE_ENV: "x" * 9}).reveal() == "x" * 9


@pytest.mark.parametrize("which", [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI, Provider.OPENROUTER])
def test_a_provider_without_its_key_says_where_to_put_it(which: Provider) -> None:
    with pytest.raises(ThinkerUnavailable, match=keys.USUAL_ENV[which][0]):
        keys.needed(ModelRole(which, "m"), environ={})


def test_ollama_needs_no_key() -> None:
    assert keys.needed(ModelRole(Provider.OLLAMA, "qwen3"), environ={}) == NO_SECRET


def test_a_secret_shows_itself_to_nobody() -> None:
    secret = Secret(KEY)
    for shown in (str(secret), repr(secret), f"{secret}", f"{[secret]}"):
        assert KEY not in shown
    assert KEY not in secret.hidden_in(f"Incorrect API key provided: {KEY}.")
    assert KEY[:12] not in secret.hidden_in(f"Incorrect API key provided: {KEY[:14]}****cdef.")


@pytest.mark.parametrize("which", [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI])
@pytest.mark.parametrize("code", [400, 401, 429, 500])
def test_a_provider_that_quotes_the_key_does_not_get_it_into_errors_or_logs(
    which: Provider, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    around = Surroundings()
    caplog.set_level(logging.DEBUG)
    with provider(Status(code, f"Incorrect API key provided: {KEY}")) as server:
        try:
            around.thinker(role(which, server.url, retries=0)).answer(AskWeather())
        except ThinkerUnavailable as exc:
            shown = "".join(traceback.format_exception(exc))
        else:
            pytest.fail("the call should have failed")
        finally:
            around.close()
    assert KEY in str(server.received[0].headers)
    assert "***" in shown
    assert KEY not in shown
    assert KEY not in caplog.text
    assert KEY not in repr(around.ledger)


@pytest.mark.parametrize("which", [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI])
def test_a_call_that_works_leaves_no_key_in_the_logs(which: Provider, caplog: pytest.LogCaptureFixture) -> None:
    around = Surroundings()
    caplog.set_level(logging.DEBUG)
    with provider(Say('{"degrees": 1, "words": "x"}')) as server:
        thinker = around.thinker(role(which, server.url))
        thinker.answer(AskWeather())
        around.close()
    assert KEY in str(server.received[0].headers)
    assert KEY not in caplog.text
    assert KEY not in repr(thinker)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8000", True),
        ("http://10.0.0.3/v1", True),
        ("http://[::1]:9/v1", True),
        ("http://studio.local:1234/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://8.8.8.8/v1", False),
    ],
)
def test_what_runs_at_home_costs_nothing(url: str, local: bool) -> None:
    assert ModelRole(Provider.OPENAI, "m", base_url=url).is_local is local


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:9/v1", True),
        ("http://10.0.0.3/v1", False),
        ("http://studio.local:1234/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_what_runs_on_this_very_machine_keeps_texts_here(url: str, here: bool) -> None:
    assert ModelRole(Provider.OPENAI, "m", base_url=url).is_here is here


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": " "},
        {"base_url": "localhost:8000"},
        {"base_url": "ftp://host/v1"},
        {"temperature": -1.0},
        {"max_tokens": 0},
        {"timeout_seconds": 0.0},
        {"retries": 99},
    ],
)
def test_a_role_that_cannot_work_is_refused(wrong: dict[str, object]) -> None:
    settings: dict[str, object] = {"provider": Provider.OPENAI, "model": "m", **wrong}
    with pytest.raises(InvalidSetting):
        ModelRole(**settings)  # type: ignore[arg-type]
