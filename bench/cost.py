"""Everything a model is asked in a simulated year, part by part, against LTM's own estimate (LTM 年間コスト見積もり; SPEC L3).

    python -m bench.cost [--days 8] [--live-days 8] [--turns 100] [--ways WAY …] [--json]

A real home with its default settings lives some days of LTM's year: so many turns a day of 200 characters from the user and
2,000 from the assistant, in Japanese, in ten sessions of 4 to 16 turns.  Every question goes over HTTP to a model on this
machine (`bench.cost_model`), which counts it by a real tokenizer: instructions, the answer's schema, earlier events, states,
the turns; appraisals, plans, questions asked again, what a night asks (the day told, names' profiles, topics).  Days are lived until
what is shown has reached its bounds; the mean of the last five then stands for the rest of the year, and the growth is printed.
A week is told when it lies far back, so its question is rendered and counted fifty-two times instead of being lived.

LTM's table counts what a memory's feeling costs and its shortening.  That part of ours is the turns themselves, the instructions
for memories, and the memories with their shorter texts; the rest (plans, context, days, names) has no line in that table.

The ways: `by itself` is what the product does after each `observe`: turns of a talk are gathered until ten wait or the talk is
quiet; `turn by turn` asks about each before the next is said (`background.gather_seconds = 0`).  Answers have the sizes of
the seed's examples of memories (圧縮例); the same days are lived again with the longest answers that our prompts allow, with plans
asked for every turn (`background.plan_silent_turns`), and with short turns: as they stand in the sample persona's log, where many
state nothing.
Whether to search before an answer (`classify_query`) is decided by rules: no model is asked.  No discount for cached prompts is counted.

The default tokenizer, cl100k_base, stands for Claude's, which is not published any more: on Japanese the last published
one gives 1.12 tokens a character, cl100k_base 1.13.
"""

import argparse
import itertools
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.cost_model import DAY, Count, CountingModel, Meter, Sizes, listening, told_as
from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.asks import appraisal_wording, digest_turns_wording
from omoide.asks.ask import CANONICAL_FENCE, shape
from omoide.asks.tell_week import TellWeek
from omoide.domain.episodes.telling import WeekSentence
from omoide.domain.models.spending import KNOWN_PRICES, NANO_PER_USD, Usage, cost_nano_usd
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.models.embedder import Role

LTM: Final = {
    "making memories": (120_500_000, 3_700_000),
    "level 1 to 2": (102_400_000, 13_000_000),
    "level 2 to 3": (8_400_000, 1_500_000),
}
"""LTM's table for the language model, 365 days of 100 turns: tokens in and out; its sums are 231.3 M, 18.2 M, $322.30."""
LTM_USD: Final = 322.30
LTM_EMBEDDING_TOKENS: Final = 143_200_000
LTM_TURNS: Final = 36_500
YEAR_DAYS: Final = 365
USER_CHARACTERS: Final = 200
ASSISTANT_CHARACTERS: Final = 2_000
SESSIONS: Final = (0.06, 0.14, 0.10, 0.04, 0.16, 0.09, 0.11, 0.12, 0.08, 0.10)
"""The shares of a day's turns that its sessions have."""
BETWEEN_TURNS: Final = 90
BETWEEN_SESSIONS: Final = 1800
SETTLED_DAYS: Final = 5
MORNING: Final = Moment(1_767_222_000)
"""2026-01-01 08:00 in Tokyo."""
HAIKU: Final = KNOWN_PRICES["claude-haiku-4-5"]

