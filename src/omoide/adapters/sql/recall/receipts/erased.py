"""What erasing takes of receipts and demotions, inside the transaction of the order (SPEC X1).

A receipt goes whose cue, or the plan made of it, carries erased words, or that was made in a session of what is erased; from
the others whatever is erased is taken out.  They only explain: to take one too many away harms nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, Table, delete, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.recall.receipts.rows import candidates_text, receipt_of
from omoide.adapters.sql.recall.receipts.tables import recall_demotions, recall_receipts
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.feedback import cue_letters
from omoide.domain.recall.receipts.receipt import EVENT, MEMORY, without_items

BATCH = 400
KINDS: Final[Mapping[str, GoingKind]] = {
    EVENT: GoingKind.EVENT,
    MEMORY: GoingKind.MEMORY,
    "belief": GoingKind.STATE,
    "preference": GoingKind.PREFERENCE,
    "episode": GoingKind.EPISODE,
}
"""Under which kind what is to go stands in receipts."""


def without_receipts(
    going: Going, persona_id: PersonaId, *, words: ErasedWords, said: Sequence[str], sessions: Collection[str]
) -> None:
    """Take away receipts and demotions that carry what is erased; `said` are its texts, however short."""
    connection = going.connection
    gone = {kind: frozenset(map(str, going.numbers(number))) for kind, number in KINDS.items()}
    known = {cue_letters(text) for text in said}

    def carries(row: AnyRow) -> bool:
        return words.are_in(row.cue) or cue_letters(row.cue) in known

    doomed = list[int]()
    for row in _rows(connection, recall_receipts, persona_id):
        if row.session_id in sessions or carries(row) or (row.plan is not None and words.are_in_json(row.plan)):
            doomed.append(row.id)
            continue
        receipt = receipt_of(row)
        left = without_items(receipt, gone)
        if left is not receipt:
            changed = update(recall_receipts).where(recall_receipts.c.id == row.id)
            connection.execute(changed.values(candidates=candidates_text(left.candidates)))
    _delete(going, recall_receipts, doomed)
    denied = _rows(connection, recall_demotions, persona_id)
    _delete(going, recall_demotions, [row.id for row in denied if carries(row) or row.item in gone.get(row.kind, ())])


def _rows(connection: Connection, table: Table, persona_id: PersonaId) -> Sequence[AnyRow]:
    return connection.execute(select(table).where(table.c.persona_id == persona_id)).all()


def _delete(going: Going, table: Table, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), BATCH):
        some = delete(table).where(table.c.id.in_(ids[start : start + BATCH]))
        going.count(table.name, going.connection.execute(some).rowcount)
