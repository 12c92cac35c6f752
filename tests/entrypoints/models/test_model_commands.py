"""`models`, `cost`, `ask` and `doctor`, as processes, against a provider on the loopback; and no key anywhere."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests import warm
from tests.fakes.digesting import digested
from tests.fakes.provider import Compose, Say, ScriptedProvider, Status, provider

KEY = "sk-omoide-very-secret-0123456789"
PLAN = '{"search": true, "rag": ["猫"], "keywords": ["モモ"], "intent": "factual"}'
ASK = ("ask", "classify_query", "--input", '{"utterance": "猫の名前は？"}')
NOON = "2026-11-15T12:00:00+09:00"
"""Every command runs at this instant: what a night would cost depends on the hour."""

pytestmark = pytest.mark.slow


class Home:
    """A data home with one persona, and the command line on it."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.environ = {"OMOIDE_EMBEDDING__PROVIDER": "hashing", **environ}
        self.outputs: list[str] = []
        self.run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")

    def uses(self, server: ScriptedProvider, *, model: str = "gpt-4o-mini") -> None:
        """Point both roles at this provider."""
        self.environ |= {
            "MODEL_API_KEY": KEY,
            "OMOIDE_LLM__MODEL": model,
            "OMOIDE_LLM__BASE_URL": f"{server.url}/v1",
            "OMOIDE_LLM__PROVIDER": "openai",
            "OMOIDE_LLM__RETRIES": "0",
        }

    def run(self, *arguments: str, code: int = 0) -> str:
        """Return what a command prints."""
        environ = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        environ |= {"OMOIDE_HOME": str(self.folder), "LANG": "en_US.UTF-8", "COLUMNS": "200", **self.environ}
        done = warm.run("-m", "omoide", "--now", NOON, *arguments, env=environ)
        self.outputs += [done.stdout, done.stderr]
        assert done.returncode == code, done.stderr
        return done.stdout

    def json(self, *arguments: str, code: int = 0) -> Any:
        """Return what a command prints for programs."""
        return json.loads(self.run("--json", *arguments, code=code))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_without_key_and_network_everything_is_answered_by_rules_and_doctor_says_so(home: Home) -> None:
    asked = home.json(*ASK)
    assert asked["by"] == "rules"
    assert [line["model"] for line in home.json("models")] == ["rules", "rules"]
    findings = {finding["check"]: finding for finding in home.json("doctor")}
    assert findings["asks"]["detail"].startswith("rules: appraise_turn, appraise_turns, classify_query, condense")
    assert "built-in rules" in home.run("models", "check")
    assert home.json("cost")["total"]["calls"] == 0


def test_a_provider_without_its_key_leaves_the_rules_in_place_and_is_named(home: Home) -> None:
    home.environ |= {"OMOIDE_LLM__MODEL": "claude-haiku-4-5", "OMOIDE_LLM__PROVIDER": "anthropic"}
    assert home.json(*ASK)["by"] == "rules"
    findings = {finding["check"]: finding for finding in home.json("doctor")}
    assert findings["models"]["state"] == "attention"
    assert "key missing" in findings["models"]["detail"]
    [checked, _] = home.json("models", "check", code=1)
    assert "ANTHROPIC_API_KEY" in checked["detail"]


def test_a_model_answers_once_and_the_bill_says_what_it_cost(home: Home) -> None:
    with provider(Say(PLAN)) as server:
        home.uses(server)
        first = home.json(*ASK)
        again = home.json(*ASK)
    assert first == again
    assert first["by"] == "openai:gpt-4o-mini"
    assert first["value"]["keywords"] == ["モモ"]
    assert len(server.received) == 1
    bill = home.json("cost")
    assert bill["total"]["calls"] == 1
    assert bill["by_purpose"][0]["name"] == "classify_query"
    assert bill["by_persona"][0]["name"] == "haru"
    assert bill["total"]["usd"] == pytest.approx((100 * 0.15 + 20 * 0.075 + 34 * 0.6) / 1e6)
    assert "classify_query" in home.run("cost")


