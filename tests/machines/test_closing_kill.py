"""A process that is killed while it closes a session leaves it open, half closed or closed; none is lost or told twice."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import memstrata
from memstrata.core.turns import SessionStatus
from memstrata.testing import HashEmbedder

BEGIN = """
import os, signal, sys
import memstrata
from memstrata.testing import HashEmbedder
folder, stage = sys.argv[1], sys.argv[2]

def die():
    os.kill(os.getpid(), signal.SIGKILL)

class Model:
    def complete(self, messages, *, role="cheap", schema=None, max_tokens=None):
        if stage == "while the model words it":
            die()
        raise memstrata.LLMError("down")

llm = None if "rules" in stage else Model()
memory = memstrata.open(folder, embedder=HashEmbedder(), worker=False, llm=llm, turn_retention="none", extraction="rules")
session = memory.scope(user="anna").session("s")
session.add("user", "Please repair the keel of the boat, I live in Hangzhou")
session.add("assistant", "I replaced it with oak.")
if stage == "before it":
    die()
if stage == "after the write of rules":
    memory.events.listen(lambda event: die() if event.name == "session.closed" else None)
session.close()
if stage == "when it was begun":
    die()
memory.flush()
"""
STAGES = {
    "before it": SessionStatus.OPEN,
    "when it was begun": SessionStatus.CLOSING,
    "while the model words it": SessionStatus.CLOSING,
    "after the write of rules": SessionStatus.CLOSED,
}


@pytest.mark.parametrize("stage", STAGES)
def test_a_closing_that_was_killed_is_gone_on_with_and_makes_one_episode(tmp_path, stage):
    ended = subprocess.run([sys.executable, "-c", BEGIN, str(tmp_path), stage], capture_output=True, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()

    with memstrata.open(str(tmp_path), embedder=HashEmbedder(), worker=False, turn_retention="none") as memory:
        anna = memory.scope(user="anna")
        session = anna.session("s")
        left = session.status, len(session.turns())
        session.close()
        memory.flush()

        assert left == (STAGES[stage], 0 if stage.startswith("after") else 2)
        assert session.status is SessionStatus.CLOSED
        assert [record.session for record in anna.list(kinds=["episode"], status=None)] == ["s"]
        assert list(anna.list(kinds=["turn"])) == []
        assert anna.lookup("user.city") is not None
        assert memory.verify() == []


def test_a_worker_of_a_later_process_ends_what_was_begun(tmp_path):
    subprocess.run([sys.executable, "-c", BEGIN, str(tmp_path), "when it was begun"], capture_output=True, timeout=60, check=False)

    with memstrata.open(str(tmp_path), embedder=HashEmbedder(), worker=False) as memory:
        memory.flush()

        assert memory.scope(user="anna").session("s").status is SessionStatus.CLOSED
        assert len(memory.scope(user="anna").list(kinds=["episode"])) == 1


CLOSE_MANY = """
import sys
import memstrata
from memstrata.testing import HashEmbedder
memory = memstrata.open(sys.argv[1], embedder=HashEmbedder(), worker=False)
anna = memory.scope(user="anna")
number = 0
while True:
    session = anna.session(f"s{number}")
    session.add("user", f"Please repair part {number}")
    session.add("assistant", f"I repaired part {number}.")
    print(number, flush=True)
    session.close()
    number += 1
"""


@pytest.mark.parametrize("lines", [3, 8, 13])
def test_a_session_has_its_messages_or_its_episode_never_both_or_neither(tmp_path: Path, lines: int):
    process = subprocess.Popen([sys.executable, "-c", CLOSE_MANY, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(lines)]
    process.kill()
    process.communicate(timeout=30)

    with memstrata.open(str(tmp_path), embedder=HashEmbedder(), worker=False) as memory:
        anna = memory.scope(user="anna")
        episodes = {record.session for record in anna.list(kinds=["episode"])}
        for number in told:
            session = anna.session(f"s{number}")
            assert (len(session.turns()) == 2) != (session.id in episodes)
