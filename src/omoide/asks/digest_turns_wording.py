"""The words in which a session's turns are asked about together: the two single questions, and how their answers are joined."""

from typing import Final

from omoide.asks import appraisal_wording, write_plan_wording
from omoide.domain.text.language import Language

_SHAPE: Final = '{"turns": [{"event_id": 3, "memory": {…}, "plan": {…}}, …]}'

_JA: Final = f"""\
ひとつのセッションの出来事（ターン）が順に並んでいます。
対象の出来事それぞれについて、(1) 記憶 memory と (2) 更新計画 plan を答えてください。
出力は次の形のJSONひとつだけです。対象の番号をすべて、順に、一度ずつ: {_SHAPE}

- memory は下の「記憶」、plan は下の「更新計画」の決まりと形に従う。
- 各 plan は、その出来事が終わった時点のものとして書く。あとの出来事を根拠にもリンク先にもしない。
  evidence_event_ids には必ずその出来事の番号を含める。
- 対象の中の前の出来事で新しく作った状態には、まだ番号がない。同じことを二度作らない。
  それを変える必要があるときは plan を null にする（あとで改めて尋ねる）。
- 「memory不要」とある出来事の memory は null に、「plan不要」とある出来事の plan は null にする。

# 記憶（memory）

MEMORY

# 更新計画（plan）

PLAN"""

_EN: Final = f"""\
The events (turns) of one session follow in order.  For each event asked about, give (1) the memory and (2) the write plan.
Answer with one JSON object of this shape and nothing else, every number asked about once, in order: {_SHAPE}

- `memory` follows the rules and shape of "Memory" below, `plan` those of "Write plan".
- Write each plan as of the moment its event ended.  Later events are neither evidence nor the end of a link.
  evidence_event_ids always holds the number of that event.
- A state that an earlier event asked about here has just made has no number yet.  Do not make the same one twice.
  Where it must be changed, give null for the plan; you will be asked again.
- Where it says "no memory", give null for the memory; where it says "no plan", null for the plan.

# Memory

MEMORY

# Write plan

PLAN"""


def _whole(text: str, language: Language) -> str:
    memory, plan = appraisal_wording.SYSTEM_ONE[language], write_plan_wording.SYSTEM[language]
    return text.replace("MEMORY", memory).replace("PLAN", plan)


SYSTEM: Final = {Language.JA: _whole(_JA, Language.JA), Language.EN: _whole(_EN, Language.EN)}

QUESTION: Final = {
    Language.JA: "対象の出来事は events の {numbers} 番です。時刻はそれぞれの created_at（ローカル時刻）です。",
    Language.EN: "The events asked about are {numbers} of `events`.  The time of each is its created_at (local time).",
}
NO_MEMORY: Final = {
    Language.JA: "{numbers} 番は memory不要です。",
    Language.EN: "No memory is needed of {numbers}.",
}
NO_PLAN: Final = {
    Language.JA: "{numbers} 番は plan不要です。",
    Language.EN: "No plan is needed of {numbers}.",
}
