"""Rows of passages and of their full-text tokens: what every turn that is kept needs, and nothing of their vectors."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, insert

from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall import token_rows
from omoide.adapters.sql.recall.token_rows import TokenRow
from omoide.adapters.sql.tables import passages
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind, Side
from omoide.domain.time.moment import Moment

_INSERT = Prepared(insert(passages))

# A row of the full-text table is named by what it is a piece of: item, kind, side and part in one number.
PART_BITS, SIDE_BITS, KIND_BITS = 11, 2, 3
ITEM_SHIFT = PART_BITS + SIDE_BITS + KIND_BITS
_KINDS, _SIDES = tuple(PassageKind), tuple(Side)


def add(
    connection: Connection,
    persona_id: PersonaId,
    *,
    kind: PassageKind,
    item_id: int,
    created: Moment,
    pieces: Sequence[NewPassage],
) -> None:
    """Keep the passages of one thing and their tokens, inside the caller's transaction."""
    if not pieces:
        return
    rows = [
        {
            "persona_id": persona_id,
            "kind": kind.value,
            "item_id": item_id,
            "side": piece.side.value,
            "part": piece.part,
            "created": created,
            "text": piece.text,
            "hash": piece.hash,
        }
        for piece in pieces
    ]
    _INSERT.write_all(connection, rows)
    words = {address(kind=kind, item_id=item_id, side=piece.side, part=piece.part): piece.tokens for piece in pieces}
    add_tokens(connection, words, kind=kind, persona_id=persona_id)


def address(*, kind: PassageKind, item_id: int, side: Side, part: int) -> int:
    """Return the number under which the full-text table knows a passage."""
    low = (_KINDS.index(kind) << SIDE_BITS | _SIDES.index(side)) << PART_BITS | part
    return item_id << ITEM_SHIFT | low


def marked(token: str, *, kind: PassageKind, persona_id: PersonaId) -> str:
    """Return the token as the full-text table holds it: with the kind of thing and the persona it belongs to."""
    return f"{kind.value[0]}{persona_id}:{token}"


def as_marked(tokens: Iterable[str], *, kind: PassageKind, persona_id: PersonaId) -> str:
    """Return the tokens of one passage as the full-text table is given them."""
    mark = marked("", kind=kind, persona_id=persona_id)
    return " ".join([mark + token for token in tokens])


def add_tokens(
    connection: Connection, words: Mapping[int, Sequence[str]], *, kind: PassageKind, persona_id: PersonaId
) -> None:
    """Keep the words of passages, by their addresses; there is at least one."""
    rows = [TokenRow(at, as_marked(tokens, kind=kind, persona_id=persona_id)) for at, tokens in words.items()]
    token_rows.add(connection, rows)
