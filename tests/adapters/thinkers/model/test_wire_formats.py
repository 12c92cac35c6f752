"""Every outcome of a call, through the real client libraries, in three wire formats, over the loopback."""

from collections.abc import Iterator

import pytest

from omoide.domain.models.model_role import Output, Provider
from omoide.domain.models.spending import CallOutcome, Usage
from omoide.errors import AnswerRefused, AnswerUnusable, ThinkerUnavailable
from tests.fakes.provider import (
    CACHED_TOKENS,
    INPUT_TOKENS,
    OUTPUT_TOKENS,
    Decline,
    Raw,
    Reset,
    Say,
    Silence,
    Status,
    provider,
)
from tests.fakes.provider import Call as ToolCall
from tests.fakes.thinking import AskWeather, AskWeatherNow, Surroundings, role

GOOD = '{"degrees": 31, "words": "暑い", "ids": [1]}'
FORMATS = [Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI]
EVERY = [*FORMATS, Provider.OLLAMA, Provider.OPENROUTER]


@pytest.fixture
def around() -> Iterator[Surroundings]:
    surroundings = Surroundings()
    yield surroundings
    surroundings.close()


@pytest.mark.parametrize("which", EVERY)
def test_a_good_answer_comes_back_typed_counted_and_without_streaming(which: Provider, around: Surroundings) -> None:
    with provider(Say(GOOD)) as server:
        answered = around.thinker(role(which, server.url)).answer(AskWeather())
    assert answered.value == (31, "暑い")
    assert answered.by == role(which, server.url).label
    [call] = around.ledger.kept
    assert call.outcome is CallOutcome.ANSWERED
    assert (call.persona_id, call.purpose) == (1, "weather")
    assert call.usage == Usage(INPUT_TOKENS, OUTPUT_TOKENS, CACHED_TOKENS, 0)
    [request] = server.received
    assert not request.body.get("stream", False)
    assert "streamGenerateContent" not in request.path


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize("output", [Output.NATIVE, Output.TOOL, Output.TEXT])
def test_every_way_of_asking_for_json_is_understood(which: Provider, output: Output, around: Surroundings) -> None:
    said = ToolCall({"degrees": 31, "words": "暑い"}) if output is Output.TOOL else Say(GOOD)
    with provider(said) as server:
        answered = around.thinker(role(which, server.url, output=output)).answer(AskWeather())
    assert answered.value == (31, "暑い")


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"はい、こちらが結果です。\n{GOOD}\nいかがでしょうか？",
        '{"degrees": 31, "words": "暑い", "ids": [1,],}',
        "｛“degrees”：３１，“words”：“暑い”，“ids”：［１］｝",
        f"{GOOD}\n{GOOD}",
        f"<think>{{}} maybe {{degrees}}</think>{GOOD}",
    ],
    ids=["fence", "prose", "trailing commas", "full width", "twice", "thinking aloud"],
)
def test_json_in_any_wrapping_is_read_without_a_second_call(which: Provider, text: str, around: Surroundings) -> None:
    with provider(Say(text)) as server:
        assert around.thinker(role(which, server.url)).answer(AskWeather()).value == (31, "暑い")
    assert len(server.received) == 1


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Say('{"degrees": 31, "words": "暑'), "JSON"),
        (Say(""), "empty"),
        (Say('{"warmth": "very"}'), "degrees"),
        (Say('{"degrees": 900, "words": "暑い"}'), "60"),
        (Say('{"degrees": 31, "words": "暑い", "ids": [77]}'), "77"),
        (Say('{"degrees": 31, "words": "暑', cut=True), "切れました"),
    ],
    ids=["broken JSON", "empty", "wrong schema", "out of range", "unknown id", "cut off"],
)
def test_a_broken_answer_is_repaired_once_and_the_model_sees_what_was_wrong(
    which: Provider, broken: Say, complaint: str, around: Surroundings
) -> None:
    with provider(broken, Say(GOOD)) as server:
        assert around.thinker(role(which, server.url)).answer(AskWeather()).value == (31, "暑い")
    assert len(server.received) == 2
    assert complaint in str(server.received[1].body)
    assert [call.outcome for call in around.ledger.kept] == [CallOutcome.UNUSABLE, CallOutcome.ANSWERED]


@pytest.mark.parametrize("which", FORMATS)
def test_a_second_broken_answer_is_a_failure_and_both_were_paid(which: Provider, around: Surroundings) -> None:
    with provider(Say("{}")) as server, pytest.raises(AnswerUnusable, match="degrees"):
        around.thinker(role(which, server.url)).answer(AskWeather())
    assert len(server.received) == 2
    assert sum(call.usage.input_tokens for call in around.ledger.kept) == 2 * INPUT_TOKENS


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize("said", [Decline(), Say("申し訳ありませんが、その内容にはお答えできません。")])
def test_a_refusal_is_permanent_and_not_tried_again(which: Provider, said: Say | Decline, around: Surroundings) -> None:
    with provider(said) as server, pytest.raises(AnswerRefused):
        around.thinker(role(which, server.url)).answer(AskWeather())
    assert len(server.received) == 1
    assert around.clock.slept == []


