"""Whose memory, which talk, and what is none of anybody's business."""

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.entrypoints.proxy import scripted
from tests.entrypoints.proxy.scripted import Answer, Upstream
from tests.entrypoints.proxy.served import Served

CAT = "うちの猫の名前、なんだっけ"
TITLE = (
    "### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Guidelines:\n- short\n"
    "### Output:\nJSON\n### Chat History:\n<chat_history>\nUSER: hi\n</chat_history>"
)


def asked(text: str = CAT, *, before: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "messages": [*(before or []), {"role": "user", "content": text}], **more}


def post(url: str, body: dict[str, Any], **headers: str) -> httpx.Response:
    return httpx.post(
        url, json=body, headers={name.replace("_", "-"): text for name, text in headers.items()}, timeout=30
    )


@pytest.fixture(autouse=True)
def answering(upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.completion(f"答え{len(upstream.received)}")


def test_a_persona_is_named_by_path_header_or_the_models_name(proxy: Served, upstream: Upstream) -> None:
    url = f"{proxy.url}/v1/chat/completions"
    by_path = post(f"{proxy.base}/v1/chat/completions", asked())
    by_header = post(url, asked(), x_omoide_persona=quote(proxy.name))
    by_model = post(url, {**asked(), "model": f"gpt-4o@{proxy.name}"})

    assert {each.headers["x-omoide-persona"] for each in (by_path, by_header, by_model)} == {proxy.name}
    assert [each.json["model"] for each in upstream.received] == ["gpt-4o"] * 3
    assert len(proxy.learnt()) == 3


def test_a_japanese_name_works_in_path_and_header(proxy: Served) -> None:
    name = f"ハル{proxy.name}"
    proxy.home.add_persona(name, language="ja")
    first = post(f"{proxy.url}/p/{quote(name)}/v1/chat/completions", asked())
    second = post(f"{proxy.url}/v1/chat/completions", asked(), x_omoide_persona=quote(name))

    assert [each.headers["x-omoide-persona"] for each in (first, second)] == [quote(name)] * 2
    assert len(proxy.learnt(name)) == 2


def test_an_at_in_a_models_name_that_names_nobody_stays(proxy: Served, upstream: Upstream) -> None:
    post(
        f"{proxy.url}/v1/chat/completions", {**asked(), "model": "claude@20991231"}, x_omoide_key=f"write:{proxy.name}"
    )

    assert upstream.last.json["model"] == "claude@20991231"
    assert len(proxy.learnt()) == 1


def test_somebody_who_is_not_there_or_nobody_at_all_is_told(proxy: Served, upstream: Upstream) -> None:
    unknown = post(f"{proxy.url}/p/nobody/v1/chat/completions", asked())
    unnamed = post(f"{proxy.url}/v1/messages", asked())

    assert unknown.status_code == 404
    assert "nobody" in unknown.json()["error"]["message"]
    assert unnamed.status_code == 400
    assert unnamed.json()["type"] == "error"
    assert "x-omoide-persona" in unnamed.json()["error"]["message"]
    assert upstream.received == []


@pytest.mark.parametrize("how", ["path", "header", "model", "read only", "models"])
def test_a_key_for_somebody_else_opens_nothing(how: str, proxy: Served, upstream: Upstream) -> None:
    url, key = f"{proxy.url}/v1/chat/completions", f"write:{proxy.other}"
    match how:
        case "path":
            answer = post(f"{proxy.base}/v1/chat/completions", asked(), x_omoide_key=key)
        case "header":
            answer = post(url, asked(), x_omoide_key=key, x_omoide_persona=proxy.name)
        case "model":
            answer = post(url, {**asked(), "model": f"gpt-4o@{proxy.name}"}, x_omoide_key=key)
        case "read only":
            answer = post(f"{proxy.base}/v1/chat/completions", asked(), x_omoide_key=f"read:{proxy.name}")
        case _:
            answer = httpx.get(f"{proxy.base}/v1/models", headers={"x-omoide-key": key})

    assert answer.status_code == 403
    assert answer.json()["error"]["type"] == "permission_error"
    assert upstream.received == []
    assert proxy.learnt() == []


def test_two_talks_that_begin_alike_stay_apart(proxy: Served) -> None:
    url = f"{proxy.base}/v1/chat/completions"
    talks: list[list[Any]] = [[], []]
    for text in ("こんにちは", "それで？", "次は？"):
        for talk in talks:
            answer = post(url, asked(text, before=talk)).json()["choices"][0]["message"]["content"]
            talk += [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]

    sessions: dict[str, list[str]] = {}
    for each in proxy.learnt():
        sessions.setdefault(each.session_id, []).append(each.user)
    assert list(sessions.values()) == [["こんにちは", "それで？", "次は？"]] * 2


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"x_omoide_session": "my-chat"}, {}),
        ({"x_openwebui_chat_id": "my-chat", "x_openwebui_user_id": "u"}, {}),
        ({"x_litellm_session_id": "my-chat", "x_litellm_end_user_id": "u"}, {}),
        ({}, {"metadata": {"session_id": "my-chat"}}),
        ({}, {"chat_id": "my-chat", "user": "u"}),
        ({}, {"metadata": {"user_id": "user_abc_account__session_my-chat"}}),
        ({"x_conversation_id": "{{LIBRECHAT_BODY_CONVERSATIONID}}"}, {"metadata": {"conversation_id": "my-chat"}}),
    ],
)
def test_a_client_that_names_its_talk_is_believed(headers: dict[str, str], body: dict[str, Any], proxy: Served) -> None:
    answer = post(f"{proxy.base}/v1/chat/completions", asked(**body), **headers)

    assert answer.headers["x-omoide-session"] == "my-chat"
    assert [each.session_id for each in proxy.learnt()] == ["my-chat"]


