"""A cue: what someone says that may bring memories back, read into what can be looked for.

Not every part of a question is worth the same.  Words that carry only its grammar (`what did`, `って何だっけ`) say
little about what is asked and are the most frequent of all, so they are looked for only when there is nothing else; a
pair with hiragana in it is more often an ending than a word, and counts half.  Both were decided by measurement.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from omoide.domain.recall.parts import spelling
from omoide.domain.text import language, tokens
from omoide.domain.text.tokens import TokenKind

MOST_TERMS = 64
"""Terms of one cue that are looked up; a pasted page is asked by its beginning."""
MOST_MISSPELT = 1
"""Words of one cue that are looked up as slips of the pen: each takes some milliseconds."""
SLIP_WEIGHT = 0.7
FEWEST_IDEOGRAPHS = 5
LONGEST_READ = 2_000
"""Characters of a cue that are read for terms."""

_GRAMMAR_WEIGHT = 0.15
_KANA_WEIGHT = 0.5

_ENGLISH_WORDS = """
a an the and or but if of at by for with about to from in on off out up down is are was were be been being am do does
did done have has had having i you he she it we they me him her us them my your his its our their this that these those
what which who whom whose when where why how will would can could shall should may might must not no nor so than too very
just also there here as into over under again then once im youre dont didnt doesnt isnt wasnt whats
"""
_JAPANESE_PAIRS = """
って った です ます まし した して てる とる てい いる ある やっ っけ だっ ない から けど こと もの それ これ どこ いつ
なに だれ どう なん んだ だよ よね のは のが のを には とか たの たん んや やけ やろ いう うの てた てて ので まで より
だけ たっ けっ んと さん ちゃ ゃん よう うな とき でし しょ うか すか たい たち あの その この そう いて れる られ せる
させ なる なっ 何 誰 言 言っ 何や 何だ 誰が 誰の 何を 何の 何が
"""
_ENGLISH_GRAMMAR = frozenset(token for word in _ENGLISH_WORDS.split() for token in tokens.word_tokens(word))
_JAPANESE_GRAMMAR = frozenset(_JAPANESE_PAIRS.split())
# 今日, 今年 … name a time of their own; まだ, still and 結局 ask what has become of something.
_PRESENT = re.compile(
    r"今(?![年日朝晩夜週月度回後])|いま(?!し|せ|す)|現在|最近|最新|このごろ|この頃|まだ|結局|最終的"
    r"|\b(?:now|current|currently|nowadays|these days|latest|recent|recently|still|anymore|any more)\b",
    re.IGNORECASE,
)


# What asks after a time and nothing in it: words of saying, doing and happening, whoever talks, and grammar.
_ANYTHING_WORDS = """
doing happen happened happening go going went gone come came talk talked talking tell told telling say said saying speak spoke
spoken discuss discussed chat chatted mention mentioned remember recall recalled know anything something everything things thing
all any some much else like day days week month year time times date conversation conversations events memory memories did
didnt ive youve weve lets please again back around during mind id new news
"""
_ANYTHING_EN = frozenset((_ENGLISH_WORDS + _ANYTHING_WORDS).split())
_ANYTHING_JA_WORDS = """
私 わたし 僕 ぼく 俺 おれ 君 きみ あなた 私たち ふたり 二人 みんな 一緒に お互い 何か 何 なに なんか なん どんな どう どこか
こと 事 話題 会話 出来事 できごと 思い出 様子 感じ 一日 日 頃 ころ 時 とき 話 話し 喋 喋っ しゃべ しゃべっ 言 言っ 聞 聞い 教え 伝え
過ごし 起き 起こ 起こっ あ あっ や やっ 覚え 思い出し 知 知っ くれ ください まし した して する し てた てる ていた ている った って
た たん だ だっ です でし ます っけ かな かしら の か ね よ な は に を が も で と て い る ん 、 。 ？ ?
"""
_ANYTHING_JA = re.compile(
    rf"(?>{'|'.join(map(re.escape, sorted(_ANYTHING_JA_WORDS.split(), key=len, reverse=True)))}|\s)*+"
)
"""The longest word that fits, and never another one in its place: a long cue takes no longer than its length."""
_ASKING = re.compile(
    r"[?？]|っけ|何|なに|なん|どう|どんな|教え|覚え|思い出|\b(?:what|how|tell|remember|recall|did|anything)\b",
    re.IGNORECASE,
)


# Who asks for the talk about something: any turn that speaks of it will do, and none of them *answers*.
_OF_TALK = re.compile(
    r"\b(?:i|we|you)\b(?:\W+\w+){0,2}?\W+(?:(?:talk|speak|chat|say|tell|hear)\w*|told|said|spoke\w*)(?:\W+\w+){0,2}?\W+about\b"
    r"|\b(?:i|we|you)\b(?:\W+\w+){0,2}?\W+(?:mention|discuss|bring up|brought up)"
    r"|の(?:話|はなし)(?:を|は|も|って|とか)?(?:した|して|しま|しと|出た|出て)"
    r"|(?:について|に関して|のこと)[^。．.？?！!]{0,8}(?:話|喋|しゃべ|言|相談)",
    re.IGNORECASE,
)
LONGEST_OF_TALK = 160
"""Characters; a longer cue says more than that."""


@dataclass(frozen=True, slots=True)
class Term:
    """One token to look for."""

    token: str
    weight: float
    """0..1: how much of a word it is; grammar counts little."""

    @property
    def is_speaker(self) -> bool:
        """Tell whether the term asks who spoke, not what was said."""
        return self.token.startswith(tokens.SPEAKER)


def query_terms(text: str) -> list[Term]:
    """Return the distinct terms of a cue, those that say most first, at most `MOST_TERMS`."""
    found: dict[str, Term] = {}
    for term in _terms(text[:LONGEST_READ]):
        found.setdefault(term.token, term)
    telling = [term for term in found.values() if term.weight > _GRAMMAR_WEIGHT]
    return sorted(telling or found.values(), key=lambda term: -term.weight)[:MOST_TERMS]


def is_grammar(word: str) -> bool:
    """Tell whether a word, in the form it is looked for, carries only grammar."""
    return word in _ENGLISH_GRAMMAR or word in _JAPANESE_GRAMMAR


def misspelt(terms: Sequence[Term], *, found: Container[str]) -> list[Term]:
    """Return the terms that were found nowhere and may be slips of the pen, the longest first, at most `MOST_MISSPELT`.

    Where most words of the cue are found, one that is not is no slip but something never spoken of, and is not worth the time.
    """
    words = [term for term in terms if not term.is_speaker]
    unknown = [term for term in words if term.token not in found]
    if 2 * len(unknown) < len(words):
        return []
    doubtful = [term for term in unknown if spelling.is_word(term.token)]
    return sorted(doubtful, key=lambda term: -len(term.token))[:MOST_MISSPELT]


def respelt(terms: Sequence[Term], slips: Mapping[str, str]) -> list[Term]:
    """Return the terms with slips of the pen put right; a word read so counts a little less."""
    return [
        replace(term, token=slips[term.token], weight=SLIP_WEIGHT * term.weight) if term.token in slips else term
        for term in terms
    ]


def is_foreign(text: str) -> bool:
    """Tell whether a cue is written in a language the encoder does not speak: then its characters say more than its vector.

    Ideographs without a single kana are no Japanese sentence; a short run of them may be a Japanese name or word.
    """
    letters = [letter for letter in text[:LONGEST_READ] if letter.isalpha()]
    kana = sum("\u3041" <= letter <= "\u30ff" for letter in letters)
    ideographs = sum("\u3400" <= letter <= "\u9fff" for letter in letters)
    latin = sum(letter < "\u0250" for letter in letters)
    others = len(letters) - kana - ideographs - latin
    return not kana and (ideographs >= FEWEST_IDEOGRAPHS or others > len(letters) / 2)


def is_across_languages(cue: str, texts: Iterable[str]) -> bool:
    """Tell whether all that was found is in another language than the cue; not so when nothing was found."""
    spoken = {language.detect(text) for text in texts if text}
    return bool(spoken) and language.detect(cue[:LONGEST_READ]) not in spoken


def asks_of_present(text: str) -> bool:
    """Tell whether a cue asks how things are now, so that of two answers the newer one is the better."""
    return _PRESENT.search(text[:LONGEST_READ]) is not None


def asks_of_talk(text: str) -> bool:
    """Tell whether a cue asks for what was said about something: `did we talk about the dentist?`, 「歯医者の話したっけ？」."""
    return len(text) <= LONGEST_OF_TALK and _OF_TALK.search(text) is not None


def asks_for_anything(text: str) -> bool:
    """Tell whether a cue asks, and for nothing in particular: 「何を話した？」, `what happened`; 「も元気で」 asks for nothing."""
    if _ASKING.search(text[:LONGEST_READ]) is None:
        return False
    plain = text[:LONGEST_READ].strip().lower().replace("’", "'")
    said = (piece.replace("'", "") if kind is TokenKind.WORD else piece for kind, piece in tokens.pieces(plain))
    return _ANYTHING_JA.fullmatch(plain) is not None or all(piece in _ANYTHING_EN for piece in said)


def _terms(text: str) -> Iterator[Term]:
    for kind, piece in tokens.pieces(text):
        if kind is TokenKind.RUN:
            yield from _run_terms(piece)
            continue
        for token in tokens.piece_tokens(kind, piece):
            yield Term(token, _GRAMMAR_WEIGHT if token in _ENGLISH_GRAMMAR else 1.0)
        if kind is TokenKind.WORD and (name := tokens.word_tokens(piece)[0]) not in _ENGLISH_GRAMMAR:
            yield Term(tokens.SPEAKER + name, 1.0)


def _run_terms(run: str) -> Iterator[Term]:
    for token, written in _tokens_as_written(run):
        yield Term(token, _run_weight(token, written))
    for is_kana, letters in groupby(run, key=_is_hiragana):
        if not is_kana and len(name := "".join(letters)) > 1:
            yield Term(tokens.speaker_token(name), 1.0)


def _tokens_as_written(run: str) -> Iterator[tuple[str, str]]:
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    for written in (*pairs, *(letter for letter in run if letter > "\u30ff")):
        yield tokens.fold_kana(written), written


def _run_weight(token: str, written: str) -> float:
    if token in _JAPANESE_GRAMMAR:
        return _GRAMMAR_WEIGHT
    return _KANA_WEIGHT if any(map(_is_hiragana, written)) else 1.0


def _is_hiragana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u309f"
