"""Receipts and demotions as rows."""

import json
from typing import Any

from omoide.adapters.sql.database import AnyRow
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId
from omoide.domain.recall.receipts.receipt import ItemRef, RecallCandidate, RecallId, RecallReceipt
from omoide.domain.time.moment import Moment

DIGITS = 3
"""Of a score; a receipt is for people."""


def receipt_row(persona_id: PersonaId, receipt: RecallReceipt) -> dict[str, object]:
    """Return a receipt as a row, without its number."""
    return {
        "persona_id": persona_id,
        "at": receipt.at,
        "asked_by": receipt.asked_by,
        "session_id": receipt.session_id,
        "client_id": receipt.client_id,
        "cue": receipt.cue,
        "plan": None if receipt.plan is None else _json(receipt.plan),
        "milliseconds": round(receipt.milliseconds, DIGITS),
        "found": receipt.found,
        "candidates": candidates_text(receipt.candidates),
    }


def candidates_text(candidates: tuple[RecallCandidate, ...]) -> str:
    """Return candidates as JSON."""
    return _json(
        [
            [
                each.item.kind,
                each.item.id,
                round(each.score, DIGITS),
                str(each.fate),
                each.parts,
                each.words,
            ]
            for each in candidates
        ]
    )


def receipt_of(row: AnyRow) -> RecallReceipt:
    """Return the receipt that a row holds."""
    return RecallReceipt(
        cue=row.cue,
        at=Moment(row.at),
        asked_by=row.asked_by,
        candidates=tuple(_candidate(each) for each in json.loads(row.candidates)),
        found=row.found,
        milliseconds=row.milliseconds,
        session_id=row.session_id,
        client_id=row.client_id,
        plan=None if row.plan is None else json.loads(row.plan),
        id=RecallId(row.id),
    )


def demotion_row(persona_id: PersonaId, demotion: Demotion) -> dict[str, object]:
    """Return a demotion as a row, without its number."""
    return {
        "persona_id": persona_id,
        "at": demotion.at,
        "kind": demotion.item.kind,
        "item": demotion.item.id,
        "cue": demotion.cue,
        "space": demotion.space,
        "vector": demotion.vector,
    }


def demotion_of(row: AnyRow) -> Demotion:
    """Return the demotion that a row holds."""
    return Demotion(
        ItemRef(row.kind, row.item), row.cue, Moment(row.at), row.space, bytes(row.vector), DemotionId(row.id)
    )


def _candidate(told: list[Any]) -> RecallCandidate:
    kind, number, score, fate, parts, words = told
    return RecallCandidate(ItemRef(kind, number), float(score), fate, parts, tuple(words))


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
