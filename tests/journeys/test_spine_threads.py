"""Many threads, many event loops: nothing is lost, nothing leaks, nothing grows."""

import asyncio
import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import memstrata
from memstrata.testing import FixedClock, HashEmbedder

WORKERS = 8


def test_eight_threads_write_and_read_one_memory_and_nothing_is_lost(opened, place):
    memory = opened(place, worker=True)
    start = threading.Barrier(WORKERS)

    def work(number: int) -> None:
        scope = memory.scope(user="anna" if number % 2 else "bo")
        start.wait()
        for turn in range(12):
            scope.session(f"s-{number}").add("user", f"thread{number} says word{turn}")
            assert any(f"thread{number} " in hit.record.content for hit in scope.recall(f"thread{number} word{turn}", limit=50))
            scope.list(limit=5)
            scope.context(f"what did thread{number} say?", session=f"s-{number}")

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))

    for number in range(WORKERS):
        scope = memory.scope(user="anna" if number % 2 else "bo")
        assert [turn.text for turn in scope.session(f"s-{number}").turns()] == [f"thread{number} says word{turn}" for turn in range(12)]
    memory.flush()
    assert memory.stats().by_kind == {"turn": WORKERS * 12}
    assert memory.verify() == []


def test_turns_of_one_session_from_many_threads_are_numbered_without_gaps(memory, anna):
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(lambda number: anna.session("s").add("user", f"line {number}"), range(60)))

    turns = anna.session("s").turns()
    assert [turn.sequence for turn in turns] == list(range(1, 61))
    assert len({turn.text for turn in turns}) == 60


def test_one_state_changed_by_many_threads_keeps_every_change(memory, anna):
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(lambda number: anna.session("s").state.append("done", number), range(60)))

    assert sorted(anna.session("s").state["done"]) == list(range(60))


def test_the_same_fact_from_many_threads_is_one_fact(memory, anna):
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(lambda _: anna.remember("the keel is larch", kind="fact"), range(24)))

    assert [(record.content, record.seen) for record in anna.list(kinds=["fact"])] == [("the keel is larch", 24)]


def test_one_slot_written_by_many_threads_has_one_present_value(memory, anna):
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(lambda number: anna.remember(str(7000 + number), slot="deploy.port"), range(24)))

    trail = anna.history("deploy.port")
    assert len(trail) == 24
    assert [record.status for record in trail].count("active") == 1


def test_a_memory_can_be_closed_while_others_still_use_it(opened, place):
    memory = opened(place, worker=True)
    anna = memory.scope(user="anna")
    stored: list[str] = []
    under_way = threading.Event()

    def write() -> None:
        for number in range(500):
            try:
                stored.append(anna.remember(f"line {number}").turns[0].id)
            except memstrata.MemstrataError:
                return
            if len(stored) >= 20:
                under_way.set()

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    assert under_way.wait(20)
    memory.close()
    for writer in writers:
        writer.join(20)

    assert not any(writer.is_alive() for writer in writers)
    if place != ":memory:":
        again = opened(place).scope(user="anna")
        assert [each for each in stored if again.get(each) is None] == []


async def talk(memory: memstrata.AsyncMemory, user: str, turns: int) -> list[str]:
    scope = memory.scope(user=user)
    session = scope.session("s")
    await asyncio.gather(*(scope.remember(f"{user} note{number}", kind="event") for number in range(turns)))
    for number in range(turns):
        await session.add("user", f"{user} says {number}")
    assert len(await scope.recall(f"{user} note1")) > 0
    await session.state.append("steps", 1)
    return [turn.text for turn in await session.turns()]


def test_a_handle_made_outside_any_loop_works_in_every_loop(opened, place):
    memory = memstrata.AsyncMemory(opened(place))

    first = asyncio.run(talk(memory, "anna", 5))
    again = asyncio.run(talk(memory, "anna", 5))

    assert len(first) == 5
    assert len(again) == 10


def test_two_threads_with_loops_of_their_own_share_one_handle(opened, place):
    memory = memstrata.AsyncMemory(opened(place))

    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda user: asyncio.run(talk(memory, user, 10)), ["anna", "bo"]))

    assert both == [[f"{user} says {number}" for number in range(10)] for user in ("anna", "bo")]


def test_a_hundred_writes_gathered_in_one_loop_are_all_there(opened, place):
    memory = memstrata.AsyncMemory(opened(place))

    async def main() -> int:
        scope = memory.scope(user="anna")
        await asyncio.gather(*(scope.remember(f"crate {number}") for number in range(100)))
        return (await scope.list(kinds=["turn"])).total

    assert asyncio.run(main()) == 100


def test_a_cancelled_call_leaves_the_memory_usable(opened, place):
    memory = memstrata.AsyncMemory(opened(place))

    async def main() -> int:
        scope = memory.scope(user="anna")
        task = asyncio.create_task(scope.remember("crate one"))
        await asyncio.wait({task}, timeout=0)  # it has begun
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await scope.remember("crate two")
        return (await scope.list(kinds=["turn"])).total

    assert asyncio.run(main()) in (1, 2)


def test_a_loop_goes_on_while_a_call_waits(opened, place):
    """Another coroutine runs while the memory works: no verb holds the loop."""
    memory = memstrata.AsyncMemory(opened(place))
    beats: list[int] = []

    async def main() -> None:
        loop, working = asyncio.get_running_loop(), True

        def beat() -> None:
            beats.append(1)
            if working:
                loop.call_soon(beat)

        beat()
        for number in range(20):
            await memory.scope(user="anna").remember(f"crate {number}")
        working = False

    asyncio.run(main())

    assert len(beats) >= 20


def test_an_async_session_closes_at_the_end_of_its_block(opened, place):
    async def main() -> str:
        async with memstrata.AsyncMemory(opened(place)) as memory:
            async with memory.scope(user="anna").session("s") as session:
                await session.add("user", "hello")
            return str(await memory.scope(user="anna").session("s").status)

    assert asyncio.run(main()) == "closed"


RECALLS = """
import json, sys, threading
seen = []
sys.addaudithook(lambda event, args: seen.append(event) if event.startswith("socket.") else None)
import memstrata
from memstrata.testing import HashEmbedder
counts = []
with memstrata.open(sys.argv[1], embedder=HashEmbedder()) as memory:
    anna = memory.scope(user="anna")
    for number in range(40):
        anna.remember(f"crate {number} 箱子")
    memory.flush()
    for number in range(500):
        anna.recall(f"crate {number % 40}")
        if number in (20, 499):
            counts.append(threading.active_count())
        if number % 50 == 0:
            anna.context(f"which crate is {number}?")
print(json.dumps([counts, seen]))
"""


def test_five_hundred_recalls_open_no_socket_and_start_no_thread(tmp_path: Path):
    done = subprocess.run([sys.executable, "-c", RECALLS, str(tmp_path / "s")], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr
    (early, late), sockets = json.loads(done.stdout)
    assert late <= early
    assert sockets == []


def test_a_memory_that_is_closed_leaves_no_thread_behind(folder):
    before = threading.active_count()

    for _ in range(3):
        with memstrata.open(str(folder), clock=FixedClock(), embedder=HashEmbedder()) as memory:
            memory.scope(user="anna").remember("the keel is larch")

    assert threading.active_count() <= before
