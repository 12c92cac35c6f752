"""What is looked for, read once for all kinds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.cue import Term
from omoide.domain.recall.intent import Intent
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class AskedOfKinds:
    """A cue, as every kind is asked for it."""

    cue: str
    terms: Sequence[Term]
    """Its words, those that say most first; those that ask who spoke are left out."""
    vector: NDArray[np.float32] | None
    """Its meaning; `None` while no vectors can be had."""
    now: Moment
    intent: Intent = Intent.FACTUAL
    least: float = 0.0
    """0..1: what is less relevant need not be read; it would not be told."""
    since: Moment | None = None
    until: Moment | None = None
    as_of: Moment | None = None

    def admits(self, at: Moment | None) -> bool:
        """Tell whether something of this moment may come to mind; what has none only where no time is asked for."""
        if at is None:
            return self.since is None and self.until is None and self.as_of is None
        is_early = self.since is not None and at < self.since
        is_late = (self.until is not None and at >= self.until) or (self.as_of is not None and at > self.as_of)
        return not is_early and not is_late
