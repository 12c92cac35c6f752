"""Advice: a request for a recommendation, plan or help calls up what it should heed.

"What shall I cook tonight?" shares no word with "I can't have nuts".  Two directions were learnt: how far a cue asks for advice,
and how far a turn tells of a taste, a limit, health, a habit or circumstances.  A turn is lifted by both together; a question after a
fact is left as it is.
"""

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.parts.senses import Floats, Senses

ADVICE_WEIGHT = 0.4
"""What a turn that surely tells of such a thing gains for a cue that surely asks for advice."""
LEAST_REQUEST = 0.05
"""Below this a cue is no request, and nothing is looked up for it."""


def asked(senses: Senses, cue: NDArray[np.float32]) -> float:
    """Return how far a cue asks for advice, 0..1; 0 when hardly at all."""
    chance = 1.0 / (1.0 + np.exp(-senses.request.leaning(cue)))
    return float(chance) if chance >= LEAST_REQUEST else 0.0


def lift(senses: Senses, request: float, along: NDArray[np.float32]) -> Floats:
    """Return what turns gain that lie so far along the direction of telling; one without a vector gains nothing."""
    return ADVICE_WEIGHT * request * np.nan_to_num(senses.telling.chances(along))