EXAMPLES: Final = Sizes(trigger=36, content=51, summary_trigger=19, summary_content=18)
"""The seed's 圧縮例: 「記憶システムのストレージ、MongoDBにしたらどう思う？」と聞かれた, and so on."""
LONGEST: Final = Sizes(trigger=40, content=120, summary_trigger=25, summary_content=35, affect=240, longer=1.3)
"""The most our prompts allow.  (LTM's table has longer summaries, 280 characters, but a summary must be shorter than its memory.)"""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of living through the days."""

    sizes: Sizes = EXAMPLES
    background: Mapping[str, object] = field(default_factory=dict)
    is_short: bool = False
    """Turns as they stand in the sample persona's log, instead of LTM's 200 and 2,000 characters."""


WAYS: Final = {
    "by itself": Way(),
    "by itself, longest answers": Way(LONGEST),
    "by itself, a plan for every turn": Way(background={"plan_silent_turns": "true"}),
    "turn by turn": Way(background={"gather_seconds": 0}),
    "short turns": Way(is_short=True),
    "short turns, a plan for every turn": Way(background={"plan_silent_turns": "true"}, is_short=True),
}


@dataclass
class Lived:
    """What each lived day asked."""

    days: list[Meter] = field(default_factory=list)
    embedded: int = 0

    def year(self) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]], Counter[str]]:
        """Return tokens in and out by question and part, and calls, of a year that goes on like its last days."""
        settled = self.days[-SETTLED_DAYS:]
        found: tuple[Counter[Any], Counter[Any], Counter[Any]] = (Counter(), Counter(), Counter())
        for total, name in zip(found, ("tokens_in", "tokens_out", "calls"), strict=True):
            for day in self.days:
                total.update(getattr(day, name))
            for day in settled:
                rest = (YEAR_DAYS - len(self.days)) / len(settled)
                total.update({key: value * rest for key, value in getattr(day, name).items()})
        return found


class _CountingEmbedder:
    """Counts the tokens that a paid embedder would be sent."""

    def __init__(self, count: Count) -> None:
        self._inner = HashingEmbedder()
        self._count = count
        self.tokens = 0

    @property
    def space(self) -> EmbeddingSpace:
        """Return the inner space."""
        return self._inner.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Count and embed."""
        self.tokens += sum(map(self._count, texts))
        return self._inner.embed(texts, role=role)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=8, help="days that are lived as it happens by itself")
    parser.add_argument("--live-days", type=int, default=8, help="days that are lived turn by turn; 0 leaves it out")
    parser.add_argument("--turns", type=int, default=100, help="turns a day")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS), help="which ways of living are measured")
    parser.add_argument("--tokenizer", default="cl100k_base", help="cl100k_base, o200k_base, deepseek_v3, llama3 …")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args(arguments)
    if chosen.days < 1 or chosen.turns < 1 or chosen.live_days < 0:
        print("a year needs at least one day and one turn a day", file=sys.stderr)
        return 2
    try:
        count = counter(chosen.tokenizer)
    except (ImportError, ValueError) as exc:
        print(f"no tokenizer {chosen.tokenizer!r}: {exc}; it comes with the development tools", file=sys.stderr)
        return 2
    ways = [way for way in WAYS if way in chosen.ways and (way != "turn by turn" or chosen.live_days)]
    figures = measure(ways, days=chosen.days, live_days=chosen.live_days, turns=chosen.turns, count=count)
    print(json.dumps(figures, indent=1, ensure_ascii=False) if chosen.json else _table(figures))
    return 0


def measure(ways: Sequence[str], *, days: int, live_days: int, turns: int, count: Count) -> dict[str, Any]:
    """Return all figures by their keys."""
    found = {
        name: lived(days=live_days if name == "turn by turn" else days, turns=turns, count=count, way=WAYS[name])
        for name in ways
    }
    share = turns * YEAR_DAYS / LTM_TURNS
    return {
        "turns_a_year": turns * YEAR_DAYS,
        "tokens_per_japanese_character": round(count(_text(4000, at=0)) / 4000, 3),
        "ltm": {
            "parts": {name: {"input": round(i * share), "output": round(o * share)} for name, (i, o) in LTM.items()},
            "input_tokens": round(sum(i for i, _ in LTM.values()) * share),
            "output_tokens": round(sum(o for _, o in LTM.values()) * share),
            "usd": round(LTM_USD * share, 2),
            "embedding_tokens": round(LTM_EMBEDDING_TOKENS * share),
        },
        "ways": {
            name: _figures(way, LTM_USD * share, turns, count, longer=WAYS[name].sizes.longer)
            for name, way in found.items()
        },
        "classify_query": "asked of no model: rules decide",
    }


