"""A program that ends without closing its memory ends well: the piece of work in hand is finished, what is left stays queued."""

import subprocess
import sys

UNCLOSED = """
import atexit, sys, threading
import memstrata
from memstrata.testing import HashEmbedder

started, ending = threading.Event(), threading.Event()

class Slow(HashEmbedder):
    def embed(self, texts, query=False):
        started.set()
        ending.wait(60)
        sum(range(20_000_000))  # the interpreter would have ended long before
        print("embedded", flush=True)
        return super().embed(texts, query)

memory = memstrata.open(sys.argv[1], embedder=Slow())
memory.scope(user="anna").remember("I live in Hangzhou.")
started.wait(60)
atexit.register(ending.set)
"""


def test_the_piece_in_hand_is_finished_when_the_program_ends(tmp_path):
    done = subprocess.run([sys.executable, "-c", UNCLOSED, str(tmp_path)], capture_output=True, text=True, timeout=120, check=False)

    assert (done.returncode, done.stdout.strip()) == (0, "embedded")
