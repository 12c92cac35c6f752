"""The small words between and around atoms, in each language: から, まで, ごろ, from, until, the end of."""

import re
from dataclasses import dataclass

from omoide.domain.time.timeline.span import Piece


@dataclass(frozen=True, slots=True)
class Joints:
    """What joins two atoms and what bends one; `before` patterns end where the atom begins, the others start at its end."""

    range_gap: re.Pattern[str]
    and_gap: re.Pattern[str]
    """Joins only after a word such as `between`."""
    between: re.Pattern[str]
    range_tail: re.Pattern[str]
    closes_silently: bool
    """Whether a range may do without a closing word although its ends are of different units."""
    clock_gap: re.Pattern[str]
    since_before: re.Pattern[str]
    since_after: re.Pattern[str]
    later_before: re.Pattern[str]
    later_after: re.Pattern[str]
    until_before: re.Pattern[str]
    until_after: re.Pattern[str]
    earlier_before: re.Pattern[str]
    earlier_after: re.Pattern[str]
    at_end: re.Pattern[str]
    """Opens what names the end of a stretch: before the end of May is until May is over."""
    about_before: re.Pattern[str]
    about_after: re.Pattern[str]
    piece_before: re.Pattern[str]
    piece_after: re.Pattern[str]
    rest_after: re.Pattern[str]
    """今月中, 今週いっぱい: what is left of a stretch."""
    pieces: dict[str, Piece]
    weekday_end: re.Pattern[str]
    """Ends the text of an atom that names nothing but a weekday."""
    past: re.Pattern[str]
    future: re.Pattern[str]
    clause_end: re.Pattern[str]


_NEVER = re.compile(r"(?!)")

JAPANESE = Joints(
    range_gap=re.compile(r"(?:から|より|\s?[~→]\s?|\s?-\s?|ー)の?"),
    and_gap=_NEVER,
    between=_NEVER,
    range_tail=re.compile(r"までの間|まで|の間|にかけて"),
    closes_silently=False,
    clock_gap=re.compile(r"[の、,に\s()は]{0,2}"),
    since_before=_NEVER,
    since_after=re.compile(r"から(?![しすだ])|以来|以降|(?:または|とか?|及び|および)(?:その後|それ以降)|からは"),
    later_before=_NEVER,
    later_after=re.compile(r"の?後(?:から)?(?![一-龥])"),
    until_before=_NEVER,
    until_after=re.compile(r"まで(?:に|には)?|以前|(?:または|と|及び|および)(?:その前|それ以前)"),
    earlier_before=_NEVER,
    earlier_after=re.compile(r"(?:の|より)?前(?![一-龥])"),
    at_end=_NEVER,
    about_before=re.compile(r"(?:だいたい|およそ|たぶん|多分)$"),
    about_after=re.compile(r"の?(?:ごろ|頃|ころ|あたり|くらい|ぐらい)"),
    piece_before=_NEVER,
    piece_after=re.compile(
        r"の?(?P<piece>上旬|初旬|中旬|下旬|初め|始め|はじめ|初頭|頭(?!金|痛)|あたま|半ば|なかば|中頃|中ごろ|末|終わり|前半|後半|上半期|下半期)(?:ごろ|頃)?"
    ),
    rest_after=re.compile(r"中(?=[にはの、。]|$)|いっぱい"),
    pieces={
        "上旬": Piece.FIRST_TEN, "初旬": Piece.FIRST_TEN, "中旬": Piece.SECOND_TEN, "下旬": Piece.LAST_TEN,
        "初め": Piece.START, "始め": Piece.START, "はじめ": Piece.START, "初頭": Piece.START, "頭": Piece.HEAD,
        "あたま": Piece.HEAD, "半ば": Piece.MIDDLE, "なかば": Piece.MIDDLE, "中頃": Piece.MIDDLE, "中ごろ": Piece.MIDDLE,
        "末": Piece.TAIL, "終わり": Piece.END, "前半": Piece.FIRST_HALF, "後半": Piece.SECOND_HALF,
        "上半期": Piece.FIRST_HALF, "下半期": Piece.SECOND_HALF,
    },
    weekday_end=re.compile(r"[月火水木金土日]曜日?$"),
    past=re.compile(r"(?:[たっ]た|した|いた|えた|きた|んだ|った|かった)(?:よ|ね|な|の|ん|けど|し|から|って|わ|さ|っけ|んだ|です|だけ|ので|なぁ|なあ|笑)*$"),
    future=re.compile(r"予定|つもり|しよう|ましょう|たいな|たいと|だろう|でしょう|締め?切|までに"),
    clause_end=re.compile(r"[。！？!?\n]"),
)  # fmt: skip

