"""What the network of deep recall learns from on this machine: questions with what was found for them, scenes and moments.

A *lesson* is a cue with turns, of which some answer.  Those of talk are what recall finds (`tools.answering.found`); those of scenes
(`corpus/scenes`) are a few turns of one life that lie near each other, each asked about many times, so that a cue is answered by one of
them and nearly answered by the others, or by none; so are moments (`corpus/moments`), each out of another life.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tools.answering.lines import held_out, lines_of
from tools.answering.network import row, row_of_two
from tools.reader import moments
from tools.reader.rows import load_pieces
from tools.teacher.asking_rows import BEFORE_CHARACTERS, CHARACTERS, DEPTH, NEAR, turns_of

from omoide.adapters.readers.pieces import WordPieces

Row = tuple[list[int], list[int]]
TEST_SCENES, TEST_MOMENTS = "d", "f"
"""The writers whose scenes and moments nobody learns from: the last letter of their file's name."""
MOST_TWOS = 3


@dataclass(frozen=True, slots=True)
class Lesson:
    """A cue and turns as rows, and which of them answer."""

    cue: str
    kind: str
    is_japanese: bool
    source: str
    """`talk`, `scenes`, or of moments `asks` or `plain`."""
    is_held: bool
    pairs: tuple[Row, ...]
    glances: tuple[Row, ...]
    """The same turns, of which only the user's words are seen."""
    answers: tuple[bool, ...]
    outdated: tuple[bool, ...]
    scores: tuple[float, ...]
    """What recall made of each; zeros in a scene."""
    twos: tuple[Row, ...] = ()
    newer: tuple[bool, ...] = ()
    """Of each two of which one answers whether it is the newer one."""
    is_change: tuple[bool, ...] = ()
    """Of each two whether the other one is outdated by it."""

    @property
    def is_talk(self) -> bool:
        """Tell whether its turns are what recall found."""
        return self.source == "talk"


class Pieces:
    """Texts as pieces, cut as the product cuts them; each text once."""

    def __init__(self, weights: Path) -> None:
        self._pieces: WordPieces = load_pieces(weights)
        self._cut: dict[str, list[int]] = {}

    def __call__(self, text: str) -> list[int]:
        if text not in self._cut:
            self._cut[text] = [piece.id for piece in self._pieces.of(text[:CHARACTERS])]
        return self._cut[text]


def of_talk(corpus: Path, found: Path, pieces: Pieces) -> Iterator[Lesson]:
    """Yield a lesson for each question about the corpus' talk."""
    paths = sorted((corpus / "questions").glob("*.jsonl"))
    held = {path.stem for path in held_out(paths)}
    talks: dict[str, list[dict[str, str]]] = {}
    for one in lines_of(found):
        speaker = one["speaker"]
        turns = talks.setdefault(speaker, turns_of(corpus / "speakers" / f"{speaker}.jsonl"))
        place = {turn["id"]: i for i, turn in enumerate(turns)}
        right, stale = ({place[turn] for turn in one.get(key, ())} for key in ("evidence", "stale"))
        score = dict(one["found"][:DEPTH])
        near = list(dict.fromkeys([*score, *(() if speaker in held else sorted(right | stale))]))
        yield _lesson(
            one["q"],
            [turns[i] for i in near],
            [near.index(i) for i in near if i in right],
            [near.index(i) for i in near if i in stale],
            pieces,
            order=near,
            kind=one["category"],
            scores=[score.get(i, 0.0) for i in near],
            is_japanese=speaker.startswith("ja"),
            is_held=speaker in held,
        )


def of_scenes(folder: Path, pieces: Pieces) -> Iterator[Lesson]:
    """Yield a lesson for each question about a scene."""
    for path in sorted(folder.glob("*.jsonl")):
        for scene in lines_of(path):
            turns = [{"before": "", "user": one["user"], "answer": one["assistant"]} for one in scene["turns"]]
            for ask in scene["asks"]:
                yield _lesson(
                    ask["q"],
                    turns,
                    ask.get("answer", []),
                    ask.get("stale", []),
                    pieces,
                    order=range(len(turns)),
                    kind=ask["kind"],
                    scores=[0.0] * len(turns),
                    is_japanese=path.stem.startswith("ja"),
                    is_held=path.stem.endswith(TEST_SCENES),
                    source="scenes",
                )


def of_moments(folder: Path, pieces: Pieces) -> Iterator[Lesson]:
    """Yield a lesson for each question about a moment: those that are asked of it (`.asks`), and the plainest (`.plain`)."""
    for path in sorted(folder.glob("*.txt")):
        lives = moments.lives(path, most_before=BEFORE_CHARACTERS)
        for source in ("asks", "plain"):
            for ask in moments.asks(path.with_suffix(f".{source}")):
                turns = lives[ask.moment]
                yield _lesson(
                    ask.cue,
                    turns,
                    [number - 1 for number in ask.answers],
                    [],
                    pieces,
                    order=range(len(turns)),
                    kind=ask.kind,
                    scores=[0.0] * len(turns),
                    is_japanese=path.stem.startswith("ja"),
                    is_held=path.stem.endswith(TEST_MOMENTS),
                    source=source,
                )


def _lesson(
    cue: str,
    turns: Sequence[dict[str, str]],
    right: Sequence[int],
    stale: Sequence[int],
    pieces: Pieces,
    *,
    order: Sequence[int],
    source: str = "talk",
    **more: Any,
) -> Lesson:
    """Return a lesson; `order`: the places of the turns in their life."""
    pairs = tuple(row([pieces(text) for text in (cue, t["before"], t["user"], t["answer"])]) for t in turns)
    glances = tuple(row([pieces(cue), [], pieces(t["user"]), []]) for t in turns)
    near = range(len(turns)) if source != "talk" else sorted({*range(min(NEAR, len(turns))), *right, *stale})
    twos = [two for two in combinations(sorted(near, key=lambda i: order[i]), 2) if len(set(two) & set(right)) == 1]
    twos.sort(key=lambda two: not set(two) & set(stale))
    return Lesson(
        cue=cue,
        pairs=pairs,
        glances=glances,
        answers=tuple(i in right for i in range(len(turns))),
        outdated=tuple(i in stale for i in range(len(turns))),
        twos=tuple(row_of_two(pieces(cue), *(pieces(turns[i]["user"]) for i in two)) for two in twos[:MOST_TWOS]),
        newer=tuple(two[1] in right for two in twos[:MOST_TWOS]),
        is_change=tuple(bool(set(two) & set(stale)) for two in twos[:MOST_TWOS]),
        source=source,
        **more,
    )
