"""Folders for campaigns: in memory where the machine has such a place, since a killed process leaves its pages behind there as well."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_IN_MEMORY = Path("/dev/shm")


@contextmanager
def folder() -> Iterator[Path]:
    """A fresh folder that is gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix="memstrata-campaign-", dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
