"""The proxy under load: what it adds to the time until the first token, and whether anything of a request stays behind.

    python -m bench.proxy [--memories 36500] [--streams 50] [--rounds 4] [--requests 1000] [--json]

Fills a scratch home, serves the doors over the wire in one process and a model that streams in another, and keeps so many streams open
at once: each lasts some seconds, and their beginnings are spread over that time, as those of so many people are.  Each client asks the
model itself and through the proxy, in turn.

    direct_ms       until the first token, asked directly
    first_ms        until the first token, through the proxy, of the first turn of a talk
    proxied_ms      until the first token, through the proxy, of later turns
    added_ms        the difference of the medians
    memory_ms       of this, what the proxy waited for memory (`x-omoide-ms`)
    cpu_ms          processor time of the serving process for each request, learning included; a busy machine disturbs it less
    load            of the machine, before and after
    unmet           requests that went on without memory, and why
    kilobytes       of the serving process: at the beginning, after a tenth and after all of the requests that follow one another
      asides        titles that a client asks for: neither met with memory nor learnt
      again         one turn, asked again and again: met with memory, learnt once
      learnt        turns that differ: each is met with memory, learnt, and found from then on
      in_library    a process without any server that composes a context for each of so many turns, keeps it and makes its vectors:
                    what learning alone takes
    files           its open files and connections, at the same moments
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from bench.context import fill
from bench.hook import digested
from bench.latency import figures
from bench.remembering import Known
from bench.synthetic import START, questions
from omoide import Omoide, SimulatedClock
from omoide.domain.time.moment import Moment

TOKENS = 30
SECONDS_A_TOKEN = 0.1
PERSONA = "bench"
VECTORS_SECONDS = 0.2
TITLE = (
    "### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Chat History:\nうん"
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("measure", "model", "serve", "library"), default="measure")
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--requests", type=int, default=1_000)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.what == "model":
        asyncio.run(_model())
    elif given.what == "serve":
        _serve(given.home)
    elif given.what == "library":
        print(json.dumps(_library(given.home, given.requests)), flush=True)
    else:
        with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
            told = measure(
                Path(folder), given.memories, streams=given.streams, rounds=given.rounds, requests=given.requests
            )
        print(json.dumps(told) if given.json else "\n".join(f"{name:12} {value}" for name, value in told.items()))


def measure(folder: Path, memories: int, *, streams: int, rounds: int, requests: int) -> dict[str, Any]:
    """Return all figures for a home of so many memories."""
    home = folder / "home"
    with Omoide.open(folder / "plain", beside="nowhere") as plain:
        embedder = Known(plain.embedder)
    with Omoide.open(home, embedder=embedder, clock=SimulatedClock(Moment(START)), beside="nowhere") as omoide:
        omoide.add_persona(PERSONA, language="ja", timezone="Asia/Tokyo")
        fill(omoide.mind(PERSONA), embedder, memories=memories)
        omoide.mind(PERSONA).catch_up()
    digested(home)
    shutil.copytree(home, folder / "beside")
    with _process("model") as (_, model), _process("serve", home=home, model=model) as (pid, proxy):
        asked = iter(questions(2 * streams * rounds + requests + 100, seed=7))
        load, before = os.getloadavg()[0], _processor_seconds(pid)
        told = asyncio.run(_streams(model, proxy, asked, streams=streams, rounds=rounds))
        told["cpu_ms"] = round(1000 * (_processor_seconds(pid) - before) / (streams * rounds + 1), 1)
        told["load"] = [round(load, 1), round(os.getloadavg()[0], 1)]
        told |= asyncio.run(_leak(pid, proxy, asked, requests))
    with _process("library", home=folder / "beside", requests=requests) as (_, weights):
        told["kilobytes"]["in_library"] = json.loads(weights)
    return {"memories": memories, "streams": streams, **told}


async def _streams(model: str, proxy: str, asked: Iterator[str], *, streams: int, rounds: int) -> dict[str, Any]:
    direct: list[float] = []
    proxied: list[float] = []
    first: list[float] = []
    memory: list[float] = []
    unmet: Counter[str] = Counter()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=streams)
    async with httpx.AsyncClient(timeout=60, limits=limits) as client:
        await _first_token(client, proxy, [next(asked)], "warm")

        async def talk(number: int) -> None:
            await asyncio.sleep(number * TOKENS * SECONDS_A_TOKEN / streams)
            said: list[str] = []
            for turn in range(rounds):
                said.append(next(asked))
                direct.append((await _first_token(client, f"{model}/v1", said, ""))[0])
                took, headers = await _first_token(client, proxy, said, f"s{number}")
                (proxied if turn else first).append(took)
                memory.append(float(headers["x-omoide-ms"]))
                if headers.get("x-omoide-error"):
                    unmet[headers["x-omoide-error"]] += 1

        await asyncio.gather(*(talk(number) for number in range(streams)))
    return {
        "direct_ms": figures([(took, took) for took in direct]),
        "first_ms": figures([(took, took) for took in first]),
        "proxied_ms": figures([(took, took) for took in proxied]),
        "added_ms": round(statistics.median(proxied) - statistics.median(direct), 1),
        "memory_ms": figures([(took, took) for took in memory]),
        "unmet": dict(unmet),
    }


async def _first_token(
    client: httpx.AsyncClient, base: str, said: list[str], session: str
) -> tuple[float, httpx.Headers]:
    talk = [
        each for text in said for each in ({"role": "user", "content": text}, {"role": "assistant", "content": "うん"})
    ]
    body = {"model": "m", "stream": True, "messages": talk[:-1]}
    started = time.perf_counter()
    took = 0.0
    url = f"{base}/chat/completions"
    async with client.stream("POST", url, json=body, headers={"x-omoide-session": session}) as answer:
        async for chunk in answer.aiter_bytes():
            if not took and b"content" in chunk:
                took = 1000 * (time.perf_counter() - started)
    return took, answer.headers


async def _leak(pid: int, proxy: str, asked: Iterator[str], requests: int) -> dict[str, Any]:
    """Return what the serving process takes before, during and after so many requests of each kind."""
    same = next(asked)
    kinds: dict[str, Callable[[], str]] = {
        "asides": lambda: TITLE,
        "again": lambda: same,
        "learnt": lambda: next(asked),
    }
    kilobytes: dict[str, list[int]] = {}
    files: dict[str, list[int]] = {}
    async with httpx.AsyncClient(timeout=60) as client:
        for kind, text in kinds.items():
            seen = [_weight(pid)]
            for number in range(requests):
                body = {"model": "quick", "stream": True, "messages": [{"role": "user", "content": text()}]}
                answer = await client.post(f"{proxy}/chat/completions", json=body, headers={"x-omoide-session": kind})
                assert answer.status_code == 200
                assert bool(answer.headers.get("x-omoide-aside")) == (kind == "asides")
                if number + 1 in (requests // 10, requests):
                    seen.append(_weight(pid))
            kilobytes[kind], files[kind] = [each[0] for each in seen], [each[1] for each in seen]
    return {"requests": requests, "kilobytes": kilobytes, "files": files}


def _library(home: Path, requests: int) -> list[int]:
    """Return what a process takes at the same moments that composes, keeps and embeds so many turns, and serves nobody."""
    asked = iter(questions(requests + 50, seed=8))
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.mind(PERSONA)
        for number in range(50):  # what is opened at first, and the caches that every process fills
            mind.context(next(asked), session_id=f"warm{number}")
        seen = [_weight(os.getpid())[0]]
        for number in range(requests):
            text = next(asked)
            mind.context(text, session_id="learnt")
            mind.observe(user=text, assistant=f"答え{number}-0 答え{number}-1 答え{number}-2 ", session_id="learnt")
            mind.catch_up()
            if number + 1 in (requests // 10, requests):
                seen.append(_weight(os.getpid())[0])
    return seen


def _weight(pid: int) -> tuple[int, int]:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024, len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _processor_seconds(pid: int) -> float:
    told = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _process(what: str, *, home: Path | None = None, model: str = "", requests: int = 0) -> Iterator[tuple[int, str]]:
    """Run a part of this in a process of its own; give its number and the first it says: its address, or what it found."""
    environ = {**os.environ, "OMOIDE_PROXY__OPENAI_UPSTREAM": f"{model}/v1"}
    if not model:
        environ.pop("OMOIDE_PROXY__OPENAI_UPSTREAM")
    command = [sys.executable, "-m", "bench.proxy", what, *(["--home", str(home)] if home else [])]
    command += ["--requests", str(requests)] if requests else []
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, process.stdout.readline().strip()
        finally:
            process.terminate()


def _serve(home: Path) -> None:
    from omoide.entrypoints.web.serving import serve

    with Omoide.open(home, beside="nowhere") as omoide:
        omoide.mind(PERSONA).context("温める", session_id="warm")
        threading.Thread(target=_vectors, args=(omoide,), daemon=True).start()
        serve(omoide, port=0, doors=["proxy"], tell=lambda address: print(f"{address}/p/{PERSONA}/v1", flush=True))


def _vectors(omoide: Omoide) -> None:
    """Make the vectors of what is said, as happens by itself; nothing is digested and no night passes meanwhile."""
    while True:
        omoide.mind(PERSONA).catch_up()
        time.sleep(VECTORS_SECONDS)


async def _model() -> None:
    """Serve a model that streams; one that is called `quick` does not take its time."""
    numbers = count()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(
                    int(x.split(b":")[1]) for x in head.split(b"\r\n") if x.lower().startswith(b"content-length")
                )
                body = await reader.readexactly(length)
                await _told(writer, next(numbers), is_quick=b'"quick"' in body)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


async def _told(writer: asyncio.StreamWriter, number: int, *, is_quick: bool) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    for token in range(3 if is_quick else TOKENS):
        text = {"choices": [{"index": 0, "delta": {"content": f"答え{number}-{token} "}, "finish_reason": None}]}
        event = f"data: {json.dumps(text)}\n\n".encode()
        writer.write(b"%x\r\n%s\r\n" % (len(event), event))
        await writer.drain()
        if not is_quick:
            await asyncio.sleep(SECONDS_A_TOKEN)
    event = b"data: [DONE]\n\n"
    writer.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(event), event))
    await writer.drain()


if __name__ == "__main__":
    main()
