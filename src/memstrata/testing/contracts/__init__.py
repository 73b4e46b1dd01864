"""What every driver must pass. Subclass a contract, give it a fixture, and run it with pytest:

class TestMyStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path):
        ...
"""

from memstrata.testing.contracts.arrays import ArrayContract
from memstrata.testing.contracts.embedders import EmbedderContract
from memstrata.testing.contracts.erasing import ErasureContract
from memstrata.testing.contracts.isolation import IsolationContract
from memstrata.testing.contracts.journal import JournalContract
from memstrata.testing.contracts.llms import LLMContract
from memstrata.testing.contracts.log import LogContract
from memstrata.testing.contracts.reading import ReadingContract
from memstrata.testing.contracts.schedule import ScheduleContract
from memstrata.testing.contracts.tasks import TaskContract
from memstrata.testing.contracts.uniqueness import UniquenessContract
from memstrata.testing.contracts.writing import WritingContract

__all__ = ["EmbedderContract", "LLMContract", "StoreContract"]


class StoreContract(
    ReadingContract,
    WritingContract,
    UniquenessContract,
    IsolationContract,
    LogContract,
    TaskContract,
    ScheduleContract,
    JournalContract,
    ArrayContract,
    ErasureContract,
):
    """All that a `Store` promises. Give a fixture `store` (empty, closed by you afterwards).

    A store that persists also overrides `reopen`; one that several processes share is tested for that by its own tests.
    """
