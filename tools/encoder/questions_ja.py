"""Makes Japanese questions and restatements out of plain statements, by rule.

A statement such as 「昨日、友達とカフェに行きました。」 yields what somebody may ask about it later
(「昨日、友達とどこに行ったんだっけ？」), what a friend would say instead of the polite form, and the same
words in other spellings.  No model writes anything here.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import fugashi

CASE = {"を", "に", "で", "と", "へ", "が", "から", "まで"}
PEOPLE = re.compile(
    r"(さん|ちゃん|くん|君|先生|友達|友人|彼氏|彼女|母|父|兄|姉|弟|妹|夫|妻|旦那|子供|息子|娘|同僚|上司|先輩|後輩|祖母|祖父|人)$"
)
TIMES = re.compile(
    r"(昨日|今日|明日|一昨日|先週|来週|今週|先月|来月|今月|去年|来年|今年|昔|最近|毎日|毎朝|毎晩|朝|夜|夕方|週末|[0-9一二三四五六七八九十]+[年月日時分](間|前|後)?)$"
)
PLACES = re.compile(
    r"(県|市|町|村|駅|店|屋|館|園|校|大学|会社|公園|海|山|川|島|国|カフェ|レストラン|ホテル|家|部屋|病院|空港)$"
)
COUNTED = re.compile(
    r"^[0-9一二三四五六七八九十百千万]+(人|個|本|枚|回|歳|匹|冊|杯|台|円|階|時間|週間|年間|か月|ヶ月)$"
)
CONTENT = {"名詞", "接頭辞", "接尾辞", "形状詞"}
FORMS = {
    "う": "った",
    "つ": "った",
    "る": "った",
    "む": "んだ",
    "ぶ": "んだ",
    "ぬ": "んだ",
    "く": "いた",
    "ぐ": "いだ",
    "す": "した",
}


@dataclass(frozen=True, slots=True)
class Word:
    """One morpheme with what the rules look at."""

    surface: str
    kind: str
    detail: str
    conjugation: str
    base: str
    reading: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase, where it stands in the words, and the particle after it."""

    start: int
    stop: int
    text: str
    particle: str


class Asker:
    """Asks about statements; the same seed gives the same questions."""

    def __init__(self, seed: int) -> None:
        self._tagger = fugashi.Tagger()
        self._dice = random.Random(seed)

    def words(self, text: str) -> list[Word]:
        """Return the morphemes of `text`."""
        return [
            Word(
                w.surface,
                w.feature.pos1,
                f"{w.feature.pos2}-{w.feature.pos3}",
                w.feature.cType or "*",
                w.feature.orthBase or w.surface,
                w.feature.kana or w.surface,
            )
            for w in self._tagger(text)
        ]

    def questions(self, statement: str) -> list[str]:
        """Return up to two questions whose answer is in `statement`; none where no rule fits."""
        sentences = [s for s in re.split(r"[。！？!?\n]", statement) if len(s) >= 8]
        if not sentences:
            return []
        words = self.words(self._dice.choice(sentences))
        end, ending = casual_ending(words)
        phrases = noun_phrases(words[:end])
        if end < 2 or not phrases or any(w.surface in {"何", "誰", "どこ", "いつ", "なぜ"} for w in words):
            return []
        made = []
        asked = [p for p in phrases if p.particle in CASE]
        if asked:
            phrase = self._dice.choice(asked)
            before = "".join(w.surface for w in words[: phrase.start])
            after = "".join(w.surface for w in words[phrase.stop + 1 : end])
            made.append(before + asking_word(phrase) + phrase.particle + after + ending + self._tail(ending))
        made.append(self._about(phrases))
        return made[:2]

    def casual(self, statement: str) -> str | None:
        """Return the statement as a friend would put it, or None where the ending is not understood."""
        words = self.words(statement)
        end, ending = casual_ending(words)
        if end < 2 or asks_or_forbids(words):
            return None
        kept = [w for w in words[:end] if not (w.surface in {"を", "は"} and self._dice.random() < 0.5)]
        if ending == "だ":
            return "".join(w.surface for w in kept) + self._dice.choice(
                ["だよ", "だね", "なんだ", "なんだよね", "やねん", "やで", "やわ", "かも", "だし"]
            )
        tails = ["", "よ", "んだ", "んだよね", "わ", "かも", "んよね", "ねん", "んやけど", "し", "なあ"]
        return "".join(w.surface for w in kept) + ending + self._dice.choice(tails)

    def respelled(self, statement: str) -> str:
        """Return the statement with some words written in hiragana or katakana, as people type them."""
        made = []
        for word in self.words(statement):
            roll = self._dice.random()
            if word.kind in {"名詞", "動詞", "形容詞", "副詞"} and word.reading != word.surface and roll < 0.3:
                made.append(word.reading if roll < 0.06 else hiragana(word.reading))
            else:
                made.append(word.surface)
        return "".join(made)

    def _tail(self, ending: str) -> str:
        if ending == "だ":
            return self._dice.choice(["っけ？", "ったかな", "っけ"])
        if ending.endswith(("た", "だ")):
            return self._dice.choice(["っけ？", "っけ", "の？", "んだっけ？", "？"])
        return self._dice.choice(["んだっけ？", "の？", "？", "っけ？", "んだったかな"])

    def _about(self, phrases: Sequence[Phrase]) -> str:
        named = [p.text for p in phrases]
        first = self._dice.choice(named)
        second = self._dice.choice(named)
        forms = [
            f"{first}の話、覚えてる？",
            f"{first}について何て言ってた？",
            f"{first}のこと前に話したよね",
            f"{first}って何だっけ？",
            f"{first}、どうだったんだっけ",
            f"{first}と{second}の件",
            f"{first} {second}",
            f"{first}のときのこと",
        ]
        return self._dice.choice(forms)