ENGLISH = Joints(
    range_gap=re.compile(r"\s*(?:to|till|until|til|through|thru|-|~)\s*(?:the\s)?"),
    and_gap=re.compile(r"\s*,?\s*(?:and|to|through|-|~)\s*(?:the\s)?"),
    between=re.compile(r"\b(?:between|from)(?: the)? $"),
    range_tail=_NEVER,
    closes_silently=True,
    clock_gap=re.compile(r"\s?(?:,|at|on|of|in|for|@|around|about|in the|,\s?at|,\s?on|-|from|between)?\s?(?:the )?"),
    since_before=re.compile(r"\b(?:since|starting(?: on| from)?|beginning(?: on)?|as early as|ever since)(?: the)? $|>\s?=\s?$"),
    since_after=re.compile(r" (?:or|and) (?:later|greater|after(?! \w)|onwards?)\b| onwards?\b"),
    later_before=re.compile(r"\b(?:after|later than|greater than)(?: the)? $"),
    later_after=_NEVER,
    until_before=re.compile(r"\b(?:until|till|til|by|no later than|as late as|up to|through)(?: the)? $|<\s?=\s?$"),
    until_after=re.compile(r" (?:or|and) (?:earlier|before(?! \w))\b"),
    earlier_before=re.compile(r"\b(?:before|prior to|earlier than)(?: the)? $"),
    earlier_after=_NEVER,
    at_end=re.compile(r"(?:the )?(?:end of\b|(?:week|month|year)(?:'s)?[ -]end\b)"),
    about_before=re.compile(r"\b(?:around|circa|approximately|roughly|(?:at|in|on|since|until|by) about)(?: the)? $"),
    about_after=re.compile(r" or so\b|ish\b"),
    piece_before=re.compile(
        r"\b(?:the )?(?:(?P<piece>end|start|beginning|middle) of(?: the)? |(?P<early>early|late|mid)[ -](?:in )?(?:the )?"
        r"|(?P<relative>earlier|later) (?:in )?(?:the )?)$"
    ),
    piece_after=_NEVER,
    rest_after=_NEVER,
    pieces={
        "end": Piece.END, "start": Piece.START, "beginning": Piece.START, "middle": Piece.MIDDLE, "early": Piece.START,
        "late": Piece.END, "mid": Piece.MIDDLE, "earlier": Piece.START, "later": Piece.END,
    },
    weekday_end=re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$"),
    past=re.compile(
        r"\b(?:was|were|did|had|went|came|got|saw|met|left|took|bought|made|said|told|felt|broke|began|fell|found|gave"
        r"|grew|heard|held|kept|knew|lost|ran|read|sang|sat|sent|slept|spent|spoke|stood|taught|thought|won|wore|wrote"
        r"|ate|drank|drove|flew|built|caught|chose|died"
        r"|(?!(?:need|feed|seed|speed|weed|bleed|breed|shed|hundred|indeed|exceed|proceed|succeed)\b)\w{2,12}ed)\b"
    ),
    future=re.compile(r"\b(?:will|shall|going to|gonna|plan|plans|let's|please|should|must|due|deadline)\b|'ll\b"),
    clause_end=re.compile(r"[.!?\n;](?:\s|$)"),
)  # fmt: skip
