"""What a simulated year of memory costs, against LTM's own estimate (LTM 年間コスト見積もり; SPEC L3).

    python -m bench.cost --days 365 --turns 100 --json

The year is LTM's: so many turns a day of 200 characters from the user and 2,000 from the assistant, in Japanese.  Every
prompt is rendered by the asks themselves, with the answer's JSON schema that providers bill as input, and counted by a
real tokenizer.  The answers have the sizes that the seed's own examples of memories have (圧縮例: Level 1, Level 2 and
the keywords of Level 3).  The same work is then counted again with answers of the size in LTM's cost table, and with the
half price of providers' batch interfaces.

The default tokenizer, cl100k_base, stands for Claude's, which is not published any more: on Japanese the last published
one gives 1.12 tokens a character, cl100k_base 1.13.  LTM reckons with 1.5; `by_ltms_rule` counts our characters so.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

from pydantic import BaseModel

from omoide.asks import together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import shape
from omoide.asks.classify_query import ClassifyQuery
from omoide.asks.together import PortionRules
from omoide.domain.models.spending import KNOWN_PRICES, NANO_PER_USD, Usage, cost_nano_usd
from omoide.domain.text.language import Language, is_japanese
from omoide.domain.understanding.appraisal import SpokenTurn

LTM_INPUT_TOKENS: Final = 231_300_000
LTM_OUTPUT_TOKENS: Final = 18_200_000
LTM_USD: Final = 322.30
"""LTM's table for the language model, 365 days of 100 turns."""
LTM_TURNS: Final = 36_500
LTM_TOKENS_PER_CHARACTER: Final = 1.5
USER_CHARACTERS: Final = 200
ASSISTANT_CHARACTERS: Final = 2_000
SESSION_TURNS: Final = 10
FENCE: Final = "<<<0123456789abcdef>>>"
"""As long as those of real calls."""
HAIKU: Final = KNOWN_PRICES["claude-haiku-4-5"]

Count = Callable[[str], int]


@dataclass(frozen=True)
class Sizes:
    """Characters of what a model writes about one turn."""

    trigger: int
    content: int
    summary_trigger: int
    summary_content: int
    keywords: int = 4


EXAMPLES: Final = Sizes(trigger=36, content=51, summary_trigger=19, summary_content=18)
"""The seed's 圧縮例: 「記憶システムのストレージ、MongoDBにしたらどう思う？」と聞かれた, and so on."""
DOUBLE: Final = Sizes(trigger=40, content=120, summary_trigger=25, summary_content=35)
"""The most our prompt allows."""
TABLE: Final = Sizes(trigger=36, content=51, summary_trigger=80, summary_content=200)
"""Level 2 as long as LTM's cost table reckons it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--turns", type=int, default=100, help="turns a day")
    parser.add_argument("--tokenizer", default="cl100k_base", help="cl100k_base, o200k_base, deepseek_v3, llama3 …")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args(arguments)
    if chosen.days < 1 or chosen.turns < 1:
        print("a year needs at least one day and one turn a day", file=sys.stderr)
        return 2
    try:
        figures = measure(days=chosen.days, turns=chosen.turns, tokenizer=chosen.tokenizer)
    except (ImportError, ValueError) as exc:
        print(f"no tokenizer {chosen.tokenizer!r}: {exc}; it comes with the development tools", file=sys.stderr)
        return 2
    print(json.dumps(figures, indent=1, ensure_ascii=False) if chosen.json else _table(figures))
    return 0


def measure(*, days: int, turns: int, tokenizer: str) -> dict[str, object]:
    """Return all figures by their keys."""
    count = counter(tokenizer)
    live = year(days=days, turns=turns, count=count, sizes=EXAMPLES)
    ruled = year(days=days, turns=turns, count=_by_ltms_rule, sizes=EXAMPLES)
    asked = days * turns
    ltm_usd = LTM_USD * asked / LTM_TURNS
    return {
        "days": days,
        "turns_per_day": turns,
        "tokenizer": tokenizer,
        "tokens_per_japanese_character": round(count(_text(4000, at=0)) / 4000, 3),
        "input_tokens": live.input_tokens,
        "output_tokens": live.output_tokens,
        "usd": round(_usd(live), 2),
        "price_ratio_to_ltm": round(_usd(live) / ltm_usd, 4),
        "ltm": {
            "input_tokens": round(LTM_INPUT_TOKENS * asked / LTM_TURNS),
            "output_tokens": round(LTM_OUTPUT_TOKENS * asked / LTM_TURNS),
            "usd": round(ltm_usd, 2),
        },
        "by_ltms_rule": _figures(ruled, ltm_usd),
        "with_batch_interface": _figures(live, ltm_usd, batched=True),
        "longest_answers_allowed": _figures(year(days=days, turns=turns, count=count, sizes=DOUBLE), ltm_usd),
        "answers_of_ltms_table": _figures(year(days=days, turns=turns, count=count, sizes=TABLE), ltm_usd),
        "answers_of_ltms_table_with_batch_interface": _figures(
            year(days=days, turns=turns, count=count, sizes=TABLE), ltm_usd, batched=True
        ),
        "beyond_ltm_classify_query": _figures(queries(asked, count=count), ltm_usd),
    }


def year(*, days: int, turns: int, count: Count, sizes: Sizes) -> Usage:
    """Return the tokens of appraising every turn of the year, in portions of a session."""
    one_day = list(_day(turns))
    total = Usage()
    for start in range(0, len(one_day), SESSION_TURNS):
        for portion in together.portions(one_day[start : start + SESSION_TURNS], rules=PortionRules()):
            total += _portion(portion, count=count, sizes=sizes)
    return Usage(total.input_tokens * days, total.output_tokens * days)


def queries(asked: int, *, count: Count) -> Usage:
    """Return the tokens of deciding before each answer whether to search; LTM's estimate has no such step."""
    ask = ClassifyQuery(_text(150, at=7))
    prompt = ask.render(language=Language.JA, fence=FENCE)
    said = '{"search":true,"rag":["田中さん","友人","旅行","京都"],"keywords":["田中"],"intent":"relational"}'
    each = Usage(count(prompt.system) + count(prompt.user) + _schema_tokens(ask.SCHEMA, count=count), count(said))
    return Usage(each.input_tokens * asked, each.output_tokens * asked)


