"""Numbers in half precision come out of the store exactly as they went in."""

import numpy as np

from omoide.adapters.sql.halves import widened


def test_every_finite_number_keeps_its_value() -> None:
    halves = np.arange(-(2**15), 2**15, dtype=np.int16).view(np.float16)
    finite = halves[np.isfinite(halves)]
    assert len(finite) == 2**16 - 2 * 2**10
    assert np.array_equal(widened(finite).view(np.int32), finite.astype(np.float32).view(np.int32))


def test_rows_keep_their_shape_and_the_store_its_bytes() -> None:
    kept = np.ones((3, 5), dtype=np.float16)
    made = widened(kept)
    made[:] = 0
    assert made.shape == (3, 5)
    assert (kept == 1).all()
