"""Made-up conversations of any length, the same for the same seed: turns of a few dozen subjects in two languages."""

import random
from collections.abc import Iterator

from omoide import Turn

START = 1_735_689_600
"""1 January 2025, UTC."""
TURNS_A_DAY = 100

_PEOPLE = ("田中", "佐藤さん", "美咲", "健太", "Alice", "Bob", "母", "店長", "Maria", "隣の人")
_PLACES = ("駅前", "図書館", "金沢", "the office", "Kyoto", "公園", "the harbour", "病院", "カフェ", "school")
_THINGS = ("自転車", "ノート", "the old camera", "チケット", "keyboard", "傘", "ギター", "the cat", "弁当", "passport")
_DEEDS_JA = (
    "をなくした",
    "を見つけた",
    "を借りた",
    "を買った",
    "について話した",
    "を修理した",
    "をあげた",
    "が気になる",
)
_DEEDS_EN = ("lost", "found", "borrowed", "bought", "talked about", "repaired", "gave away", "worries about")
_ANSWERS = (
    "そうなんだ、それは大変だったね。", "I see, tell me more.", "覚えておくね。", "That sounds lovely.",
    "次はうまくいくといいね。", "Did you sleep well after that?", "なるほど、面白いね。", "わかった、また教えて。",
)  # fmt: skip


def turns(count: int, *, seed: int, characters: int = 0) -> Iterator[tuple[Turn, int]]:
    """Yield turns with their moments, a hundred a day, twelve to a session; answers of at least so many characters."""
    dice = random.Random(seed)
    for number in range(count):
        person, place, thing = dice.choice(_PEOPLE), dice.choice(_PLACES), dice.choice(_THINGS)
        if dice.random() < 0.5:
            user = f"{place}で{person}が{thing}{dice.choice(_DEEDS_JA)}。"
        else:
            user = f"{person} {dice.choice(_DEEDS_EN)} {thing} near {place}."
        at = START + number * 86_400 // TURNS_A_DAY
        yield Turn(user=user, assistant=_answer(dice, characters), session_id=f"s{number // 12}"), at


def _answer(dice: random.Random, characters: int) -> str:
    answer = dice.choice(_ANSWERS)
    while len(answer) < characters:
        person, place, thing = dice.choice(_PEOPLE), dice.choice(_PLACES), dice.choice(_THINGS)
        answer += f" {person} {dice.choice(_DEEDS_EN)} {thing} near {place}. {place}で{thing}{dice.choice(_DEEDS_JA)}。"
    return answer


def questions(count: int, *, seed: int) -> list[str]:
    """Return questions about such turns."""
    dice = random.Random(seed)
    asked = []
    for _ in range(count):
        person, place, thing = dice.choice(_PEOPLE), dice.choice(_PLACES), dice.choice(_THINGS)
        asked.append(
            dice.choice(
                (
                    f"{person}は{place}で何をした？",
                    f"What happened to {thing} near {place}?",
                    f"{thing}はどうなったっけ",
                )
            )
        )
    return asked
