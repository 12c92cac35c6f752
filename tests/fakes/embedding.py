"""One hashing embedder for all tests of a process: what is learnt over it is learnt once."""

from functools import cache

from omoide.adapters.embedders.hashing import HashingEmbedder


@cache
def hashing(*, version: str = "1") -> HashingEmbedder:
    """Return the embedder of this version."""
    return HashingEmbedder(version=version)
