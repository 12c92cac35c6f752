"""Whether to search the past, and for what, without a model (NEX Active Recall; SPEC R1).

Searching costs little and forgetting costs much: only greetings, nods and empty lines are not searched for.  What a
question is after is read from its words; facts are the answer when nothing else is.
"""

import re
import unicodedata
from typing import Final

from omoide.domain.recall.intent import Intent
from omoide.domain.recall.query_plan import MOST_KEYWORDS, MOST_WORDS, QueryPlan, no_search, search_for
from omoide.domain.text.language import Language, detect
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.small_talk import is_nod
from omoide.domain.understanding.telling.keywords import names_and_numbers, weighted_terms

LONGEST_READ: Final = 2_000
SHORTEST_CUE: Final = 2
"""Letters; fewer are no question, but for an ideograph, which is a word by itself (猫)."""

_CUES: Final = {
    Intent.TEMPORAL: (
        r"いつ|昨日|一昨日|おととい|今朝|昨夜|先週|先月|去年|昨年|最近|この前|この間|こないだ|前回|以前|さっき|\d+\s*(日|週間|か月|ヶ月|年)前"
        r"|何月|何日|何曜日|\d+月\d+日|when\b|yesterday|last (night|week|month|year|time)|recently|lately|\bago\b|the other day|earlier"
        r"|what day|which day"
    ),
    Intent.TECHNICAL: (
        r"設定|手順|方法|やり方|使い方|バージョン|エラー|コマンド|インストール|実装|コード|バグ|ビルド|デプロイ|関数"
        r"|\bapi\b|how (do|to|can)\b"
        r"|set ?up|config|version|error|command|install|implement|deploy|\bbug\b|\bbuild\b|stack ?trace"
    ),
    Intent.EMOTIONAL: (
        r"嬉し|うれし|楽し|悲し|寂し|さみし|怖|辛|つら|好き|嫌い|大切|思い出|泣|笑|怒|感動|初めて会|気持ち|幸せ|後悔|feel|felt|happy|sad|lonely"
        r"|love|hate|afraid|scared|miss(ed)? |cried|laugh|angry|proud|the day we met|favou?rite memor|remember the day"
    ),
    Intent.RELATIONAL: (
        r"との関係|どういう(人|関係)|どんな人|知り合い|友達|友だち|友人|家族|恋人|同僚|上司|彼氏|彼女|夫|妻|誰|だれ|who (is|was|are)\b"
        r"|relationship|friend|family|colleague|boss|husband|wife|partner|get along|know each other"
    ),
}
_PATTERNS: Final = {intent: re.compile(cues, re.IGNORECASE) for intent, cues in _CUES.items()}
_COMMON_NAME: Final = 1.75
"""Weight from which a term is a name or a term of its own rather than an everyday word."""


def classify_query(utterance: str, *, recent: tuple[str, ...] = (), default: Language) -> QueryPlan:
    """Return whether and how the past should be searched for what was said."""
    said = unicodedata.normalize("NFKC", utterance[:LONGEST_READ]).strip()
    language = detect(said, default=default)
    if not _is_worth_a_search(said):
        return no_search()
    terms = weighted_terms(said, language=language)
    if not terms and recent:
        terms = weighted_terms(recent[-1], language=language)
    ranked = sorted(terms, key=lambda term: -terms[term])
    named = [term for term in names_and_numbers(said, language=language) if terms.get(term, 0.0) >= _COMMON_NAME]
    return search_for(utterance, words=ranked[:MOST_WORDS], keywords=named[:MOST_KEYWORDS], intent=intent_of(said))


def intent_of(said: str) -> Intent:
    """Return what most of the cues point to; among equals the one that is told apart best, and facts without any."""
    counts = {intent: len(pattern.findall(said)) for intent, pattern in _PATTERNS.items()}
    best = max(counts, key=lambda intent: counts[intent])
    return best if counts[best] else Intent.FACTUAL


def _is_worth_a_search(said: str) -> bool:
    letters = sum(1 for character in said if character.isalnum())
    is_word = letters >= SHORTEST_CUE or any("\u3400" <= character <= "\u9fff" for character in said)
    return is_word and not is_nod(SpokenTurn(said))
