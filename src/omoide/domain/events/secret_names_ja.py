"""Secrets named in Japanese: 「パスワードはX」「パスワード、X」「Xがパスワード」, in letters, kana and numbers."""

import re
from collections.abc import Iterator

from omoide.domain.events.secret_values import Span, has_word, is_harmless, is_mixed, places, word_before

_NAMES = (
    "パスワード", "ﾊﾟｽﾜｰﾄﾞ", "パスフレーズ", "パスコード", "暗証番号", "合言葉", "合い言葉", "あいことば",
    "apiキー", "アクセスキー", "シークレット", "シークレットキー", "トークン", "秘密鍵", "pin", "pinコード", "pin番号",
    "認証コード", "確認コード", "ワンタイムコード", "セキュリティコード", "パス",
)  # fmt: skip
_LOOSE = ("トークン", "シークレット", "シークレットキー", "アクセスキー", "パス")
"""Names of other things as well (a part of a text, a path): what they are given must not be a word."""
_NUMBERS = (
    "暗証番号",
    "pin",
    "pinコード",
    "pin番号",
    "認証コード",
    "確認コード",
    "ワンタイムコード",
    "セキュリティコード",
)
_GIVEN = re.compile(
    r"(?:\s{0,3}(?:は|が|って|も|[:=→、,])|\s{1,3}|(?=[「『]))\s{0,3}(?:[「『\"'`](?P<quoted>[^「」『』\"'`\n]{2,60})[」』\"'`]|(?P<word>[!-~]{3,500}))"
)
_SET = re.compile(
    r"を\s{0,3}[「『\"'`]?(?P<word>[!-~]{3,200}?)[」』\"'`]?\s{0,3}に(?:し|変|か|設定|せってい|決|き|戻|もど)"
)
_KANA = re.compile(
    r"\s{0,3}(?:は|、|[:=])\s{0,3}(?P<word>[ぁ-んァ-ヶー]{3,20}?)"
    r"(?P<ends>です|だよ|だね|だから|だった|なんだ|やで|にし[たてよ]|に設定|に変え|だ(?=[。！!\n]|\Z)|(?=[。！!\n」]|\Z))"
)
_KANJI_DIGITS = re.compile(r"\s{0,3}(?:は|、|[:=])?\s{0,3}(?P<word>[〇零一二三四五六七八九]{4,8})(?![一-鿿])")
_SAID_OF_IT = re.compile(
    r"(?:ひみつ|なし|なに|なん|だめ|ダメ|まだ|そのまま|おなじ|いつも|これ|それ|あれ|どれ|どこ|ここ|だれ|べつ|むり|ムリ|メモ|たいせつ|だいじ|あと"
    r"|ちゃんと|ちょっと|もう|ぜんぶ|みんな|かなり|やっぱり|やはり|たぶん|ランダム|デフォルト|シンプル|バラバラ|ばらばら|めんどう|ややこし"
    r"|.*(?:ない|って|して|した|たい|ます|ません|ました|ください|かな|っけ|よう|ろう|れた|った|いた|える|する|いる|ある|なる|れる|られ|けど|から|ので|には|とか|とは|むずかし|ながい|みじかい|いい|よね|かも))"
)


def spans(plain: str, low: str) -> Iterator[Span]:
    """Yield where secrets stand that have a Japanese name."""
    for name in [each for each in _NAMES if each in low]:
        done = 0
        for at in places(low, name):
            end = at + len(name)
            if at < done or (name == "パス" and plain.startswith("ワード", end)):
                continue
            span = _after(plain, end, name) or _before(plain, at)
            if span:
                done = span[1]
                yield span


def _after(plain: str, end: int, name: str) -> Span | None:
    for lead in (_GIVEN.match(plain, end), _SET.match(plain, end)):
        if lead and (span := _value(plain, lead, name)):
            return span
    if name in _NUMBERS and (digits := _KANJI_DIGITS.match(plain, end)):
        return digits.span("word")
    kana = _KANA.match(plain, end) if name not in _LOOSE else None
    if kana is None or _SAID_OF_IT.match(kana["word"]):
        return None
    return kana.span("word") if kana["ends"] or len(kana["word"]) >= 4 else None


def _value(plain: str, lead: "re.Match[str]", name: str) -> Span | None:
    group = "word" if lead["word"] else "quoted"
    value = lead[group]
    if is_harmless(value) or not has_word(value):
        return None
    is_bare = group == "word" and lead[0][0].isspace()
    if name in ("pin", *_LOOSE) or is_bare:
        is_number = name in _NUMBERS and value.isdecimal() and len(value) >= 3
        if not (is_number or _is_odd(value, name)):
            return None
    return lead.span(group)


def _is_odd(value: str, name: str) -> bool:
    if name == "パス" and (value[0] in "/~." or "/" in value or "\\" in value):
        return False
    return is_mixed(value) and len(value) >= 5


def _before(plain: str, at: int) -> Span | None:
    """Return where the word stands of which it is said that it is the password: 「Xがパスワード」."""
    if plain[at - 1 : at] != "が" or (plain.startswith("パス", at) and not plain.startswith("パスワード", at)):
        return None
    span = word_before(plain, at - 1)
    value = plain[slice(*span)]
    if len(value) < 4 or is_harmless(value) or (not value.isascii() and _SAID_OF_IT.match(value)):
        return None
    return span