def _portion(portion: Sequence[AppraiseTurn], *, count: Count, sizes: Sizes) -> Usage:
    ask = together.joined(portion)
    prompt = ask.render(language=Language.JA, fence=FENCE)
    shown = count(prompt.system) + count(prompt.user) + _schema_tokens(ask.SCHEMA, count=count)
    return Usage(shown, count(_answer(len(portion), sizes=sizes)))


def _schema_tokens(schema: type[BaseModel], *, count: Count) -> int:
    return count(json.dumps(shape(schema), ensure_ascii=False))


def _answer(turns: int, *, sizes: Sizes) -> str:
    """Return an answer about so many turns, as a model writes it in JSON mode."""
    words = ["京都", "旅行", "田中さん", "紅葉", "休暇", "予約"]
    memories = [
        {
            "turn": number,
            "emotional_intensity": 45,
            "emotional_valence": "positive",
            "emotional_arousal": 40,
            "emotional_tags": ["satisfaction", "curiosity"],
            "category": "work",
            "keywords": words[: sizes.keywords],
            "trigger": _text(sizes.trigger, at=number * 11),
            "content": _text(sizes.content, at=number * 31),
            "summary_trigger": _text(sizes.summary_trigger, at=number * 17),
            "summary_content": _text(sizes.summary_content, at=number * 23),
        }
        for number in range(1, turns + 1)
    ]
    return json.dumps({"memories": memories}, ensure_ascii=False)


def _day(turns: int) -> Iterator[AppraiseTurn]:
    for number in range(turns):
        start = number * (USER_CHARACTERS + ASSISTANT_CHARACTERS)
        user, assistant = _text(USER_CHARACTERS, at=start), _text(ASSISTANT_CHARACTERS, at=start + USER_CHARACTERS)
        yield AppraiseTurn(SpokenTurn(user, assistant))


_CONVERSATION: str = ""


def _text(characters: int, *, at: int) -> str:
    """Return so many characters of Japanese conversation, from the sample persona's log read round and round."""
    global _CONVERSATION  # noqa: PLW0603 - read once
    if not _CONVERSATION:
        log = json.loads((resources.files("omoide.sample") / "haru_ja.json").read_text(encoding="utf-8"))
        _CONVERSATION = "".join(turn["user"] + (turn["assistant"] or "") for turn in log["turns"])
    start = at % len(_CONVERSATION)
    rounds = 2 + characters // len(_CONVERSATION)
    return (_CONVERSATION * rounds)[start : start + characters]


def counter(tokenizer: str) -> Count:
    """Return how a text's tokens are counted."""
    import splintr

    loaded = splintr.Tokenizer.from_pretrained(tokenizer)
    return lambda text: len(loaded.encode(text))


def _by_ltms_rule(text: str) -> int:
    """Japanese at LTM's 1.5 tokens a character; what is not Japanese, which LTM does not reckon with, at 0.25."""
    japanese = sum(map(is_japanese, text))
    return round(japanese * LTM_TOKENS_PER_CHARACTER + (len(text) - japanese) * 0.25)


def _usd(usage: Usage, *, batched: bool = False) -> float:
    return cost_nano_usd(usage, price=HAIKU, batched=batched) / NANO_PER_USD


def _figures(usage: Usage, ltm_usd: float, *, batched: bool = False) -> dict[str, object]:
    usd = _usd(usage, batched=batched)
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "usd": round(usd, 2),
        "price_ratio_to_ltm": round(usd / ltm_usd, 4),
    }


def _table(figures: dict[str, object]) -> str:
    lines = [f"{'':44}{'input':>14}{'output':>13}{'USD':>10}{'of LTM':>9}"]
    rows: dict[str, object] = {"a year, as asked for": figures}
    rows |= {name: value for name, value in figures.items() if isinstance(value, dict)}
    for name, row in rows.items():
        assert isinstance(row, dict)
        ratio = row.get("price_ratio_to_ltm", 1.0)
        shown = f"{row['input_tokens']:>14,}{row['output_tokens']:>13,}{row['usd']:>10,.2f}{ratio:>9.3f}"
        lines.append(f"{name.replace('_', ' '):44}{shown}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