def noun_phrases(words: Sequence[Word]) -> list[Phrase]:
    """Return the noun phrases that a particle follows, 「の」 inside a phrase included."""
    found, start = [], -1
    for i, word in enumerate(words):
        inside = word.kind in CONTENT or (
            word.surface == "の" and start >= 0 and i + 1 < len(words) and words[i + 1].kind in CONTENT
        )
        if inside:
            start = i if start < 0 else start
            continue
        if start >= 0 and word.kind == "助詞" and (word.surface in CASE or word.surface in {"は", "も"}):
            text = "".join(w.surface for w in words[start:i])
            if len(text) > 1 and text not in {"こと", "もの", "ところ", "とき", "ため", "よう", "そう", "それ", "これ"}:
                found.append(Phrase(start, i, text, word.surface))
        start = -1
    return found


def asking_word(phrase: Phrase) -> str:
    """Return the question word that stands for this phrase."""
    text = phrase.text
    if counted := COUNTED.search(text):
        return "何" + counted.group(1)
    if TIMES.search(text):
        return "いつ"
    if PEOPLE.search(text):
        return "誰"
    if PLACES.search(text) or phrase.particle == "へ":
        return "どこ"
    return "何"


def asks_or_forbids(words: Sequence[Word]) -> bool:
    """Return whether the words end in a question or in 「〜するな」: without that ending they would say something else."""
    for i in range(len(words) - 1, 0, -1):
        word = words[i]
        if word.surface in {"？", "?", "か", "かい", "かな"} or (
            word.surface in {"な", "の"}
            and word.detail.startswith("終助詞")
            and words[i - 1].kind in {"動詞", "助動詞"}
        ):
            return True
        if word.kind != "補助記号" and not word.detail.startswith("終助詞"):
            return False
    return False


def casual_ending(words: Sequence[Word]) -> tuple[int, str]:
    """Return how many words to keep and the plain form that replaces the rest; (0, "") where the ending is not understood."""
    end = len(words)
    while end and (words[end - 1].kind == "補助記号" or words[end - 1].detail.startswith("終助詞")):
        end -= 1
    if end and words[end - 1].surface in {"です", "だ"} and end > 1 and words[end - 2].surface in {"ん", "の"}:
        end -= 2
    surfaces = [w.surface for w in words[:end]]
    if end and words[end - 1].base in {"くださる", "下さる", "なさる", "か"}:
        return 0, ""
    if surfaces[-2:] == ["まし", "た"] and end > 2:
        past = plain_past(words[end - 3])
        return (end - 3, past) if past else (0, "")
    if surfaces[-1:] == ["ます"] and end > 1:
        return end - 2, words[end - 2].base
    if surfaces[-2:] == ["でし", "た"]:
        return end - 2, "だった"
    if surfaces[-1:] == ["です"] and end > 1:
        return (
            (end - 1, "")
            if words[end - 2].kind in {"形容詞", "助動詞"} or words[end - 2].surface.endswith("い")
            else (end - 1, "だ")
        )
    if end and (words[end - 1].kind in {"動詞", "形容詞"} or words[end - 1].surface in {"た", "だ", "ない"}):
        return end, ""
    return 0, ""


def plain_past(verb: Word) -> str | None:
    """Return the plain past of a verb, or None for one whose class is unknown."""
    base = verb.base
    if verb.conjugation.startswith("サ行変格"):
        return base[:-2] + "した" if base.endswith("する") else None
    if verb.conjugation.startswith("カ行変格"):
        return base[:-1] + "た"
    if verb.conjugation.startswith(("上一段", "下一段")):
        return base[:-1] + "た"
    if verb.conjugation.startswith("五段") and base and base[-1] in FORMS:
        return base[:-1] + ("った" if base in {"行く", "いく"} else FORMS[base[-1]])
    return None


def hiragana(katakana: str) -> str:
    """Return katakana as hiragana."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in katakana)
