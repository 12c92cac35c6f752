"""Whose word it is: what a speaker says for himself, and what he reports of someone else (Japanese and English).

Reported is what a quotative joins to a verb of saying (って言われた, と頼まれた, "she said", "she whispered" after it),
what stands in a quotation that the sentence leads up to, and hearsay (だって, とのこと).  The speaker's own word about his
own word (忘れないでって言ったよね, "I told you: …") stays his.  All functions take text folded by NFKC.
"""

import re
from typing import Final

LONGEST_SENTENCE: Final = 160
"""Characters before and after some words that are read for who said them."""

_SAID_JA: Final = (
    r"(?:[言云][わいうえおっ]|いわれ|いっ[たて]|頼[まみんむ]|お願い(?:され|し)|念を押|釘を[刺さ]|書[かいきく]|伝[えわ]|伝言|教[えわ]"
    r"|注意|[怒叱]られ|諭|励まされ|送[っら]|届[いく]|来[たて]|きた|聞[いかこ]|きい[たて]|囁|ささや|叫|[呟つ]ぶや|泣[いか]|せが|託|遺|指示|依頼|連絡|命令|放送|アナウンス|電話)"
)
_TITLE_JA: Final = (
    r"(?:いう|言う|書かれた|書いた)?(?:[^。!?\n、]{0,8})?(?:曲|歌|映画|本|題|タイトル|言葉|セリフ|台詞|歌詞|メモ|付箋|[張貼]り紙|手紙"
    r"|メール|LINE|ライン|伝言|遺言|口癖|夢|看板|ポスター)"
)
_PERSON_JA: Final = (
    r"(?:[母父姉兄妹弟妻夫嫁彼親娘]|彼女|旦那|友達|友だち|友人|先生|上司|先輩|後輩|同僚|部長|課長|店長|ママ|パパ|ばあ|じい|祖[父母]"
    r"|子ども|子供|息子|みんな|医者|さん|くん|君|ちゃん|様|氏|あの[人子]|[ァ-ヴー]{2,})(?:たち)?"
)
_TAIL_JA: Final = r"[ぁ-んー]{0,10}?[…~!。]{0,3}[」』\"'”]{0,2}[、,…\s]{0,3}"
_AND_JA: Final = (
    r"(?:って|っつっ|と(?!ても|ころ|りあえ|にかく|っても|くに|もだち|き|なり|こ|う)|とか|みたいな(?:こと|感じ)|なんて)"
)
_IDIOM_JA: Final = r"(?!(?:言|い)(?:っても|うか|えば|うのも|うのは|うわけ|うこと)|[^。!?\n]{0,6}言わせ)"
_REPORT_JA: Final = re.compile(
    rf"{_TAIL_JA}{_AND_JA}{_IDIOM_JA}(?:{_TITLE_JA}|{_PERSON_JA}(?:が|は)|(?P<between>[^。!?\n]{{0,40}}?)(?P<said>{_SAID_JA}[^。!?\n]{{0,12}}))"
)
_HEARSAY_JA: Final = re.compile(
    r"[ぁ-んー]{0,10}?[」』\"'”]?[、,\s]{0,2}(?:だって(?!ば)|とのこと|だそう|ですって|だとさ|とさ(?=[。\s]|$)|やって(?=さ|[。!\s]|$)"
    r"|い(?:らしい|みたい|そう[だで]|んだって|のだそう))"
)
_TRAILING_JA: Final = re.compile(r"[ぁ-んー]{0,10}?[」』\"'”]?[、\s]?って(?:[さねよ]|言?うの)?(?=[。!\s]|$)")
_OTHER_JA: Final = re.compile(rf"{_PERSON_JA}(?:が|は|も|から|に|の|いわく|曰く|、)")
_OWN_JA: Final = re.compile(
    r"(?:言[っう]た|頼んだ|お願いした|お願いして[るい])(?:よ|で?しょ|だろ|じゃん|やん|やろ|のに|はず|ね|ん[だや])"
)
_LEAD_JA: Final = re.compile(
    r"(?:いわく|曰く|言葉|口癖|メモ|伝言|手紙|メール|LINE|ライン|遺言|歌詞|セリフ|台詞|タイトル|題名|看板|によると|言うには)[^。]{0,6}$"
    r"|(?:言われた|言われて|言ってた|言っていた|頼まれた|来た|届いた|聞いた)(?:の|ん|こと)?(?:が|は)?[。、:\s]{0,2}$"
)
_OWN_LEAD_JA: Final = re.compile(r"(?:私|僕|俺|わたし|うち|言う[ねよ]|言っておく|お願い)[^。!?\n]{0,8}$")


