"""The network's outputs as a reading: runs of marked pieces become values and names, as sure as their pieces are marked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.readers.pieces import WordPiece
from omoide.domain.beliefs.preference import Polarity
from omoide.domain.feelings.emotion import Category, Valence
from omoide.domain.understanding.reading import SOMEBODY, BeliefKind, BeliefOp, ReadBelief, Reading, ReadName

Array = NDArray[np.float32]
Groups = Mapping[str, Sequence[str]]

FAINTEST: Final = 0.15
"""How much a piece must seem to belong to a value for it to be looked at."""
WIDEST_GAP: Final = 2
"""Pieces between two marked ones that still belong to one value."""
CLAUSE_ENDS: Final = re.compile(r"[。．！？!?\n…]+|[、,;；]|\.(?=\s|$)")
"""Two values never share a clause: the stronger one is kept."""
OPENING: Final = "「『（(“\"'#@$¥£€"
CLOSING: Final = "」』）)”\"'%ー〜!！"
OTHER: Final = "other"
DOMAINS: Final = ("food", "topic", "style")
MARKS: Final = frozenset({"entity", "time", "subject", *(f"value.{kind.value}" for kind in BeliefKind)})
"""Groups of outputs that mark words."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Outputs under the names of their groups, of one turn or of several that were read together."""

    turn: Mapping[str, Array]
    """Chances."""
    piece: Mapping[str, Array]
    """Scores, as the network gives them."""
    marks: Mapping[str, Array]
    """Chances of each label of the groups that mark words: of belonging to nothing, and of beginning or going on with each type."""

    def of(self, number: int, low: int, high: int) -> "Outputs":
        """Return those of one turn of several, its own pieces only."""
        return Outputs(
            {name: chances[number] for name, chances in self.turn.items()},
            {name: scores[number, low:high] for name, scores in self.piece.items()},
            {name: chances[number, low:high] for name, chances in self.marks.items()},
        )


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces that seem to hold one value."""

    low: int
    high: int
    chances: Array


@dataclass(frozen=True, slots=True)
class Decoder:
    """Knows the labels of the outputs."""

    turn: Groups
    piece: Groups

    def outputs(self, turn: Array, piece: Array) -> Outputs:
        """Return the rows of numbers under their names; of several turns at once they cost hardly more than of one."""
        scores = _named(piece, self.piece)
        return Outputs(
            {name: _AS_CHANCES[name](found) for name, found in _named(turn, self.turn).items()},
            scores,
            {name: softmax(found) for name, found in scores.items() if name in MARKS},
        )

    def reading(self, turn: Array, piece: Array, said: Sequence[WordPiece], text: str) -> Reading:
        """Return what was read of a turn; `piece` has one row for each of `said`."""
        return self.read(self.outputs(turn, piece), said, text)

    def read(self, out: Outputs, said: Sequence[WordPiece], text: str) -> Reading:
        """Return the reading of one turn's outputs."""
        return Reading(
            valence={Valence(name): chance for name, chance in self._chances("valence", out)},
            category={Category(name): chance for name, chance in self._chances("category", out)},
            arousal=float(out.turn["arousal"][0]),
            intensity=float(out.turn["intensity"][0]),
            tags=dict(self._chances("tags", out)),
            traps=dict(self._chances("traps", out)),
            kinds={BeliefKind(name): chance for name, chance in self._chances("kinds", out)},
            beliefs=tuple(self.beliefs(out, said, text)) if said else (),
            names=tuple(self.names(out, said, text)) if said else (),
        )

    def _chances(self, group: str, out: Outputs) -> Iterator[tuple[str, float]]:
        return zip(self.turn[group], out.turn[group].tolist(), strict=True)

    def beliefs(self, out: Outputs, said: Sequence[WordPiece], text: str) -> Iterator[ReadBelief]:
        """Yield every belief that may be stated, however faintly."""
        for kind in BeliefKind:
            for run in values(out.marks[f"value.{kind.value}"], said, text):
                yield self._belief(kind, run, out, said, text)

    def _belief(self, kind: BeliefKind, run: Run, out: Outputs, said: Sequence[WordPiece], text: str) -> ReadBelief:
        mean = {
            name: out.piece[name][run.low : run.high].mean(0)
            for name in ("attribute", "op", "about", "polarity", "explicit")
        }
        place = trimmed(said[run.low].start, said[run.high - 1].end, text)
        is_preference = kind is BeliefKind.PREFERENCE
        return ReadBelief(
            kind=kind,
            value=text[slice(*place)],
            place=place,
            attribute=self._attribute(mean["attribute"], kind),
            op=BeliefOp(self.piece["op"][int(mean["op"].argmax())]),
            about=self._about(mean["about"], run, out, said, text),
            sure=float(run.chances.mean()),
            polarity=Polarity(self.piece["polarity"][int(mean["polarity"].argmax())]) if is_preference else None,
            explicit=float(sigmoid(mean["explicit"])[0]) if is_preference else 0.0,
            when=text[slice(*_nearest(out.marks["time"], run, said, text))].strip(),
            chances=self._behind(mean, run),
        )

    def _behind(self, mean: Mapping[str, Array], run: Run) -> dict[str, float]:
        found = {"least": float(run.chances.min()), "most": float(run.chances.max())}
        found["attribute"] = float(softmax(mean["attribute"]).max())
        for name in ("op", "about"):
            chances = softmax(mean[name])
            found |= {f"{name}.{label}": float(p) for label, p in zip(self.piece[name], chances, strict=True)}
        return found | {"like": float(softmax(mean["polarity"])[self.piece["polarity"].index("like")])}

    def _attribute(self, scores: Array, kind: BeliefKind) -> str:
        score = dict(zip(self.piece["attribute"], scores.tolist(), strict=True))
        allowed = DOMAINS if kind is BeliefKind.PREFERENCE else [one for one in score if one not in DOMAINS]
        return max(allowed, key=score.__getitem__)

    def _about(self, scores: Array, run: Run, out: Outputs, said: Sequence[WordPiece], text: str) -> str:
        whom = self.piece["about"][int(scores.argmax())]
        if whom != OTHER:
            return whom
        low, high = _nearest(out.marks["subject"], run, said, text)
        return text[slice(*titled(low, high, text))].strip() if low < high else SOMEBODY

    def names(self, out: Outputs, said: Sequence[WordPiece], text: str) -> Iterator[ReadName]:
        """Yield who and what is named."""
        labels = self.piece["entity"]
        for run in runs(out.marks["entity"], said, text, least=0.5):
            chances = out.marks["entity"][run.low : run.high].sum(0)
            types = [one.split(".")[1] for one in labels[1::2]]
            kind = max(
                types, key=lambda one: sum(chances[i] for i, label in enumerate(labels) if label.endswith(f".{one}"))
            )
            place = titled(said[run.low].start, said[run.high - 1].end, text)
            yield ReadName(text[slice(*place)], place, kind, float(run.chances.mean()))


