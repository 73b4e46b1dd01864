"""What the vectors of e5 share whatever the text says, taken out of them.

Raw cosines of unrelated texts lie between .75 and .9, and an English query finds Chinese memories nearer than English ones.
So most of the mean vector is subtracted, and the two directions in which Chinese and English differ (as passages and as
queries) are removed. That is one linear map for every text: no language has to be guessed. Mean and directions come from 320
sentences of our own. The share is a round compromise, checked on public Chinese and English questions as well: more of it helps
across languages, less of it within one.
"""

import functools
from importlib import resources

import numpy as np
import numpy.typing as npt

from memstrata.models import calibration

SHARE = 0.8
_FILE = "centre.npy"  # (3, 384) float32: the mean, then two directions of norm 1 at right angles


def centred(vectors: npt.NDArray[np.float32], shared: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
    """Raw vectors, (n, 384), without what they share, back to norm 1; `shared` stands in for the file."""
    rows = _stored() if shared is None else shared
    mean, directions = rows[0], rows[1:]
    moved = vectors - SHARE * mean
    return calibration.unit(moved - (moved @ directions.T) @ directions)


def common(means: dict[tuple[str, bool], npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
    """What `centre.npy` holds, from the mean raw vectors by (language, whether as a query)."""
    differences = np.stack([means["zh", query] - means["en", query] for query in (False, True)])
    directions = np.linalg.qr(differences.T)[0].T
    return np.concatenate((np.mean(list(means.values()), axis=0)[None], directions)).astype(np.float32)


@functools.cache
def _stored() -> npt.NDArray[np.float32]:
    with (resources.files("memstrata.models.e5") / _FILE).open("rb") as file:
        rows: npt.NDArray[np.float32] = np.load(file, allow_pickle=False)
    return rows
