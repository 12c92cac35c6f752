"""How many requests a key has in a while: a bucket that fills evenly, and from which each request takes one."""

from dataclasses import dataclass

MINUTE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left of a key's requests, as of an instant of any steady clock."""

    left: float
    at: float


def full(per_minute: int, *, now: float) -> Bucket:
    """Return a bucket that nothing was taken from."""
    return Bucket(float(per_minute), now)


def taken(bucket: Bucket, *, per_minute: int, now: float) -> tuple[Bucket, float]:
    """Return the bucket after one request, and how many seconds it must wait: 0 when it may go on at once."""
    refill = max(0.0, now - bucket.at) * per_minute / MINUTE_SECONDS
    left = min(float(per_minute), bucket.left + refill)
    if left >= 1.0:
        return Bucket(left - 1.0, now), 0.0
    return Bucket(left, now), (1.0 - left) * MINUTE_SECONDS / per_minute