def values(chances: Array, said: Sequence[WordPiece], text: str) -> list[Run]:
    """Return at most one run a clause: the stronger one, with what stands close to it."""
    found = list(runs(chances, said, text))
    ends = [match.end() for match in CLAUSE_ENDS.finditer(text)] if found else []
    best: dict[int, Run] = {}
    for run in found:
        clause = sum(end <= said[run.low].start for end in ends)
        known = best.get(clause)
        if known is not None and run.low - known.high <= WIDEST_GAP:
            best[clause] = Run(known.low, run.high, np.concatenate([known.chances, run.chances]))
        elif known is None or run.chances.mean() > known.chances.mean():
            best[clause] = run
    return list(best.values())


def runs(chances: Array, said: Sequence[WordPiece], text: str, *, least: float = FAINTEST) -> Iterator[Run]:
    """Yield the runs of pieces that are marked, each with how strongly; a word is never cut."""
    inside = 1 - chances[:, 0]
    marked: list[bool] = (inside >= least).tolist()
    if True not in marked:
        return
    begins: list[bool] = (chances[:, 1::2].sum(1) > chances[:, 2::2].sum(1)).tolist()
    low = None
    for i in range(len(said) + 1):
        is_in = i < len(said) and marked[i]
        if low is not None and (not is_in or (begins[i] and not _is_joined(said, i, text))):
            yield _whole(low, i, inside, said, text)
            low = None
        if is_in and low is None:
            low = i


def _whole(low: int, high: int, inside: Array, said: Sequence[WordPiece], text: str) -> Run:
    chances = inside[low:high]
    while low > 0 and _is_joined(said, low, text):
        low -= 1
    while high < len(said) and _is_joined(said, high, text):
        high += 1
    return Run(low, high, chances)


