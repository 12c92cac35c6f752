"""Makes the Japanese Unigram tokenizer out of the words of the training file.

    python -m tools.encoder.vocabulary --data training.json.xz --size 28000 --out DIR

The most frequent morphemes, every character seen and the dictionary's words become the pieces, each with the logarithm of its
frequency.  So a piece is a word or a part of one, never a word with its particle (「友達と」), and at run time the pieces alone suffice.
Beside the tokenizer goes `forms.json`: inflected pieces with the gloss of their dictionary form, to start and train them by.
"""

import argparse
import json
import lzma
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fugashi
from tokenizers import Tokenizer, models
from tools.encoder.pieces import JAPANESE

KANJI = re.compile("[\u4e00-\u9fff]")
LONGEST_PIECE, CHARACTER_PENALTY, DICTIONARY_COUNT = 10, 2.0, 0.5


def texts(data: dict[str, Any]) -> Iterator[str]:
    """Yield the Japanese texts; dialogue, which the encoder is for, makes up most of them."""
    for row in data["aligned"]:
        yield row[1]
    for _, japanese in data["lectures"]:
        yield japanese
    for dialogue in data["dialogues"]:
        for utterance in dialogue[::2]:
            yield utterance[1]
    for question, sentence, _ in data["jaquad"]:
        yield question + sentence
    for first, _ in data["stay"][::2]:
        yield first


def counted(data: dict[str, Any]) -> tuple[Counter[str], dict[str, str]]:
    """Return how often each morpheme occurs, and its dictionary form."""
    tagger, counts, bases = fugashi.Tagger(), Counter[str](), dict[str, str]()
    for text in texts(data):
        for run in JAPANESE.findall(unicodedata.normalize("NFKC", text)):
            for word in tagger(run):
                counts[word.surface] += 1
                if word.surface not in bases:
                    bases[word.surface] = word.feature.orthBase or word.surface
    return counts, bases


def pieces(counts: Counter[str], dictionary: list[str], *, size: int) -> list[tuple[str, float]]:
    """Return the pieces with their scores, the unknown one first."""
    characters = Counter[str]()
    for word, count in counts.items():
        for character in word:
            characters[character] += count
    for word in dictionary:
        for character in word:
            characters[character] += 0
    total = counts.total()
    scores = {
        c: math.log(max(counts[c], 0.2) / total) - (0 if counts[c] else CHARACTER_PENALTY)
        for c in characters
        if JAPANESE.fullmatch(c)
    }
    for word, count in counts.most_common():
        if len(scores) >= size - 1 or count < 2:
            break
        if len(word) <= LONGEST_PIECE and JAPANESE.fullmatch(word):
            scores.setdefault(word, math.log(count / total))
    for word in dictionary:
        if len(scores) >= size - 1:
            break
        if 1 < len(word) <= 4:
            scores.setdefault(word, math.log(DICTIONARY_COUNT / total))
    return [("<unk>", 0.0), *sorted(scores.items(), key=lambda item: -item[1])]


def main() -> None:
    """Make and write the tokenizer and the inflected forms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", type=int, default=28_000)
    args = parser.parse_args()
    with lzma.open(args.data, "rt", encoding="utf-8") as file:
        data = json.load(file)
    counts, bases = counted(data)
    glosses = dict(reversed(data["words"]))
    vocabulary = pieces(counts, [w for w, _ in data["words"] if JAPANESE.fullmatch(w)], size=args.size)
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=0, byte_fallback=False))
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(args.out / "tokenizer_ja.json"), pretty=False)
    inflected = [p for p, _ in vocabulary if p not in glosses and KANJI.search(p) and bases.get(p) in glosses]
    forms = [[p, glosses[bases[p]]] for p in inflected]
    (args.out / "forms.json").write_text(json.dumps(forms, ensure_ascii=False), encoding="utf-8")
    print(
        tokenizer.get_vocab_size(),
        "pieces,",
        len(forms),
        "forms,",
        len(counts),
        "morphemes,",
        tokenizer.encode("昨日友達とカフェに行ったんだよね").tokens,
    )


if __name__ == "__main__":
    main()
