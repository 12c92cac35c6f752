"""Numbers as people write them: full-width and half-width digits, kanji numerals, English number words."""

import re

_WIDTH = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_CASE = {ord("A") + offset: ord("a") + offset for offset in range(26)}
_FOLD = _WIDTH | {0xFF21 + offset: ord("a") + offset for offset in range(26)} | _CASE | {0x3000: 0x20, 0x2019: 0x27}
_FOLD |= {ord("〜"): ord("~"), ord("～"): ord("~"), ord("–"): ord("-"), ord("—"): ord("-"), 0xFF0D: ord("-")}

_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {"零": 0, "元": 1, "両": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000}

JAPANESE = r"(?:\d{1,4}|[〇零一二三四五六七八九十百千]{1,7})"
"""A whole number in folded Japanese text."""

_SMALL = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
)
_WORDS = {word: value for value, word in enumerate(_SMALL)}
_WORDS |= {word: 20 + 10 * value for value, word in enumerate(_TENS)}
_WORDS |= {word: value for value, word in enumerate(_ORDINALS)}
_WORDS |= {"twentieth": 20, "thirtieth": 30, "a": 1, "an": 1, "couple": 2, "few": 3, "several": 3, "some": 3, "half": 0}

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS_ALT = "|".join(_TENS)
ENGLISH = rf"(?:\d{{1,4}}|(?:{_TENS_ALT})(?:[ -](?:and )?(?:{_ONES}))?|{_TEENS}|{_ONES})"
"""A whole number in folded English text, as digits or words, below a hundred in words."""

_ORDINAL_ONES = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_ORDINAL_TEENS = "|".join(_ORDINALS[10:])
ORDINAL_WORD = rf"(?:(?:{_TENS_ALT})[ -](?:{_ORDINAL_ONES})|twentieth|thirtieth|{_ORDINAL_TEENS}|{_ORDINAL_ONES})"
"""An ordinal in words: first to ninety-ninth."""

YEAR_WORDS = (
    rf"(?:two thousand(?: (?:and )?(?:(?:{_TENS_ALT})(?:[ -](?:{_ONES}))?|{_TEENS}|{_ONES}))?"
    rf"|(?:sixteen|seventeen|eighteen|nineteen|twenty) "
    rf"(?:hundred(?: (?:and )?)?)?(?:(?:{_TENS_ALT})(?:[ -](?:{_ONES}))?|{_TEENS}))"
)
"""A year in words: nineteen ninety six, two thousand and five."""


def fold(text: str) -> str:
    """Return the text with half-width ASCII and lower case; every character stays at its place."""
    return text.translate(_FOLD)


def japanese(text: str) -> int:
    """Return the value of digits or kanji numerals: 12, 十二, 二〇一八, 千九百."""
    if text.isdecimal():
        return int(text)
    if not any(character in _SCALES for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    total = value = 0
    for character in text:
        if character in _SCALES:
            total, value = total + (value or 1) * _SCALES[character], 0
        else:
            value = _DIGITS[character]
    return total + value


def english(text: str) -> int:
    """Return the value of digits, number words or ordinals below a hundred: 12, twenty-four, 3rd, eleventh."""
    digits = re.match(r"\d+", text)
    if digits:
        return int(digits[0])
    return sum(_WORDS.get(word, 0) for word in re.split(r"[ -]+", text))


def english_year(text: str) -> int:
    """Return the value of a year in digits or words."""
    if text.isdecimal():
        return int(text)
    head, _, rest = text.partition(" thousand") if " thousand" in text else text.partition(" ")
    if " thousand" in text:
        return 1000 * _WORDS[head] + english(rest.strip())
    return 100 * _WORDS[head] + english(rest.replace("hundred", "").strip())
