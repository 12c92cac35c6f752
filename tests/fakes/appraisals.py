"""An appraisal for scripts that are about something else."""

from typing import Any


def plain_appraisal(ask: Any) -> dict[str, object]:
    """Return that the turn was told as it was said, with ordinary feeling."""
    turn = ask.turn
    return {"emotional_intensity": 40, "trigger": turn.user or "…", "content": turn.assistant}