def test_a_title_is_left_alone(proxy: Served, upstream: Upstream) -> None:
    body = json.dumps(asked(TITLE), indent=2).encode()
    answer = httpx.post(f"{proxy.base}/v1/chat/completions", content=body)

    assert upstream.last.body == body
    assert answer.headers["x-omoide-aside"] == "title"
    assert proxy.learnt() == []


def test_what_the_owner_calls_an_aside_is_left_alone(proxy: Served, upstream: Upstream) -> None:
    proxy.mind.set("proxy.asides", '["^この会話に名前を"]')
    post(f"{proxy.base}/v1/chat/completions", asked("この会話に名前を付けて"))

    assert upstream.last.json["messages"] == [{"role": "user", "content": "この会話に名前を付けて"}]
    assert proxy.learnt() == []


def test_tags_of_the_persona_are_taken_out_of_whole_answers_and_counted(proxy: Served, upstream: Upstream) -> None:
    said = 'うれしい！<persona_emotion category="joy" intensity="0.9"/>'
    upstream.script = lambda _: scripted.completion(said)
    answer = post(f"{proxy.base}/v1/chat/completions", asked())

    assert answer.json()["choices"][0]["message"]["content"] == "うれしい！"
    assert answer.content == scripted.completion("うれしい！").pieces[0]
    [turn] = proxy.learnt()
    assert turn.assistant == said
    proxy.mind.digest()
    assert [each.emotion.category.value for each in proxy.mind.feelings.emotion_log()] == ["joy"]


@pytest.mark.parametrize("kind", ["chat/completions", "messages", "responses"])
def test_tags_are_taken_out_of_streams_wherever_they_are_cut(kind: str, proxy: Served, upstream: Upstream) -> None:
    pieces = ("好き<", "persona_emo", 'tion category="joy"', "/", ">だよ", " a <b", "> <mem", "ory_trace id=1/>", "<")
    made = {
        "chat/completions": scripted.chunks,
        "messages": scripted.message_events,
        "responses": scripted.response_events,
    }
    upstream.script = lambda _: made[kind](*pieces)
    body = {"model": "m", "input": CAT, "stream": True} if kind == "responses" else {**asked(), "stream": True}
    answer = post(f"{proxy.base}/v1/{kind}", body).text

    assert "persona_emo" not in answer
    assert "memory_trace" not in answer
    told = [json.loads(line[6:]) for line in answer.splitlines() if line.startswith("data: {")]
    assert "".join(map(spoken, told)) == "好きだよ a <b> <"
    [turn] = proxy.learnt()
    assert turn.assistant == "".join(pieces)


def spoken(event: dict[str, Any]) -> str:
    if event.get("type") == "response.output_text.delta":
        return str(event["delta"])
    if event.get("type") == "content_block_delta":
        return str(event["delta"]["text"])
    return "".join(choice["delta"].get("content") or "" for choice in event.get("choices", []))


def test_a_stream_without_tags_comes_byte_for_byte(proxy: Served, upstream: Upstream) -> None:
    odd = Answer(
        [
            b": hello\r\n\r\n",
            b'data: {"choices":[{"delta":{"content":"a < b"},"x":1.0}]}\r',
            b"\n\r\n",
            b"data: [DONE]",
        ],
        scripted.EVENTS,
    )
    upstream.script = lambda _: odd
    answer = post(f"{proxy.base}/v1/chat/completions", {**asked(), "stream": True})

    assert answer.content == b"".join(odd.pieces)
    assert [each.assistant for each in proxy.learnt()] == ["a < b"]


def test_fields_nobody_knows_and_forms_of_numbers_stay(proxy: Served, upstream: Upstream) -> None:
    body = (
        '{"zeta": 1.50e0 , "messages" : [ {"content":"' + CAT + '\\u3042","role":"user","name":"\\ud83d\\ude00"} ],\n'
        '"model":"gpt-4o","x":{"b":1,"a":[1.0,-0]}, "big":123456789012345678901234567890}'
    )
    httpx.post(f"{proxy.base}/v1/chat/completions", content=body.encode())
    sent = upstream.last.body.decode()

    head, _, tail = body.partition(CAT)
    assert sent.endswith(CAT + tail)
    assert sent.startswith(head.partition(" {")[0])


def test_other_addresses_pass_through_and_none_leads_astray(proxy: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: Answer([b"ok"], "text/plain")
    assert httpx.post(f"{proxy.base}/v1/embeddings?a=1", content=b"\x00\x01").text == "ok"
    assert (upstream.last.path, upstream.last.body) == ("/v1/embeddings?a=1", b"\x00\x01")
    with httpx.Client() as client:
        request = client.build_request("GET", f"{proxy.base}/v1/x")
        request.url = request.url.copy_with(raw_path=f"/p/{proxy.name}/v1/%2e%2e/%2e%2e/admin".encode())
        assert client.send(request).status_code == 404
    assert len(upstream.received) == 1
