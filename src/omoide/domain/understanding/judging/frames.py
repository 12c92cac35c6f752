"""Frames: which general grammar stands around a value: who speaks of whom, whether it is asked, quoted, supposed, denied, owed or liked.

The words are closed classes of each language (pronouns, auxiliaries, particles, verbs of owing and liking as a grammar lists them), none of
them taken from a data set.  A frame decides nothing by itself; the second look weighs it.
"""

import re
from dataclasses import dataclass
from typing import Final

QUOTED: Final = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|(?<!\w)['‘][^'’]{2,}['’](?!\w)")
SENTENCE_END: Final = re.compile(r"[。！？!?\n…]+|(?<=[\w)'’])\.(?=\s|$)")
CLAUSE_END: Final = re.compile(r"[。！？!?\n…、,;；]+|(?<=[\w)'’])\.(?=\s|$)|\s(?:but|because|although|though|while)\s|[–—]")

_FRAMES: Final = {
    "first": r"わたし|私|あたし|僕|ぼく|俺|おれ|オレ|うち(?=は|の|も|、|に)|自分|わし|\b(?:i|i'm|i've|i'd|i'll|im|ive|my|me|mine|myself|we|our|us)\b",
    "you": r"あなた|君|きみ|お前|\b(?:you|your|u|ur)\b",
    "pronoun": r"彼(?!女)|彼女|あの人|あの子|あいつ|こいつ|そいつ|その子|この子|\b(?:he|she|they|his|her|him|their|them)(?:'s|'d|'ll|'re)?\b",
    "question": r"[?？]|(?:かな|かしら|っけ|だろうか|でしょうか|ですか|ますか)[。…]*$|^(?:do|does|did|is|are|can|could|should|what|who|when|where|why|how)\b",
    "supposed": r"もし|たとえば|例えば|だったら|としたら|なら|れば|たら(?!い)|かも|つもりだった|\b(?:if|maybe|perhaps|might|would|could|imagine|wish|suppose|supposed)\b|'d\b",
    "hearsay": r"らしい|んだって|だそう|そうだ[。!！]?$|とのこと|って(?:言|いわ|いって|聞|書)|と言|みたい|\b(?:apparently|heard|says?|said|told|reckons?|claims?|thinks?)\b",
    "negated": r"ない|なかった|ません|へん|ねえ|ねー|ぬ(?=[。、]|$)|じゃな|ではな|\b(?:not|no|never|nothing|nobody|none|without)\b|n't\b|\b(?:dont|aint|isnt|wasnt|didnt|cant|wont)\b",
    "past": r"(?:た|だった|でした|ました|てた|とった)(?:よ|わ|の|ん|ね|な|けど|から|し)*[。、!！…\s]*$|\b(?:was|were|had|did|used to|went|got|ago|yesterday)\b|\w{3,}ed\b|昨日|昔|前は|以前|あの頃",
    "progressive": r"(?:て|で)(?:い|る|ます|る|おり)|とる|よる|\b(?:am|is|are|'m|'re|im)\s+\w+ing\b",
    "copula": r"(?:です|だ|である|や|じゃ|なん(?:だ|です|や)|でして|だよ|だけど|やけど|やけん)(?:よ|ね|な|わ|けど|から)*[。、!！…\s]*$|\b(?:am|is|are|'s|'m|'re|im)\b",
    "duty": r"ないと|なきゃ|なくちゃ|ねば|なあかん|なければ|べき|\b(?:have|has|need|needs|got|ought|supposed) to\b|\b(?:must|should|gotta|shall|better)\b",
    "intent": r"つもり|予定|約束|しよう|行こう|てくる|てきます|する(?:わ|ね|よ|から)?[。、!！…\s]*$|[うくすつぬむるぐぶ](?:わ|ね|よ|から|つもり)?[。!！…\s]*$|\b(?:will|going to|gonna|'ll|plan(?:ning)? to|promised?|remind me|mean to|want to)\b",
    "limit": r"まで|締め?切り|〆切|期限|\b(?:by|before|until|till|due|deadline)\b",
    "done": r"(?:終わ|済|出し|送|払|届け|渡|書い|行っ|受け|買っ|片付け|提出し|返し|取れ|でき|完了|してき|やっ)(?:った|んだ|た|てきた|した|ました)|\b(?:done|finished|sent|paid|submitted|returned|booked|passed|sorted|handed|did it|went)\b",
    "ended": r"やめた|辞めた|やめる|辞める|別れ|亡くな|死ん|もう.{0,12}(?:ない|ません)|なくなった|解約|卒業|引退|\b(?:quit|left|ended|broke up|died|passed away|gone|no longer|anymore|any more|retired|sold|cancelled|canceled|over)\b",
    "like": r"好き|好物|好み|うま(?:い|か)|おいし|美味|最高|いちばん|一番|助かる|ほしい|欲しい|頼む|お願い|(?:が|で|方が|ほうが)(?:いい|良い|よい)|嬉し|うれし|派(?=です|だ|$|。)|に限る|目がない|気に入|\b(?:love|loves|like|likes|adore|enjoy|prefer|favou?rite|best|please|want|rather|always|just|only|give me|keep|good|great)\b",
    "dislike": r"やめ|ないで|せんで|んといて|禁|不要|いらん|いらない|要らな|抜き|なし(?=で|$|。)|無理|苦手|嫌|きらい|だめ|ダメ|駄目|勘弁|ご免|うんざり|飽き|食べられ|食べれ|飲めな|飲めん|食えな|食えん|まず(?:い|か)|\b(?:don't|dont|do not|stop|quit|no|not|never|hate|hates|dislike|can't|cant|cannot|without|avoid|none|less|enough|sick of|tired of|gross|rather not|spare me|skip|drop)\b",
    "request": r"て(?:ください|くれ|ほしい|ね)?[。!！…\s]*$|お願い|頼む|でいい|結構|\b(?:please|pls|just|always|keep|call me)\b",
    "asked_to": r"覚えて|忘れないで|\bremember\b",
    "correcting": r"じゃなくて|ではなく|間違|違う|違って|つったけど|言ったけど|訂正|\b(?:actually|i mean|correction|not \w+,|wrong|meant)\b",
}  # fmt: skip
_COMPILED: Final = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _FRAMES.items()}
NAMES: Final = tuple(_FRAMES)