def test_a_session_is_digested_in_few_calls_and_its_cost_is_told_beforehand(home: Home, tmp_path: Path) -> None:
    turns = [
        {"user": f"昨日の話{n}をしよう", "assistant": f"うん、大事なことだね{n}", "session_id": "s"} for n in range(25)
    ]
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(turn, ensure_ascii=False) for turn in turns), encoding="utf-8")
    home.run("observe", "--from", str(file))
    with provider(Compose(lambda words: digested(words, intensity=95))) as server:
        home.uses(server)
        told = home.json("cost", "estimate")
        assert told["by_purpose"]["digest_turns"]["calls"] == 3
        assert told["usd"] > 0
        assert server.received == []
        home.run("digest")
        assert len(server.received) == 3
        home.run("digest")
        assert home.json("cost", "estimate")["usd"] == 0
        assert len(server.received) == 3
    assert home.json("cost")["by_purpose"][0]["name"] == "digest_turns"
    assert "昨日の話24をしよう" in home.run("memories", "list")


def test_a_dead_model_is_replaced_by_rules_where_nobody_can_wait(home: Home) -> None:
    with provider(Status(503)) as server:
        home.uses(server)
        assert home.json(*ASK)["by"] == "rules"
        condense = '{"telling": {"trigger": "a", "content": "b"}, "step": "summary"}'
        home.run("ask", "condense", "--input", condense, code=1)


def test_check_makes_one_tiny_call_for_each_role(home: Home) -> None:
    with provider(Say('{"ready": true}')) as server:
        home.uses(server)
        found = home.json("models", "check")
    assert [(one["role"], one["ok"]) for one in found] == [("internal", True), ("summary", True)]
    assert all(one["usd"] > 0 for one in found)
    assert len(server.received) == 2


def test_a_cap_stops_the_model_and_says_so(home: Home) -> None:
    with provider(Say(PLAN)) as server:
        home.uses(server)
        home.environ["OMOIDE_COST__DAILY_CAP_USD"] = "0.0001"
        assert home.json(*ASK)["by"] == "rules"
        condense = '{"telling": {"trigger": "a", "content": "b"}, "step": "summary"}'
        home.run("ask", "condense", "--input", condense, code=1)
    assert "daily spending cap of $0.00" in home.outputs[-1]
    assert server.received == []


def test_prices_can_be_set_and_taken_away(home: Home) -> None:
    home.run("cost", "price", "my-model", "--input", "3", "--output", "4")
    assert home.json("cost", "prices")["my-model"] == {
        "input_usd": 3.0,
        "output_usd": 4.0,
        "cache_read_usd": None,
        "cache_write_usd": None,
        "batch_factor": 0.5,
        "own": True,
    }
    home.run("cost", "price", "my-model", "--remove")
    assert "my-model" not in home.json("cost", "prices")
    home.run("cost", "price", "my-model", code=2)
    home.run("cost", "--month", "January", code=2)
    home.run("cost", "--by", "colour", code=2)


def test_kept_answers_can_be_dropped(home: Home) -> None:
    with provider(Say(PLAN)) as server:
        home.uses(server)
        home.run(*ASK)
        assert home.json("models", "prune", "--days", "1") == {"answers": 0, "vectors": 0}
        assert home.json("models", "prune", "--days", "0") == {"answers": 1, "vectors": 0}
        home.run(*ASK)
    assert len(server.received) == 2


def test_what_would_be_sent_can_be_seen_and_reworded(home: Home) -> None:
    shown = home.json(*ASK, "--prompt")
    assert "猫の名前は？" in shown["user"]
    (home.folder / "prompts").mkdir()
    (home.folder / "prompts" / "classify_query.ja.md").write_text("search rag keywords intent だけ", encoding="utf-8")
    assert home.json(*ASK, "--prompt")["system"] == "search rag keywords intent だけ"


@pytest.mark.parametrize("line", [Say(PLAN), Status(401, f"Incorrect API key provided: {KEY}"), Status(500, KEY)])
def test_a_key_in_the_environment_appears_in_no_output_error_log_or_file(home: Home, line: Say | Status) -> None:
    with provider(line) as server:
        home.uses(server)
        home.run(*ASK)
        for command in (["models"], ["cost"], ["doctor"], ["config", "show"]):
            home.run("--json", *command)
        home.run("doctor")
        home.run("--json", "models", "check", code=0 if isinstance(line, Say) and "ready" in line.text else 1)
    assert KEY in str(server.received[0].headers)
    assert all(KEY not in output for output in home.outputs)
    for file in home.folder.rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes(), file
