"""A file that is there whole or not at all, for its owner's eyes only."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from memstrata.core import errors


@contextmanager
def whole(path: Path) -> Iterator[TextIO]:
    """A text file (UTF-8, mode 0600) that takes the place of `path` at the end of the block; what is raised leaves `path` as it was.

    Raises BackendError when the file system refuses.
    """
    partial = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.partial")
    try:
        with open(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise errors.BackendError(f"{path} could not be written: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; where folders cannot be opened (Windows) the system does it by itself."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
