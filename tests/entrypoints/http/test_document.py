"""The API's own document: agreed on, whole, and true of every answer to thousands of made-up requests."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

GOLDEN = Path(__file__).parents[2] / "golden" / "openapi.json"
CASES = {GenerationMode.POSITIVE: 13, GenerationMode.NEGATIVE: 7}
"""So many requests for each of a hundred addresses: more than two thousand."""
CONFIG = SchemathesisConfig.from_dict(
    {
        # What a schema cannot say (a cursor that was given out, a time that has passed, a text that is masked) is refused with 422.
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "412", "422"]},
            "negative_data_rejection": {"expected-statuses": ["400", "401", "403", "404", "405", "409", "412", "422"]},
        }
    }
)
OPERATIONS = [
    each.ok()
    for each in schemathesis.openapi.from_path(GOLDEN, config=CONFIG).get_all_operations()
    if isinstance(each, Ok)
]


def test_the_document_is_the_one_agreed_on(client: httpx.Client) -> None:
    """Written anew by: python -m tests.entrypoints.http.agreed"""
    assert client.get("/openapi.json").json() | {"info": {}} == json.loads(GOLDEN.read_text("utf-8")) | {"info": {}}


def test_every_address_says_what_it_does_and_what_may_go_wrong(client: httpx.Client) -> None:
    told = client.get("/openapi.json").json()
    operations = [(path, how, each) for path, ways in told["paths"].items() for how, each in ways.items()]

    assert len(operations) * sum(CASES.values()) >= 2_000
    for path, how, each in operations:
        assert each.get("description"), (how, path)
        assert {"401", "403", "404", "409", "422", "429", "503"} <= set(each["responses"]), (how, path)


@pytest.mark.slow
# The server is in this process: a sleep that goes on beside the requests throws dice, and no strategy does.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@pytest.mark.parametrize("mode", list(CASES), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_nothing_is_answered_that_the_document_does_not_tell(
    operation: "APIOperation[Any, Any, Any, Any]",
    mode: GenerationMode,
    address: str,
    owner_key: str,
    session: requests.Session,
) -> None:
    @settings(
        max_examples=CASES[mode],
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: "schemathesis.Case[Any]") -> None:
        if "persona" in case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["persona"] = "haru"
        case.call_and_validate(
            base_url=address, session=session, headers={"Authorization": f"Bearer {owner_key}"}, timeout=30
        )

    with suppress(Unsatisfiable):  # nothing about it can be wrong
        ask()


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as opened:
        yield opened
