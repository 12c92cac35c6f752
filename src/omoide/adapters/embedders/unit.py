"""Rows of length one, so that a dot product is a cosine."""

import numpy as np
from numpy.typing import NDArray


def unit_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows scaled to length one; a row of nothing becomes the first axis, so that every row is finite."""
    matrix = np.nan_to_num(np.asarray(matrix, np.float32), copy=True)
    lengths = np.linalg.norm(matrix, axis=1)
    matrix[lengths == 0, 0] = 1.0
    lengths[lengths == 0] = 1.0
    scaled: NDArray[np.float32] = (matrix / lengths[:, None]).astype(np.float32)
    return scaled
