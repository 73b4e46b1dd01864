"""One exchange with a model's server: watched, and every error of its SDK said as an LLMError."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias, TypeVar

from memstrata.core import errors
from memstrata.models.llm import faults, reading
from memstrata.models.llm.watch import Watch

_T = TypeVar("_T")
Known: TypeAlias = tuple[type[Exception], ...]
Fault: TypeAlias = Callable[[Exception, Watch], errors.LLMError]


def told(seconds: float, attempt: Callable[[Watch], Iterator[_T]], known: Known, fault: Fault) -> Iterator[_T]:
    """What `attempt` gives, within `seconds` in all; for an error of `known` the one that `fault` makes of it is raised."""
    watch = Watch(seconds)
    try:
        with watch:
            yield from attempt(watch)
        return
    except known as error:
        failed = fault(error, watch)
    raise failed  # here, so that nothing of the SDK's error, which holds the key and the prompt, hangs on it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sdk:
    """An SDK whose errors are called as OpenAI's and Anthropic's are, and the variable of its key."""

    module: ModuleType
    root: type[Exception]
    lost: Known  # what is raised where no whole answer came
    key: str

    @property
    def known(self) -> Known:
        """All that a call may raise."""
        return (self.root, *self.lost, ValueError, RecursionError, ImportError)

    def fault(self, error: Exception, watch: Watch, where: str, seconds: float) -> errors.LLMError:
        """What such an error is; `where` names the server."""
        service = self.module.__name__
        if isinstance(error, self.module.APIStatusError):
            return faults.status(service, error.status_code, reading.parsed(error.response.content), watch, key=self.key)
        if isinstance(error, self.lost):
            return faults.silence(service, watch, where=where, seconds=seconds)
        return faults.unready(service, error) if isinstance(error, ImportError) else faults.unusable(service, type(error).__name__)
