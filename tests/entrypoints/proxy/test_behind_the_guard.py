"""The proxy as `omoide serve --http` serves it: behind the guard of all doors over the wire."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from omoide import Omoide
from omoide.entrypoints.web.app import web_app
from tests.entrypoints.proxy import scripted
from tests.entrypoints.proxy.scripted import Upstream
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

ASKED: Any = {"model": "gpt-4o", "messages": [{"role": "user", "content": "こんにちは、ハル"}]}


@pytest.fixture(scope="module")
def home(upstream_of_all: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        patch.setenv("OMOIDE_PROXY__OPENAI_UPSTREAM", upstream_of_all.url)
        patch.setenv("OMOIDE_WEB__LOOPBACK_KEY", "true")
        opened = Omoide.open(tmp_path_factory.mktemp("guarded") / Path("home"), embedder=hashing(), beside="nowhere")
    for name in ("haru", "mio"):
        opened.add_persona(name, language="ja", timezone="Asia/Tokyo")
    with opened:
        yield opened


@pytest.fixture(scope="module")
def address(home: Omoide) -> Iterator[str]:
    with served(web_app(home, doors=("proxy",))) as address:
        yield address


def test_the_key_of_omoide_opens_the_mind_and_the_key_of_the_model_goes_on(
    home: Omoide, address: str, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.chunks("やあ", "！")
    key = home.keys.add(persona="haru", scope="write").text
    with openai.OpenAI(
        base_url=f"{address}/p/haru/v1", api_key="sk-theirs", default_headers={"x-omoide-key": key}, max_retries=0
    ) as client:
        told = [chunk.choices[0].delta.content for chunk in client.chat.completions.create(**ASKED, stream=True)]

    assert "".join(text or "" for text in told) == "やあ！"
    assert upstream.last.headers["authorization"] == "Bearer sk-theirs"
    assert key not in str(upstream.last.headers)


def test_without_a_key_or_with_anothers_nothing_gets_through(home: Omoide, address: str, upstream: Upstream) -> None:
    key = home.keys.add(persona="mio", scope="write").text
    none = httpx.post(f"{address}/p/haru/v1/chat/completions", json=ASKED)
    other = httpx.post(f"{address}/p/haru/v1/chat/completions", json=ASKED, headers={"x-omoide-key": key})
    in_query = httpx.post(f"{address}/p/haru/v1/chat/completions?key={key}", json=ASKED)

    assert [each.status_code for each in (none, other)] == [401, 403]
    assert in_query.status_code in (400, 401)
    assert upstream.received == []
