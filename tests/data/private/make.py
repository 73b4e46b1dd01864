"""Write positives.jsonl and negatives.jsonl anew from the templates; the same seed gives the same bytes.

The files are frozen: run this only to check that they are what the templates and the seed give (see README.md).
"""

import json
import re
from pathlib import Path
from random import Random

from tests.data.private import fillers, values

HERE = Path(__file__).parent
SEED = 20260117
PER_TEMPLATE = 5
NEGATIVES_PER_TEMPLATE = 5
SPLIT = frozenset({"api_key", "access_token", "private_key", "connection_string", "bearer", "high_entropy"})
PIECE = 11  # characters; a secret is stored in pieces so that no scanner takes this synthetic file for a leak
LABEL = {"us_plate": "plate", "plain_password": "password", "bearer": "access_token", "high_entropy": "api_key"}
FIELD = re.compile(r"\{(\w+)\}|<(\w+)>")
AROUND = [
    "{}",
    "{}",
    "{}",
    "{}",
    "好的。{}",
    "OK, {}",
    "{} 谢谢",
    "{}\nThanks!",
    "嗯，{}",
    "Note to self: {}",
    "记一下：{}",
    "{}，记住了吗",
]


def fill(template: str, random: Random) -> tuple[list[str], list[list[int | str]]]:
    """One row: the text in parts, and its spans as [start, end, kind] over the joined text."""
    parts: list[str] = []
    spans: list[list[int | str]] = []
    template = random.choice(AROUND).replace("{}", template)
    at, length = 0, 0
    for field in FIELD.finditer(template):
        parts.append(template[at : field.start()])
        length += len(parts[-1])
        at = field.end()
        kind, filler = field.groups()
        make = getattr(fillers if filler else values, filler or kind, None)
        if make is None or filler:
            parts.append(make(random) if make else field.group())
        else:
            value = make(random)
            size = PIECE if kind in SPLIT else len(value)
            parts.extend(value[i : i + size] for i in range(0, len(value), size))
            spans.append([length, length + len(value), LABEL.get(kind, kind)])
        length = sum(map(len, parts))
    parts.append(template[at:])
    return merged(parts, spans), spans


def merged(parts: list[str], spans: list[list[int | str]]) -> list[str]:
    """The parts without empty ones; joined into one when no span is kept in pieces."""
    if any(kind in SPLIT for _, _, kind in spans):
        return [part for part in parts if part]
    return ["".join(parts)]


def lines(path: Path) -> list[tuple[str, str]]:
    section = ""
    found: list[tuple[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and " " not in line:
            section = line[1:-1]
        elif line and not line.startswith("# "):
            found.append((section, line.replace("\\n", "\n")))
    return found


def write(name: str, per_template: int) -> None:
    random = Random(SEED)
    seen: set[str] = set()
    rows: list[dict[str, object]] = []
    for section, template in lines(HERE / f"{name}.txt"):
        for _ in range(per_template):
            parts, spans = fill(template, random)
            text = "".join(parts)
            if text not in seen:
                seen.add(text)
                rows.append({"id": f"{name[0]}{len(rows) + 1:04d}", "kind": section or "none", "parts": parts, "spans": spans})
    body = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (HERE / f"{name}.jsonl").write_text(body, encoding="utf-8")


if __name__ == "__main__":
    write("positives", PER_TEMPLATE)
    write("negatives", NEGATIVES_PER_TEMPLATE)