def lived(*, days: int, turns: int, count: Count, way: Way) -> Lived:
    """Live through the days and return what each of them asked of the model."""
    model, embedder, found = CountingModel(count, way.sizes), _CountingEmbedder(count), Lived()
    clock = SimulatedClock(MORNING)
    with listening(model) as address, tempfile.TemporaryDirectory() as folder:
        settings = f'[llm]\nprovider = "openai"\nmodel = "counting"\nbase_url = "{address}/v1"\n'
        settings += "".join(("[background]\n", *(f"{name} = {value}\n" for name, value in way.background.items())))
        (Path(folder) / "config.toml").write_text(settings, encoding="utf-8")
        with Omoide.open(folder, clock=clock, embedder=embedder, beside="nowhere") as home:
            home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
            mind = home.mind("haru")
            for day in range(days):
                model.meter = Meter()
                clock.set(Moment(MORNING + day * DAY_SECONDS))
                _day(home, mind, clock, day=day, turns=turns, is_short=way.is_short)
                found.days.append(model.meter)
    found.embedded = embedder.tokens
    return found


def _day(home: Omoide, mind: Mind, clock: SimulatedClock, *, day: int, turns: int, is_short: bool) -> None:
    said = _short_turns(day * turns) if is_short else _turns(day * turns)
    for number, size in enumerate(_sessions(turns)):
        for _ in range(size):
            user, assistant = next(said)
            clock.advance(seconds=BETWEEN_TURNS)
            mind.observe(user=user, assistant=assistant, at=clock.now(), session_id=f"{day}-{number}")
            home.work_off()
        clock.advance(seconds=BETWEEN_SESSIONS)
        home.work_off()


def _sessions(turns: int) -> list[int]:
    sizes = [round(turns * share) for share in SESSIONS]
    sizes[-1] += turns - sum(sizes)
    return [size for size in sizes if size > 0]


def _turns(first: int) -> Iterator[tuple[str, str]]:
    number = first
    while True:
        start = number * (USER_CHARACTERS + ASSISTANT_CHARACTERS)
        # Each turn is another one: the same words would be answered from the store.
        user = f"{number}件目。{_text(USER_CHARACTERS, at=start)}"[:USER_CHARACTERS]
        yield user, _text(ASSISTANT_CHARACTERS, at=start + USER_CHARACTERS)
        number += 1


def _short_turns(first: int) -> Iterator[tuple[str, str]]:
    log = _log()
    for number in itertools.count(first):
        user, assistant = log[number % len(log)]
        yield f"{user}（{number // len(log)}）" if number >= len(log) else user, assistant


_CONVERSATION: str = ""


@cache
def _log() -> list[tuple[str, str]]:
    """Return the sample persona's log."""
    log = json.loads((resources.files("omoide.sample") / "haru_ja.json").read_text(encoding="utf-8"))
    return [(turn["user"], turn["assistant"] or "") for turn in log["turns"]]


def _text(characters: int, *, at: int) -> str:
    """Return so many characters of Japanese conversation, from the sample persona's log read round and round."""
    global _CONVERSATION  # noqa: PLW0603 - read once
    if not _CONVERSATION:
        _CONVERSATION = "".join(user + assistant for user, assistant in _log())
    start = at % len(_CONVERSATION)
    rounds = 2 + characters // len(_CONVERSATION)
    return (_CONVERSATION * rounds)[start : start + characters]


def counter(tokenizer: str) -> Count:
    """Return how a text's tokens are counted."""
    import splintr

    loaded = splintr.Tokenizer.from_pretrained(tokenizer)
    return lambda text: len(loaded.encode(text))


def _figures(way: Lived, ltm_usd: float, turns: int, count: Count, *, longer: float) -> dict[str, Any]:
    given, told, calls = way.year()
    calls["tell_week"], given["tell_week", "the rest"], told["tell_week", "texts"] = _weeks(count, longer=longer)
    counted = _counted_by_ltm(given, told, count)
    asked, planned = (sum(day.turns[name] for day in way.days) for name in ("digest_turns", "planned"))
    usage = Usage(round(sum(given.values())), round(sum(told.values())))
    daily = [sum(day.tokens_in.values()) for day in way.days]
    shown = [day for day in (1, 2, 3, 5, 8, 20, 60) if day <= len(daily)]
    return {
        "days_lived": len(way.days),
        "calls": {name: round(value) for name, value in calls.items()},
        "input": _parts(given),
        "output": _parts(told),
        "input_tokens_on_day": {str(day): daily[day - 1] for day in shown},
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "usd": round(_usd(usage), 2),
        "price_ratio_to_ltm": round(_usd(usage) / ltm_usd, 3),
        "usd_by_question": {
            name: round(_usd(_of(name, given, told)), 2) for name in sorted({name for name, _ in (*given, *told)})
        },
        "the_part_ltm_counts": {
            "usd": round(_usd(counted), 2),
            "price_ratio_to_ltm": round(_usd(counted) / ltm_usd, 3),
        },
        "turns_without_a_plan": f"{asked - planned} of {asked}",
        "embedding_tokens_if_paid": round(way.embedded / (len(way.days) * turns) * turns * YEAR_DAYS),
    }


