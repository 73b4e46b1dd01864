"""From an embedder's own cosines to relevance that means the same for every embedder."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Curve:
    """A rising line through (cosine, relevance) points."""

    cosines: tuple[float, ...]
    relevances: tuple[float, ...]

    def __call__(self, cosines: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Relevance in [0, 1], one a cosine."""
        return np.interp(cosines, self.cosines, self.relevances).astype(np.float32)


def unit(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Rows of norm 1; a row without direction (all zero, or not finite) becomes the first axis, so that it can be compared."""
    vectors = np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    blank = norms[:, 0] < 1e-9
    out = (vectors / np.where(norms < 1e-9, 1.0, norms)).astype(np.float32)
    if out.shape[1]:
        out[blank, 0] = 1.0
    return out
