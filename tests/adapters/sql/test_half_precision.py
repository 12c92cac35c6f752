"""Numbers in half precision come out of the store exactly as they went in."""

import numpy as np

from omoide.adapters.sql.half_precision import widen


def test_every_finite_number_keeps_its_value() -> None:
    halves = np.arange(-(2**15), 2**15, dtype=np.int16).view(np.float16)
    finite = halves[np.isfinite(halves)]
    made = np.full(len(finite), 7, dtype=np.float32)
    widen(finite, made)
    assert len(finite) == 2**16 - 2 * 2**10
    assert np.array_equal(made.view(np.int32), finite.astype(np.float32).view(np.int32))


def test_only_the_room_that_is_given_is_written_to() -> None:
    made = np.zeros((4, 5), dtype=np.float32)
    kept = np.ones((2, 5), dtype=np.float16)
    widen(kept, made[1:3])
    assert made.sum(axis=1).tolist() == [0, 5, 5, 0]
    assert (kept == 1).all()