def _is_joined(said: Sequence[WordPiece], i: int, text: str) -> bool:
    """Tell whether a piece goes on in the middle of a Latin word."""
    start = said[i].start
    return (
        said[i - 1].end == start > 0
        and text[start].isascii()
        and text[start].isalnum()
        and text[start - 1].isascii()
        and text[start - 1].isalnum()
    )


LEADING: Final = re.compile(r"[はがをにでともの](?=[^\u3041-\u309f])")
TRAILING: Final = re.compile(r"(?<=[^\u3041-\u309f])[はがをにもの]$")
"""A particle beside kanji or kana of names belongs to the sentence, not to the value."""
GOES_ON: Final = re.compile(
    r"(?:(?<=っ)(?:て|た)|(?<=ん)で(?=い?[るたま]|おり)|(?<=[\u3400-\u9fff]ん)だ|(?<=[\u3400-\u9fff]い)て"
    r"|(?<=し)て(?=い?[るたま]|おり)|(?<=[\u3400-\u9fffや][えけせてねめれげぜべ])(?:て|た(?!ら|り)|ました))"
    r"(?:い?(?:る|ます|ました|た)|おり?ます)?"
)
"""The rest of a verb that was cut in the middle: 「大阪に住ん｜でる」, 「車に乗っ｜ている」."""


def trimmed(low: int, high: int, text: str) -> tuple[int, int]:
    """Return a place without the marks, blanks and particles at its edges."""
    while low < high and not text[low].isalnum() and text[low] not in OPENING:
        low += 1
    while low < high and not text[high - 1].isalnum() and text[high - 1] not in CLOSING:
        high -= 1
    if low + 1 < high and LEADING.match(text, low, high):
        low += 1
    if low + 1 < high and TRAILING.search(text[low:high]):
        high -= 1
    rest = GOES_ON.match(text, high)
    return low, high if rest is None or low == high else rest.end()


TITLES: Final = ("さん", "ちゃん", "くん", "先生", "先輩", "さま", "様", "君", "氏")
"""What follows a name and belongs to how somebody is called; a closed class."""
_AFTER_A_TITLE: Final = re.compile(
    r"$|[^\u3041-\u3096]|[はがをにのもとへやか]|で(?![すし])|って|から|まで|より|だ|じゃ|ね|よ|な|ち(?=[はがをにのもでへ])|たち|ら(?=[はがをにのも])"
)
"""What may stand behind one: a particle, a mark, the end; in 「さんざん」 and 「行くんです」 there is no title."""


def titled(low: int, high: int, text: str) -> tuple[int, int]:
    """Return the place of a name with the whole of the title that it ends in, or that follows it: 健太く｜ん is 健太くん."""
    for title in TITLES:
        for at in range(max(low + 1, high - len(title) + 1), high + 1):
            if text.startswith(title, at) and _AFTER_A_TITLE.match(text, at + len(title)):
                return low, at + len(title)
    return low, high


def _nearest(chances: Array, run: Run, said: Sequence[WordPiece], text: str) -> tuple[int, int]:
    """Return the place of the marked words nearest to a run; an empty one when none are marked."""
    found = list(runs(chances, said, text, least=0.4))
    if not found:
        return 0, 0
    best = min(found, key=lambda one: (max(one.low - run.high, run.low - one.high, 0), -float(one.chances.mean())))
    return said[best.low].start, said[best.high - 1].end


def _named(row: Array, groups: Groups) -> dict[str, Array]:
    found, at = {}, 0
    for name, labels in groups.items():
        found[name] = row[..., at : at + len(labels)]
        at += len(labels)
    return found


def softmax(scores: Array) -> Array:
    """Return scores as chances that sum to one."""
    made = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(made / made.sum(-1, keepdims=True), np.float32)


def sigmoid(scores: Array) -> Array:
    """Return each score as a chance of its own."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


def _share(scores: Array) -> Array:
    return np.clip(scores, 0, 1)


_AS_CHANCES: Final[Mapping[str, Callable[[Array], Array]]] = {
    **dict.fromkeys(("valence", "category"), softmax),
    **dict.fromkeys(("arousal", "intensity"), _share),
    **dict.fromkeys(("tags", "traps", "kinds"), sigmoid),
}
"""What becomes of the outputs for a turn."""
