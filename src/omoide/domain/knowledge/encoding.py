"""In which encoding a text was written, by its bytes: UTF-8, UTF-16, Shift_JIS (CP932), EUC-JP, ISO-2022-JP, Western.

A byte order mark says it; so does text that is valid UTF-8, for hardly anything else is.  Otherwise the text is read in
each encoding, and the one in which it looks most like writing wins: kana and kanji rather than half-width katakana, letters
rather than signs, and nothing that cannot be read.
"""

import codecs
import re
from typing import Final

SAMPLE: Final = 65_536
"""Bytes that are looked at."""
MOST_CONTROLS: Final = 0.05
"""Share of control characters from which on bytes are no text."""
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE: Final = ("utf-16-le", "utf-16-be")
_NARROW: Final = ("cp932", "euc_jp", "utf-8", "cp1252")
_ESCAPES: Final = re.compile(rb"\x1b(?:\$[@B]|\([JI]|\$\([D])")
_DECLARED: Final = re.compile(
    rb"""(?i)<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{2,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w:.-]{2,40})"""
)
_SAME: Final = {"shift_jis": "cp932", "ascii": "utf-8", "iso8859-1": "cp1252"}
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_JAPANESE: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff01-\uff5e]")
_BETWEEN_LETTERS: Final = re.compile("(?<=[a-z])[\u3400-\u9fff]|[\u3400-\u9fff](?=[a-z])")
_HALF_WIDTH: Final = re.compile("[\uff61-\uff9f]")
_ACCENTED: Final = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]")
_WRONG: Final = re.compile("[\ufffd\ue000-\uf8ff\x80-\x9f]")
LEAST_LIKE_WRITING: Final = 0.15
LEAST_SHARE: Final = 0.9
"""Of characters of known scripts, in what may be UTF-16 without a mark: any bytes are characters of some script there."""


def encoding_of(sample: bytes) -> str | None:
    """Return the encoding of a text that begins with these bytes; `None` when they are no text."""
    for mark, name in _BOMS:
        if sample.startswith(mark):
            return name if _is_writing(_read(sample, name)) else None
    if b"\x00" in sample:
        best = max(_WIDE, key=lambda name: _likeness(_read(sample, name)))
        return best if _is_writing(_read(sample, best)) and _share(_read(sample, best)) >= LEAST_SHARE else None
    if _ESCAPES.search(sample) and max(sample) < 0x80:
        return "iso2022_jp_3" if "\ufffd" in _read(sample, "iso2022_jp") else "iso2022_jp"
    if _is_valid(sample, "utf-8"):
        return "utf-8" if _is_writing(_read(sample, "utf-8")) else None
    best = max(_NARROW, key=lambda name: _likeness(_read(sample, name)))
    text = _read(sample, best)
    return best if _is_writing(text) and _likeness(text) > LEAST_LIKE_WRITING else None


def declared_in(sample: bytes) -> str | None:
    """Return the encoding that a page of HTML says it has, if that is one and the page can be read in it."""
    if (found := _DECLARED.search(sample[:4_096])) is None:
        return None
    try:
        name = codecs.lookup((found[1] or found[2]).decode("ascii", "replace")).name
        b"a".decode(name, "replace")  # refused of a codec that is no encoding of text
    except LookupError:
        return None
    name = _SAME.get(name, name)
    return name if _is_valid(sample, name) else None


def _is_valid(sample: bytes, name: str) -> bool:
    try:
        codecs.getincrementaldecoder(name)().decode(sample, final=False)
    except UnicodeError:
        return False
    return True


def _read(sample: bytes, name: str) -> str:
    """Return the sample as text; a character that it cuts in two is left out."""
    return codecs.getincrementaldecoder(name)("replace").decode(sample, final=False)


def _is_writing(text: str) -> bool:
    return len(_CONTROLS.findall(text)) <= MOST_CONTROLS * len(text)


def _share(text: str) -> float:
    known = sum(map(str.isascii, text)) + sum(len(each.findall(text)) for each in (_JAPANESE, _ACCENTED, _HALF_WIDTH))
    return known / max(1, len(text))


def _likeness(text: str) -> float:
    """Return how much the text looks like writing, up to 1, judged by what is not plain ASCII and by what cannot be."""
    others = len(text) - sum(map(str.isascii, text))
    bad = len(_WRONG.findall(text)) + len(_CONTROLS.findall(text))
    if not others and not bad:
        return 1.0
    japanese = len(_JAPANESE.findall(text)) - len(_BETWEEN_LETTERS.findall(text))
    good = japanese + 0.6 * len(_ACCENTED.findall(text)) + 0.2 * len(_HALF_WIDTH.findall(text))
    return (good - 3.0 * bad) / max(1, others + len(_CONTROLS.findall(text)))