@dataclass(frozen=True, slots=True)
class Around:
    """A value's sentence and clause, and where both stand in the turn."""

    sentence: str
    clause: str
    sentence_at: tuple[int, int]
    clause_at: tuple[int, int]
    is_quoted: bool
    is_asked: bool


def around(text: str, place: tuple[int, int]) -> Around:
    """Return the sentence and the clause that a value stands in."""
    sentence, clause = _bounds(SENTENCE_END, text, place), _bounds(CLAUSE_END, text, place)
    end = SENTENCE_END.search(text[place[1] :])
    return Around(
        text[slice(*sentence)],
        text[slice(*clause)],
        sentence,
        clause,
        any(found.start() <= place[0] and place[1] <= found.end() for found in QUOTED.finditer(text)),
        end is not None and any(mark in end[0] for mark in "?？"),
    )


def frames(text: str) -> dict[str, bool]:
    """Return which frames a sentence or clause holds; what stands in quotation marks is not its grammar."""
    bare = QUOTED.sub(" ", text.replace("’", "'")).strip()
    return {name: pattern.search(bare) is not None for name, pattern in _COMPILED.items()}


def _bounds(pattern: re.Pattern[str], text: str, place: tuple[int, int]) -> tuple[int, int]:
    ends = [match.end() for match in pattern.finditer(text)]
    low = max((end for end in ends if end <= place[0]), default=0)
    high = min((end for end in ends if end >= place[1]), default=len(text))
    return low, high
