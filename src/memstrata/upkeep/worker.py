"""The one background thread of a process: it runs the jobs whenever there is work, and never delays a caller."""

import atexit
import threading
import weakref
from collections.abc import Callable, Sequence

_PATIENCE_SECONDS = 30.0  # looks for work of other processes even when nobody rings
_REST_SECONDS = 0.01
_LAST_SECONDS = 15.0  # that a program which ends waits for the piece in hand: the encoder may just be made

Job = Callable[[], int]  # does a piece of work; how many items it took, 0 = nothing to do


class Worker:
    """Runs `jobs` in order until all say 0, then sleeps until it is rung. Starts with the first ring."""

    def __init__(self, jobs: Sequence[Job], report: Callable[[str], None]) -> None:
        self._jobs = tuple(jobs)
        self._report = report  # told the name of an unexpected error
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ring(self) -> None:
        """There may be work: return at once, it is done soon."""
        with self._lock:
            if self._thread is None and not self._stopping.is_set():
                self._thread = threading.Thread(target=self._run, name="memstrata-worker", daemon=True)
                self._thread.start()
                _STARTED.add(self)
        self._bell.set()

    def rest(self) -> None:
        """Let others have the processor for a moment: called by long jobs between two pieces, from the worker's own thread."""
        self._stopping.wait(_REST_SECONDS)

    def stop(self, patience: float | None = None) -> None:
        """Finish the piece at hand, within `patience` seconds where that is given, and end the thread. Work left over stays queued."""
        self._stopping.set()
        self._bell.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(patience)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._bell.wait(_PATIENCE_SECONDS)
            self._bell.clear()
            try:
                while not self._stopping.is_set() and any([job() > 0 for job in self._jobs]):  # noqa: C419  every job is to run
                    pass
            except Exception as error:  # the thread must outlive any fault of a job; the work stays queued
                self._report(type(error).__name__)


_STARTED: weakref.WeakSet[Worker] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """End the threads of memories that nobody closed: native code that the interpreter's end cuts off may abort the process."""
    for worker in list(_STARTED):
        worker.stop(_LAST_SECONDS)
