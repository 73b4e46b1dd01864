"""How well and how fast private data is found: rates by kind on the frozen set, milliseconds a kilobyte, growth with length."""

import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from memstrata.text import private
from memstrata.text.private import Finding

DATA = Path(__file__).parent.parent / "tests" / "data" / "private"
OVERRUN = 4  # characters a finding may be longer than its span: quotes, a bracket, a final mark
ORDINARY = "今天和同事讨论了新的部署方案，大家觉得先跑测试更稳妥。 We agreed to keep the old service for a while and move slowly. "
MIXED = "部署端口是8080，订单号20240115123456，邮箱li@example.cn，住在徐汇区漕溪北路398号，call +1 415 555 0132, commit 9fceb02d0ae598e9. "
SEEDS = [
    "7",
    "1 ",
    "a@",
    "路",
    "路1号",
    "sk-",
    "密码是",
    "password is ",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "://a:",
    "1-",
    "a.",
    "Main St 1 ",
    "A=1;",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the frozen set; its spans are empty for a negative."""

    id: str
    kind: str
    text: str
    spans: tuple[Finding, ...]


def rows(name: str) -> list[Row]:
    """The rows of `positives` or `negatives`, in their order."""
    found = []
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        spans = tuple(Finding(start, end, private.PrivateKind(kind)) for start, end, kind in row["spans"])
        found.append(Row(row["id"], row["kind"], "".join(row["parts"]), spans=spans))
    return found


def is_found(text: str, span: Finding, findings: list[Finding]) -> bool:
    """Whether findings cover every letter and digit of the span and reach at most `OVERRUN` characters beyond it."""
    touching = [one for one in findings if one.start < span.end and one.end > span.start]
    covered = {place for one in touching for place in range(one.start, one.end)}
    needed = {place for place in range(span.start, span.end) if text[place].isalnum()}
    return needed <= covered and len(covered) <= span.end - span.start + OVERRUN


def recall(positives: list[Row]) -> tuple[Counter[str], Counter[str], list[tuple[Row, Finding]]]:
    """By kind: how many spans there are, how many are found, and those that are not."""
    total: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    missed = []
    for row in positives:
        findings = private.find(row.text)
        for span in row.spans:
            total[span.kind] += 1
            if is_found(row.text, span, findings):
                hits[span.kind] += 1
            else:
                missed.append((row, span))
    return total, hits, missed


def false_alarms(negatives: list[Row]) -> list[Row]:
    """The negatives in which something was found."""
    return [row for row in negatives if private.find(row.text)]


def seconds(text: str, rounds: int = 5) -> float:
    """The best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        private.find(text)
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    total, hits, _ = recall(rows("positives"))
    for kind in sorted(total):
        print(f"{kind:18} {hits[kind] / total[kind]:6.3f} of {total[kind]}")
    negatives = rows("negatives")
    print(f"false alarms       {len(false_alarms(negatives)) / len(negatives):6.4f} of {len(negatives)}")
    for name, text in (("ordinary", ORDINARY), ("mixed", MIXED)):
        kilobyte = (text * 20).encode()[:1000].decode(errors="ignore")
        print(f"{name:18} {seconds(kilobyte, 50) * 1000:6.3f} ms a kB")
    for seed in SEEDS:
        short, long = (seconds((seed * size)[:size], 3) for size in (20_000, 40_000))
        print(f"growth {seed!r:32} {short * 1000:7.1f} ms for 20k, ×{long / short:.1f} for 40k")


if __name__ == "__main__":
    main()
