"""A home in which two minds have lived and a third holds whatever could hurt a page; made once for a whole run."""

from pathlib import Path

from omoide import Omoide, SimulatedClock, sample
from omoide.domain.text.language import Language
from tests.fakes.embedding import hashing

MADE = ".made"
ODD = "odd"
MARK = "omoideWasFooled"
"""What a script inside of a memory would set."""
SCRIPT = f"<script>window.{MARK}=1</script><img src=x onerror='window.{MARK}=1'>"
MARKDOWN = f"# 見出し\n**太字** [押して](javascript:window.{MARK}=1) `code` {{{{ 7*7 }}}} ${{window.{MARK}=1}}"
LONG = "とても長い一日だった。" * 1000
RTL = "קראתי את הספר \u202eabc\u202c مرحبا بك"
EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈🎉 ｶﾞｷﾞｸﾞ ㍿ 𠮷野家 e\u0301"
ODDITIES = (SCRIPT, MARKDOWN, LONG, RTL, EMOJI)


def live(folder: Path) -> None:
    """Let the two sample lives and the odd one be lived in this folder, unless they are there."""
    if (folder / MADE).exists():
        return
    clock = SimulatedClock(sample.NOW)
    with Omoide.open(folder, clock=clock, embedder=hashing(), beside="nowhere") as home:
        for language in Language:
            life = sample.life(language)
            home.add_persona(life.name, language=life.language, timezone=life.timezone)
            mind = home.mind(life.name)
            mind.observe_many(life.turns)
            mind.sleep()
        home.add_persona(ODD, language="ja", timezone="Asia/Tokyo")
        odd = home.mind(ODD)
        for number, words in enumerate(ODDITIES):
            at = f"2026-03-{20 + number}T12:00:00+09:00"
            odd.observe(user=f"覚えておいて。{words}", assistant=f"{words} だね。", at=at, session_id=f"odd-{number}")
        odd.sleep()
    (folder / MADE).touch()