def is_reported_in_japanese(text: str, start: int, end: int) -> bool:
    """Tell whether the words from `start` to `end` are someone else's, or a title."""
    before = re.split(r"[。!?\n]", text[max(0, start - LONGEST_SENTENCE) : start])[-1]
    if _HEARSAY_JA.match(text, end) or (_TRAILING_JA.match(text, end) and _OTHER_JA.search(before)):
        return True
    if (report := _REPORT_JA.match(text, end)) and not _is_own_report(report, before):
        return True
    return _is_in_reported_quotation(text, start, end)


def _is_own_report(report: re.Match[str], before: str) -> bool:
    if report["said"] is None or _OWN_JA.match(report["said"]) is None:
        return False
    return not (_OTHER_JA.search(before) or _OTHER_JA.search(report["between"]))


def _is_in_reported_quotation(text: str, start: int, end: int) -> bool:
    """Tell whether the words stand inside a quotation that someone is said to have uttered."""
    opened = max(text.rfind("「", 0, start), text.rfind("『", 0, start))
    if opened < 0 or re.search(r"[」』]", text[opened:start]):
        return False
    closing = re.search(r"[」』]", text[end : end + LONGEST_SENTENCE])
    if closing is None:
        return False
    lead = re.split(r"[!?\n]", text[max(0, opened - LONGEST_SENTENCE) : opened])[-1]
    led = lead.rsplit("。", 1)[-1]
    if (_OTHER_JA.search(led) or _LEAD_JA.search(lead)) and not _OWN_LEAD_JA.search(led):
        return True
    report = _REPORT_JA.match(text, end + closing.start())
    return report is not None and not _is_own_report(report, led)


_SAY_EN: Final = (
    r"(?:sa(?:y|ys|id|ying)|t(?:ell|ells|old|elling)|(?:ask|remind|text|whisper|shout|yell|warn|insist|repeat|call|quote)"
    r"(?:s|ed|d|ing)?|beg(?:s|ged|ging)?|wr(?:ite|ites|ote|itten|iting)|goes|reads?|hear|heard|titled|named|promise[sd]?"
    r"|swore|(?:was|were|is|'s|be) like|according to)"
)
_WRITING_EN: Final = (
    r"(?:song|movie|film|book|poem|note|sign|card|sticker|tattoo|letter|email|message|lyrics?|motto|slogan|voicemail|caption"
    r"|last words|advice)"
)
_REPORT_BEFORE_EN: Final = re.compile(rf"\b(?:{_SAY_EN}|{_WRITING_EN})\b", re.IGNORECASE)
_OWN_BEFORE_EN: Final = re.compile(
    r"\b(?:i|we)(?:'m|'ll|'ve|'d)?(?: (?:am|will|have|just|already|keep|only|once|again|do|did))*"
    r" (?:say(?:ing)?|said|repeat(?:ing)?|(?:told|tell(?:ing)?|ask(?:ed|ing)?|remind(?:ed|ing)?|beg(?:ged|ging)?) you)\b"
    rf"(?!.*\b{_SAY_EN}\b)",
    re.IGNORECASE,
)
_REPORT_AFTER_EN: Final = re.compile(
    r"[^.!?\n]{0,80}?[,.!?\"”'-]{1,3} ?(?:- )?(?:(?:that's|is|was) what )?"
    r"(?:(?!i\b|we\b|you\b)\w+ (?:\w+ )?){1,2}?(?:said|says|told me|tells me|asked|whispered|wrote|texted|shouted|yelled|begged"
    r"|warned(?: me)?|reminded me|used to (?:say|tell me)|kept saying|keeps saying)"
    r"(?: (?:to )?me)?(?: (?:again|once|yesterday|today|tonight|(?:this|last|every|each|before|when|as|on|in|at|over|with)\b"
    r"[^.!?\n]{0,40}))?\s{0,2}(?:[.!?,\n]|$)",
    re.IGNORECASE,
)


def is_reported_in_english(text: str, start: int, end: int) -> bool:
    """Tell whether the words from `start` to `end` are someone else's, or a title.

    After a comma and a conjunction (she said yes, so remember this) the speaker goes on for himself.
    """
    if _REPORT_AFTER_EN.match(text, end):
        return True
    before = re.split(r"[.!?\n;]", text[max(0, start - LONGEST_SENTENCE) : start])[-1]
    return _REPORT_BEFORE_EN.search(before) is not None and _OWN_BEFORE_EN.search(before) is None
