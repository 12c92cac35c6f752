"""Free text as rows of pieces, to go on learning the language from (`tools.reader.pretrain`).

    python -m tools.reader.free_rows --free BUILD/free.json.xz --weights src/omoide/adapters/embedders/weights --out BUILD/talk.npz.xz
    python -m tools.reader.free_rows --prose BOOKS.jsonl --weights … --out BUILD/prose.npz.xz

Talk comes from `tools.reader.free_text`, each utterance with what stands around it; prose is one JSON string a line (a book each), cut
into rows of one length.
"""

import argparse
import io
import json
import lzma
import random
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from tools.reader import rows as reading

Rows = list[tuple[list[int], list[int]]]
PROSE_PIECES, LEAST_PIECES, SAID = 190, 40, 2
_pieces: list[reading.WordPieces] = []


def _begin(folder: Path) -> None:
    _pieces.append(reading.load_pieces(folder))


def _talk(utterances: list[str]) -> Rows:
    cut = [[], [], *(_pieces[0].of(text) for text in utterances), []]
    return [reading.row(cut[i - 2 : i + 2])[:2] for i in range(2, len(cut) - 1)]


def _prose(book: str) -> Rows:
    ids = [piece.id for line in book.split("\n") if line.strip() for piece in _pieces[0].of(line.strip())]
    parts = (ids[at : at + PROSE_PIECES] for at in range(0, len(ids) - LEAST_PIECES, PROSE_PIECES))
    return [([reading.CLS, *part, reading.SEP], [SAID] * (len(part) + 2)) for part in parts]


def rows_of(given: argparse.Namespace) -> Iterator[Rows]:
    """Yield the rows of each dialogue, sentence or book."""
    with Pool(initializer=_begin, initargs=(given.weights,)) as pool:
        if given.free is not None:
            with lzma.open(given.free, "rt", encoding="utf-8") as file:
                free = json.load(file)
            alone = [[text] for text in (*free["sentences"], *(text for text, _ in free["goemotions"]))]
            yield from pool.imap(_talk, [*free["dialogues"], *alone], 64)
        if given.prose is not None:
            with given.prose.open(encoding="utf-8") as file:
                yield from pool.imap(_prose, map(json.loads, file), 8)


def main() -> None:
    """Write the rows, shuffled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("free", "prose"):
        parser.add_argument(f"--{name}", type=Path)
    for name in ("weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    rows = [row for some in rows_of(given) for row in some]
    random.Random(1).shuffle(rows)
    kept = io.BytesIO()
    np.savez(
        kept,
        lengths=np.array([len(ids) for ids, _ in rows], np.uint8),
        ids=np.concatenate([np.array(ids, np.uint16) for ids, _ in rows]),
        parts=np.concatenate([np.array(parts, np.uint8) for _, parts in rows]),
    )
    given.out.write_bytes(lzma.compress(kept.getvalue(), preset=7))
    print(len(rows), "rows,", given.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
