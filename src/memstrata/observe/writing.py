"""A text file that is there whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from memstrata.core import errors, files


@contextmanager
def whole(path: Path) -> Iterator[TextIO]:
    """A text file (UTF-8, mode 0600) that takes the place of `path` at the end of the block; what is raised leaves `path` as it was.

    Raises BackendError when the file system refuses.
    """
    try:
        with files.whole(path) as partial, partial.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise errors.BackendError(f"{path} could not be written: {error.strerror or error}") from error