def _of(question: str, given: Mapping[tuple[str, str], float], told: Mapping[tuple[str, str], float]) -> Usage:
    sums = [sum(value for (name, _), value in side.items() if name == question) for side in (given, told)]
    return Usage(round(sums[0]), round(sums[1]))


def _counted_by_ltm(
    given: Mapping[tuple[str, str], float], told: Mapping[tuple[str, str], float], count: Count
) -> Usage:
    """Return what LTM's table has a line for: the turns, the instructions for memories, the memories and their shortening."""
    whole, memory = digest_turns_wording.SYSTEM[Language.JA], appraisal_wording.SYSTEM_ONE[Language.JA]
    asked = "digest_turns"
    instructions = given["digest_turns", "instructions"] * count(memory) / count(whole)
    shorter = _of("condense", given, told)
    return Usage(
        round(given[asked, "the turns"] + instructions) + shorter.input_tokens,
        round(told[asked, "memories"] + told[asked, "numbers"]) + shorter.output_tokens,
    )


def _weeks(count: Count, *, longer: float) -> tuple[int, int, int]:
    """Return the calls of a year of told weeks, and their tokens in and out."""
    first = date(2026, 1, 5)
    size, each = (round(DAY[0] * longer), DAY[1])
    days = [first + timedelta(days=at) for at in range(7)]
    said = [
        WeekSentence(day, f"{_text(each, at=at)}。", 0.5, is_detailed=day == first)
        for day in days
        for at in range(0, size, each)
    ]
    prompt = TellWeek(tuple(said)).render(language=Language.JA, fence=CANONICAL_FENCE)
    schema = json.dumps(shape(TellWeek.SCHEMA), separators=(",", ":"))
    answer = told_as("tell_week", prompt.user, {}, longer=longer)
    weeks = YEAR_DAYS / 7
    sent = count(prompt.system) + count(prompt.user) + count(schema)
    return round(weeks), round(weeks * sent), round(weeks * count(json.dumps(answer, ensure_ascii=False)))


def _parts(counted: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    questions = sorted({name for name, _ in counted})
    return {
        question: {
            part: round(value) for (name, part), value in counted.most_common() if name == question and value >= 1
        }
        for question in questions
    }


def _usd(usage: Usage) -> float:
    return cost_nano_usd(usage, price=HAIKU) / NANO_PER_USD


def _table(figures: dict[str, Any]) -> str:
    ltm = figures["ltm"]
    lines = [f"{'tokens a year':44}{'input':>15}{'output':>13}{'USD':>10}{'of LTM':>9}"]
    lines.append(f"{'LTM':44}{ltm['input_tokens']:>15,}{ltm['output_tokens']:>13,}{ltm['usd']:>10,.2f}{1:>9.3f}")
    for name, part in ltm["parts"].items():
        lines.append(f"  {name:42}{part['input']:>15,}{part['output']:>13,}")
    for name, way in figures["ways"].items():
        sums = f"{way['input_tokens']:>15,}{way['output_tokens']:>13,}{way['usd']:>10,.2f}{way['price_ratio_to_ltm']:>9.3f}"
        lines += ["", f"{name:44}{sums}"]
        told = ("days_lived", "calls", "usd_by_question", "the_part_ltm_counts", "turns_without_a_plan")
        lines += [f"  {each}: {way[each]}" for each in told]
        lines.append(f"  input tokens on day: {way['input_tokens_on_day']}")
        lines.append(
            f"  embedding tokens, if paid: {way['embedding_tokens_if_paid']:,} (LTM {ltm['embedding_tokens']:,})"
        )
        for side in ("input", "output"):
            for question, parts in way[side].items():
                for part, value in parts.items():
                    place = f"{value:>15,}" if side == "input" else f"{value:>28,}"
                    lines.append(f"  {question + ': ' + part:42}{place}")
    return "\n".join([*lines, "", f"classify_query: {figures['classify_query']}"])


if __name__ == "__main__":
    sys.exit(main())
