"""How found facts are told in the persona's own voice, Japanese and English (SPEC S5)."""

from typing import Final

from omoide.domain.beliefs.state import USER
from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs.self_facts import Fact

_JA: Final = {
    "name": "{who}の名前は{value}。",
    "nickname": "{who}を{value}と呼ぶ。",
    "home": "{who}は{value}に住んでいる。",
    "employer": "{who}は{value}で働いている。",
    "job": "{who}の仕事は{value}。",
    "age": "{who}は{value}歳。",
    "birthday": "{who}の誕生日は{value}。",
    "allergy": "{who}は{value}アレルギー。",
    "pet": "{who}は{species}の{value}と暮らしている。",
    "relation": "{who}はあなたの{value}。",
    "memo": "覚えておいてと言われたこと: {value}",
}
_EN: Final = {
    "name": "{whose} name is {value}.",
    "nickname": "I call {whom} {value}.",
    "home": "{who} live{s} in {value}.",
    "employer": "{who} work{s} at {value}.",
    "job": "{whose} work: {value}.",
    "age": "{who} {be} {value} years old.",
    "birthday": "{whose} birthday is {value}.",
    "allergy": "{who} {be} allergic to {value}.",
    "pet": "{who} live{s} with the {species} {value}.",
    "relation": "{who} is your {value}.",
    "memo": "I was asked to remember: {value}",
}
REASON: Final = {
    Language.JA: {
        "said": "あなたがそう話してくれたから。",
        "changed": "あなたが変わったと話してくれたから。",
        "done": "あなたが済んだと話してくれたから。",
        "errand": "あなたがこれからすることとして話してくれたから。",
        "taste": "あなたがはっきりそう言ったから。",
        "hint": "あなたがそう言っていたけれど、まだ確かではないから。",
        "asked": "あなたに覚えておいてと頼まれたから。",
    },
    Language.EN: {
        "said": "You told me so.",
        "changed": "You told me that it changed.",
        "done": "You told me that it is done.",
        "errand": "You told me that you are going to do it.",
        "taste": "You said so plainly.",
        "hint": "You said so in passing; I am not sure of it yet.",
        "asked": "You asked me to remember it.",
    },
}


def told(fact: Fact, *, language: Language) -> str:
    """Return a fact as the persona tells it."""
    is_you = fact.about == USER
    species = fact.extra.get("species", "")
    if language is Language.JA:
        pattern = _JA.get(fact.attribute, "{who}の{attribute}は{value}。")
        who = "あなた" if is_you else fact.about
        return pattern.format(who=who, value=fact.value, attribute=fact.attribute, species=species)
    pattern = _EN.get(fact.attribute, "{whose} {attribute} is {value}.")
    return pattern.format(
        who="You" if is_you else fact.about,
        whom="you" if is_you else fact.about,
        whose="Your" if is_you else f"{fact.about}'s",
        s="" if is_you else "s",
        be="are" if is_you else "is",
        value=fact.value,
        attribute=fact.attribute,
        species=species,
    )


def errand_told(title: str, *, language: Language) -> str:
    """Return a task as the persona tells it."""
    return f"あなたの用事: {title}" if language is Language.JA else f"Something you have to do: {title}"
