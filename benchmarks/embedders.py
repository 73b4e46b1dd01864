"""How well, how fast and how big the bundled embedders are. `python -m benchmarks.embedders [e5 use ngrams]`, or `… fit`.

Two files of our own a language, line by line the same in Chinese and English:
`embedders.*.tsv`, the probe: a question, the memory that answers it, two of the same topic that do not; few words are shared;
`embedders.graded.*.tsv`: a sentence, a duplicate, a paraphrase, another of the same topic. `fit` takes what e5's vectors have in common
and the calibration from these alone.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module, resources
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memstrata.core.ports import Embedder

LANGUAGES = ("zh", "en")
EMBEDDERS = ("e5", "use", "ngrams")
Vectors = npt.NDArray[np.float32]

_HERE = Path(__file__).parent
_MEGABYTE = 1 << 20


def main(arguments: list[str]) -> None:
    match arguments:
        case ["fit"]:
            fit()
        case ["one", name]:
            print(json.dumps(measure(name)))
        case _:
            table([alone(name) for name in arguments or EMBEDDERS])


def rows(kind: str, language: str) -> list[list[str]]:
    """The lines of a file, four texts each; `kind` is "" for the probe, "graded." for the graded sentences."""
    return [line.split("\t") for line in (_HERE / f"embedders.{kind}{language}.tsv").read_text("utf-8").splitlines()]


def alone(name: str) -> dict[str, object]:
    """`measure` in a fresh process with one native thread, so that memory and load time are its own."""
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "benchmarks.embedders", "one", name]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **threads})
    found: dict[str, object] = json.loads(done.stdout)
    return found


def measure(name: str) -> dict[str, object]:
    """One line of the table."""
    before, start = resident(), time.perf_counter()
    embedder: Embedder = import_module(f"memstrata.models.{name}").create()
    embedder.embed(["load"])
    loaded, after_load = time.perf_counter() - start, resident()
    found: dict[str, object] = {"embedder": name, **quality(embedder)}
    texts = [row[1] for language in LANGUAGES for row in rows("", language)]
    found["ms a text"] = round(1000 * seconds(lambda: [embedder.embed([text], query=True) for text in texts]) / len(texts), 1)
    found["texts a second"] = round(2 * len(texts) / seconds(lambda: embedder.embed(texts * 2)))
    found["load s"] = round(loaded, 2)
    embedder.embed(["a long text without an end " * 400, "很长的一段话没有尽头" * 400])
    found["MB loaded"], found["MB after work"] = round(after_load - before), round(resident() - before)
    return found


def quality(embedder: Embedder) -> dict[str, str]:
    """R@1/R@5 in Chinese, in English, across, and in a store where each topic is in either language."""
    queries = {language: embedder.embed([row[0] for row in rows("", language)], query=True) for language in LANGUAGES}
    memories = {language: embedder.embed([text for row in rows("", language) for text in row[1:]]) for language in LANGUAGES}
    either = np.repeat(np.random.default_rng(0).random(len(queries["zh"])) < 0.5, 3)[:, None]
    mixed = np.where(either, memories["zh"], memories["en"])
    pairs = {
        "zh": ("zh", memories["zh"]),
        "en": ("en", memories["en"]),
        "zh→en": ("zh", memories["en"]),
        "en→zh": ("en", memories["zh"]),
        "zh→both": ("zh", mixed),
        "en→both": ("en", mixed),
    }
    return {title: recall(queries[language], found) for title, (language, found) in pairs.items()}


def recall(queries: Vectors, memories: Vectors) -> str:
    """The share of queries whose memory (every third) comes first, and among the first five."""
    cosines = queries @ memories.T
    right = cosines[np.arange(len(queries)), 3 * np.arange(len(queries))]
    above = (cosines > right[:, None]).sum(axis=1)
    return f"{(above < 1).mean():.2f}/{(above < 5).mean():.2f}"


def table(lines: list[dict[str, object]]) -> None:
    print("| " + " | ".join(lines[0]) + " |")
    print("|" + "---|" * len(lines[0]))
    for line in lines:
        print("| " + " | ".join(map(str, line.values())) + " |")


def seconds(work: Callable[[], object]) -> float:
    """The best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def resident() -> float:
    """Megabytes of this process in memory, mapped files included (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE


def fit() -> None:
    """Write what e5's vectors share anew and print the cosines that its curves are read off."""
    from memstrata.models.e5 import centre, embedder  # noqa: PLC0415  only `fit` needs this one driver

    driver = embedder.E5Embedder()
    graded = {language: rows("graded.", language) for language in LANGUAGES}
    raw = {
        (language, query): driver.raw([text for row in graded[language] for text in row], query)
        for language in LANGUAGES
        for query in (False, True)
    }
    shared = centre.common({key: vectors.mean(axis=0) for key, vectors in raw.items()})
    with resources.as_file(resources.files("memstrata.models.e5") / "centre.npy") as path:
        np.save(path, shared)
    for (language, query), vectors in raw.items():
        left = centre.centred(vectors, shared).reshape(-1, 4, vectors.shape[1])
        right = centre.centred(raw[language, False], shared).reshape(left.shape)
        print(f"{language}, {'query' if query else 'passage'} to passage (5 %, half, 95 %)")
        for column, title in enumerate(("duplicate", "paraphrase", "same topic"), start=1):
            print(f"  {title:12}", np.quantile((left[:, 0] * right[:, column]).sum(axis=1), (0.05, 0.5, 0.95)).round(2))
        cosines = np.einsum("iad,jbd->ijab", left, right)
        print(f"  {'unrelated':12}", np.quantile(cosines[~np.eye(len(left), dtype=bool)], (0.05, 0.5, 0.95)).round(2))


if __name__ == "__main__":
    main(sys.argv[1:])
