"""Time and dice, passed in: tests never sleep, and the same dice give the same waits."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """How time passes for calls to a provider."""

    monotonic: Callable[[], float] = time.monotonic
    """Seconds since some moment."""
    sleep: Callable[[float], None] = time.sleep
    dice: Callable[[], float] = random.random
    """0..1"""


REAL = Timing()