@pytest.mark.parametrize("which", FORMATS)
def test_a_policy_block_with_an_error_status_is_permanent(which: Provider, around: Surroundings) -> None:
    blocked = Status(400, "The response was filtered by our content management policy.", kind="content_filter")
    with provider(blocked) as server, pytest.raises(AnswerRefused, match="policy"):
        around.thinker(role(which, server.url)).answer(AskWeather())
    assert len(server.received) == 1


@pytest.mark.parametrize("which", FORMATS)
def test_too_many_requests_are_waited_out_as_long_as_the_provider_asks(which: Provider, around: Surroundings) -> None:
    busy = Status(429, "slow down", headers={"Retry-After": "17"}, kind="rate_limit_error")
    with provider(busy, Say(GOOD)) as server:
        assert around.thinker(role(which, server.url)).answer(AskWeather()).value == (31, "暑い")
    assert around.clock.slept == [17.0]
    assert len(server.received) == 2


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize("code", [429, 500, 502, 503, 529])
def test_passing_errors_are_tried_three_times_more_with_growing_waits(
    which: Provider, code: int, around: Surroundings
) -> None:
    with provider(Status(code)) as server, pytest.raises(ThinkerUnavailable, match="after 4 tries"):
        around.thinker(role(which, server.url)).answer(AskWeather())
    assert len(server.received) == 4
    assert around.clock.slept == [1.0, 2.0, 4.0]
    assert [call.outcome for call in around.ledger.kept] == [CallOutcome.FAILED] * 4
    assert sum(call.nano_usd or 0 for call in around.ledger.kept) == 0


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize(
    "trouble", [Silence(), Reset(), Raw(b"<html>bad gateway</html>")], ids=["slow", "reset", "raw"]
)
def test_a_slow_torn_or_senseless_response_is_tried_again(
    which: Provider, trouble: Silence | Reset | Raw, around: Surroundings
) -> None:
    with provider(trouble, Say(GOOD)) as server:
        thinker = around.thinker(role(which, server.url, timeout_seconds=0.3))
        assert thinker.answer(AskWeather()).value == (31, "暑い")
    assert len(server.received) == 2
    assert around.clock.slept == [1.0]


@pytest.mark.parametrize("which", FORMATS)
def test_an_ask_that_cannot_wait_is_tried_once(which: Provider, around: Surroundings) -> None:
    with provider(Status(503)) as server, pytest.raises(ThinkerUnavailable):
        around.thinker(role(which, server.url)).answer(AskWeatherNow())
    assert len(server.received) == 1
    assert around.clock.slept == []


@pytest.mark.parametrize("which", FORMATS)
@pytest.mark.parametrize(
    ("code", "kind"), [(401, "authentication_error"), (403, "permission_error"), (404, "not_found_error")]
)
def test_a_wrong_key_or_name_is_said_at_once_and_the_provider_left_alone(
    which: Provider, code: int, kind: str, around: Surroundings
) -> None:
    with provider(Status(code, kind=kind)) as server:
        thinker = around.thinker(role(which, server.url))
        with pytest.raises(ThinkerUnavailable, match="check"):
            thinker.answer(AskWeather())
        with pytest.raises(ThinkerUnavailable, match="left alone"):
            thinker.answer(AskWeather())
    assert len(server.received) == 1


def test_nobody_listening_is_a_passing_trouble(around: Surroundings) -> None:
    with provider(Say(GOOD)) as server:
        closed = server.url
    with pytest.raises(ThinkerUnavailable):
        around.thinker(role(Provider.OPENAI, closed, retries=0)).answer(AskWeather())


def test_the_stable_prefix_is_marked_for_anthropics_cache_and_the_question_is_not(around: Surroundings) -> None:
    with provider(Say(GOOD)) as server:
        around.thinker(role(Provider.ANTHROPIC, server.url)).answer(AskWeather())
    body = server.received[0].body
    assert body["system"][0]["cache_control"]["type"] == "ephemeral"
    assert "cache_control" not in str(body["messages"])


@pytest.mark.parametrize("which", FORMATS)
def test_temperature_and_limits_go_over_the_wire(which: Provider, around: Surroundings) -> None:
    with provider(Say(GOOD)) as server:
        around.thinker(role(which, server.url, max_tokens=321)).answer(AskWeather())
    body = server.received[0].body
    settings = body.get("generationConfig", body)
    assert settings["temperature"] == 0.0
    assert 321 in settings.values()
