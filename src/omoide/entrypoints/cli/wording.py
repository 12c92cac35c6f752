"""Sentences with values put in, as all doors have them."""

from omoide.entrypoints.wording import Counted, told

__all__ = ["Counted", "told"]
