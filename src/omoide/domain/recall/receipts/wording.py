"""The parts of a score, what became of what was found, and who asked, in words that can be read aloud."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.receipts.receipt import Asker, Fate
from omoide.domain.text.language import Language


@dataclass(frozen=True, slots=True)
class PartWords:
    """How one part of a score is told."""

    en: str
    ja: str
    least: float = 0.01
    """How much of it there must be for it to be worth telling."""

    def told(self, language: Language) -> str:
        """Return it in words."""
        return self.ja if language is Language.JA else self.en


# In the order in which they are told.
PARTS: Final[Mapping[str, PartWords]] = {
    "meaning": PartWords("near in meaning", "意味が近い"),
    "similarity": PartWords("like the cue", "問いに似ている"),
    "words": PartWords("shares words with the cue", "言葉が重なる"),
    "keyword": PartWords("holds a name or phrase of the cue letter by letter", "問いの語句がそのまま出てくる"),
    "around": PartWords("the turns around it speak of it too", "前後の会話にも手がかりがある", 0.05),
    "speaker": PartWords("said by somebody the cue names", "名指しされた人の発言"),
    "time": PartWords("near the time the cue names", "問いの言う時期に近い"),
    "recency": PartWords("the cue asks about now, and this was said lately", "今のことを尋ねられ、最近の話である"),
    "advice": PartWords("tells what advice should heed", "相談のとき踏まえたい好みや事情", 0.05),
    "retention": PartWords("this much of it is left", "記憶がどれだけ残っているか", 0.5),
    "recall_count": PartWords("how often it was recalled before", "これまでに思い出した回数", 0.5),
    "resonance": PartWords("it felt as this talk feels", "今の気持ちと響き合う"),
    "arousal": PartWords("it stirred", "心が動いた"),
    "decay": PartWords("how slowly it fades", "薄れにくさ"),
    "preference": PartWords("of the same kind of talk, or recent", "同じ種類の話か、近ごろの話", 1.005),
    "held": PartWords("it is what holds since something changed", "変わったあとの、今も成り立つ内容"),
    "demoted": PartWords(
        'put behind the others, for you said "not that"', "「それじゃない」と言われたので後ろに回した", 0.5
    ),
}
SAID_IN_NUMBERS: Final = frozenset({"retention", "recall_count"})
"""Parts that are whole numbers."""
FATES: Final[Mapping[str, tuple[str, str]]] = {
    Fate.DEMOTED: ('you said "not that" to it', "「それじゃない」と言われたため"),
    Fate.BELOW_FLOOR: ("it has too little to do with the cue", "問いとの関わりが薄いため"),
    Fate.UNANSWERABLE: ("it is near, but hardly an answer", "近い話ではあるが、答えになりそうにないため"),
    Fate.WEAK: ("it is much weaker than the best", "いちばん強いものよりずっと弱いため"),
    Fate.OVER_LIMIT: ("enough others were stronger", "より強いものだけで件数に達したため"),
    Fate.OVER_BUDGET: ("there was no room left", "入る余地がなかったため"),
    Fate.IN_CONVERSATION: ("the conversation itself still shows it", "いまの会話にすでに出ているため"),
    Fate.SHOWN_BEFORE: ("this session was shown it before", "この会話ですでに見せたため"),
    Fate.NOT_REMEMBERED: ("no memory was made of it", "記憶としては残っていないため"),
}
ASKERS: Final[Mapping[str, tuple[str, str]]] = {
    Asker.LIBRARY: ("a program", "プログラム"),
    Asker.CLI: ("the command line", "コマンド"),
    Asker.HOOK: ("a prompt of a host", "ホストへの入力"),
    Asker.CONTEXT: ("a chat turn", "チャットの発言"),
    Asker.TOOL: ("a tool", "ツール"),
}
KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "event": ("event", "出来事"),
    "memory": ("memory", "記憶"),
    "belief": ("belief", "信じていること"),
    "state": ("belief", "信じていること"),
    "preference": ("preference", "好み"),
    "preferences": ("preference", "好み"),
    "episode": ("day", "一日の話"),
    "episodes": ("day", "一日の話"),
    "insight": ("insight", "気づき"),
    "diary": ("diary entry", "日記"),
    "topic": ("topic", "話題"),
    "entity": ("entity", "人や物"),
    "task": ("task", "用事"),
    "tasks": ("task", "用事"),
    "mood": ("mood", "気分"),
    "feelings": ("feeling", "気持ち"),
    "proposals": ("proposal", "提案"),
}


def in_words(table: Mapping[str, tuple[str, str]], key: str, language: Language) -> str:
    """Return how a key is told; one of a newer version is told as it stands."""
    found = table.get(key)
    return key if found is None else found[1 if language is Language.JA else 0]
