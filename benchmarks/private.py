"""How well and how fast private data is found: recall by kind on the frozen set, milliseconds a kilobyte, growth with length."""

import time

from memstrata.text import private
from tests.data.private import frozen

TEXTS = {
    "no sign of any": "今天和同事讨论了新的部署方案，大家觉得先跑测试更稳妥。 We agreed to keep the old service for a while. ",
    "talk of a team": "部署端口改成8080了，3点在会议室301对一下。 Commit 9fceb02d0ae598e9, order 20240115123456. 发li@example.cn ",
    "private only": "订单号20240115123456，邮箱li@example.cn，住在徐汇区漕溪北路398号，call +1 415 555 0132, password is hunter2. ",
}
SEEDS = ["7", "1 ", "a@", "路", "路1号", "sk-", "密码是", "password is ", "eyJ", "-----BEGIN PRIVATE KEY-----", "://a:", "1-", "Main St 1 "]


def seconds(text: str, rounds: int, repeats: int = 1) -> float:
    """Processor seconds of one search: the best of some rounds, each the mean of its repeats."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        for _ in range(repeats):
            private.find(text)
        best = min(best, (time.process_time() - started) / repeats)
    return best


def main() -> None:
    measured = frozen.recall(frozen.rows("positives"))
    for kind in sorted(measured.total):
        print(f"{kind:18} {measured.share(frozenset({kind})):6.3f} of {measured.total[kind]}")
    negatives = frozen.rows("negatives")
    alarms = sum(bool(private.find(row.text)) for row in negatives)
    print(f"{'false alarms':18} {alarms / len(negatives):6.4f} of {len(negatives)}")
    for name, text in TEXTS.items():
        kilobyte = (text * 20).encode()[:1000].decode(errors="ignore")
        print(f"{name:18} {seconds(kilobyte, 10, 50) * 1000:6.3f} ms a kB")
    for seed in SEEDS:
        short, long = (seconds((seed * size)[:size], 3) for size in (20_000, 40_000))
        print(f"{seed!r:30} {short * 1000:6.1f} ms for 20,000 characters, ×{long / short:.1f} for twice as many")


if __name__ == "__main__":
    main()
